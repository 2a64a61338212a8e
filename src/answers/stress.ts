import type { AskedRoster } from '../api/read-question.ts'
import { createWords, daysInWords, type Words } from '../checker/words.ts'
import { Probe } from '../engine/explain/probe.ts'
import { missingCases, spansOf, stressCase, type StressedCase } from '../engine/explain/stress.ts'
import type { Schedule } from '../model/schedule.ts'
import type { Score } from '../model/score.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'
import type { EmployeeId, ShiftId, SkillId } from '../model/units.ts'
import { isAbsent } from './is-absent.ts'
import type { Means } from './means.ts'
import { idsOfShifts, seatsInWords } from './sentences.ts'

export interface StressQuestion extends AskedRoster {
  /** How long everybody is missing in turn: each day, or each week of the calendar. */
  readonly missing: 'DAY' | 'WEEK'
  /** Cases, employees, days and skills that are listed at most. */
  readonly limit: number
  /** How long cases are tried. */
  readonly maxSeconds: number
}

/** Somebody who is missing, and whose shifts cannot all be taken by others. */
interface CaseAccount {
  readonly employeeId: EmployeeId
  readonly name: string | null
  /** Local dates, both inclusive. */
  readonly start: string
  readonly end: string
  readonly shiftIds: readonly ShiftId[]
  readonly unrepairedShiftIds: readonly ShiftId[]
  readonly text: string
}

interface EmployeeStress {
  readonly employeeId: EmployeeId
  readonly name: string | null
  readonly caseCount: number
  readonly unrepairedCount: number
  readonly unrepairedShiftCount: number
  readonly text: string
}

interface DayStress {
  readonly date: string
  readonly unrepairedShiftCount: number
}

interface SkillStress {
  readonly skillId: SkillId
  readonly unrepairedShiftCount: number
}

export interface StressAnswer {
  /** Of the roster, with everybody there. */
  readonly score: Score
  /** How often somebody is missing who works a mandatory shift then, and of these cases how many were tried, and could not be repaired. */
  readonly caseCount: number
  readonly triedCount: number
  readonly unrepairedCount: number
  /** False when time ended the trying. */
  readonly complete: boolean
  readonly cases: readonly CaseAccount[]
  readonly employees: readonly EmployeeStress[]
  readonly days: readonly DayStress[]
  readonly skills: readonly SkillStress[]
  readonly text: string
}

/**
 * Lets everybody be missing in turn and looks whether others can take their mandatory shifts without breaking the law more than now, directly or by swaps of up to three. Cases whose
 * shifts fewest could take are tried first, so that the worst are known when time is over.
 */
export function stress(
  { schedule, roster, missing, limit, maxSeconds }: StressQuestion,
  { clock, mostSeconds }: Means,
  teller: Teller = ENGLISH,
): StressAnswer {
  const until = clock() + 1000 * Math.min(maxSeconds, mostSeconds)
  const probe = new Probe(schedule, roster)
  const cases = missingCases(probe, spansOf(probe, missing))
  const tried: StressedCase[] = []
  for (const each of cases) {
    // One case at least: an answer without any says nothing.
    if (tried.length > 0 && clock() > until) break
    tried.push(stressCase(probe, each, (employee, shift) => isAbsent(schedule, employee, shift)))
  }
  const words = createWords(schedule, teller)
  const bad = tried.filter(({ unrepaired }) => unrepaired.length > 0)
  const worst = [...bad].sort((a, b) => b.unrepaired.length - a.unrepaired.length || a.firstDay - b.firstDay || a.employee - b.employee)
  return {
    score: probe.score,
    caseCount: cases.length,
    triedCount: tried.length,
    unrepairedCount: bad.length,
    complete: tried.length === cases.length,
    cases: worst.slice(0, limit).map((each) => describeCase(schedule, words, each)),
    employees: employeesOf(schedule, words, tried).slice(0, limit),
    days: daysOf(schedule, bad).slice(0, limit),
    skills: skillsOf(schedule, bad).slice(0, limit),
    text: sumUp(teller, missing, { cases: cases.length, tried: tried.length, bad: bad.length }),
  }
}

