import type { Instance } from '../../instance/instance.ts'
import type { Move } from '../../scoring/evaluate.ts'
import type { Kernel } from '../../scoring/kernel.ts'
import type { State } from '../../scoring/state.ts'
import { type Cooling, cyclesOf, temperatureAt } from '../../local-search/cycles.ts'
import { isBetter, keep } from '../../local-search/incumbent.ts'
import { type Neighbourhood, NEIGHBOURHOODS } from '../../local-search/neighbourhoods.ts'
import { Savings } from '../../local-search/savings.ts'
import { freeze, raiseBroken, rangeOf, weightedCost, type PenaltyWeights } from '../../local-search/penalty-weights.ts'
import type { Cycle } from '../params/cycles.ts'
import type { Search } from '../search.ts'
import type { Outcome, Strategy, StrategyKind, Turn } from '../strategy.ts'

/** −log of the middles of 4,096 equal parts of 0 to 1: how many temperatures dearer a move may be. A look-up takes a fifth of a logarithm. */
const RISKS = Float64Array.from({ length: 4096 }, (_, i) => -Math.log((i + 0.5) / 4096))

/** Simulated annealing over block moves, on weighted priorities. A turn lasts until the next look at the clock. */
export const annealing: StrategyKind = {
  name: 'annealing',
  supports: () => true,
  start: (search) => new Annealing(search),
}

class Annealing implements Strategy {
  readonly #search: Search
  readonly #savings: Savings
  readonly #cycles: readonly Cycle[]
  readonly #draw: readonly Neighbourhood[]
  #cooling: Cooling = { cycle: 0, from: 0, to: 0 }

  constructor(search: Search) {
    const { state, penaltyWeights, params } = search
    this.#search = search
    this.#savings = new Savings(state, penaltyWeights)
    this.#cycles = cyclesOf(params, penaltyWeights.active.length, rangeOf(penaltyWeights))
    this.#draw = drawTable(state.instance, params.moves.shares)
  }

  run({ from, cooling, paused = 0 }: Turn): Outcome {
    const search = this.#search
    const { pace, incumbent, params } = search
    const { revision } = incumbent
    if (cooling !== undefined) this.#begin(cooling)
    const begunAtMs = pace.clock()
    this.#step(temperatureAt(this.#cycles[this.#cooling.cycle]!, this.#cooling, from - paused))
    search.movesMs += pace.clock() - begunAtMs
    search.iterations += params.policy.iterationsPerLook
    pace.onLook(search.moves)
    return { steps: params.policy.iterationsPerLook, hasWon: incumbent.revision !== revision }
  }

  /**
   * Sets out on a cooling: from where the last one ended as long as that breaks the priority that this one wants to see unbroken, else from the incumbent.
   */
  #begin(cooling: Cooling): void {
    const { state, incumbent, penaltyWeights, kernel } = this.#search
    const isFirst = this.#cooling.to === 0
    const last = this.#cycles[this.#cooling.cycle]!
    const next = this.#cycles[cooling.cycle]!
    this.#cooling = cooling
    // What came before it may have changed any row.
    if (isFirst) return this.#savings.refreshAll()
    const { active } = penaltyWeights
    const isTraded = last.frozen === 0 && !last.alone
    if (isTraded) raiseBroken(state, penaltyWeights)
    // A priority at zero cannot be bettered: the cycle is better spent on all of them.
    const isSettled = next.alone && incumbent.score[active[next.frozen]!] === 0
    freeze(state.instance, penaltyWeights, next.frozen, next.alone && !isSettled)
    const isGoingOn = isTraded && next.frozen === 0 && !next.alone && state.score[active[0]!]! > 0
    if (!isGoingOn) kernel.restore(state, incumbent.cells)
    this.#savings.refreshAll()
  }

  #step(temperature: number): void {
    const { state, random, move, penaltyWeights, changed, incumbent, params, kernel } = this.#search
    const { iterationsPerLook } = params.policy
    const savings = this.#savings
    const draw = this.#draw
    let moves = 0
    for (let i = 0; i < iterationsPerLook; i += 1) {
      const neighbourhood = draw[random.next() & (draw.length - 1)]!
      move.breakDay = -1
      if (!neighbourhood.propose(state, random, move, params.moves) || !kernel.evaluateSeats(state, move)) continue
      moves += 1
      const accepted = temperature * RISKS[random.next() >>> 20]!
      if (!evaluateRest(kernel, state, move, penaltyWeights, savings, accepted)) continue
      kernel.apply(state, move)
      savings.refresh(move)
      changed.add(move)
      if (isBetter(state, incumbent)) keep(state, incumbent, changed)
    }
    this.#search.moves += moves
  }
}

/**
 * Evaluates what `evaluateSeats` left; false when the move costs more than `accepted`. That is often decided already when not even rows
 * without anything broken would make up for it: half of all moves end after their first part, most others after their second. Plain rules, which count whole rows, come last.
 */
function evaluateRest(kernel: Kernel, state: State, move: Move, penaltyWeights: PenaltyWeights, savings: Savings, accepted: number): boolean {
  const hasPlain = state.instance.plain.length > 0
  const onPlain = hasPlain ? savings.onPlain(move, 0) : 0
  const onShapes = savings.onShapes(move, 0) + onPlain
  if (weightedCost(penaltyWeights, move) - onShapes - savings.onCounts(move, 0) > accepted) return false
  for (let i = 0; i < move.rows; i += 1) {
    kernel.evaluateCounts(state, move, i)
    if (weightedCost(penaltyWeights, move) - onShapes - savings.onCounts(move, i + 1) > accepted) return false
  }
  for (let i = 0; i < move.rows; i += 1) {
    kernel.evaluateShapes(state, move, i, savings.hasOnShapes(move.employee[i]!))
    if (weightedCost(penaltyWeights, move) - savings.onShapes(move, i + 1) - onPlain > accepted) return false
  }
  for (let i = 0; hasPlain && i < move.rows; i += 1) {
    kernel.evaluatePlain(state, move, i)
    if (weightedCost(penaltyWeights, move) - savings.onPlain(move, i + 1) > accepted) return false
  }
  return true
}

/** What can lead somewhere, by shares, 256 entries: drawing one is a look-up. */
function drawTable(instance: Instance, shares: readonly number[]): readonly Neighbourhood[] {
  const drawn = NEIGHBOURHOODS.map((neighbourhood, i) => (neighbourhood.supports?.(instance) === false ? 0 : shares[i]!))
  const total = drawn.reduce((sum, share) => sum + share, 0)
  const table = NEIGHBOURHOODS.flatMap((n, i) => Array.from({ length: Math.round((256 * drawn[i]!) / total) }, () => n))
  while (table.length < 256) table.push(NEIGHBOURHOODS[0]!)
  return table.slice(0, 256)
}
