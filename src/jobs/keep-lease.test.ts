import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../test/patience.ts'
import { packRoster } from '../storage/compress.ts'
import { joinSearch } from '../storage/helping-searches.ts'
import { saveIncumbent } from '../storage/job-attempts.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { recordHeartbeat } from '../storage/nodes.ts'
import { openJobStore } from './job-store.fixture.ts'
import { keepLease } from './keep-lease.ts'

const RENEWAL_MS = 2000
const { database, submitJob, claimJob } = await openJobStore()

test('a lease is renewed while what other nodes have found is still being read, which is asked for once', async () => {
  const { db } = database
  await submitJob()
  const job = (await claimJob('busy'))!
  const roster = await packRoster(Int32Array.of(0))
  await saveIncumbent(db, { jobId: job.jobId, attempt: 1, bound: null, gap: null, moves: 1, solveMs: 1, score: [0, 1, 0, 0], roster })
  await recordHeartbeat(db, { id: randomUUID(), name: 'busy', roles: ['solver'], version: '1', threads: 1, keyName: null, uptimeMs: 0 })
  await joinSearch(db, { id: randomUUID(), node: 'idle', version: '1', threads: 1, leastMs: 0, except: [] })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const reading = Promise.withResolvers<void>()
  const onHelped = vi.fn<() => Promise<void>>(() => reading.promise)
  const lease = keepLease({ db, log: SILENT_LOG }, job, { onStopRequested() {}, onHelped, onLost() {} })
  const renewed = async (): Promise<number> =>
    (await db.query<{ ms: number }>('select solve_ms as ms from jobs where id = $1', [job.jobId])).rows[0]!.ms
  vi.advanceTimersByTime(RENEWAL_MS)
  await until('that it is helped', () => onHelped.mock.calls.length === 1)
  const first = await renewed()
  await until('another renewal', async () => {
    vi.advanceTimersByTime(RENEWAL_MS)
    return (await renewed()) > first
  })
  expect(onHelped).toHaveBeenCalledTimes(1)
  reading.resolve()
  await lease.end()
})
