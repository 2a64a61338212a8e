import type { Score } from '../../model/score.ts'
import type { Random } from '../random.ts'
import { apply, createMove, evaluateSeats, evaluateShapes } from '../scoring/evaluate.ts'
import { restoreCells, type State } from '../scoring/state.ts'
import { NEIGHBOURHOODS } from './neighbourhoods.ts'
import { Savings } from './savings.ts'
import { createSoftening, freeze, softCost } from './soften.ts'

/** Iterations between two looks at the clock and the stop sign: about 2 ms. */
const ITERATIONS_PER_LOOK = 1024

/** The best roster so far. Replaced in place; `revision` counts. */
export interface Incumbent {
  readonly cells: Int32Array
  score: Score
  revision: number
}

/** What the walk asks at every look. */
export interface Pace {
  /** Share of the search that is over, 0 to 1; 1 ends it. */
  readonly progress: (iterations: number) => number
  readonly onLook: (moves: number) => void
}

/** Temperatures as multiples of the cost of one point on the last priority; where each cycle begins and all of them end. */
const HOTTEST = 60
const REHEATED = 20
const COLDEST = 0.3
/**
 * The cycles: where each ends, as a share of the whole search, how many priorities are frozen in it, and whether the next one is then
 * looked at alone. First the walk may trade all four for one another, then it settles them one after the other.
 */
const CYCLES = [
  { end: 0.35, frozen: 0, alone: false },
  { end: 0.45, frozen: 0, alone: true },
  { end: 0.6, frozen: 1, alone: false },
  { end: 0.7, frozen: 1, alone: true },
  { end: 0.85, frozen: 2, alone: false },
  { end: 1, frozen: 3, alone: false },
] as const

/** Simulated annealing over block moves, on softened priorities, in cycles that start again from the incumbent. Returns the moves evaluated. */
export function anneal(state: State, incumbent: Incumbent, random: Random, pace: Pace): number {
  const { instance } = state
  const move = createMove(instance)
  const softening = createSoftening(instance)
  const savings = new Savings(state, softening)
  const draw = drawTable()
  let iterations = 0
  let moves = 0
  let cycle = 0
  let progress = pace.progress(0)
  while (progress < 1) {
    const temperature = temperatureAt(progress, cycle)
    for (let i = 0; i < ITERATIONS_PER_LOOK; i += 1) {
      const neighbourhood = draw[random.next() & (draw.length - 1)]!
      if (!neighbourhood.propose(state, random, move) || !evaluateSeats(state, move)) continue
      moves += 1
      const accepted = -temperature * Math.log(1 - random.unit())
      // Decided already when not even rows without any broken stretch would make up for it: half of all moves end here.
      if (softCost(softening, move) - savings.of(move) > accepted) continue
      evaluateShapes(state, move)
      if (softCost(softening, move) > accepted) continue
      apply(state, move)
      savings.refresh(move)
      if (isBetter(state, incumbent)) keep(state, incumbent)
    }
    iterations += ITERATIONS_PER_LOOK
    pace.onLook(moves)
    progress = pace.progress(iterations)
    while (progress < 1 && progress >= CYCLES[cycle]!.end) {
      cycle += 1
      const { frozen, alone } = CYCLES[cycle]!
      // A priority at zero cannot be bettered: the cycle is better spent on all of them.
      const isSettled = alone && incumbent.score[frozen] === 0
      freeze(instance, softening, frozen, alone && !isSettled)
      restoreCells(state, incumbent.cells)
      savings.refreshAll()
    }
  }
  return moves
}

function temperatureAt(progress: number, cycle: number): number {
  const begins = cycle === 0 ? 0 : CYCLES[cycle - 1]!.end
  const share = Math.min(1, (progress - begins) / (CYCLES[cycle]!.end - begins))
  const hottest = cycle === 0 ? HOTTEST : REHEATED
  return hottest * Math.pow(COLDEST / hottest, share)
}

function isBetter(state: State, incumbent: Incumbent): boolean {
  const { score } = state
  const best = incumbent.score
  if (score[0] !== best[0]) return score[0]! < best[0]
  if (score[1] !== best[1]) return score[1]! < best[1]
  if (score[2] !== best[2]) return score[2]! < best[2]
  return score[3]! < best[3]
}

function keep(state: State, incumbent: Incumbent): void {
  incumbent.cells.set(state.cells)
  incumbent.score = [state.score[0]!, state.score[1]!, state.score[2]!, state.score[3]!]
  incumbent.revision += 1
}

/** Neighbourhoods by their shares, 256 entries: drawing one is a look-up. */
function drawTable() {
  const total = NEIGHBOURHOODS.reduce((sum, { share }) => sum + share, 0)
  const table = NEIGHBOURHOODS.flatMap((n) => Array.from({ length: Math.round((256 * n.share) / total) }, () => n))
  while (table.length < 256) table.push(NEIGHBOURHOODS[0]!)
  return table.slice(0, 256)
}
