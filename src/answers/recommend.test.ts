import { expect, test } from 'vitest'
import { randomRoster } from '../../test/property/any-schedule.ts'
import { drawnSchedule } from '../../test/property/random-schedule.ts'
import { casesOf } from '../../test/property/cases.ts'
import { judge, scoreOf } from '../checker/check.ts'
import { isDecided, NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { compareScores, type Score, subtractScores } from '../model/score.ts'
import { ruleRow } from '../model/rules.ts'
import { mayBeLaw, type SettingName } from '../model/settings.ts'
import { recommend } from './recommend.ts'
import { compareIds, type EmployeeId, type ShiftId } from '../model/units.ts'

/** 1,000 with TURNUS_TIMES_CASES=42. */
const ROSTERS = casesOf(24)

const CHAINS = 5
/** In the place of a schedule whose shifts are all decided. */
const ANOTHER = 100_000

interface Case {
  readonly seed: string
  readonly schedule: Schedule
  readonly roster: Roster
  readonly shift: number
  readonly random: () => number
  /** By shift: who is absent during it. */
  readonly absent: Map<number, EmployeeId[]>
}

function caseOf(seed: number): Case {
  const { schedule, random } = drawnSchedule(seed, 'all')
  const roster = randomRoster(schedule, random)
  const planned = schedule.shifts.flatMap(({ historic }, index) => (historic ? [] : [index]))
  if (planned.length === 0) return caseOf(seed + ANOTHER)
  return { seed: `seed ${seed}`, schedule, roster, shift: planned[Math.floor(random() * planned.length)]!, random, absent: new Map() }
}

/** By the checker: whose assignment to the shift would break `unavailable` more than the shift empty does. */
function absentByForce(it: Case, shift: number): EmployeeId[] {
  const known = it.absent.get(shift) ?? findAbsent(it, shift)
  it.absent.set(shift, known)
  return known
}

function findAbsent({ schedule, roster }: Case, shift: number): EmployeeId[] {
  const brokenWith = (employee: number): number =>
    judge(schedule, roster.with(shift, employee))
      .violations.filter(({ setting }) => setting === 'unavailable')
      .reduce((sum, { penalty }) => sum + penalty, 0)
  const before = brokenWith(NOBODY)
  return schedule.employees.flatMap(({ id }, employee) => (brokenWith(employee) > before ? [id] : []))
}

/** By the checker: the law that a roster breaks, in points of the first priority, by rule. */
function brokenLaw(schedule: Schedule, roster: Roster): Map<SettingName, number> {
  const sums = new Map<SettingName, number>()
  for (const { setting, priority, penalty } of judge(schedule, roster).violations)
    if (priority === 0 && mayBeLaw(setting as SettingName)) sums.set(setting as SettingName, (sums.get(setting as SettingName) ?? 0) + penalty)
  return sums
}

/** The rules of which a roster breaks more than another, as the checker says. */
function newlyBroken(schedule: Schedule, before: Roster, after: Roster): SettingName[] {
  const now = brokenLaw(schedule, before)
  return [...brokenLaw(schedule, after)].flatMap(([setting, penalty]) => (penalty > (now.get(setting) ?? 0) ? [setting] : []))
}

interface Steps {
  readonly steps: readonly { readonly shiftId: ShiftId; readonly from: EmployeeId | null; readonly to: EmployeeId | null }[]
}

/** A roster after some shifts change hands; each must be with whom it is said to come from. */
function afterSteps({ schedule, seed }: Case, roster: Roster, { steps }: Steps): Roster {
  const after = roster.slice()
  const employeeAt = (id: EmployeeId | null): number => (id === null ? NOBODY : schedule.employees.findIndex((employee) => employee.id === id))
  for (const { shiftId, from, to } of steps) {
    const seat = schedule.shifts.findIndex(({ id }, index) => id === shiftId && roster[index] === employeeAt(from))
    expect(seat, seed).toBeGreaterThanOrEqual(0)
    after[seat] = employeeAt(to)
  }
  return after
}

for (const asItStands of [false, true]) {
  test(`everybody who is there is ranked against the ${asItStands ? 'roster as it stands' : 'shift empty'} by what the checker says, lawful ones apart, of ${ROSTERS} rosters`, () => {
    let [chained, lawful, unlawful] = [0, 0, 0]
    for (let number = 1; number <= ROSTERS; number += 1) {
      const it = caseOf(number)
      const { seed, schedule, roster, shift } = it
      const answer = recommend({ schedule, roster, shift, limit: 100, asItStands, others: true })
      const now = roster[shift]!
      const base = asItStands ? roster : roster.with(shift, NOBODY)
      const before = scoreOf(schedule, base)
      expect(answer.score, seed).toEqual(before)
      expect(answer.employeeId).toBe(now === NOBODY ? null : schedule.employees[now]!.id)
      expect(answer.absentEmployeeIds, seed).toEqual(absentByForce(it, shift))
      const position = new Map(schedule.employees.map(({ id }, e) => [id, e]))
      const left = asItStands && now !== NOBODY ? [schedule.employees[now]!.id] : []
      const ranked = schedule.employees.map(({ id }) => id).filter((id) => !absentByForce(it, shift).includes(id) && !left.includes(id))
      const listed = [...answer.employees, ...answer.otherEmployees]
      expect(listed.map(({ employeeId }) => employeeId).sort(compareIds), seed).toEqual(ranked.sort(compareIds))
      expect(answer.otherCount).toBe(answer.otherEmployees.length)
      for (const { employeeId, scoreChange, breaks } of listed) {
        const after = base.with(shift, position.get(employeeId)!)
        expect(scoreChange, seed).toEqual(subtractScores(scoreOf(schedule, after), before))
        if (breaks.length === 0) expect(newlyBroken(schedule, base, after), seed).toEqual([])
      }
      for (const { breaks, employeeId } of answer.employees) if (position.get(employeeId) !== now) expect(breaks, seed).toEqual([])
      for (const { breaks } of answer.otherEmployees) expect(breaks.length, seed).toBeGreaterThan(0)
      lawful += answer.employees.length
      unlawful += answer.otherEmployees.length
      for (const list of [answer.employees, answer.otherEmployees]) {
        const changes = list.map(({ scoreChange }) => scoreChange)
        expect(changes).toEqual([...changes].sort(compareScores))
      }
      for (const chain of answer.chains.slice(0, CHAINS)) {
        const after = afterSteps(it, base, chain)
        expect(chain.scoreChange, seed).toEqual(subtractScores(scoreOf(schedule, after), before))
        expect(newlyBroken(schedule, base, after), seed).toEqual([])
        expect(after[shift], seed).not.toBe(base[shift])
        for (const { shiftId, to } of chain.steps) {
          const taken = schedule.shifts.findIndex(({ id }) => id === shiftId)
          expect(absentByForce(it, taken), seed).not.toContain(to)
        }
        if (answer.employees.length > 0) expect(compareScores(chain.scoreChange, answer.employees[0]!.scoreChange)).toBeLessThan(0)
        expect(chain.employeeIds.length).toBeGreaterThan(1)
        expect(chain.employeeIds.length).toBeLessThan(4)
        chained += 1
      }
    }
    expect(chained).toBeGreaterThan(ROSTERS / 10)
    expect(lawful).toBeGreaterThan(ROSTERS / 4)
    expect(unlawful).toBeGreaterThan(ROSTERS / 2)
  })
}

test(`several shifts get the best people that there are, as all assignments show, of ${ROSTERS} rosters`, () => {
  let [compared, chained] = [0, 0]
  for (let number = 1; number <= ROSTERS; number += 1) {
    const it = caseOf(number)
    const { seed, schedule, roster, random } = it
    const open = schedule.shifts.flatMap((shift, index) => (isDecided(shift) || shift.seats !== undefined ? [] : [index]))
    const shifts = open.filter(() => random() < 0.5).slice(0, 2)
    if (shifts.length === 0) continue
    const { assignments, score } = recommend({ schedule, roster, shifts, limit: 3, asItStands: true })
    expect(score, seed).toEqual(scoreOf(schedule, roster))
    for (const assignment of assignments) {
      const after = afterSteps(it, roster, assignment)
      expect(assignment.scoreChange, seed).toEqual(subtractScores(scoreOf(schedule, after), score))
      expect(newlyBroken(schedule, roster, after), seed).toEqual([])
      expect(assignment.breaks, seed).toEqual([])
      const left = shifts.filter((shift) => after[shift] === roster[shift]).map((shift) => schedule.shifts[shift]!.id)
      expect([...assignment.leftShiftIds].sort(compareIds), seed).toEqual(left.sort(compareIds))
      if (assignment.steps.length > shifts.length - left.length) chained += 1
    }
    // Of two limits of one rule, in minutes and in shifts, each is law by itself, which the sums of the checker do not tell.
    if (schedule.settings.weights.totalWork[0] > 0) continue
    const best = bestByForce(it, shifts)
    if (best === null || (assignments[0]?.leftShiftIds.length ?? shifts.length) > 0) continue
    expect(compareScores(assignments[0]!.scoreChange, best), seed).toBeLessThanOrEqual(0)
    compared += 1
  }
  expect(compared).toBeGreaterThan(ROSTERS / 20)
  expect(chained).toBeGreaterThan(0)
})

/** By the checker: the law that a roster breaks, in amounts, by rule and unit: one that has a limit in minutes and one in shifts has two. */
function unitsOfLaw(schedule: Schedule, roster: Roster): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { setting, priority, matches } of judge(schedule, roster).violations)
    for (const { amount, unit } of priority === 0 && mayBeLaw(setting) ? matches : [])
      sums.set(`${setting} ${unit}`, (sums.get(`${setting} ${unit}`) ?? 0) + amount)
  return sums
}

