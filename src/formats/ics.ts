import type { Roster } from '../model/roster.ts'
import type { Employee, Schedule } from '../model/schedule.ts'
import { FormatError } from './format-error.ts'
import { nameOf, oneLine, type SolvedShift, solvedShifts } from './solved-shifts.ts'

/** Of a line, without its end; RFC 5545, 3.1. */
const MOST_OCTETS = 75
const MINUTE_MS = 60_000

/** Whose shifts a calendar has, and when it was made. */
export interface CalendarOptions {
  /** Null = those of everybody, with the names. */
  readonly employee: Employee | null
  readonly madeAt: Date
}

/**
 * The worked shifts of the horizon as a calendar (RFC 5545), in the order they were posted. Times are in UTC. The same shift at the same time has
 * the same UID in every export. Throws `FormatError` when there is none: a calendar has at least one event.
 */
export function writeIcs(schedule: Schedule, roster: Roster, { employee, madeAt }: CalendarOptions): string {
  const worked = solvedShifts(schedule, roster).filter((solved) =>
    employee === null ? solved.employee !== null : solved.employee?.id === employee.id,
  )
  if (worked.length === 0) throw new FormatError(null, 'No shift is worked, and a calendar has at least one event.')
  const stamp = utc(madeAt.getTime())
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Turnus//Turnus//EN',
    'CALSCALE:GREGORIAN',
    ...worked.flatMap((solved) => eventOf(schedule, solved, { stamp, named: employee === null })),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

interface EventOptions {
  readonly stamp: string
  /** Whether the summary says who works. */
  readonly named: boolean
}

function eventOf({ calendar }: Schedule, { shift, spot, employee }: SolvedShift, { stamp, named }: EventOptions): readonly string[] {
  const at = (minute: number): string => utc((calendar.originEpochMin + minute) * MINUTE_MS)
  const what = nameOf({ name: shift.name ?? spot.name, id: spot.id })
  // People on the seats of one shift have an event each.
  const seat = shift.seats === undefined || employee === null ? '' : `-${escapeText(String(employee.id))}`
  return [
    'BEGIN:VEVENT',
    `UID:shift-${escapeText(String(shift.id))}-${at(shift.start)}${seat}@turnus`,
    `DTSTAMP:${stamp}`,
    `DTSTART:${at(shift.start)}`,
    `DTEND:${at(shift.end)}`,
    `SUMMARY:${escapeText(named && employee !== null ? `${nameOf(employee)}: ${what}` : what)}`,
    `LOCATION:${escapeText(nameOf(spot))}`,
    ...(shift.tags.length === 0 ? [] : [`CATEGORIES:${shift.tags.map(escapeText).join(',')}`]),
    'END:VEVENT',
  ]
}

/** `20260302T070000Z`. */
function utc(epochMs: number): string {
  return new Date(epochMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

function escapeText(text: string): string {
  return oneLine(text).replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
}

/** A line as several of at most 75 octets, each but the first after a blank; no character is parted. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > MOST_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
