// Slow: each schedule is proved by prices and solved by trying all rosters.
import { expect, test } from 'vitest'
import { isDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { createRandom } from './any-schedule.ts'
import { wardWithPatterns } from './any-pattern.ts'
import { boundByPrices } from './bound-by-prices.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { chanceOf } from './draft.ts'
import { searchFor } from './search-for.ts'

const WARDS = casesOf(100)
const SOLVED = casesOf(10)
const MAX_OPEN = 6
const SETTINGS = {
  oneShiftPerDay: { firstPriorityWeight: 20 },
  contractRules: { secondPriorityWeight: 3 },
  assignShift: { secondPriorityWeight: 2 },
}

/** Wards with so few shifts that all rosters can be tried, by seed. */
function* tinyWards(count: number): Generator<{ seed: number; schedule: Schedule }> {
  for (let seed = FIRST_SEED, found = 0; found < count; seed += 1) {
    const chance = chanceOf(createRandom(seed))
    const schedule = wardWithPatterns(chance, { days: chance.whole(2, 5), historyDays: chance.whole(0, 3), settings: SETTINGS, share: 0.4 })
    const open = schedule.shifts.filter((shift) => !isDecided(shift)).length
    if (open < 2 || open > MAX_OPEN) continue
    found += 1
    yield { seed, schedule }
  }
}

test(`no roster costs less than prices say where rows follow patterns, on ${WARDS} tiny wards`, () => {
  let [exact, charged] = [0, 0]
  for (const { seed, schedule } of tinyWards(WARDS)) {
    const best = bestByForce(schedule).score
    const { least, costOf } = boundByPrices(schedule)
    expect(least, `seed ${seed}`).toBeLessThanOrEqual(costOf(best) + 1e-3)
    if (least > costOf(best) - 0.01) exact += 1
    if (best[1] > 0) charged += 1
  }
  expect(exact).toBeGreaterThan(WARDS / 2)
  expect(charged).toBeGreaterThan(WARDS / 4)
})

test(`the engine finds the best of all rosters under patterns, on ${SOLVED} tiny wards`, () => {
  for (const { seed, schedule } of tinyWards(SOLVED)) {
    const best = bestByForce(schedule).score
    expect(searchFor(schedule, best, { seed: 1, maxIterations: 30_000 }).score, `seed ${seed}`).toEqual(best)
  }
})
