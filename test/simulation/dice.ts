import { Random } from '../../src/engine/random.ts'

/** The simulation's only source of chance: a seed gives the same throws on every machine. */
export class Dice {
  readonly #random: Random

  /** `seed`: 0 to 2³² − 1. */
  constructor(seed: number) {
    this.#random = new Random(seed)
  }

  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean {
    return this.#random.unit() < probability
  }

  /** A number from `from` (inclusive) to `to` (exclusive), whole when both are. */
  between(from: number, to: number): number {
    return Math.floor(from + this.#random.unit() * (to - from))
  }

  /** One entry of a list that has some. */
  pick<Entry>(entries: readonly Entry[]): Entry {
    return entries[this.#random.below(entries.length)]!
  }

  /** A key of the table, each as probable as its weight says. */
  weigh<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const entries = Object.entries(weights) as [Key, number][]
    let rest = this.#random.unit() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [key, weight] of entries) {
      rest -= weight
      if (rest < 0) return key
    }
    return entries.at(-1)![0]
  }
}
