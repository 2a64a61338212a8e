import { workersOf } from '../health/health.ts'
import type { Identifier } from '../../model/units.ts'
import { nameById, type PlanDocument, type PlanShift } from './plan-document.ts'

/** A shift that changed hands, as a comparison tells it. */
export interface ChangedShift {
  readonly shiftId: Identifier
  /** Local date on which it starts. */
  readonly date: string
  readonly before: Identifier | null
  readonly after: Identifier | null
}

/** What somebody works on a day by two versions, a text for each shift. */
export interface ComparedCell {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly isChanged: boolean
}

/** Everybody who is affected, on every day on which something changed. */
export interface ComparedRosters {
  /** Local dates, in order. */
  readonly dates: readonly string[]
  /** `cells`: one for each date. */
  readonly rows: readonly { readonly id: Identifier; readonly name: string; readonly cells: readonly ComparedCell[] }[]
}

/** Two versions side by side. `document`: the newer one; the older roster follows from the changes. Rows stand in the order of the people. */
export function compareRosters(document: PlanDocument, changes: readonly ChangedShift[]): ComparedRosters {
  const { employees = [], spots = [], shifts = [] } = document
  const byId = new Map(shifts.map((shift) => [shift.id, shift]))
  const textOf = ({ start, end, spot }: PlanShift): string => `${start.slice(11, 16)}–${end.slice(11, 16)} ${nameById(spots, spot)}`
  const textsOf = (ids: readonly Identifier[]): readonly string[] =>
    ids
      .flatMap((id) => byId.get(id) ?? [])
      .map(textOf)
      .toSorted()
  const affected = new Set(changes.flatMap(({ before, after }) => [before, after]))
  const dates = [...new Set(changes.map(({ date }) => date))].sort()
  const cellOf = (id: Identifier, date: string): ComparedCell => {
    const gained = changes.filter((change) => change.date === date && change.after === id).map(({ shiftId }) => shiftId)
    const lost = changes.filter((change) => change.date === date && change.before === id).map(({ shiftId }) => shiftId)
    const now = shifts.filter((shift) => shift.start.startsWith(date) && workersOf(shift).includes(id)).map((shift) => shift.id)
    const before = [...now.filter((shift) => !gained.includes(shift)), ...lost]
    return { before: textsOf(before), after: textsOf(now), isChanged: gained.length > 0 || lost.length > 0 }
  }
  const rows = employees
    .filter(({ id }) => affected.has(id))
    .map(({ id, name }) => ({ id, name: name ?? String(id), cells: dates.map((date) => cellOf(id, date)) }))
  return { dates, rows }
}
