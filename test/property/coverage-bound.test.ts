// Slow: each schedule is proved by prices and solved by trying all rosters.
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { createRandom } from './any-schedule.ts'
import { boundByPrices } from './bound-by-prices.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { chanceOf, type Fields } from './draft.ts'

const WARDS = casesOf(60)
const SOLVED = casesOf(15)
const DAY = '2027-03-0'

/** Two or three employees of whom some hold a skill, up to six shifts that overlap, and up to three requirements with clocks of any quarter or minute. */
function tinyWard(seed: number): Schedule {
  const chance = chanceOf(createRandom(seed))
  const days = chance.whole(1, 3)
  const isWhole = chance.is(0.5)
  const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:${isWhole ? '00' : String(chance.whole(0, 59)).padStart(2, '0')}`
  const shifts = Array.from({ length: chance.whole(2, 6) }, (_, id): Fields => {
    const [day, hour] = [1 + chance.whole(1, days), chance.whole(0, 20)]
    return {
      id: id + 1,
      spot: 1,
      start: `${DAY}${day}T${clock(hour)}`,
      end: hour > 17 ? `${DAY}${day + 1}T${clock(hour - 16)}` : `${DAY}${day}T${clock(hour + chance.whole(1, 3))}`,
      cost: chance.whole(0, 9),
      ...(chance.is(0.7) ? { importance: 'OPTIONAL' } : {}),
      ...(chance.is(0.1) ? { fixed: true, employee: 1 } : {}),
    }
  })
  const requirement = (_: unknown, id: number): Fields => {
    const [from, min] = [chance.whole(0, 12), chance.whole(0, 2)]
    return {
      id: id + 1,
      start: `${DAY}2T${clock(from)}`,
      end: chance.is(0.5) ? `${DAY}2T${clock(from + chance.whole(1, 9))}` : `${DAY}4T${clock(from)}`,
      min,
      ...(chance.is(0.5) ? { ideal: min + chance.whole(0, 2) } : {}),
      ...(chance.is(0.4) ? { max: min + 2 } : {}),
      ...(chance.is(0.4) ? { who: { skill: 1 } } : {}),
      ...(chance.is(0.2) ? { ratioOf: { who: {}, ratio: 0.5 } } : {}),
      ...(chance.is(0.3) ? { weight: chance.whole(1, 4) } : {}),
    }
  }
  const { submission, errors } = readSubmission(
    {
      timeZone: 'UTC',
      employees: Array.from({ length: chance.whole(2, 3) }, (__, at) => ({ id: at + 1, contract: {}, skills: chance.is(0.6) ? [{ id: 1 }] : [] })),
      spots: [{ id: 1 }],
      shifts,
      coverageRequirements: Array.from({ length: chance.whole(1, 3) }, requirement),
      settings: {
        others: 'off',
        oneShiftPerDay: { firstPriorityWeight: 20 },
        coverageRequirements: { secondPriorityWeight: chance.whole(1, 9) },
        assignShift: { secondPriorityWeight: chance.whole(0, 20) },
        shiftCost: { secondPriorityWeight: 1 },
      },
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  return submission!.schedule
}

test(`no roster costs less than prices say where masters follow coverage, on ${WARDS} tiny wards`, () => {
  let [near, charged] = [0, 0]
  for (let seed = FIRST_SEED; seed < FIRST_SEED + WARDS; seed += 1) {
    const schedule = tinyWard(seed)
    const best = bestByForce(schedule).score
    const { least, costOf } = boundByPrices(schedule)
    expect(least, `seed ${seed}`).toBeLessThanOrEqual(costOf(best) + 1e-3)
    if (best[1] === 0) continue
    charged += 1
    if (least > 0.8 * costOf(best)) near += 1
  }
  expect(charged).toBeGreaterThan(WARDS / 2)
  expect(near).toBeGreaterThan(charged / 2)
})

test(`no roster goes below what linear programs prove of coverage, and most are proved, on ${SOLVED} tiny wards`, async () => {
  const solver = await loadHighs()
  let closed = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SOLVED; seed += 1) {
    const schedule = tinyWard(seed)
    const best = bestByForce(schedule).score
    const { bound, score } = solve(schedule, solveOptions({ seed, maxIterations: 15_000, solver, proves: true }))
    expect(score, `seed ${seed}`).toEqual(best)
    if (bound === null) continue
    expect(compareScores(bound, best), `seed ${seed}: ${bound.join()} is proved, ${best.join()} is there`).toBeLessThanOrEqual(0)
    if (compareScores(bound, best) === 0) closed += 1
  }
  expect(closed).toBeGreaterThan(SOLVED / 2)
})
