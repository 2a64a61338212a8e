import { candidateTimesOf, hasCandidates, type TimeTable } from '../instance/candidate-times.ts'
import { OFF } from '../instance/duties.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { OF_DEMAND, QUARTERS_PER_HOUR, unitOf, ABOVE, BELOW, IDEAL } from '../rules/coverage/coverage.ts'
import { sensibleEmployees } from '../rules/fit/fit.ts'
import { evaluate, type Move } from '../scoring/evaluate.ts'
import { fillWithSeat, takeSeat } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'
import { weightedCost, type PenaltyWeights } from '../local-search/penalty-weights.ts'
import { harmOf } from './uncovered-seats.ts'

interface Tools {
  readonly params: SearchParams['construction']
  readonly move: Move
  readonly penaltyWeights: PenaltyWeights
  readonly isOver: () => boolean
}

/**
 * Finds shifts for what is demanded, day after day, in order of time: each time the one that is worth most where people are missing, for whoever it costs least who has the day off. A
 * day is done when no shift that is left is worth what it costs. What a shift is worth is a difference of sums over the day, so that no shift is looked at stretch by stretch.
 */
export function findShifts(state: State, random: Random, tools: Tools): void {
  const { instance } = state
  if (!hasCandidates(instance) || instance.coverage === null) return
  const times = candidateTimesOf(instance)
  for (let day = instance.horizonFirst; day < instance.dayCount; day += 1) {
    const tables = times.ofDay[day]!.map((table) => times.tables[table]!)
    const vain = new Set<number>()
    for (let found = 0; tables.length > 0 && found < instance.employeeCount; ) {
      if (tools.isOver()) return
      const d = mostWorth(state, tools.penaltyWeights, tables, vain)
      if (d < 0) break
      const employee = cheapest(state, random, tools, day, d)
      if (employee < 0) vain.add(d)
      else {
        takeSeat(state, tools.move, employee, d)
        found += 1
      }
      if (vain.size > tools.params.vainShifts) break
    }
  }
}

/** The candidate of these tables that saves most by what is demanded, fit aside; −1 where none saves anything. */
function mostWorth(state: State, penaltyWeights: PenaltyWeights, tables: readonly TimeTable[], vain: ReadonlySet<number>): number {
  const { spanOffset, spanFrom, spanTo } = state.instance.coverage!
  const { demands } = state.instance
  const worth = worthBefore(state, penaltyWeights)
  let best = -1
  let most = 0
  for (const table of tables) {
    for (const d of table.demands) {
      if (d < 0 || vain.has(d)) continue
      let sum = 0
      for (let span = spanOffset[d]!; span < spanOffset[d + 1]!; span += 1) sum += worth[spanTo[span]!]! - worth[spanFrom[span]!]!
      sum -= costOfMinutes(state, penaltyWeights, demands.workMin[d]!)
      if (sum > most) {
        most = sum
        best = d
      }
    }
  }
  return best
}

function costOfMinutes({ instance }: State, { factors }: PenaltyWeights, minutes: number): number {
  const weights = instance.schedule.settings.weights.generatedMinutes
  return weights.reduce((sum, weight, p) => sum + weight * factors[p]! * minutes, 0)
}

/** By stretch: what one more person in all stretches before it would save together. */
function worthBefore({ instance, coverage: sums }: State, { perUnit }: PenaltyWeights): Float64Array {
  const coverage = instance.coverage!
  const worth = new Float64Array(coverage.stretchCount + 1)
  const price = (opening: number, fault: number): number => {
    const unit = unitOf(coverage, opening, fault)
    return unit < 0 ? 0 : perUnit[unit]! / QUARTERS_PER_HOUR
  }
  for (let stretch = 0; stretch < coverage.stretchCount; stretch += 1) {
    const opening = coverage.opening[stretch]!
    const counted = sums!.counted[stretch]!
    const fault =
      counted < coverage.min[stretch]! ? BELOW : counted < coverage.ideal[stretch]! ? IDEAL : counted >= coverage.max[stretch]! ? ABOVE : -1
    const isDemanded = coverage.requirement[opening] === OF_DEMAND && fault >= 0
    const quarters = coverage.weight[stretch]! * coverage.quarters[stretch]!
    worth[stretch + 1] = worth[stretch]! + (isDemanded ? (fault === ABOVE ? -1 : 1) * quarters * price(opening, fault) : 0)
  }
  return worth
}

/** Whom a candidate costs least of those who have the day off, as long as that is better than not to work it; −1 where it is nobody. */
function cheapest(state: State, random: Random, { move, penaltyWeights, params }: Tools, day: number, d: number): number {
  const { cells, instance } = state
  const employees = sensibleEmployees(instance.fit, day, d).filter((e) => cells[e * instance.dayCount + day] === OFF)
  const start = random.below(Math.max(1, employees.length))
  let best = -1
  let hardest = 0
  let lowest = 0
  for (let i = 0; i < Math.min(params.candidates, employees.length); i += 1) {
    const employee = employees[(start + i) % employees.length]!
    if (!fillWithSeat(state, move, employee, d) || !evaluate(state, move)) continue
    const hard = harmOf(instance, penaltyWeights, move)
    const cost = weightedCost(penaltyWeights, move)
    if (hard > hardest || (hard === hardest && cost >= lowest)) continue
    hardest = hard
    lowest = cost
    best = employee
  }
  return best
}