function isNoMore(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): boolean {
  return [...after].every(([key, amount]) => amount <= (before.get(key) ?? 0))
}

/** The best change that filling all shifts directly makes without breaking any law of anybody more: none of the rules of the whole roster, and of nobody alone; null where there is none. */
function bestByForce({ schedule, roster, ...rest }: Case, shifts: readonly number[]): Score | null {
  const it = { schedule, roster, ...rest }
  const before = scoreOf(schedule, roster)
  const isLaw = (after: Roster): boolean => {
    if (newlyBroken(schedule, roster, after).length > 0) return false
    // One employee after another, beside nobody else: rows that break more are seen where another row breaks less.
    return [...schedule.employees.keys()].every((employee) => {
      const alone = (all: Roster): Roster => all.map((each) => (each === employee ? each : NOBODY))
      return isNoMore(unitsOfLaw(schedule, alone(roster)), unitsOfLaw(schedule, alone(after)))
    })
  }
  // Somebody who is unfit for a shift breaks the law on it, though they are off another for which they were unfit.
  const nobody = roster.map(() => NOBODY)
  const isFit = (shift: number, employee: number): boolean =>
    newlyBroken(schedule, nobody, nobody.with(shift, employee)).every((setting) => !ruleRow(setting).kinds.includes('fit'))
  let best: Score | null = null
  const fill = (at: number, after: Roster): void => {
    if (at === shifts.length) {
      if (!isLaw(after)) return
      const change = subtractScores(scoreOf(schedule, after), before)
      if (best === null || compareScores(change, best) < 0) best = change
      return
    }
    const shift = shifts[at]!
    const away = absentByForce(it, shift)
    for (const [employee, { id }] of schedule.employees.entries())
      if (employee !== roster[shift] && !away.includes(id) && isFit(shift, employee)) fill(at + 1, after.with(shift, employee))
  }
  fill(0, roster)
  return best
}

