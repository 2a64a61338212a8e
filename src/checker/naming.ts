import { firstWhere } from '../model/first-where.ts'
import type { Employee, Shift } from '../model/schedule.ts'
import type { EmployeeId, ShiftId } from '../model/units.ts'

/** Neighbours in a list of shifts, from `from` up to but without `to`. */
export interface ShiftRange {
  readonly shifts: readonly Shift[]
  readonly from: number
  readonly to: number
}

/** What a match says of its shifts. */
interface Named {
  readonly shiftIds: readonly ShiftId[]
  /** How many shifts are not among them; absent when all are. */
  readonly unnamed?: number
}

/** Names the shifts of the matches of one judgement. */
export interface Naming {
  name(range: ShiftRange): Named
  /** As `name`, of `count` shifts that are listed on demand: `list` may stop after `most`. */
  nameListed(count: number, list: (most: number) => Iterable<Shift>): Named
  /** The ids of `count` employees, as far as they may be named: the text of a match says how many there are. `list` as above. */
  nameEmployees(count: number, list: (most: number) => Iterable<Employee>): readonly EmployeeId[]
}

/** Names no shift. */
export const NO_NAMING: Naming = { name: () => ({ shiftIds: [] }), nameListed: () => ({ shiftIds: [] }), nameEmployees: () => [] }

/** Shifts, and employees who are at work together, that the matches of one judgement name together; when it is used up, each match names its first few (docs/limits.md). */
export const MOST_NAMED = 1_000_000
const FEW_NAMED = 10

/** A naming with all that may be named left. `most` is for tests. */
export function createNaming(most = MOST_NAMED): Naming {
  let left = most
  const take = <Id>(count: number, list: (most: number) => Iterable<{ readonly id: Id }>): Id[] => {
    const named = count <= Math.max(left, FEW_NAMED) ? count : FEW_NAMED
    left = Math.max(0, left - named)
    const ids: Id[] = []
    for (const { id } of list(named)) {
      if (ids.length === named) break
      ids.push(id)
    }
    return ids
  }
  const nameListed = (count: number, list: (most: number) => Iterable<Shift>): Named => {
    const shiftIds = take(count, list)
    return shiftIds.length === count ? { shiftIds } : { shiftIds, unnamed: count - shiftIds.length }
  }
  return {
    nameListed,
    nameEmployees: take,
    name: ({ shifts, from, to }) => nameListed(to - from, () => between(shifts, from, to)),
  }
}

function* between(shifts: readonly Shift[], from: number, to: number): Generator<Shift> {
  for (let at = from; at < to; at += 1) yield shifts[at]!
}

/** All shifts of a list. */
export function rangeOf(shifts: readonly Shift[]): ShiftRange {
  return { shifts, from: 0, to: shifts.length }
}

/** The shifts that start on the known days from `first` to `last`, both inclusive, of some that are in order of start. */
export function rangeOfDays(shifts: readonly Shift[], { first, last }: { readonly first: number; readonly last: number }): ShiftRange {
  return { shifts, from: firstFromDay(shifts, first), to: firstFromDay(shifts, last + 1) }
}

/** Position of the first shift that starts on `day` or later. */
function firstFromDay(shifts: readonly Shift[], day: number): number {
  return firstWhere(shifts.length, (at) => shifts[at]!.day >= day)
}
