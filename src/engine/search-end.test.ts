import { describe, expect, test } from 'vitest'
import { sampleSchedule } from '../../test/sample-schedule.ts'
import type { Score } from '../model/score.ts'
import { compile } from './instance/compile.ts'
import { SearchEnd } from './search-end.ts'
import { solveOptions } from './solve-options.fixture.ts'

const instance = compile(sampleSchedule({ employees: [{}], shifts: [{ from: 480, to: 960, employee: null }] }).schedule)
const STALL_MS = 100

/** A search of 1,000 ms of which the last tenth, or `lastPart`, belongs to priorities that had no turn before. */
function searchEnd({ lastPart = 0.9, maxIterations = null as number | null } = {}) {
  const end = new SearchEnd(solveOptions({ maxMs: 1000, stallMs: STALL_MS, maxIterations }), instance, lastPart)
  let revision = 0
  const stand = (elapsedMs: number, score: Score = [0, 0, 3, 4], bound: Score | null = null) => {
    const incumbent = { cells: new Int32Array(instance.employeeCount * instance.dayCount), score, revision, bound }
    return { share: end.progress({ incumbent, elapsedMs, iterations: elapsedMs }), reason: end.reason }
  }
  /** What it says at such a time, so long after the last better roster. */
  const at = (elapsedMs: number, sinceBetterMs: number, score?: Score, bound?: Score) => {
    revision += 1
    stand(elapsedMs - sinceBetterMs)
    return stand(elapsedMs, score, bound)
  }
  return Object.assign(at, { stand, end })
}

describe('a search that finds nothing better for too long', () => {
  test('goes on with its last part, as long as that would be after so much of the rest, and has converged then', () => {
    const at = searchEnd()
    expect(at(450, STALL_MS - 1)).toEqual({ share: 0.45, reason: null })
    expect(at(450, STALL_MS)).toEqual({ share: 0.9, reason: null })
    expect(at(475, STALL_MS + 25)).toEqual({ share: expect.closeTo(0.95), reason: null })
    expect(at(500, STALL_MS + 50)).toEqual({ share: 1, reason: 'CONVERGED' })
  })

  test('ends no later because something better is found in that part', () => {
    const at = searchEnd()
    at(450, STALL_MS)
    expect(at(475, 5).share).toBeCloseTo(0.95)
    expect(at(500, 30)).toEqual({ share: 1, reason: 'CONVERGED' })
  })

  test('ends at once in its last part, or where it has none', () => {
    expect(searchEnd()(920, STALL_MS)).toEqual({ share: 1, reason: 'CONVERGED' })
    expect(searchEnd({ lastPart: 1 })(450, STALL_MS)).toEqual({ share: 1, reason: 'CONVERGED' })
  })

  test('goes on where iterations end it, which the clock may not', () => {
    expect(searchEnd({ maxIterations: 2000 })(450, STALL_MS)).toEqual({ share: 0.225, reason: null })
  })
})

test('a search tells how much of the time has passed that it may go on without a better roster', () => {
  const at = searchEnd()
  at(450, 25)
  expect(at.end.stall).toEqual({ passed: 0.25, share: 0.1 })
  at.stand(500)
  expect(at.end.stall?.passed).toBe(0.75)
  at(500, 0)
  expect(at.end.stall?.passed).toBe(0)
  at(500, 3 * STALL_MS)
  expect(at.end.stall?.passed).toBe(1)
  const forIterations = searchEnd({ maxIterations: 2000 })
  forIterations(450, STALL_MS)
  expect(forIterations.end.stall).toBeNull()
})

test('a search ends with its time, however short the last part was', () => {
  const at = searchEnd()
  at(890, STALL_MS)
  expect(at(1000, 0)).toEqual({ share: 1, reason: 'TIME_LIMIT' })
  expect(searchEnd()(999, 0)).toEqual({ share: 0.999, reason: null })
})

test('what is proved ends it in its last part as well', () => {
  const at = searchEnd()
  at(450, STALL_MS)
  expect(at(460, STALL_MS, [0, 0, 3, 4], [0, 0, 3, 4])).toEqual({ share: 1, reason: 'OPTIMAL' })
})
