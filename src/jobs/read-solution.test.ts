import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCaller, createTestDatabase } from '../../test/database.ts'
import type { TestCaller, TestDatabase } from '../../test/database.ts'
import { packRoster } from '../storage/compress.ts'
import { inTransaction } from '../storage/db.ts'
import { claimNextJob } from '../storage/claim-job.ts'
import type { Job } from '../storage/jobs.ts'
import { saveIncumbent } from '../storage/job-attempts.ts'
import { type InterimRequest, type InterimWriter, openInterimWriter } from '../threads/interim.ts'
import { showSchedule } from './read-schedule.ts'
import { readSolution } from './read-solution.ts'
import { submit } from './submit.fixture.ts'
import { withdraw } from './withdraw.ts'

const key = randomBytes(32)
const SCHEDULE = {
  timeZone: 'Europe/Copenhagen',
  employees: [{ id: 7, skills: [], teams: [], contract: {}, wishes: [] }],
  shifts: [
    { id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00', importance: 'MANDATORY', note: 'kept' },
    { id: 2, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00', importance: 'MANDATORY' },
  ],
  spots: [{ id: 1, teams: [], skills: [] }],
  settings: {
    evenShiftDistribution: { firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: 0, fourthPriorityWeight: 0 },
  },
}
let database: TestDatabase
let caller: TestCaller
let interim: InterimWriter

beforeAll(async () => {
  database = await createTestDatabase()
  caller = await createTestCaller(database.db, key)
  interim = openInterimWriter({ memoryMib: 1024 })
})
afterAll(async () => {
  await interim.close()
  await database.close()
})

/** Nobody takes anything out of it. */
const queue = { enqueueSolve: async (): Promise<void> => undefined }

async function submitDocument(document: Buffer): Promise<Job> {
  const counts = { employees: 1, shifts: 2 }
  const { job } = await submit(
    { db: database.db, key, queue, queuedPerDepartment: 1000 },
    { caller, document, callback: null, termination: { maxSeconds: 60 }, ...counts, warnings: [] },
  )
  return job
}

/** Submits a schedule and takes it up, as a node does that then finds rosters. */
async function startSearch(): Promise<{ id: string; better(roster: readonly number[]): Promise<unknown> }> {
  const job = await submitDocument(Buffer.from(JSON.stringify(SCHEDULE)))
  const claimed = await inTransaction(database.db, (tx) => claimNextJob(tx, { node: 'test', runningPerDepartment: 1000 }))
  if (typeof claimed === 'string' || claimed.jobId !== job.id) throw new Error('Another job waits.')
  const { attempt } = claimed
  return {
    id: String(job.id),
    better: async (roster) =>
      saveIncumbent(database.db, {
        jobId: job.id,
        attempt,
        roster: await packRoster(Int32Array.from(roster)),
        score: [20 * roster.filter((employee) => employee === -1).length, 0, 0, 0],
        bound: null,
        gap: null,
        moves: 42,
        solveMs: 5,
      }),
  }
}

test('while a search goes on, the document of its best roster so far is read, judged, with what only the end tells left open', async () => {
  const { id, better } = await startSearch()
  const read = () => readSolution({ db: database.db, key, interim }, caller, id)
  expect(await read()).toBe(null)

  await better([-1, -1])
  const first = (await read())!
  expect(first).toMatchObject({ state: 'SOLVING', revision: 1 })
  await better([0, -1])
  const second = (await read())!
  expect(second.revision).toBe(2)
  const document = JSON.parse(Buffer.from(await second.read()).toString()) as Record<string, unknown>
  expect(document).toMatchObject({
    stopReason: null,
    score: [0, 20, 0, 0],
    bound: null,
    gap: null,
    shifts: [
      { ...SCHEDULE.shifts[0], employee: 7 },
      { ...SCHEDULE.shifts[1], employee: null },
    ],
    constraintRelease: [{ setting: 'assignShift', priority: 2, penalty: 20, matches: [{ shiftIds: [2] }] }],
    unassigned: [],
    statistics: { solveMs: expect.any(Number), firstRosterMs: null, moves: 42, threads: null, seed: 1 },
  })
  // A strong ETag names one revision, so its bytes are the same whenever they are read.
  expect(await (await read())!.read()).toEqual(await second.read())
})

test('what is withdrawn between looking and reading is not found', async () => {
  const { id, better } = await startSearch()
  await better([0, -1])
  const found = (await readSolution({ db: database.db, key, interim }, caller, id))!
  await withdraw({ db: database.db, queue }, caller, id)
  await expect(found.read()).rejects.toMatchObject({ code: 'job-not-found' })
})

test('a revision is written once for all who ask for it at the same time', async () => {
  const { id, better } = await startSearch()
  await better([0, -1])
  const asked: string[] = []
  const counting = {
    write: (name: string, load: () => Promise<InterimRequest>) => {
      asked.push(name)
      return interim.write(name, load)
    },
  }
  const read = async () => (await readSolution({ db: database.db, key, interim: counting }, caller, id))!.read()
  const answers = await Promise.all([read(), read(), read()])
  expect(new Set(asked)).toEqual(new Set([`${id}-1`]))
  expect(answers[1]).toEqual(answers[0])
})

test('a schedule is shown to its department without its secret, large ones beside the event loop, until it is withdrawn', async () => {
  const written: string[] = []
  const watched: Pick<InterimWriter, 'write'> = {
    write(name, load) {
      written.push(name)
      return interim.write(name, load)
    },
  }
  const deps = { db: database.db, key, interim: watched }
  const stranger = await createTestCaller(database.db, key)
  for (const [notes, isLarge] of [
    ['', false],
    ['x'.repeat(300 * 1024), true],
  ] as const) {
    const posted = { ...SCHEDULE, notes, callbackUrl: 'https://a.example/?key=1', callbackAuthenticationHeaderName: 'X-Key' }
    const document = Buffer.from(JSON.stringify({ ...posted, callbackAuthenticationHeaderValue: 'geheim' }))
    const id = String((await submitDocument(document)).id)
    const shown = await showSchedule(deps, caller, id)
    expect(JSON.parse(Buffer.from(await shown.read()).toString())).toEqual(posted)
    expect(written.splice(0)).toEqual(isLarge ? [`${id}-schedule`] : [])
    await expect(showSchedule(deps, stranger, id)).rejects.toMatchObject({ code: 'department-foreign' })
    await withdraw({ db: database.db, queue }, caller, id)
    await expect(showSchedule(deps, caller, id)).rejects.toMatchObject({ code: 'job-not-found' })
    await expect(shown.read()).rejects.toMatchObject({ code: 'job-not-found' })
  }
})
