import type { Instance } from '../instance/instance.ts'
import { type CoverageRule, eachStretch } from '../rules/coverage/coverage.ts'

/**
 * The rows of a master that employees share, numbered: by demand, whose seats they take, and behind the demands by stretch of coverage, where they are counted among those at work.
 * Made once for an instance.
 */
export class CoverRows {
  readonly #instance: Instance
  /** Of the stretches: the first and last day with a shift that is counted there; none where the first is later. */
  readonly #firstDay: Int32Array
  readonly #lastDay: Int32Array
  /** By employee: who counts for the same has the same class. */
  readonly #classOf: Int32Array
  /** By class and duty. */
  readonly #rows: (readonly number[] | undefined)[][]
  /** A member of each class. */
  readonly #members: number[] = []
  readonly count: number
  /** By stretch: how many quarters of an hour a person there stands for; one that several share is counted with the first of them. */
  readonly quarters: Int32Array

  private constructor(instance: Instance) {
    this.#instance = instance
    const { coverage, demands, employeeCount } = instance
    const stretches = coverage?.stretchCount ?? 0
    this.count = demands.count + stretches
    this.#firstDay = new Int32Array(stretches).fill(instance.dayCount)
    this.#lastDay = new Int32Array(stretches).fill(-1)
    this.quarters = Int32Array.from(coverage?.quarters ?? [])
    this.#classOf = new Int32Array(employeeCount)
    if (coverage !== null) {
      this.#noteDays(coverage)
      for (const stretch of coverage.sharedFrom) this.quarters[stretch]! += 1
      this.#classify(coverage)
    }
    this.#rows = (this.#members.length === 0 ? [0] : this.#members).map(() => [])
  }

  static #known = new WeakMap<Instance, CoverRows>()

  static of(instance: Instance): CoverRows {
    const known = CoverRows.#known.get(instance) ?? new CoverRows(instance)
    CoverRows.#known.set(instance, known)
    return known
  }

  #noteDays(coverage: CoverageRule): void {
    const { demands } = this.#instance
    for (let d = 0; d < demands.count; d += 1) {
      if (demands.isDecided[d] === 1) continue
      eachStretch(coverage, d, (stretch) => {
        this.#firstDay[stretch] = Math.min(this.#firstDay[stretch]!, demands.day[d]!)
        this.#lastDay[stretch] = Math.max(this.#lastDay[stretch]!, demands.day[d]!)
      })
    }
  }

  #classify({ isCounted }: CoverageRule): void {
    const { employeeCount } = this.#instance
    const known = new Map<string, number>()
    for (let employee = 0; employee < employeeCount; employee += 1) {
      let key = ''
      for (let at = employee; at < isCounted.length; at += employeeCount) key += isCounted[at] === 1 ? '1' : '0'
      const number = known.get(key) ?? known.size
      if (number === known.size) this.#members.push(employee)
      known.set(key, number)
      this.#classOf[employee] = number
    }
  }

  /** Classes of employees: those of one class have a part in the same rows by the same duty. */
  get classCount(): number {
    return this.#rows.length
  }

  classOf(employee: number): number {
    return this.#classOf[employee]!
  }

  /** Whether a stretch has a shift on these days that is counted there. */
  isWithin(stretch: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
    return this.#firstDay[stretch]! <= to && this.#lastDay[stretch]! >= from
  }

  /** The rows that an employee of a class has a part in by a duty, beside what is decided of it. */
  of(group: number, duty: number): readonly number[] {
    return (this.#rows[group]![duty] ??= this.#find(this.#members[group] ?? 0, duty))
  }

  /** What candidates are worth at these prices, by demand, to a class of employees: differences of sums over the stretches. */
  candidatePrices(group: number, prices: Float64Array): (d: number) => number {
    const { coverage, demands, employeeCount } = this.#instance
    if (coverage === null) return () => 0
    const { spanOffset, spanFrom, spanTo, spanWho, isCounted, stretchCount } = coverage
    const employee = this.#members[group] ?? 0
    const before = new Float64Array(stretchCount + 1)
    for (let stretch = 0; stretch < stretchCount; stretch += 1) before[stretch + 1] = before[stretch]! + prices[demands.count + stretch]!
    return (d) => {
      let price = 0
      for (let span = spanOffset[d]!; span < spanOffset[d + 1]!; span += 1) {
        if (isCounted[spanWho[span]! * employeeCount + employee] === 1) price += before[spanTo[span]!]! - before[spanFrom[span]!]!
      }
      return price
    }
  }

  #find(employee: number, duty: number): readonly number[] {
    const { demands, duties, coverage, employeeCount } = this.#instance
    const found: number[] = []
    for (const d of duties.partsOf(duty)) {
      if (demands.isDecided[d] === 1) continue
      // Of a candidate there is a seat for everybody.
      if (demands.candidateOf[d]! < 0) found.push(d)
      if (coverage === null) continue
      eachStretch(coverage, d, (stretch, who) => {
        if (coverage.isCounted[who * employeeCount + employee] === 1) found.push(demands.count + stretch)
      })
    }
    return found
  }
}
