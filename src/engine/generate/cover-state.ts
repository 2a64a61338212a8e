import { type BreakRule, breakPlaces, evenPlaces } from '../../model/breaks.ts'
import { type CoverProgram, greatestUnit, LEVELS, type Piece, programCosts } from './cover-program.ts'

/** A shift that is taken once. */
export interface TakenShift {
  readonly choice: number
  /** When its breaks begin, by rule, in minutes after its start. */
  readonly breaks: readonly number[]
}

/** Shifts that change together, at most. */
export const MAX_CHANGED = 8
/** What a level weighs at most: where levels need more, the last of them are told apart roughly. */
const MOST_FACTOR = 2 ** 40
/** Weighed changes are whole numbers where they are exact; the share of the greatest sum by which they may be off where they are not. */
const HALF = 0.5
const NOISE = 2 ** -48

/** What shifts of one spot come to, with their breaks, as shifts are added and removed. All levels are one number, in which any change of a few shifts on a level weighs more than any on those behind it. */
export class CoverState {
  readonly program: CoverProgram
  readonly taken: TakenShift[] = []
  readonly #factors: readonly Factor[]
  /** By slot: shifts at work, and on a break that is to be covered. */
  readonly #people: Int32Array
  readonly #away: Int32Array
  /** Sums over the slots before a point: what one more at work costs, and one more on a break that is to be covered. */
  readonly #work: Float64Array
  readonly #sit: Float64Array
  readonly #slotAt: Int32Array
  readonly #fixed: Float64Array
  readonly #prices: readonly (readonly { readonly width: number; readonly price: number }[])[]
  readonly #bare: Float64Array
  readonly #begins: number[] = []
  #isStale = true
  #noise = HALF

