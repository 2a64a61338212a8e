import { OFF, type Duties } from '../../instance/duties.ts'
import { ANCHOR } from '../../instance/measures.ts'
import { addGapUnits, type GapRule } from './gap.ts'
import { weightedUnits } from '../../local-search/penalty-weights.ts'
import type { Resource } from '../../rows/resource.ts'

interface Step {
  readonly next: number
  readonly cost: number
}

/** Follows the last duties of a row, as far as they are felt. States are numbered as they are met. */
export class GapResource implements Resource {
  readonly start = 0
  cost = 0
  readonly #rule: GapRule
  readonly #duties: Duties
  readonly #employee: number
  readonly #perUnit: Float64Array
  readonly #units: Float64Array
  readonly #cells: Int32Array
  /** The last duties of each state, the latest last; `OFF` for what is felt no more. */
  readonly #tails: Int32Array[]
  readonly #known = new Map<string, number>()
  #day = -1
  #steps = new Map<number, Step>()

  constructor(rule: GapRule, duties: Duties, employee: number, days: number, perUnit: Float64Array) {
    this.#rule = rule
    this.#duties = duties
    this.#employee = employee
    this.#perUnit = perUnit
    this.#units = new Float64Array(perUnit.length)
    this.#cells = new Int32Array(days)
    this.#tails = [new Int32Array(Math.max(1, rule.lookbackDays))]
    this.#known.set(this.#tails[0]!.join(), 0)
  }

  step(state: number, day: number, duty: number): number {
    if (day !== this.#day) {
      this.#day = day
      this.#steps = new Map()
    }
    const key = state * this.#duties.count + duty
    let step = this.#steps.get(key)
    if (step === undefined) {
      step = this.#find(state, day, duty)
      this.#steps.set(key, step)
    }
    this.cost = step.cost
    return step.next
  }

  #find(state: number, day: number, duty: number): Step {
    const tail = this.#tails[state]!
    const cells = this.#cells
    tail.forEach((before, i) => {
      const at = day - tail.length + i
      if (at >= 0) cells[at] = before
    })
    cells[day] = duty
    this.#units.fill(0)
    addGapUnits(this.#rule, this.#duties, cells, 0, this.#employee, day, day, 1, this.#units)
    const { reachDay, start, end, flags } = this.#duties
    const anchors = flags[ANCHOR]!
    const next = new Int32Array(tail.length)
    let startOfLater = -Infinity
    for (let i = tail.length - 1; i >= 0; i -= 1) {
      const kept = i + 1 < tail.length ? tail[i + 1]! : duty
      // Behind a shift that begins when it has ended it is nobody's neighbour any more, and only an anchor is felt beyond that.
      const isHidden = anchors[kept] === 0 && end[kept]! <= startOfLater
      if (kept === OFF || reachDay[kept]! <= day || isHidden) continue
      next[i] = kept
      startOfLater = start[kept]!
    }
    const name = next.join()
    let number = this.#known.get(name)
    if (number === undefined) {
      number = this.#tails.length
      this.#tails.push(next)
      this.#known.set(name, number)
    }
    return { next: number, cost: weightedUnits({ perUnit: this.#perUnit }, this.#units) }
  }
}