test(`the open shifts of an employee are ranked by what the checker says, of ${ROSTERS} rosters`, () => {
  let listed = 0
  for (let number = 1; number <= ROSTERS; number += 1) {
    const it = caseOf(number)
    const { seed, schedule, roster, random } = it
    if (schedule.employees.length === 0) continue
    const employee = Math.floor(random() * schedule.employees.length)
    const { id } = schedule.employees[employee]!
    const answer = recommend({ schedule, roster, employee, limit: 1000, asItStands: true, others: true })
    const all = [...answer.shifts, ...answer.otherShifts]
    const before = scoreOf(schedule, roster)
    expect(answer.employeeId).toBe(id)
    expect(answer.score, seed).toEqual(before)
    const open = schedule.shifts.filter((shift, index) => shift.seats === undefined && roster[index] === NOBODY && !isDecided(shift))
    const told = new Set([...all.map(({ shiftId }) => shiftId), ...answer.absentShiftIds])
    for (const shift of open) expect(told.has(shift.id), seed).toBe(true)
    for (const shiftId of answer.absentShiftIds)
      expect(
        absentByForce(
          it,
          schedule.shifts.findIndex((s) => s.id === shiftId),
        ),
        seed,
      ).toContain(id)
    for (const { shiftId, scoreChange, breaks } of all) {
      const shift = schedule.shifts.findIndex((s, index) => s.id === shiftId && roster[index] === NOBODY)
      const after = roster.with(shift, employee)
      expect(scoreChange, seed).toEqual(subtractScores(scoreOf(schedule, after), before))
      expect(absentByForce(it, shift), seed).not.toContain(id)
      if (breaks.length === 0) expect(newlyBroken(schedule, roster, after), seed).toEqual([])
    }
    for (const { breaks } of answer.shifts) expect(breaks).toEqual([])
    for (const { breaks } of answer.otherShifts) expect(breaks.length).toBeGreaterThan(0)
    for (const list of [answer.shifts, answer.otherShifts]) {
      const changes = list.map(({ scoreChange }) => scoreChange)
      expect(changes).toEqual([...changes].sort(compareScores))
    }
    listed += all.length
  }
  expect(listed).toBeGreaterThan(ROSTERS)
})
