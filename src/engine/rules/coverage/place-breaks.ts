import type { Duties } from '../../instance/duties.ts'
import { type BreakTable, breakCount, eachBreaking } from './break-places.ts'
import { ABOVE, BELOW, type CoverageRule, type CoverageState, FAULTS, IDEAL, isSeen, peopleWrong } from './coverage.ts'

/** Where the breaks come to lie of what an employee takes on a day: `given` where it says so, else where they cost least as others are at work now. Those that no requirement sees are not placed. */
export function placeBreaks(
  rule: CoverageRule,
  state: CoverageState,
  duties: Duties,
  { employee, cell, duty }: { readonly employee: number; readonly cell: number; readonly duty: number },
  given: Int32Array | null,
): void {
  const table = rule.breaks!
  const { places } = state
  const from = cell * table.width
  const to = from + table.width
  for (let slot = from; slot < to; slot += 1) places[slot] = 0
  if (!isSeen(rule, duties, duty)) return
  if (given !== null) {
    for (let slot = from; slot < to; slot += 1) places[slot] = given[slot - from]!
    if (table.width === 0 || places[from]! > 0) return
  }
  eachBreaking(table, duties, cell, duty, (d, slot) => {
    if (slot >= 0) placeOf(rule, state, table, { employee, d, slot })
  })
}

/** Lets a cell have no places. */
export function clearBreaks({ width }: BreakTable, { places }: CoverageState, cell: number): void {
  for (let slot = cell * width; slot < (cell + 1) * width; slot += 1) places[slot] = 0
}

interface Placing {
  readonly employee: number
  readonly d: number
  readonly slot: number
}

function placeOf(rule: CoverageRule, { counted, others, places }: CoverageState, table: BreakTable, { employee, d, slot }: Placing): void {
  const { offset, even, given, scratch } = table
  const count = breakCount(table, d)
  const first = offset[d]!
  if (given[first]! >= 0) {
    for (let k = 0; k < count; k += 1) places[slot + k] = given[first + k]! + 1
    return
  }
  scratch.costs.fill(0, 0, count * scratch.places)
  for (let span = rule.spanOffset[d]!; span < rule.spanOffset[d + 1]!; span += 1) addSpanCosts(rule, counted, others, { employee, d, span })
  for (let k = 0; k < count; k += 1) scratch.starts[k] = even[first + k]!
  // Of several each is placed beside the others as they lie, and then once more.
  for (let round = 0; round < (count > 1 ? 2 : 1); round += 1) for (let k = 0; k < count; k += 1) settle(table, d, k, count)
  for (let k = 0; k < count; k += 1) places[slot + k] = scratch.starts[k]! + 1
}

/** Puts break k where it costs least beside the others of its shift; of equals nearest to where it lies evenly, of those the earliest. */
function settle({ offset, minutes, first, last, step, even, scratch }: BreakTable, d: number, k: number, count: number): void {
  const { starts, costs, places } = scratch
  const own = offset[d]! + k
  const length = minutes[own]!
  let best = starts[k]!
  let least = Infinity
  let nearest = Infinity
  let place = k * places
  for (let start = first[own]!; start <= last[own]!; start += step[own]!, place += 1) {
    const cost = costs[place]!
    const off = Math.abs(start - even[own]!)
    if (cost > least || (cost === least && off >= nearest)) continue
    let isFree = true
    for (let other = 0; other < count; other += 1) {
      const at = starts[other]!
      if (other !== k && at < start + length && at + minutes[offset[d]! + other]! > start) isFree = false
    }
    if (!isFree) continue
    best = start
    least = cost
    nearest = off
  }
  starts[k] = best
}

/** Adds what each place of each break of a demand costs in one span: differences of sums over its stretches. */
function addSpanCosts(
  rule: CoverageRule,
  counted: Int32Array,
  others: Int32Array,
  { employee, d, span }: { readonly employee: number; readonly d: number; readonly span: number },
): void {
  const { spanFrom, spanTo, spanWho, spanOf, isCounted, employeeCount, startOf, demands } = rule
  const { offset, minutes, first, last, step, isCovered, scratch } = rule.breaks!
  const [from, to] = [spanFrom[span]!, spanTo[span]!]
  const counts = isCounted[spanWho[span]! * employeeCount + employee]!
  const isOther = spanOf[span]! < 0 ? 0 : isCounted[spanOf[span]! * employeeCount + employee]!
  if (counts + isOther === 0) return
  if (scratch.absent.length <= to - from) {
    scratch.absent = new Float64Array(2 * (to - from) + 2)
    scratch.bare = new Float64Array(2 * (to - from) + 2)
  }
  const { absent, bare } = scratch
  const isCover = rule.isBreakCover[rule.opening[from]!] === 1
  absent[0] = 0
  bare[0] = 0
  for (let stretch = from; stretch < to; stretch += 1) {
    const at = stretch - from
    absent[at + 1] = absent[at]! - costOfPerson(rule, stretch, counted[stretch]!, others[stretch]!, counts, isOther)
    if (isCover) bare[at + 1] = bare[at]! + costOfPerson(rule, stretch, counted[stretch]!, others[stretch]!, 0, 1)
  }
  const begin = demands.start[d]!
  for (let k = offset[d]!; k < offset[d + 1]!; k += 1) {
    const isBare = isCover && isCovered[k] === 1
    let place = (k - offset[d]!) * scratch.places
    let a = 0
    let b = 0
    for (let start = first[k]!; start <= last[k]!; start += step[k]!, place += 1) {
      while (a < to - from && startOf[from + a]! < begin + start) a += 1
      if (b < a) b = a
      while (b < to - from && startOf[from + b]! < begin + start + minutes[k]!) b += 1
      scratch.costs[place]! += absent[b]! - absent[a]! + (isBare ? bare[b]! - bare[a]! : 0)
    }
  }
}

/** What a stretch costs more with so many more people, by the minute: near enough to choose by, and without hours that are rounded up. */
function costOfPerson(rule: CoverageRule, stretch: number, counted: number, others: number, more: number, moreOthers: number): number {
  const { min, ideal, max, price, weight, minutesOf, opening } = rule
  const at = FAULTS * opening[stretch]!
  if (rule.thousandths[opening[stretch]!]! < 0) {
    if (more === 0) return 0
    const quantity = weight[stretch]! * minutesOf[stretch]!
    if (counted < min[stretch]!) return -price[at + BELOW]! * quantity
    if (counted < ideal[stretch]!) return -price[at + IDEAL]! * quantity
    return counted >= max[stretch]! ? price[at + ABOVE]! * quantity : 0
  }
  let cost = 0
  for (let fault = 0; fault < FAULTS; fault += 1) {
    const change = peopleWrong(rule, stretch, fault, counted + more, others + moreOthers) - peopleWrong(rule, stretch, fault, counted, others)
    cost += change * price[at + fault]! * minutesOf[stretch]!
  }
  return cost
}
