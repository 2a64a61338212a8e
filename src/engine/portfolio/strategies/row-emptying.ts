import { hasCandidates } from '../../instance/candidate-times.ts'
import { type Activation, activationOf, isUsed } from '../../instance/activation.ts'
import { emptyRow, placeLoose } from '../../local-search/empty-rows.ts'
import { TaskPacking } from '../../local-search/task-packing.ts'
import { restoreCells } from '../../scoring/state.ts'
import { keepIfBetter, type Search, shareAfter } from '../search.ts'
import type { Outcome, Standing, Strategy, StrategyKind, Turn } from '../strategy.ts'

/** Empties one employee whole after another, where it costs something that somebody is used at all, for the incumbent. */
export const rowEmptying: StrategyKind = {
  name: 'row-emptying',
  supports: (instance) => !hasCandidates(instance) && (activationOf(instance)?.priority ?? 0) > 0,
  start: (search) => new RowEmptying(search),
}

class RowEmptying implements Strategy {
  readonly #search: Search
  readonly #activation: Activation
  #placesPerTask: number
  /** Attempts since one came to something, or the last that were given more. */
  #inVain = 0

  constructor(search: Search) {
    this.#search = search
    this.#activation = activationOf(search.state.instance)!
    this.#placesPerTask = search.params.packing.placesPerTask
  }

  /** Whether nobody less can be used, as is proved. */
  standing(): Partial<Standing> {
    const { incumbent } = this.#search
    const { priority } = this.#activation
    const isAtBest = incumbent.bound !== null && incumbent.bound.every((least, p) => p > priority || incumbent.score[p] === least)
    return { isFewest: isAtBest }
  }

  run({ until }: Turn): Outcome {
    const search = this.#search
    const { incumbent } = search
    const { revision } = incumbent
    let [steps, asked] = [0, 0]
    let isPast = false
    const isOver = (more: number): boolean => {
      steps += more
      if (isPast || steps - asked < search.params.policy.iterationsPerLook) return isPast
      asked = steps
      isPast = shareAfter(search, Math.ceil(steps)) >= until
      return isPast
    }
    if (this.#emptySeats().length > 0) this.#attempt([], null, isOver)
    while (!isOver(search.params.packing.stepsPerAttempt) && this.standing().isFewest !== true) {
      const victims = this.#chooseVictims()
      if (victims === null) break
      this.#attempt(victims.emptied, victims.opened, isOver)
    }
    const counted = Math.ceil(steps)
    search.iterations += counted
    return { steps: counted, hasWon: incumbent.revision !== revision }
  }

  /** By demand, as often as there are: empty seats that cost before anybody is counted. */
  #emptySeats(): number[] {
    const { state, incumbent } = this.#search
    const { demands, duties, employeeCount, dayCount } = state.instance
    const filled = new Int32Array(demands.count)
    for (const duty of incumbent.cells.subarray(0, employeeCount * dayCount)) for (const d of duties.partsOf(duty)) filled[d]! += 1
    const empty: number[] = []
    for (let d = 0; d < demands.count; d += 1) {
      if (demands.isDecided[d] === 1) continue
      for (let seats = filled[d]!; seats < demands.seats[d]!; seats += 1) if (this.#isWanted(d, seats)) empty.push(d)
    }
    return empty
  }

  #isWanted(d: number, filled: number): boolean {
    const { coverCost, coverOffset } = this.#search.state.instance.demands
    const at = 4 * (coverOffset[d]! + filled)
    for (let p = 0; p < this.#activation.priority; p += 1)
      if (coverCost[at + 4 + p] !== coverCost[at + p]) return coverCost[at + 4 + p]! < coverCost[at + p]!
    return false
  }

  /** Whom to empty, and who may be used instead; null where nobody can be. */
  #chooseVictims(): { emptied: readonly number[]; opened: number | null } | null {
    const { state, incumbent, random, params } = this.#search
    const { instance } = state
    const { cost } = this.#activation
    const everybody = [...cost.keys()]
    const used = everybody.filter((employee) => isUsed(instance, incumbent.cells, employee))
    const idle = everybody.filter((employee) => !used.includes(employee))
    const emptiable = used.filter((employee) => cost[employee]! > 0 && !isUsed(instance, instance.decidedDuty, employee))
    if (emptiable.length === 0) return null
    const victim = emptiable[random.below(emptiable.length)]!
    const second = emptiable[random.below(emptiable.length)]!
    const opened = idle.length === 0 ? null : idle[random.below(idle.length)]!
    if (opened === null || random.unit() >= params.packing.twoForOne) return { emptied: [victim], opened: null }
    const emptied = victim === second ? [victim] : [victim, second]
    return emptied.reduce((sum, employee) => sum + cost[employee]!, 0) > cost[opened]! ? { emptied, opened } : { emptied: [victim], opened: null }
  }

  /** Places what the victims held, and seats that are empty where there are no victims. */
  #attempt(emptied: readonly number[], opened: number | null, isOver: (steps: number) => boolean): void {
    const search = this.#search
    const { state, incumbent, random, move, params } = search
    const { instance } = state
    const seats = emptied.length === 0 ? this.#emptySeats() : []
    const packing = new TaskPacking(instance, incumbent.cells, { priority: this.#activation.priority, move, seats })
    const open = Uint8Array.from({ length: instance.employeeCount }, (_, employee) =>
      emptied.length === 0 || isUsed(instance, incumbent.cells, employee) ? 1 : 0,
    )
    for (const employee of emptied) {
      emptyRow(packing, employee)
      open[employee] = 0
    }
    if (opened !== null) open[opened] = 1
    const { revision } = incumbent
    if (placeLoose(packing, { random, params: params.packing, placesPerTask: this.#placesPerTask, open, isOver })) {
      const current = state.cells.slice()
      restoreCells(state, packing.cells())
      keepIfBetter(search, current)
      // Local search goes on from here: what it had uses more people.
      if (incumbent.revision !== revision) restoreCells(state, incumbent.cells)
    }
    this.#note(incumbent.revision !== revision, open)
  }

  /** Gives attempts more when one for everybody came to nothing. */
  #note(hasWon: boolean, open: Uint8Array): void {
    const { placesPerTask, maxPlacesPerTask } = this.#search.params.packing
    this.#inVain = hasWon ? 0 : this.#inVain + 1
    if (hasWon) this.#placesPerTask = placesPerTask
    if (this.#inVain <= open.reduce((sum, one) => sum + one, 0)) return
    this.#inVain = 0
    this.#placesPerTask = Math.min(maxPlacesPerTask, 2 * this.#placesPerTask)
  }
}
