import { storableText } from './db.ts'
import type { Queryable, Transaction } from './db.ts'
import { openPacked, openSecret } from './seal.ts'
import type { SecretKey } from './seal.ts'

export type DeliveryType = 'schedule.solved' | 'schedule.failed'

/** PENDING until it has reached the client, was given up after its last try, or its job was withdrawn. */
export type DeliveryState = 'PENDING' | 'DELIVERED' | 'GIVEN_UP' | 'CANCELLED'

/** A call to make: everything that one try needs, secrets opened. Never log it. */
export interface Delivery {
  readonly id: number
  readonly jobId: number
  readonly organizationId: number
  readonly departmentId: number
  readonly type: DeliveryType
  /** `webhook-id`, the same on every try. */
  readonly messageId: string
  readonly url: string
  /** The header that the client asked for; both or neither. */
  readonly headerName: string | null
  readonly headerValue: string | null
  /** Standard Webhooks secrets of the department, `whsec_…`: the present one, and the one before while both are good. */
  readonly signingSecrets: readonly string[]
  /** UTF-8 JSON as it goes out, gzip. */
  readonly packedBody: Buffer
  /** Tries made so far. Give it back to `recordTry`, which refuses when another node was faster. */
  readonly tries: number
  readonly createdAt: Date
  /** The span of the submission; null where nothing was traced. */
  readonly traceparent: string | null
}

/** A delivery as the queue knows it. */
export interface QueuedDelivery {
  readonly id: number
  readonly jobId: number
  /** Scheme, host and port of its address. */
  readonly origin: string
  /** Counts its entries in the queue; only the newest means anything. */
  readonly queueNumber: number
}

/** A delivery whose turn it is, before its body and secrets are loaded. */
export interface DueDelivery extends QueuedDelivery {
  readonly departmentId: number
  /** Of the body as it is stored: compressed and sealed. */
  readonly packedBytes: number
  /** The origin is not to be called before; null when it is not put off. In the past when it was. */
  readonly putOffUntil: Date | null
  /** How often in a row the origin was put off. */
  readonly putOffs: number
}

/** What one try came to. */
export interface DeliveryTry {
  readonly deliveryId: number
  /** `Delivery.tries` as it was loaded. */
  readonly triesBefore: number
  readonly startedAt: Date
  readonly durationMs: number
  /** HTTP status; null when no answer came. */
  readonly status: number | null
  readonly error: string | null
  /** First bytes of the answer, as text. */
  readonly answer: string | null
  /** The delivery is over, or is tried again at `at`. */
  readonly next: { readonly state: 'DELIVERED' | 'GIVEN_UP' } | { readonly state: 'PENDING'; readonly at: Date }
}

/** One try as it is shown to people. */
export interface DeliveryAttempt {
  readonly number: number
  readonly startedAt: Date
  readonly durationMs: number
  readonly status: number | null
  readonly error: string | null
  readonly answer: string | null
  readonly nextTryAt: Date | null
}

/** A delivery as it is shown to people: no secret, no body. */
export interface DeliveryEntry {
  readonly id: number
  /** Counts the deliveries of the job from 1. */
  readonly number: number
  readonly jobId: number
  readonly departmentId: number
  readonly type: DeliveryType
  readonly messageId: string
  readonly url: string
  readonly state: DeliveryState
  readonly tries: number
  readonly createdAt: Date
  readonly nextTryAt: Date | null
  readonly endedAt: Date | null
  /** True once there is nothing left to send. */
  readonly isErased: boolean
}

/** A delivery in the list of its department: with what its request is called, and the newest try alone. */
export interface ListedDelivery extends DeliveryEntry {
  readonly name: string | null
  readonly reference: string | null
  /** HTTP status of the newest try; null when no answer came, and before the first. */
  readonly lastStatus: number | null
  /** Why the newest try was no success; null when it was one, and before the first. */
  readonly lastError: string | null
  /** When the newest try was made; null before the first. */
  readonly lastTriedAt: Date | null
}

