import type { Estimate } from '../gateway/documents.ts'
import { ruleText } from '../parts/rule-text.ts'
import { durationText } from '../parts/words.ts'
import { numberText, t } from '../texts/texts.ts'

const SHOWN_BOTTLENECKS = 10

/** What to expect of the schedule: how much there is to plan, where there are too few people, what leaves least room. */
export function EstimateSummary({ estimate }: { readonly estimate: Estimate }) {
  const { size, hardest, bottlenecks, missingSeats, expectedSeconds } = estimate
  const facts: readonly (readonly [string, string])[] = [
    [t('submit.employees'), numberText(size.employees)],
    [t('submit.openShifts'), numberText(size.openShifts)],
    [t('submit.days'), numberText(size.days)],
    [t('submit.work'), t('submit.hours', { hours: Math.round(size.workMinutes / 60) })],
    [t('submit.candidates'), numberText(size.candidatesPerShift, { maximumFractionDigits: 1 })],
    [t('submit.searchTakes'), durationText(1000 * expectedSeconds)],
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
          <strong>{t('submit.hardest', { rule: ruleText(hardest.setting) })}</strong> {hardest.text}
        </p>
      )}
      {bottlenecks.length === 0 ? (
        <p>{t('submit.noShortage')}</p>
      ) : (
        <>
          <p class="notice notice-warn">
            {t('submit.shortages', { count: bottlenecks.length })} {missingSeats > 0 && t('submit.seatsMissing', { count: missingSeats })}
          </p>
          <ul class="issue-list">
            {bottlenecks.slice(0, SHOWN_BOTTLENECKS).map(({ startsAt, of, text }) => (
              <li key={`${startsAt} ${of} ${text}`}>{text}</li>
            ))}
          </ul>
          {bottlenecks.length > SHOWN_BOTTLENECKS && (
            <p class="quiet">{t('submit.moreShortages', { number: bottlenecks.length - SHOWN_BOTTLENECKS })}</p>
          )}
        </>
      )}
    </>
  )
}
