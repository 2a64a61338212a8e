// Slow: a gateway solves fifteen schedules, each by a search of its own.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDepartment } from '../../src/access/organizations.ts'
import { createToken } from '../../src/access/tokens.ts'
import { type Client, createClient } from '../../src/client/client.ts'
import { readConfig } from '../../src/config.ts'
import { eraseExpired } from '../../src/jobs/erase-expired.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { HANG_MS, PATIENT } from '../patience.ts'
import { type Receiver, startReceiver } from '../receiver.ts'

const KEY = randomBytes(32)
const SECRET = 'the secret of the callback'

let database: TestDatabase
let server: RunningServer
let receiver: Receiver
let client: Client
let token = ''
let stranger: Client

const shift = (id: number, day: number) => ({ id, spot: 1, start: `2026-03-0${day}T07:00:00+01:00`, end: `2026-03-0${day}T15:00:00+01:00` })
const schedule = (more: object = {}) => ({
  callbackUrl: receiver.url,
  callbackAuthenticationHeaderName: 'X-API-Key',
  callbackAuthenticationHeaderValue: SECRET,
  name: 'Week',
  reference: 'W10',
  labels: { ward: '3' },
  timeZone: 'Europe/Copenhagen',
  employees: [{ id: 1 }, { id: 2 }],
  shifts: [shift(1, 2), shift(2, 3), shift(3, 4)],
  spots: [{ id: 1 }],
  termination: { maxSeconds: 5, stallSeconds: 1 },
  ...more,
})
const ill = (employeeId: number, start: string, end = start) => ({ absent: { employeeId, start, end, kind: 'illness' } })

beforeAll(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver((response) => response.writeHead(204).end())
  const config = readConfig(
    { port: 0, databaseUrl: database.url, callbackAllow: '127.0.0.0/8', threads: 1 },
    { ...PATIENT, TURNUS_SECRET_KEY: KEY.toString('hex'), TURNUS_LOG_LEVEL: 'silent' },
  )
  server = await startServer(config)
  token = (await createToken(database, { organization: 'Turnus', department: 'main' })).token
  client = createClient({ baseUrl: server.address!, token })
  await createDepartment({ db: database.db, key: KEY }, { organization: 'Turnus', name: 'other' })
  const other = await createToken(database, { organization: 'Turnus', department: 'other' })
  stranger = createClient({ baseUrl: server.address!, token: other.token })
}, HANG_MS)
afterAll(async () => {
  await server?.close()
  await receiver?.close()
  await database?.close()
})

/** Submits, and answers once it is solved. */
async function solved(more: object = {}): Promise<string> {
  const { solverProblemId } = await client.submit(schedule(more))
  expect((await client.waitForEnd(solverProblemId, { everyMs: 20 })).status).toBe('SOLVED')
  return solverProblemId
}

async function replanned(id: string, request: Parameters<Client['replan']>[1]): Promise<string> {
  const { solverProblemId } = await client.replan(id, request)
  expect((await client.waitForEnd(solverProblemId, { everyMs: 20 })).status).toBe('SOLVED')
  return solverProblemId
}

/** As when their time is over. */
async function erase(ids: readonly string[]): Promise<void> {
  await database.db.query(`update jobs set ended_at = now() - interval '40 days' where id = any ($1)`, [ids])
  await database.db.query(`update deliveries set state = 'DELIVERED', ended_at = now() where state = 'PENDING'`)
  await eraseExpired(
    { db: database.db, log: { info: () => {}, warn: () => {}, error: () => {} } as never, retentionDays: 30, auditDays: 30 },
    new AbortController().signal,
  )
}

const staff = async (id: string) => Object.fromEntries((await client.solution(id))!.shifts.map((one) => [one['id'], one['employee']]))