// Enough to recognise an error page, little enough to keep ten of them for every job.
const ANSWER_CHARACTERS = 200

/** Stores the call that the end of a job makes due, from the job's own callback columns; `body` is gzip and sealed. Null when the job named no callback. */
export async function insertDelivery(
  tx: Transaction,
  delivery: { jobId: number; type: DeliveryType; messageId: string; body: Uint8Array },
): Promise<QueuedDelivery | null> {
  const { jobId, type, messageId, body } = delivery
  const found = await tx.query<{ url: string }>(
    'select callback_url as url from jobs where id = $1 and callback_url is not null and erased_at is null',
    [jobId],
  )
  if (!found.rows[0]) return null
  const { rows } = await tx.query<QueuedDelivery>(
    `insert into deliveries (organization_id, department_id, job_id, type, message_id, url, origin, header_name, header_value, body)
     select organization_id, department_id, id, $2, $3, callback_url, $4, callback_header_name, callback_header_value, $5
       from jobs
      where id = $1
  returning id, job_id as "jobId", origin, queue_number as "queueNumber"`,
    [jobId, type, messageId, originOf(found.rows[0].url), body],
  )
  return rows[0] ?? null
}

/** Scheme, host and port of an address that was found to be one: what is limited and put off together. */
function originOf(url: string): string {
  return new URL(url).origin
}

/** The delivery that an entry of the queue is about; null when it is over, or a newer entry stands for it. */
export async function findDueDelivery(db: Queryable, entry: Pick<QueuedDelivery, 'id' | 'queueNumber'>): Promise<DueDelivery | null> {
  const { rows } = await db.query<DueDelivery>(
    `select d.id, d.origin, d.queue_number as "queueNumber", d.job_id as "jobId", d.department_id as "departmentId",
            octet_length(d.body) as "packedBytes", o.put_off_until as "putOffUntil", coalesce(o.put_offs, 0) as "putOffs"
       from deliveries d
       left join callback_origins o on o.department_id = d.department_id and o.origin = d.origin
      where d.id = $1 and d.queue_number = $2 and d.state = 'PENDING'`,
    [entry.id, entry.queueNumber],
  )
  return rows[0] ?? null
}

/** A delivery that still has to be made, with its secrets and its body as they are stored. */
export interface PendingDelivery extends Omit<Delivery, 'headerValue' | 'signingSecrets' | 'packedBody'> {
  readonly sealedHeaderValue: Buffer | null
  readonly sealedSecret: Buffer
  readonly sealedPreviousSecret: Buffer | null
  readonly sealedBody: Buffer
}

/** A delivery that still has to be made; null when there is none with this id or it is over. A withdrawal waits for the end of the transaction. */
export async function loadPendingDelivery(db: Queryable, id: number): Promise<PendingDelivery | null> {
  const { rows } = await db.query<PendingDelivery>(
    `select d.id, d.job_id as "jobId", d.organization_id as "organizationId", d.department_id as "departmentId", d.type,
            d.message_id as "messageId", d.url, d.header_name as "headerName", d.header_value as "sealedHeaderValue",
            p.signing_secret as "sealedSecret", case when p.previous_secret_until > now() then p.previous_signing_secret end as "sealedPreviousSecret",
            d.body as "sealedBody", d.tries, d.created_at as "createdAt", j.traceparent
       from deliveries d
       join jobs j on j.id = d.job_id
       join departments p on p.id = d.department_id
      where d.id = $1 and d.state = 'PENDING'
        for share of d`,
    [id],
  )
  return rows[0] ?? null
}

