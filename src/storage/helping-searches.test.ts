import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Score } from '../model/score.ts'
import { claimNextJob, type ClaimedJob } from './claim-job.ts'
import { inTransaction } from './db.ts'
import { endHelp, type HelpedJob, joinSearch, leaveFound, readHelp, renewHelp } from './helping-searches.ts'
import { releaseLease, renewLease, saveIncumbent } from './job-attempts.ts'
import { recordHeartbeat } from './nodes.ts'
import { openJobStore } from '../jobs/job-store.fixture.ts'

const { database, submitJob, claimJob } = await openJobStore()
const VERSION = '1.2.3'
beforeEach(async () => {
  for (const name of ['busy', 'idle', 'other'])
    await recordHeartbeat(database.db, { id: randomUUID(), name, roles: ['solver'], version: VERSION, threads: 1, keyName: null, uptimeMs: 0 })
})
const found = (...score: Score): { roster: Uint8Array; score: Score } => ({ roster: Uint8Array.from(score), score })

const FIRST: Score = [9, 9, 9, 9]

/** A job that the node `busy` searches, and has a roster of unless `isNew`. */
async function running({ maxSeconds = 60, isNew = false } = {}): Promise<ClaimedJob> {
  await submitJob({ maxSeconds })
  const job = (await claimJob('busy'))!
  if (!isNew) await save(job, found(...FIRST))
  return job
}

async function join({
  id = randomUUID() as string,
  node = 'idle',
  version = VERSION,
  threads = 2,
  except = [] as number[],
} = {}): Promise<(HelpedJob & { id: string }) | null> {
  const job = await joinSearch(database.db, { id, node, threads, version, leastMs: 10_000, except })
  return job && { ...job, id }
}

const save = (job: ClaimedJob, of: ReturnType<typeof found>): Promise<unknown> =>
  saveIncumbent(database.db, { jobId: job.jobId, attempt: job.attempt, bound: null, gap: null, moves: 1, solveMs: 1, ...of })

describe('a node that helps', () => {
  test('has what the search needs, and its best roster so far', async () => {
    const job = await running()
    await save(job, found(0, 5, 0, 0))
    await renewLease(database.db, { jobId: job.jobId, attempt: job.attempt, solveMs: 20_000 })
    const helped = await join()
    expect(helped).toMatchObject({ jobId: job.jobId, attempt: 1, leftMs: 40_000, document: job.document, score: [0, 5, 0, 0], isFirst: true })
    expect([...helped!.roster]).toEqual([0, 5, 0, 0])
  })

  test('helps no search of its own, of another version, that has no roster yet, that is nearly over, that was told to stop, or that it helped before', async () => {
    const job = await running({ maxSeconds: 11, isNew: true })
    expect(await join()).toBeNull()
    await save(job, found(...FIRST))
    expect(await join({ node: 'busy' })).toBeNull()
    expect(await join({ version: '1.2.4' })).toBeNull()
    expect(await join({ except: [job.jobId] })).toBeNull()
    await renewLease(database.db, { jobId: job.jobId, attempt: 1, solveMs: 1001 })
    expect(await join()).toBeNull()
    await renewLease(database.db, { jobId: job.jobId, attempt: 1, solveMs: 1000 })
    await database.db.query('update jobs set stop_requested_at = now()')
    expect(await join()).toBeNull()
    await database.db.query('update jobs set stop_requested_at = null')
    expect(await join()).toMatchObject({ jobId: job.jobId })
  })

  test('helps the search that fewest help; of those, the first', async () => {
    const [first, second] = [await running(), await running()]
    expect(await join()).toMatchObject({ jobId: first.jobId, isFirst: true })
    expect(await join({ node: 'other' })).toMatchObject({ jobId: second.jobId, isFirst: true })
    expect(await join({ node: 'other' })).toMatchObject({ jobId: first.jobId, isFirst: false })
  })

  test('hears the best roster of the search where that is better than what it knows', async () => {
    const job = await running()
    const { id } = (await join())!
    expect(await renewHelp(database.db, { id, known: FIRST })).toEqual({ score: FIRST, roster: null })
    await save(job, found(0, 5, 0, 0))
    expect(await renewHelp(database.db, { id, known: [0, 5, 0, 0] })).toEqual({ score: [0, 5, 0, 0], roster: null })
    const heard = await renewHelp(database.db, { id, known: [0, 10, 0, 0] })
    expect([...heard!.roster!]).toEqual([0, 5, 0, 0])
  })

  test('has nothing to help any more once the attempt is over, or is to be', async () => {
    const job = await running()
    const { id } = (await join())!
    const isHelping = async (): Promise<boolean> => (await renewHelp(database.db, { id, known: FIRST })) !== null
    await database.db.query('update jobs set stop_requested_at = now()')
    expect(await isHelping()).toBe(false)
    await database.db.query('update jobs set stop_requested_at = null')
    expect(await isHelping()).toBe(true)
    await inTransaction(database.db, (tx) => releaseLease(tx, { jobId: job.jobId, attempt: 1, solveMs: 1, counted: 'no' }))
    expect(await isHelping()).toBe(false)
    await inTransaction(database.db, (tx) => claimNextJob(tx, { node: 'busy', runningPerDepartment: 10 }))
    expect(await isHelping()).toBe(false)
  })
})

