import type { Score } from '../model/score.ts'
import type { Queryable } from './db.ts'
import { LEASE_SECONDS, type Attempt } from './job-attempts.ts'

/** A search of this node that helps the search of another one. */
export interface HelpingSearch {
  /** A UUID of its own. */
  readonly id: string
  /** Name of this node: its own searches are none of another one. */
  readonly node: string
  readonly threads: number
}

/** Whom a node may help. */
export interface HelpOffer extends HelpingSearch {
  /** Of the program. A roster is written by the positions that this version gives to shifts. */
  readonly version: string
  /** The least time that such a search has left, in milliseconds. */
  readonly leastMs: number
  /** Jobs that this node does not help again. */
  readonly except: readonly number[]
}

/** A job of another node, with what a search needs that helps it. */
export interface HelpedJob extends Attempt {
  /** gzip and sealed. */
  readonly document: Buffer
  /** Of its search, in milliseconds. */
  readonly leftMs: number
  /** Its best roster so far, packed, and what that scores. */
  readonly roster: Buffer
  readonly score: Score
  /** Whether no other node helps it. */
  readonly isFirst: boolean
}

/**
 * Joins the search of another node of the same version: of those with a roster that fewest nodes help the one that began first. Null when there is none.
 * Rows of helping searches that are gone go with it.
 */
export async function joinSearch(db: Queryable, { id, node, threads, version, leastMs, except }: HelpOffer): Promise<HelpedJob | null> {
  const { rows } = await db.query<HelpedJob>(
    `with gone as (
       delete from helping_searches where id in (select id from helping_searches where leased_until < now() for update skip locked)
     ), chosen as (
       select id, attempt, document, max_seconds * 1000 - solve_ms as left_ms, roster, score,
              (select count(*) from helping_searches where job_id = jobs.id and helping_searches.attempt = jobs.attempt and leased_until >= now()) as helped
         from jobs
        where state = 'SOLVING' and leased_until >= now() and node <> $2 and stop_requested_at is null and roster is not null
          and max_seconds * 1000 - solve_ms >= $5 and id <> all ($6::bigint[])
          and exists (select from nodes where nodes.name = jobs.node and nodes.version = $4)
        order by helped, started_at, id
        limit 1
     ), joined as (
       insert into helping_searches (id, job_id, attempt, node, threads, leased_until)
       select $1, id, attempt, $2, $3, now() + $7 * interval '1 second' from chosen
     )
     select id as "jobId", attempt, document, left_ms as "leftMs", roster, score, helped = 0 as "isFirst" from chosen`,
    [id, node, threads, version, leastMs, except, LEASE_SECONDS],
  )
  return rows[0] ?? null
}

/** What is new of a search that is helped. */
export interface HelpedNow {
  readonly score: Score
  /** Its best roster, packed, where it is better than what the helping search knew. */
  readonly roster: Buffer | null
}

/** Goes on helping; `known`: the best score that the helping search knows. Null when there is nothing to help any more: the search has ended, is to end, or is another attempt's. */
export async function renewHelp(db: Queryable, { id, known }: { id: string; known: Score }): Promise<HelpedNow | null> {
  const { rows } = await db.query<HelpedNow>(
    `update helping_searches
        set leased_until = now() + $3 * interval '1 second'
       from jobs
      where helping_searches.id = $1
        and jobs.id = helping_searches.job_id
        and jobs.attempt = helping_searches.attempt
        and jobs.state = 'SOLVING'
        and jobs.leased_until is not null
        and jobs.stop_requested_at is null
  returning jobs.score, case when jobs.score < $2 then jobs.roster end as roster`,
    [id, known, LEASE_SECONDS],
  )
  return rows[0] ?? null
}

/** Leaves what a helping search has found: its best roster, packed, with its score, and what it has proved; null = nothing new of that. */
export async function leaveFound(
  db: Queryable,
  { id, better, bound }: { id: string; better: { readonly roster: Uint8Array; readonly score: Score } | null; bound: Score | null },
): Promise<void> {
  await db.query(
    'update helping_searches set roster = coalesce($2, roster), score = coalesce($3, score), bound = coalesce($4, bound) where id = $1',
    [id, better?.roster ?? null, better?.score ?? null, bound],
  )
}

/** The help is over: what was found is no longer there either. */
export async function endHelp(db: Queryable, id: string): Promise<void> {
  await db.query('delete from helping_searches where id = $1', [id])
}

/** What the searches that help one have found, all together. */
export interface FoundByHelp {
  /** Of all of them. */
  readonly threads: number
  readonly score: Score | null
  /** The best roster, packed, where it is better than what the search knew. */
  readonly roster: Buffer | null
  readonly bound: Score | null
}

/** What helps an attempt, and what it has found; `known`: the best score that the search knows. Null when nobody does. */
export async function readHelp(db: Queryable, { jobId, attempt, known }: Attempt & { known: Score | null }): Promise<FoundByHelp | null> {
  const { rows } = await db.query<FoundByHelp>(
    `with helping as (select * from helping_searches where job_id = $1 and attempt = $2 and leased_until >= now())
     select (select sum(threads)::integer from helping) as threads, (select max(bound) from helping) as bound, best.score, best.roster
       from (select 1) as one
       left join (select score, roster from helping where score is not null and ($3::bigint[] is null or score < $3) order by score limit 1) as best on true
      where exists (select from helping)`,
    [jobId, attempt, known],
  )
  return rows[0] ?? null
}
