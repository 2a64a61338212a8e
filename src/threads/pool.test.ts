// Slow: solver threads are started, ended and replaced.
import { expect, test } from 'vitest'
import { compareScores, type Score } from '../model/score.ts'
import { startSolve } from './pool.ts'
import { LONG_SECONDS, solveRequest as request, WARD } from './solve-request.fixture.ts'

const SILENT = { onProgress: () => {} }

/** Reports to wait for. */
const ENOUGH = 3

test('every progress is better than the last, and the result is at least as good', async () => {
  const scores: Score[] = []
  const handle = startSolve(request({ document: WARD }), {
    onProgress: ({ score }) => {
      scores.push(score)
      if (scores.length === ENOUGH) handle.stop()
    },
  })
  const outcome = await handle.result
  expect(scores.length).toBeGreaterThanOrEqual(ENOUGH)
  for (let i = 1; i < scores.length; i += 1) expect(compareScores(scores[i]!, scores[i - 1]!)).toBeLessThan(0)
  expect(compareScores(outcome.score, scores.at(-1)!)).toBeLessThanOrEqual(0)
})

// After how many moves the search looks whether it should: engine/index.test.ts.
test('a stop ends the search long before its time, with the best so far', async () => {
  let firstSeen = (): void => {}
  const first = new Promise<void>((resolve) => {
    firstSeen = resolve
  })
  const handle = startSolve(request({ document: WARD, threads: 2 }), { onProgress: () => firstSeen() })
  await first
  handle.stop()
  const outcome = await handle.result
  expect(outcome.stopReason).toBe('STOPPED')
  expect(outcome.solveMs).toBeLessThan((1000 * LONG_SECONDS) / 5)
})

test('a cancelled solve has no result', async () => {
  const handle = startSolve(request({ document: WARD }), SILENT)
  handle.cancel()
  await expect(handle.result).rejects.toMatchObject({ name: 'AbortError' })
})

test('a thread that dies rejects its solve and nothing else', async () => {
  const handle = startSolve(request({ document: new TextEncoder().encode('not JSON') }), SILENT)
  await expect(handle.result).rejects.toThrow()
  expect((await startSolve(request({ maxIterations: 2048 }), SILENT).result).stopReason).toBe('STOPPED')
})
