import { DEFAULT_PARAMS } from './portfolio/params.ts'
import { describe, expect, test } from 'vitest'
import { smallWard } from '../../test/property/small-ward.ts'
import { sampleSchedule } from '../../test/sample-schedule.ts'
import { judge } from '../checker/check.ts'
import { rosterAsPosted } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { compareScores, type Score } from '../model/score.ts'
import type { Weights } from '../model/settings.ts'
import { loadHighs } from '../threads/load-highs.ts'
import { instanceOf } from './instance/compile.ts'
import { type CycleEnd, solve, type SolveOptions } from './index.ts'
import { prepare } from './instance/prepare.ts'
import { solveOptions } from './solve-options.fixture.ts'

const DAY_MIN = 1440
const FIRST: Weights = [20, 0, 0, 0]
const SECOND: Weights = [0, 1, 0, 0]

/** Five nurses for two weeks of which nobody wishes to work several days, so that there is something to better. */
function wishedFor(): Schedule {
  const days = Array.from({ length: 14 }, (_, day) => day)
  return sampleSchedule({
    employees: [0, 1, 2, 3, 4].map((e) => ({
      wishes: days
        .filter((day) => (day * 3 + e * 5) % 4 > 0)
        .map((day) => ({ type: 'UNDESIRED', from: day * DAY_MIN, to: (day + 1) * DAY_MIN, weight: 1 + ((day + e) % 3) })),
      contract: { maxConsecutiveDays: 3, maxShiftsTotal: 7 },
    })),
    shifts: days.flatMap((day) => [480, 840].map((from) => ({ from: day * DAY_MIN + from, to: day * DAY_MIN + from + 480, employee: null }))),
    weights: { assignShift: FIRST, oneShiftPerDay: FIRST, maxConsecutiveDays: FIRST, undesired: SECOND, evenShiftDistribution: SECOND },
  }).schedule
}

/** A clock that goes on by a millisecond whenever it is looked at. */
function everyLook(): () => number {
  let now = 0
  return () => (now += 1)
}

function searchOf(over: Partial<SolveOptions>) {
  const told: Score[] = []
  const at: number[] = []
  const onIncumbent: SolveOptions['onIncumbent'] = ({ score, elapsedMs }) => {
    told.push(score)
    at.push(elapsedMs)
  }
  return { ...solve(wishedFor(), solveOptions({ onIncumbent, ...over })), told, at }
}

describe('a search', () => {
  test('tells every roster that is better than the last, and ends with the last of them', async () => {
    const solver = await loadHighs()
    for (const seed of [1, 2]) {
      const { told, score } = searchOf({ seed, maxIterations: 20_000, solver, proves: true })
      expect(told.length, `seed ${seed}`).toBeGreaterThan(1)
      told.slice(1).forEach((better, i) => expect(compareScores(better, told[i]!), `seed ${seed}`).toBeLessThan(0))
      expect(score).toEqual(told.at(-1))
    }
  })

  test('ends as soon as it is asked to stop', () => {
    let looks = 0
    const { stopReason, moves } = searchOf({ maxIterations: 1_000_000, shouldStop: () => (looks += 1) > 30 })
    expect(stopReason).toBe('STOPPED')
    expect(moves).toBeLessThan(30 * 1024)
  })

  test('ends with its time, as the clock says that it was handed', () => {
    const { stopReason, elapsedMs } = searchOf({ maxMs: 500, clock: everyLook() })
    expect(stopReason).toBe('TIME_LIMIT')
    expect(elapsedMs).toBeGreaterThanOrEqual(500)
    expect(elapsedMs).toBeLessThan(600)
  })

  test('ends when nothing better was found for so long, counted from the last better roster', () => {
    const { stopReason, elapsedMs, at } = searchOf({ maxMs: 1_000_000, stallMs: 500, clock: everyLook() })
    expect(stopReason).toBe('CONVERGED')
    expect(elapsedMs - at.at(-1)!).toBeGreaterThanOrEqual(500)
    expect(elapsedMs - at.at(-1)!).toBeLessThan(600)
    expect(elapsedMs).toBeGreaterThan(510)
  })

  test('that is over when it begins tells what it was given, with nothing walked', () => {
    const { stopReason, moves, told } = searchOf({ shouldStop: () => true })
    expect({ stopReason, moves, told: told.length }).toEqual({ stopReason: 'STOPPED', moves: 0, told: 1 })
  })

  test('ends earlier when its time gets shorter meanwhile', () => {
    const clock = everyLook()
    let looks = 0
    const shrinking = {
      get maxMs() {
        return (looks += 1) > 100 ? 300 : 1_000_000
      },
    }
    const { stopReason, elapsedMs } = solve(
      wishedFor(),
      Object.defineProperties(solveOptions({ clock }), Object.getOwnPropertyDescriptors(shrinking)),
    )
    expect(stopReason).toBe('TIME_LIMIT')
    expect(elapsedMs).toBeGreaterThanOrEqual(300)
    expect(elapsedMs).toBeLessThan(600)
  })

  test('tries a move in each of its iterations, and not all lead anywhere', () => {
    const { moves, stopReason } = searchOf({ maxIterations: 50_000 })
    expect(stopReason).toBe('STOPPED')
    expect(moves).toBeGreaterThan(50_000 / 4)
    expect(moves).toBeLessThan(50_000)
  })
})