/** What a call needs. Throws `environment-unfit` when the key does not open what is stored, and whatever a damaged value leads to. */
export function openDelivery(key: SecretKey, pending: PendingDelivery): Delivery {
  const { sealedHeaderValue, sealedSecret, sealedPreviousSecret, sealedBody, ...rest } = pending
  const secrets = sealedPreviousSecret === null ? [sealedSecret] : [sealedSecret, sealedPreviousSecret]
  return {
    ...rest,
    headerValue: sealedHeaderValue && openSecret(key, 'callback-header', sealedHeaderValue).toString(),
    signingSecrets: secrets.map((sealed) => openSecret(key, 'signing-secret', sealed).toString()),
    packedBody: openPacked(key, 'callback-body', sealedBody),
  }
}

/**
 * Writes a try into the log and moves the delivery on. Null, and nothing written, when another node recorded a try in
 * the meantime or the delivery was cancelled. Queue the next try in the same transaction.
 */
export async function recordTry(tx: Transaction, made: DeliveryTry): Promise<QueuedDelivery | null> {
  const nextTryAt = made.next.state === 'PENDING' ? made.next.at : null
  const { rows } = await tx.query<QueuedDelivery>(
    `with moved as (
       update deliveries
          set tries = tries + 1, state = $3::text, next_try_at = $4::timestamptz, queue_number = queue_number + 1,
              ended_at = case when $3 = 'PENDING' then null else now() end
        where id = $1 and tries = $2 and state = 'PENDING'
    returning id, job_id, department_id, tries, origin, queue_number
     ), logged as (
       insert into delivery_attempts (department_id, delivery_id, number, started_at, duration_ms, status, error, answer, next_try_at)
       select department_id, id, tries, $5, $6, $7, $8, $9, $4::timestamptz from moved
     )
     select id, job_id as "jobId", origin, queue_number as "queueNumber" from moved`,
    [
      made.deliveryId,
      made.triesBefore,
      made.next.state,
      nextTryAt,
      made.startedAt,
      Math.round(made.durationMs),
      made.status,
      made.error && storableText(made.error),
      // A receiver may answer anything.
      made.answer && storableText(made.answer).slice(0, ANSWER_CHARACTERS),
    ],
  )
  return rows[0] ?? null
}

/** Lets a delivery wait until its origin may be called again; no try is counted. Null when a newer entry stands for it. Queue it in the same transaction. */
export async function putOffDelivery(tx: Transaction, due: QueuedDelivery, until: Date): Promise<QueuedDelivery | null> {
  const { rows } = await tx.query<QueuedDelivery>(
    `update deliveries set next_try_at = $3, queue_number = queue_number + 1
      where id = $1 and queue_number = $2 and state = 'PENDING'
  returning id, job_id as "jobId", origin, queue_number as "queueNumber"`,
    [due.id, due.queueNumber, until],
  )
  return rows[0] ?? null
}

/** What came of asking for a delivery once more. `due`: it is called now anyway. */
export type Requeued = { readonly outcome: 'queued'; readonly delivery: QueuedDelivery } | { readonly outcome: 'due' | 'erased' | 'exhausted' }

/**
 * Makes the delivery of a job with this number due at once, whether it has ended or waits for its next try; tries go on being counted.
 * Null when there is none of this number. Queue what is `queued` in the same transaction.
 */
export async function requeueDelivery(tx: Transaction, wanted: { jobId: number; number: number; mostTries: number }): Promise<Requeued | null> {
  const { rows } = await tx.query<QueuedDelivery & { outcome: Requeued['outcome'] }>(
    `with chosen as (
       select id, case when state = 'PENDING' and next_try_at <= now() then 'due'
                       when body is null then 'erased'
                       when tries >= $3 then 'exhausted'
                       else 'queued'
                  end as outcome
         from deliveries where job_id = $1 order by id offset $2 limit 1 for update
     ), requeued as (
       update deliveries d
          set state = 'PENDING', ended_at = null, next_try_at = now(), queue_number = queue_number + 1
         from chosen
        where d.id = chosen.id and chosen.outcome = 'queued'
    returning d.id, d.job_id as "jobId", d.origin, d.queue_number as "queueNumber"
     )
     select chosen.outcome, requeued.* from chosen left join requeued on true`,
    [wanted.jobId, wanted.number - 1, wanted.mostTries],
  )
  if (!rows[0]) return null
  const { outcome, ...delivery } = rows[0]
  return outcome === 'queued' ? { outcome, delivery } : { outcome }
}

