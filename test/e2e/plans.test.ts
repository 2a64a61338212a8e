import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDepartment, createOrganization } from '../../src/access/organizations.ts'
import { createToken } from '../../src/access/tokens.ts'
import { readConfig } from '../../src/config.ts'
import { type RunningServer, startServer } from '../../src/server.ts'
import { resealAll } from '../../src/storage/reseal.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { PATIENT } from '../patience.ts'

const key = randomBytes(32)
let database: TestDatabase
let server: RunningServer
let token: string

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startServer(
    readConfig(
      { port: 0, databaseUrl: database.url, threads: 1 },
      { TURNUS_SECRET_KEY: key.toString('hex'), TURNUS_LOG_LEVEL: 'silent', ...PATIENT },
    ),
  )
  await createOrganization(database, 'City')
  await createDepartment({ db: database.db, key }, { organization: 'City', name: 'A' })
  token = (await createToken(database, { organization: 'City', department: 'A', name: 'planner' })).token
})
afterAll(async () => {
  await server?.close()
  await database?.close()
})

async function ask(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.address}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, etag: answer.headers.get('etag') ?? '', body: (text === '' ? null : JSON.parse(text)) as never as Answer }
}

interface Answer {
  readonly planId: string
  readonly solverProblemId: string
  readonly status: string
  readonly requests: readonly { readonly solverProblemId: string; readonly status: string }[]
  readonly schedule: { readonly shifts: readonly { readonly id: number; readonly employee?: number | null }[] }
  readonly roster: { readonly changes: readonly { readonly shiftId: number }[] }
}

const person = (id: number) => ({ id, name: `Employee ${id}`, skills: [], teams: [], contract: {}, wishes: [] })
const shift = (id: number, day: number) => ({
  id,
  spot: 1,
  importance: 'MANDATORY',
  start: `2026-03-0${day}T07:00:00Z`,
  end: `2026-03-0${day}T15:00:00Z`,
})
const SCHEDULE = {
  timeZone: 'UTC',
  employees: [person(1), person(2)],
  spots: [{ id: 1, skills: [], teams: [] }],
  shifts: [shift(1, 2), shift(2, 2), shift(3, 3)],
  termination: { maxSeconds: 30 },
}

test('a plan is solved without a callback, its roster taken over, published, and all of it deleted', async () => {
  const made = await ask('POST', '/api/v1/plans', { name: 'March', schedule: SCHEDULE })
  const { planId } = made.body
  const plan = `/api/v1/plans/${planId}`
  const { solverProblemId } = (await ask('POST', `${plan}/improve`)).body
  await expect.poll(async () => (await ask('GET', `/api/v1/gateway/${solverProblemId}`)).body.status, PATIENT_POLL).toBe('SOLVED')
  expect((await ask('GET', plan)).body.requests).toMatchObject([{ solverProblemId, status: 'SOLVED' }])
  // Nobody is called: no delivery was ever made.
  expect((await ask('GET', `/api/v1/gateway/${solverProblemId}/deliveries`)).body).toEqual([])
  expect((await database.db.query('select from deliveries')).rowCount).toBe(0)

  const accepted = await ask('POST', `${plan}/accept`, { solverProblemId }, { 'if-match': made.etag })
  expect(accepted.status).toBe(201)
  const { shifts } = (await ask('GET', plan)).body.schedule
  expect(shifts.every(({ employee }) => employee === 1 || employee === 2)).toBe(true)
  expect((await ask('GET', `${plan}/compare?from=1&to=2`)).body.roster.changes.map(({ shiftId }) => shiftId)).toEqual([1, 2, 3])
  expect((await ask('POST', `${plan}/publish`, { version: 2 })).body).toMatchObject({ publishedVersion: 2 })

  // Whoever has the link needs no token.
  const links = await ask('POST', `${plan}/links`, { employeeIds: [1] })
  const [{ path, calendarPath }] = links.body as never as [{ path: string; calendarPath: string }]
  const page = await fetch(`${server.address}${path}`)
  expect([page.status, (await page.text()).includes('Employee 1')]).toEqual([200, true])
  expect(await (await fetch(`${server.address}${calendarPath}`)).text()).toContain('BEGIN:VEVENT')

  // A key that is changed beside the running gateway opens what is sealed anew.
  const next = randomBytes(32)
  expect(await resealAll(database.db, { current: next, previous: key }, () => undefined)).toContainEqual({
    purpose: 'plan',
    resealed: 2,
    unopenable: 0,
  })
  await resealAll(database.db, { current: key, previous: next }, () => undefined)
  expect((await ask('GET', plan)).body.schedule.shifts).toEqual(shifts)

  expect((await ask('DELETE', plan)).status).toBe(204)
  expect((await ask('GET', `/api/v1/gateway/${solverProblemId}`)).status).toBe(404)
  for (const table of ['plans', 'plan_versions', 'plan_publications', 'plan_requests', 'employee_links']) {
    expect([table, (await database.db.query(`select from ${table}`)).rowCount]).toEqual([table, 0])
  }
  expect((await database.db.query('select from jobs where document is not null')).rowCount).toBe(0)
})

const PATIENT_POLL = { interval: 100 }
