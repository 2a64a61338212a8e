import type { Calendar } from '../model/calendar.ts'
import type { Absence, Employee } from '../model/schedule.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'
import type { Words } from './words.ts'

/** Known days, both inclusive. */
interface Days {
  readonly first: number
  readonly last: number
}

/** Of the days before each known day: what is credited, in minutes, and how many are wholly absent. After the last day with either nothing changes. */
interface AbsenceSums {
  readonly credits: Float64Array
  readonly absent: Int32Array
}

/** Windows of many weeks lie over one another: each day is looked at once. */
const SUMS = new WeakMap<Absence, AbsenceSums>()

function sumsOf(absence: Absence): AbsenceSums {
  const known = SUMS.get(absence)
  if (known !== undefined) return known
  const last = [...absence.credits.keys(), ...absence.days].reduce((latest: number, day) => Math.max(latest, day), -1)
  const sums = { credits: new Float64Array(last + 2), absent: new Int32Array(last + 2) }
  for (const [day, credit] of absence.credits) sums.credits[day + 1] = credit
  for (const day of absence.days) sums.absent[day + 1] = 1
  for (let day = 1; day < last + 2; day += 1) {
    sums.credits[day]! += sums.credits[day - 1]!
    sums.absent[day]! += sums.absent[day - 1]!
  }
  SUMS.set(absence, sums)
  return sums
}

function sumIn(sums: Float64Array | Int32Array, { first, last }: Days): number {
  const end = sums.length - 1
  return sums[Math.min(end, last + 1)]! - sums[Math.min(end, first)]!
}

/** What absences add to the hours of some days, in minutes. */
export function creditOf({ absence }: Employee, days: Days): number {
  return absence === null ? 0 : sumIn(sumsOf(absence).credits, days)
}

/** A least of some days, in minutes: where some of them are wholly absent, no more than what is `given` already and what the others can hold. */
export function holdable({ absence }: Employee, days: Days, { least, given }: { readonly least: number; readonly given: number }): number {
  const absent = absence === null ? 0 : sumIn(sumsOf(absence).absent, days)
  return absent === 0 ? least : Math.min(least, given + MINUTES_PER_DAY * (days.last - days.first + 1 - absent))
}

/** `20 h and is credited 7 h 24 min`: what is worked with its credit, or alone without one. */
export function withCredit(what: string, credit: number, { teller, duration }: Pick<Words, 'teller' | 'duration'>): string {
  return credit === 0 ? what : teller.say('count.credited', { what, credit: duration(credit) })
}

const PRESENCE = new WeakMap<Calendar, WeakMap<Employee['wishes'], readonly number[]>>()

/** By known day, and after the last: on how many days before it they are not unavailable from midnight to midnight for whatever work. */
export function daysThere(calendar: Calendar, wishes: Employee['wishes']): readonly number[] {
  const known = PRESENCE.get(calendar) ?? new WeakMap<Employee['wishes'], readonly number[]>()
  PRESENCE.set(calendar, known)
  const sums = known.get(wishes) ?? countDays(calendar, wishes)
  known.set(wishes, sums)
  return sums
}

function countDays({ days }: Calendar, wishes: Employee['wishes']): number[] {
  const away = wishes.filter(({ type, tag }) => type === 'UNAVAILABLE' && tag === null).toSorted((a, b) => a.start - b.start)
  const sums = [0]
  let next = 0
  /** Since and until when they are away without a gap, as far as it is looked at. */
  let from = Number.NEGATIVE_INFINITY
  let until = Number.NEGATIVE_INFINITY
  for (const [day, { start, end }] of days.entries()) {
    for (; next < away.length && away[next]!.start <= Math.max(start, until); next += 1) {
      const wish = away[next]!
      if (wish.start > until) from = wish.start
      until = Math.max(until, wish.end)
    }
    sums.push(sums[day]! + (from <= start && until >= end ? 0 : 1))
  }
  return sums
}
