// Slow: each schedule is solved by trying all rosters.
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { costBound } from '../../src/checker/cost-bound.ts'
import { costsOf } from '../../src/checker/costs.ts'
import { exactLines } from '../../src/checker/payslips.ts'
import { SILENT, viewRoster } from '../../src/checker/roster-view.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { GRAINS_PER_MINOR } from '../../src/model/pay.ts'
import type { Roster } from '../../src/model/roster.ts'
import { compareScores } from '../../src/model/score.ts'
import type { Judgement } from '../../src/model/violation.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { casesOf } from './cases.ts'
import { chanceOf, createRandom, type Fields } from './draft.ts'

const WANTED = casesOf(10)

/** Three people who cost differently, and six shifts of a few days, which must be worked: who works them is a matter of money, and with dislikes of another rule on its priority. */
function tinyPaid(seed: number, hasDislikes = false, budgets: readonly Fields[] = []): Schedule {
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
      ...(budgets.length === 0 ? {} : { budgets: { thirdPriorityWeight: 1 } }),
      ...(hasDislikes ? { useDislikedEmployee: { fourthPriorityWeight: 7 } } : {}),
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
    ...(budgets.length === 0 ? {} : { budgets }),
    employees: [1, 2, 3].map((id) => ({ id, pay: { hourly: chance.whole(10, 40) * chance.one([50, 61]) } })),
    spots: [{ id: 1 }],
    shifts: hasDislikes ? shifts.map((shift) => ({ ...shift, dislikedEmployees: chance.some([1, 2, 3], 0.5) })) : shifts,
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

const BUDGETED = casesOf(8)

test(`the best roster under budgets is found, and no bound is above it, on ${BUDGETED} tiny schedules`, async () => {
  const solver = await loadHighs()
  let [above, differing] = [0, 0]
  for (let seed = 301; seed < 301 + BUDGETED; seed += 1) {
    const chance = chanceOf(createRandom(seed, 31))
    const budgets = [
      { id: 'week', per: 'week', max: 100 * chance.whole(0, 1200), priority: chance.one([2, 3, 3]) },
      { id: 'day', per: 'day', max: 100 * chance.whole(50, 300), weight: chance.whole(1, 3) },
      { id: 'spot', per: 'horizon', spots: [1], max: 100 * chance.whole(0, 1200) },
    ].slice(0, chance.whole(1, 3))
    const schedule = tinyPaid(seed, true, budgets)
    const best = bestByForce(schedule)
    const { bound, score, roster, boundLeavesOut } = solve(schedule, solveOptions({ seed, maxIterations: 30_000, solver, proves: true }))
    expect(boundLeavesOut).toEqual(budgets.map(({ id }) => `budgets: ${id}`))
    if (bound !== null) expect(compareScores(bound, best.score), `seed ${seed}: ${bound.join()} of ${best.score.join()}`).toBeLessThanOrEqual(0)
    expect(score, `seed ${seed}`).toEqual(best.score)
    const { violations } = judge(schedule, roster)
    if (violations.some(({ setting }) => setting === 'budgets')) above += 1
    const free = tinyPaid(seed, true)
    if (compareScores(judge(schedule, bestByForce(free).rosters[0]!).score, best.score) > 0) differing += 1
  }
  expect(Math.min(above, differing)).toBeGreaterThan(0)
})

/** As few schedules as take seconds: of each every roster is paid. */
const BOUNDED = casesOf(6)

test(`no roster that is as good in everything else costs less than the bound in money, of all rosters of ${BOUNDED} tiny schedules`, async () => {
  const solver = await loadHighs()
  let [told, apart, near] = [0, 0, 0]
  for (let seed = 101; seed < 101 + BOUNDED; seed += 1) {
    const schedule = tinyPaid(seed, true)
    const { settings, pay } = schedule
    const weight = settings.weights.payCost[3]
    const solved = solve(schedule, solveOptions({ seed, maxIterations: 20_000, solver, proves: true }))
    const othersOf = (judged: Judgement): number =>
      judged.violations.filter((each) => each.priority === 3 && each.setting !== 'payCost').reduce((sum, { penalty }) => sum + penalty, 0)
    const mine = judge(schedule, solved.roster)
    const { bound } = costBound(schedule, mine, solved.bound)
    if (bound === undefined) continue
    told += 1
    if (othersOf(mine) > 0) apart += 1
    expect(mine.score[3]).toBe(othersOf(mine) + weight * Math.ceil(grainsOf(schedule, solved.roster) / (pay!.currencyUnit * GRAINS_PER_MINOR)))
    let least = Infinity
    forEachRoster(schedule, (roster) => {
      const judged = judge(schedule, roster)
      const isAsGood = [0, 1, 2].every((p) => judged.score[p]! <= mine.score[p]!) && othersOf(judged) <= othersOf(mine)
      if (isAsGood) least = Math.min(least, grainsOf(schedule, roster))
    })
    expect(least / GRAINS_PER_MINOR, `seed ${seed}`).toBeGreaterThanOrEqual(bound)
    if (least / GRAINS_PER_MINOR - bound <= 2 * pay!.currencyUnit) near += 1
  }
  expect(Math.min(told, apart, near)).toBeGreaterThan(0)
})

/** What a roster costs before lines are rounded. */
function grainsOf(schedule: Schedule, roster: Roster): number {
  return viewRoster(schedule, roster, SILENT)
    .rows.flatMap((row) => exactLines(schedule, row))
    .reduce((sum, { grains }) => sum + grains, 0)
}

function forEachRoster({ shifts, employees }: Schedule, look: (roster: Roster) => void): void {
  const roster = new Int32Array(shifts.length)
  for (let number = 0; number < employees.length ** shifts.length; number += 1) {
    for (let at = 0, rest = number; at < shifts.length; at += 1, rest = Math.floor(rest / employees.length)) roster[at] = rest % employees.length
    look(roster)
  }
}
