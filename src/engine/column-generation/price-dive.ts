import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { wholeSpan } from '../scoring/one-row.ts'
import { CoverRows } from './cover-rows.ts'

/** Prices of seats and sums over the whole horizon, at which everybody's cheapest row is found, and which follow what is fixed. */
export interface DivePrices {
  /**
   * Goes on for so many rounds, at such a share of the first rate, with what employees do on days that are fixed (by employee, by day: the duty, −1 = any), as long as `isOver` is false: it is asked
   * with everybody's row of the round, null = none can be found, and the steps that took.
   */
  follow(fixed: readonly Int32Array[], rounds: number, share: number, isOver: (rows: readonly (Int32Array | null)[], steps: number) => boolean): void
  /** Notes where prices stand; the answer brings them back there. */
  noted(): () => void
}

interface Diving {
  readonly random: Random
  /** Counts the steps that were taken; true when there are no more. */
  readonly spend: (steps: number) => boolean
  readonly params: SearchParams['neighbourhoods']
}

/** What somebody does on a day in some of the rounds. */
interface Usual {
  readonly employee: number
  readonly day: number
  readonly duty: number
  /** In how many. */
  rounds: number
}

/**
 * A roster along prices, without linear programs: prices go to and fro about where they are best, and what everybody does most often in these rounds is fixed, a day of each at a time; prices follow that, and so
 * on until all days are fixed. By employee the row, null where none can be found; null altogether when time is over.
 */
export function diveByPrices(instance: Instance, prices: DivePrices, diving: Diving): (Int32Array | null)[] | null {
  const goBack = prices.noted()
  try {
    return new PriceDive(instance, prices, diving).run()
  } finally {
    goBack()
  }
}

class PriceDive {
  readonly #instance: Instance
  readonly #prices: DivePrices
  readonly #diving: Diving
  readonly #cover: CoverRows
  /** By employee, by day: the duty, −1 = it is open. */
  readonly #fixed: readonly Int32Array[]
  /** By demand: the seats that are left to what is not fixed. */
  readonly #left: Int32Array
  /** By employee, of the last round. */
  #rows: readonly (Int32Array | null)[] = []

  constructor(instance: Instance, prices: DivePrices, diving: Diving) {
    const { employeeCount, dayCount, demands } = instance
    this.#instance = instance
    this.#prices = prices
    this.#diving = diving
    this.#cover = CoverRows.of(instance)
    this.#fixed = Array.from({ length: employeeCount }, () => new Int32Array(dayCount).fill(-1))
    this.#left = demands.seats.slice()
  }

  run(): (Int32Array | null)[] | null {
    const { awayFirstRounds, awayRounds } = this.#diving.params
    for (let rounds = awayFirstRounds; ; rounds = awayRounds) {
      const usual = this.#look(rounds)
      if (usual === null) return null
      if (!this.#fix(usual, rounds)) return [...this.#rows]
    }
  }

  /** What is usual on open days in so many rounds; null when time is over. */
  #look(rounds: number): Usual[] | null {
    const { spend, params } = this.#diving
    const { from, to } = wholeSpan({ instance: this.#instance })
    const usual = new Map<number, Usual>()
    const { dayCount, duties } = this.#instance
    let isOver = false
    this.#prices.follow(this.#fixed, rounds, params.awayRate, (rows, steps) => {
      this.#rows = rows
      rows.forEach((cells, employee) => {
        for (let day = from; cells !== null && day <= to; day += 1) {
          if (this.#fixed[employee]![day]! >= 0) continue
          const duty = cells[day]!
          const name = (employee * dayCount + day) * duties.count + duty
          const known = usual.get(name)
          if (known === undefined) usual.set(name, { employee, day, duty, rounds: 1 })
          else known.rounds += 1
        }
      })
      isOver = spend(steps)
      return isOver
    })
    return isOver ? null : [...usual.values()]
  }

  /** Fixes what was so in all of so many rounds, and of each employee what was so most often beside that, as far as there are seats; false where it comes to nothing. */
  #fix(usual: readonly Usual[], rounds: number): boolean {
    const { random, params } = this.#diving
    const ranked = usual.map((each) => ({ each, rank: each.rounds === rounds ? 2 : each.rounds / rounds + params.awayNoise * random.unit() }))
    ranked.sort((a, b) => b.rank - a.rank || a.each.employee - b.each.employee || a.each.day - b.each.day)
    const touched = new Set<number>()
    let isAny = false
    for (const { each } of ranked) {
      const { employee, day, duty } = each
      const isSure = each.rounds === rounds
      if (this.#fixed[employee]![day]! >= 0 || (!isSure && touched.has(employee)) || !this.#take(employee, duty)) continue
      this.#fixed[employee]![day] = duty
      isAny = true
      // Nothing that was not so in the same round goes with it for certain.
      if (!isSure) touched.add(employee)
    }
    return isAny
  }

  /** Takes the seats of a duty; false where there are none. */
  #take(employee: number, duty: number): boolean {
    const demands = this.#cover.of(this.#cover.classOf(employee), duty).filter((row) => row < this.#left.length)
    if (demands.some((d) => this.#left[d]! <= 0)) return false
    for (const d of demands) this.#left[d]! -= 1
    return true
  }
}
