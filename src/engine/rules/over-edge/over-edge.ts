import { invariant } from '../../../model/errors.ts'
import type { Duties } from '../../instance/duties.ts'
import type { Instance } from '../../instance/instance.ts'
import type { PlainRule } from '../plain-kind.ts'

/** What the rules that reach over the edge of a cyclic horizon are counted with. */
export interface Rounds {
  /** The horizon once, and twice one after the other; both without any edge that is followed by anything. */
  readonly once: Instance
  readonly twice: Instance
}

/**
 * over the edge: what the row of a cyclic schedule breaks where its last day is followed by its first: what it breaks when it is worked twice, less twice what it breaks when
 * it is worked once. One object counts for all units, and remembers the last row that it was asked about.
 */
export class OverEdge {
  readonly #rounds: Rounds
  readonly #onceCells: Int32Array
  readonly #twiceCells: Int32Array
  readonly #once: Float64Array
  readonly #twice: Float64Array
  /** By duty of the horizon: the duty in `once`, and those of the first and the second round of `twice`; −1 = not looked up yet. */
  #inOnce: number[] = []
  #inFirst: number[] = []
  #inSecond: number[] = []
  readonly #row: Int32Array
  #employee = -1
  /** By unit of `twice`: what is broken over the edge. */
  readonly #found: Float64Array
  /** By unit of `twice`: its position in `once`; −1 = it has none. */
  readonly #unitOnce: Int32Array
  readonly #demandShift: (demand: number) => number

  /** `demandShift`: a shift of each demand of the horizon. */
  constructor(rounds: Rounds, demandShift: (demand: number) => number) {
    const { once, twice } = rounds
    this.#rounds = rounds
    this.#demandShift = demandShift
    this.#onceCells = new Int32Array(once.employeeCount * once.dayCount)
    this.#twiceCells = new Int32Array(twice.employeeCount * twice.dayCount)
    this.#once = new Float64Array(once.units.length)
    this.#twice = new Float64Array(twice.units.length)
    this.#found = new Float64Array(twice.units.length)
    this.#row = new Int32Array(once.dayCount)
    const known = new Map(once.units.map((unit, k) => [JSON.stringify(unit), k]))
    this.#unitOnce = Int32Array.from(twice.units, (unit) => known.get(JSON.stringify(unit)) ?? -1)
  }

  /** The units of `twice` that one row breaks over the edge; it begins at `row` in `cells`. */
  unitsOf(duties: Duties, cells: Int32Array, row: number, employee: number): Float64Array {
    if (employee !== this.#employee || !this.#isKnown(cells, row)) this.#count(duties, cells, row, employee)
    return this.#found
  }

  #isKnown(cells: Int32Array, row: number): boolean {
    const known = this.#row
    for (let day = 0; day < known.length; day += 1) if (known[day] !== cells[row + day]) return false
    return true
  }

  #count(duties: Duties, cells: Int32Array, row: number, employee: number): void {
    const { once, twice } = this.#rounds
    const days = once.dayCount
    const [inOnce, inTwice] = [employee * days, employee * 2 * days]
    for (let day = 0; day < days; day += 1) {
      const duty = cells[row + day]!
      this.#row[day] = duty
      if (this.#inOnce[duty] === undefined) this.#lookUp(duties, duty)
      this.#onceCells[inOnce + day] = this.#inOnce[duty]!
      this.#twiceCells[inTwice + day] = this.#inFirst[duty]!
      this.#twiceCells[inTwice + days + day] = this.#inSecond[duty]!
    }
    this.#employee = employee
    countRow(once, this.#onceCells, employee, this.#once)
    countRow(twice, this.#twiceCells, employee, this.#twice)
    for (let k = 0; k < this.#found.length; k += 1) {
      const at = this.#unitOnce[k]!
      this.#found[k] = this.#twice[k]! - (at < 0 ? 0 : 2 * this.#once[at]!)
    }
  }

  #lookUp(duties: Duties, duty: number): void {
    const { once, twice } = this.#rounds
    const shifts = duties.partsOf(duty).map(this.#demandShift)
    const { length } = once.schedule.shifts
    this.#inOnce[duty] = once.duties.of(shifts.map((shift) => once.demands.demandOfShift[shift]!))
    this.#inFirst[duty] = twice.duties.of(shifts.map((shift) => twice.demands.demandOfShift[shift]!))
    this.#inSecond[duty] = twice.duties.of(shifts.map((shift) => twice.demands.demandOfShift[shift + length]!))
  }
}

function countRow(instance: Instance, cells: Int32Array, employee: number, units: Float64Array): void {
  units.fill(0)
  for (const { count } of instance.kinds) if (count.of !== 'roster') count.add(instance, cells, employee, units)
}

/** One unit of what is broken over the edge. */
export function edgeRule(edge: OverEdge, unit: number, of: number): PlainRule {
  invariant(unit >= 0, 'what is counted over the edge has a unit in the horizon')
  return {
    unit,
    readsTimes: false,
    isConcerned: () => true,
    unitsOf: (duties, cells, row, employee) => edge.unitsOf(duties, cells, row, employee)[of]!,
  }
}
