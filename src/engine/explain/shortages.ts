import { sensibleEmployees } from '../rules/fit/fit.ts'
import { createMove, evaluate, type Move, penaltyOf } from '../scoring/evaluate.ts'
import { createState, type State } from '../scoring/state.ts'
import { compile } from '../instance/compile.ts'
import { isDecided, rosterOfDecided } from '../../model/roster.ts'
import { contractsHeld } from '../../model/contract-periods.ts'
import type { Employee, Schedule } from '../../model/schedule.ts'
import { fillWithSeat } from '../scoring/one-row.ts'

/**
 * Mandatory shifts of which nobody can work two, and those who can work one of them: too few. Positions. Whoever is not among the employees breaks a hard
 * rule with any of the shifts, as things were decided.
 */
export interface Shortage {
  readonly shifts: readonly number[]
  readonly employees: readonly number[]
  /** `shifts.length − employees.length`, 1 or more: so many stay empty at least. */
  readonly missing: number
}

/** Who can work what, one shift at a time, beside what is decided. */
export interface Candidates {
  readonly state: State
  /** By demand: the employees who could take one of its seats without breaking a hard rule, in order; empty for decided shifts. */
  readonly employees: readonly (readonly number[])[]
  /** By demand: how many of its seats must be filled. */
  readonly wanted: readonly number[]
}

/** Finds who can work what in a strict schedule (`strictSchedule`). */
export function findCandidates(strict: Schedule): Candidates {
  const instance = compile(strict)
  const state = createState(instance, rosterOfDecided(strict))
  const move = createMove(instance)
  const { demands, fit } = instance
  const wanted = Array.from({ length: demands.count }, (_, d) => (demands.isDecided[d] === 1 ? 0 : mandatorySeats(strict, demands, d)))
  const employees = wanted.map((_, d) =>
    demands.isDecided[d] === 1 ? [] : sensibleEmployees(fit, demands.day[d]!, d).filter((employee) => isHarmless(state, move, employee, d)),
  )
  return { state, employees, wanted }
}

function mandatorySeats({ shifts }: Schedule, { shiftOffset, shiftIndexes }: State['instance']['demands'], d: number): number {
  return shiftIndexes.subarray(shiftOffset[d]!, shiftOffset[d + 1]!).filter((index) => shifts[index]!.importance === 'MANDATORY').length
}

/** Makes the move give one more shift to an employee; true when that breaks no rule of a strict schedule. */
export function isHarmless(state: State, move: Move, employee: number, demand: number): boolean {
  return fillWithSeat(state, move, employee, demand) && evaluate(state, move) && penaltyOf(state.instance, move, 0) <= 0
}

/**
 * Every set of mandatory shifts that has too few employees for the one reason that nobody can work two of them: they run at the same time, follow one another
 * without the rest that everybody's contract asks for, or lie on one day of which everybody works one shift. No shift is in two of the sets; the sets with most
 * missing come first.
 */
export function findShortages(strict: Schedule, candidates: Candidates = findCandidates(strict)): Shortage[] {
  const found = cliquesOf(strict, candidates).flatMap((demands) => {
    const shortage = matchSeats(candidates, demands)
    return shortage === null ? [] : [shortage]
  })
  found.sort((a, b) => b.missing - a.missing || a.shifts.length - b.shifts.length || a.shifts[0]! - b.shifts[0]!)
  const taken = new Set<number>()
  return found.filter(({ shifts }) => {
    if (shifts.some((shift) => taken.has(shift))) return false
    for (const shift of shifts) taken.add(shift)
    return true
  })
}

/** Sets of demands of which nobody can work two seats. */
function cliquesOf(strict: Schedule, { state, wanted }: Candidates): number[][] {
  const { weights } = strict.settings
  const { demands, dayCount } = state.instance
  const open = wanted.flatMap((seats, d) => (seats > 0 ? [d] : []))
  const cliques: number[][] = []
  if (weights.shiftCollision[0] > 0 && strict.allowedShiftCollisions === 0) {
    const alone = open.filter((d) => demands.sample[d]!.allowedCollisionSpots.length === 0)
    const rest = weights.minRestBetweenShifts[0] > 0 ? commonRest(strict) : 0
    for (const clique of cliquesInTime(alone, { startOf: (d) => demands.start[d]!, endOf: (d) => demands.end[d]! + rest })) cliques.push(clique)
  }
  if (weights.oneShiftPerDay[0] > 0) for (let day = 0; day < dayCount; day += 1) cliques.push(open.filter((d) => demands.day[d] === day))
  return cliques.filter(({ length }) => length > 0)
}

