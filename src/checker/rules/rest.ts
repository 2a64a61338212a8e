import { dayAt, type Calendar } from '../../model/calendar.ts'
import { contractOn, contractsHeld } from '../../model/contract-periods.ts'
import type { Shift } from '../../model/schedule.ts'
import type { OpenAtEnd } from '../../model/solution.ts'
import type { Minute } from '../../model/units.ts'
import { isPermittedOverlap } from '../eligibility.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { longestWayFrom, restBetween, wayInWords } from '../ways.ts'
import { allWindows, weekInWords } from '../windows.ts'

/** A shift at a spot that asks for it is followed by a day on which nothing starts. */
export const restDayAfterShift: Rule = {
  setting: 'restDayAfterShift',
  unit: 'shift on a rest day',
  findMatches({ schedule, rows, words }) {
    const { calendar, spots } = schedule
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      const earlier = shifts.filter((shift) => spots[shift.spotIndex]!.requiresRestAfterShiftHere)
      if (earlier.length === 0) continue
      const byDay = Map.groupBy(shifts, (shift) => shift.day as number)
      for (const before of earlier) {
        const restDay = restDayAfter(calendar, before)
        const starting = (byDay.get(restDay) ?? []).filter((shift) => !(before.historic && shift.historic))
        for (const shift of starting) {
          const { date } = calendar.days[restDay]!
          findings.push({
            shiftIds: [before.id, shift.id],
            employeeIds: [employee.id],
            date,
            amount: 1,
            text: words.teller.say('broken.restDay', {
              who: words.employee(employee),
              shift: words.shift(shift),
              date: words.teller.date(date),
              before: words.shift(before),
            }),
          })
        }
      }
    }
    return findings
  },
}

/** The day after the one on which a shift starts, or the one on which it ends when that is later; an end at midnight belongs to the day before. */
function restDayAfter(calendar: Calendar, { day, end }: Shift): number {
  return Math.max(day + 1, dayAt(calendar, end - 1))
}

/** After a shift at a spot that asks for it an employee rests as long as the spot says. */
export const restAfterShiftInRoomWithRequiredMinutes: Rule = {
  setting: 'restAfterShiftInRoomWithRequiredMinutes',
  unit: 'minute of missing rest',
  findMatches({ schedule, rows, words }) {
    const { calendar, spots } = schedule
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      for (const [position, before] of shifts.entries()) {
        const asked = spots[before.spotIndex]!.requiresRestOfMinutes ?? 0
        if (asked === 0) continue
        const longestWay = longestWayFrom(schedule, before)
        for (let next = position + 1; next < shifts.length; next += 1) {
          const shift = shifts[next]!
          // Rows are in order of start: nothing later is nearer.
          if (shift.start - before.end >= asked + longestWay) break
          if ((before.historic && shift.historic) || isPermittedOverlap(schedule, before, shift)) continue
          const rest = restBetween(schedule, before, shift)
          const amount = asked - rest
          if (amount <= 0) continue
          findings.push({
            shiftIds: [before.id, shift.id],
            employeeIds: [employee.id],
            date: calendar.days[shift.day]!.date,
            amount,
            text: words.teller.say('broken.spotRest', {
              who: words.employee(employee),
              rest: words.duration(rest),
              before: words.shift(before),
              shift: words.shift(shift),
              way: wayInWords(schedule, words, before, shift),
              asked: words.duration(asked),
            }),
          })
        }
      }
    }
    return findings
  },
}

/** A longest time that no shift of a row covers, in minutes of the calendar. */
interface FreeStretch {
  readonly from: number
  /** Infinity for the last. */
  readonly to: number
}

