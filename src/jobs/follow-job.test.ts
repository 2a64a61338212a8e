import { expect, test } from 'vitest'
import { until } from '../../test/patience.ts'
import { GatewayError } from '../model/errors.ts'
import type { Queryable } from '../storage/db.ts'
import type { Job } from '../storage/jobs.ts'
import { followJob } from './follow-job.ts'

const OUTAGE = new GatewayError('database-unavailable', 'away', 'wait')

/** A job whose every reading answers the next of `rows`, and the last one again and again. */
function follow(rows: (Partial<Job> | Error | Promise<never> | (() => Partial<Job>))[], { since = null }: { since?: string | null } = {}) {
  const watchers = new Set<() => void>()
  let reads = 0
  const query = async () => {
    reads += 1
    if (reads > 1000) throw new Error('It reads without end.')
    const next = rows.length > 1 ? rows.shift()! : rows[0]!
    if (next instanceof Error) throw next
    if (next instanceof Promise) return next
    const row = typeof next === 'function' ? next() : next
    return {
      rows: [{ id: 1, departmentId: 1, state: 'SOLVING', attempt: 1, revision: 0, score: null, bound: null, gap: null, stopReason: null, ...row }],
    }
  }
  const stop = new AbortController()
  const changes = {
    watch(_jobId: number, onChange: () => void) {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
  }
  const change = (): void => watchers.forEach((call) => call())
  const events = followJob(
    { db: { query } as unknown as Queryable, changes },
    { departmentId: 1 },
    { solverProblemId: '1', since, signal: stop.signal },
  ).then((found) => found?.[Symbol.asyncIterator]() as AsyncIterator<readonly { readonly id: string }[]>)
  const next = async (): Promise<readonly string[] | null> => {
    const { value, done } = await (await events).next()
    return done === true ? null : (value as readonly { id: string }[]).map(({ id }) => id)
  }
  return { next, stop, change, events, watchers, reads: () => reads }
}

test('a change that comes while the row is being read is not missed', async () => {
  const follower: ReturnType<typeof follow> = follow([
    {},
    () => {
      follower.change()
      return {}
    },
    { revision: 1 },
  ])
  expect(await follower.next()).toEqual(['1-SOLVING-0'])
  expect(await follower.next()).toEqual(['1-SOLVING-1'])
})

test('many changes while a batch is being taken are one reading', async () => {
  const follower = follow([{}, {}, { state: 'SOLVED', revision: 5 }])
  await follower.next()
  const before = follower.reads()
  for (let i = 0; i < 100; i += 1) follower.change()
  expect(await follower.next()).toEqual(['1-SOLVED-0', '1-SOLVED-5', '1-SOLVED-5-end'])
  expect(follower.reads()).toBe(before + 1)
  expect(await follower.next()).toBeNull()
  expect(follower.watchers.size).toBe(0)
})

test('a change that shows nothing new is one reading, and then it waits again', async () => {
  const follower = follow([{}], { since: '1-SOLVING-0' })
  const waiting = follower.next()
  await until('it waits', () => follower.reads() === 2)
  follower.change()
  await until('it reads again', () => follower.reads() === 3)
  await new Promise((done) => setTimeout(done, 20))
  expect(follower.reads()).toBe(3)
  follower.stop.abort()
  expect(await waiting).toBeNull()
})

test('a database that is away for a moment is waited for', async () => {
  const follower = follow([{}, OUTAGE, { state: 'SOLVED', revision: 1 }], { since: '1-SOLVING-0' })
  expect(await follower.next()).toEqual(['1-SOLVED-0', '1-SOLVED-1', '1-SOLVED-1-end'])
})

test('any other failure of the reading ends the stream with it, and nobody is left watching', async () => {
  const follower = follow([{}, new Error('bug')])
  await expect(follower.next()).rejects.toThrow('bug')
  expect(follower.watchers.size).toBe(0)
})

test('a follower who is told to stop, waiting or with the database away or not answering, is let go at once', async () => {
  for (const rows of [
    [{}, {}],
    [{}, OUTAGE],
    [{}, new Promise<never>(() => undefined)],
  ]) {
    const follower = follow(rows, { since: '1-SOLVING-0' })
    const waiting = follower.next()
    await until('it waits', () => follower.reads() >= 2)
    follower.stop.abort()
    expect(await waiting).toBeNull()
    expect(follower.watchers.size).toBe(0)
  }
})

test('who knows the end already is given nothing to follow', async () => {
  expect(await follow([{}], { since: '1-SOLVED-1-end' }).events).toBeUndefined()
})