describe('a search that is helped', () => {
  test('hears the best of what its helpers have found, where that is better than what it knows, and the highest bound', async () => {
    const job = await running()
    const at = { jobId: job.jobId, attempt: 1 }
    expect(await readHelp(database.db, { ...at, known: null })).toBeNull()
    const [a, b] = [(await join({ threads: 3 }))!, (await join({ node: 'other', threads: 1 }))!]
    expect(await readHelp(database.db, { ...at, known: null })).toEqual({ threads: 4, score: null, roster: null, bound: null })
    await leaveFound(database.db, { id: a.id, better: found(0, 5, 0, 0), bound: [0, 1, 0, 0] })
    await leaveFound(database.db, { id: b.id, better: found(0, 4, 9, 0), bound: null })
    await leaveFound(database.db, { id: a.id, better: null, bound: [0, 2, 0, 0] })
    const heard = await readHelp(database.db, { ...at, known: [0, 6, 0, 0] })
    expect(heard).toMatchObject({ threads: 4, score: [0, 4, 9, 0], bound: [0, 2, 0, 0] })
    expect([...heard!.roster!]).toEqual([0, 4, 9, 0])
    expect(await readHelp(database.db, { ...at, known: [0, 4, 9, 0] })).toMatchObject({ threads: 4, score: null, roster: null, bound: [0, 2, 0, 0] })
    await endHelp(database.db, b.id)
    expect(await readHelp(database.db, { ...at, known: null })).toMatchObject({ threads: 3, score: [0, 5, 0, 0] })
  })

  test('knows with each renewal whether it is helped; one that is gone is none, and its row goes when another joins', async () => {
    const job = await running()
    const renew = async (): Promise<boolean> => (await renewLease(database.db, { jobId: job.jobId, attempt: 1, solveMs: 1 }))!.isHelped
    expect(await renew()).toBe(false)
    await join()
    expect(await renew()).toBe(true)
    await database.db.query(`update helping_searches set leased_until = now() - interval '1 millisecond'`)
    expect(await renew()).toBe(false)
    expect(await readHelp(database.db, { jobId: job.jobId, attempt: 1, known: null })).toBeNull()
    expect(await join({ node: 'other' })).toMatchObject({ isFirst: true })
    expect((await database.db.query('select from helping_searches')).rowCount).toBe(1)
  })

  test('takes what its helpers found with it when it is deleted', async () => {
    await running()
    await join()
    await database.db.query('delete from jobs')
    expect((await database.db.query('select from helping_searches')).rowCount).toBe(0)
  })
})
