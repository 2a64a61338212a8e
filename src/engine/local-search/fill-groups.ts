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
import { matchSeats, settle, type SeatMatching } from './seat-matching.ts'

export interface Filling {
  readonly params: SearchParams['construction']
  readonly move: Move
  readonly penaltyWeights: PenaltyWeights
  /** Asked before every group with the steps so far. */
  readonly isOver: (steps: number) => boolean
}

/**
 * Fills shifts that need one another all at once: an empty seat with every companion that it needs and that these need, and what then can be filled beside them. One by one
 * each would cost more than it gains. A group is kept where the roster is better with it. Groups with the scarcest seats come first: nobody whom they need is spent on a group
 * that others can fill. Answers the steps, and how many groups were filled.
 */
export function fillGroups(state: State, filling: Filling): { steps: number; filled: number } {
  let steps = 0
  let filled = 0
  for (const seatsNow of byScarcity(state.instance, groupsOf(state, filling.params))) {
    const seats = seatsNow()
    if (seats === null) continue
    if (filling.isOver(steps)) break
    const tried = tryGroup(state, filling, seats)
    steps += tried.steps
    filled += tried.isBetter ? 1 : 0
  }
  return { steps, filled }
}

/** The empty seats of a group as the roster stands; null where there are none, too many, or companions are missing. */
type SeatsNow = () => readonly number[] | null

function groupsOf(state: State, params: SearchParams['construction']): SeatsNow[] {
  const { links, demands } = state.instance
  if (links === null) return []
  const needy = Array.from(links.anchoring, (ties, d) => (ties.length === 0 || demands.isDecided[d] === 1 ? [] : [d])).flat()
  const wholes = Array.from(links.shiftGroups?.wholes ?? [])
  return [
    ...needy.map(
      (d): SeatsNow =>
        () =>
          hasRoom(state, d) ? withCompanions(state, params, links, [d]) : null,
    ),
    ...wholes.map(
      (group): SeatsNow =>
        () => {
          const seats = emptySeatsOf(state, links.shiftGroups!, group)
          if (seats.length === 0 || seats.length > params.groupSeats) return null
          return withCompanions(state, params, links, seats) ?? seats
        },
    ),
  ]
}

/** First those of which one seat has the fewest candidates; of two that are alike the one with more seats. */
function byScarcity({ fit }: State['instance'], groups: readonly SeatsNow[]): SeatsNow[] {
  const candidates = (d: number): number => fit.candidateLists[fit.candidateListOf[d]!]!.length
  const ranked = groups.flatMap((seatsNow) => {
    const seats = seatsNow()
    return seats === null ? [] : [{ seatsNow, scarcest: Math.min(...seats.map(candidates)), size: seats.length }]
  })
  return ranked.sort((a, b) => a.scarcest - b.scarcest || b.size - a.size).map(({ seatsNow }) => seatsNow)
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

/** Seats to fill and the companions that these need, each demand once for every seat; null where companions are not there, or too many. */
function withCompanions(state: State, params: SearchParams['construction'], links: LinkRule, first: readonly number[]): number[] | null {
  const { filled, instance } = state
  const { seats, isDecided } = instance.demands
  const group = [...first]
  const taken = new Map<number, number>()
  for (const d of first) taken.set(d, (taken.get(d) ?? 0) + 1)
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

/** Fills the seats of a group, the scarcest first, each with whom it costs least of those whom the others can do without; takes all back where the roster is no better. */
function tryGroup(state: State, filling: Filling, group: readonly number[]): { steps: number; isBetter: boolean } {
  const { demands, dayCount } = state.instance
  const freeFor = new Map(group.map((d) => [d, freeEmployees(state, d)]))
  const seats = group.toSorted((a, b) => freeFor.get(a)!.length - freeFor.get(b)!.length)
  const matching = matchSeats(
    seats.map((d) => freeFor.get(d)!),
    seats.map((d) => demands.day[d]!),
    dayCount,
  )
  if (matching === null) return { steps: filling.params.stepsPerCandidate, isBetter: false }
  const { move } = filling
  const before = scoreOf(state)
  const rows = new Map<number, Int32Array>()
  let steps = 0
  const take = (d: number, seat: number): boolean => {
    const found = cheapest(state, filling, matching, d, seat)
    steps += found.steps
    if (found.employee === -1) return false
    if (!rows.has(found.employee)) rows.set(found.employee, rowOf(state, found.employee))
    takeSeat(state, move, found.employee, d)
    return true
  }
  const isBetter = seats.every(take) && compareScores(scoreOf(state), before) < 0
  if (!isBetter) for (const [employee, row] of rows) setRow(state, move, employee, row, wholeSpan(state))
  return { steps, isBetter }
}

/** Those who have the day off and are sensible for a demand. */
function freeEmployees({ cells, instance: { demands, dayCount, fit } }: State, d: number): number[] {
  const day = demands.day[d]!
  return sensibleEmployees(fit, day, d).filter((employee) => cells[employee * dayCount + day] === OFF)
}

/** Settles a seat with whom it costs least of those whom the other seats can do without; −1 when there is nobody. */
function cheapest(
  state: State,
  { move, penaltyWeights, params }: Filling,
  matching: SeatMatching,
  d: number,
  seat: number,
): { employee: number; steps: number } {
  const looked = new Set([matching.takers[seat]!, ...matching.candidates[seat]!.slice(0, params.groupCandidates)])
  const costs: { employee: number; cost: number }[] = []
  for (const employee of looked) {
    if (fillWithSeat(state, move, employee, d) && evaluate(state, move)) costs.push({ employee, cost: weightedCost(penaltyWeights, move) })
  }
  const found = costs.sort((a, b) => a.cost - b.cost || a.employee - b.employee).find(({ employee }) => settle(matching, seat, employee))
  return { employee: found?.employee ?? -1, steps: params.stepsPerCandidate * looked.size }
}
