import { OFF } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { type BreakTable, breakStart, eachBreaking } from '../rules/coverage/break-places.ts'
import { isSeen } from '../rules/coverage/coverage.ts'
import type { Move } from '../scoring/evaluate.ts'
import type { State } from '../scoring/state.ts'

/** Whether somebody can be on a break of whom a requirement asks. */
export function hasBreaks({ coverage }: Instance): boolean {
  return (coverage?.breaks ?? null) !== null
}

/** Makes the move let an employee have the breaks of a day elsewhere, with the places in `move.breaks`; false where no requirement sees any. */
export function fillWithBreaks({ instance, cells }: State, move: Move, employee: number, day: number): boolean {
  const { coverage, duties, dayCount } = instance
  const duty = cells[employee * dayCount + day]!
  if (duty === OFF || !isSeen(coverage!, duties, duty)) return false
  let breaks = 0
  eachBreaking(coverage!.breaks!, duties, employee * dayCount + day, duty, (_, slot) => (breaks += slot < 0 ? 0 : 1))
  if (breaks === 0) return false
  move.rows = 1
  move.keepsCover = true
  move.employee[0] = employee
  move.from[0] = day
  move.to[0] = day
  move.next[0]![day] = duty
  move.breakDay = day
  return true
}

/** The breaks of a day of an employee come to lie where they cost least, or one of them at any other place. */
export function moveBreak(state: State, random: Random, move: Move, params: SearchParams['moves']): boolean {
  const { instance, cells } = state
  if (!hasBreaks(instance)) return false
  const { employeeCount, dayCount, horizonFirst } = instance
  const employee = random.below(employeeCount)
  for (let attempt = 0; attempt < params.candidateTries; attempt += 1) {
    const day = horizonFirst + random.below(dayCount - horizonFirst)
    if (cells[employee * dayCount + day] === OFF || !fillWithBreaks(state, move, employee, day)) continue
    move.breaks.fill(0)
    return (random.next() & 1) === 0 || chooseOne(state, random, move)
  }
  return false
}

/** Any place for one break of the move, the others as they are; false where it cannot lie there. */
function chooseOne({ instance, coverage: sums }: State, random: Random, move: Move): boolean {
  const { coverage, duties, dayCount } = instance
  const table = coverage!.breaks!
  const cell = move.employee[0]! * dayCount + move.breakDay
  const from = cell * table.width
  for (let k = 0; k < table.width; k += 1) move.breaks[k] = sums!.places[from + k]!
  const breaking: { d: number; slot: number }[] = []
  eachBreaking(table, duties, cell, move.next[0]![move.breakDay]!, (d, slot) => {
    if (slot >= 0) breaking.push({ d, slot: slot - from })
  })
  const { d, slot } = breaking[random.below(breaking.length)]!
  const k = random.below(table.offset[d + 1]! - table.offset[d]!)
  const own = table.offset[d]! + k
  if (table.given[own]! >= 0) return false
  const places = 1 + Math.floor((table.last[own]! - table.first[own]!) / table.step[own]!)
  const start = table.first[own]! + table.step[own]! * random.below(places)
  if (!isFree(table, move.breaks, { d, slot, k }, start)) return false
  move.breaks[slot + k] = start + 1
  return true
}

function isFree(
  table: BreakTable,
  places: Int32Array,
  { d, slot, k }: { readonly d: number; readonly slot: number; readonly k: number },
  start: number,
): boolean {
  const { offset, minutes } = table
  const end = start + minutes[offset[d]! + k]!
  for (let other = 0; other < offset[d + 1]! - offset[d]!; other += 1) {
    const at = breakStart(table, places, slot, d, other)
    if (other !== k && at < end && at + minutes[offset[d]! + other]! > start) return false
  }
  return true
}
