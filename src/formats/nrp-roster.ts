import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { FormatError } from './format-error.ts'
import { createSeatTaker, employeesByName, fileNameOf, shiftsByDay, typeOf } from './roster-seats.ts'
import { type Line, lineOf, shortened, textLines } from './text-lines.ts'

/** How the files write a day off, in any case. */
const OFF = new Set(['', '.', '-', 'off'])
/** A name that would change the meaning of its line: a separator, a comment, the header. */
const NOT_A_CELL = /[,"\r\n]|^#|^\s|\s$|^$|^employee$/i

/**
 * Reads a roster of the benchmark: a line for each employee, a cell for each day with the shift's type or, for a day off, nothing, `.`, `-` or
 * `off`. Lines carry the employee in a first cell, or are in the order of the employees. `schedule` is one that `nrpToSchedule` made; seats that
 * are required are filled first. Throws `FormatError`, naming the line.
 */
export function readNrpRoster(text: string, schedule: Schedule): Roster {
  const days = schedule.calendar.days.length - schedule.calendar.horizonFirst
  const positions = employeesByName(schedule)
  const lines = textLines(text)
    .filter(({ line }) => !line.startsWith('#'))
    .map(({ number, line }) => lineOf(line.split(',').map(bare), number))
    .filter(({ fields }) => fields[0]?.toLowerCase() !== 'employee')
  if (lines.length !== positions.size) throw new FormatError(null, `There are ${lines.length} lines for ${positions.size} employees.`)
  const isEven = lines.every(({ fields }) => fields.length === lines[0]!.fields.length)
  const fit = (count: number): boolean => isEven && lines.every(({ fields }) => withoutEnd(fields, count).length === count)
  // Both fit where the last day is nobody's, or a comma ends each line.
  const named = fit(days + 1) && (!fit(days) || lines.some(({ fields }) => positions.has(fields[0]!)))
  const from = named ? 1 : 0
  const seats = createSeatTaker(schedule, (shift) => `${shift.day - schedule.calendar.horizonFirst},${typeOf(shift)}`)
  const types = new Set(schedule.shifts.flatMap(({ tags }) => tags))
  const seen = new Set<number>()
  for (const [order, line] of lines.entries()) {
    const employee = named ? positions.get(line.fields[0]!) : order
    if (employee === undefined) throw line.wrong(`There is no employee "${shortened(line.fields[0]!)}".`)
    if (seen.has(employee)) throw line.wrong(`Employee "${shortened(line.fields[0]!)}" is there twice.`)
    seen.add(employee)
    for (const [day, type] of cellsOf(isEven ? lineOf(withoutEnd(line.fields, from + days), line.number) : line, from, days).entries()) {
      if (!types.has(type) && OFF.has(type.toLowerCase())) continue
      if (!types.has(type)) throw line.wrong(`There is no shift "${shortened(type)}" (day ${day}).`)
      if (!seats.take(`${day},${type}`, employee)) throw line.wrong(`More work "${shortened(type)}" on day ${day} than the schedule has shifts.`)
    }
  }
  return seats.roster
}

function cellsOf(line: Line, from: number, days: number): readonly string[] {
  const cells = line.fields.slice(from)
  if (cells.length !== days) throw line.wrong(`There are ${cells.length} cells for ${days} days.`)
  return cells
}

/** The cells without empty ones at the end, as far as there are more than `count`: programs end lines with commas. */
function withoutEnd(cells: readonly string[], count: number): readonly string[] {
  const filled = cells.findLastIndex((cell) => cell !== '') + 1
  return cells.slice(0, Math.max(filled, count))
}

/** A cell without blanks and quotation marks around it. */
function bare(cell: string): string {
  return cell.trim().replace(/^"(.*)"$/, '$1')
}

/**
 * The roster in the form of the benchmark: a line for each employee, with the name first and then a cell for each day; empty is a day off.
 * Throws `FormatError` for what the form cannot say: two shifts on a day, a shift without a type, a name with a comma.
 */
export function writeNrpRoster(schedule: Schedule, roster: Roster): string {
  employeesByName(schedule)
  const rows = shiftsByDay(schedule, roster)
  return schedule.employees
    .map((employee, e) => [fileNameOf(employee), ...rows[e]!.map((shift) => (shift === null ? '' : typeOf(shift)))])
    .map((cells) => {
      const unfit = cells.find((cell, at) => (at === 0 || cell !== '') && NOT_A_CELL.test(cell))
      if (unfit !== undefined) throw new FormatError(null, `"${shortened(unfit)}" cannot be written in a cell of the format.`)
      return `${cells.join(',')}\n`
    })
    .join('')
}
