import type { Schedule, Shift, Wish } from '../../model/schedule.ts'
import { applies } from '../rules/fit/fit-units.ts'
import type { Change } from './changes.ts'

/** What overriding a wish to be free asks, for each point of its weight. */
const UNDESIRED_COST = 5

/**
 * Everybody who is kept off some of the shifts (positions) by wishes against them, with these wishes taken back: for the days of the shift alone, and where they are of more days, as a
 * whole, with every day named.
 */
export function overrideWishes(schedule: Schedule, shifts: readonly number[]): Change[] {
  return schedule.employees.flatMap((employee, position): Change[] => {
    const known = new Set<string>()
    return shifts.flatMap((index): Change[] => {
      const shift = schedule.shifts[index]!
      const against = employee.wishes.filter((wish) => wish.type === 'UNDESIRED' && applies(wish, shift))
      if (against.length === 0) return []
      const own = daysOfShift(schedule, shift)
      const all = daysBetween(schedule, Math.min(...against.map(({ start }) => start)), Math.max(...against.map(({ end }) => end)))
      const changeFor = (days: readonly number[], wishes: readonly Wish[]): Change[] => {
        const key = JSON.stringify(wishes)
        if (known.has(key)) return []
        known.add(key)
        // A wish that is overridden on more days is missed more.
        const amount = against.reduce((sum, { weight }) => sum + weight, 0) * Math.max(1, days.length)
        return [
          {
            kind: 'override-wish',
            shifts: [index],
            employees: [position],
            setting: 'undesired',
            amount,
            isMinutes: false,
            cost: amount * UNDESIRED_COST,
            days,
            schedule: { ...schedule, employees: schedule.employees.with(position, { ...employee, wishes }) },
          },
        ]
      }
      const span = { start: schedule.calendar.days[own[0]!]!.start, end: schedule.calendar.days[own.at(-1)!]!.end }
      const spared = employee.wishes.flatMap((wish) => (against.includes(wish) ? without(wish, span) : [wish]))
      const taken = employee.wishes.filter((wish) => !against.includes(wish))
      return [...changeFor(own, spared), ...changeFor(all, taken)]
    })
  })
}

/** What is left of a wish without some time. */
function without(wish: Wish, span: { readonly start: number; readonly end: number }): Wish[] {
  const before = { ...wish, end: Math.min(wish.end, span.start) as Wish['end'] }
  const after = { ...wish, start: Math.max(wish.start, span.end) as Wish['start'] }
  return [before, after].filter(({ start, end }) => start < end)
}

function daysOfShift(schedule: Schedule, { start, end }: Shift): number[] {
  return daysBetween(schedule, start, end)
}

/** Positions of the known days of which some lies between two minutes. */
function daysBetween({ calendar: { days } }: Schedule, start: number, end: number): number[] {
  return days.flatMap((day, index) => (day.start < end && start < day.end ? [index] : []))
}