interface Times {
  startOf(d: number): number
  endOf(d: number): number
}

/** For each start of a demand, in the order of the demands, the demands that run then, in that order as well. */
function cliquesInTime(demands: readonly number[], { startOf, endOf }: Times): number[][] {
  const byStart = [...demands].sort((a, b) => startOf(a) - startOf(b))
  const byEnd = [...demands].sort((a, b) => endOf(a) - endOf(b))
  const cliques = new Map<number, number[]>()
  const running = new Set<number>()
  let ended = 0
  for (const [at, d] of byStart.entries()) {
    running.add(d)
    const start = startOf(d)
    if (at + 1 < byStart.length && startOf(byStart[at + 1]!) === start) continue
    for (; endOf(byEnd[ended]!) <= start; ended += 1) running.delete(byEnd[ended]!)
    cliques.set(
      start,
      [...running].sort((a, b) => a - b),
    )
  }
  return [...new Set(demands.map(startOf))].map((start) => cliques.get(start)!)
}

/** The rest between two shifts that every contract asks for, in minutes; none where there is nobody. */
function commonRest({ employees, calendar }: Schedule): number {
  const restOf = (employee: Employee): number => {
    // On a day without a contract no rest is asked for.
    const held = employee.contracts?.reduce((days, { first, last }) => days + last - first + 1, 0) ?? calendar.days.length
    return held < calendar.days.length ? 0 : Math.min(...contractsHeld(employee).map(({ minRestBetweenShifts }) => minRestBetweenShifts ?? 0))
  }
  return employees.length === 0 ? 0 : Math.min(...employees.map(restOf))
}

/**
 * Gives seats to employees, one each, as many as can be (augmenting paths); null when all are given. Else the seats that compete for the same employees, by
 * Hall's theorem: the employees reached from the seats left over, and the seats reached from these.
 */
function matchSeats({ state, employees, wanted }: Candidates, demands: readonly number[]): Shortage | null {
  const demandOf = new Map<number, number>()
  const matched = new Map<number, number>()
  let reached = new Set<number>()
  const place = (d: number): boolean => {
    for (const employee of employees[d]!) {
      if (reached.has(employee)) continue
      reached.add(employee)
      const other = demandOf.get(employee)
      if (other !== undefined && !place(other)) continue
      demandOf.set(employee, d)
      return true
    }
    return false
  }
  const short: number[] = []
  for (const d of demands) {
    for (let seat = 0; seat < wanted[d]!; seat += 1) {
      reached = new Set()
      if (place(d)) matched.set(d, (matched.get(d) ?? 0) + 1)
      else short.push(d)
    }
  }
  if (short.length === 0) return null
  reached = new Set()
  for (const d of short) place(d)
  const competing = new Map<number, number>()
  for (const employee of reached) competing.set(demandOf.get(employee)!, (competing.get(demandOf.get(employee)!) ?? 0) + 1)
  for (const d of short) competing.set(d, (competing.get(d) ?? 0) + 1)
  const shifts = [...competing].flatMap(([d, seats]) => mandatoryShifts(state, d).slice(0, seats))
  return { shifts: shifts.sort((a, b) => a - b), employees: [...reached].sort((a, b) => a - b), missing: short.length }
}

function mandatoryShifts({ instance: { demands, schedule } }: State, d: number): number[] {
  return [...demands.shiftIndexes.subarray(demands.shiftOffset[d]!, demands.shiftOffset[d + 1]!)].filter((index) => {
    const shift = schedule.shifts[index]!
    return shift.importance === 'MANDATORY' && !isDecided(shift)
  })
}
