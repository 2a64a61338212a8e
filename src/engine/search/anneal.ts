import type { Score } from '../../model/score.ts'
import type { Random } from '../random.ts'
import { apply, createMove, evaluateCounts, evaluateSeats, evaluateShapes, type Move } from '../scoring/evaluate.ts'
import { restoreCells, type State } from '../scoring/state.ts'
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

/** −log of the middles of 4,096 equal parts of 0 to 1: how many temperatures dearer a move may be. A look-up takes a fifth of a logarithm. */
const RISKS = Float64Array.from({ length: 4096 }, (_, i) => -Math.log((i + 0.5) / 4096))

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
  /** Called at the end of each cycle, numbered from 0; may replace the incumbent by a better one. */
  readonly onCycle: (cycle: number) => void
}

/** Simulated annealing over block moves, on softened priorities, in cycles; whole rows are reoptimised at their ends. Returns the moves evaluated. */
export function anneal(state: State, incumbent: Incumbent, random: Random, pace: Pace): number {
  const move = createMove(state.instance)
  const softening = createSoftening(state.instance)
  const savings = new Savings(state, softening)
  const cycles = cyclesOf(softening.active.length, rangeOf(softening))
  const changed = new ChangedRows(state.instance.employeeCount)
  const draw = drawTable()
  let iterations = 0
  let moves = 0
  let cycle = 0
  let begunAt = 0
  let polishing = MOST_POLISHING
  let progress = pace.progress(0)
  const onBetter = (): void => {
    changed.add(move)
    if (isBetter(state, incumbent)) keep(state, incumbent, changed)
    pace.onLook(moves)
  }
  const polish = (): void => {
    const isOver = (steps: number): boolean => pace.progress(iterations + steps) >= 1
    const { steps, rows } = reoptimise(state, softening, { random, move, mostSteps: (iterations - begunAt) * polishing, isOver, onBetter })
    polishing = rows > 0 ? Math.min(MOST_POLISHING, 2 * polishing) : Math.max(LEAST_POLISHING, polishing / 2)
    iterations += steps
    begunAt = iterations
  }
  while (progress < 1) {
    const temperature = temperatureAt(cycles, cycle, progress)
    for (let i = 0; i < ITERATIONS_PER_LOOK; i += 1) {
      const neighbourhood = draw[random.next() & (draw.length - 1)]!
      if (!neighbourhood.propose(state, random, move) || !evaluateSeats(state, move)) continue
      moves += 1
      const accepted = temperature * RISKS[random.next() >>> 20]!
      if (!evaluateRest(state, move, softening, savings, accepted)) continue
      apply(state, move)
      savings.refresh(move)
      changed.add(move)
      if (isBetter(state, incumbent)) keep(state, incumbent, changed)
    }
    iterations += ITERATIONS_PER_LOOK
    pace.onLook(moves)
    progress = pace.progress(iterations)
    while (progress < 1 && progress >= cycles[cycle]!.end) {
      polish()
      progress = pace.progress(iterations)
      const { revision } = incumbent
      pace.onCycle(cycle)
      if (incumbent.revision !== revision) changed.addAll()
      cycle += 1
      begin(state, incumbent, softening, cycles[cycle]!, cycles[cycle - 1]!)
      savings.refreshAll()
    }
  }
  return moves
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
