import { contractOn } from '../../model/contract-periods.ts'
import type { Employee, Schedule, Shift } from '../../model/schedule.ts'
import { travelMinutes } from '../../model/travel.ts'
import type { DayIndex } from '../../model/units.ts'
import { decidedRowOf } from '../decided-rows.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import type { TextValues } from '../../model/language.ts'
import type { Words } from '../words.ts'
import { wayBetween } from '../ways.ts'

/** Nobody travels for longer on a day than the contract allows. */
export const maxTravelMinutes: Rule = {
  setting: 'maxTravelMinutes',
  unit: 'minute of travel too many',
  *findMatches(view) {
    for (const { employee, day, travelled, told } of travelDays(view)) {
      const contract = contractOn(employee, day)
      const most = contract?.maxTravelMinutes ?? null
      if (most === null || travelled <= most) continue
      const weights = view.schedule.settings.decidedWeights?.maxTravelMinutes
      const byDecided = weights === undefined ? 0 : travelledBy(view.schedule, employee, decidedOn(view, employee, day))
      const decided = Math.max(0, Math.min(travelled, byDecided) - most)
      const found = (amount: number): Finding => {
        const limit = { most: view.words.duration(most), contract: view.words.contract(contract) }
        return told(amount, 'broken.travelMore', limit)
      }
      if (travelled - most > decided) yield found(travelled - most - decided)
      if (weights !== undefined && decided > 0) yield { ...found(decided), weights }
    }
  },
}

/** Work is where little travel is needed for it. */
export const travelTime: Rule = {
  setting: 'travelTime',
  unit: 'minute of travel',
  *findMatches(view) {
    for (const { travelled, told } of travelDays(view)) yield told(travelled, 'broken.travel')
  },
}

/** A planned day on which somebody travels. */
interface TravelDay {
  readonly employee: Employee
  readonly day: DayIndex
  /** In minutes. */
  readonly travelled: number
  readonly told: (amount: number, said: 'broken.travel' | 'broken.travelMore', limit?: TextValues) => Finding
}

function* travelDays({ schedule, rows, words }: RosterView): Generator<TravelDay> {
  if (schedule.travel === null) return
  for (const { employee, shifts } of rows) {
    const planned = shifts.filter(({ historic }) => !historic)
    for (const [day, own] of Map.groupBy(planned, (shift) => shift.day)) {
      const legs = legsOf(schedule, employee, own)
      const travelled = legs.reduce((sum, { minutes }) => sum + minutes, 0)
      if (travelled === 0) continue
      const { date } = schedule.calendar.days[day]!
      const told: TravelDay['told'] = (amount, said, limit = {}) => ({
        employeeIds: [employee.id],
        date,
        amount,
        shiftIds: own.map(({ id }) => id),
        text: words.teller.say(said, {
          who: words.employee(employee),
          duration: words.duration(travelled),
          date: words.teller.date(date),
          legs: legsInWords(schedule, words, legs),
          ...limit,
        }),
      })
      yield { employee, day, travelled, told }
    }
  }
}

function decidedOn(view: RosterView, employee: Employee, day: DayIndex): readonly Shift[] {
  return decidedRowOf(view, employee).shifts.filter((shift) => shift.day === day && !shift.historic)
}

function travelledBy(schedule: Schedule, employee: Employee, shifts: readonly Shift[]): number {
  return shifts.length === 0 ? 0 : legsOf(schedule, employee, shifts).reduce((sum, { minutes }) => sum + minutes, 0)
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
  const { say } = words.teller
  const called = (shift: Shift | null): string => (shift === null ? say('broken.travelHome') : words.spot(spots[shift.spotIndex]!))
  const told = legs
    .slice(0, NAMED_LEGS)
    .map(({ from, to, minutes }) => say('broken.travelLeg', { duration: words.duration(minutes), from: called(from), to: called(to) }))
  const left = legs.length - told.length
  return left === 0 ? told.join(', ') : say('list.more', { listed: told.join(', '), count: left })
}
