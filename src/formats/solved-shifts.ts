import { createOffsetReader, dateOfEpochDay } from '../model/calendar.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Employee, Schedule, Shift, Spot } from '../model/schedule.ts'
import type { Identifier } from '../model/units.ts'

/** A shift of the horizon with who works it; null = nobody. */
export interface SolvedShift {
  readonly shift: Shift
  readonly spot: Spot
  readonly employee: Employee | null
}

/** The shifts that are not historic, in the order they were posted: one with seats as often as it is worked, and once more for each seat that is wanted and empty. */
export function solvedShifts(schedule: Schedule, roster: Roster): readonly SolvedShift[] {
  return solvedAt(schedule, roster, shownAt(schedule, roster))
}

/** As `solvedShifts`, and once each shift that may stay empty and does, so that none is missing. */
export function allSolvedShifts(schedule: Schedule, roster: Roster): readonly SolvedShift[] {
  const shown = new Set(shownAt(schedule, roster))
  const listed = new Set([...shown].map((s) => schedule.shifts[s]!.id))
  const all = [...schedule.shifts.entries()].filter(([s, { id, historic }]) => {
    if (shown.has(s)) return true
    if (historic || listed.has(id)) return false
    listed.add(id)
    return true
  })
  return solvedAt(
    schedule,
    roster,
    all.map(([s]) => s),
  )
}

/** Positions of the seats that are worked, or wanted and empty. */
function shownAt({ shifts }: Schedule, roster: Roster): readonly number[] {
  return [...shifts.keys()].filter((s) => !shifts[s]!.historic && (shifts[s]!.isSpare !== true || roster[s] !== NOBODY))
}

function solvedAt({ shifts, spots, employees }: Schedule, roster: Roster, positions: readonly number[]): readonly SolvedShift[] {
  return positions.map((s) => ({
    shift: shifts[s]!,
    spot: spots[shifts[s]!.spotIndex]!,
    employee: roster[s] === NOBODY ? null : employees[roster[s]!]!,
  }))
}

/** The name for people, or the id where there is none. */
export function nameOf({ name, id }: { readonly name: string | null; readonly id: Identifier }): string {
  return name === null || name.trim() === '' ? String(id) : name
}

/** A text of others on one line: control characters and line breaks are blanks, and half characters are replaced. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

/** Reads a schedule's minutes on the local clock. */
export interface LocalClock {
  /** `07:00`. */
  timeOf(minute: number): string
  /** `2026-03-02T07:00:00+01:00`. */
  dateTimeOf(minute: number): string
}

/** The clock of the schedule's time zone. */
export function createLocalClock({ calendar }: Schedule): LocalClock {
  const offsetAt = createOffsetReader(calendar.timeZone)
  const read = (minute: number): { readonly date: string; readonly time: string; readonly offset: string } => {
    const epochMin = calendar.originEpochMin + minute
    const offset = offsetAt(epochMin)
    const wall = epochMin + offset
    const day = Math.floor(wall / 1_440)
    return { date: dateOfEpochDay(day), time: hours(wall - day * 1_440), offset: `${offset < 0 ? '-' : '+'}${hours(Math.abs(offset))}` }
  }
  return {
    timeOf: (minute) => read(minute).time,
    dateTimeOf(minute) {
      const { date, time, offset } = read(minute)
      return `${date}T${time}:00${offset}`
    },
  }
}

/** Minutes as hours and minutes: `07:05`. */
export function hours(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
