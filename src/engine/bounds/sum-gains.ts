import type { SearchParams } from '../portfolio/params.ts'

/** What an employee counts by one rule. */
export interface Sum {
  readonly who: number
  readonly rule: number
  /** Of the rows that a linear program mixes, by their shares. */
  readonly mean: number
}

/** How far a number is from a whole one. */
export function partOf(number: number): number {
  return Math.abs(number - Math.round(number))
}

/**
 * By how much the lesser part of a node costs more than all of it where a sum is decided, for how far that is from a whole number. What was learned of one node is a guess for
 * others: some sums leave one of the parts where it was every time, others lift both.
 */
export class SumGains {
  readonly #minGain: number
  readonly #ofSum = new Map<string, number>()
  readonly #ofRule = new Map<number, { sum: number; times: number }>()

  constructor({ minGain }: Pick<SearchParams['bounds'], 'minGain'>) {
    this.#minGain = minGain
  }

  note({ who, rule, mean }: Sum, gain: number): void {
    const rate = Math.max(this.#minGain, gain) / partOf(mean)
    this.#ofSum.set(`${who}:${rule}`, rate)
    const { sum, times } = this.#ofRule.get(rule) ?? { sum: 0, times: 0 }
    this.#ofRule.set(rule, { sum: sum + rate, times: times + 1 })
  }

  /** What may be gained: by what is known of the same sum, else of the same rule, else of none. */
  guess({ who, rule, mean }: Sum): number {
    const like = this.#ofRule.get(rule)
    // Half of a night among 4 tells more than half of a shift among 18.
    const rate = this.#ofSum.get(`${who}:${rule}`) ?? (like === undefined ? 1 / Math.sqrt(mean) : like.sum / like.times)
    return rate * partOf(mean)
  }
}
