import { decompress } from './compress.ts'
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
  /** Standard Webhooks secret of the department, `whsec_…`. */
  readonly signingSecret: string
  /** UTF-8 JSON, exactly as it goes out. */
  readonly body: Buffer
  /** Tries made so far. Give it back to `recordTry`, which refuses when another node was faster. */
  readonly tries: number
  readonly createdAt: Date
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
}

// Enough to recognise an error page, little enough to keep ten of them for every job.
const ANSWER_CHARACTERS = 1000

/** Stores the call that the end of a job makes due, from the job's own callback columns; `body` is gzip and sealed. Answers its id; null when the job named no callback. */
export async function insertDelivery(
  tx: Transaction,
  delivery: { jobId: number; type: DeliveryType; messageId: string; body: Uint8Array },
): Promise<number | null> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into deliveries (organization_id, department_id, job_id, type, message_id, url, header_name, header_value, body)
     select organization_id, department_id, id, $2, $3, callback_url, callback_header_name, callback_header_value, $4
       from jobs
      where id = $1 and callback_url is not null and erased_at is null
  returning id`,
    [delivery.jobId, delivery.type, delivery.messageId, delivery.body],
  )
  return rows[0]?.id ?? null
}

interface DeliveryRow extends Omit<Delivery, 'headerValue' | 'signingSecret' | 'body'> {
  readonly sealedHeaderValue: Buffer | null
  readonly sealedSigningSecret: Buffer
  readonly sealedBody: Buffer
}

/** A delivery that still has to be made; null when there is none with this id or it is over. A withdrawal waits for the end of the transaction. */
export async function loadPendingDelivery(db: Queryable, key: SecretKey, id: number): Promise<Delivery | null> {
  const { rows } = await db.query<DeliveryRow>(
    `select d.id, d.job_id as "jobId", d.organization_id as "organizationId", d.department_id as "departmentId", d.type,
            d.message_id as "messageId", d.url, d.header_name as "headerName", d.header_value as "sealedHeaderValue",
            p.signing_secret as "sealedSigningSecret", d.body as "sealedBody", d.tries, d.created_at as "createdAt"
       from deliveries d
       join departments p on p.id = d.department_id
      where d.id = $1 and d.state = 'PENDING'
        for share of d`,
    [id],
  )
  const row = rows[0]
  if (!row) return null
  const { sealedHeaderValue, sealedSigningSecret, sealedBody, ...rest } = row
  return {
    ...rest,
    headerValue: sealedHeaderValue && openSecret(key, 'callback-header', sealedHeaderValue).toString(),
    signingSecret: openSecret(key, 'signing-secret', sealedSigningSecret).toString(),
    body: await decompress(openPacked(key, 'callback-body', sealedBody)),
  }
}

/**
 * Writes a try into the log and moves the delivery on. False, and nothing written, when another node recorded a try in
 * the meantime or the delivery was cancelled. Queue the next try in the same transaction.
 */
export async function recordTry(tx: Transaction, made: DeliveryTry): Promise<boolean> {
  const nextTryAt = made.next.state === 'PENDING' ? made.next.at : null
  const { rowCount } = await tx.query(
    `with moved as (
       update deliveries
          set tries = tries + 1, state = $3::text, next_try_at = $4::timestamptz, ended_at = case when $3 = 'PENDING' then null else now() end
        where id = $1 and tries = $2 and state = 'PENDING'
    returning id, department_id, tries
     )
     insert into delivery_attempts (department_id, delivery_id, number, started_at, duration_ms, status, error, answer, next_try_at)
     select department_id, id, tries, $5, $6, $7, $8, $9, $4::timestamptz from moved`,
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
  return rowCount === 1
}

/** The deliveries of a job, oldest first. */
export async function listDeliveries(db: Queryable, jobId: number): Promise<readonly DeliveryEntry[]> {
  const { rows } = await db.query<DeliveryEntry>(
    `select id, job_id as "jobId", department_id as "departmentId", type, message_id as "messageId", url, state, tries,
            created_at as "createdAt", next_try_at as "nextTryAt", ended_at as "endedAt"
       from deliveries where job_id = $1 order by id`,
    [jobId],
  )
  return rows
}

/** Every delivery that still has to be made, oldest first, and when. */
export async function listPendingDeliveries(db: Queryable): Promise<readonly { id: number; nextTryAt: Date }[]> {
  const { rows } = await db.query<{ id: number; nextTryAt: Date }>(
    `select id, coalesce(next_try_at, now()) as "nextTryAt" from deliveries where state = 'PENDING' order by id`,
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
