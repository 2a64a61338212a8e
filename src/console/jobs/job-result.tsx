import { hrefOf } from '../frame/router.ts'
import { ask } from '../gateway/ask.ts'
import type { SolutionDocument } from '../gateway/documents.ts'
import { type Answered, useAnswer } from '../gateway/use-answer.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { missingOf } from './outcome.ts'
import { Table } from '../parts/table.tsx'
import { leftOutText, ruleText } from '../parts/rule-text.ts'
import { countText, NO_BOUND_SENTENCES, PRIORITY_NAMES } from '../parts/words.ts'

const SHOWN_RULES = 8

/** The solution of a job once it is solved; nothing is asked before. */
export function useSolution(solverProblemId: string, isSolved: boolean): Answered<SolutionDocument | null> {
  const path = `/api/v1/gateway/${encodeURIComponent(solverProblemId)}/solution`
  return useAnswer(`${path} ${isSolved}`, async (signal): Promise<SolutionDocument | null> => {
    if (!isSolved) return null
    const answer = await ask(path, { signal })
    return answer.status === 204 ? null : ((await answer.json()) as SolutionDocument)
  })
}

/** What came of a job that is solved: shifts that stayed empty, rules that the roster breaks, why no bound is proved. */
export function JobResult({ value: solution, failure }: Pick<Answered<SolutionDocument | null>, 'value' | 'failure'>) {
  if (solution === null && failure === null) return null
  return (
    <section class="card" aria-labelledby="result">
      <h2 id="result">What is left</h2>
      <FailureNotice failure={failure} />
      {solution !== null && <Remains solution={solution} />}
    </section>
  )
}

function Remains({ solution }: { readonly solution: SolutionDocument }) {
  const { noBoundReason } = solution
  // What was solved by an older version says nothing of its end, nor of what its bound leaves out.
  const { openAtEnd = [], boundLeavesOut = [], coverage = [] } = solution as Partial<SolutionDocument>
  const isBest = solution.stopReason === 'OPTIMAL'
  const broken = solution.constraintRelease.toSorted((one, other) => one.priority - other.priority || other.penalty - one.penalty)
  const roster = hrefOf(['jobs', solution.solverProblemId, 'roster'])
  const empty = missingOf(solution)
  const optional = solution.unassigned.length - empty
  return (
    <>
      <p>
        {empty === 0 ? 'Every mandatory shift is filled.' : `${countText(empty, 'mandatory shift')} stayed empty.`}{' '}
        {optional > 0 && `Of those that are optional ${optional.toLocaleString('en')} stayed empty. `}
        {solution.changes.length > 0 && `${countText(solution.changes.length, 'assignment')} changed against the schedule that was submitted. `}
        {solution.unassigned.length > 0 && <a href={roster}>See why in the roster</a>}
      </p>
      {coverage.length > 0 && (
        <p>
          <a href={hrefOf(['jobs', solution.solverProblemId, 'demand'])}>See who is at work by time of day, beside what is demanded</a>
        </p>
      )}
      {openAtEnd.length > 0 && (
        <>
          <h3>What the next schedule has to leave free</h3>
          <ul>
            {openAtEnd.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {boundLeavesOut.length > 0 && noBoundReason === null && !isBest && (
        <p class="quiet">The bound does not follow {boundLeavesOut.map(leftOutText).join(', ')}: the best roster may be worse than it says.</p>
      )}
      {noBoundReason !== null && <p class="quiet">{NO_BOUND_SENTENCES[noBoundReason]}</p>}
      {broken.length === 0 ? (
        <p>The roster breaks no rule.</p>
      ) : (
        <Table
          caption="Rules that the roster breaks"
          rows={broken.slice(0, SHOWN_RULES)}
          keyOf={({ setting, priority }) => `${setting} ${priority}`}
          columns={[
            { head: 'Rule', kind: 'title', cell: ({ setting }) => ruleText(setting) },
            { head: 'Priority', cell: ({ priority }) => PRIORITY_NAMES[priority - 1] },
            { head: 'Places', kind: 'number', cell: ({ matches, matchCount = matches.length }) => matchCount.toLocaleString('en') },
            { head: 'Penalty', kind: 'number', cell: ({ penalty }) => penalty.toLocaleString('en') },
          ]}
        />
      )}
      {broken.length > SHOWN_RULES && (
        <p class="quiet">
          And {countText(broken.length - SHOWN_RULES, 'more rule')}: <a href={roster}>all of them in the roster</a>.
        </p>
      )}
    </>
  )
}
