import { isDecided, NOBODY, type Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { SettingName } from '../../model/settings.ts'
import { askFillable, type Proof } from './fillable.ts'
import type { SearchMeans } from './short-search.ts'
import { type Candidates, findCandidates, findShortages, type Shortage } from './shortages.ts'
import { hardRulesOf, strictSchedule } from './strict.ts'

/**
 * Mandatory shifts that cannot all be worked, the hard rules that forbid it, and the only employees who could work any of them under these; all positions.
 * Without one of the shifts, without one of the rules, or if one of the employees were bound by none of them, the others could be.
 */
export interface Conflict {
  readonly shifts: readonly number[]
  readonly employees: readonly number[]
  readonly rules: readonly SettingName[]
  readonly proof: Proof
  /** True when of each shift and each rule it is proved that it is needed. */
  readonly isMinimal: boolean
}

export interface ConflictOptions extends SearchMeans {
  /** Conflicts that are answered at most. */
  readonly limit: number
}

export interface Conflicts {
  readonly conflicts: readonly Conflict[]
  /** False when time or the limit ended the search, or when for an uncovered seat it stayed unknown whether it could be filled. */
  readonly isComplete: boolean
}

/** Shifts around an uncovered seat that are looked at together with it, at most (docs/limits.md). */
export const MAX_SHIFTS = 48

/**
 * Why the uncovered seats of a roster (mandatory shifts, as positions, that are empty or break a hard rule) cannot be filled: a conflict for each, without the seats that have
 * one already. Where shifts have too few people at one time, that is found by counting; elsewhere more and more shifts around the seat are taken together until
 * they cannot all be worked. What is too much is then left out. Of conflicts that differ in which of several alike shifts they name the first stands for all.
 */
export function findConflicts(schedule: Schedule, uncovered: readonly number[], options: ConflictOptions): Conflicts {
  const rules = hardRulesOf(schedule)
  const strict = strictSchedule(schedule, rules)
  const who = findCandidates(strict)
  const shortages = findShortages(strict, who)
  const givenUp = new Set<number>()
  const conflicts: Conflict[] = []
  const known = new Set<string>()
  const explained = new Set<number>()
  let isComplete = true
  for (const seat of uncovered) {
    const isOver = conflicts.length >= options.limit || options.clock() > options.until
    const seed = isOver ? null : (seedOf(seat, shortages, givenUp) ?? grow(schedule, shiftsAround(schedule, seat, who, givenUp), rules, options))
    const conflict = seed === null ? null : shrink(schedule, seed, rules, options)
    if (conflict !== null) {
      const key = conflictKey(schedule, conflict)
      if (!known.has(key)) conflicts.push(conflict)
      known.add(key)
      for (const shift of conflict.shifts) explained.add(shift)
      givenUp.add(conflict.shifts.includes(seat) ? seat : conflict.shifts[0]!)
    } else if (!explained.has(seat)) isComplete = false
  }
  return { conflicts, isComplete }
}

/** Equal for the same employees and rules about the same shifts, or about such as nobody can tell from them: seats of one shift, and shifts of one name at the same place and time. */
export function conflictKey({ shifts: all }: Schedule, { shifts, employees, rules }: Conflict): string {
  const told = shifts.map((index) => {
    const { id, name, template, spotIndex, start, end } = all[index]!
    return JSON.stringify([template ?? null, name, template === undefined && name === null ? id : null, spotIndex, start, end])
  })
  return JSON.stringify([told.sort(), employees, rules])
}

/** The shortage that the seat is part of, without what is given up; null where there is none left. */
function seedOf(seat: number, shortages: readonly Shortage[], givenUp: ReadonlySet<number>): readonly number[] | null {
  const shortage = shortages.find(({ shifts }) => shifts.includes(seat))
  const left = shortage?.shifts.filter((shift) => !givenUp.has(shift)) ?? []
  return shortage !== undefined && left.length > shortage.employees.length ? left : null
}

/** The mandatory shifts of a roster that are empty, and those of others that break a hard rule; positions, the former first. */
export function findUncovered(schedule: Schedule, roster: Roster, broken: ReadonlySet<number>): number[] {
  const open = schedule.shifts.flatMap((shift, index) => (shift.importance === 'MANDATORY' && !isDecided(shift) ? [index] : []))
  return [...open.filter((index) => roster[index] === NOBODY), ...open.filter((index) => roster[index] !== NOBODY && broken.has(index))]
}

/** The first of these shifts that cannot all be worked; null when all can be, or when that is not known. */
function grow(schedule: Schedule, near: readonly number[], rules: readonly SettingName[], options: SearchMeans): readonly number[] | null {
  for (let count = 1; ; count = Math.min(2 * count, near.length)) {
    const shifts = near.slice(0, count)
    const { answer } = askFillable(schedule, shifts, rules, options)
    if (answer === 'no') return shifts
    if (answer === 'unknown' || count === near.length) return null
  }
}

/** The mandatory shifts that share candidates with a shift and are not given up, the nearest in time first, itself before them; `MAX_SHIFTS` at most. */
function shiftsAround({ shifts }: Schedule, seat: number, { state, employees }: Candidates, givenUp: ReadonlySet<number>): number[] {
  const { demandOfShift } = state.instance.demands
  const able = new Set(employees[demandOfShift[seat]!])
  const distance = (index: number): number => Math.abs(shifts[index]!.start - shifts[seat]!.start)
  const isNear = (index: number): boolean => employees[demandOfShift[index]!]!.some((employee) => able.has(employee))
  const near = shifts.flatMap(({ importance }, index) =>
    index !== seat && importance === 'MANDATORY' && !givenUp.has(index) && isNear(index) ? [index] : [],
  )
  return [seat, ...near.sort((a, b) => distance(a) - distance(b) || a - b).slice(0, MAX_SHIFTS - 1)]
}

/** Leaves out what is not needed for the conflict, shifts first; null where it is not proved that there is one. */
function shrink(schedule: Schedule, seed: readonly number[], rules: readonly SettingName[], options: SearchMeans): Conflict | null {
  let isMinimal = true
  const isConflict = (shifts: readonly number[], kept: readonly SettingName[], isLast = false): boolean => {
    const { answer } = askFillable(schedule, shifts, kept, options)
    if (answer === 'unknown' && isLast) isMinimal = false
    return answer === 'no'
  }
  if (!isConflict(seed, rules)) return null
  const shifts = leaveOut(seed, (fewer, isLast) => isConflict(fewer, rules, isLast))
  const kept = leaveOut(rules, (fewer, isLast) => isConflict(shifts, fewer, isLast))
  const proved = askFillable(schedule, shifts, kept, options)
  if (proved.answer !== 'no') return null
  return { shifts, rules: kept, employees: proved.employees, proof: proved.proof, isMinimal }
}

/** The members that are needed for `holds` to stay true, which it is of all of them, and of more wherever it is of fewer; by leaving out halves, quarters, single ones. */
function leaveOut<T>(members: readonly T[], holds: (fewer: readonly T[], isLast: boolean) => boolean): readonly T[] {
  let kept = members
  for (let size = Math.ceil(members.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    // From the end: seeds begin with what they are about.
    for (let from = kept.length - size; from > -size; from -= size) {
      const fewer = kept.toSpliced(Math.max(0, from), size + Math.min(0, from))
      if (holds(fewer, size === 1)) kept = fewer
    }
  }
  return kept
}
