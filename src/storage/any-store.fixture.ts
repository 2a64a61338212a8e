import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { inTransaction } from './db.ts'
import type { Db, Transaction } from './db.ts'
import { sealSecret } from './seal.ts'
import type { SecretKey } from './seal.ts'

const STATES = ['QUEUED', 'SOLVING', 'SOLVED', 'FAILED', 'CANCELLED'] as const

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((value) => value.replaceAll('\0', ' '))
const bytes = fc.uint8Array({ maxLength: 3000 }).map((value) => Buffer.from(value))
const moment = fc
  .integer({ min: 1_500_000_000, max: 1_900_000_000 })
  .chain((s) => fc.integer({ min: 0, max: 999_999 }).map((us) => `${s}.${String(us).padStart(6, '0')}`))
const score = fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { minLength: 4, maxLength: 4 })
const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { nil: null, freq: 3 })

const job = fc.record({
  state: fc.constantFrom(...STATES),
  isLeased: fc.boolean(),
  isErased: fc.boolean(),
  attempt: fc.integer({ min: 1, max: 3 }),
  createdAt: moment,
  document: bytes,
  warnings: fc.array(fc.record({ pointer: text, code: text, detail: text, hint: text }), { maxLength: 3 }),
  callbackUrl: maybe(fc.webUrl()),
  header: maybe(text),
  roster: maybe(bytes),
  score: maybe(score),
  gap: maybe(fc.double({ noDefaultInfinity: true, noNaN: true })),
  priority: fc.integer({ min: -10, max: 10 }),
  deliveries: fc.array(
    fc.record({
      state: fc.constantFrom('PENDING', 'DELIVERED', 'GIVEN_UP', 'CANCELLED'),
      body: bytes,
      header: maybe(bytes),
      tries: fc.array(maybe(text), { maxLength: 3 }),
    }),
    { maxLength: 2 },
  ),
})

/**
 * Fills a migrated database, at any schema since the first, with rows of every table of a backup in every condition that its
 * constraints allow. The same seed makes the same rows, except for secrets and the names that have to be unique.
 */
export function fillStore(db: Db, content: StoreContent): Promise<void> {
  // One commit, not one for each row.
  return inTransaction(db, (tx) => fillWithin(tx, content))
}

interface StoreContent {
  readonly key: SecretKey
  readonly seed: number
  /** How many; 40 when absent. */
  readonly jobs?: number
}

async function fillWithin(db: Transaction, { key, seed, jobs = 40 }: StoreContent): Promise<void> {
  const random = randomBytes(4).toString('hex')
  const of = async (sql: string, values: readonly unknown[]): Promise<number> =>
    (await db.query<{ id: number }>(`${sql} returning id`, values)).rows[0]!.id
  const origin = (await db.query(`select from pg_attribute where attrelid = 'deliveries'::regclass and attname = 'origin'`)).rowCount === 1
  for (const [i, name] of fc.sample(text, { seed, numRuns: 2 }).entries()) {
    const organization = await of('insert into organizations (name) values ($1)', [`${name} ${seed}, ${i}`])
    const user = await of(`insert into users (organization_id, email, password_hash, role) values ($1, $2, 'hash', 'planner')`, [
      organization,
      `${i}-${random}@x.example`,
    ])
    for (const department of ['Ward', 'Öster "quoted" \\ 💉']) {
      const secret = sealSecret(key, 'signing-secret', `whsec_${randomBytes(24).toString('base64')}`)
      const departmentId = await of('insert into departments (organization_id, name, signing_secret) values ($1, $2, $3)', [
        organization,
        department,
        secret,
      ])
      await db.query('insert into memberships (organization_id, user_id, department_id) values ($1, $2, $3)', [organization, user, departmentId])
      const token = await of(
        `insert into tokens (organization_id, department_id, user_id, hash, scopes, expires_at) values ($1, $2, $3, $4, '{gateway:read,gateway:write}', now())`,
        [organization, departmentId, user, randomBytes(32)],
      )
      const drawn = fc.sample(job, { seed: seed + departmentId, numRuns: Math.ceil(jobs / 4) })
      for (const each of drawn) await insertJob(of, { organization, departmentId, token, origin }, each)
    }
  }
  await fillAuditLog(db)
  // Gaps, as deletions and withdrawn transactions leave them.
  await insertPoints(db)
  await insertPlans(db)
  await db.query(`select nextval(pg_get_serial_sequence('jobs', 'id')) from generate_series(1, 7)`)
}

/** An event of every organization and one of nobody's, where the schema has the audit log. */
async function fillAuditLog(db: Transaction): Promise<void> {
  const { rowCount } = await db.query(`select from pg_class where relname = 'audit_events'`)
  if (rowCount === 0) return
  await db.query(
    `insert into audit_events (at, organization_id, department_id, actor, token_id, user_id, address, action, target, target_id, target_name, detail)
     select now() - id * interval '1 day', organization_id, department_id, 'token', id, user_id, '192.0.2.1', 'token.revoked', 'token', id, 'x', '{"why": 1}' from tokens`,
  )
  await db.query(`insert into audit_events (actor, action) values ('stranger', 'access.refused')`)
}

