import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { until } from '../../test/patience.ts'
import type { Db } from '../storage/db.ts'
import { SILENT_LOG } from '../storage/log.ts'
import type { Helping } from './help-others.ts'
import { type Lending, startLending } from './lend-threads.ts'
import { openJobStore } from './job-store.fixture.ts'

const { database, submitJob, claimJob } = await openJobStore()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})
function lendOf(
  threads: number,
  { db = database.db, helping = nobody(), jobs = threads }: { db?: Db; helping?: Helping; jobs?: number } = {},
): Lending {
  const lending = startLending({ db, log: SILENT_LOG, runningPerDepartment: 10, helping }, { threads, jobs })
  onTestFinished(() => lending.stop())
  return lending
}

/** Helps nobody, and notes what it was told. */
function nobody(): Helping & { readonly told: string[] } {
  const told: string[] = []
  return { told, offer: () => void told.push('offer'), withdraw: () => void told.push('withdraw'), stop: async () => void told.push('stop') }
}

/** A search that notes how many threads are lent to it, and the function that ends it. */
function begin(lending: Lending): { readonly lent: () => number; end(): void } {
  let lent = 0
  const end = lending.begin({ lend: (threads) => (lent = threads) })
  return { lent: () => lent, end }
}

/** A look at whether a job waits. */
const look = (): void => void vi.advanceTimersByTime(1000)

test('the only search has all threads that may search', async () => {
  const search = begin(lendOf(4))
  expect(search.lent()).toBe(0)
  look()
  await until('three threads', () => search.lent() === 3)
})

test('another search has its own thread at once, and half of the others', async () => {
  const lending = lendOf(5)
  const first = begin(lending)
  look()
  await until('four threads', () => first.lent() === 4)
  const second = begin(lending)
  expect([first.lent(), second.lent()]).toEqual([2, 1])
  const third = begin(lending)
  expect([first.lent(), second.lent(), third.lent()]).toEqual([1, 1, 0])
  second.end()
  look()
  await until('what the second had', () => first.lent() + third.lent() === 3)
})

test('nobody is lent anything where as many search as there are threads, or more', async () => {
  const lending = lendOf(2)
  const first = begin(lending)
  look()
  await until('a thread', () => first.lent() === 1)
  const second = begin(lending)
  const third = begin(lending)
  expect([first.lent(), second.lent(), third.lent()]).toEqual([0, 0, 0])
})

test('as long as a job waits all threads are taken back', async () => {
  const search = begin(lendOf(2))
  look()
  await until('a thread', () => search.lent() === 1)
  await submitJob()
  look()
  await until('no thread', () => search.lent() === 0)
  await database.db.query('delete from jobs')
  look()
  await until('a thread again', () => search.lent() === 1)
})

test('a job that cannot begin here, because as many run as may, takes no thread back; one of a department that has none does', async () => {
  await submitJob()
  await claimJob()
  const search = begin(lendOf(2, { jobs: 1 }))
  look()
  await until('a thread', () => search.lent() === 1)
  await submitJob()
  let looks = 0
  const db = new Proxy(database.db, {
    get: (target, name) => {
      if (name === 'query') looks += 1
      return Reflect.get(target, name, target)
    },
  })
  const other = begin(lendOf(2, { jobs: 1, db }))
  look()
  await until('a look', () => looks === 1 && other.lent() === 1)
  expect(search.lent()).toBe(1)
  await database.db.query('update jobs set leased_until = null')
  look()
  await until('no thread', () => search.lent() === 0)
})

test('while the database does not answer nothing is lent', async () => {
  let isAway = false
  const db = new Proxy(database.db, {
    get: (target, name) => (name === 'query' && isAway ? () => Promise.reject(new Error('away')) : Reflect.get(target, name, target)),
  })
  const search = begin(lendOf(2, { db }))
  look()
  await until('a thread', () => search.lent() === 1)
  isAway = true
  look()
  await until('no thread', () => search.lent() === 0)
})

test('where no search runs all threads help another node, until one begins or a job waits', async () => {
  const helping = nobody()
  const lending = lendOf(2, { helping })
  look()
  await until('an offer', () => helping.told.at(-1) === 'offer')
  const search = begin(lending)
  expect(helping.told.at(-1)).toBe('withdraw')
  look()
  await until('a thread of the own', () => search.lent() === 1)
  expect(helping.told).toEqual(['offer', 'withdraw'])
  search.end()
  look()
  await until('another offer', () => helping.told.length === 3)
  await submitJob()
  look()
  await until('the end of it', () => helping.told.at(-1) === 'withdraw' && helping.told.length === 4)
  await lending.stop()
  expect(helping.told.at(-1)).toBe('stop')
  look()
  expect(helping.told).toHaveLength(5)
})
