import { isDecided } from '../../model/roster.ts'
import type { Schedule, Shift } from '../../model/schedule.ts'
import type { Change } from './changes.ts'

/** A shift that is moved asks for less than one that is given up. */
const MOVE_COST = 30
/** And for more where it moves to another day. */
const OTHER_DAY_COST = 45
/** Times to which one shift is moved, and shifts that are moved, at most. */
const MAX_TIMES = 4
const MAX_MOVED = 6

/**
 * Some shifts (positions) at another time at which the house works: when another shift of the same length is, on the same day first, then on the nearest days. A shift that others are tied
 * to is not moved, nor one of several seats, nor to or from a holiday, whose tags it would need.
 */
export function moveShifts(schedule: Schedule, shifts: readonly number[]): Change[] {
  const { coverageRequirements, shiftGroups, isCyclic } = schedule
  if (coverageRequirements.length > 0 || shiftGroups.length > 0 || isCyclic) return []
  const movable = shifts.filter((index) => {
    const shift = schedule.shifts[index]!
    return !isDecided(shift) && shift.seats === undefined && shift.template === undefined
  })
  return movable.slice(0, MAX_MOVED).flatMap((index) => timesFor(schedule, index).map((model) => moved(schedule, index, model)))
}

/** Shifts at whose times a shift could be, one for each time. */
function timesFor(schedule: Schedule, index: number): Shift[] {
  const shift = schedule.shifts[index]!
  const { holidays } = schedule.calendar
  const membership = (position: number): string =>
    schedule.coverageCompetencyRequirements.map(({ shiftIndexes }) => (shiftIndexes.includes(position) ? 1 : 0)).join('')
  const own = membership(index)
  const seen = new Set([`${shift.start} ${shift.end}`])
  const times: Shift[] = []
  const distance = ({ day, start }: Shift): number => Math.abs(day - shift.day) * 100_000 + Math.abs(start - shift.start)
  const models = schedule.shifts.flatMap((model, position) => {
    const isAlike = model.end - model.start === shift.end - shift.start && model.workMin === shift.workMin && model.breakMin === shift.breakMin
    const isPlain = model.day === shift.day || (!holidays.has(model.day) && !holidays.has(shift.day))
    return !model.historic && isAlike && isPlain && model.spotIndex === shift.spotIndex && membership(position) === own ? [model] : []
  })
  for (const model of models.sort((a, b) => distance(a) - distance(b))) {
    const key = `${model.start} ${model.end}`
    if (seen.has(key) || times.length >= MAX_TIMES) continue
    seen.add(key)
    times.push(model)
  }
  return times
}

function moved(schedule: Schedule, index: number, model: Shift): Change {
  const shift = schedule.shifts[index]!
  const { start, end, day, isLate, isNight, worksSaturday, worksSunday } = model
  const split = model.splitMin === undefined ? {} : { splitMin: model.splitMin }
  const at: Shift = { ...shift, start, end, day, isLate, isNight, worksSaturday, worksSunday, ...split }
  return {
    kind: 'move-shift',
    shifts: [index],
    employees: [],
    setting: null,
    amount: Math.abs(start - shift.start),
    isMinutes: true,
    cost: day === shift.day ? MOVE_COST : OTHER_DAY_COST,
    days: [day],
    schedule: { ...schedule, shifts: schedule.shifts.with(index, at) },
  }
}
