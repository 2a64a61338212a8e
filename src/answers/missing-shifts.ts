import { isDecided, NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import { commonMinutes, type Furthered, shortTimesOf, withFurther } from './further-shifts.ts'
import { MAX_EXPLAINED_TIMES, oneMoreShift } from './shortages.ts'

/** Further shifts that are looked at for what is missing, at most (docs/limits.md). */
export const MAX_MISSING_SHIFTS = 60

/**
 * A schedule with what is missing for its demands as further shifts: for each time at which somebody is missing the one that covers most of it, as often as people are missing then. `asked` is the
 * schedule as it was read, `found` the one with what was found.
 */
export function withMissing(asked: Schedule, found: Schedule, roster: Roster): Furthered {
  const short = shortTimesOf(found, roster).slice(0, MAX_EXPLAINED_TIMES)
  const times = new Map<Shift, number>()
  for (const [{ missing }, shift] of oneMoreShift(asked, short)) if (shift !== null) times.set(shift, Math.max(times.get(shift) ?? 0, missing))
  const further = [...times].flatMap(([shift, count]) => Array.from({ length: Math.min(count, MAX_MISSING_SHIFTS) }, () => shift))
  return withFurther(found, roster, further.slice(0, MAX_MISSING_SHIFTS))
}

/** The further shifts that are missed by a roster still: positions. */
export function missedShifts({ schedule, first }: Pick<Furthered, 'schedule' | 'first'>, roster: Roster): number[] {
  if (first === schedule.shifts.length) return []
  const short = shortTimesOf(schedule, roster)
  const spotOf = new Map((schedule.demands ?? []).map(({ id, spotId }) => [id, spotId]))
  const isMissed = (shift: Shift): boolean =>
    short.some((time) => spotOf.get(time.demandId) === schedule.spots[shift.spotIndex]!.id && commonMinutes(shift, time) > 0)
  return [...schedule.shifts.keys()].filter((at) => at >= first && roster[at] === NOBODY && isMissed(schedule.shifts[at]!))
}

/** A schedule in which what was made for demands must be filled, as shifts that were posted. */
export function asMandatory(schedule: Schedule): Schedule {
  const isMade = (shift: Shift): boolean => shift.template !== undefined && !isDecided(shift)
  return { ...schedule, shifts: schedule.shifts.map((shift) => (isMade(shift) ? { ...shift, importance: 'MANDATORY', weight: 1 } : shift)) }
}

/** A changed schedule of `asMandatory` with its shifts as they were. */
export function asMade(schedule: Schedule, changed: Schedule): Schedule {
  const restored = (shift: Shift, at: number): Shift => {
    const { importance, weight } = schedule.shifts[at]!
    return { ...shift, importance, weight }
  }
  return { ...changed, shifts: changed.shifts.map(restored) }
}
