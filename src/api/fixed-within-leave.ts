import { firstWhere } from '../model/first-where.ts'
import type { Employee, Shift, Wish } from '../model/schedule.ts'
import { createPositionReader } from '../model/seats.ts'
import { carriedAmong } from '../model/tags.ts'
import { shown } from './fields.ts'
import type { IssueList } from './issues.ts'

/** A time that was asked to be free: start inclusive, end exclusive. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Times of one employee that do not touch one another, in order, by the tag of the shifts that they are about; null for all shifts. */
type Leave = ReadonlyMap<string | null, readonly Span[]>

/** Warns of fixed shifts whose employee is unavailable then: they are never changed, so the rule is broken in every roster. */
export function checkFixedWithinLeave(issues: IssueList, shifts: readonly Shift[], employees: readonly Employee[]): void {
  const known = new Map<number, Leave>()
  const positionOf = createPositionReader(shifts)
  for (const [index, shift] of shifts.entries()) {
    const { employeeIndex } = shift
    const employee = shift.fixed && !shift.historic && employeeIndex !== null ? employees[employeeIndex] : undefined
    if (employee === undefined || employeeIndex === null) continue
    const leave = known.get(employeeIndex) ?? leaveOf(employee.wishes)
    known.set(employeeIndex, leave)
    if (![null, ...carriedAmong(shift.tags, leave)].some((tag) => touches(leave.get(tag) ?? [], shift))) continue
    const who = employee.name === null ? `employee ${employee.id}` : `${shown(employee.name)} (${employee.id})`
    issues.warn(
      `/shifts/${positionOf(index)}/employee${shift.seats === undefined ? '' : 's'}`,
      'fixed-within-leave',
      `The shift ${shift.id} is fixed to ${who}, who is unavailable then.`,
      'Give it to somebody else, leave fixed out, or correct the wish or absence.',
    )
  }
}

function leaveOf(wishes: readonly Wish[]): Leave {
  const byTag = Map.groupBy(
    wishes.filter(({ type }) => type === 'UNAVAILABLE'),
    ({ tag }) => tag,
  )
  return new Map([...byTag].map(([tag, its]) => [tag, merged(its)]))
}

function merged(spans: readonly Span[]): readonly Span[] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

/** True when one of the spans, which are in order, shares a minute with another. */
function touches(spans: readonly Span[], { start, end }: Span): boolean {
  const span = spans[firstWhere(spans.length, (at) => spans[at]!.end > start)]
  return span !== undefined && span.start < end
}
