// Slow: searches run in threads of their own, some of them twice, and some take all their memory.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { largeDocument } from '../../bench/large-document.ts'
import { compareScores, type Score } from '../model/score.ts'
import { type Progress, startSolve } from './pool.ts'
import { CLINIC, solveRequest as request, WARD } from './solve-request.fixture.ts'

/** The least that an operator may allow. */
const MIN_MIB = 128

const SILENT = { onProgress: () => {} }

function rosterOf(solution: Uint8Array): unknown[] {
  const { shifts } = JSON.parse(new TextDecoder().decode(solution)) as { shifts: { id: number; employee: number | null }[] }
  return shifts.map(({ id, employee }) => [id, employee])
}

test('the same seed, iterations and thread count give the same roster', async () => {
  const once = await startSolve(request({ threads: 2, maxIterations: 15_000 }), SILENT).result
  const again = await startSolve(request({ threads: 2, maxIterations: 15_000 }), SILENT).result
  expect(rosterOf(again.solution)).toEqual(rosterOf(once.solution))
  expect(again.score).toEqual(once.score)
  expect(again.stopReason).toBe('STOPPED')
})

test('a bound that one thread proves is told when it is proved, and is in the answer of all', async () => {
  const told: Score[] = []
  const events = { ...SILENT, onBound: ({ bound: proved }: { readonly bound: Score }) => void told.push(proved) }
  const { score, bound, gap } = await startSolve(request({ threads: 2, maxIterations: 400_000 }), events).result
  expect(told.at(-1)).toEqual(bound)
  for (let i = 1; i < told.length; i += 1) expect(compareScores(told[i]!, told[i - 1]!)).toBeGreaterThan(0)
  // The fourth priority has a rule that bounds leave out.
  expect(bound?.slice(0, 3)).toEqual(score.slice(0, 3))
  expect(gap).toBeGreaterThan(0)
})

test('the first roster that breaks no first-priority rule is told at once, however shortly after another', async () => {
  const scores: Score[] = []
  // One employee cannot work everything: what the search goes on from breaks rules.
  const { shifts } = JSON.parse(CLINIC.toString()) as { shifts: unknown[] }
  const start = new Int32Array(shifts.length)
  await startSolve(request({ start, maxIterations: 100_000 }), { onProgress: ({ score }) => scores.push(score) }).result
  expect(scores[0]![0]).toBeGreaterThan(0)
  expect(scores[1]?.[0]).toBe(0)
})

test('the gap that one thread proves ends the search of all, before its time', async () => {
  const at = (id: number, day: number, hour: number, more: object = {}): object => {
    const date = `2027-03-0${day}`
    return { id, spot: 1, start: `${date}T${String(hour).padStart(2, '0')}:00:00Z`, end: `${date}T20:00:00Z`, ...more }
  }
  const dear = { importance: 'OPTIONAL', weight: 1000 }
  // One of two shifts at the same time stays empty, which is proved to cost 1,000; that work starts 5 h apart is not proved to cost anything.
  const schedule = {
    timeZone: 'UTC',
    employees: [{ id: 1 }],
    spots: [{ id: 1 }],
    shifts: [at(1, 1, 7), at(2, 2, 12), at(3, 3, 12, dear), at(4, 3, 12, dear)],
    termination: { targetGap: 0.01 },
  }
  const document = new TextEncoder().encode(JSON.stringify(schedule))
  // The first proof is tried after a hundredth of the time. Of the rest the busiest machine needs a part.
  const { gap, stopReason } = await startSolve(request({ document, threads: 2, maxSeconds: 120 }), SILENT).result
  expect({ gap, stopReason }).toEqual({ gap: 5 / 1005, stopReason: 'CONVERGED' })
})

/** Ends a hang: one in two is enough on a quiet machine. */
const MAX_TRIES = 60

/** Starts a search, cancels it so long after its first report, and answers the scores that were told before that and after. */
async function handOver(afterMs: number): Promise<{ before: Score[]; after: Score[] }> {
  const scores: Score[] = []
  const first = Promise.withResolvers<void>()
  const handle = startSolve(request({ document: WARD }), {
    onProgress({ score }) {
      scores.push(score)
      first.resolve()
    },
  })
  await first.promise
  await sleep(afterMs)
  const before = scores.splice(0)
  // The second that threads have for telling is over when they have told, however busy the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    handle.cancel('handing-over')
    await expect(handle.result).rejects.toMatchObject({ name: 'AbortError' })
  } finally {
    vi.useRealTimers()
  }
  return { before, after: scores }
}
test('a solve that is cancelled handing over tells the best roster it has first', async () => {
  // What is found between two reports would not be told. Whether there is anything when the search is cancelled is not seen from outside: on a busy machine it may have had
  // no turn since its last report. So each try cancels it after another time, until there is.
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { before, after } = await handOver(50 * (1 + (tries % 6)))
    if (after.length === 0) continue
    expect(compareScores(after.at(-1)!, before.at(-1)!)).toBeLessThan(0)
    return
  }
  throw new Error('Nothing was told.')
})

test('a search goes on from a given roster and never ends worse', async () => {
  const first = Promise.withResolvers<Progress>()
  const handle = startSolve(request({ document: WARD }), { onProgress: first.resolve })
  const best = await first.promise
  handle.cancel()
  await expect(handle.result).rejects.toMatchObject({ name: 'AbortError' })
  const resumed = await startSolve(request({ document: WARD, maxIterations: 2048, start: best.roster }), SILENT).result
  expect(compareScores(resumed.score, best.score)).toBeLessThanOrEqual(0)
})

test('a schedule that takes more memory than it may is given up, and the next is solved', async () => {
  const large = new TextEncoder().encode(JSON.stringify(largeDocument({ employees: 700 })))
  const [tooLarge, other] = await Promise.allSettled([
    startSolve(request({ document: large, memoryMib: MIN_MIB }), SILENT).result,
    startSolve(request({ maxIterations: 2048, memoryMib: MIN_MIB }), SILENT).result,
  ])
  expect(tooLarge).toMatchObject({ status: 'rejected', reason: { name: 'MemoryExceeded', limitMib: MIN_MIB } })
  expect(other.status).toBe('fulfilled')
})