function sumUp(
  { say }: Teller,
  missing: StressQuestion['missing'],
  { cases, tried, bad }: { readonly cases: number; readonly tried: number; readonly bad: number },
): string {
  if (cases === 0) return say('stress.nobody')
  const all = say(missing === 'DAY' ? 'stress.casesDay' : 'stress.casesWeek', { count: tried })
  const text = bad === 0 ? say('stress.allTaken', { cases: all }) : say('stress.someLeft', { bad, cases: all })
  return tried < cases ? `${text} ${say('stress.cut', { tried, count: cases })}` : text
}

function describeCase(schedule: Schedule, words: Words, { employee, firstDay, lastDay, shifts, unrepaired }: StressedCase): CaseAccount {
  const { id, name } = schedule.employees[employee]!
  const shiftsOf = (positions: readonly number[]) => positions.map((shift) => schedule.shifts[shift]!)
  const { days } = schedule.calendar
  const [start, end] = [days[firstDay]!.date, days[lastDay]!.date]
  const told = {
    who: words.employee(schedule.employees[employee]!),
    when: daysInWords(words, { from: start, to: end }),
    shifts: seatsInWords(words, shiftsOf(unrepaired)),
  }
  const isAll = shifts.length === unrepaired.length
  return {
    employeeId: id,
    name,
    start,
    end,
    shiftIds: idsOfShifts(shiftsOf(shifts)),
    unrepairedShiftIds: idsOfShifts(shiftsOf(unrepaired)),
    text: isAll ? words.teller.say('stress.case', told) : words.teller.say('stress.caseOf', { ...told, all: shifts.length }),
  }
}

function employeesOf(schedule: Schedule, words: Words, tried: readonly StressedCase[]): EmployeeStress[] {
  const accounts = [...Map.groupBy(tried, ({ employee }) => employee)].map(([position, cases]): EmployeeStress => {
    const employee = schedule.employees[position]!
    const bad = cases.filter(({ unrepaired }) => unrepaired.length > 0)
    const skills = skillsOf(schedule, bad).map(({ skillId }) => words.skill(skillId))
    const { say, listed } = words.teller
    const told = { who: words.employee(employee), count: cases.length, bad: bad.length }
    return {
      employeeId: employee.id,
      name: employee.name,
      caseCount: cases.length,
      unrepairedCount: bad.length,
      unrepairedShiftCount: bad.reduce((sum, { unrepaired }) => sum + unrepaired.length, 0),
      text: skills.length === 0 ? say('stress.employee', told) : say('stress.employeeSkills', { ...told, skills: listed(skills.slice(0, 3)) }),
    }
  })
  return accounts
    .filter(({ unrepairedCount }) => unrepairedCount > 0)
    .sort((a, b) => b.unrepairedShiftCount - a.unrepairedShiftCount || b.unrepairedCount - a.unrepairedCount)
}

/** By the day on which the shifts start. */
function daysOf({ shifts, calendar }: Schedule, bad: readonly StressedCase[]): DayStress[] {
  const byDay = Map.groupBy(
    bad.flatMap(({ unrepaired }) => unrepaired),
    (shift) => shifts[shift]!.day,
  )
  return [...byDay]
    .map(([day, missed]) => ({ date: calendar.days[day]!.date, unrepairedShiftCount: missed.length }))
    .sort((a, b) => b.unrepairedShiftCount - a.unrepairedShiftCount || (a.date < b.date ? -1 : 1))
}

/** The skills that spots and shifts ask for, each once for a shift. */
function skillsOf({ shifts, spots }: Schedule, bad: readonly StressedCase[]): SkillStress[] {
  const missed = bad.flatMap(({ unrepaired }) => unrepaired)
  const asked = missed.flatMap((index) => {
    const { skills, anySkills, spotIndex } = shifts[index]!
    return [...new Set([...spots[spotIndex]!.skills, ...skills, ...anySkills].map(({ id }) => id))]
  })
  return [...Map.groupBy(asked, (id) => id)]
    .map(([skillId, { length }]) => ({ skillId, unrepairedShiftCount: length }))
    .sort((a, b) => b.unrepairedShiftCount - a.unrepairedShiftCount)
}