/** The deliveries of a job, oldest first. */
export async function listDeliveries(db: Queryable, jobId: number): Promise<readonly DeliveryEntry[]> {
  const { rows } = await db.query<DeliveryEntry>(
    `select id, row_number() over (order by id) as number, job_id as "jobId", department_id as "departmentId", type, message_id as "messageId",
            url, state, tries, created_at as "createdAt", next_try_at as "nextTryAt", ended_at as "endedAt", body is null as "isErased"
       from deliveries where job_id = $1 order by id`,
    [jobId],
  )
  return rows
}

/**
 * Deliveries of a department, newest first, at most `limit`, with ids below `before` when it is not null; of any state when `state` is null. None of a
 * job that was withdrawn.
 */
export async function listDeliveriesOfDepartment(
  db: Queryable,
  page: { departmentId: number; limit: number; before: number | null; state: DeliveryState | null },
): Promise<readonly ListedDelivery[]> {
  const { rows } = await db.query<ListedDelivery>(
    // Tries are counted in the same statement that logs them, so the newest has the number of their count.
    `select d.id, (select count(*) from deliveries e where e.job_id = d.job_id and e.id <= d.id) as number, d.job_id as "jobId",
            d.department_id as "departmentId", d.type, d.message_id as "messageId", d.url, d.state, d.tries, d.created_at as "createdAt",
            d.next_try_at as "nextTryAt", d.ended_at as "endedAt", d.body is null as "isErased", j.name, j.reference,
            a.status as "lastStatus", a.error as "lastError", a.started_at as "lastTriedAt"
       from deliveries d
       join jobs j on j.id = d.job_id and j.erased_at is null
       left join delivery_attempts a on a.delivery_id = d.id and a.number = d.tries
      where d.department_id = $1
        and ($2::bigint is null or d.id < $2)
        and ($3::text is null or d.state = $3)
      order by d.id desc
      limit $4`,
    [page.departmentId, page.before, page.state, page.limit],
  )
  return rows
}

/** Every delivery that still has to be made, oldest first, and in how many milliseconds by the clock of the database; 0 when it is due. */
export async function listPendingDeliveries(db: Queryable): Promise<readonly (QueuedDelivery & { readonly delayMs: number })[]> {
  const { rows } = await db.query<QueuedDelivery & { delayMs: number }>(
    `select id, job_id as "jobId", origin, queue_number as "queueNumber",
            coalesce(greatest(extract(epoch from next_try_at - clock_timestamp()) * 1000, 0), 0)::double precision as "delayMs"
       from deliveries
      where state = 'PENDING'
      order by id`,
  )
  return rows
}

/** Every try of a delivery, first one first. */
export async function listDeliveryAttempts(db: Queryable, deliveryId: number): Promise<readonly DeliveryAttempt[]> {
  const { rows } = await db.query<DeliveryAttempt>(
    `select number, started_at as "startedAt", duration_ms as "durationMs", status, error, answer, next_try_at as "nextTryAt"
       from delivery_attempts where delivery_id = $1 order by number`,
    [deliveryId],
  )
  return rows
}

/** Cancels what is still to be called for a job and erases what was to be said. */
export async function eraseDeliveries(tx: Transaction, jobId: number): Promise<void> {
  await tx.query(
    `update deliveries
        set state = case when state = 'PENDING' then 'CANCELLED' else state end,
            ended_at = coalesce(ended_at, now()),
            next_try_at = null, body = null, header_value = null
      where job_id = $1`,
    [jobId],
  )
}
