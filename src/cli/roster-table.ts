import { createOffsetReader, localEpochDay } from '../model/calendar.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Employee, Schedule, Shift } from '../model/schedule.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'

/** Kinds of shift by their letter, in the order of the day. */
export const SHIFT_LETTERS = { E: 'early', D: 'day', L: 'late', N: 'night' } as const
export type ShiftLetter = keyof typeof SHIFT_LETTERS
const LETTERS = Object.keys(SHIFT_LETTERS) as readonly ShiftLetter[]

const NAME_WIDTH = 18
const WEEKDAY_NAMES = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const
const EARLY_BEFORE_MIN = 7 * 60 + 30
const NOON_MIN = 12 * 60

/** One printed cell: what stands in it, and why it may be painted. */
export interface RosterCell {
  readonly text: string
  readonly kind: ShiftLetter | 'off' | 'away' | 'header'
  readonly isWeekend: boolean
}

/** A line of the roster: whose, one cell for each day of the horizon, and a sum at its end. */
export interface RosterLine {
  readonly title: string
  readonly cells: readonly RosterCell[]
  readonly sum: string
}

/**
 * The roster as people read it: two header lines (weekday, day of the month), a line for each employee, then one for each kind of shift
 * with how many work it, and two with the seats that stayed empty. Days run from the first of the horizon to the last.
 */
export function rosterLines(
  schedule: Schedule,
  roster: Roster,
): { readonly header: readonly RosterLine[]; readonly employees: readonly RosterLine[]; readonly sums: readonly RosterLine[] } {
  const days = schedule.calendar.days.slice(schedule.calendar.horizonFirst)
  const letterOf = createLetterReader(schedule)
  const lineOf = (title: string, sum: string, cellOf: (day: number) => Omit<RosterCell, 'isWeekend'>): RosterLine => ({
    title,
    sum,
    cells: days.map(({ isWeekend }, d) => ({ ...cellOf(d + schedule.calendar.horizonFirst), isWeekend })),
  })
  const planned = schedule.shifts
    .map((shift, s) => ({ shift, employee: roster[s]! }))
    .filter(({ shift, employee }) => !shift.historic && (shift.isSpare !== true || employee !== NOBODY))

  const employees = schedule.employees.map((employee, e) => {
    const own = planned.filter((entry) => entry.employee === e).map(({ shift }) => shift)
    const minutes = own.reduce((sum, { workMin }) => sum + workMin, 0)
    return lineOf(employee.name ?? `employee ${employee.id}`, `${Math.round(minutes / 60)} h`, (day) =>
      cellOfDay(schedule, employee, own, day, letterOf),
    )
  })
  const letters = LETTERS.filter((letter) => planned.some(({ shift }) => letterOf(shift) === letter))
  const countLine = (title: string, counts: (entry: (typeof planned)[number]) => boolean): RosterLine => {
    const counted = planned.filter(counts)
    return lineOf(title, String(counted.length), (day) => {
      const count = counted.filter(({ shift }) => shift.day === day).length
      return { text: count === 0 ? '' : String(count), kind: 'header' }
    })
  }
  return {
    header: [
      lineOf('', '', (day) => ({ text: WEEKDAY_NAMES[schedule.calendar.days[day]!.weekday]!, kind: 'header' })),
      lineOf('', 'hours', (day) => ({ text: String(Number(schedule.calendar.days[day]!.date.slice(8))), kind: 'header' })),
    ],
    employees,
    sums: [
      ...letters.map((letter) =>
        countLine(`at work, ${SHIFT_LETTERS[letter]}`, ({ shift, employee }) => employee !== NOBODY && letterOf(shift) === letter),
      ),
      countLine('empty, mandatory', ({ shift, employee }) => employee === NOBODY && shift.importance === 'MANDATORY'),
      countLine('empty, optional', ({ shift, employee }) => employee === NOBODY && shift.importance === 'OPTIONAL'),
    ],
  }
}

/** `line` as text: the name cut to its column, three characters a day, a bar at both edges of each weekend. */
export function formatRosterLine(line: RosterLine, paintCell: (cell: RosterCell, text: string) => string): string {
  const cells = line.cells.map((cell, i) => {
    const before = line.cells[i - 1]
    const edge = before !== undefined && before.isWeekend !== cell.isWeekend ? '|' : ' '
    return edge + paintCell(cell, cell.text.padStart(2))
  })
  return `${line.title.slice(0, NAME_WIDTH).padEnd(NAME_WIDTH)} ${cells.join('')} ${line.sum.padStart(6)}`.trimEnd()
}

function cellOfDay(
  schedule: Schedule,
  employee: Employee,
  own: readonly Shift[],
  day: number,
  letterOf: (shift: Shift) => ShiftLetter,
): Omit<RosterCell, 'isWeekend'> {
  const shifts = own.filter((shift) => shift.day === day)
  if (shifts.length > 0) return { text: shifts.map(letterOf).join(''), kind: letterOf(shifts[0]!) }
  return isAway(schedule, employee, day) ? { text: '=', kind: 'away' } : { text: '·', kind: 'off' }
}

/** True when the employee said to be unavailable for this whole day: a holiday, or a course. */
function isAway(schedule: Schedule, employee: Employee, day: number): boolean {
  const { start, end } = schedule.calendar.days[day]!
  return employee.wishes.some((wish) => wish.type === 'UNAVAILABLE' && wish.tag === null && wish.start <= start && wish.end >= end)
}

/**
 * A tag that is the word for a letter decides. Without one: night and late as the schedule defines them; of the rest, early starts before
 * 07:30, late from noon on, and day between.
 */
function createLetterReader({ calendar }: Schedule): (shift: Shift) => ShiftLetter {
  const offsetAt = createOffsetReader(calendar.timeZone)
  return (shift) => {
    const tagged = LETTERS.find((letter) => shift.tags.includes(SHIFT_LETTERS[letter]))
    if (tagged !== undefined) return tagged
    if (shift.isNight) return 'N'
    if (shift.isLate) return 'L'
    const epochMin = calendar.originEpochMin + shift.start
    const wallMin = epochMin + offsetAt(epochMin) - localEpochDay(offsetAt, epochMin) * MINUTES_PER_DAY
    if (wallMin >= NOON_MIN) return 'L'
    return wallMin < EARLY_BEFORE_MIN ? 'E' : 'D'
  }
}
