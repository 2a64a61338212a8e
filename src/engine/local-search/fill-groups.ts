import { OFF } from '../instance/duties.ts'
import { sensibleEmployees } from '../rules/fit/fit.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { LinkRule } from '../rules/link/link.ts'
import type { GroupRule } from '../rules/link/shift-groups.ts'
import { evaluate, type Move } from '../scoring/evaluate.ts'
import { compareScores, type Score } from '../../model/score.ts'
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

/** Fills the seats of a group with those who are free, else with some who leave a shift of the same day to others; takes all back where the roster is no better. */
function tryGroup(state: State, filling: Filling, group: readonly number[]): { steps: number; isBetter: boolean } {
  const before = scoreOf(state)
  const lacking = seatLacking(state, group)
  if (lacking === -1) return tryFree(state, filling, { group, before })
  const { params, move } = filling
  let steps = params.stepsPerCandidate
  for (const first of holdersOf(state, lacking).slice(0, params.groupReliefs)) {
    const rows = new Map<number, Int32Array>()
    const seats = relieve(state, filling, { group, first, rows })
    steps += params.stepsPerCandidate * rows.size
    const tried = seats === null ? { steps: 0, isBetter: false } : tryFree(state, filling, { group: seats, before })
    steps += tried.steps
    if (tried.isBetter) return { steps, isBetter: true }
    for (const [employee, row] of rows) setRow(state, move, employee, row, wholeSpan(state))
  }
  return { steps, isBetter: false }
}

/** The scarcest seat of a group for which nobody is free whom the scarcer ones can do without; −1 where there is somebody for each. */
function seatLacking(state: State, group: readonly number[]): number {
  const { seats, candidates, days } = scarcestFirst(state, group)
  return seats.find((_, place) => matchSeats(candidates.slice(0, place + 1), days, state.instance.dayCount) === null) ?? -1
}

/** The seats of a group, those with the fewest free employees first; of each who is free for it, and its day. */
function scarcestFirst(state: State, group: readonly number[]): { seats: number[]; candidates: number[][]; days: number[] } {
  const freeFor = new Map(group.map((d) => [d, freeEmployees(state, d)]))
  const seats = group.toSorted((a, b) => freeFor.get(a)!.length - freeFor.get(b)!.length)
  return { seats, candidates: seats.map((d) => freeFor.get(d)!), days: seats.map((d) => state.instance.demands.day[d]!) }
}

/** Those who are sensible for a demand and work something else on its day, one shift that is not decided. */
function holdersOf({ cells, instance: { demands, duties, dayCount, fit } }: State, d: number): number[] {
  const day = demands.day[d]!
  return sensibleEmployees(fit, day, d).filter((employee) => {
    const duty = cells[employee * dayCount + day]!
    if (duty === OFF || duties.size[duty] !== 1) return false
    const held = duties.parts[duties.partOffset[duty]!]!
    return held !== d && demands.isDecided[held] === 0
  })
}

/** Frees those who hold what others might, until somebody is there for each seat. Answers the seats with those that became empty, null where too few can be freed; `rows` keeps what was. */
function relieve(
  state: State,
  { params, move }: Filling,
  { group, first, rows }: { group: readonly number[]; first: number; rows: Map<number, Int32Array> },
): number[] | null {
  const { demands, duties } = state.instance
  const seats = [...group]
  for (let lacking = seatLacking(state, seats); lacking !== -1; lacking = seatLacking(state, seats)) {
    const holder = rows.size === 0 ? first : holdersOf(state, lacking).find((employee) => !rows.has(employee))
    if (holder === undefined || seats.length === params.groupSeats) return null
    const day = demands.day[lacking]!
    const row = rowOf(state, holder)
    seats.push(duties.parts[duties.partOffset[row[day]!]!]!)
    rows.set(holder, row)
    setRow(state, move, holder, row.slice().fill(OFF, day, day + 1), wholeSpan(state))
  }
  return seats
}

/** Fills the seats of a group, the scarcest first, each with whom it costs least of those whom the others can do without; takes all back where the roster is no better than before. */
function tryFree(
  state: State,
  filling: Filling,
  { group, before }: { group: readonly number[]; before: Score },
): { steps: number; isBetter: boolean } {
  const { seats, candidates, days } = scarcestFirst(state, group)
  const matching = matchSeats(candidates, days, state.instance.dayCount)
  if (matching === null) return { steps: filling.params.stepsPerCandidate, isBetter: false }
  const { move } = filling
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
