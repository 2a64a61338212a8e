import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Queryable } from '../storage/db.ts'
import type { ClaimedJob } from '../storage/claim-job.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { explainOutage } from '../storage/outage.ts'
import { recordProgress } from './record-progress.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const OUTAGE = explainOutage(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
const claimed = { jobId: 1, attempt: 1, score: null, bound: null, moves: 0, spentMs: 0 } as ClaimedJob
const better = (first: number) => ({ elapsedMs: 1, score: [first, 0, 0, 0] as const, moves: 1, roster: Int32Array.of(0) })

/** A database that fails its first statements, and remembers what was stored by the others. */
function failingAtFirst(failures: readonly unknown[]): { db: Queryable; stored: number[] } {
  const stored: number[] = []
  const left = [...failures]
  const query = async (_sql: string, values: readonly unknown[]): Promise<{ rowCount: number }> => {
    if (left.length > 0) throw left.shift()
    stored.push((values[3] as number[])[0]!)
    return { rowCount: 1 }
  }
  return { db: { query } as unknown as Queryable, stored }
}

test('a roster that an outage kept from being stored is stored after it', async () => {
  const { db, stored } = failingAtFirst([OUTAGE, OUTAGE])
  const progress = recordProgress({ db, log: SILENT_LOG }, claimed)
  progress.note(better(9))
  // Tried at once, after one second, and after another.
  await vi.advanceTimersByTimeAsync(1999)
  expect(stored).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(stored).toEqual([9])
  await progress.flush()
  expect(stored).toEqual([9])
})

test('a newer roster takes its place', async () => {
  const { db, stored } = failingAtFirst([OUTAGE])
  const progress = recordProgress({ db, log: SILENT_LOG }, claimed)
  progress.note(better(9))
  await vi.advanceTimersByTimeAsync(0)
  progress.note(better(8))
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored).toEqual([8])
  await progress.flush()
})

test('at the end an outage is not waited for', async () => {
  const { db, stored } = failingAtFirst(Array.from({ length: 100 }, () => OUTAGE))
  const progress = recordProgress({ db, log: SILENT_LOG }, claimed)
  progress.note(better(9))
  await progress.flush()
  expect(stored).toEqual([])
})

test('a roster that cannot be stored for another reason is given up', async () => {
  const { db, stored } = failingAtFirst([new Error('bug')])
  const progress = recordProgress({ db, log: SILENT_LOG }, claimed)
  progress.note(better(9))
  await vi.advanceTimersByTimeAsync(5000)
  await progress.flush()
  expect(stored).toEqual([])
})

/** A database that remembers what was stored: score, bound and gap of a roster; null, bound and gap of a bound alone. */
function remembering(): { db: Queryable; stored: unknown[] } {
  const stored: unknown[] = []
  const query = async (sql: string, values: readonly unknown[]): Promise<{ rowCount: number }> => {
    stored.push(sql.includes('roster') ? [values[3], values[6], values[7]] : [null, values[2], values[3]])
    return { rowCount: 1 }
  }
  return { db: { query } as unknown as Queryable, stored }
}

test('a higher bound is stored with the next roster, and by itself when none follows; a lower one is not', async () => {
  const { db, stored } = remembering()
  const progress = recordProgress({ db, log: SILENT_LOG }, claimed)
  progress.noteBound({ elapsedMs: 1, bound: [2, 0, 0, 0] })
  expect(stored).toEqual([])
  progress.note(better(8))
  await vi.advanceTimersByTimeAsync(0)
  expect(stored).toHaveLength(1)
  progress.noteBound({ elapsedMs: 2, bound: [1, 0, 0, 0] })
  progress.noteBound({ elapsedMs: 2, bound: [4, 0, 0, 0] })
  await vi.advanceTimersByTimeAsync(1000)
  expect(stored).toHaveLength(2)
  await progress.flush()
  expect(stored).toEqual([
    [[8, 0, 0, 0], [2, 0, 0, 0], 0.75],
    [null, [4, 0, 0, 0], 0.5],
  ])
})

test('what earlier attempts proved still holds', async () => {
  const { db, stored } = remembering()
  const progress = recordProgress({ db, log: SILENT_LOG }, { ...claimed, score: [9, 0, 0, 0], bound: [4, 0, 0, 0] })
  progress.noteBound({ elapsedMs: 1, bound: [3, 0, 0, 0] })
  progress.note(better(8))
  await progress.flush()
  expect(stored).toEqual([[[8, 0, 0, 0], [4, 0, 0, 0], 0.5]])
})
