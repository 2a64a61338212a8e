import { storableText } from './db.ts'
import type { Queryable, Transaction } from './db.ts'

/** How the calls of one department to one origin went, as it is shown to people. */
export interface CallbackOrigin {
  readonly departmentId: number
  /** Scheme, host and port, such as `https://consumer.example`. */
  readonly origin: string
  /** True after three failed tries in a row. */
  readonly failing: boolean
  /** Failed tries in a row; 0 when the last one succeeded. */
  readonly failures: number
  /** HTTP status of the last failed try; null when it had no answer, and when none has failed. */
  readonly lastStatus: number | null
  readonly lastError: string | null
  readonly lastFailedAt: Date | null
  readonly lastSucceededAt: Date | null
  /** No call before, because it asked us to slow down; null when it did not. */
  readonly putOffUntil: Date | null
  /** Deliveries that are still to be made. */
  readonly pending: number
}

/** What one try says of the origin that was called. */
export interface OriginOutcome {
  readonly departmentId: number
  readonly origin: string
  readonly startedAt: Date
  /** HTTP status; null when no answer came. */
  readonly status: number | null
  /** Null for a success. */
  readonly error: string | null
  /** Set when it asked us to slow down: until when, and how often in a row by now. */
  readonly putOff: { readonly until: Date; readonly times: number } | null
}

/** Failed tries in a row from which an origin counts as failing: 5 min into an outage, at one callback. */
const FAILING_FROM = 3
/** Origins that were not called for so long are forgotten. */
const KEPT_DAYS = 30
// More than one that is new, so that the table shrinks by itself.
const FORGOTTEN_AT_ONCE = 10

/** Notes what a try says of its origin, and forgets origins that were not called for 30 days. */
export async function recordOutcome(tx: Transaction, { putOff, ...outcome }: OriginOutcome): Promise<void> {
  await tx.query(
    // A success ends a put-off only when it was called after it: one that was under way meanwhile says nothing of it.
    `with forgotten as (
       delete from callback_origins
        where (department_id, origin) in (select department_id, origin from callback_origins
                                           where tried_at < $3::timestamptz - $8 * interval '1 day' and (department_id, origin) <> ($1, $2)
                                           limit $9 for update skip locked)
     )
     insert into callback_origins as o (department_id, origin, tried_at, status, error, put_off_until, put_offs, failures, failed_at, succeeded_at)
     values ($1, $2, $3, case when $5::text is not null then $4::int end, $5, $6, $7, case when $5 is null then 0 else 1 end,
             case when $5 is not null then $3 end, case when $5 is null then $3 end)
         on conflict (department_id, origin) do update
        set tried_at = greatest(o.tried_at, $3),
            failures = case when $5 is null then 0 else o.failures + 1 end,
            status = case when $5 is null then o.status else $4 end,
            error = coalesce($5, o.error),
            failed_at = coalesce(excluded.failed_at, o.failed_at),
            succeeded_at = coalesce(excluded.succeeded_at, o.succeeded_at),
            put_off_until = case when $5 is null and $3 >= o.put_off_until then null else greatest(o.put_off_until, $6) end,
            put_offs = case when $5 is null and (o.put_off_until is null or $3 >= o.put_off_until) then 0 else greatest(o.put_offs, $7) end`,
    [
      outcome.departmentId,
      outcome.origin,
      outcome.startedAt,
      outcome.status,
      outcome.error && storableText(outcome.error),
      putOff?.until ?? null,
      putOff?.times ?? 0,
      KEPT_DAYS,
      FORGOTTEN_AT_ONCE,
    ],
  )
}

/**
 * Origins in their order, at most `limit`, behind `after` when it is not null: those of one department, or of all when `departmentId` is null;
 * with `which: 'failing'` only those that keep failing.
 */
export async function listOrigins(
  db: Queryable,
  page: { departmentId: number | null; which: 'all' | 'failing'; after: string | null; limit: number },
): Promise<readonly CallbackOrigin[]> {
  const { rows } = await db.query<CallbackOrigin>(
    `select department_id as "departmentId", origin, failures >= $1 as failing, failures, status as "lastStatus", error as "lastError",
            failed_at as "lastFailedAt", succeeded_at as "lastSucceededAt",
            case when put_off_until > now() then put_off_until end as "putOffUntil",
            (select count(*) from deliveries d
              where d.department_id = o.department_id and d.origin = o.origin and d.state = 'PENDING') as pending
       from callback_origins o
      where ($2::bigint is null or department_id = $2)
        and ($3 = 'all' or failures >= $1)
        and ($4::text is null or origin > $4)
      order by origin, department_id
      limit $5`,
    [FAILING_FROM, page.departmentId, page.which, page.after, page.limit],
  )
  return rows
}
