import { DAY_COLUMNS } from './csv-columns.ts'

type Fields = Readonly<Record<string, unknown>>

/** A line of `rotations.csv`: a week of a rotation. */
export interface WeekLine {
  readonly line: number
  readonly fields: Fields
}

/** A rotation of the schedule. `line` is the first one of it. */
export interface TableRotation extends WeekLine {
  /** Its lines, in the order in which they are worked. */
  readonly weeks: readonly WeekLine[]
}

/** Something wrong in a cell of `rotations.csv`. */
export interface WeekProblem {
  readonly line: number
  readonly column: 'name' | 'anchor' | 'week'
  readonly detail: string
  readonly hint: string
}

type Report = (problem: WeekProblem) => void

const NUMBERED = 'Number the weeks of a rotation 1, 2, 3 … as they are worked, or leave the column out.'

/** The rotations of a table that has a line for each of their weeks, in the order of their first lines. */
export function rotationsOf(lines: readonly WeekLine[], report: Report): readonly TableRotation[] {
  const named = lines.filter(({ fields }) => fields['id'] !== undefined)
  return [...Map.groupBy(named, ({ fields }) => fields['id'])].map(([id, own]) => {
    const weeks = inOrder(own, report)
    const days = weeks.map(({ fields }) => DAY_COLUMNS.map((day) => fields[day]))
    const fields = { id, ...saidOnce(own, 'name', report), weeks: days, ...saidOnce(own, 'anchor', report) }
    return { line: own[0]!.line, fields, weeks }
  })
}

/** Where a value of a rotation comes from, by the steps of its pointer within it. */
export function placeInRotation({ line, weeks }: TableRotation, [field = '', week, day]: readonly string[]): { line: number; column: string | null } {
  if (field === 'weeks') {
    const at = week === undefined ? undefined : weeks[Number(week)]
    return { line: at?.line ?? line, column: (day === undefined ? undefined : DAY_COLUMNS[Number(day)]) ?? null }
  }
  const said = weeks.find(({ fields }) => fields[field] !== undefined)
  return { line: said?.line ?? line, column: field === '' ? null : field }
}

/** What one line of a rotation says for all of them. */
function saidOnce(own: readonly WeekLine[], column: 'name' | 'anchor', report: Report): Fields {
  const [first, ...others] = own.filter(({ fields }) => fields[column] !== undefined)
  if (first === undefined) return {}
  const other = others.find(({ fields }) => fields[column] !== first.fields[column])
  if (other !== undefined)
    report({
      line: other.line,
      column,
      detail: `Line ${first.line} says ${String(first.fields[column])} of the same rotation.`,
      hint: 'Write it in the first line of the rotation alone, or the same in each.',
    })
  return { [column]: first.fields[column] }
}

/** By the numbers of the weeks, or as they stand where none is numbered. */
function inOrder(own: readonly WeekLine[], report: Report): readonly WeekLine[] {
  const weekOf = ({ fields }: WeekLine): unknown => fields['week']
  if (own.every((each) => weekOf(each) === undefined)) return own
  const seen = new Map<unknown, number>()
  for (const each of own) {
    const week = weekOf(each)
    const detail = week === undefined ? 'The cell is empty.' : faultOf(week, own.length, seen.get(week))
    if (detail !== null) report({ line: each.line, column: 'week', detail, hint: NUMBERED })
    if (week !== undefined && !seen.has(week)) seen.set(week, each.line)
  }
  return own.toSorted((one, other) => Number(weekOf(one)) - Number(weekOf(other)))
}

function faultOf(week: unknown, count: number, before: number | undefined): string | null {
  if (before !== undefined) return `Week ${String(week)} of the rotation stands in line ${before} too.`
  const isWeek = Number.isInteger(week) && Number(week) >= 1 && Number(week) <= count
  return isWeek ? null : `The rotation has ${count} ${count === 1 ? 'line' : 'lines'}, and so no week ${String(week)}.`
}
