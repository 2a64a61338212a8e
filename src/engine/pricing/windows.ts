import type { Random } from '../random.ts'
import { daysOf, type Span, wholeSpan } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'

/** In days. Windows of the greatest length are next to all days, where those can be taken at once. */
const LENGTHS = [7, 14, 28, 42, 56]
/** Longer horizons are never taken at once. */
const LONGEST_WHOLE = 84
/**
 * Of employees × demands: with more, nothing longer than this is taken at once. One linear programme over eight weeks of 40 nurses and
 * 896 demands took longer than all of a search should, where one over four weeks of all of them takes some ten seconds.
 */
const MOST_CHOICES = 25_000
const LONGEST_OF_MANY = 28
/** Employees × days of the windows that come first. */
const CELLS_AT_FIRST = 1400
/** Windows become longer when no more than this share of them, one sweep over all days, found something better. */
const FEW = 0.2
/** What took too long is tried with this share of its employees × days at most. */
const RETREAT = 0.6
/** Of employees, where windows cannot become shorter. */
const HALF = 0.5

/**
 * The days that rows are recombined in: windows over all of the horizon in sweeps, each overlapping the next by half, short ones first. What short
 * windows find is found in a second, where all days at once take half a minute and then find less; but what they leave only longer ones find.
 */
export class Windows {
  readonly #whole: Span
  readonly #lengths: readonly number[]
  #at: number
  /** First days of the windows that are left of this sweep. */
  #starts: number[] = []
  #tried = 0
  #won = 0
  #mostCells = Infinity

  constructor(state: State) {
    this.#whole = wholeSpan(state)
    this.#lengths = lengthsOf(state)
    const { employeeCount } = state.instance
    const fits = (length: number): boolean => employeeCount * length <= CELLS_AT_FIRST
    this.#at = Math.max(0, this.#lengths.findLastIndex(fits))
  }

  /** Whether all days may be taken at once. */
  get hasWhole(): boolean {
    return this.#lengths.at(-1) === daysOf(this.#whole)
  }

  /** In days. */
  get length(): number {
    return this.#lengths[this.#at]!
  }

  /** How many employees may take part. */
  get mostEmployees(): number {
    return this.#mostCells / this.length
  }

  /** True when there are no longer ones, or none that so many employees could be recombined in. */
  isLongest(size: number): boolean {
    const longer = this.#lengths[this.#at + 1]
    return longer === undefined || size * longer > this.#mostCells
  }

  next(random: Random): Span {
    if (this.#starts.length === 0) this.#starts = this.#sweep(random)
    const from = this.#starts.pop()!
    return { from, to: from + this.length - 1 }
  }

  /** After a window in which so many employees found something better, or did not. */
  note(isBetter: boolean, size: number): void {
    this.#tried += 1
    if (isBetter) this.#won += 1
    if (this.#starts.length > 0) return
    if (this.#won <= FEW * this.#tried && !this.isLongest(size)) this.#at += 1
    this.#begin()
  }

  /** After a window that took too long with so many employees: how many should be next, as far as `mostEmployees` goes. */
  retreat(size: number): number {
    this.#mostCells = RETREAT * size * this.length
    const isShortest = this.#at === 0
    if (!isShortest) this.#at -= 1
    this.#begin()
    return isShortest ? HALF * size : size
  }

  #begin(): void {
    this.#starts = []
    this.#tried = 0
    this.#won = 0
  }

  /** First days of windows that leave no day out, in any order. */
  #sweep(random: Random): number[] {
    const { from, to } = this.#whole
    const last = to + 1 - this.length
    if (last <= from) return [from]
    const step = Math.ceil(this.length / 2)
    const starts = [from, last]
    for (let first = from + Math.ceil(step / 2) + random.below(step); first < last; first += step) starts.push(first)
    return random.shuffle(starts)
  }
}

/** The lengths of windows of a horizon, in days; the last may be all of it. */
function lengthsOf(state: State): readonly number[] {
  const { employeeCount, demands } = state.instance
  const days = daysOf(wholeSpan(state))
  const isMany = employeeCount * demands.count > MOST_CHOICES
  const longest = Math.min(days, isMany ? LONGEST_OF_MANY : days > LONGEST_WHOLE ? LENGTHS.at(-1)! : days)
  return [...LENGTHS.filter((length) => length < longest), longest]
}
