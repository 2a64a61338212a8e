import type { Employee, Schedule, Shift } from '../../model/schedule.ts'
import { travelMinutes } from '../../model/travel.ts'
import type { Finding, Rule } from '../rule.ts'
import type { Words } from '../words.ts'
import { wayBetween } from '../ways.ts'

/** Work is where little travel is needed for it. */
export const travelTime: Rule = {
  setting: 'travelTime',
  unit: 'minute of travel',
  *findMatches({ schedule, rows, words }) {
    if (schedule.travel === null) return
    for (const { employee, shifts } of rows) {
      const planned = shifts.filter(({ historic }) => !historic)
      for (const [day, own] of Map.groupBy(planned, (shift) => shift.day)) {
        const legs = legsOf(schedule, employee, own)
        const amount = legs.reduce((sum, { minutes }) => sum + minutes, 0)
        if (amount === 0) continue
        const { date } = schedule.calendar.days[day]!
        const finding: Finding = {
          shiftIds: own.map(({ id }) => id),
          employeeIds: [employee.id],
          date,
          amount,
          text: `${words.employee(employee)} travels ${words.duration(amount)} on ${date}: ${legsInWords(schedule, words, legs)}.`,
        }
        yield finding
      }
    }
  },
}

/** A way of a day; null = home. */
interface Leg {
  readonly from: Shift | null
  readonly to: Shift | null
  readonly minutes: number
}

/** The ways of one day that take time, in order: from home, from shift to shift, and home. */
function legsOf(schedule: Schedule, { home }: Employee, shifts: readonly Shift[]): Leg[] {
  const { spots, travel } = schedule
  const legs: Leg[] = shifts.slice(1).map((to, at) => ({ from: shifts[at]!, to, minutes: wayBetween(schedule, shifts[at]!, to) }))
  if (home !== undefined) {
    const [first, last] = [shifts[0]!, shifts.at(-1)!]
    legs.unshift({ from: null, to: first, minutes: travelMinutes(travel, home, spots[first.spotIndex]!.id) })
    legs.push({ from: last, to: null, minutes: travelMinutes(travel, spots[last.spotIndex]!.id, home) })
  }
  return legs.filter(({ minutes }) => minutes > 0)
}

const NAMED_LEGS = 5

function legsInWords({ spots }: Schedule, words: Words, legs: readonly Leg[]): string {
  const called = (shift: Shift | null): string => (shift === null ? 'home' : words.spot(spots[shift.spotIndex]!))
  const told = legs.slice(0, NAMED_LEGS).map(({ from, to, minutes }) => `${words.duration(minutes)} from ${called(from)} to ${called(to)}`)
  const left = legs.length - told.length
  return `${told.join(', ')}${left === 0 ? '' : ` and ${left} more`}`
}
