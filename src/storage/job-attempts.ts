import { MAX_ATTEMPTS } from '../model/job.ts'
import type { StopReason } from '../model/job.ts'
import type { Score } from '../model/score.ts'
import type { NoBoundReason } from '../model/solution.ts'
import type { Queryable, Transaction } from './db.ts'
import { announceChange } from './job-changes.ts'
import { keepPoint } from './progress-points.ts'

/**
 * How long a node owns a job without renewing, in seconds. A node that was killed is noticed at most this much later.
 * Five missed renewals: a node that only stutters keeps its job.
 */
export const LEASE_SECONDS = 10

/** One try at a job, as a node has taken it up. `attempt` is the fencing number: every write names it. */
export interface Attempt {
  readonly jobId: number
  readonly attempt: number
}

/** Ends a job that no node owns and that has used up its attempts, or so many of them. False when that is not so. */
export async function failExhaustedJob(tx: Transaction, failure: { jobId: number; reason: string; attempts?: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update jobs
        set state = 'FAILED', failure_reason = $2, ended_at = now(), leased_until = null
      where id = $1
        and state = 'SOLVING'
        and (leased_until is null or leased_until < now())
        and attempt - handed_back >= $3
  returning ${announceChange('id')}`,
    [failure.jobId, failure.reason, failure.attempts ?? MAX_ATTEMPTS],
  )
  return rowCount === 1
}

/** What `renewLease` found. */
export interface Renewal {
  readonly stopRequested: boolean
  /** Whether another node helps this attempt. */
  readonly isHelped: boolean
}

/**
 * Goes on owning the job and notes the time spent. Null when this attempt owns it no longer: withdrawn, another node took over, or is about
 * to, because the lease had ended and was taken away. Then another job of the department may run in its place already.
 */
export async function renewLease(db: Queryable, at: Attempt & { solveMs: number }): Promise<Renewal | null> {
  const { rows } = await db.query<Renewal>(
    `update jobs
        set leased_until = now() + $4 * interval '1 second', solve_ms = $3
      where id = $1
        and attempt = $2
        and leased_until is not null
  returning stop_requested_at is not null as "stopRequested",
            exists (select from helping_searches where job_id = jobs.id and helping_searches.attempt = jobs.attempt and helping_searches.leased_until >= now()) as "isHelped"`,
    [at.jobId, at.attempt, Math.round(at.solveMs), LEASE_SECONDS],
  )
  return rows[0] ?? null
}

/** A better roster than any before, packed. */
export interface Incumbent extends Attempt {
  readonly roster: Uint8Array
  readonly score: Score
  /** Proved so far, and how far the roster is from it; null when nothing is. */
  readonly bound: Score | null
  readonly gap: number | null
  readonly moves: number
  readonly solveMs: number
}

/**
 * Stores a better roster of a running job. False when this attempt no longer owns the job: another node took over, and
 * its result must not be overwritten. False also when it is not better than what is stored: a statement that was sent over a connection
 * which broke may still be carried out, after the next one.
 */
export async function saveIncumbent(db: Queryable, incumbent: Incumbent): Promise<boolean> {
  const { rowCount } = await db.query(
    `with saved as (
       update jobs
          set roster = $3, score = $4, moves = $5, solve_ms = $6, bound = $7, gap = $8, revision = revision + 1, improved_at = now()
        where id = $1
          and attempt = $2
          and state = 'SOLVING'
          and (score is null or $4 < score)
    returning id, department_id, solve_ms, score, bound
     ), point as (${keepPoint('saved')})
     select ${announceChange('id')} from saved`,
    [
      incumbent.jobId,
      incumbent.attempt,
      incumbent.roster,
      incumbent.score,
      incumbent.moves,
      Math.round(incumbent.solveMs),
      incumbent.bound,
      incumbent.gap,
    ],
  )
  return rowCount === 1
}

/** A higher bound for the best roster of a running job, which is still the same. */
export interface HigherBound extends Attempt {
  readonly bound: Score
  readonly gap: number | null
  readonly solveMs: number
}

/**
 * Stores a higher bound of a running job: a revision of its own, so that followers are told. False when this attempt no longer owns the job,
 * when there is no roster yet, and when what is stored is as high.
 */
export async function saveBound(db: Queryable, proved: HigherBound): Promise<boolean> {
  const { rowCount } = await db.query(
    `with saved as (
       update jobs
          set bound = $3, gap = $4, solve_ms = greatest(solve_ms, $5), revision = revision + 1
        where id = $1
          and attempt = $2
          and state = 'SOLVING'
          and score is not null
          and (bound is null or bound < $3)
    returning id, department_id, solve_ms, score, bound
     ), point as (${keepPoint('saved')})
     select ${announceChange('id')} from saved`,
    [proved.jobId, proved.attempt, proved.bound, proved.gap, Math.round(proved.solveMs)],
  )
  return rowCount === 1
}

/** The end of a search. `solution` is gzip and sealed. */
export interface SolvedJob extends Attempt {
  readonly solution: Uint8Array
  readonly score: Score
  readonly bound: Score | null
  readonly gap: number | null
  readonly noBoundReason: NoBoundReason | null
  readonly boundLeavesOut: readonly string[]
  readonly stopReason: StopReason
  readonly moves: number
  readonly solveMs: number
}

/** Ends a job as SOLVED. False when this attempt no longer owns it. */
export async function markSolved(tx: Transaction, solved: SolvedJob): Promise<boolean> {
  const { rowCount } = await tx.query(
    `with solved as (
       update jobs
          set state = 'SOLVED', ended_at = now(), improved_at = now(), revision = revision + 1, leased_until = null, roster = null,
              solution = $3, score = $4, bound = $5, gap = $6, stop_reason = $7, moves = $8, solve_ms = $9, no_bound_reason = $10,
              bound_leaves_out = $11
        where id = $1
          and attempt = $2
          and state = 'SOLVING'
    returning id, department_id, solve_ms, score, bound
     ), point as (${keepPoint('solved')})
     select ${announceChange('id')} from solved`,
    [
      solved.jobId,
      solved.attempt,
      solved.solution,
      solved.score,
      solved.bound,
      solved.gap,
      solved.stopReason,
      solved.moves,
      Math.round(solved.solveMs),
      solved.noBoundReason,
      solved.boundLeavesOut,
    ],
  )
  return rowCount === 1
}

/**
 * Gives the lease back before its end. A node that shuts down in good order says `counted: 'no'`, and the attempt does
 * not bring the job nearer to FAILED. False when this attempt no longer owns it, or has given it back already: who did not hear that a commit
 * was done repeats it. A queue entry belongs into the same transaction.
 */
export async function releaseLease(tx: Transaction, at: Attempt & { solveMs: number; counted: 'yes' | 'no' }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update jobs
        set leased_until = null, node = null, solve_ms = $3, handed_back = handed_back + $4
      where id = $1
        and attempt = $2
        and state = 'SOLVING'
        and node is not null`,
    [at.jobId, at.attempt, Math.round(at.solveMs), at.counted === 'no' ? 1 : 0],
  )
  return rowCount === 1
}

/** Takes the lease from nodes that have not renewed in time. What follows belongs into the same transaction: a ticket, or the end of the job. */
export async function endExpiredLeases(tx: Transaction): Promise<readonly { id: number; node: string | null }[]> {
  const { rows } = await tx.query<{ id: number; node: string | null }>(
    `update jobs
        set leased_until = null
      where id in (select id from jobs where leased_until < now() order by leased_until limit 100 for update skip locked)
  returning id, node`,
  )
  return rows
}

/**
 * Takes every lease, of a store that is alone: what held them is somewhere else. The attempts that are broken off do not count against
 * their jobs. Answers how many there were; tickets belong into the same transaction.
 */
export async function freeLeases(tx: Transaction): Promise<number> {
  const { rowCount } = await tx.query(
    'update jobs set leased_until = null, node = null, handed_back = handed_back + 1 where leased_until is not null',
  )
  return rowCount ?? 0
}
