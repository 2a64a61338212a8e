import type { SearchParams } from '../../portfolio/params.ts'

const TINY = 1e-9

/** Steps of many numbers at once, each by how sure the slopes of late are of their direction (Kingma and Ba 2015). */
export class Adam {
  readonly #mean: Float64Array
  readonly #square: Float64Array
  #ofMean = 1
  #ofSquare = 1

  /** How much of the mean slope, and of the mean square of the slopes, stays from one step to the next. */
  readonly #kept: number
  readonly #keptSquares: number

  constructor({ keptSlope, keptSquare }: Pick<SearchParams['bounds'], 'keptSlope' | 'keptSquare'>, count: number) {
    this.#kept = keptSlope
    this.#keptSquares = keptSquare
    this.#mean = new Float64Array(count)
    this.#square = new Float64Array(count)
  }

  /** Forgets all slopes. */
  restart(): void {
    this.#mean.fill(0)
    this.#square.fill(0)
    this.#ofMean = 1
    this.#ofSquare = 1
  }

  /** Before the numbers make one step each. */
  begin(): void {
    this.#ofMean *= this.#kept
    this.#ofSquare *= this.#keptSquares
  }

  /** The step of number `i`, −1 to 1 or little more, where its slope is this. */
  step(i: number, slope: number): number {
    const mean = this.#kept * this.#mean[i]! + (1 - this.#kept) * slope
    const square = this.#keptSquares * this.#square[i]! + (1 - this.#keptSquares) * slope * slope
    this.#mean[i] = mean
    this.#square[i] = square
    return mean / (1 - this.#ofMean) / (Math.sqrt(square / (1 - this.#ofSquare)) + TINY)
  }
}
