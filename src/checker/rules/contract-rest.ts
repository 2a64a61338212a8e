import { type Calendar, dayAt } from '../../model/calendar.ts'
import { firstWhere } from '../../model/first-where.ts'
import type { RestRule, RestWindowRule, Schedule, Shift } from '../../model/schedule.ts'
import { isPermittedOverlap } from '../eligibility.ts'
import { rangeOf, type ShiftRange } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { restBetween, wayInWords } from '../ways.ts'
import { type FreeStretches, freeStretchesOf } from './free-stretches.ts'
import { countedShifts, PerRow, taggedInWords, type RuleMatch, taggedShifts } from './rule-match.ts'

/** Where a row has too little rest between two shifts that follow on one another. */
export function restMatches({ schedule, words }: RosterView, { shifts }: Row, rule: RestRule): RuleMatch[] {
  const { calendar } = schedule
  const matches: RuleMatch[] = []
  for (const { before, shift, days, rest } of restsOf(schedule, shifts, rule)) {
    const units = rule.minMinutes - rest
    if (units <= 0) continue
    matches.push({
      day: shift.day,
      last: shift.day,
      units,
      tell: () => {
        const { teller } = words
        const { say } = teller
        const told = {
          rest: words.duration(rest),
          before: words.shift(before),
          shift: words.shift(shift),
          way: wayInWords(schedule, words, before, shift),
        }
        return {
          shifts: rangeOf([before, shift]),
          date: calendar.days[shift.day]!.date,
          claim:
            days === 0
              ? say('contract.rests', told)
              : say('contract.restsAfter', { ...told, count: days, shifts: taggedInWords(say('count.shiftsPlain'), rule.after, teller) }),
          verdict: say('contract.lacks', { missing: words.duration(units), limit: words.duration(rule.minMinutes) }),
        }
      },
    })
  }
  return matches
}

/** Two shifts that follow on one another and between which a rule asks for rest. */
interface Rest {
  readonly before: Shift
  readonly shift: Shift
  /** Of the series before; 0 where none is asked for. */
  readonly days: number
  readonly rest: number
}

const RESTS = new PerRow<readonly Rest[]>()

/** Once for all rules that differ in how much rest they ask for. */
function restsOf(schedule: Schedule, shifts: readonly Shift[], { after, before, on, run }: RestRule): readonly Rest[] {
  return RESTS.of(shifts, JSON.stringify([after, before, on, run]), () => {
    const mayPrecede = new Set(countedShifts(schedule.calendar, shifts, { tags: after, ...(on === undefined ? {} : { on }) }))
    const mayFollow = new Set(taggedShifts(shifts, before))
    const ends = run === null ? null : endsOfSeries(taggedShifts(shifts, after), run)
    return neighboursIn(shifts).flatMap(({ before: earlier, shift }) => {
      if ((earlier.historic && shift.historic) || !mayPrecede.has(earlier) || !mayFollow.has(shift)) return []
      const days = ends === null ? 0 : ends.get(earlier)
      if (days === undefined || isPermittedOverlap(schedule, earlier, shift)) return []
      return [{ before: earlier, shift, days, rest: restBetween(schedule, earlier, shift) }]
    })
  })
}

/** Each shift but the first with its neighbour before: of the shifts before it, the one that ends last. */
function neighboursIn(shifts: readonly Shift[]): { before: Shift; shift: Shift }[] {
  let neighbour = shifts[0]
  return shifts.slice(1).map((shift) => {
    const before = neighbour!
    if (shift.end >= before.end) neighbour = shift
    return { before, shift }
  })
}

/** The last shift of each series that is long enough, and its days. */
function endsOfSeries(tagged: readonly Shift[], least: number): ReadonlyMap<Shift, number> {
  const byDay = new Map<number, Shift>()
  for (const shift of tagged) byDay.set(shift.day, shift)
  const ends = new Map<Shift, number>()
  let days = 0
  for (const [day, shift] of byDay) {
    days = byDay.has(day - 1) ? days + 1 : 1
    if (days >= least && !byDay.has(day + 1)) ends.set(shift, days)
  }
  return ends
}

/** Where a window that begins with a shift of the row has no stretch without work that is long enough. */
export function restWindowMatches({ schedule, words }: RosterView, { shifts }: Row, rule: RestWindowRule): RuleMatch[] {
  if (shifts.length === 0) return []
  const { calendar } = schedule
  const { free, freeBefore } = freeTimeOf(shifts)
  const lack = (rest: number): number => Math.max(0, rule.minMinutes - rest)
  const matches: RuleMatch[] = []
  for (const first of beginnings(countedShifts(calendar, shifts, { ...rule, tags: [] }))) {
    const until = first.start + rule.inMinutes
    const rest = free.longest(first.start, until)
    const units = lack(rest) - (first.historic && freeBefore !== null ? lack(freeBefore.longest(first.start, until)) : 0)
    if (units <= 0) continue
    matches.push({
      day: first.day,
      last: lastDayOf(calendar, until),
      units,
      tell: () => ({
        shifts: startingIn(shifts, first.start, until),
        date: calendar.days[first.day]!.date,
        claim: words.teller.say('contract.freeWithin', {
          rest: words.duration(rest),
          window: words.duration(rule.inMinutes),
          start: words.time(first.start),
        }),
        verdict: words.teller.say('contract.less', { limit: words.duration(rule.minMinutes) }),
      }),
    })
  }
  return matches
}

interface FreeTime {
  readonly free: FreeStretches
  /** With historic shifts alone; null where there are none. */
  readonly freeBefore: FreeStretches | null
}

const FREE_TIMES = new PerRow<FreeTime>()

function freeTimeOf(shifts: readonly Shift[]): FreeTime {
  return FREE_TIMES.of(shifts, '', () => {
    const historic = shifts.filter((shift) => shift.historic)
    return { free: freeStretchesOf(shifts), freeBefore: historic.length === 0 ? null : freeStretchesOf(historic) }
  })
}

const BEGINNINGS = new PerRow<readonly Shift[]>()

/** Of shifts in order of start, those that start with no earlier one. */
export function beginnings(shifts: readonly Shift[]): readonly Shift[] {
  return BEGINNINGS.of(shifts, '', () => shifts.filter((shift, at) => at === 0 || shifts[at - 1]!.start < shift.start))
}

/** The last known day of a window that ends at this minute. */
export function lastDayOf(calendar: Calendar, until: number): number {
  return Math.min(dayAt(calendar, until - 1), calendar.days.length - 1)
}

/** Of shifts in order of start, those that start from one moment on and before the other. */
export function startingIn(shifts: readonly Shift[], from: number, until: number): ShiftRange {
  const placeOf = (minute: number): number => firstWhere(shifts.length, (at) => shifts[at]!.start >= minute)
  return { shifts, from: placeOf(from), to: placeOf(until) }
}
