/**
 * The engine's only source of chance: sfc32 (Chris Doty-Humphrey, PractRand), 32-bit integer arithmetic only, so a seed gives the
 * same stream on every machine.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter: number

  /** `seed`: 0 to 2³² − 1. */
  constructor(seed: number) {
    this.#a = 0
    this.#b = seed | 0
    this.#c = 0x9e3779b9 | 0
    this.#counter = 1
    for (let i = 0; i < 12; i += 1) this.next()
  }

  /** Writes where the stream stands into four words. */
  leave(words: Int32Array): void {
    words[0] = this.#a
    words[1] = this.#b
    words[2] = this.#c
    words[3] = this.#counter
  }

  /** Goes on from where four words say that the stream stands. */
  take(words: Int32Array): void {
    this.#a = words[0]!
    this.#b = words[1]!
    this.#c = words[2]!
    this.#counter = words[3]!
  }

  /** A whole number, 0 to 2³² − 1. */
  next(): number {
    const t = (((this.#a + this.#b) | 0) + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0
    return t >>> 0
  }

  /** A whole number, 0 to `bound` − 1; `bound` from 1 to 2²⁴. The bias is below bound / 2³². */
  below(bound: number): number {
    return ((this.next() / 4_294_967_296) * bound) | 0
  }

  /** 0 (inclusive) to 1 (exclusive), in steps of 2⁻³². */
  unit(): number {
    return this.next() / 4_294_967_296
  }

  /** Puts items in any order, in place. */
  shuffle<T>(items: T[]): T[] {
    for (let i = items.length - 1; i > 0; i -= 1) {
      const other = this.below(i + 1)
      ;[items[i], items[other]] = [items[other]!, items[i]!]
    }
    return items
  }
}
