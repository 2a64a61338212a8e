import type { Duties } from '../../instance/duties.ts'
import { countColumn, type CountRule, maxIn, timesFor, unitsBeyond } from './count.ts'
import type { Resource } from '../../rows/resource.ts'

/** The lowest bit of a state says that the weekend at hand is counted already. */
const COUNTED = 1
/** The sum no longer matters: neither limit of the window can be broken any more. */
const SAFE = 0
/** Above the most, and each further unit costs the same. */
const OVER = 2
/** Sums stand above these, doubled. */
const SUMS = 4

/** Follows the sum of the window that a day lies in. Only for rules whose windows do not overlap. */
export class CountResource implements Resource {
  readonly counts = true
  readonly start: number
  cost = 0
  readonly #rule: CountRule
  readonly #employee: number
  readonly #column: Int32Array | Uint8Array
  readonly #costOfMore: number
  readonly #costOfLess: number
  /** By day: the window it adds to, −1 = none; the window before it, −1 = none; and what the days after it can add to the same window at most. */
  readonly #window: Int32Array
  readonly #closed: Int32Array
  readonly #room: Float64Array
  /** By window: its share that is over after the day. */
  readonly #share: Float64Array
  #lastWindow = -1

  /** `most[day]`: the most that any duty of that day adds to `countColumn`. */
  constructor(
    rule: CountRule,
    employee: number,
    duties: Duties,
    perUnit: Float64Array,
    most: (day: number, column: Int32Array | Uint8Array) => number,
  ) {
    this.#rule = rule
    this.#employee = employee
    this.#column = countColumn(rule, duties)
    this.#costOfMore = rule.overUnit < 0 ? 0 : timesFor(rule, employee) * perUnit[rule.overUnit]!
    this.#costOfLess = rule.underUnit < 0 ? 0 : timesFor(rule, employee) * perUnit[rule.underUnit]!
    const days = rule.firstWindow.length
    this.#window = Int32Array.from({ length: days }, (_, day) => windowOf(rule, day))
    this.#closed = new Int32Array(days).fill(-1)
    this.#room = new Float64Array(days)
    this.#share = new Float64Array(days)
    let open = -1
    for (let day = 0; day < days; day += 1) {
      const window = this.#window[day]!
      // A weekday lies in no window of weekends and ends none; any other day without one ends what went before: its sum tells labels apart no more.
      if (window < 0 && (rule.weekends !== null || open < 0)) continue
      if (open >= 0 && open !== window) this.#closed[day] = open
      open = window
    }
    this.#lastWindow = open
    this.#measureRoom(most)
    this.start = this.#stateOf(rule.offset[employee]!, 0, -1)
  }

