import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../storage/db.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { explainOutage } from '../storage/outage.ts'
import { startSweeping } from './sweep.ts'

const OUTAGE = explainOutage(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))

let isAway = false
let isStoring = true
let sweeps = 0
/** A database that counts sweeps, which are its only transactions, and answers nothing while it is away. */
const ask = async <Result>(answer: Result): Promise<Result> => {
  if (isAway) throw OUTAGE
  return answer
}
const db = {
  query: () => ask({ rows: [] }),
  transaction: async () => {
    await ask(null)
    sweeps += 1
    return []
  },
} as unknown as Db

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  isAway = false
  isStoring = true
  sweeps = 0
  const queue = { enqueueSolve: async () => {}, enqueueDelivery: async () => {}, isOutOfTickets: async () => false }
  const sweeping = startSweeping({ db, queue, key: Buffer.alloc(32), log: SILENT_LOG, runningPerDepartment: 1, isStoring: () => isStoring })
  return () => sweeping.stop()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(1000 * seconds)

test('it sweeps every two seconds', async () => {
  await pass(20)
  expect(sweeps).toBe(10)
})

test('after an outage in which leases ran out it leaves nodes the time to renew them, then sweeps again', async () => {
  await pass(4)
  isAway = true
  await pass(12)
  isAway = false
  await pass(2)
  // Answered from here on; the five seconds of grace end before the third pass.
  await pass(4)
  expect(sweeps).toBe(2)
  await pass(2)
  expect(sweeps).toBe(3)
  await pass(10)
  expect(sweeps).toBe(8)
})

test('an outage that no lease can have run out in changes nothing', async () => {
  await pass(4)
  isAway = true
  await pass(2)
  isAway = false
  await pass(2)
  expect(sweeps).toBe(3)
})

test('a database that answers and stores nothing is away too', async () => {
  await pass(4)
  isStoring = false
  await pass(12)
  expect(sweeps).toBe(2)
  isStoring = true
  await pass(6)
  expect(sweeps).toBe(2)
  await pass(2)
  expect(sweeps).toBe(3)
})
