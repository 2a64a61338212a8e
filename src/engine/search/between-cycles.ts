import type { LinearSolver } from '../pricing/linear-solver.ts'
import { type Costs, createCosts } from '../pricing/costs.ts'
import { Memory } from '../pricing/memory.ts'
import { mend } from '../pricing/mend.ts'
import { Prover } from '../pricing/prover.ts'
import { Recombiner } from '../pricing/recombiner.ts'
import { canRecombine } from '../pricing/size.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import type { Move } from '../scoring/evaluate.ts'
import { restoreCells, type State } from '../scoring/state.ts'
import type { ChangedRows } from './changed-rows.ts'
import { fillGroups } from './fill-groups.ts'
import { type Incumbent, isBetter, keep } from './incumbent.ts'
import { ProofTurns } from './proof-turns.ts'
import { reoptimise } from './reoptimise.ts'
import type { Softening } from './soften.ts'

/** Beside the walk. */
export interface Help {
  /** Solves linear programmes, so that rows can be recombined; null = they are not. */
  readonly solver: LinearSolver | null
  /** Whether a bound is to be proved with it. */
  readonly proves: boolean
  /** Others that search beside this one; null = there are none. */
  readonly meet: object | null
}

/** What is asked at every look. */
export interface Pace {
  /** Milliseconds. */
  readonly clock: () => number
  /** Share of the search that is over, 0 to 1; 1 ends it. */
  readonly progress: (iterations: number) => number
  readonly onLook: (moves: number) => void
  /** Called at the end of each cycle, or part of one, numbered from 0; may replace the incumbent by a better one. */
  readonly onCycle: (cycle: number) => void
  /** Called between two neighbourhoods; may replace the incumbent by a better one. */
  readonly onNeighbourhood: () => void
}

/** What the walk and the work between its cycles share. */
export interface Search {
  readonly state: State
  readonly incumbent: Incumbent
  /** Rows in which state and incumbent may differ. */
  readonly changed: ChangedRows
  readonly softening: Softening
  readonly random: Random
  readonly move: Move
  readonly params: SearchParams
  readonly pace: Pace
  /** So far; whatever takes time counts as iterations. */
  iterations: number
  /** Evaluated so far, and how long that took. */
  moves: number
  walkMs: number
}

/** Where a cycle began, and where it ended, as a share of the search. */
export interface Stretch {
  readonly begunAt: number
  readonly from: number
  readonly to: number
}

/**
 * Whether recombining is better left until the walk has cooled down: in a large house that it could hardly go over once, which would take it `sweepShare` of the search. While
 * the first priority `isBroken` it has little time anyway.
 */
export function isTooSoon(policy: SearchParams['policy'], at: { cells: number; isBroken: boolean; sweepShare: number; progress: number }): boolean {
  return at.cells > policy.manyCells && !at.isBroken && at.sweepShare > policy.longSweep && at.progress < policy.walkFirst
}

/** What is done between cycles: single rows are reoptimised, broken ones mended, many recombined, and a bound is proved. */
export class BetweenCycles {
  readonly #search: Search
  readonly #costs: Costs
  readonly #recombiner: Recombiner | null
  readonly #prover: Prover | null
  readonly #proofs: ProofTurns | null
  readonly #policy: SearchParams['policy']
  /** What recombining may take after a cycle at most, in cycles. */
  readonly #maxRecombining: number
  /** Recombining ends at this share of the search. */
  readonly #mostProgress: number
  /** Whether recombining found better rosters the last time. */
  #isWinning = true
  #polishing: number
  #recombining: number