/** In every week there is one stretch without work that is long enough. */
export const minWeeklyRestMinutes: Rule = {
  setting: 'minWeeklyRestMinutes',
  unit: 'minute missing to a weekly rest',
  findMatches({ schedule, rows, words }) {
    const { calendar } = schedule
    const weeks = wholeWeeks(calendar)
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      if (contractsHeld(employee).every((contract) => contract.minWeeklyRestMinutes === null)) continue
      const stretches = freeStretches(calendar, shifts)
      const stretchesBefore = freeStretches(
        calendar,
        shifts.filter(({ historic }) => historic),
      )
      for (const { monday, start, end, lastDay, isHistoric } of weeks) {
        const limit = contractOn(employee, lastDay)?.minWeeklyRestMinutes ?? null
        if (limit === null) continue
        const worked = shifts.filter((shift) => shift.start < end && shift.end > start)
        if (worked.length === 0) continue
        const rest = longestRest(stretches, { start, end })
        const lackedBefore = isHistoric ? Math.max(0, limit - longestRest(stretchesBefore, { start, end })) : 0
        const amount = Math.max(0, limit - rest) - lackedBefore
        if (amount === 0) continue
        // What was planned ends the rest of a week of history.
        const next = isHistoric ? shifts.find((shift) => shift.start >= end) : undefined
        findings.push({
          shiftIds: [...worked, ...(next === undefined ? [] : [next])].map(({ id }) => id),
          employeeIds: [employee.id],
          date: monday,
          amount,
          text: words.teller.say('broken.weeklyRest', {
            who: words.employee(employee),
            rest: words.duration(rest),
            week: weekInWords(monday, words.teller),
            limit: words.duration(limit),
            contract: words.contract(contractOn(employee, lastDay)),
          }),
        })
      }
    }
    return findings
  },
}

/** Whose rest of the last known week is long enough only if they stay free after the last known day, in the order of the schedule. */
export function findOpenRests({ schedule, rows, words }: RosterView): OpenAtEnd[] {
  const { calendar, settings } = schedule
  const week = wholeWeeks(calendar).at(-1)
  if (week === undefined || settings.weights.minWeeklyRestMinutes.every((weight) => weight === 0)) return []
  return rows.flatMap(({ employee, shifts }): OpenAtEnd[] => {
    const limit = contractOn(employee, week.lastDay)?.minWeeklyRestMinutes ?? null
    const stretches = freeStretches(calendar, shifts)
    const isWorked = shifts.some((shift) => shift.start < week.end && shift.end > week.start)
    if (limit === null || !isWorked || longestRest(stretches.slice(0, -1), week) >= limit) return []
    const { from } = stretches.at(-1)!
    const until = (Math.max(from, week.start) + limit) as Minute
    if (from >= week.end || until <= calendar.days.at(-1)!.end) return []
    return [
      {
        employeeId: employee.id,
        setting: 'minWeeklyRestMinutes',
        date: week.monday,
        until,
        text: words.teller.say('open.week', {
          who: words.employee(employee),
          rest: words.duration(limit),
          day: words.teller.say('words.dayNamed', { weekday: words.teller.weekday(week.monday), date: words.teller.date(week.monday) }),
          until: words.time(until),
        }),
      },
    ]
  })
}

/** A week all of whose days are known, in minutes of the calendar. */
interface WholeWeek {
  readonly monday: string
  readonly start: number
  readonly end: number
  readonly lastDay: number
  /** True when none of its days is in the horizon. */
  readonly isHistoric: boolean
}

function wholeWeeks(calendar: Calendar): WholeWeek[] {
  return allWindows(calendar, 'week')
    .filter(({ first, last, length }) => last - first + 1 === length)
    .map(({ first, last, date }) => ({
      monday: date,
      start: calendar.days[first]!.start,
      end: calendar.days[last]!.end,
      lastDay: last,
      isHistoric: last < calendar.horizonFirst,
    }))
}

function freeStretches({ days }: Calendar, shifts: readonly Shift[]): FreeStretch[] {
  const stretches: FreeStretch[] = []
  let freeFrom: number = days[0]!.start
  for (const { start, end } of shifts) {
    if (start > freeFrom) stretches.push({ from: freeFrom, to: start })
    freeFrom = Math.max(freeFrom, end)
  }
  return [...stretches, { from: freeFrom, to: Number.POSITIVE_INFINITY }]
}

/** A stretch counts in full for the week in which it begins, and for the next with what is left of it from Monday on. */
function longestRest(stretches: readonly FreeStretch[], week: { readonly start: number; readonly end: number }): number {
  let longest = 0
  for (const { from, to } of stretches) {
    if (from < week.end && to > week.start) longest = Math.max(longest, to - Math.max(from, week.start))
  }
  return longest
}