describe('preparing a search', () => {
  test('ends between any two of its parts when the time is over, with nothing', () => {
    const schedule = wishedFor()
    let parts = 0
    const count = (): boolean => {
      parts += 1
      return false
    }
    expect(prepare(schedule, count)).toBe(instanceOf(schedule))
    expect(parts).toBeGreaterThan(8)
    for (let part = 1; part <= parts; part += 1) {
      let looks = 0
      expect(prepare(wishedFor(), () => (looks += 1) === part)).toBeNull()
      expect(looks).toBe(part)
    }
  })

  test('leads to the search that compiles for itself', () => {
    const schedule = wishedFor()
    const instance = prepare(schedule, () => false)!
    const { score, roster } = solve(schedule, solveOptions({ maxIterations: 5_000, instance }))
    const alone = searchOf({ maxIterations: 5_000 })
    expect({ score, roster }).toEqual({ score: alone.score, roster: alone.roster })
  })
})

describe('a search that proves', () => {
  const proving = async (over: Partial<SolveOptions>) => {
    const bounds: Score[] = []
    const onBound = (bound: Score): void => void bounds.push(bound)
    const options = solveOptions({ seed: 4, maxIterations: 100_000, solver: await loadHighs(), proves: true, onBound, ...over })
    return { ...solve(smallWard(4, true), options), bounds }
  }

  test('tells every bound that is higher than the last, until no roster is better', async () => {
    // Short turns: the bound comes in several.
    const params = { ...DEFAULT_PARAMS, proving: { ...DEFAULT_PARAMS.proving, firstTurn: 0.02, perTurn: 0.02 } }
    const { bounds, bound, score, stopReason } = await proving({ params })
    expect(bounds.length).toBeGreaterThan(1)
    bounds.slice(1).forEach((higher, i) => expect(compareScores(higher, bounds[i]!)).toBeGreaterThan(0))
    expect(bound).toEqual(score)
    expect(stopReason).toBe('OPTIMAL')
  })

  test('ends where the gap is as small as it may be', async () => {
    const { bound, score, stopReason } = await proving({ targetGap: 1 })
    expect(stopReason).toBe('CONVERGED')
    expect(compareScores(score, bound!)).toBeGreaterThan(0)
  })

  test('does not call a roster the best there is before that is proved', () => {
    expect(solve(smallWard(4), solveOptions({ maxIterations: 5_000 })).stopReason).toBe('STOPPED')
  })
})

describe('a search beside others', () => {
  test('goes on from a better roster that it is given, and says so', () => {
    const best = searchOf({ seed: 2, maxIterations: 60_000 })
    const gifts: CycleEnd[] = []
    const { score, roster, told } = searchOf({
      seed: 3,
      maxIterations: 5_000,
      meet: (mine) => {
        gifts.push(mine)
        return gifts.length === 1 && compareScores(best.score, mine.score) < 0 ? { roster: best.roster, score: best.score } : null
      },
    })
    expect(compareScores(score, best.score)).toBeLessThanOrEqual(0)
    expect(told).toContainEqual(best.score)
    expect(judge(wishedFor(), roster).score).toEqual(score)
  })

  test('tells what it has at the end of each cycle, which never gets worse', () => {
    const ends: Score[] = []
    const schedule = wishedFor()
    const meet = ({ score }: CycleEnd): null => {
      ends.push(score)
      return null
    }
    solve(schedule, solveOptions({ maxIterations: 30_000, start: rosterAsPosted(schedule), meet }))
    ends.slice(1).forEach((score, i) => expect(compareScores(score, ends[i]!)).toBeLessThanOrEqual(0))
    expect(ends.length).toBeGreaterThan(4)
  })
})
