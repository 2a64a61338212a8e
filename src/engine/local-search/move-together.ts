import { OFF } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { isSensible } from '../rules/fit/fit.ts'
import { isInScope, type PairedGroup } from '../rules/pairing/pairing.ts'
import type { Move } from '../scoring/evaluate.ts'
import type { State } from '../scoring/state.ts'

type MoveParams = SearchParams['moves']

const NONE: readonly PairedGroup[] = []

/** Whether somebody is to work together with others. */
export function worksTogether({ pairings }: Instance): boolean {
  return pairings !== null && pairings.together.length > 0
}

/**
 * Two employees who are to work together go to two seats beside one another: empty ones, or those of others, who take what the two had on the day. Or both get the day
 * off. One by one each would be without the other in between.
 */
export function moveTogether(state: State, random: Random, move: Move, params: MoveParams): boolean {
  const { instance } = state
  const groups = instance.pairings?.together ?? NONE
  if (groups.length === 0) return false
  const group = groups[random.below(groups.length)]!
  const { members } = group
  const a = members[random.below(members.length)]!
  const b = members[random.below(members.length)]!
  if (a === b) return false
  const day = instance.horizonFirst + random.below(instance.dayCount - instance.horizonFirst)
  if (random.below(params.freeDayOneIn) === 0) return freeBoth(state, move, a, b, day)
  const open = instance.openDemands[day]!
  if (open.length === 0) return false
  const d = open[random.below(open.length)]!
  if (!isForBoth(group, d) || !isSensible(instance.fit, a, day, d)) return false
  const beside = randomBeside(state, random, params, group, b, d)
  if (beside === -1) return false
  const seats = [
    [a, d],
    [b, beside],
  ] as const
  return takeSeats(state, random, move, seats)
}

function isForBoth({ isMatching }: PairedGroup, d: number): boolean {
  return isMatching === null || isMatching[d] === 1
}

/** A demand in the scope of another that somebody could work; −1 when none was met. */
function randomBeside({ instance }: State, random: Random, params: MoveParams, group: PairedGroup, employee: number, d: number): number {
  const { demands, fit } = instance
  const from = group.from[d]!
  const count = group.to[d]! - from
  for (let attempt = 0; attempt < params.companyTries; attempt += 1) {
    const other = from + random.below(count)
    if (demands.isDecided[other] === 1 || !isForBoth(group, other) || !isInScope(group, demands, d, other)) continue
    if (isSensible(fit, employee, demands.day[other]!, other)) return other
  }
  return -1
}

function startRow(move: Move, i: number, employee: number, day: number, duty: number): void {
  move.employee[i] = employee
  move.from[i] = day
  move.to[i] = day
  move.next[i]![day] = duty
}

function freeBoth({ instance, cells }: State, move: Move, a: number, b: number, day: number): boolean {
  const { decidedDuty, dayCount } = instance
  const cellA = a * dayCount + day
  const cellB = b * dayCount + day
  if (cells[cellA] === decidedDuty[cellA] || cells[cellB] === decidedDuty[cellB]) return false
  move.rows = 2
  move.keepsCover = false
  startRow(move, 0, a, day, decidedDuty[cellA]!)
  startRow(move, 1, b, day, decidedDuty[cellB]!)
  return true
}

/** Each takes a seat: an empty one instead of what they had on the day, or else that of somebody on it, who takes what they had. */
function takeSeats(state: State, random: Random, move: Move, seats: readonly (readonly [mate: number, demand: number])[]): boolean {
  const { instance, cells, filled } = state
  const { demands, duties, decidedDuty, dayCount } = instance
  move.rows = 0
  move.keepsCover = true
  let taken = -1
  for (const [mate, d] of seats) {
    const day = demands.day[d]!
    const cell = mate * dayCount + day
    if (filled[d]! + (taken === d ? 1 : 0) < demands.seats[d]!) {
      startRow(move, move.rows, mate, day, duties.with(decidedDuty[cell]!, d))
      move.rows += 1
      move.keepsCover = false
      taken = d
      continue
    }
    const other = randomSeated(state, random, d)
    const cellOfOther = other * dayCount + day
    if (other === -1 || decidedDuty[cell] !== OFF || decidedDuty[cellOfOther] !== OFF) return false
    if (seats.some(([somebody]) => somebody === other)) return false
    for (let i = 0; i < move.rows; i += 1) if (move.employee[i] === other) return false
    startRow(move, move.rows, mate, day, cells[cellOfOther]!)
    startRow(move, move.rows + 1, other, day, cells[cell]!)
    move.rows += 2
  }
  return true
}

/** Somebody on a demand; −1 when nobody is. */
function randomSeated({ instance: { demands }, pairings }: State, random: Random, d: number): number {
  const { seated, filled } = pairings!
  return filled[d] === 0 ? -1 : seated[demands.seatOffset[d]! + random.below(filled[d]!)]!
}
