import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { LOOSE, type TaskPacking } from './task-packing.ts'

/** How loose tasks are placed. */
interface Placing {
  readonly random: Random
  readonly params: SearchParams['packing']
  /** How many shifts are placed at most, for each that there is. */
  readonly placesPerTask: number
  /** By employee: 1 for those who may get tasks. */
  readonly open: Uint8Array
  /** Asked with the steps since the last time. */
  readonly isOver: (steps: number) => boolean
}

/** Takes all tasks from somebody but those that are decided. */
export function emptyRow(packing: TaskPacking, employee: number): void {
  for (const task of packing.rows[employee]!.slice()) if (packing.isFixed[task] === 0) packing.take(task)
}

/**
 * Places loose tasks with employees who are open, by chains: a task that finds no room pushes out those that found it most easily so far
 * (Nagata and Bräysy 2009, for vehicles). True when all are placed; otherwise some tasks are left loose.
 */
export function placeLoose(packing: TaskPacking, { random, params, placesPerTask, open, isOver }: Placing): boolean {
  const pool = packing.looseTasks()
  // How often a task was hard to place.
  const hard = new Int32Array(packing.taskCount).fill(1)
  const limit = placesPerTask * packing.taskCount
  const place = new Place(packing, { hard, random, maxPushed: params.maxPushed })
  for (let placed = 0; pool.length > 0; placed += 1) {
    const before = packing.counted
    const task = pool.pop()!
    place.find(task, open)
    if (place.employee === LOOSE || placed >= limit) return false
    for (const other of place.pushed) packing.take(other)
    packing.give(task, place.employee)
    if (place.pushed.length > 0) {
      hard[task]! += 1
      pool.push(...place.pushed)
      for (let i = 0; i < params.exchanges; i += 1) exchange(packing, random, open)
    }
    const looks = packing.eligible[task]!.length + params.exchanges
    if (isOver(looks * params.stepsPerLook + (packing.counted - before) * params.stepsPerRow)) return pool.length === 0
  }
  return true
}

/** Where a task finds room. */
class Place {
  readonly #packing: TaskPacking
  readonly #hard: Int32Array
  readonly #maxPushed: number
  readonly #random: Random
  #cost = Infinity
  #ties = 0
  /** `LOOSE` where nobody can take it. */
  employee = LOOSE
  pushed: number[] = []

  constructor(packing: TaskPacking, { hard, random, maxPushed }: { hard: Int32Array; random: Random; maxPushed: number }) {
    this.#packing = packing
    this.#hard = hard
    this.#maxPushed = maxPushed
    this.#random = random
  }

  /** Looks for whom the task pushes out the least; of several any. */
  find(task: number, open: Uint8Array): void {
    this.#cost = Infinity
    this.employee = LOOSE
    for (const employee of this.#packing.eligible[task]!) if (open[employee] === 1) this.#look(task, employee)
  }

  #look(task: number, employee: number): void {
    const packing = this.#packing
    const pushed: number[] = []
    let cost = 0
    for (const other of packing.rows[employee]!) {
      if (!packing.overlap(task, other)) continue
      cost += this.#hard[other]!
      if (packing.isFixed[other] === 1 || cost > this.#cost || pushed.length === this.#maxPushed) return
      pushed.push(other)
    }
    if (packing.fits(task, employee, pushed)) return this.#note(employee, pushed, cost)
    // Other rules than times: what lies nearest makes room.
    const near = packing.rows[employee]!.filter((other) => packing.isFixed[other] === 0 && !pushed.includes(other))
    near.sort((a, b) => packing.distance(task, a) - packing.distance(task, b))
    for (const other of near.slice(0, this.#maxPushed - pushed.length)) {
      if (cost + this.#hard[other]! > this.#cost) continue
      if (packing.fits(task, employee, [...pushed, other])) return this.#note(employee, [...pushed, other], cost + this.#hard[other]!)
    }
  }

  #note(employee: number, pushed: number[], cost: number): void {
    if (cost > this.#cost) return
    this.#ties = cost < this.#cost ? 1 : this.#ties + 1
    this.#cost = cost
    if (this.#random.below(this.#ties) > 0) return
    this.employee = employee
    this.pushed = pushed
  }
}

/** Moves a task at random to somebody else, who gives back the one that is in the way. */
function exchange(packing: TaskPacking, random: Random, open: Uint8Array): void {
  const task = random.below(packing.taskCount)
  const from = packing.holder[task]!
  if (from === LOOSE || packing.isFixed[task] === 1 || open[from] === 0) return
  const among = packing.eligible[task]!
  // Somebody works what nobody may.
  if (among.length === 0) return
  const to = among[random.below(among.length)]!
  if (to === from || open[to] === 0) return
  let back = LOOSE
  for (const other of packing.rows[to]!) {
    if (!packing.overlap(task, other)) continue
    if (back !== LOOSE) return
    back = other
  }
  if (back === LOOSE) {
    if (!packing.fits(task, to, [])) return
    packing.take(task)
    packing.give(task, to)
    return
  }
  if (packing.isFixed[back] === 1 || !packing.mayHold(back, from)) return
  for (const other of packing.rows[from]!) if (other !== task && packing.overlap(back, other)) return
  if (!packing.fits(task, to, [back]) || !packing.fits(back, from, [task])) return
  packing.take(task)
  packing.take(back)
  packing.give(task, to)
  packing.give(back, from)
}
