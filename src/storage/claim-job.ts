import type { Score } from '../model/score.ts'
import { onlyRow } from './db.ts'
import type { Queryable, Transaction } from './db.ts'
import { LEASE_SECONDS } from './job-attempts.ts'
import type { Attempt } from './job-attempts.ts'
import { announceChange } from './job-changes.ts'

/** What a node needs to go on with a job. */
export interface ClaimedJob extends Attempt {
  readonly departmentId: number
  /** gzip and sealed. */
  readonly document: Buffer
  readonly maxSeconds: number
  /** Searched before by earlier attempts, in milliseconds. */
  readonly spentMs: number
  /** Moves evaluated by earlier attempts. */
  readonly moves: number
  /** Best roster of earlier attempts, packed; null at the first. */
  readonly roster: Buffer | null
  readonly score: Score | null
  /** Proved by earlier attempts; null when nothing was. It holds for every attempt. */
  readonly bound: Score | null
  readonly stopRequested: boolean
  /** Since its submission, in milliseconds by the clock of the database. */
  readonly ageMs: number
  /** The span of its submission; null where nothing was traced. */
  readonly traceparent: string | null
}

/** Who claims, and how many jobs of one department may run at a time. */
export interface Claim {
  readonly node: string
  readonly runningPerDepartment: number
}

/** `none`: no job may be taken up now. `contended`: there may be one, but others were faster each time: ask again. */
export type Claimed = ClaimedJob | 'none' | 'contended'

/** May be taken up: the predicate of the index `jobs_claimable`. Every such job has attempts left: whoever ends a lease fails those that have none. */
const CLAIMABLE = `leased_until is null and state in ('QUEUED', 'SOLVING')`

// A claim that waits for another one finds the next turn at its second look; more looks only under a storm of claims.
const LOOKS = 5

/**
 * Takes up, for `claim.node`, the job whose turn it is: the next attempt, with a lease. Departments take turns: the one with the fewest
 * running jobs, of those the one that was served longest ago; within a department the highest priority, then the oldest job.
 * 10,000 jobs of 200 departments: 3 ms.
 */
export async function claimNextJob(tx: Transaction, claim: Claim): Promise<Claimed> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const departmentId =
      (await lockDepartment(tx, claim, 'skip locked')) ??
      // Another node takes a job of the only one whose turn it is: after it comes the department's next job.
      (await lockDepartment(tx, claim, ''))
    if (departmentId === null) return 'none'
    const claimed = await claimJobOf(tx, { ...claim, departmentId })
    if (claimed) return claimed
  }
  return 'contended'
}

// Departments that wait are found by one look into the index each, so the number of their jobs does not matter.
const NEXT_DEPARTMENT = `
  with recursive waiting (id) as (
    (select department_id from jobs where ${CLAIMABLE} order by department_id limit 1)
    union all
    select (select department_id from jobs where ${CLAIMABLE} and department_id > waiting.id order by department_id limit 1)
      from waiting
     where waiting.id is not null
  ), running (id, jobs) as (
    select department_id, count(*) from jobs where leased_until is not null group by department_id
  )
  select d.id
    from departments d
    join waiting using (id)
    left join running using (id)
   where coalesce(running.jobs, 0) < $1
   order by coalesce(running.jobs, 0), d.turn, d.id
   limit 1`

/**
 * Finds the department whose turn it is and keeps other claims off it until the transaction ends; null when none waits, or all that wait
 * have as many running jobs as they may.
 */
async function lockDepartment(tx: Transaction, claim: Claim, others: 'skip locked' | ''): Promise<number | null> {
  const { rows } = await tx.query<{ id: number }>(`${NEXT_DEPARTMENT} for no key update of d ${others}`, [claim.runningPerDepartment])
  return rows[0]?.id ?? null
}

/** True when a job may be taken up now. */
export async function isJobClaimable(db: Queryable, claim: Pick<Claim, 'runningPerDepartment'>): Promise<boolean> {
  return (await db.query(NEXT_DEPARTMENT, [claim.runningPerDepartment])).rowCount === 1
}

/** How many jobs wait to be taken up, whichever's turn it is. */
export async function countClaimableJobs(db: Queryable): Promise<number> {
  return onlyRow(await db.query<{ count: number }>(`select count(*) from jobs where ${CLAIMABLE}`)).count
}

/**
 * Takes up, for `claim.node`, a job that was told to stop before anybody worked on it, whichever's turn it is: it is over in a moment, and its client waits
 * for that.
 */
export async function claimStoppedJob(tx: Transaction, claim: Pick<Claim, 'node'>): Promise<Claimed> {
  const where = `id = (select id from jobs where ${CLAIMABLE} and stop_requested_at is not null order by id limit 1 for update skip locked)`
  // It is no turn: the row of the department, which other claims lock first, is left alone.
  return (await claimWhere(tx, claim, { where, parameters: [], after: '' })) ?? 'none'
}

/** The department's next job. Null when it was withdrawn or taken, or the last free place was, while the department was chosen. */
async function claimJobOf(tx: Transaction, claim: Claim & { departmentId: number }): Promise<ClaimedJob | null> {
  const where = `id = (select id from jobs where department_id = $3 and ${CLAIMABLE} order by priority desc, id limit 1 for update)
          and (select count(*) from jobs where department_id = $3 and leased_until is not null) < $4`
  const after = `, served as (update departments set turn = nextval('turns') where id = (select "departmentId" from claimed))`
  return claimWhere(tx, claim, { where, parameters: [claim.departmentId, claim.runningPerDepartment], after })
}

/** Takes up the job of which `where`, SQL with parameters from $3 on, is true, and does what stands `after` it in the same statement; null when there is none. */
async function claimWhere(
  tx: Transaction,
  { node }: Pick<Claim, 'node'>,
  { where, parameters, after }: { readonly where: string; readonly parameters: readonly number[]; readonly after: string },
): Promise<ClaimedJob | null> {
  const { rows } = await tx.query<ClaimedJob>(
    `with claimed as (
       update jobs
          set state = 'SOLVING', attempt = attempt + 1, node = $1, started_at = coalesce(started_at, now()),
              leased_until = now() + $2 * interval '1 second'
        where ${where}
    returning id as "jobId", attempt, department_id as "departmentId", document, max_seconds as "maxSeconds", solve_ms as "spentMs",
              moves, roster, score, bound, stop_requested_at is not null as "stopRequested",
              (extract(epoch from now() - created_at) * 1000)::double precision as "ageMs", traceparent
     )${after}
     select claimed.* from claimed, ${announceChange('claimed."jobId"')}`,
    [node, LEASE_SECONDS, ...parameters],
  )
  return rows[0] ?? null
}

/** True when a job of the department of job `jobId` waits to be taken up. */
export async function departmentWaits(tx: Transaction, jobId: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from jobs where ${CLAIMABLE} and department_id = (select department_id from jobs where id = $1) limit 1`,
    [jobId],
  )
  return rowCount === 1
}
