import { hrefOf } from '../frame/router.ts'
import type { SolutionDocument } from '../gateway/documents.ts'
import { NO_SOLUTION, readSolution, useToldSolution } from '../gateway/solution.ts'
import { type Answered, useAnswer } from '../gateway/use-answer.ts'
import { FailureNotice } from '../parts/notices.tsx'
import { missingOf } from './outcome.ts'
import { Table } from '../parts/table.tsx'
import { leftOutText, ruleText } from '../parts/rule-text.ts'
import { priorityNames } from '../parts/priority-names.ts'
import { numberText, t } from '../texts/texts.ts'

const SHOWN_RULES = 8

/** The solution of a job once it is solved; nothing is asked before. The sentences that this page has of it are in the language of the page. */
export function useSolution(solverProblemId: string, isSolved: boolean): Answered<SolutionDocument | null> {
  const path = `/api/v1/gateway/${encodeURIComponent(solverProblemId)}/solution`
  const stored = useAnswer(`${path} ${isSolved}`, async (signal) => (isSolved ? (await readSolution(path, NO_SOLUTION, signal)).document : null))
  // Solutions of older versions have no such list.
  const hasSentences = ((stored.value as Partial<SolutionDocument> | null)?.openAtEnd ?? []).length > 0
  const told = useToldSolution(`${path} ${hasSentences}`, hasSentences ? stored.value : null)
  return { ...stored, value: told ?? stored.value }
}

/** What came of a job that is solved: shifts that stayed empty, rules that the roster breaks, why no bound is proved. */
export function JobResult({ value: solution, failure }: Pick<Answered<SolutionDocument | null>, 'value' | 'failure'>) {
  if (solution === null && failure === null) return null
  return (
    <section class="card" aria-labelledby="result">
      <h2 id="result">{t('result.title')}</h2>
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
        {empty === 0 ? t('result.allFilled') : t('result.stayedEmpty', { count: empty })}{' '}
        {optional > 0 && `${t('result.optionalEmpty', { count: optional })} `}
        {solution.changes.length > 0 && `${t('result.changed', { count: solution.changes.length })} `}
        {solution.unassigned.length > 0 && <a href={roster}>{t('result.seeWhy')}</a>}
      </p>
      {coverage.length > 0 && (
        <p>
          <a href={hrefOf(['jobs', solution.solverProblemId, 'demand'])}>{t('result.seeDemand')}</a>
        </p>
      )}
      {openAtEnd.length > 0 && (
        <>
          <h3>{t('result.nextSchedule')}</h3>
          <ul>
            {openAtEnd.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {boundLeavesOut.length > 0 && noBoundReason === null && !isBest && (
        <p class="quiet">{t('result.leftOut', { rules: boundLeavesOut.map(leftOutText).join(', ') })}</p>
      )}
      {noBoundReason !== null && <p class="quiet">{t(`noBound.${noBoundReason}`)}</p>}
      {broken.length === 0 ? (
        <p>{t('result.breaksNone')}</p>
      ) : (
        <Table
          caption={t('result.broken')}
          rows={broken.slice(0, SHOWN_RULES)}
          keyOf={({ setting, priority }) => `${setting} ${priority}`}
          columns={[
            { head: t('result.rule'), kind: 'title', cell: ({ setting }) => ruleText(setting) },
            { head: t('curve.priority'), cell: ({ priority }) => priorityNames()[priority - 1] },
            { head: t('result.places'), kind: 'number', cell: ({ matches, matchCount = matches.length }) => numberText(matchCount) },
            { head: t('result.penalty'), kind: 'number', cell: ({ penalty }) => numberText(penalty) },
          ]}
        />
      )}
      {broken.length > SHOWN_RULES && (
        <p class="quiet">
          {t('result.more', { count: broken.length - SHOWN_RULES })} <a href={roster}>{t('result.allInRoster')}</a>.
        </p>
      )}
    </>
  )
}
