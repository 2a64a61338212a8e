import type { LinearSolver } from '../pricing/linear-solver.ts'
import type { Score } from '../../model/score.ts'
import { type Costs, createCosts } from '../pricing/costs.ts'
import { mend } from '../pricing/mend.ts'
import { Prover } from '../pricing/prover.ts'
import { canRecombine, Recombiner } from '../pricing/recombiner.ts'
import type { Random } from '../random.ts'
import { apply, createMove, evaluateCounts, evaluateSeats, evaluateShapes, type Move } from '../scoring/evaluate.ts'
import { restoreCells, scoreOf, type State } from '../scoring/state.ts'
import { ChangedRows } from './changed-rows.ts'
import { type Cycle, cyclesOf, temperatureAt } from './cycles.ts'
import { NEIGHBOURHOODS } from './neighbourhoods.ts'
import { reoptimise } from './reoptimise.ts'
import { Savings } from './savings.ts'
import { createSoftening, freeze, liftBroken, rangeOf, softCost, type Softening } from './soften.ts'

/** Iterations between two looks at the clock and the stop sign: about 2 ms. */
const ITERATIONS_PER_LOOK = 1024

/** What may be spent on reoptimising at the end of a cycle, as a share of its length: half as much after it was in vain, twice as much after it was not. */
const MOST_POLISHING = 0.5
const LEAST_POLISHING = 0.03

/** What mending rows may take after a cycle, as a multiple of the cycle's length. */
const MOST_MENDING = 1

/**
 * What recombining may take after a cycle, as a multiple of the cycle's length: twice as much after it found something better, half as much after it
 * did not. With one priority, or more than two, much less: rows that trade them for one another are many.
 */
const RECOMBINING = { first: 3, least: 0.5, most: 12 }
const RECOMBINING_OF_OTHERS = { first: 0.5, least: 0.1, most: 0.5 }
/** A neighbourhood that has begun may take so many times what all of them should. */
const MOST_OVERRUN = 3
/** A bound is tried for the first time at this share of the search, or when the first cycle ends before. */
const FIRST_PROOF = 0.1
/** What proving a bound may take after a cycle, as a share of the search. */
const MOST_PROVING = 0.08
/** As long as the first priority is broken, cycles that make what breaks it dearer do as much. */
const WHILE_BROKEN = 1

/** −log of the middles of 4,096 equal parts of 0 to 1: how many temperatures dearer a move may be. A look-up takes a fifth of a logarithm. */
const RISKS = Float64Array.from({ length: 4096 }, (_, i) => -Math.log((i + 0.5) / 4096))

/** The best roster so far. Replaced in place; `revision` counts. */
export interface Incumbent {
  readonly cells: Int32Array
  score: Score
  revision: number
  /** No roster is better; null as long as nothing is proved. */
  bound: Score | null
}

/** What the walk asks at every look. */
export interface Pace {
  /** Share of the search that is over, 0 to 1; 1 ends it. */
  readonly progress: (iterations: number) => number
  readonly onLook: (moves: number) => void
  /** Called at the end of each cycle, numbered from 0; may replace the incumbent by a better one. */
  readonly onCycle: (cycle: number) => void
}

/** Beside the walk. */
export interface Help {
  /** Solves linear programmes, so that rows can be recombined; null = they are not. */
  readonly solver: LinearSolver | null
  /** Whether a bound is to be proved with it. */
  readonly proves: boolean
}

/**
 * Simulated annealing over block moves, on softened priorities, in cycles; at their ends single rows are reoptimised, and with a solver of linear
 * programmes many rows are recombined. Returns the moves evaluated.
 */
export function anneal(state: State, incumbent: Incumbent, random: Random, pace: Pace, help: Help): number {
  const walk = new Walk(state, incumbent, random, pace, help)
  while (walk.progress < 1) walk.goOn()
  return walk.moves
}

class Walk {
  readonly #state: State
  readonly #incumbent: Incumbent
  readonly #random: Random
  readonly #pace: Pace
  readonly #move: Move
  readonly #softening: Softening
  readonly #savings: Savings
  readonly #cycles: readonly Cycle[]
  readonly #changed: ChangedRows
  readonly #recombiner: Recombiner | null
  readonly #prover: Prover | null
  readonly #costs: Costs
  readonly #draw = drawTable()
  #iterations = 0
  moves = 0
  #hasProved = false
  /** Share of the search that is over. */
  progress: number
  #cycle = 0
  /** Where the cycle began: iterations and progress. */
  #begunAt = 0
  #begunAtProgress = 0
  #polishing = MOST_POLISHING
  #recombining: number
  readonly #shares: { readonly first: number; readonly least: number; readonly most: number }

