/**
 * The peer: what somebody would write in an hour for the same two addresses with the same parts, and without anything else. It takes a schedule
 * that its schema allows and stores it as posted, in one statement; it reads the columns of a job by its id and answers them as JSON. It knows
 * no tokens, no departments, no queue, no compression, no sealing and no issues beyond the first.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { ScheduleSubmission } from '../../src/api/schemas/submission.ts'

/** As many as the gateway has. */
const CONNECTIONS = 10

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: CONNECTIONS })

const app = Fastify({
  bodyLimit: 64 * 1024 * 1024,
  // As the gateway takes it: nothing coerced, filled in or thrown away.
  ajv: { customOptions: { coerceTypes: false, useDefaults: false, removeAdditional: false, strict: false } },
})
const posted = new WeakMap<object, Buffer>()
app.removeContentTypeParser('application/json')
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, bytes: Buffer) => {
  const document = JSON.parse(bytes.toString()) as object
  posted.set(document, bytes)
  return document
})

app.post('/jobs', { schema: { body: ScheduleSubmission } }, async (request, reply) => {
  const { rows } = await pool.query('insert into bare_jobs (document) values ($1) returning id', [posted.get(request.body as object)])
  return reply.status(201).send(rows[0])
})

app.get('/jobs/:id', async (request, reply) => {
  const { rows } = await pool.query(
    `select id, organization_id, department_id, state, attempt, created_at, started_at, ended_at, stop_requested_at,
            employees, shifts, max_seconds, priority, warnings, callback_url, revision, score, bound, gap, moves, solve_ms, improved_at,
            stop_reason, failure_reason
       from jobs
      where id = $1`,
    [(request.params as { id: string }).id],
  )
  return rows[0] ?? reply.status(404).send()
})

console.log(`bare server listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
