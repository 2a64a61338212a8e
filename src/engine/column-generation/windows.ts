import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { daysOf, type Span, wholeSpan } from '../scoring/one-row.ts'
import type { State } from '../scoring/state.ts'
import { isTooMuchForDive } from './size.ts'

/**
 * The days of the neighbourhoods: windows over all of the horizon in sweeps, each overlapping the next by half, short ones first. What short
 * windows find is found in a second, where all days at once take half a minute and then find less; but what they leave only longer ones find.
 */
export class Windows {
  readonly #params: SearchParams['neighbourhoods']
  readonly #whole: Span
  readonly #lengths: readonly number[]
  /** Which of them come first, which after longer ones changed something, and which come now. */
  readonly #first: number
  readonly #short: number
  #at: number
  /** Whether all days are too much for one fine dive: relax-and-fix solves them. */
  readonly isWholeTooMuch: boolean
  /** Whether a dive that leads away takes their place, for which there is always time. Shorter windows go on from there. */
  #divesAway: boolean
  /** First days of the windows that are left of this sweep. */
  #starts: number[] = []
  #gained = 0
  #maxCells = Infinity
  /** The greatest share of the search that a window of this sweep took, of the last sweep where this one has none yet. */
  #took = 0
  #isNewSweep = true
  /** Whether all windows of this sweep so far hold nothing better. */
  #isAllProved = true
  /** The share of the search that all days at once may take where they come before the short windows are through; below 0 they do not. */
  #maxOfJump: number

