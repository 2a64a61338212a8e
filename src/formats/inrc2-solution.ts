import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { FormatError } from './format-error.ts'
import { INRC2_DAYS, readInrc2Assignments } from './inrc2-files.ts'
import { createSeatTaker, employeesByName, fileNameOf, shiftsByDay, typeOf } from './roster-seats.ts'
import { shortened } from './text-lines.ts'

const DAYS_PER_WEEK = INRC2_DAYS.length

/** Reads solution files into one roster. */
export interface Inrc2Reader {
  /** Reads the file of one week; 0 is the first of the schedule's horizon. Throws `FormatError`, naming the line. */
  readWeek(text: string, week: number): void
  /** What was read so far. */
  readonly roster: Roster
}

/** A reader for a schedule that `inrc2ToSchedule` made. Shifts of the minimum cover are filled first, then those of the optimal one. */
export function createInrc2Reader(schedule: Schedule): Inrc2Reader {
  const { calendar, spots } = schedule
  const positions = employeesByName(schedule)
  const keyOf = (day: number, type: string, skill: string): string => `${day},${type},${skill}`
  const seats = createSeatTaker(schedule, (shift) => keyOf(shift.day - calendar.horizonFirst, typeOf(shift), spots[shift.spotIndex]!.name ?? ''))
  return {
    roster: seats.roster,
    readWeek(text, week) {
      for (const { line, nurse, day, type, skill } of readInrc2Assignments(text)) {
        const employee = positions.get(nurse)
        if (employee === undefined) throw line.wrong(`There is no nurse "${shortened(nurse)}".`)
        if (!seats.take(keyOf(week * DAYS_PER_WEEK + day, type, skill), employee))
          throw line.wrong(`There is no such shift for that skill, or more work it than the schedule has shifts.`)
      }
    },
  }
}

/**
 * The roster as solution files, one for each week of the horizon: `Nurse Day Shift Skill`. `scenario` is the name that they state, `firstWeek`
 * the number of the first. Throws `FormatError` for what the form cannot say: a horizon that is not of whole weeks from a Monday on, two shifts
 * on a day, a shift without a type, a name with a blank in it.
 */
export function writeInrc2Solution(
  schedule: Schedule,
  roster: Roster,
  { scenario, firstWeek }: { readonly scenario: string; readonly firstWeek: number },
): readonly string[] {
  const { calendar, employees, spots } = schedule
  const days = calendar.days.length - calendar.horizonFirst
  if (calendar.days[calendar.horizonFirst]!.weekday !== 0 || days % DAYS_PER_WEEK !== 0)
    throw new FormatError(null, 'The horizon is not of whole weeks, from a Monday to a Sunday.')
  employeesByName(schedule)
  const rows = shiftsByDay(schedule, roster)
  return Array.from({ length: days / DAYS_PER_WEEK }, (_, w) => {
    const lines = employees.flatMap((employee, e) =>
      INRC2_DAYS.flatMap((dayName, d) => {
        const shift = rows[e]![w * DAYS_PER_WEEK + d]!
        return shift === null ? [] : [[fileNameOf(employee), dayName, typeOf(shift), spots[shift.spotIndex]!.name ?? ''].map(word).join(' ')]
      }),
    )
    return ['SOLUTION', `${firstWeek + w} ${word(scenario)}`, '', `ASSIGNMENTS = ${lines.length}`, ...lines, ''].join('\n')
  })
}

function word(text: string): string {
  if (/^\S+$/.test(text)) return text
  throw new FormatError(null, `"${shortened(text)}" cannot be written in the format, whose names have no blanks.`)
}
