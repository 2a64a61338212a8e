import { rosterOfDecided } from '../../model/roster.ts'
import type { Instance } from '../instance/instance.ts'
import { addFitCost, sensibleEmployees } from '../rules/fit/fit.ts'
import { evaluate, type Move, penaltyOf } from '../scoring/evaluate.ts'
import { fillWithRow, wholeSpan } from '../scoring/one-row.ts'
import { createState, type State } from '../scoring/state.ts'

/** Nobody holds the task. */
export const LOOSE = -1

/** How shifts become tasks. */
export interface Packing {
  readonly priority: number
  /** Scratch space. */
  readonly move: Move
  /** By loose task: the demand. */
  readonly seats: readonly number[]
}

/**
 * The shifts of a roster as tasks that change hands, without counting a score: whether somebody can take a task follows from times alone where overlaps are all that the
 * earlier priorities forbid, and else from what the whole row costs there. Numbers of tasks are of this packing.
 */
export class TaskPacking {
  readonly #instance: Instance
  readonly #priority: number
  /** By task. */
  readonly demandOf: Int32Array
  readonly #start: Int32Array
  readonly #end: Int32Array
  readonly holder: Int32Array
  /** By task: 1 where it is decided who works it. */
  readonly isFixed: Uint8Array
  /** By task: who may hold it. */
  readonly eligible: readonly Int32Array[]
  readonly #isEligible: Uint8Array
  /** By employee: the tasks they hold, in any order. */
  readonly rows: readonly number[][]
  /** Whether times alone decide. */
  readonly #isOverlapAlone: boolean
  readonly #move: Move
  #cleared: State | null = null
  /** By employee × 4 + priority: what their row breaks on the earlier priorities at the start, and may go on to break. */
  readonly #allowedHarm: Float64Array
  readonly #harm = new Float64Array(4)
  /** Rows that were counted in full so far. */
  counted = 0

  /** Tasks are the shifts of `cells`, and loose ones by `seats`, each an empty seat of a demand; what priorities before `priority` forbid stays forbidden. */
  constructor(instance: Instance, cells: Int32Array, { priority, move, seats }: Packing) {
    const { demands, duties, dayCount, employeeCount } = instance
    this.#instance = instance
    this.#priority = priority
    this.#move = move
    this.#isOverlapAlone = isOverlapAlone(instance, priority)
    const found: { demand: number; holder: number }[] = []
    for (let cell = 0; cell < employeeCount * dayCount; cell += 1)
      for (const demand of duties.partsOf(cells[cell]!)) found.push({ demand, holder: Math.floor(cell / dayCount) })
    for (const demand of seats) found.push({ demand, holder: LOOSE })
    this.demandOf = Int32Array.from(found, ({ demand }) => demand)
    this.holder = Int32Array.from(found, ({ holder }) => holder)
    this.#start = this.demandOf.map((demand) => demands.start[demand]!)
    this.#end = this.demandOf.map((demand) => demands.end[demand]!)
    this.isFixed = Uint8Array.from(this.demandOf, (demand) => demands.isDecided[demand]!)
    this.rows = Array.from({ length: employeeCount }, () => [])
    found.forEach(({ holder }, task) => this.rows[holder]?.push(task))
    const known = new Map<number, Int32Array>()
    this.eligible = found.map(({ demand }) => {
      const those = known.get(demand) ?? ableEmployees(instance, demand, priority)
      known.set(demand, those)
      return those
    })
    this.#isEligible = new Uint8Array(found.length * employeeCount)
    this.eligible.forEach((those, task) => {
      for (const employee of those) this.#isEligible[task * employeeCount + employee] = 1
    })
    this.#allowedHarm = new Float64Array(4 * employeeCount)
    if (!this.#isOverlapAlone) {
      for (let employee = 0; employee < employeeCount; employee += 1) {
        this.#countHarm(employee, this.rows[employee]!)
        this.#allowedHarm.set(this.#harm, 4 * employee)
      }
    }
  }

  get taskCount(): number {
    return this.demandOf.length
  }

  mayHold(task: number, employee: number): boolean {
    return this.#isEligible[task * this.#instance.employeeCount + employee] === 1
  }

  /** Whether both run at some moment. */
  overlap(a: number, b: number): boolean {
    return this.#start[a]! < this.#end[b]! && this.#start[b]! < this.#end[a]!
  }