test(
  'a replan is a request of its own, with the roster of the old one, what happened, and the callback of the old one',
  async () => {
    const id = await solved()
    const before = await staff(id)
    const away = before[2] as number
    const again = await replanned(id, { events: [ill(away, '2026-03-03')], freezeUntil: '2026-03-03T00:00:00+01:00', alternatives: 2 })
    expect(await client.entry(again)).toMatchObject({ basedOn: id, name: 'Week', reference: 'W10', labels: { ward: '3' } })
    expect((await client.entry(id)).basedOn).toBeNull()
    const { alternatives, changes, score } = (await client.solution(again))!
    expect(alternatives!.find(({ shifts }) => shifts.length === 0)).toMatchObject({ changes, score })
    expect(changes).toMatchObject([{ shiftId: 2, before: away, after: 3 - away }])
    expect((await client.solution(id))!.alternatives).toBeUndefined()
    const after = await staff(again)
    expect(after[1]).toBe(before[1])
    expect(after[2]).toBe(3 - away)
    await expect.poll(() => receiver.calls.map(({ body }) => JSON.parse(body)['basedOn'])).toEqual([null, id])
    for (const { headers } of receiver.calls) expect(headers['x-api-key']).toBe(SECRET)
    const events = []
    for await (const event of client.events(again)) events.push(event)
    expect(events.at(-1)).toMatchObject({ type: 'end', basedOn: id })
    // What is stored of it is a schedule as any other, without the secret.
    const shown = await (await fetch(`${server.address}/api/v1/gateway/${again}/schedule`, { headers: { authorization: `Bearer ${token}` } })).text()
    expect(JSON.parse(shown).shifts).toMatchObject([
      { id: 1, employee: before[1], fixed: true },
      { id: 2, employee: null },
      { id: 3, employee: before[3] },
    ])
    expect(shown).not.toContain(SECRET)
    expect((await client.list({ basedOn: id })).map(({ solverProblemId }) => solverProblemId)).toEqual([again])
    expect(await client.list({ basedOn: 'x' })).toEqual([])
  },
  HANG_MS,
)

test(
  'replans of replans keep their lineage, and of what is withdrawn or erased the number alone',
  async () => {
    const first = await solved()
    const second = await replanned(first, { events: [] })
    const third = await replanned(second, { events: [{ cancelShift: { shiftId: 3 } }] })
    const beside = await replanned(first, { events: [], leaveEmpty: [1] })
    const idsOf = async (id: string) => {
      const { basedOn, replans } = await client.lineage(id)
      return [basedOn, replans].map((list) => list.map(({ solverProblemId, status }) => `${solverProblemId} ${status}`))
    }
    expect(await idsOf(third)).toEqual([[`${second} SOLVED`, `${first} SOLVED`], []])
    expect(await idsOf(first)).toEqual([[], [`${beside} SOLVED`, `${second} SOLVED`]])
    await client.withdraw(second)
    expect(await idsOf(third)).toEqual([[`${second} null`, `${first} SOLVED`], []])
    expect((await client.lineage(third)).basedOn[0]).toEqual({
      solverProblemId: second,
      status: null,
      name: null,
      createdAt: null,
      endedAt: null,
      score: null,
    })
    await expect(client.replan(second, { events: [] })).rejects.toMatchObject({ status: 404 })
    await expect(client.lineage(second)).rejects.toMatchObject({ status: 404 })
    // What was based on it is whole.
    expect((await client.solution(third))!.shifts).toHaveLength(2)
    await erase([first, second])
    expect(await idsOf(third)).toEqual([[`${second} null`], []])
    expect(await idsOf(beside)).toEqual([[`${first} null`], []])
  },
  HANG_MS,
)

test(
  'a replan of a replan names whom it took off a shift, and nobody whom the one before did; it keeps that when the one before is gone',
  async () => {
    const first = await solved()
    const away = (await staff(first))[2] as number
    const second = await replanned(first, { events: [ill(away, '2026-03-03')] })
    const third = await replanned(second, { events: [ill(3 - away, '2026-03-03')], alternatives: 2 })
    const takenFrom = async (id: string): Promise<unknown> => {
      const answer = await fetch(`${server.address}/api/v1/gateway/${id}/schedule`, { headers: { authorization: `Bearer ${token}` } })
      return ((await answer.json()) as { shifts: { takenFrom?: readonly number[] }[] }).shifts.map((one) => one.takenFrom)
    }
    expect(await takenFrom(second)).toEqual([undefined, [away], undefined])
    expect((await client.solution(second))!.changes).toMatchObject([{ shiftId: 2, before: away, after: 3 - away }])
    const told = async (): Promise<void> => {
      expect(await takenFrom(third)).toEqual([undefined, [3 - away], undefined])
      const { changes, leastChanges, alternatives } = (await client.solution(third))!
      expect(changes).toMatchObject([{ shiftId: 2, before: 3 - away, after: null }])
      // Nobody is left to take it: the one change there is.
      expect(leastChanges).toMatchObject({ count: 1, proved: true })
      expect(alternatives).toMatchObject([{ changes, shifts: [] }])
    }
    await told()
    await client.withdraw(second)
    await told()
    expect((await client.lineage(third)).basedOn).toMatchObject([{ solverProblemId: second, status: null }, { solverProblemId: first }])
    await erase([first])
    await told()
  },
  HANG_MS,
)