  /** `isRelaxAndFix`: all days are too much for one fine dive, however few they are. `canDiveAway`: there are prices along which dives lead away. */
  constructor(
    state: State,
    params: SearchParams['neighbourhoods'],
    { isRelaxAndFix, canDiveAway }: { isRelaxAndFix: boolean; canDiveAway: boolean },
  ) {
    this.#params = params
    this.#whole = wholeSpan(state)
    const { employeeCount } = state.instance
    const days = daysOf(this.#whole)
    const isTooMuch = isRelaxAndFix || isTooMuchForDive(state.instance, params, employeeCount, this.#whole)
    this.isWholeTooMuch = isTooMuch && days <= params.longestWhole
    const divesAway = this.isWholeTooMuch && canDiveAway
    this.#lengths = lengthsOf(params, days, divesAway ? params.longestBesideDive : Infinity)
    this.#divesAway = divesAway && this.#lengths.length > 1
    const most = this.isWholeTooMuch ? Math.ceil(days / params.firstPart) : Infinity
    const fits = (length: number): boolean => employeeCount * length <= params.firstCells && length <= most
    const largest = Math.max(0, this.#lengths.findLastIndex(fits))
    const isLongest = largest === this.#lengths.length - 1
    // The longest take as long as many windows of half of the days.
    const half = this.#lengths.findLastIndex((length) => 2 * length <= days)
    this.#short = isLongest ? Math.max(0, half) : largest
    // A window of half of the days says whether there is time for all of them.
    const isAllDays = isLongest && this.hasWhole
    this.#first = isAllDays ? this.#short : largest
    this.#at = this.#first
    const ofSums = days >= params.minDaysOfSums ? params.maxShareOfSums : -1
    const maxEarly = isAllDays ? params.maxShareOfAll : ofSums
    this.#maxOfJump = this.hasWhole && !this.isWholeTooMuch ? maxEarly : -1
  }

  get divesAway(): boolean {
    return this.#divesAway
  }

  /** Whether all days may be taken at once. */
  get hasWhole(): boolean {
    return this.#lengths.at(-1) === daysOf(this.#whole)
  }

  /** Whether all days come now, after shorter windows. */
  get isThrough(): boolean {
    return this.hasWhole && this.#at === this.#lengths.length - 1 && this.#at > this.#first
  }

  /** In days. */
  get length(): number {
    return this.#lengths[this.#at]!
  }

  /** How many employees may take part. */
  get maxEmployees(): number {
    return this.#maxCells / this.length
  }

  /** True when there are no longer ones, or none that so many employees could be solved in, as far as is known. */
  isLongest(size: number): boolean {
    return this.#longer(size, false) === null
  }

  /** Which length comes after this one; `forFewer`: where so many employees would take too long, for fewer. */
  #longer(size: number, forFewer: boolean): number | null {
    const next = this.#lengths[this.#at + 1]
    if (next === undefined) return null
    if (this.#divesAway && this.#at + 2 === this.#lengths.length) return this.#at + 1
    const part = Math.min(1, this.#maxCells / (size * next))
    const share = part * this.#projected(next)
    return (part === 1 || forFewer) && share <= this.#params.maxShareAtOnce ? this.#at + 1 : null
  }

  /** The share of the search that a window of so many days will take. */
  #projected(days: number): number {
    return this.#took * (days / this.length) ** this.#params.growth
  }

  /** The next one of the sweep that is not `known` to hold nothing better; the last one in any case. */
  next(random: Random, isKnown: (span: Span) => boolean = () => false): Span {
    if (this.#starts.length === 0) this.#starts = this.#sweep(random)
    while (this.#starts.length > 1 && isKnown(this.#from(this.#starts.at(-1)!))) {
      this.#starts.pop()
      this.#isNewSweep = false
    }
    return this.#from(this.#starts.pop()!)
  }

  #from(from: number): Span {
    return { from, to: from + this.length - 1 }
  }

  /** After a window in which so many employees made the roster cheaper by such a share, 0 = not, within such a share of the search. `isProved`: nothing better is there. */
  note(gain: number, size: number, took: number, isProved = false): void {
    // Many are proved to be at their best at once, which says little about longer ones.
    this.#took = this.#isNewSweep ? took : Math.max(this.#took, took)
    this.#isNewSweep = false
    this.#gained += gain
    this.#isAllProved &&= isProved
    if (this.#jumps() || this.#starts.length > 0) return
    const longer = this.#longer(size, this.#isAllProved)
    if (this.#gained < this.#params.minSweepGain && longer !== null) this.#go(longer)
    // What long windows changed, short ones better.
    else if (this.#gained > 0 && this.#at > this.#short) this.#go(this.#short)
    else this.#begin()
  }

  /** Goes from the first window to all days at once, where there is time: a few employees are solved best by them, and short windows never change how the sums of a long horizon are spread over it. */
  #jumps(): boolean {
    const last = this.#lengths.length - 1
    const jumps = this.#at < last && this.#projected(this.#lengths[last]!) <= this.#maxOfJump
    this.#maxOfJump = -1
    if (jumps) this.#go(last)
    return jumps
  }

  /** After a window that took too long with so many employees: how many should be next, as far as `maxEmployees` goes. */
  retreat(size: number): number {
    this.#maxCells = this.#params.retreat * size * this.length
    const isShortest = this.#at === 0
    if (isShortest) this.#begin()
    else this.#go(this.#at - 1)
    return isShortest ? this.#params.fewerEmployees * size : size
  }

  /** All days are next, where a dive leads away. */
  skipToDive(): void {
    if (this.#divesAway) this.#go(this.#lengths.length - 1)
  }

  /** There is no time for them after all. */
  stopDiving(): void {
    this.#divesAway = false
  }

  /** After the roster became another one altogether. */
  restart(): void {
    this.#go(this.#first)
  }

  #go(to: number): void {
    this.#at = to
    this.#took = 0
    this.#begin()
  }

  #begin(): void {
    this.#starts = []
    this.#gained = 0
    this.#isNewSweep = true
    this.#isAllProved = true
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

/** The lengths of windows of a horizon of so many days, none above `longestPart` but the last, which may be all of it. */
function lengthsOf({ windowDays, longestWhole }: SearchParams['neighbourhoods'], days: number, longestPart: number): readonly number[] {
  const longest = days > longestWhole ? windowDays.at(-1)! : days
  return [...windowDays.filter((length) => length < longest && length <= longestPart), longest]
}
