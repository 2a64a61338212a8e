import type { SearchParams } from '../portfolio/params.ts'
import type { Cycle } from '../portfolio/params/cycles.ts'
import type { Random } from '../random.ts'
import { apply, createMove, evaluateCounts, evaluateSeats, evaluateShapes, type Move } from '../scoring/evaluate.ts'
import { restoreCells, type State } from '../scoring/state.ts'
import { BetweenCycles, type Help, type Pace, type Search } from './between-cycles.ts'
import { ChangedRows } from './changed-rows.ts'
import { type Cooling, cyclesOf, nextCooling, temperatureAt } from './cycles.ts'
import { type Incumbent, isBetter, keep } from './incumbent.ts'
import { type Neighbourhood, NEIGHBOURHOODS } from './neighbourhoods.ts'
import { Savings } from './savings.ts'
import { createSoftening, freeze, liftBroken, rangeOf, softCost, type Softening } from './soften.ts'

/** −log of the middles of 4,096 equal parts of 0 to 1: how many temperatures dearer a move may be. A look-up takes a fifth of a logarithm. */
const RISKS = Float64Array.from({ length: 4096 }, (_, i) => -Math.log((i + 0.5) / 4096))

/**
 * Simulated annealing over block moves, on softened priorities, in cycles; at their ends single rows are reoptimised, and with a solver of linear
 * programmes many rows are recombined and a bound is proved. Returns the moves evaluated, and the milliseconds that took without
 * what is done between cycles.
 */
export function anneal(
  state: State,
  incumbent: Incumbent,
  random: Random,
  pace: Pace,
  help: Help,
  params: SearchParams,
): Pick<Search, 'moves' | 'walkMs'> {
  const walk = new Walk(state, incumbent, random, pace, help, params)
  try {
    while (walk.progress < 1) walk.goOn()
    return walk.done
  } finally {
    walk.dispose()
  }
}

class Walk {
  readonly #search: Search
  readonly #savings: Savings
  readonly #cycles: readonly Cycle[]
  readonly #between: BetweenCycles
  readonly #draw: readonly Neighbourhood[]
  /** Share of the search that is over. */
  progress: number
  #cooling: Cooling
  /** How many of them are over. */
  #over = 0
  /** Where this one began: iterations and progress. */
  #begunAt = 0
  #begunAtProgress = 0