  constructor(state: State, incumbent: Incumbent, random: Random, pace: Pace, { solver, proves }: Help) {
    this.#state = state
    this.#incumbent = incumbent
    this.#random = random
    this.#pace = pace
    this.#move = createMove(state.instance)
    this.#softening = createSoftening(state.instance)
    this.#savings = new Savings(state, this.#softening)
    this.#cycles = cyclesOf(this.#softening.active.length, rangeOf(this.#softening))
    this.#changed = new ChangedRows(state.instance.employeeCount)
    this.#costs = createCosts(state.instance, this.#softening)
    const means = solver === null || !canRecombine(state.instance) ? null : { solver, random, move: this.#move }
    this.#recombiner = means === null ? null : new Recombiner(state, this.#softening, means)
    this.#prover = means === null || !proves ? null : Prover.create(state, this.#softening, means)
    this.#shares = this.#softening.active.length === 2 ? RECOMBINING : RECOMBINING_OF_OTHERS
    this.#recombining = this.#recombiner?.beginsWithAll === true ? this.#shares.most : this.#shares.first
    this.progress = pace.progress(0)
  }

  /** Walks until the next look at the clock, and past the end of a cycle into the next one. */
  goOn(): void {
    this.#step(temperatureAt(this.#cycles, this.#cycle, this.progress))
    this.#iterations += ITERATIONS_PER_LOOK
    this.#pace.onLook(this.moves)
    this.progress = this.#pace.progress(this.#iterations)
    if (this.progress < 1 && this.progress >= this.#cycles[this.#cycle]!.end) this.#endCycle()
    else if (!this.#hasProved && this.progress > FIRST_PROOF) this.#prove()
  }

  #step(temperature: number): void {
    const state = this.#state
    const random = this.#random
    const move = this.#move
    const softening = this.#softening
    const savings = this.#savings
    const draw = this.#draw
    let moves = 0
    for (let i = 0; i < ITERATIONS_PER_LOOK; i += 1) {
      const neighbourhood = draw[random.next() & (draw.length - 1)]!
      if (!neighbourhood.propose(state, random, move) || !evaluateSeats(state, move)) continue
      moves += 1
      const accepted = temperature * RISKS[random.next() >>> 20]!
      if (!evaluateRest(state, move, softening, savings, accepted)) continue
      apply(state, move)
      savings.refresh(move)
      this.#changed.add(move)
      if (isBetter(state, this.#incumbent)) keep(state, this.#incumbent, this.#changed)
    }
    this.moves += moves
  }

  #endCycle(): void {
    this.#polish()
    this.#mend()
    this.#recombine()
    this.#prove()
    this.progress = this.#pace.progress(this.#iterations)
    const { revision } = this.#incumbent
    this.#pace.onCycle(this.#cycle)
    if (this.#incumbent.revision !== revision) this.#changed.addAll()
    const last = this.#cycles[this.#cycle]!
    // Where what came between took longer than further cycles, these are left out.
    do this.#cycle += 1
    while (this.#cycle < this.#cycles.length - 1 && this.#cycles[this.#cycle]!.end <= this.progress)
    this.#begunAt = this.#iterations
    this.#begunAtProgress = this.progress
    begin(this.#state, this.#incumbent, this.#softening, this.#cycles[this.#cycle] ?? last, last)
    this.#savings.refreshAll()
  }

  #polish(): void {
    const isOver = (steps: number): boolean => this.#pace.progress(this.#iterations + steps) >= 1
    const onBetter = (): void => {
      this.#changed.add(this.#move)
      if (isBetter(this.#state, this.#incumbent)) keep(this.#state, this.#incumbent, this.#changed)
      this.#pace.onLook(this.moves)
    }
    const mostSteps = (this.#iterations - this.#begunAt) * this.#polishing
    const { steps, rows } = reoptimise(this.#state, this.#softening, { random: this.#random, move: this.#move, mostSteps, isOver, onBetter })
    this.#polishing = rows > 0 ? Math.min(MOST_POLISHING, 2 * this.#polishing) : Math.max(LEAST_POLISHING, this.#polishing / 2)
    this.#iterations += steps
  }

  /** Gives employees whose rows break the first priority others, for the incumbent: the walk goes on from where it was. */
  #mend(): void {
    const state = this.#state
    const priority = this.#softening.active[0]!
    if (this.#recombiner === null || state.score[priority] === 0 || this.#pace.progress(this.#iterations) >= 1) return
    const walked = state.cells.slice()
    const until = Math.min(1, this.progress + MOST_MENDING * (this.progress - this.#begunAtProgress))
    const isOver = (steps: number): boolean => this.#pace.progress(this.#iterations + steps) >= until
    this.#iterations += Math.ceil(mend(state, { costs: this.#costs, random: this.#random, move: this.#move, priority, isOver }))
    this.#changed.addAll()
    if (isBetter(state, this.#incumbent)) keep(state, this.#incumbent, this.#changed)
    restoreCells(state, walked)
    this.#changed.addAll()
    this.#pace.onLook(this.moves)
  }

  /** Goes on proving what no roster can go below. */
  #prove(): void {
    if (this.#prover === null || this.#incumbent.score[this.#softening.active[0]!]! > 0) return
    this.#hasProved = true
    const now = this.#pace.progress(this.#iterations)
    if (now >= 1) return
    const until = Math.min(1, now + MOST_PROVING)
    const isOver = (steps: number): boolean => this.#pace.progress(this.#iterations + steps) >= until
    this.#iterations += Math.ceil(this.#prover.improve(this.#incumbent.cells, this.#incumbent.score, isOver))
    this.#incumbent.bound = this.#prover.bound
  }

  /** Recombines rows of the incumbent. Where that leads nowhere, the walk goes on from where it was. */
  #recombine(): void {
    const state = this.#state
    if (this.#recombiner === null || this.#pace.progress(this.#iterations) >= 1) return
    const walked = state.cells.slice()
    restoreCells(state, this.#incumbent.cells)
    const isBroken = this.#incumbent.score[this.#softening.active[0]!]! > 0 && !this.#recombiner.beginsWithAll
    const times = isBroken ? Math.min(this.#recombining, WHILE_BROKEN) : this.#recombining
    const now = this.#pace.progress(this.#iterations)
    const span = times * (this.progress - this.#begunAtProgress)
    const isBeyond = (so: number, spans: number): boolean => this.#pace.progress(this.#iterations + so) >= Math.min(1, now + spans * span)
    const { steps, isBetter } = this.#recombiner.run(state, {
      isOver: (so) => isBeyond(so, 1),
      isLate: (so) => isBeyond(so, MOST_OVERRUN),
      onBetter: () => {
        this.#changed.addAll()
        keep(state, this.#incumbent, this.#changed)
        this.#pace.onLook(this.moves)
      },
    })
    const { least, most } = this.#shares
    this.#recombining = isBetter ? Math.min(most, 2 * this.#recombining) : Math.max(least, this.#recombining / 2)
    this.#iterations += Math.ceil(steps)
    if (!isBetter) restoreCells(state, walked)
    this.#changed.addAll()
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
    evaluateShapes(state, move, i)
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

function isBetter(state: State, incumbent: Incumbent): boolean {
  const { score } = state
  const best = incumbent.score
  if (score[0] !== best[0]) return score[0]! < best[0]
  if (score[1] !== best[1]) return score[1]! < best[1]
  if (score[2] !== best[2]) return score[2]! < best[2]
  return score[3]! < best[3]
}

function keep(state: State, incumbent: Incumbent, changed: ChangedRows): void {
  const { dayCount } = state.instance
  for (let i = 0; i < changed.count; i += 1) {
    const first = changed.rows[i]! * dayCount
    for (let cell = first; cell < first + dayCount; cell += 1) incumbent.cells[cell] = state.cells[cell]!
  }
  changed.clear()
  incumbent.score = scoreOf(state)
  incumbent.revision += 1
}

/** Neighbourhoods by their shares, 256 entries: drawing one is a look-up. */
function drawTable() {
  const total = NEIGHBOURHOODS.reduce((sum, { share }) => sum + share, 0)
  const table = NEIGHBOURHOODS.flatMap((n) => Array.from({ length: Math.round((256 * n.share) / total) }, () => n))
  while (table.length < 256) table.push(NEIGHBOURHOODS[0]!)
  return table.slice(0, 256)
}
