import { useEffect, useState } from 'preact/hooks'
import { askJson } from '../gateway/ask.ts'
import type { Entry, ProgressCurve } from '../gateway/documents.ts'
import { followJob } from '../gateway/follow.ts'
import { type Answered, useAnswer } from '../gateway/use-answer.ts'
import { addPoint, type CurvePoint } from './curve.ts'
import { hasEnded } from './progress.ts'

/** The entry is asked for by itself too: a proved bound and the time searched are no events. */
const POLL_MS = 5000
/** A search finds many better rosters in its first second; one answer tells of all of them. */
const SETTLE_MS = 400

/** A job as it goes on, with its curve so far. */
export interface LiveJob extends Answered<Entry> {
  readonly curve: readonly CurvePoint[]
}

/** Follows a job until it has ended. */
export function useJob(solverProblemId: string): LiveJob {
  const path = `/api/v1/gateway/${encodeURIComponent(solverProblemId)}`
  const [isEnded, setEnded] = useState(false)
  const answered = useAnswer(path, (signal) => askJson<Entry>(path, { signal }), isEnded ? {} : { everyMs: POLL_MS })
  const entry = answered.value
  const { again } = answered
  useEffect(() => setEnded(entry !== null && hasEnded(entry)), [entry])
  useEffect(() => {
    if (isEnded) return
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | null = null
    const askSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = null
        again()
      }, SETTLE_MS)
    }
    // Where the gateway refuses, the entry is refused as well, and that is shown.
    followJob(solverProblemId, askSoon, stop.signal).catch(() => undefined)
    return () => {
      stop.abort()
      if (timer !== null) clearTimeout(timer)
    }
  }, [solverProblemId, isEnded, again])
  return { ...answered, curve: useCurve(path, entry, isEnded) }
}

/** The curve that the gateway has kept, and what comes after it; asked for once more at the end, for what went by unseen. */
function useCurve(path: string, entry: Entry | null, isEnded: boolean): readonly CurvePoint[] {
  const [curve, setCurve] = useState<readonly CurvePoint[]>([])
  const { value: kept } = useAnswer(`${path}/progress ${isEnded}`, (signal) => askJson<ProgressCurve>(`${path}/progress`, { signal }))
  useEffect(() => {
    if (kept !== null) setCurve(kept.points.map(({ seconds, ...point }) => ({ ...point, searchedMs: 1000 * seconds })))
  }, [kept])
  useEffect(() => {
    if (entry === null || entry.score === null) return
    const point = { searchedMs: entry.progress.solveMs, score: entry.score, bound: entry.bound }
    setCurve((last) => addPoint(last, point))
  }, [entry, kept])
  return curve
}