  constructor(state: State, incumbent: Incumbent, random: Random, pace: Pace, help: Help, params: SearchParams) {
    const softening = createSoftening(state.instance, params)
    const changed = new ChangedRows(state.instance.employeeCount)
    this.#search = {
      state,
      incumbent,
      changed,
      softening,
      random,
      move: createMove(state.instance),
      params,
      pace,
      iterations: 0,
      moves: 0,
      walkMs: 0,
    }
    this.#savings = new Savings(state, softening)
    this.#cycles = cyclesOf(params, softening.active.length, rangeOf(softening))
    this.#between = new BetweenCycles(this.#search, help)
    this.progress = pace.progress(0)
    this.#cooling = nextCooling(this.#cycles, { cycle: 0 }, 0, null)
    this.#draw = drawTable(params.moves.shares)
  }

  get done(): Pick<Search, 'moves' | 'walkMs'> {
    return this.#search
  }

  /** Walks until the next look at the clock, and past the end of a cycle into the next one. */
  goOn(): void {
    const search = this.#search
    const begunAt = search.pace.clock()
    this.#step(temperatureAt(this.#cycles[this.#cooling.cycle]!, this.#cooling, this.progress))
    search.walkMs += search.pace.clock() - begunAt
    search.iterations += search.params.policy.iterationsPerLook
    search.pace.onLook(search.moves)
    this.progress = search.pace.progress(search.iterations)
    if (this.progress < 1 && this.progress >= this.#cooling.to) this.#endCooling()
    else if (!this.#between.hasProved && this.progress > search.params.policy.firstProof) this.#between.prove()
  }

  dispose(): void {
    this.#between.dispose()
  }

  #step(temperature: number): void {
    const { state, random, move, softening, changed, incumbent, params } = this.#search
    const { iterationsPerLook } = params.policy
    const savings = this.#savings
    const draw = this.#draw
    let moves = 0
    for (let i = 0; i < iterationsPerLook; i += 1) {
      const neighbourhood = draw[random.next() & (draw.length - 1)]!
      if (!neighbourhood.propose(state, random, move, params.moves) || !evaluateSeats(state, move)) continue
      moves += 1
      const accepted = temperature * RISKS[random.next() >>> 20]!
      if (!evaluateRest(state, move, softening, savings, accepted)) continue
      apply(state, move)
      savings.refresh(move)
      changed.add(move)
      if (isBetter(state, incumbent)) keep(state, incumbent, changed)
    }
    this.#search.moves += moves
  }

  #endCooling(): void {
    const search = this.#search
    const { state, incumbent, softening, pace } = search
    const isBeaten = this.#between.run({ begunAt: this.#begunAt, from: this.#begunAtProgress, to: this.progress })
    this.progress = pace.progress(search.iterations)
    const { revision } = incumbent
    pace.onCycle(this.#over)
    if (incumbent.revision !== revision) search.changed.addAll()
    const last = this.#cycles[this.#cooling.cycle]!
    this.#cooling = nextCooling(this.#cycles, this.#cooling, this.progress, isBeaten ? search.params.policy : null)
    this.#over += 1
    this.#begunAt = search.iterations
    this.#begunAtProgress = this.progress
    begin(state, incumbent, softening, this.#cycles[this.#cooling.cycle]!, last)
    this.#savings.refreshAll()
  }
}

/**
 * Evaluates what `evaluateSeats` left; false when the move costs more than `accepted`. That is often decided already when not even rows
 * without anything broken would make up for it: half of all moves end after their first third, most others after their second.
 */
function evaluateRest(state: State, move: Move, softening: Softening, savings: Savings, accepted: number): boolean {
  const onShapes = savings.onShapes(move, 0)
  if (softCost(softening, move) - onShapes - savings.onCounts(move, 0) > accepted) return false
  for (let i = 0; i < move.rows; i += 1) {
    evaluateCounts(state, move, i)
    if (softCost(softening, move) - onShapes - savings.onCounts(move, i + 1) > accepted) return false
  }
  for (let i = 0; i < move.rows; i += 1) {
    evaluateShapes(state, move, i, savings.hasOnShapes(move.employee[i]!))
    if (softCost(softening, move) - savings.onShapes(move, i + 1) > accepted) return false
  }
  return true
}

/**
 * Sets out on the next cycle: from where the last one ended as long as that breaks the priority that the next one wants to see unbroken,
 * else from the incumbent.
 */
function begin(state: State, incumbent: Incumbent, softening: Softening, next: Cycle, last: Cycle): void {
  const { active } = softening
  const isTraded = last.frozen === 0 && !last.alone
  if (isTraded) liftBroken(state, softening)
  // A priority at zero cannot be bettered: the cycle is better spent on all of them.
  const isSettled = next.alone && incumbent.score[active[next.frozen]!] === 0
  freeze(state.instance, softening, next.frozen, next.alone && !isSettled)
  const isGoingOn = isTraded && next.frozen === 0 && !next.alone && state.score[active[0]!]! > 0
  if (!isGoingOn) restoreCells(state, incumbent.cells)
}

/** Neighbourhoods by their shares, 256 entries: drawing one is a look-up. */
function drawTable(shares: readonly number[]): readonly Neighbourhood[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  const table = NEIGHBOURHOODS.flatMap((n, i) => Array.from({ length: Math.round((256 * shares[i]!) / total) }, () => n))
  while (table.length < 256) table.push(NEIGHBOURHOODS[0]!)
  return table.slice(0, 256)
}
