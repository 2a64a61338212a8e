// Slow: each random schedule is compiled, and asked about again and again.
import { expect, test } from 'vitest'
import { diff } from '../../src/answers/diff.ts'
import { evaluate } from '../../src/answers/evaluate.ts'
import { explain } from '../../src/answers/explain.ts'
import { recommend } from '../../src/answers/recommend.ts'
import type { Outcome, Swap } from '../../src/answers/recommended.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { costsOf } from '../../src/checker/costs.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import { NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { EmployeeId, ShiftId } from '../../src/model/units.ts'
import { randomPaid, restricted } from '../property/any-pay.ts'
import { createRandom, randomRoster } from '../property/any-schedule.ts'
import { drawnSchedule } from '../property/random-schedule.ts'
import { casesOf } from '../property/cases.ts'

const ROSTERS = casesOf(24)

interface Case {
  readonly schedule: Schedule
  readonly roster: Roster
  readonly seed: number
}

function drawn(seed: number): Case {
  const { submission, errors } = readSubmission(restricted(randomPaid(seed), seed), { callback: 'optional' })
  expect(errors, `seed ${seed}`).toEqual([])
  const asked = submission!.schedule
  return { ...materialised(asked, randomRoster(asked, createRandom(seed, 99))), seed }
}

/** What a roster costs by all its lines. */
function totalOf(schedule: Schedule, roster: Roster): number | undefined {
  return costsOf(schedule, roster).total
}

function positionOf({ employees }: Schedule, id: EmployeeId | null): number {
  return id === null ? NOBODY : employees.findIndex((employee) => employee.id === id)
}

function seatOf({ shifts }: Schedule, roster: Roster, id: ShiftId, employee: number): number {
  return shifts.findIndex((shift, at) => shift.id === id && roster[at] === employee)
}

function afterSteps(schedule: Schedule, roster: Roster, { steps }: Swap): Roster {
  const after = roster.slice()
  for (const { shiftId, from, to } of steps) after[seatOf(schedule, roster, shiftId, positionOf(schedule, from))] = positionOf(schedule, to)
  return after
}

/** Whether an outcome names what two rosters differ by, in a number and in words. */
function expectAmount({ schedule, roster, seed }: Case, outcome: Outcome, after: Roster): void {
  const [before, now] = [totalOf(schedule, roster), totalOf(schedule, after)]
  if (before === undefined || now === undefined) {
    expect(outcome, `seed ${seed}`).not.toHaveProperty('costChange')
    expect(outcome.text).not.toMatch(/ costs /)
    return
  }
  expect(outcome.costChange, `seed ${seed}: ${outcome.text}`).toBe(now - before)
  expect(outcome.text).toMatch(
    now === before ? /, and costs the same/ : now > before ? /, and costs [\d.]+( EUR| JPY)? more/ : /, and costs [\d.]+( EUR| JPY)? less/,
  )
}

test(`whoever is recommended costs what the whole payroll says, of ${ROSTERS} random schedules`, () => {
  let [named, dearer, cheaper] = [0, 0, 0]
  for (let seed = 1; seed <= ROSTERS; seed += 1) {
    const it = drawn(seed)
    const { schedule, roster } = it
    const planned = schedule.shifts.flatMap(({ historic, fixed }, at) => (historic || fixed ? [] : [at]))
    for (const shift of planned.slice(0, 2)) {
      const now = roster[shift]!
      const answer = recommend({ schedule, roster, shift, ...(now === NOBODY ? {} : { replaces: now }), limit: 100, asItStands: true, others: true })
      for (const candidate of [...answer.employees, ...answer.otherEmployees])
        expectAmount(it, candidate, roster.with(seatOf(schedule, roster, answer.shiftId!, now), positionOf(schedule, candidate.employeeId)))
      for (const chain of answer.chains) expectAmount(it, chain, afterSteps(schedule, roster, chain))
      for (const { costChange = 0 } of [...answer.employees, ...answer.otherEmployees]) {
        named += 1
        if (costChange > 0) dearer += 1
        if (costChange < 0) cheaper += 1
      }
    }
    const together = recommend({ schedule, roster, shifts: planned.slice(0, 3), limit: 3, asItStands: true })
    for (const assignment of together.assignments) expectAmount(it, assignment, afterSteps(schedule, roster, assignment))
    const open = recommend({ schedule, roster, employee: 0, limit: 5, asItStands: true, others: true })
    for (const taking of [...open.shifts, ...open.otherShifts])
      expectAmount(it, taking, roster.with(seatOf(schedule, roster, taking.shiftId, NOBODY), 0))
  }
  expect(Math.min(named, dearer, cheaper)).toBeGreaterThan(0)
})

test('a schedule that says nothing of money names no amount anywhere', () => {
  const { schedule, random } = drawnSchedule(7, 'all')
  expect(schedule.pay).toBeUndefined()
  const roster = randomRoster(schedule, random)
  const shift = schedule.shifts.findIndex(({ historic, fixed }) => !historic && !fixed)
  const answers = [
    recommend({ schedule, roster, shift, limit: 100, asItStands: true, others: true }),
    diff({ schedule, before: roster, after: randomRoster(schedule, random) }),
    explain({ schedule, roster, employee: null, matchLimit: 0 }),
    evaluate({ schedule, roster, matchLimit: 0 }),
  ]
  for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/"cost(Change|Before|After)"|"currency"|"total"| costs the same/)
})

test(`a difference costs what its people cost more or less, of ${ROSTERS} pairs of rosters`, () => {
  let paid = 0
  for (let seed = 1; seed <= ROSTERS; seed += 1) {
    const { schedule, roster: before } = drawn(seed)
    const after = randomRoster(schedule, createRandom(seed, 98))
    const { costBefore, costAfter, costChange, employees } = diff({ schedule, before, after })
    expect([costBefore, costAfter]).toEqual([totalOf(schedule, before), totalOf(schedule, after)])
    if (costChange === undefined) {
      expect(employees.every((employee) => !('costChange' in employee))).toBe(true)
      continue
    }
    expect(costChange).toBe(costAfter! - costBefore!)
    expect(
      employees.reduce((sum, employee) => sum + employee.costChange!, 0),
      `seed ${seed}`,
    ).toBe(costChange)
    paid += 1
  }
  expect(paid).toBeGreaterThan(ROSTERS / 4)
})

test(`payslips of an explanation add up to what an evaluation says, of ${ROSTERS} rosters, and one employee is told the own one alone`, () => {
  let paid = 0
  for (let seed = 1; seed <= ROSTERS; seed += 1) {
    const { schedule, roster } = drawn(seed)
    const { costs } = evaluate({ schedule, roster, matchLimit: 0 })
    expect(costs).toEqual(costsOf(schedule, roster))
    expect(explain({ schedule, roster, employee: null, matchLimit: 0 }).costs).toEqual(costs)
    let [sum, minutes] = [0, 0]
    for (const [employee, { id }] of schedule.employees.entries()) {
      const own = explain({ schedule, roster, employee, matchLimit: 0 }).costs
      sum += own.total ?? 0
      minutes += own.paidMinutes
      expect(own.bySpot).toBeUndefined()
      expect(own.byEmployee?.every(({ employeeId }) => employeeId === id) ?? true).toBe(true)
    }
    expect(sum).toBe(costs.total ?? 0)
    if (costs.total !== undefined && costs.total > 0) paid += 1
    else continue
    expect(minutes).toBe(costs.byEmployee!.reduce((all, each) => all + each.paidMinutes, 0))
  }
  expect(paid).toBeGreaterThan(ROSTERS / 4)
})
