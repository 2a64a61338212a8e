import type { Schedule } from '../../../model/schedule.ts'
import { isWeekendShift, SATURDAY, SUNDAY } from '../../../model/weekend.ts'
import type { WeekendDays } from '../count/count.ts'
import type { WeekendRule } from './weekend.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { holdersOf, termsOf } from '../../instance/terms.ts'
import { appliesBy, limitsByHolder } from '../../instance/limits.ts'

/** The weekends of the schedule: those with a known day, and one behind the last known day that a shift runs through. */
export function weekendDays({ calendar, shifts }: Schedule): WeekendDays {
  const { days, weekendCount } = calendar
  const opens = new Int32Array(weekendCount).fill(days.length)
  const closes = new Int32Array(weekendCount).fill(-1)
  const anchor = new Int32Array(weekendCount)
  const take = (day: number): void => {
    const { weekend, weekendPlace } = days[day]!
    opens[weekend] = Math.min(opens[weekend]!, day)
    closes[weekend] = Math.max(closes[weekend]!, day)
    anchor[weekend] = Math.min(Math.max(day + SATURDAY - weekendPlace, 0), days.length - 1)
  }
  for (const [day, { isWeekend }] of days.entries()) if (isWeekend) take(day)
  const judgedOn = closes.map((day) => (day < 0 ? days.length - 1 : day))
  for (const shift of shifts) if (isWeekendShift(shift)) take(shift.day)
  // The last week can be without a weekend, and the first where a weekend has one day and the calendar begins behind it.
  const known = closes.filter((day) => day >= 0).length
  const from = Math.max(
    0,
    closes.findIndex((day) => day >= 0),
  )
  return {
    count: known,
    opens: opens.subarray(from, from + known),
    closes: closes.subarray(from, from + known),
    anchor: anchor.subarray(from, from + known),
    judgedOn: judgedOn.subarray(from, from + known),
    weekendOf: Int32Array.from(days, ({ weekend }, day) => (day >= opens[weekend]! && day <= closes[weekend]! ? weekend - from : -1)),
  }
}

/** Rules about which weekends are worked; null when no contract has them. */
export function compileWeekends({ schedule, units, weekends }: Compiling): WeekendRule | null {
  const frequencyUnit = units.of('weekendWorkFrequency')
  const completeUnit = units.of('completeWeekends')
  const every = limitsByHolder(schedule, frequencyUnit < 0 ? () => null : (contract) => contract.weekendWorkFrequency, 1)
  const complete = Uint8Array.from(limitsByHolder(schedule, ({ completeWeekends }) => (completeUnit >= 0 && completeWeekends ? 1 : 0), 0))
  const applies = appliesBy(schedule, (holder) => every[holder]! > 1 || complete[holder] === 1)
  if (!applies.includes(1)) return null
  const terms = termsOf(schedule)
  const { days, horizonFirst } = schedule.calendar
  const reach = Int32Array.from(schedule.employees, (_, e) =>
    [...holdersOf(terms, e, days.length)].reduce((most, holder) => Math.max(most, every[holder]!), 1),
  )
  const isWhole = new Uint8Array(schedule.calendar.weekendCount)
  for (const [day, { weekendPlace, weekend }] of days.entries()) {
    if (weekendPlace === SUNDAY && day > 0 && day >= horizonFirst) isWhole[weekend] = 1
  }
  return { weekends, terms, every, reach, frequencyUnit, complete, completeUnit, isWhole, applies }
}