  constructor(search: Search, { solver, proves, meet }: Help) {
    const { state, softening, random, move, params } = search
    const { policy } = params
    this.#search = search
    this.#policy = policy
    this.#polishing = params.polishing.maxShare
    this.#costs = createCosts(state.instance, softening)
    const means =
      solver === null || !canRecombine(state.instance, params.neighbourhoods)
        ? null
        : { solver, random, move, memory: new Memory(params.columns, state.instance.demands.count) }
    this.#recombiner = means === null ? null : new Recombiner(state, softening, means)
    this.#prover = means === null || !proves ? null : Prover.create(state.instance, softening, means)
    this.#maxRecombining = softening.active.length === 2 ? policy.maxRecombiningOfTwo : policy.maxRecombining
    this.#mostProgress = softening.active.length > params.neighbourhoods.maxPriorities ? policy.recombiningEnds : 1
    this.#recombining = this.#maxRecombining
    this.#proofs = this.#prover === null ? null : this.#turnsOf(this.#prover, meet === null)
  }

  /** All of it, after a cycle. True where recombining, which goes on as long as it wins, found better rosters. */
  run(cycle: Stretch): boolean {
    this.#polish(cycle)
    this.#fillGroups()
    if (this.#isEarly) return false
    this.#mend(cycle)
    if (this.#proofs?.comesFirst === true) this.#proofs.goOn()
    this.#isWinning = this.#recombine(cycle)
    if (this.#proofs?.comesNext === true) this.#proofs.goOn()
    return this.#isWinning
  }

  /** Whether breaches are best left to the walk. */
  get #isEarly(): boolean {
    const { state, moves } = this.#search
    return this.#isLarge && this.#isBroken && moves < this.#policy.movesPerCell * state.cells.length
  }

  get #isLarge(): boolean {
    return this.#search.state.cells.length > this.#policy.manyCells
  }

  /** Whether the incumbent breaks the first priority. */
  get #isBroken(): boolean {
    const { incumbent, softening } = this.#search
    return incumbent.score[softening.active[0]!]! > 0
  }

