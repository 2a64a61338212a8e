// Slow: solver threads are lent to a job and taken back.
import { BroadcastChannel } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { blockingThread } from '../../test/blocked-phase.ts'
import { until } from '../../test/patience.ts'
import { type Order, type Said, SCRIPT_CHANNEL } from '../../test/scripted-thread.ts'
import { compareScores, type Score } from '../model/score.ts'
import { joinExchange } from './incumbent-exchange.ts'
import { LentThreads } from './lent-threads.ts'
import { createSolver, type SolveHandle, type SolveOutcome, type SolveRequest } from './pool.ts'
import { CLINIC, LONG_SECONDS } from './solve-request.fixture.ts'
import { WALL } from './wall.ts'

const threadFile = new URL('../../test/scripted-thread.ts', import.meta.url)

function request(changes: Partial<SolveRequest> = {}): SolveRequest {
  const document = new TextEncoder().encode('{}')
  return { document, maxSeconds: null, seed: 1, threads: 1, maxIterations: null, start: null, memoryMib: 512, isLentTo: true, ...changes }
}

/** A search of scripted threads: what they say, and what is told of it. */
function scripted(changes: Partial<SolveRequest> = {}) {
  const channel = new BroadcastChannel(SCRIPT_CHANNEL)
  const said: Said[] = []
  const told: Score[] = []
  channel.onmessage = ({ data }) => void said.push(data as Said)
  const handle = createSolver({ threadFile })(request(changes), { onProgress: ({ score }) => void told.push(score) })
  handle.result.catch(() => {})
  onTestFinished(() => {
    handle.cancel()
    channel.close()
  })
  const order = (thread: number, what: Order['order']): void => channel.postMessage({ thread, order: what } satisfies Order)
  const saying = (thread: number, what: Said['what']): Promise<Said> =>
    until(`thread ${thread} ${what}`, () => said.find((one) => one.thread === thread && one.what === what))
  const telling = (...score: Score): Promise<Score> => until(`a score of ${score.join('/')}`, () => told.find((one) => one.join() === score.join()))
  return { handle, said, told, order, saying, telling }
}

interface Finish {
  readonly roster: number[] | null
  readonly threads: number
}

/** What the thread that writes was told to write, and the answer of the search. */
async function endOf(handle: SolveHandle): Promise<{ outcome: SolveOutcome; finish: Finish }> {
  const outcome = await handle.result
  return { outcome, ...(JSON.parse(new TextDecoder().decode(outcome.solution)) as { finish: Finish }) }
}

describe('a search with a thread that is lent', () => {
  test('tells what that finds, and ends with it', async () => {
    const { handle, order, telling } = scripted()
    await telling(0, 9, 0, 0)
    handle.lend!(1)
    await telling(0, 8, 0, 0)
    order(0, 'search-ends')
    const { outcome, finish } = await endOf(handle)
    expect(finish).toMatchObject({ roster: [1], threads: 2 })
    // Ten moves of the one that was lent beside those of the other.
    expect(outcome.moves).toBe(110)
  })

  test('has it go on from the best roster, until a moment that is the same for all that are lent', async () => {
    const { handle, saying, telling } = scripted()
    await telling(0, 9, 0, 0)
    handle.lend!(2)
    const { start: first } = await saying(1, 'started')
    const { start: second } = await saying(2, 'started')
    for (const { start, untilMs, exchange, lent } of [first, second]) {
      expect([...start!]).toEqual([0])
      expect(lent).toBeGreaterThan(0)
      expect(untilMs).toBe(first.untilMs)
      expect(untilMs).toBeGreaterThan(0)
      expect(exchange).toMatch(/^turnus-search-/)
    }
  })

  test('gives it back as soon as it is asked to, and keeps what it found', async () => {
    const { handle, order, saying, telling } = scripted()
    handle.lend!(1)
    await telling(0, 8, 0, 0)
    handle.lend!(0)
    await saying(1, 'stopped')
    order(0, 'search-ends')
    expect((await endOf(handle)).finish).toMatchObject({ roster: [1], threads: 2 })
  })

  test('is as good as without it when that dies', async () => {
    const { handle, order, telling } = scripted()
    handle.lend!(1)
    await telling(0, 8, 0, 0)
    order(1, 'crash')
    order(0, 'search-ends')
    expect((await endOf(handle)).finish.roster).toEqual([1])
  })

  test('does not wait for one that hangs', async () => {
    const { handle, order, telling } = scripted()
    handle.lend!(1)
    await telling(0, 8, 0, 0)
    order(1, 'hang')
    handle.stop()
    expect((await endOf(handle)).outcome.stopReason).toBe('STOPPED')
  })
})

