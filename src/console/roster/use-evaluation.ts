import { useEffect, useMemo, useState } from 'preact/hooks'
import { AGAIN_MS, call, isForLater, Unreachable } from '../gateway/ask.ts'
import type { Release, Score } from '../gateway/documents.ts'
import { currentReach, onReach, type Reach } from '../gateway/reach.ts'
import type { Roster } from '../../model/roster.ts'
import { useLanguage } from '../texts/texts.ts'
import { type RosterModel, scheduleOf, solutionOf } from './roster-model.ts'

/** What the gateway says of a roster. */
export interface Evaluation {
  readonly score: Score
  readonly constraintRelease: readonly Release[]
}

/** `roster` tells which roster the evaluation is of; both null until there is one. */
interface Evaluated {
  readonly roster: Roster | null
  readonly evaluation: Evaluation | null
  readonly failure: unknown
}

export interface UseEvaluationOptions {
  readonly solverProblemId: string
  readonly model: RosterModel
  /** Null = nothing is asked. */
  readonly roster: Roster | null
  /** How long it has to stay as it is before it is asked about, in milliseconds. */
  readonly calmMs: number
  /** Matches of each rule that are told at most. */
  readonly matchLimit: number
}

/** The score of a roster that is worked on; outdated questions are cancelled. `evaluation` is null while the answer is awaited. */
export function useEvaluation({ solverProblemId, model, roster, calmMs, matchLimit }: UseEvaluationOptions): {
  readonly evaluation: Evaluation | null
  readonly failure: unknown
} {
  const [state, setState] = useState<Evaluated>({ roster: null, evaluation: null, failure: null })
  const language = useLanguage()
  // In this language.
  const known = useMemo(() => new WeakMap<Roster, Evaluation>(), [language])
  // Counts what the question is asked again for: that the gateway came back, or may have time now.
  const [round, setRound] = useState(0)
  const askAgain = (): void => setRound((last) => last + 1)
  const hasFailed = roster !== null && state.roster === roster && state.failure !== null
  useEffect(() => {
    if (!hasFailed) return undefined
    const onReached = (reach: Reach): void => {
      if (reach === 'reached') askAgain()
    }
    // It may be back already. What it refused it would refuse again.
    if (state.failure instanceof Unreachable) onReached(currentReach())
    const timer = isForLater(state.failure) ? setTimeout(askAgain, AGAIN_MS) : undefined
    const forget = onReach(onReached)
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [hasFailed, state.failure])
  useEffect(() => {
    if (roster === null) return undefined
    const before = known.get(roster)
    if (before !== undefined) {
      setState({ roster, evaluation: before, failure: null })
      return undefined
    }
    const stop = new AbortController()
    const timer = setTimeout(() => {
      call<Evaluation>(
        'schedule.evaluate',
        { ...scheduleOf(model, solverProblemId), solution: solutionOf(model, roster), matchLimit },
        { signal: stop.signal },
      ).then(
        (evaluation) => {
          known.set(roster, evaluation)
          if (!stop.signal.aborted) setState({ roster, evaluation, failure: null })
        },
        (failure: unknown) => {
          if (!stop.signal.aborted) setState({ roster, evaluation: null, failure })
        },
      )
    }, calmMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [solverProblemId, model, roster, calmMs, matchLimit, known, round])
  const isOfThis = roster !== null && state.roster === roster
  return { evaluation: isOfThis ? state.evaluation : null, failure: isOfThis ? state.failure : null }
}