test(
  'the same key with the same body is answered with the first answer, and with another body or for another request refused',
  async () => {
    const [id, other] = [await solved(), await solved()]
    const options = { idempotencyKey: 'replan-1' }
    const first = await client.replan(id, { events: [] }, options)
    expect(await client.replan(id, { events: [] }, options)).toEqual(first)
    for (const [of, request] of [
      [id, { events: [], leaveEmpty: [1] }],
      [other, { events: [] }],
    ] as const)
      await expect(client.replan(of, request, options)).rejects.toMatchObject({ status: 422, problem: { code: 'idempotency-key-reused' } })
    await expect(client.submit(schedule(), options)).rejects.toMatchObject({ status: 422, problem: { code: 'idempotency-key-reused' } })
    expect((await client.lineage(id)).replans).toHaveLength(1)
  },
  HANG_MS,
)

test(
  'a repeated replan is answered with the first answer, also when what it planned again was withdrawn or erased',
  async () => {
    const repeated = async (id: string, isGone: () => Promise<unknown>) => {
      const options = { idempotencyKey: `gone-${id}` }
      const first = await client.replan(id, { events: [], leaveEmpty: [1] }, options)
      await isGone()
      await expect(client.replan(id, { events: [], leaveEmpty: [1] })).rejects.toMatchObject({ status: 404 })
      const raw = await fetch(`${server.address}/api/v1/gateway/${id}/replan`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': options.idempotencyKey },
        body: JSON.stringify({ events: [], leaveEmpty: [1] }),
      })
      expect([raw.status, raw.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
      expect(await raw.json()).toEqual(first)
      // Another body under that key is refused as ever; another department knows nothing of the key.
      const other = client.replan(id, { events: [] }, options)
      await expect(other).rejects.toMatchObject({ status: 422, problem: { code: 'idempotency-key-reused' } })
      await expect(stranger.replan(id, { events: [], leaveEmpty: [1] }, options)).rejects.toMatchObject({ status: 404 })
    }
    const [withdrawn, erased] = [await solved(), await solved()]
    await repeated(withdrawn, () => client.withdraw(withdrawn))
    await repeated(erased, () => erase([erased]))
  },
  HANG_MS,
)

test(
  'only a solved request of the own department is planned again',
  async () => {
    const { solverProblemId: waiting } = await client.submit(
      schedule({ termination: { maxSeconds: 60 }, shifts: Array.from({ length: 60 }, (_, i) => ({ ...shift(1, 2), id: i })) }),
    )
    const early = client.replan(waiting, { events: [] })
    await expect(early).rejects.toMatchObject({ status: 409, problem: { code: 'job-not-solved' } })
    await client.withdraw(waiting)
    const id = await solved()
    await expect(stranger.replan(id, { events: [] })).rejects.toMatchObject({ status: 403, problem: { code: 'department-foreign' } })
    await expect(stranger.lineage(id)).rejects.toMatchObject({ status: 403 })
    await expect(client.replan('nothing', { events: [] })).rejects.toMatchObject({ status: 404 })
  },
  HANG_MS,
)

test(
  'what fits nothing is refused with a pointer into what was sent, a refused address among it, and nothing is stored',
  async () => {
    const id = await solved()
    const events = [{ cancelShift: { shiftId: 7 } }, ill(7, '2026-03-03')]
    await expect(client.replan(id, { events })).rejects.toMatchObject({
      status: 422,
      problem: {
        code: 'schedule-invalid',
        errors: [
          { pointer: '/events/0/cancelShift/shiftId', code: 'shift-unknown' },
          { pointer: '/events/1/absent/employeeId', code: 'employee-unknown' },
        ],
      },
    })
    await expect(client.replan(id, { events: [], callbackUrl: 'http://10.0.0.1/x' })).rejects.toMatchObject({
      status: 422,
      problem: { errors: [{ pointer: '/callbackUrl', code: 'callback-address-refused' }] },
    })
    const raw = (body: string) =>
      fetch(`${server.address}/api/v1/gateway/${id}/replan`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      })
    for (const [body, status] of [
      ['', 400],
      ['{"events": [', 400],
      ['[]', 422],
      ['{"events": [], "events": []}', 400],
      [`{"events": [${'{},'.repeat(100_000)}{}]}`, 422],
      ['{"events": [{"__proto__": {"absent": 1}}], "constructor": {}}', 422],
    ] as const)
      expect([body.slice(0, 30), (await raw(body)).status]).toEqual([body.slice(0, 30), status])
    expect((await client.lineage(id)).replans).toEqual([])
  },
  HANG_MS,
)
