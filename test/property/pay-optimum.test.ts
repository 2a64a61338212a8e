// Slow: each schedule is solved by trying all rosters.
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { costsOf } from '../../src/checker/costs.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { compareScores } from '../../src/model/score.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { casesOf } from './cases.ts'
import { chanceOf, createRandom, type Fields } from './draft.ts'

const WANTED = casesOf(10)

/** Three people who cost differently, and six shifts of a few days, which must be worked: who works them is a matter of money. */
function tinyPaid(seed: number): Schedule {
  const chance = chanceOf(createRandom(seed))
  const step = chance.one([1, 30])
  const shifts = Array.from({ length: 6 }, (_, at): Fields => {
    const day = 2 + chance.whole(0, 5)
    const from = chance.one([6, 14, 22])
    const length = step * chance.whole(120 / step, 600 / step)
    const start = `2026-03-0${day}T${String(from).padStart(2, '0')}:00Z`
    return { id: at + 1, spot: 1, start, end: new Date(Date.parse(start) + length * 60_000).toISOString(), tags: chance.some(['oncall'], 0.3) }
  })
  const document = {
    timeZone: 'UTC',
    currencyUnit: chance.one([1, 100, 100]),
    settings: {
      others: 'off',
      assignShift: { secondPriorityWeight: 20 },
      oneShiftPerDay: { firstPriorityWeight: 20 },
      payCost: { fourthPriorityWeight: chance.one([1, 1, 2]) },
    },
    payRules: [
      { id: 'over', kind: 'overtime', per: 'week', overMinutes: 60 * chance.whole(5, 20), percent: 125 },
      { id: 'far over', kind: 'overtime', per: 'week', overMinutes: 60 * chance.whole(10, 30), percent: 200 },
      { id: 'long day', kind: 'overtime', per: 'day', overMinutes: 480, percent: 150 },
      { id: 'night', kind: 'surcharge', from: '22:00', to: '06:00', percent: 130 },
      { id: 'weekend', kind: 'surcharge', weekdays: ['SATURDAY', 'SUNDAY'], amount: 333 },
      { id: 'oncall', kind: 'surcharge', tags: ['oncall'], percent: 25 },
      { id: 'used', kind: 'activation', amount: chance.one([0, 3000, 20_000]) },
    ].filter(() => chance.is(0.7)),
    employees: [1, 2, 3].map((id) => ({ id, pay: { hourly: chance.whole(10, 40) * chance.one([50, 61]) } })),
    spots: [{ id: 1 }],
    shifts,
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  return submission!.schedule
}

test(`the cheapest roster is found and proved, on ${WANTED} tiny schedules`, async () => {
  const solver = await loadHighs()
  const wrong: string[] = []
  let exact = 0
  for (let seed = 1; seed <= WANTED; seed += 1) {
    const schedule = tinyPaid(seed)
    const best = bestByForce(schedule)
    const { bound, score, roster, stopReason, boundLeavesOut } = solve(schedule, solveOptions({ seed, maxIterations: 30_000, solver, proves: true }))
    expect(boundLeavesOut).toEqual([])
    if (bound !== null) expect(compareScores(bound, best.score), `seed ${seed}: ${bound.join()} of ${best.score.join()}`).toBeLessThanOrEqual(0)
    if (stopReason !== 'OPTIMAL' || compareScores(score, best.score) !== 0)
      wrong.push(`${seed}: ${score.join()} of ${best.score.join()}, bound ${bound?.join()}`)
    const cheapest = Math.min(...best.rosters.map((each) => costsOf(schedule, each).total!))
    if (costsOf(schedule, roster).total! - cheapest <= 1) exact += 1
  }
  expect(wrong).toEqual([])
  expect(exact).toBeGreaterThan(WANTED * 0.8)
})