describe('no thread is lent', () => {
  test('before there is a roster to go on from: the first one is found sooner alone', async () => {
    const { handle, saying } = scripted()
    handle.lend!(1)
    expect([...(await saying(1, 'started')).start.start!]).toEqual([0])
  })

  test('after one that died: what ended it would end the next one', async () => {
    const { order, telling } = scripted()
    await telling(0, 9, 0, 0)
    const startNow = () => ({
      ...request(),
      maxSeconds: null,
      untilMs: null,
      startedAtMs: 0,
      isOver: false,
      isAlone: true,
      exchange: null,
      lent: new SharedArrayBuffer(4),
    })
    let hasTold = false
    const lent = new LentThreads({ threadFile, memoryMib: 512, first: 1, startNow, onBetter: () => (hasTold = true) })
    onTestFinished(() => lent.end())
    const shared = (): number => Atomics.load(new Int32Array(lent.shared), 0)
    lent.keep(1)
    expect(shared()).toBe(1)
    await until('a lent thread', () => hasTold)
    order(1, 'crash')
    await until('that it is missed', () => lent.count === 0)
    expect(shared()).toBe(0)
    lent.keep(1)
    expect(lent.count).toBe(0)
  })

  test('where moves end the search: its roster may not depend on time', async () => {
    const { handle, said, order, telling } = scripted({ maxIterations: 1000 })
    await telling(0, 9, 0, 0)
    handle.lend!(1)
    order(0, 'search-ends')
    expect((await endOf(handle)).finish.threads).toBe(1)
    expect(said.filter(({ what }) => what === 'started').map(({ start }) => start.exchange)).toEqual([null])
  })

  test('for the last moments', async () => {
    const { handle, order, telling } = scripted({ maxSeconds: 2.9 })
    await telling(0, 9, 0, 0)
    handle.lend!(1)
    order(0, 'search-ends')
    expect((await endOf(handle)).finish.threads).toBe(1)
  })

  test('to a search that did not ask for any', async () => {
    const { handle, order, telling } = scripted({ isLentTo: false })
    await telling(0, 9, 0, 0)
    handle.lend!(1)
    order(0, 'search-ends')
    expect((await endOf(handle)).finish.threads).toBe(1)
  })
})

describe('a search that hears of others', () => {
  const roster = Int32Array.of(7, 7)

  test('tells its threads a better roster each time, and ends with it where none finds a better one', async () => {
    const { handle, order, saying, telling } = scripted()
    const { start } = await saying(0, 'started')
    await telling(0, 9, 0, 0)
    const thread = joinExchange(5, { name: start.exchange!, threads: 1, isPunctual: false, isOver: () => true })
    onTestFinished(() => thread.leave())
    const mine = { cycle: 0, roster: Int32Array.of(0), score: [0, 9, 0, 0] satisfies Score }
    handle.hear!({ better: { roster, score: [0, 5, 0, 0] }, bound: null, threads: 3 })
    await telling(0, 5, 0, 0)
    expect(thread.exchange(mine)).toMatchObject({ roster, score: [0, 5, 0, 0] })
    expect(thread.exchange(mine)).toBeNull()
    handle.hear!({ better: { roster: Int32Array.of(1), score: [0, 6, 0, 0] }, bound: null, threads: 2 })
    expect(thread.exchange(mine)).toMatchObject({ roster, score: [0, 5, 0, 0] })
    order(0, 'search-ends')
    expect((await endOf(handle)).finish).toMatchObject({ roster: [7, 7], threads: 4 })
  })

  test('ends as optimal where a bound from elsewhere reaches its roster', async () => {
    const { handle, saying, telling } = scripted()
    await telling(0, 9, 0, 0)
    handle.hear!({ better: null, bound: [0, 8, 0, 0], threads: 1 })
    handle.hear!({ better: null, bound: [0, 9, 0, 0], threads: 1 })
    await saying(0, 'stopped')
    const { finish } = await endOf(handle)
    expect(finish).toMatchObject({ roster: null, threads: 2, bound: [0, 9, 0, 0], stopReason: 'OPTIMAL' })
  })

  test('and is beside them from the first on proves only where nobody else does', async () => {
    for (const [beside, isAlone, proves] of [
      [undefined, true, true],
      [{ proves: true }, false, true],
      [{ proves: false }, false, false],
    ] as const) {
      const { saying } = scripted(beside === undefined ? {} : { beside })
      expect((await saying(0, 'started')).start).toMatchObject({ isAlone, proves })
    }
  })
})

test('a thread that is lent searches a schedule for real', async () => {
  // All but those that are lent stand still with their first roster.
  const { threadFile: standingStill, blocked, close } = blockingThread('search', { unless: 'start.thread > 0 || start.isOver' })
  onTestFinished(close)
  const told: Score[] = []
  const means = { threadFile: standingStill, wall: { ...WALL, searchMs: 0 } }
  const handle = createSolver(means)(request({ document: CLINIC, maxSeconds: LONG_SECONDS }), { onProgress: ({ score }) => void told.push(score) })
  await blocked
  const first = await until('the first roster', () => told[0])
  handle.lend!(1)
  await until('a better one', () => told.some((score) => compareScores(score, first) < 0))
  handle.stop()
  const { score } = await handle.result
  expect(score).toEqual(told.at(-1))
})
