import { plain } from './csv-columns.ts'
import { createTimeReader, readClock } from './csv-times.ts'
import { readTable, type TableRow } from './csv-table.ts'
import { type CallLoad, peopleFor } from './erlang.ts'
import { FormatError } from './format-error.ts'

/** How calls are to be answered, and who of those on a shift answers them. */
export interface AnswerTarget extends Pick<CallLoad, 'level' | 'answerSeconds' | 'maxOccupancy'> {
  /** Of a line that gives none of its own. */
  readonly handleSeconds: number
  /** The share of their time that people on a shift do not answer calls: 0 to below 1. */
  readonly shrinkage: number
}

/** A table of demands, and how many lines it has. */
export interface CallDemands {
  readonly text: string
  readonly lines: number
  /** Lines on which nobody calls; they are left out. */
  readonly leftOut: number
}

const MOST_CALLS = 1_000_000
/** A call, and a slot, may take a day. */
const DAY_SECONDS = 86_400
const DAY_MIN = 1440
/** Columns that lead to people; all others go through as they are. */
const OF_CALLS = ['calls', 'handle']

/**
 * Makes `demands.csv` of a table of calls: every column goes through, and `calls`, with `handle` in seconds where a line has its own, becomes `min`, the people who are needed.
 * A line is of the time from `from` to `to`, or else from `start` to `end`, as in `demands.csv`. Throws `FormatError`.
 */
export function callsToDemands(text: string, target: AnswerTarget): CallDemands {
  const { names, line: headLine, rows } = readTable(text)
  const columns = new Map(names.map((name) => [plain(name), name]))
  if (!columns.has('calls')) throw new FormatError(headLine, 'There is no column calls, which says how many calls come in the time of a line.')
  if (columns.has('min')) throw new FormatError(headLine, 'There is a column min already, which is to be found from the calls.')
  const kept = names.filter((name) => name !== '' && !OF_CALLS.includes(plain(name)))
  const cellOf = (row: TableRow, column: string): string | undefined => row.cells[columns.get(column) ?? '']
  const counted = rows.map((row) => ({ row, people: peopleOf(row, (column) => cellOf(row, column), target) }))
  const needed = counted.filter(({ people }) => people > 0)
  const lines = [[...kept, 'min'], ...needed.map(({ row, people }) => [...kept.map((name) => row.cells[name] ?? ''), String(people)])]
  return {
    text: lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join(''),
    lines: needed.length,
    leftOut: counted.length - needed.length,
  }
}

/** People who have to be on a shift, so that those who answer are enough. */
export function peopleOnShift(load: CallLoad, shrinkage: number): number {
  return Math.ceil(peopleFor(load) / (1 - shrinkage))
}

function peopleOf({ line }: TableRow, cell: (column: string) => string | undefined, { shrinkage, ...target }: AnswerTarget): number {
  const calls = numberIn(line, 'calls', cell('calls'), { min: 0, max: MOST_CALLS })
  if (calls === null) throw new FormatError(line, 'The cell of calls is empty. Write 0 where nobody calls.')
  const own = numberIn(line, 'handle', cell('handle'), { min: 1, max: DAY_SECONDS })
  const load = { ...target, calls, handleSeconds: own ?? target.handleSeconds, slotSeconds: 60 * slotMinutes(line, cell) }
  return peopleOnShift(load, shrinkage)
}

function numberIn(
  line: number,
  column: string,
  cell: string | undefined,
  { min, max }: { readonly min: number; readonly max: number },
): number | null {
  if (cell === undefined) return null
  const value = /^\d+(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN
  if (value >= min && value <= max) return value
  throw new FormatError(line, `${column} is "${cell}", which is not a number from ${min} to ${max}.`)
}

function slotMinutes(line: number, cell: (column: string) => string | undefined): number {
  const [from, to] = [cell('from') ?? cell('repeats.from'), cell('to') ?? cell('repeats.to')]
  if (from !== undefined && to !== undefined) {
    const minutes = clockMinutes(line, to) - clockMinutes(line, from)
    return minutes > 0 ? minutes : minutes + DAY_MIN
  }
  const [start, end] = [cell('start'), cell('end')]
  if (start === undefined || end === undefined) throw new FormatError(line, 'The time of the calls is missing: write from and to, or start and end.')
  const minutes = epochMinute(line, end) - epochMinute(line, start)
  if (minutes > 0 && minutes <= DAY_MIN) return minutes
  throw new FormatError(line, `From ${start} to ${end} is not a time of up to a day.`)
}

function clockMinutes(line: number, cell: string): number {
  const read = readClock(cell)
  if ('wrong' in read) throw new FormatError(line, read.wrong)
  const [hour, minute] = read.time.split(':').map(Number)
  return 60 * hour! + minute!
}

const readTime = createTimeReader('UTC')

function epochMinute(line: number, cell: string): number {
  const read = readTime(cell, null)
  if ('wrong' in read) throw new FormatError(line, read.wrong)
  return Date.parse(read.time) / 60_000
}

function quoted(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
