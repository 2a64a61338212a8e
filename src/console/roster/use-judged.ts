import { useMemo } from 'preact/hooks'
import type { Release } from '../gateway/documents.ts'
import type { Desk } from './use-desk.ts'
import { useEvaluation } from './use-evaluation.ts'

/** Changes settle so long before they are evaluated, in milliseconds. */
const CALM_MS = 150
const MATCH_LIMIT = 2000

/** Score and broken rules of what is shown: as the job says, and of changes as the gateway evaluates them. */
export interface Judged {
  readonly score: readonly number[] | null
  /** Of the roster without the changes. */
  readonly before: readonly number[] | null
  readonly releases: readonly Release[]
  readonly failure: unknown
}

const NO_RELEASES: readonly Release[] = []

/** Judges what is shown. */
export function useJudged({ shown, copy, isChanged: hasChanges }: Desk): Judged {
  const { evaluation, failure } = useEvaluation({
    solverProblemId: shown.entry.solverProblemId,
    model: shown.model,
    roster: hasChanges ? copy.roster : null,
    calmMs: CALM_MS,
    matchLimit: MATCH_LIMIT,
  })
  return useMemo(() => {
    const before = shown.solution?.score ?? null
    const told = shown.solution?.constraintRelease ?? NO_RELEASES
    // What is known is shown until what is asked has been answered.
    if (!hasChanges) return { score: before, before, releases: told, failure: null }
    return { score: evaluation?.score ?? null, before, releases: evaluation?.constraintRelease ?? told, failure }
  }, [shown, hasChanges, evaluation, failure])
}
