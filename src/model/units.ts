declare const unit: unique symbol
type Unit<Name extends string> = number & { readonly [unit]: Name }

/** A point in time: whole minutes since `calendar.originEpochMin`, on the UTC clock. May be negative. */
export type Minute = Unit<'minute'>
/** Position in `calendar.days`, 0-based. */
export type DayIndex = Unit<'day index'>

/** Ids are integers that the client chose; a position in an array is never an id. */
export type EmployeeId = Unit<'employee id'>
export type ShiftId = Unit<'shift id'>
export type SpotId = Unit<'spot id'>
export type SkillId = Unit<'skill id'>
export type TeamId = Unit<'team id'>

export const MINUTES_PER_HOUR = 60
export const MINUTES_PER_DAY = 1440
