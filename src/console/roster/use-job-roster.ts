import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Roster } from '../../model/roster.ts'
import { rosterAsPosted } from '../../model/roster.ts'
import { askJson } from '../gateway/ask.ts'
import type { Entry, SolutionDocument } from '../gateway/documents.ts'
import { followJob } from '../gateway/follow.ts'
import { NO_SOLUTION, readSolution, type TaggedSolution, useToldSolution } from '../gateway/solution.ts'
import { type Answered, useAnswer } from '../gateway/use-answer.ts'
import { readModel, type RosterModel, rosterOf, type ShownSchedule, withFound } from './roster-model.ts'

/** A job’s schedule and the best roster so far. */
export interface JobRoster {
  readonly model: RosterModel
  readonly entry: Entry
  /** Null until the search has found one: then the roster is the one that the schedule came with. */
  readonly solution: SolutionDocument | null
  readonly roster: Roster
}

/** `value` is null until schedule, entry and roster are there; `newer` says that a better roster is waiting to be shown. */
export interface FollowedRoster {
  readonly value: JobRoster | null
  readonly failure: unknown
  readonly again: () => void
}

/** Between two readings of a roster that gets better and better, in milliseconds. */
const PAUSE_MS = 1000

/** Reads the schedule once, and entry and solution again whenever the job tells of a better one. */
export function useJobRoster(solverProblemId: string): FollowedRoster {
  const path = `/api/v1/gateway/${encodeURIComponent(solverProblemId)}`
  const last = useRef<TaggedSolution>(NO_SOLUTION)
  const schedule = useAnswer(`schedule ${path}`, (signal) => askJson<ShownSchedule>(`${path}/schedule`, { signal }))
  const best = useAnswer(`best ${path}`, async (signal) => {
    const entry = await askJson<Entry>(path, { signal })
    last.current = await readSolution(`${path}/solution`, last.current, signal)
    return { entry, ...last.current }
  })
  const [posted, unreadable] = useModel(schedule.value)
  useFollowed(solverProblemId, best)

  const document = best.value?.document ?? null
  const solution = useToldSolution(`${path} ${best.value?.etag}`, document)
  const model = useMemo(() => (posted === null || document === null ? posted : withFound(posted, document)), [posted, document])
  const roster = useMemo(() => {
    if (model === null) return null
    return document === null ? rosterAsPosted(model.schedule) : rosterOf(model, document)
  }, [model, document])
  const entry = best.value?.entry ?? null
  const value = useMemo(
    () => (model === null || roster === null || entry === null ? null : { model, entry, roster, solution }),
    [model, roster, entry, solution],
  )
  const again = useCallback(() => {
    schedule.again()
    best.again()
  }, [schedule.again, best.again])
  return { value, failure: unreadable ?? schedule.failure ?? best.failure, again }
}

function useModel(document: ShownSchedule | null): readonly [RosterModel | null, unknown] {
  // The answer is asked for again when the gateway is back; a schedule never changes, and reading it once is enough.
  const first = useRef<ShownSchedule | null>(null)
  first.current ??= document
  return useMemo(() => {
    if (first.current === null) return [null, null]
    try {
      return [readModel(first.current), null]
    } catch (failure) {
      return [null, failure]
    }
  }, [first.current])
}

/** Asks again, at most once a second, for as long as the job tells of something better. */
function useFollowed(solverProblemId: string, { value, again }: Pick<Answered<{ readonly entry: Entry }>, 'value' | 'again'>): void {
  const status = value?.entry.status ?? null
  const isUnderWay = status === 'QUEUED' || status === 'SOLVING'
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!isUnderWay || failure !== null) return undefined
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        again()
      }, PAUSE_MS)
    }
    followJob(solverProblemId, soon, stop.signal).catch(setFailure)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [solverProblemId, isUnderWay, failure, again])
}
