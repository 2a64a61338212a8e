import { better, plain } from './asked'
import { apply } from './apply'
import { addCountChange } from './counts'
import { byte, int, real, setByte, setInt } from './memory'
import { nextOf, rows } from './move'
import { propose } from './neighbourhoods'
import { leaveRandom, next, takeRandom } from './random'
import { refreshSavings, savedBy, weighted } from './savings'
import { evaluateSeats } from './seats'
import { evaluateShapes } from './shapes'
import {
  bestScore,
  changedRows,
  draw,
  factors,
  hasPlain,
  isChanged,
  moveEmployee,
  moveFrom,
  moveTo,
  onCounts,
  onPlain,
  onShapes,
  outcome,
  penalties,
  randomWords,
  risks,
  score,
  units,
} from './tables'

export * from './tables'
export { refreshAll } from './savings'

// Places in `outcome`: iterations that are over, moves evaluated, and in how many rows the roster may differ from the best.
const DONE: i32 = 0
const MOVES: i32 = 1
const CHANGED: i32 = 2

let accepted: f64 = 0

/**
 * So many iterations of local search at one temperature (`src/engine/local-search/local-search.ts`). Before each of them the random stream and `outcome` are left as they stand: where
 * the engine throws on what it is asked, which is only while a move is made, another can go on from there.
 */
export function step(iterations: i32, temperature: f64): void {
  takeRandom(randomWords)
  let moves = int(outcome, MOVES)
  for (let i = int(outcome, DONE); i < iterations; i += 1) {
    leaveRandom(randomWords)
    setInt(outcome, DONE, i)
    setInt(outcome, MOVES, moves)
    if (!propose(byte(draw, next() & 255)) || !evaluateSeats()) continue
    moves += 1
    accepted = temperature * real(risks, <i32>(next() >> 20))
    if (!evaluateRest()) continue
    apply()
    refreshSavings()
    note()
    if (isBetter()) {
      better(int(outcome, CHANGED))
      clearChanged()
    }
  }
  leaveRandom(randomWords)
  setInt(outcome, DONE, iterations)
  setInt(outcome, MOVES, moves)
}

function cost(): f64 {
  const seats =
    real(penalties, 0) * real(factors, 0) +
    real(penalties, 1) * real(factors, 1) +
    real(penalties, 2) * real(factors, 2) +
    real(penalties, 3) * real(factors, 3)
  return seats + weighted(units)
}

/** Evaluates what `evaluateSeats` left; false when the move costs more than is accepted. */
function evaluateRest(): bool {
  const ofPlain: f64 = hasPlain !== 0 ? savedBy(onPlain, 0) : 0
  const ofShapes = savedBy(onShapes, 0) + ofPlain
  if (cost() - ofShapes - savedBy(onCounts, 0) > accepted) return false
  for (let i = 0; i < rows; i += 1) {
    const from = int(moveFrom, i)
    const to = int(moveTo, i)
    if (from <= to) addCountChange(int(moveEmployee, i), from, to, nextOf(i), units)
    if (cost() - ofShapes - savedBy(onCounts, i + 1) > accepted) return false
  }
  for (let i = 0; i < rows; i += 1) {
    evaluateShapes(i, real(onShapes, int(moveEmployee, i)) > 0)
    if (cost() - savedBy(onShapes, i + 1) - ofPlain > accepted) return false
  }
  for (let i = 0; hasPlain !== 0 && i < rows; i += 1) {
    plain(i)
    if (cost() - savedBy(onPlain, i + 1) > accepted) return false
  }
  return true
}

/** Notes the rows that the move has changed. */
function note(): void {
  let changed = int(outcome, CHANGED)
  for (let i = 0; i < rows; i += 1) {
    const employee = int(moveEmployee, i)
    if (byte(isChanged, employee) === 1) continue
    setByte(isChanged, employee, 1)
    setInt(changedRows, changed, employee)
    changed += 1
  }
  setInt(outcome, CHANGED, changed)
}

/** Forgets which rows have changed. */
export function clearChanged(): void {
  for (let i = 0, changed = int(outcome, CHANGED); i < changed; i += 1) setByte(isChanged, int(changedRows, i), 0)
  setInt(outcome, CHANGED, 0)
}

function isBetter(): bool {
  for (let p = 0; p < 4; p += 1) if (real(score, p) !== real(bestScore, p)) return real(score, p) < real(bestScore, p)
  return false
}