  constructor(program: CoverProgram) {
    const { points, pieces, choices } = program
    this.program = program
    this.#factors = factorsOf(program)
    this.#people = new Int32Array(pieces.length)
    this.#away = new Int32Array(pieces.length)
    this.#work = new Float64Array(points.length)
    this.#sit = new Float64Array(points.length)
    this.#slotAt = new Int32Array(points.at(-1)! - points[0]! + 1)
    points.forEach((point, slot) => (this.#slotAt[point - points[0]!] = slot))
    this.#fixed = Float64Array.from(choices, ({ cost }) => this.#weigh(cost))
    this.#prices = pieces.map((own) => own.map(({ width, price }) => ({ width, price: this.#weigh(price) })))
    this.#bare = Float64Array.from(pieces, (_, slot) => (points[slot + 1]! - points[slot]!) * this.#weigh(program.bare))
  }

  #weigh(levels: readonly number[]): number {
    return levels.reduce((sum, value, level) => sum + (value / this.#factors[level]!.unit) * this.#factors[level]!.factor, 0)
  }

  /** Changes that are closer than this are the same but for rounding. */
  get noise(): number {
    if (this.#isStale) this.#sum()
    return this.#noise
  }

  /** What one more of a choice changes, its breaks where they cost least now; `begins` says where. */
  tryChoice(at: number): { readonly change: number; readonly begins: readonly number[] } {
    if (this.#isStale) this.#sum()
    const { start, end, breakRules } = this.program.choices[at]!
    const begins = this.#begins
    const work = this.#workIn(start, end) + this.#fixed[at]!
    if (breakRules === undefined) {
      begins.length = 0
      return { change: work, begins }
    }
    return { change: work + this.#placeBreaks(start, end, breakRules), begins }
  }

  /** Takes one of a choice, with these breaks. */
  add(choice: number, begins: readonly number[]): void {
    const shift = { choice, breaks: [...begins] }
    this.taken.push(shift)
    this.#count(shift, 1)
  }

  /** Gives up a shift that is taken, by its place in `taken`; the last one takes that place. */
  removeAt(place: number): TakenShift {
    const shift = this.taken[place]!
    const last = this.taken.pop()!
    if (last !== shift) this.taken[place] = last
    this.#count(shift, -1)
    return shift
  }

  /** As `cost`, as one number. */
  total(): number {
    return this.#weigh(this.cost())
  }

  /** What the shifts that are taken come to, by level. */
  cost(): number[] {
    const { pieces, points, choices, empty, working, away, bare } = this.program
    const cost = [...empty]
    const add = (levels: readonly number[], times: number): void => levels.forEach((value, level) => (cost[level]! += times * value))
    pieces.forEach((own, slot) => {
      let left = this.#people[slot]!
      for (const { width, price } of own) {
        const here = Math.min(left, width)
        if (here === 0) break
        add(price, here)
        left -= here
      }
      if (this.#people[slot]! + working[slot]! === 0 && this.#away[slot]! + away[slot]! > 0) add(bare, points[slot + 1]! - points[slot]!)
    })
    for (const { choice } of this.taken) add(choices[choice]!.cost, 1)
    return cost
  }

  #count({ choice, breaks }: TakenShift, by: 1 | -1): void {
    const { start, end, breakRules = [] } = this.program.choices[choice]!
    const count = (people: Int32Array, from: number, until: number, sign: 1 | -1): void => {
      for (let slot = this.#slot(from); slot < this.#slot(until); slot += 1) people[slot]! += sign
    }
    count(this.#people, start, end, by)
    for (const [k, { minutes, covered }] of breakRules.entries()) {
      const begin = start + breaks[k]!
      count(this.#people, begin, begin + minutes, by === 1 ? -1 : 1)
      if (covered) count(this.#away, begin, begin + minutes, by)
    }
    this.#isStale = true
  }

  #slot(minute: number): number {
    return this.#slotAt[minute - this.program.points[0]!]!
  }

  #workIn(from: number, until: number): number {
    return this.#work[this.#slot(until)]! - this.#work[this.#slot(from)]!
  }

  #sum(): void {
    const { working, away } = this.program
    let most = 0
    for (const [slot, prices] of this.#prices.entries()) {
      const people = this.#people[slot]!
      const isAlone = people + working[slot]! === 0
      const isAway = this.#away[slot]! + away[slot]! > 0
      const bare = this.#bare[slot]!
      this.#work[slot + 1] = this.#work[slot]! + priceOfNext(prices, people) - (isAlone && isAway ? bare : 0)
      this.#sit[slot + 1] = this.#sit[slot]! + (isAlone && !isAway ? bare : 0)
      most = Math.max(most, Math.abs(this.#work[slot + 1]!), this.#sit[slot + 1]!)
    }
    this.#noise = HALF + NOISE * most
    this.#isStale = false
  }

  /** What begins where is written to `#begins`: one break after another where it costs least beside the others, twice where there are several; of equals the nearest to where they part the shift evenly. */
  #placeBreaks(start: number, end: number, rules: readonly BreakRule[]): number {
    const begins = this.#begins
    const even = evenPlaces(rules, end - start)
    begins.length = 0
    begins.push(...even)
    let change = 0
    for (let round = 0; round < (rules.length > 1 ? 2 : 1); round += 1) {
      change = 0
      for (const [k, rule] of rules.entries()) change += this.#placeOne({ start, end, k, even: even[k]! }, rule, rules)
    }
    return change
  }

  #placeOne({ start, end, k, even }: OneBreak, rule: BreakRule, rules: readonly BreakRule[]): number {
    const { minutes, stepMinutes, covered } = rule
    const { first, last } = breakPlaces(rule, end - start)
    const begins = this.#begins
    let [best, least, nearest] = [begins[k]!, Infinity, Infinity]
    for (let place = first; place <= last; place += stepMinutes) {
      const [from, to] = [this.#slot(start + place), this.#slot(start + place + minutes)]
      const cost = (covered ? this.#sit[to]! - this.#sit[from]! : 0) - this.#work[to]! + this.#work[from]!
      const off = Math.abs(place - even)
      if (cost > least || (cost === least && off >= nearest)) continue
      if (rules.some((other, at) => at !== k && begins[at]! < place + minutes && begins[at]! + other.minutes > place)) continue
      best = place
      least = cost
      nearest = off
    }
    begins[k] = best
    return least
  }
}

interface OneBreak {
  readonly start: number
  readonly end: number
  readonly k: number
  readonly even: number
}

function priceOfNext(prices: readonly { readonly width: number; readonly price: number }[], people: number): number {
  let left = people
  for (const { width, price } of prices) {
    if (left < width) return price
    left -= width
  }
  return 0
}

interface Factor {
  /** All costs of the level are multiples of it. */
  readonly unit: number
  readonly factor: number
}

/** By level: what a unit of it weighs. Changes of few shifts on the levels behind it never come to as much. */
function factorsOf(program: CoverProgram): Factor[] {
  const factors = Array.from({ length: LEVELS }, () => ({ unit: 1, factor: 0 }))
  let factor = 1
  for (let level = LEVELS - 1; level >= 0; level -= 1) {
    const costs = programCosts(program, level)
    const unit = greatestUnit([...costs, program.bare[level]!])
    if (unit === 0) continue
    factors[level] = { unit, factor }
    factor *= 1 + (2 * MAX_CHANGED * mostOfOne(program, level)) / unit
    if (factor > MOST_FACTOR) factor = MOST_FACTOR
  }
  return factors
}

/** What one shift changes on a level at most. */
function mostOfOne({ choices, pieces, points, bare }: CoverProgram, level: number): number {
  const perMinute = (own: readonly Piece[], slot: number): number =>
    own.reduce((most, { price }) => Math.max(most, Math.abs(price[level]!)), 0) / (points[slot + 1]! - points[slot]!)
  const dearest = pieces.reduce((most, own, slot) => Math.max(most, perMinute(own, slot)), bare[level]!)
  return choices.reduce((most, { start, end, cost }) => Math.max(most, cost[level]! + dearest * (end - start)), 0)
}
