import type { Score } from '../model/score.ts'
import type { Queryable } from './db.ts'

/** How good the best roster of a search was at one moment. */
export interface ProgressPoint {
  /** Searched until then, over all attempts, in milliseconds. */
  readonly solveMs: number
  readonly score: Score
  /** Proved by then; null when nothing was. */
  readonly bound: Score | null
}

/** Until then a step lasts about a second, in milliseconds; later about a fiftieth of the time searched. */
const SECOND_STEPS_MS = 50_000
const STEPS_PER_FACTOR = 50

/**
 * A common table expression that keeps a point of each job in the rows of `changed`, which has id, department_id, solve_ms, score and
 * bound: so a point is stored exactly when its roster is. A day of searching has 372 steps, and that many points at most.
 */
export function keepPoint(changed: string): string {
  return `insert into progress_points (department_id, job_id, step, solve_ms, score, bound)
          select department_id, id, floor(${STEPS_PER_FACTOR} * ln(1 + solve_ms / ${SECOND_STEPS_MS}.0)), solve_ms, score, bound
            from ${changed}
              on conflict (job_id, step) do update set solve_ms = excluded.solve_ms, score = excluded.score, bound = excluded.bound`
}

/** The points of a job, in the order of time. Empty before there is a roster, and for a job that ended before points were kept. */
export async function listProgressPoints(db: Queryable, jobId: number): Promise<readonly ProgressPoint[]> {
  const { rows } = await db.query<ProgressPoint>('select solve_ms as "solveMs", score, bound from progress_points where job_id = $1 order by step', [
    jobId,
  ])
  return rows
}