  #polish({ begunAt }: Stretch): void {
    const search = this.#search
    const { state, softening, random, move, params } = search
    const isOver = (steps: number): boolean => this.#progress(steps) >= 1
    const onBetter = (): void => {
      search.changed.add(move)
      if (isBetter(state, search.incumbent)) keep(state, search.incumbent, search.changed)
      search.pace.onLook(search.moves)
    }
    const mostSteps = (search.iterations - begunAt) * this.#polishing
    const { steps, rows } = reoptimise(state, softening, { random, move, params: params.polishing, mostSteps, isOver, onBetter })
    const { minShare, maxShare } = params.polishing
    this.#polishing = rows > 0 ? Math.min(maxShare, 2 * this.#polishing) : Math.max(minShare, this.#polishing / 2)
    search.iterations += steps
  }

  /** Fills shifts that need one another, for the incumbent: the walk goes on from where it was. */
  #fillGroups(): void {
    const search = this.#search
    const { state, incumbent, softening, move, params } = search
    if (state.instance.links === null || this.#progress(0) >= 1) return
    const walked = state.cells.slice()
    restoreCells(state, incumbent.cells)
    const { steps } = fillGroups(state, { move, softening, params: params.construction, isOver: (spent) => this.#progress(spent) >= 1 })
    search.iterations += steps
    this.#keepIfBetter(walked)
  }

  /** Gives employees whose rows break the first priority others, for the incumbent: the walk goes on from where it was. */
  #mend({ from, to }: Stretch): void {
    const { state, random, move } = this.#search
    const priority = this.#search.softening.active[0]!
    if (this.#recombiner === null || state.score[priority] === 0 || this.#progress(0) >= 1) return
    const walked = state.cells.slice()
    const until = Math.min(1, to + this.#policy.maxMending * (to - from))
    const isOver = (steps: number): boolean => this.#progress(steps) >= until
    this.#search.iterations += Math.ceil(mend(state, { costs: this.#costs, random, move, priority, isOver }))
    this.#keepIfBetter(walked)
  }

  /** Recombines rows of the incumbent. Where that leads nowhere, the walk goes on from where it was. */
  #recombine({ from, to }: Stretch): boolean {
    const search = this.#search
    const { state, incumbent, changed } = search
    const now = this.#progress(0)
    if (this.#recombiner === null || now >= this.#mostProgress || this.#isTooSoon(now)) return false
    const walked = state.cells.slice()
    restoreCells(state, incumbent.cells)
    const length =
      (this.#isBroken && !this.#recombiner.canTakeAll ? Math.min(this.#recombining, this.#policy.whileBroken) : this.#recombining) * (to - from)
    let begunAt = now
    let until = now + length
    const { steps, isBetter: isBettered } = this.#recombiner.run(state, {
      progress: (spent) => this.#progress(spent),
      isOver: (spent) => {
        begunAt = this.#progress(spent)
        this.#hear()
        // Recombining may win all along: the proof goes on all the same.
        return begunAt >= Math.min(this.#mostProgress, until) || this.#isTooSoon(begunAt) || (begunAt > now && this.#proofs?.isDue(begunAt) === true)
      },
      isLate: (spent) =>
        this.#progress(spent) >=
        Math.min(this.#mostProgress, until + (this.#policy.maxOverrun - 1) * length, begunAt + this.#search.params.neighbourhoods.maxShareAtOnce),
      onBetter: (spent) => {
        changed.addAll()
        keep(state, incumbent, changed)
        if (!this.#isBroken) until = this.#progress(spent) + length
        search.pace.onLook(search.moves)
      },
    })
    this.#recombining = isBettered
      ? Math.min(this.#maxRecombining, 2 * this.#recombining)
      : Math.max(this.#policy.minRecombining, this.#recombining / 2)
    search.iterations += Math.ceil(steps)
    if (!isBettered) restoreCells(state, walked)
    changed.addAll()
    return isBettered && !this.#isBroken && !this.#isTooSoon(this.#progress(0))
  }

  #isTooSoon(progress: number): boolean {
    const sweepShare = this.#recombiner?.sweepShare ?? 0
    return isTooSoon(this.#policy, { cells: this.#search.state.cells.length, isBroken: this.#isBroken, sweepShare, progress })
  }

  /** Makes the state what the incumbent is, where somebody else found a better one. */
  #hear(): void {
    const { state, incumbent, changed, pace } = this.#search
    const { revision } = incumbent
    pace.onNeighbourhood()
    if (incumbent.revision === revision) return
    restoreCells(state, incumbent.cells)
    changed.addAll()
  }

  /** Whether a bound was tried. */
  get hasProved(): boolean {
    return this.#proofs?.hasBegun ?? false
  }

  /** Begins a proof within a cycle, but for houses where the walk is worth more than that. */
  prove(): void {
    if (!this.#isLarge) this.#proofs?.goOn()
  }

  #turnsOf(prover: Prover, isAlone: boolean): ProofTurns {
    const onProved = (steps: number, roster: Int32Array | null): void => {
      this.#search.iterations += Math.ceil(steps)
      if (roster !== null) this.#offer(roster)
    }
    const { incumbent, params } = this.#search
    const earliest = this.#isLarge ? this.#policy.walkFirst : 0
    const progress = (steps: number): number => this.#progress(steps)
    return new ProofTurns(prover, { params: params.proving, incumbent, isAlone, earliest, progress, isWinning: () => this.#isWinning, onProved })
  }

  dispose(): void {
    this.#prover?.dispose()
  }

  #offer(cells: Int32Array): void {
    const { state } = this.#search
    const walked = state.cells.slice()
    restoreCells(state, cells)
    this.#keepIfBetter(walked)
  }

  /** Makes a roster the incumbent if it is better; the walk goes on from where it was, which is `walked`. */
  #keepIfBetter(walked: Int32Array): void {
    const { state, incumbent, changed, pace, moves } = this.#search
    changed.addAll()
    if (isBetter(state, incumbent)) keep(state, incumbent, changed)
    restoreCells(state, walked)
    changed.addAll()
    pace.onLook(moves)
  }

  #progress(steps: number): number {
    return this.#search.pace.progress(this.#search.iterations + steps)
  }
}
