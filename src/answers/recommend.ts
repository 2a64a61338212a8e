import type { AskedRoster } from '../api/read-question.ts'
import { currencyOf } from '../checker/cost-changes.ts'
import { createWords } from '../checker/words.ts'
import { type Chain, findChains } from '../engine/explain/chains.ts'
import { fillTogether, THOROUGH } from '../engine/explain/fill-together.ts'
import { type Handover, Probe } from '../engine/explain/probe.ts'
import { isDecided, NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { postedShifts, seatsAround, seatsOf } from '../model/seats.ts'
import { compareScores, type Score } from '../model/score.ts'
import type { Costs } from '../model/solution.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'
import type { EmployeeId, Identifier, ShiftId } from '../model/units.ts'
import { isAbsent } from './is-absent.ts'
import { dutiesFor, type DutiesAnswer } from './recommend-duties.ts'
import { type Candidate, type OpenShift, Recommending, type Swap } from './recommended.ts'

export interface RecommendQuestion extends AskedRoster {
  /** Position of the shift that somebody is wanted for; of one with seats, of any of them. Absent where several are asked about, or an employee. */
  readonly shift?: number
  /** Of a shift with seats: position of the employee who is to be taken off it; absent or null = an empty seat, or where there is none the last. */
  readonly replaces?: number | null
  /** Positions of shifts that are to be filled together; of those with seats, one for each seat. */
  readonly shifts?: readonly number[]
  /** Position of the employee for whom open shifts are wanted. */
  readonly employee?: number
  /** Position of the demand for which people are wanted when somebody is missing; and of which local date, null or absent = of all. */
  readonly demand?: number
  readonly date?: string | null
  /** Employees, shifts and chains that are listed at most. */
  readonly limit: number
  /** Whether changes are told against the roster as it stands, with whoever works the shift now; otherwise against the shift empty. */
  readonly asItStands: boolean
  /** Whether those who would break the law are listed too. */
  readonly others?: boolean
}

export interface RecommendAnswer extends Pick<Costs, 'currency'>, Pick<DutiesAnswer, 'shortTimes' | 'duties' | 'otherDuties'> {
  /** The shift that was asked about; null where several were, or an employee. */
  readonly shiftId: ShiftId | null
  /** Who works it now, or the employee that was asked about. */
  readonly employeeId: EmployeeId | null
  /** The demand that was asked about. */
  readonly demandId: Identifier | null
  /** Of the roster as it stands, or with the shift empty: what the changes are against. */
  readonly score: Score
  /** Who has an `UNAVAILABLE` wish for the shift, and is not ranked. */
  readonly absentEmployeeIds: readonly EmployeeId[]
  /** The open shifts during which the employee that was asked about is absent. */
  readonly absentShiftIds: readonly ShiftId[]
  readonly employees: readonly Candidate[]
  /** Where they are asked for: those who would break the law. */
  readonly otherEmployees: readonly Candidate[]
  readonly chains: readonly Swap[]
  /** Ways to fill several shifts. */
  readonly assignments: readonly Assignment[]
  /** Open shifts for an employee. */
  readonly shifts: readonly OpenShift[]
  /** Where they are asked for: those with which the law would be broken. */
  readonly otherShifts: readonly OpenShift[]
  /** How many employees, or shifts, there are with which the law would be broken, listed or not. */
  readonly otherCount: number
}

interface Assignment extends Swap {
  /** Shifts that were asked about and that nobody new takes. */
  readonly leftShiftIds: readonly ShiftId[]
}

const NOTHING = {
  shiftId: null,
  employeeId: null,
  demandId: null,
  absentEmployeeIds: [],
  absentShiftIds: [],
  employees: [],
  otherEmployees: [],
  chains: [],
  assignments: [],
  shifts: [],
  otherShifts: [],
  shortTimes: [],
  duties: [],
  otherDuties: [],
  otherCount: 0,
}

/**
 * Who could work a shift, who could work several, which open shift suits an employee, or who could be there when somebody is missing for a demand, with what each would change of the roster. Those who are absent are not listed, and those with
 * whom the law would be broken, a rule on the first priority more than the roster breaks it already, only when they are asked for.
 */
export function recommend(question: RecommendQuestion, teller: Teller = ENGLISH): RecommendAnswer {
  const { demand, date = null } = question
  if (demand !== undefined) return { ...NOTHING, ...currencyOf(question.schedule), ...dutiesFor({ ...question, demand, date }, teller) }
  if (question.employee !== undefined) return shiftsFor(question, question.employee, teller)
  return question.shifts === undefined ? employeesFor(question, question.shift!, teller) : assignmentsOf(question, question.shifts, teller)
}

/**
 * Ranks who could work a shift, and swaps that are better than any of them. Who works it now is not one of those who are ranked, unless changes are told against the shift empty: then
 * they are taken off it first. Of a shift that is decided nothing changes by asking.
 */
function employeesFor(question: RecommendQuestion, asked: number, teller: Teller): RecommendAnswer {
  const { schedule, roster, replaces = null, limit, asItStands, others = false } = question
  const shift = seatFor(schedule, roster, asked, replaces)
  const now = roster[shift]!
  const probe = new Probe(schedule, asItStands ? roster : roster.with(shift, NOBODY))
  const telling = new Recommending(probe, createWords(schedule, teller))
  const from = probe.roster[shift]!
  const isAllowed = (handovers: readonly Handover[]): boolean => probe.brokenBy([probe.lawOf(handovers)]).length === 0
  // Who works it now breaks no more than the roster does already.
  const breaks = (to: number, handovers: readonly Handover[]): boolean => to !== now && !isAllowed(handovers)
  const mayTake = (employee: number, taken: number): boolean =>
    !(asItStands && employee === now && taken === shift) && !isAbsent(schedule, employee, taken) && !probe.isOnIt(employee, taken, shift)
  const everybody = [...schedule.employees.keys()]
  const ranked = everybody
    .filter((to) => mayTake(to, shift))
    .map((to): Chain => ({ handovers: [{ shift, from, to }], change: probe.changeOf([{ shift, from, to }]) }))
    .sort((a, b) => compareScores(a.change, b.change))
  const [unlawful, lawful] = split(ranked, ({ handovers }) => breaks(handovers[0]!.to, handovers))
  const chains = findChains(probe, shift, { limit, below: lawful[0]?.change ?? null, mayTake, isAllowed })
  return {
    ...NOTHING,
    ...currencyOf(schedule),
    shiftId: schedule.shifts[shift]!.id,
    employeeId: now === NOBODY ? null : schedule.employees[now]!.id,
    score: probe.score,
    absentEmployeeIds: everybody.filter((employee) => isAbsent(schedule, employee, shift)).map((employee) => schedule.employees[employee]!.id),
    employees: lawful.slice(0, limit).map((candidate) => telling.candidate(candidate)),
    chains: chains.map((chain) => telling.swap(chain)),
    otherCount: unlawful.length,
    otherEmployees: others ? unlawful.slice(0, limit).map((candidate) => telling.candidate(candidate)) : [],
  }
}

/** Ways to fill several shifts together, those that fill most first. */
function assignmentsOf({ schedule, roster, limit, asItStands }: RecommendQuestion, asked: readonly number[], teller: Teller): RecommendAnswer {
  const shifts = seatsForAll(schedule, roster, asked)
  const base = roster.slice()
  if (!asItStands) for (const shift of shifts) base[shift] = NOBODY
  const probe = new Probe(schedule, base)
  const telling = new Recommending(probe, createWords(schedule, teller))
  const mayTake = (employee: number, shift: number): boolean =>
    !(asItStands && roster[shift] === employee && shifts.includes(shift)) &&
    !isAbsent(schedule, employee, shift) &&
    !probe.isOnIt(employee, shift, shift)
  return {
    ...NOTHING,
    ...currencyOf(schedule),
    score: probe.score,
    assignments: fillTogether(probe, shifts, { limit, mayTake, ...THOROUGH }).map((filling) => ({
      ...telling.swap(filling),
      leftShiftIds: [...new Set(filling.left.map((shift) => schedule.shifts[shift]!.id))],
    })),
  }
}

/** Ranks the open shifts that an employee could take. */
function shiftsFor({ schedule, roster, limit, others = false }: RecommendQuestion, employee: number, teller: Teller): RecommendAnswer {
  const probe = new Probe(schedule, roster)
  const telling = new Recommending(probe, createWords(schedule, teller))
  const open = postedShifts(schedule.shifts).flatMap((posted) => {
    const seat = seatsOf(posted).find((each) => roster[each] === NOBODY && !isDecided(schedule.shifts[each]!))
    return seat === undefined || probe.isOnIt(employee, seat, seat) ? [] : [seat]
  })
  const [away, possible] = split(open, (shift) => isAbsent(schedule, employee, shift))
  const ranked = possible
    .map((shift): Chain => ({ handovers: [{ shift, from: NOBODY, to: employee }], change: probe.changeOf([{ shift, from: NOBODY, to: employee }]) }))
    .sort((a, b) => compareScores(a.change, b.change))
  const [unlawful, lawful] = split(ranked, ({ handovers }) => probe.brokenBy([probe.lawOf(handovers)]).length > 0)
  return {
    ...NOTHING,
    ...currencyOf(schedule),
    employeeId: schedule.employees[employee]!.id,
    score: probe.score,
    absentShiftIds: away.map((shift) => schedule.shifts[shift]!.id),
    shifts: lawful.slice(0, limit).map((taking) => telling.openShift(taking)),
    otherCount: unlawful.length,
    otherShifts: others ? unlawful.slice(0, limit).map((taking) => telling.openShift(taking)) : [],
  }
}

/** Those of which something holds, and those of which it does not. */
function split<T>(all: readonly T[], holds: (each: T) => boolean): readonly [T[], T[]] {
  const those: T[] = []
  const rest: T[] = []
  for (const each of all) (holds(each) ? those : rest).push(each)
  return [those, rest]
}

/** The seat that is asked about: that of whoever is to be replaced, else an empty one, else the last that is not decided. */
function seatFor({ shifts }: Schedule, roster: Roster, shift: number, replaces: number | null): number {
  const seats = seatsOf(seatsAround(shifts, shift))
  if (replaces !== null) return seats.find((seat) => roster[seat] === replaces) ?? shift
  const open = seats.filter((seat) => !isDecided(shifts[seat]!))
  return open.find((seat) => roster[seat] === NOBODY) ?? open.at(-1) ?? shift
}

/** A seat for each that is asked about, of one shift each another: empty ones first, then the last that are not decided. */
function seatsForAll({ shifts }: Schedule, roster: Roster, asked: readonly number[]): number[] {
  const taken = new Set<number>()
  for (const shift of asked) {
    const seats = seatsOf(seatsAround(shifts, shift)).filter((seat) => !taken.has(seat))
    const open = seats.filter((each) => !isDecided(shifts[each]!))
    const seat = open.find((each) => roster[each] === NOBODY) ?? open.at(-1) ?? seats.at(-1)
    if (seat !== undefined) taken.add(seat)
  }
  return [...taken]
}
