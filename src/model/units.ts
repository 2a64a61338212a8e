declare const unit: unique symbol
type Unit<Name extends string> = number & { readonly [unit]: Name }

/** A point in time: whole minutes since `calendar.originEpochMin`, on the UTC clock. May be negative. */
export type Minute = Unit<'minute'>
/** Position in `calendar.days`, 0-based. */
export type DayIndex = Unit<'day index'>

/** What the client calls one thing: a whole number, or a text of 1 to 64 printable characters. `7` and `"7"` never name the same thing. */
export type Identifier = number | string
type Id<Name extends string> = Identifier & { readonly [unit]: Name }

/** Ids are the client's own, and answered in the type and spelling in which they came; a position in an array is never an id. */
export type EmployeeId = Id<'employee id'>
export type ShiftId = Id<'shift id'>
export type SpotId = Id<'spot id'>
export type SkillId = Id<'skill id'>
export type TeamId = Id<'team id'>

/** Orders ids: numbers first, by size, then texts by their code units. */
export function compareIds(a: Identifier, b: Identifier): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0
  return typeof a === 'number' ? -1 : 1
}

export const MINUTES_PER_HOUR = 60
export const MINUTES_PER_DAY = 1440
