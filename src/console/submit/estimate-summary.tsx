import type { Estimate } from '../gateway/documents.ts'
import { ruleText } from '../parts/rule-text.ts'
import { countText, durationText } from '../parts/words.ts'

const SHOWN_BOTTLENECKS = 10

/** What to expect of the schedule: how much there is to plan, where there are too few people, what leaves least room. */
export function EstimateSummary({ estimate }: { readonly estimate: Estimate }) {
  const { size, hardest, bottlenecks, missingSeats, expectedSeconds } = estimate
  const facts: readonly (readonly [string, string])[] = [
    ['Employees', size.employees.toLocaleString('en')],
    ['Shifts to plan', size.openShifts.toLocaleString('en')],
    ['Days', size.days.toLocaleString('en')],
    ['Work', `${Math.round(size.workMinutes / 60).toLocaleString('en')} h`],
    ['Candidates per shift', size.candidatesPerShift.toLocaleString('en', { maximumFractionDigits: 1 })],
    ['A search takes about', durationText(1000 * expectedSeconds)],
  ]
  return (
    <>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {hardest !== null && (
        <p>
          <strong>What leaves least room: {ruleText(hardest.setting)}.</strong> {hardest.text}
        </p>
      )}
      {bottlenecks.length === 0 ? (
        <p>At no time are there too few people.</p>
      ) : (
        <>
          <p class="notice notice-warn">
            There are too few people at {countText(bottlenecks.length, 'time')}
            {missingSeats > 0 && `; ${countText(missingSeats, 'mandatory shift')} will stay empty or break a hard rule`}.
          </p>
          <ul class="issue-list">
            {bottlenecks.slice(0, SHOWN_BOTTLENECKS).map(({ startsAt, of, text }) => (
              <li key={`${startsAt} ${of} ${text}`}>{text}</li>
            ))}
          </ul>
          {bottlenecks.length > SHOWN_BOTTLENECKS && <p class="quiet">And {bottlenecks.length - SHOWN_BOTTLENECKS} more.</p>}
        </>
      )}
    </>
  )
}
