import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import type { Move } from '../scoring/evaluate.ts'
import type { Kernel } from '../scoring/kernel.ts'
import type { State } from '../scoring/state.ts'
import type { ChangedRows } from './changed-rows.ts'
import { type Incumbent, isBetter, keep } from './incumbent.ts'
import { NEIGHBOURHOODS } from './neighbourhoods.ts'
import { weightedCost, type PenaltyWeights } from './penalty-weights.ts'
import { Savings } from './savings.ts'

/** −log of the middles of 4,096 equal parts of 0 to 1: how many temperatures dearer a move may be. A look-up takes a fifth of a logarithm. */
export const RISKS = Float64Array.from({ length: 4096 }, (_, i) => -Math.log((i + 0.5) / 4096))

/** What local search goes on with: parts of the search. */
export interface Searched {
  /** Where local search stands. A strategy that works on the incumbent restores it. */
  readonly state: State
  readonly incumbent: Incumbent
  /** Roster lines in which state and incumbent may differ. */
  readonly changed: ChangedRows
  readonly penaltyWeights: PenaltyWeights
  readonly random: Random
  /** What counts moves of the state. */
  readonly kernel: Kernel
  /** Scratch space. */
  readonly move: Move
  readonly params: SearchParams
}

/** Local search from move to move: each is made or refused by what it costs and by chance. */
export interface LocalSearch {
  /** So many iterations at one temperature, which keep better rosters as the incumbent; answers how many moves were evaluated. */
  step(iterations: number, temperature: number): number
  /** After the roster or the penalty weights were replaced from elsewhere. */
  refresh(): void
}

/** Local search in plain TypeScript, which says what every other form of it has to do. */
export class PlainLocalSearch implements LocalSearch {
  readonly #searched: Searched
  readonly #savings: Savings
  readonly #draw: Uint8Array

  constructor(searched: Searched) {
    this.#searched = searched
    this.#savings = new Savings(searched.state, searched.penaltyWeights)
    this.#draw = drawTable(searched.state.instance, searched.params.moves.shares)
  }

  refresh(): void {
    this.#savings.refreshAll()
  }

  step(iterations: number, temperature: number): number {
    const { state, random, move, penaltyWeights, changed, incumbent, params, kernel } = this.#searched
    const savings = this.#savings
    const draw = this.#draw
    let moves = 0
    for (let i = 0; i < iterations; i += 1) {
      const neighbourhood = NEIGHBOURHOODS[draw[random.next() & (draw.length - 1)]!]!
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
    return moves
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

/** The numbers of the neighbourhoods that can lead somewhere, by shares, 256 entries: drawing one is a look-up. */
export function drawTable(instance: Instance, shares: readonly number[]): Uint8Array {
  const drawn = NEIGHBOURHOODS.map((neighbourhood, i) => (neighbourhood.supports?.(instance) === false ? 0 : shares[i]!))
  const total = drawn.reduce((sum, share) => sum + share, 0)
  const table = drawn.flatMap((share, i) => Array.from({ length: Math.round((256 * share) / total) }, () => i))
  while (table.length < 256) table.push(0)
  return Uint8Array.from(table.slice(0, 256))
}