  #measureRoom(most: (day: number, column: Int32Array | Uint8Array) => number): void {
    const { weekends } = this.#rule
    const total = new Map<number, number>()
    let left = 0
    let window = -1
    for (let day = this.#window.length - 1; day >= 0; day -= 1) {
      const own = this.#window[day]!
      if (own < 0) continue
      if (own !== window) left = 0
      window = own
      this.#room[day] = left
      // A weekend counts once, on whichever of its days.
      const adds = weekends === null ? most(day, this.#column) : this.isWithinWeekend(day) ? 0 : 1
      if (day >= this.#rule.firstDay) left += adds
      total.set(own, left)
    }
    for (let day = 0; day < this.#window.length; day += 1) {
      const whole = total.get(this.#window[day]!) ?? 0
      this.#share[day] = whole === 0 ? 1 : 1 - this.#room[day]! / whole
    }
  }

  step(state: number, day: number, duty: number): number {
    this.cost = 0
    const window = this.#window[day]!
    let now = state
    if (this.#closed[day]! >= 0) {
      this.cost = this.#costOfEnd(state, this.#closed[day]!)
      now = this.start
    }
    if (window < 0) return now
    const { weekends, firstDay } = this.#rule
    if (now === SAFE) return SAFE
    let adds = day < firstDay ? 0 : this.#column[duty]!
    let counted = 0
    if (weekends !== null) {
      const isCounted = (now & COUNTED) !== 0
      counted = (isCounted || adds > 0) && this.isWithinWeekend(day) ? COUNTED : 0
      if (isCounted) adds = 0
    }
    return this.#after(now & ~COUNTED, adds, counted, day)
  }

  #after(now: number, adds: number, counted: number, day: number): number {
    if (now === OVER) {
      this.cost += adds * this.#costOfMore
      return OVER | counted
    }
    const before = (now - SUMS) >> 1
    const sum = before + adds
    const most = this.#most(this.#window[day]!)
    if (this.#rule.squared === 0 && sum > most) this.cost += (sum - Math.max(before, most)) * this.#costOfMore
    return this.#stateOf(sum, counted, day)
  }

  end(state: number): number {
    return this.#lastWindow < 0 ? 0 : this.#costOfEnd(state, this.#lastWindow)
  }

  outlook(state: number, day: number): number {
    const window = this.#window[day]!
    if (state < SUMS || window < 0) return 0
    const sum = (state - SUMS) >> 1
    const share = this.#share[day]!
    const behind = this.#least(window) * share - sum
    if (behind > 0) return behind * this.#costOfLess
    const ahead = sum - this.#most(window) * share
    return ahead > 0 && this.#room[day]! > 0 ? ahead * this.#costOfMore * share : 0
  }

  /** True where weekends are counted: all days of one count once. */
  get ofWeekends(): boolean {
    return this.#rule.weekends !== null
  }

  /** Whether a duty counts on a day, alone. */
  isCounted(day: number, duty: number): boolean {
    return day >= this.#rule.firstDay && this.#window[day]! >= 0 && this.#column[duty]! > 0
  }

  /** True on the days of a weekend, but for the last one that is known. */
  isWithinWeekend(day: number): boolean {
    const { weekends } = this.#rule
    const weekend = weekends === null ? -1 : weekends.weekendOf[day]!
    return weekend >= 0 && day < weekends!.closes[weekend]!
  }

  /** Windows of the rule; each has a price of its own when rows are guided by prices. */
  get windowCount(): number {
    return this.#rule.windowCount
  }

  /** The window that a day adds to; −1 = none. */
  windowOn(day: number): number {
    return day < this.#rule.firstDay ? -1 : this.#window[day]!
  }

  /** What a duty adds on its day; on each day of a weekend an equal part of what all of them together count. */
  adds(day: number, duty: number): number {
    const { weekends } = this.#rule
    const weekend = weekends === null ? -1 : weekends.weekendOf[day]!
    return weekend < 0 ? this.#column[duty]! : this.#column[duty]! / (weekends!.closes[weekend]! - weekends!.opens[weekend]! + 1)
  }

  /** How far the sum of the day's window would lie outside its limits if so much were added to it yet. */
  farOff(state: number, day: number, yet: number): number {
    const window = this.#window[day]!
    if (state < SUMS || window < 0) return 0
    const sum = ((state - SUMS) >> 1) + yet
    return Math.max(0, sum - this.#most(window), this.#least(window) - sum)
  }

  /** By window: what a row (by day: its duties) counts in it. */
  counted(cells: Int32Array): Float64Array {
    const { windowCount, weekends, firstDay } = this.#rule
    const sums = new Float64Array(windowCount)
    let last = -1
    for (let day = firstDay; day < cells.length; day += 1) {
      const window = this.#window[day]!
      const adds = window < 0 ? 0 : this.#column[cells[day]!]!
      if (adds === 0 || (weekends !== null && weekends.weekendOf[day] === last)) continue
      if (weekends !== null) last = weekends.weekendOf[day]!
      sums[window]! += adds
    }
    return sums
  }

  /**
   * What rows may add to a window, and should, where one more costs so much (a price, below 0 what it saves): as much as the rule asks for, and where its
   * cost grows with the square of the distance, as far beyond as the price outweighs it. Where what came before used all up, nothing.
   */
  roomIn(window: number, price: number): { most: number; least: number } {
    const before = this.#rule.offset[this.#employee]!
    const beyond = price > 0 ? this.#beyond(price, this.#costOfMore) : 0
    const short = price < 0 ? this.#beyond(-price, this.#costOfLess) : 0
    return { most: Math.max(0, this.#most(window) + beyond - before), least: this.#least(window) - short - before }
  }

  /** Up to where outside a limit nothing may cost yet: a step that is not whole costs nothing. */
  get #slack(): number {
    return this.#rule.squared > 1 ? this.#rule.squared - 1 : 0
  }

  /** How far from a limit the next one costs more than the price. */
  #beyond(price: number, cost: number): number {
    const { squared } = this.#rule
    return squared === 0 ? 0 : Math.round((squared * squared * price) / (2 * cost)) + this.#slack
  }

  /**
   * What a window costs at most less than so much at this price (a Lagrangian multiplier): no row costs less there than what it adds at the price, less this.
   */
  worthOf(window: number, price: number): number {
    if (price === 0) return 0
    const { most, least } = this.roomIn(window, price)
    const adds = price > 0 ? most : least
    const { squared } = this.#rule
    if (squared === 0) return price * adds
    const sum = adds + this.#rule.offset[this.#employee]!
    const far = (price > 0 ? sum - this.#most(window) : this.#least(window) - sum) - this.#slack
    return price * adds - (far > 0 ? ((price > 0 ? this.#costOfMore : this.#costOfLess) * far * far) / (squared * squared) : 0)
  }

  /**
   * The most that a price can be, up and down: what one more above the most costs, and one less below the least; without limit where that grows. A price
   * below 0 is of no use where weekends are counted, which may add less than they count.
   */
  get dearest(): { more: number; less: number } {
    const { squared, weekends } = this.#rule
    const dearest = (cost: number): number => (squared > 0 && cost > 0 ? Infinity : cost)
    return { more: dearest(this.#costOfMore), less: weekends === null ? dearest(this.#costOfLess) : 0 }
  }

  #most(window: number): number {
    return maxIn(this.#rule, this.#employee, window)
  }

  #least(window: number): number {
    return this.#rule.least[this.#employee * this.#rule.windowCount + window]!
  }

  #costOfEnd(state: number, window: number): number {
    if (state < SUMS) return 0
    const sum = (state - SUMS) >> 1
    const under = this.#least(window) - sum
    const over = sum - this.#most(window)
    if (under > 0 && over <= 0) return this.#costOfLess * unitsBeyond(this.#rule, under)
    return this.#rule.squared > 0 && over > 0 ? this.#costOfMore * unitsBeyond(this.#rule, over) : 0
  }

  /** `day` −1: before the window's first day. */
  #stateOf(sum: number, counted: number, day: number): number {
    const plain = SUMS + 2 * sum + counted
    if (day < 0 || this.#rule.squared > 0) return plain
    const most = this.#most(this.#window[day]!)
    if (sum < this.#least(this.#window[day]!)) return plain
    if (sum > most) return OVER | counted
    return sum + this.#room[day]! <= most ? SAFE : plain
  }
}

/** The most that any duty adds on a day, where `options[day]` are the duties that there are. */
export function maxAdded(options: readonly (readonly number[])[]): (day: number, column: Int32Array | Uint8Array) => number {
  return (day, column) => options[day]!.reduce((high, duty) => Math.max(high, column[duty]!), 0)
}

/** The window that a day adds to: its own, or on weekends that of the weekend; −1 = none. */
function windowOf(rule: CountRule, day: number): number {
  const weekend = rule.weekends === null ? -1 : rule.weekends.weekendOf[day]!
  if (rule.weekends !== null && weekend < 0) return -1
  const anchor = rule.weekends === null ? day : rule.weekends.anchor[weekend]!
  const window = rule.firstWindow[anchor]!
  return window <= rule.lastWindow[anchor]! ? window : -1
}
