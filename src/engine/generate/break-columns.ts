import { breakPlaces } from '../../model/breaks.ts'
import type { LinearColumn, LinearRow } from '../column-generation/linear-solver.ts'
import type { CoverProgram } from './cover-program.ts'

type Entry = readonly [row: number, value: number]

/** Breaks of one length: of which choices they are, when each begins at the earliest and at the latest, and all moments at which one may. */
interface Breaks {
  readonly minutes: number
  readonly ofChoices: { readonly choice: number; readonly first: number; readonly last: number }[]
  readonly begins: Set<number>
}

interface BreakColumns {
  /** Behind a row for each point. */
  readonly rows: readonly LinearRow[]
  readonly columns: readonly LinearColumn[]
  /** By choice: what its column has beside its start and end. */
  readonly entries: readonly (readonly Entry[])[]
}

/**
 * Breaks as flows: those of one length wait from the earliest moment of theirs, somebody begins one, and by the latest moment it must have begun. Wherever the breaks of some shifts lie, they are such
 * a flow, and no place of any shift has a column (implicit breaks: Bechtold and Jacobs 1990). On which steps one shift has them, and that two of them do not overlap, is left out.
 */
export function breakColumns({ choices, points }: CoverProgram): BreakColumns {
  const rowOf = new Map([...points].map((point, row) => [point, row]))
  const rows: LinearRow[] = []
  const columns: LinearColumn[] = []
  const entries: Entry[][] = choices.map(() => [])
  const add = (...own: Entry[]): void => {
    const sorted = own.sort(([a], [b]) => a - b)
    columns.push({ cost: 0, lower: 0, upper: Infinity, rows: sorted.map(([row]) => row), values: sorted.map(([, value]) => value) })
  }
  for (const { minutes, ofChoices, begins } of breaksOf(choices)) {
    const moments = [...begins].sort((a, b) => a - b)
    const firstRow = points.length + rows.length
    for (let row = 0; row < 2 * moments.length; row += 1) rows.push({ lower: 0, upper: 0 })
    const waiting = new Map(moments.map((moment, number) => [moment, firstRow + 2 * number]))
    for (const { choice, first, last } of ofChoices) entries[choice]!.push([waiting.get(first)!, 1], [waiting.get(last)! + 1, -1])
    for (const [number, moment] of moments.entries()) {
      const row = firstRow + 2 * number
      add([rowOf.get(moment)!, 1], [rowOf.get(moment + minutes)!, -1], [row, -1], [row + 1, 1])
      if (number === moments.length - 1) continue
      for (const one of [row, row + 1]) add([one, -1], [one + 2, 1])
    }
  }
  return { rows, columns, entries: entries.map(added) }
}

function breaksOf(choices: CoverProgram['choices']): Iterable<Breaks> {
  const byLength = new Map<number, Breaks>()
  for (const [choice, { start, end, breakRules = [] }] of choices.entries()) {
    for (const rule of breakRules) {
      const { minutes, stepMinutes } = rule
      const { first, last } = breakPlaces(rule, end - start)
      const breaks = byLength.get(minutes) ?? { minutes, ofChoices: [], begins: new Set<number>() }
      byLength.set(minutes, breaks)
      breaks.ofChoices.push({ choice, first: start + first, last: start + last })
      for (let after = first; after <= last; after += stepMinutes) breaks.begins.add(start + after)
    }
  }
  return byLength.values()
}

/** Two breaks of one shift may have the same window. */
function added(entries: readonly Entry[]): Entry[] {
  const byRow = new Map<number, number>()
  for (const [row, value] of entries) byRow.set(row, (byRow.get(row) ?? 0) + value)
  return [...byRow].sort(([a], [b]) => a - b)
}