type Drawn = typeof job extends fc.Arbitrary<infer Value> ? Value : never
/** Whose a row is, and whether deliveries have an origin in this schema. */
interface At {
  readonly organization: number
  readonly departmentId: number
  readonly origin: boolean
}
type Insert = (sql: string, values: readonly unknown[]) => Promise<number>

async function insertJob(of: Insert, at: At & { token: number }, drawn: Drawn): Promise<void> {
  const { state, isLeased, isErased } = drawn
  const hasEnded = state === 'SOLVED' || state === 'FAILED' || state === 'CANCELLED'
  const erased = isErased && hasEnded
  const attempt = state === 'QUEUED' ? 0 : drawn.attempt
  const id = await of(
    `insert into jobs (organization_id, department_id, token_id, state, attempt, handed_back, node, leased_until, created_at, ended_at, erased_at,
                       document, document_bytes, max_seconds, warnings, callback_url, callback_header_name, callback_header_value, request_hash,
                       roster, score, gap, solution, stop_reason, failure_reason, priority, moves)
     values ($1, $2, $3, $4, $5, greatest($5 - 1, 0), $6, $7, to_timestamp($8), $9, $10, $11, $12, 60, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, 9007199254740991)`,
    [
      at.organization,
      at.departmentId,
      at.token,
      state,
      attempt,
      state === 'SOLVING' && isLeased ? 'host:1' : null,
      state === 'SOLVING' && isLeased ? '2027-01-01T00:00:00.123456Z' : null,
      drawn.createdAt,
      hasEnded ? new Date() : null,
      erased ? new Date() : null,
      erased ? null : drawn.document,
      drawn.document.length,
      JSON.stringify(drawn.warnings),
      drawn.callbackUrl,
      drawn.header,
      erased ? null : Buffer.from([0, 10, 13, 255]),
      Buffer.alloc(state === 'QUEUED' ? 0 : 32, 10),
      erased ? null : drawn.roster,
      drawn.score,
      drawn.gap,
      state === 'SOLVED' && !erased ? drawn.document : null,
      state === 'SOLVED' ? 'CONVERGED' : null,
      state === 'FAILED' ? 'a reason\nof two lines' : null,
      drawn.priority,
    ],
  )
  for (const delivery of drawn.deliveries) await insertDelivery(of, { ...at, job: id }, delivery)
}

/** Points of every job that has a score, where the schema knows them. */
async function insertPoints(db: Transaction): Promise<void> {
  if ((await db.query(`select from pg_class where relname = 'progress_points'`)).rowCount === 0) return
  await db.query(
    `insert into progress_points (department_id, job_id, step, solve_ms, score, bound)
     select department_id, id, step, 1000 * step + 1, score, case when step = 2 then score end
       from jobs, generate_series(0, 2) as step
      where score is not null
         on conflict do nothing`,
  )
}

/** A plan of every job, with a version, a publication and a link of an employee, where the schema knows them. */
async function insertPlans(db: Transaction): Promise<void> {
  if ((await db.query(`select from pg_class where relname = 'employee_links'`)).rowCount === 0) return
  await db.query(
    `with plan as (
       insert into plans (organization_id, department_id, name, note, version, published, archived_at)
       select organization_id, department_id, 'Plan of ' || id, E'a\\nb', 1, 1, ended_at from jobs
       returning id, organization_id, department_id
     ), version as (
       insert into plan_versions (department_id, plan_id, number, author, source, content, content_bytes, employees, shifts, errors, warnings)
       select department_id, id, 1, 'somebody', 'EDITED', '\\x000a0dff', 4, 1, 2, 3, 4 from plan
     ), publication as (
       insert into plan_publications (department_id, plan_id, version, author) select department_id, id, 1, 'somebody' from plan
     ), request as (
       insert into plan_requests (department_id, plan_id, job_id, version)
       select p.department_id, p.id, (select max(j.id) from jobs j where j.department_id = p.department_id), 1 from plan p
     )
     insert into employee_links (organization_id, department_id, plan_id, employee, hash, expires_at)
     select organization_id, department_id, id, '1', sha256(id::text::bytea), now() from plan`,
  )
}

async function insertDelivery(of: Insert, at: At & { job: number }, drawn: Drawn['deliveries'][number]): Promise<void> {
  const id = await of(
    `insert into deliveries (organization_id, department_id, job_id, type, message_id, url, header_value, body, state, tries, ended_at${at.origin ? ', origin' : ''})
     values ($1, $2, $3, 'schedule.solved', $4, 'https://consumer.example/', $5, $6, $7, $8, case when $7 = 'PENDING' then null else now() end${at.origin ? `, 'https://consumer.example'` : ''})`,
    [at.organization, at.departmentId, at.job, `msg_${randomBytes(12).toString('hex')}`, drawn.header, drawn.body, drawn.state, drawn.tries.length],
  )
  for (const [i, error] of drawn.tries.entries()) {
    await of(
      `insert into delivery_attempts (department_id, delivery_id, number, started_at, duration_ms, error) values ($1, $2, $3, clock_timestamp(), 1, $4)`,
      [at.departmentId, id, i + 1, error],
    )
  }
}
