import { OFF } from '../instance/duties.ts'
import { sensibleEmployees } from '../rules/fit/fit.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { LinkRule } from '../rules/link/link.ts'
import type { GroupRule } from '../rules/link/shift-groups.ts'
import { evaluate, type Move } from '../scoring/evaluate.ts'
import { compareScores } from '../../model/score.ts'
import { fillWithSeat, rowOf, setRow, takeSeat, wholeSpan } from '../scoring/one-row.ts'
import { scoreOf, type State } from '../scoring/state.ts'
import { weightedCost, type PenaltyWeights } from './penalty-weights.ts'

export interface Filling {
  readonly params: SearchParams['construction']
  readonly move: Move
  readonly penaltyWeights: PenaltyWeights
  /** Asked before every group with the steps so far. */
  readonly isOver: (steps: number) => boolean
}

/**
 * Fills shifts that need one another all at once: an empty seat with every companion that it needs and that these need, and what then can be filled beside them. One by one
 * each would cost more than it gains. A group is kept where the roster is better with it. Answers the steps, and how many groups were filled.
 */
export function fillGroups(state: State, filling: Filling): { steps: number; filled: number } {
  const { links, demands } = state.instance
  let steps = 0
  let filled = 0
  if (links === null) return { steps, filled }
  for (let d = 0; d < demands.count; d += 1) {
    if (links.anchoring[d]!.length === 0 || !hasRoom(state, d)) continue
    if (filling.isOver(steps)) break
    const group = groupOf(state, filling.params, links, d)
    if (group === null) continue
    const tried = tryGroup(state, filling, group)
    steps += tried.steps
    filled += tried.isBetter ? 1 : 0
  }
  for (const group of links.shiftGroups?.wholes ?? []) {
    const seats = emptySeatsOf(state, links.shiftGroups!, group)
    if (seats.length === 0 || seats.length > filling.params.groupSeats) continue
    if (filling.isOver(steps)) break
    const tried = tryGroup(state, filling, seats)
    steps += tried.steps
    filled += tried.isBetter ? 1 : 0
  }
  return { steps, filled }
}

/** The seats of a group that are empty: each demand once for every one. */
function emptySeatsOf({ instance: { demands }, filled }: State, { memberOffset, members }: GroupRule, group: number): number[] {
  const seats: number[] = []
  for (let i = memberOffset[group]!; i < memberOffset[group + 1]!; i += 1) {
    const d = members[i]!
    if (demands.isDecided[d] === 1) continue
    for (let seat = filled[d]!; seat < demands.seats[d]!; seat += 1) seats.push(d)
  }
  return seats
}

function hasRoom({ instance: { demands }, filled }: State, d: number): boolean {
  return demands.isDecided[d] === 0 && filled[d]! < demands.seats[d]!
}

/** The demands to fill a seat of each, once for every seat, beginning with `first`; null where companions are not there, or too many. */
function groupOf(state: State, params: SearchParams['construction'], links: LinkRule, first: number): number[] | null {
  const { filled, instance } = state
  const { seats, isDecided } = instance.demands
  const group = [first]
  const taken = new Map([[first, 1]])
  for (let next = 0; next < group.length; next += 1) {
    for (const number of links.anchoring[group[next]!]!) {
      const { pool, least } = links.ties[number]!
      const { companions } = links.pools[pool]!
      let missing = least - companions.reduce((sum, d) => sum + filled[d]! + (taken.get(d) ?? 0), 0)
      for (const d of companions) {
        for (; missing > 0 && isDecided[d] === 0 && filled[d]! + (taken.get(d) ?? 0) < seats[d]!; missing -= 1) {
          taken.set(d, (taken.get(d) ?? 0) + 1)
          group.push(d)
          if (group.length > params.groupSeats) return null
        }
      }
      if (missing > 0) return null
    }
  }
  return group
}

/** Fills the seats of a group one after another with whom each costs least, and takes all back where the roster is no better. */
function tryGroup(state: State, filling: Filling, group: readonly number[]): { steps: number; isBetter: boolean } {
  const { move } = filling
  const before = scoreOf(state)
  const rows = new Map<number, Int32Array>()
  let steps = 0
  const take = (d: number): boolean => {
    const found = cheapest(state, filling, d)
    steps += found.steps
    if (found.employee === -1) return false
    if (!rows.has(found.employee)) rows.set(found.employee, rowOf(state, found.employee))
    takeSeat(state, move, found.employee, d)
    return true
  }
  const isBetter = group.every(take) && compareScores(scoreOf(state), before) < 0
  if (!isBetter) for (const [employee, row] of rows) setRow(state, move, employee, row, wholeSpan(state))
  return { steps, isBetter }
}

/** Of those who have the day off; −1 when there is nobody. */
function cheapest(state: State, { move, penaltyWeights, params }: Filling, d: number): { employee: number; steps: number } {
  const { cells, instance } = state
  const { demands, dayCount, fit } = instance
  const day = demands.day[d]!
  const free = sensibleEmployees(fit, day, d).filter((employee) => cells[employee * dayCount + day] === OFF)
  let best = -1
  let lowest = Infinity
  const looked = free.slice(0, params.groupCandidates)
  for (const employee of looked) {
    if (!fillWithSeat(state, move, employee, d)) continue
    if (!evaluate(state, move)) continue
    const cost = weightedCost(penaltyWeights, move)
    if (cost >= lowest) continue
    best = employee
    lowest = cost
  }
  return { employee: best, steps: params.stepsPerCandidate * looked.length }
}