  /** Minutes between two tasks; negative where they overlap. */
  distance(a: number, b: number): number {
    return Math.max(this.#start[a]!, this.#start[b]!) - Math.min(this.#end[a]!, this.#end[b]!)
  }

  /** Whether an employee who holds their tasks less those `without` could take one more, which overlaps with none of them. */
  fits(task: number, employee: number, without: readonly number[]): boolean {
    if (this.#isOverlapAlone) return true
    const tasks = this.rows[employee]!.filter((other) => !without.includes(other))
    tasks.push(task)
    this.#countHarm(employee, tasks)
    for (let p = 0; p < this.#priority; p += 1) {
      const [now, allowed] = [this.#harm[p]!, this.#allowedHarm[4 * employee + p]!]
      if (now !== allowed) return now < allowed
    }
    return true
  }

  give(task: number, employee: number): void {
    this.holder[task] = employee
    this.rows[employee]!.push(task)
  }

  take(task: number): void {
    const row = this.rows[this.holder[task]!]!
    row[row.indexOf(task)] = row.at(-1)!
    row.pop()
    this.holder[task] = LOOSE
  }

  /** Those that nobody holds. */
  looseTasks(): number[] {
    return [...this.holder.keys()].filter((task) => this.holder[task] === LOOSE)
  }

  /** The table of duties in which everybody works what they hold. */
  cells(): Int32Array {
    const { employeeCount, dayCount, demands, duties } = this.#instance
    const seats: { cell: number; demand: number }[] = []
    this.rows.forEach((tasks, employee) => {
      for (const task of tasks) seats.push({ cell: employee * dayCount + demands.day[this.demandOf[task]!]!, demand: this.demandOf[task]! })
    })
    return duties.tableOf(employeeCount * dayCount, seats)
  }

  /** Puts into `#harm` what a row breaks on the earlier priorities, beside the seats that it fills. */
  #countHarm(employee: number, tasks: readonly number[]): void {
    const { dayCount, demands, duties, schedule } = this.#instance
    this.#cleared ??= createState(this.#instance, rosterOfDecided(schedule))
    this.counted += 1
    const byDay: number[][] = Array.from({ length: dayCount }, () => [])
    for (const task of tasks) byDay[demands.day[this.demandOf[task]!]!]!.push(this.demandOf[task]!)
    fillWithRow(
      this.#move,
      employee,
      byDay.map((own) => duties.of(own)),
      wholeSpan(this.#cleared),
    )
    this.#harm.fill(Infinity)
    if (!evaluate(this.#cleared, this.#move)) return
    for (let p = 0; p < this.#priority; p += 1) {
      let seats = 0
      for (const task of tasks) {
        if (this.isFixed[task] === 1) continue
        const empty = demands.coverOffset[this.demandOf[task]!]!
        seats += demands.coverCost[4 * (empty + 1) + p]! - demands.coverCost[4 * empty + p]!
      }
      this.#harm[p] = penaltyOf(this.#instance, this.#move, p) - seats
    }
  }
}

/** Who may work a demand at no cost before a priority, as far as that follows from who they are and what they wish. */
export function ableEmployees({ fit, demands }: Pick<Instance, 'fit' | 'demands'>, demand: number, priority: number): Int32Array {
  const penalties = new Float64Array(4)
  const day = demands.day[demand]!
  const able = sensibleEmployees(fit, day, demand).filter((employee) => {
    penalties.fill(0)
    addFitCost(fit, employee, day, demand, 1, penalties)
    return penalties.subarray(0, priority).every((cost) => cost <= 0)
  })
  return Int32Array.from(able)
}

/** Whether nothing before a priority costs but empty seats, who sits where, and overlaps, none of which is allowed. */
function isOverlapAlone({ units, weights, gap, links, coverage, demands }: Instance, priority: number): boolean {
  if (gap.collisionUnit < 0 || gap.allowedCollisions > 0 || gap.travel !== null || links !== null || coverage !== null) return false
  if (demands.sample.some((_, d) => gap.allowedSpots[d] !== null)) return false
  return units.every((_, k) => {
    for (let p = 0; p < priority; p += 1) if (weights[4 * k + p]! > 0) return k === gap.collisionUnit
    return true
  })
}
