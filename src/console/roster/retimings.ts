import { dayAfter } from '../../model/calendar.ts'
import { MINUTES_PER_DAY } from '../../model/units.ts'
import { readModel, type RosterModel, withShifts } from './roster-model.ts'
import { postedShifts } from '../../model/seats.ts'

/** Other times of a shift, told by hand. */
export interface Retiming {
  /** Position; of a shift with seats that of the first. */
  readonly shift: number
  /** By the local clock of the day on which the shift starts: `07:30`. */
  readonly from: string
  /** Where it is not after `from`, on the next day. */
  readonly to: string
}

/** The schedule with other times of some shifts, and none of breaks that were placed in them. The same model where there are none. Throws an `Error` that says why a time cannot be. */
export function withTimes(model: RosterModel, times: readonly Retiming[]): RosterModel {
  if (times.length === 0) return model
  const { document, schedule } = model
  const byShift = new Map(times.map((each) => [each.shift, each]))
  const ranges = postedShifts(schedule.shifts)
  const zone = document.timeZone === undefined || document.timeZone === null ? 'Z' : ''
  const shifts = document.shifts.map((posted, at) => {
    const told = byShift.get(ranges[at]!.from)
    if (told === undefined) return posted
    const { date } = schedule.calendar.days[schedule.shifts[told.shift]!.day]!
    const { breaks: _, ...rest } = posted
    return { ...rest, start: `${date}T${told.from}${zone}`, end: `${told.to > told.from ? date : dayAfter(date, 1)}T${told.to}${zone}` }
  })
  const found = schedule.shifts.filter(({ template }) => template !== undefined)
  return { ...withShifts(readModel({ ...document, shifts }), found), isAsSubmitted: false }
}

/** The times that a shift has, as they can be told. */
export function timesOf({ schedule, clock, seatsAt }: RosterModel, shift: number): Retiming {
  const { id, start, end } = schedule.shifts[shift]!
  return { shift: seatsAt.get(id)![0]!, from: clock.timeOf(start), to: clock.timeOf(end) }
}

/** Whether the times of a shift can be told by hand: not those of one that is over, that a search made, or that takes a whole day or longer. */
export function canRetime({ schedule }: RosterModel, shift: number): boolean {
  const { historic, template, start, end } = schedule.shifts[shift]!
  return !historic && template === undefined && end - start < MINUTES_PER_DAY
}

/** Positions of all seats of shifts that have other times. */
export function retimedSeats({ schedule, seatsAt }: RosterModel, times: readonly Retiming[]): readonly number[] {
  return times.flatMap(({ shift }) => seatsAt.get(schedule.shifts[shift]!.id) ?? [])
}

/** Why a schedule cannot have these times; null when it can. */
export function whyNot(model: RosterModel, times: readonly Retiming[]): string | null {
  try {
    withTimes(model, times)
    return null
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure)
  }
}
