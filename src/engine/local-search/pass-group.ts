import { OFF } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'
import type { Random } from '../random.ts'
import type { GroupRule } from '../rules/link/shift-groups.ts'
import type { Move } from '../scoring/evaluate.ts'
import type { State } from '../scoring/state.ts'

/** Whether some shifts should all be worked by one employee. */
export function hasBlocks({ links }: Instance): boolean {
  return (links?.shiftGroups?.blocks.length ?? 0) > 0
}

/**
 * What somebody works of a group that one employee should work alone goes to another, all of it at once: to one who works some of it too, or to whoever can. The other
 * gives up what they had on those days, or both exchange these days. One by one each shift would break the group.
 */
export function passGroup(state: State, random: Random, move: Move): boolean {
  const { instance } = state
  const rule = instance.links?.shiftGroups ?? null
  if (rule === null || rule.blocks.length === 0 || instance.employeeCount < 2) return false
  const group = rule.blocks[random.below(rule.blocks.length)]!
  const giver = holderFrom(state, rule, group, random.below(instance.employeeCount))
  if (giver === -1) return false
  const given = shiftsOf(state, rule, group, giver)
  if (given.length === 0) return false
  const taker = takerOf(state, random, rule, { group, giver, given })
  if (taker === -1 || taker === giver) return false
  fillRows(state, move, giver, taker, given)
  return (random.next() & 1) === 1 ? exchangeDays(state, move, given) : handOver(state, move, given)
}

/** Whoever works a shift of the group, the first one from an employee on, the first after the last; −1 = nobody. */
function holderFrom({ instance: { employeeCount }, links }: State, { tally }: GroupRule, group: number, first: number): number {
  const { shifts, employees } = links!.groups!
  if (employees[group] === 0) return -1
  const row = tally[group]! * employeeCount
  for (let step = 0; step < employeeCount; step += 1) {
    const employee = (first + step) % employeeCount
    if (shifts[row + employee]! > 0) return employee
  }
  return -1
}

/** The demands of the group that an employee works and that are not decided. */
function shiftsOf(
  { instance: { demands, duties, dayCount }, cells }: State,
  { memberOffset, members }: GroupRule,
  group: number,
  employee: number,
): number[] {
  const found: number[] = []
  for (let i = memberOffset[group]!; i < memberOffset[group + 1]!; i += 1) {
    const d = members[i]!
    const duty = cells[employee * dayCount + demands.day[d]!]!
    if (duty === OFF || demands.isDecided[d] === 1) continue
    for (let part = duties.partOffset[duty]!, last = part + duties.size[duty]!; part < last; part += 1) {
      if (duties.parts[part] !== d) continue
      found.push(d)
      break
    }
  }
  return found
}

interface Passing {
  readonly group: number
  readonly giver: number
  readonly given: readonly number[]
}

/** Where several work the group, another of them half the time; else somebody who can work one of the shifts. */
function takerOf(state: State, random: Random, rule: GroupRule, { group, giver, given }: Passing): number {
  const { fit, employeeCount } = state.instance
  if (state.links!.groups!.employees[group]! > 1 && (random.next() & 1) === 1) return holderFrom(state, rule, group, (giver + 1) % employeeCount)
  const candidates = fit.candidateLists[fit.candidateListOf[given[random.below(given.length)]!]!]!
  return candidates.length === 0 ? -1 : candidates[random.below(candidates.length)]!
}

/** Begins a move of both rows, from the first to the last of the days, as they are. */
function fillRows({ instance: { demands, dayCount }, cells }: State, move: Move, giver: number, taker: number, given: readonly number[]): void {
  let from = dayCount - 1
  let to = 0
  for (const d of given) {
    from = Math.min(from, demands.day[d]!)
    to = Math.max(to, demands.day[d]!)
  }
  move.rows = 2
  for (let i = 0; i < 2; i += 1) {
    const employee = i === 0 ? giver : taker
    move.employee[i] = employee
    move.from[i] = from
    move.to[i] = to
    for (let day = from; day <= to; day += 1) move.next[i]![day] = cells[employee * dayCount + day]!
  }
}

function exchangeDays({ instance: { demands, dayCount, decidedDuty }, cells }: State, move: Move, given: readonly number[]): boolean {
  const [giver, taker] = [move.employee[0]! * dayCount, move.employee[1]! * dayCount]
  move.keepsCover = true
  for (const d of given) {
    const day = demands.day[d]!
    if (decidedDuty[giver + day] !== OFF || decidedDuty[taker + day] !== OFF) return false
    move.next[0]![day] = cells[taker + day]!
    move.next[1]![day] = cells[giver + day]!
  }
  return true
}

function handOver({ instance: { demands, duties, dayCount, decidedDuty } }: State, move: Move, given: readonly number[]): boolean {
  const taker = move.employee[1]! * dayCount
  move.keepsCover = false
  // First all that is given up: a day may have several of the shifts.
  for (const d of given) move.next[1]![demands.day[d]!] = decidedDuty[taker + demands.day[d]!]!
  for (const d of given) {
    const day = demands.day[d]!
    move.next[0]![day] = duties.without(move.next[0]![day]!, d)
    move.next[1]![day] = duties.with(move.next[1]![day]!, d)
  }
  return true
}
