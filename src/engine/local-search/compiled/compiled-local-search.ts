import { keep } from '../incumbent.ts'
import { NEIGHBOURHOODS } from '../neighbourhoods.ts'
import { weightedUnits } from '../penalty-weights.ts'
import { PlainLocalSearch, type LocalSearch, type Searched } from '../local-search.ts'
import { addRotaAndPay, addTies, applyTies, evaluatePlain, evaluateShapes } from '../../scoring/evaluate.ts'
import { refreshRow } from '../../scoring/row-cache.ts'
import { findPlainUnits, findShapeUnits } from '../../scoring/shape-change.ts'
import { NoRoom } from './duty-table.ts'
import type { Space } from './space.ts'
import type { Asked, CompiledLocalSearch as Code } from './code.ts'

/** Places in `outcome`, as `assembly/step.ts` has them. */
const DONE = 0
const MOVES = 1
const CHANGED = 2

/** Local search in WebAssembly: the same moves, made and refused in the same order, as `PlainLocalSearch` has them. */
export class CompiledLocalSearch implements LocalSearch {
  readonly #searched: Searched
  readonly #space: Space
  readonly #code: Code
  /** Goes on where there was no room left for duties. */
  #plain: PlainLocalSearch | null = null

  /** `searched` has the state and the move of the space. */
  constructor(searched: Searched, space: Space) {
    this.#searched = searched
    this.#space = space
    this.#code = space.code.start(space.memory, space.variables, askedOf(searched, space))
    this.refresh()
  }

  refresh(): void {
    if (this.#plain !== null) return this.#plain.refresh()
    try {
      this.#tell()
    } catch (error) {
      return this.#goOnPlain(error)
    }
    this.#code.refreshAll()
  }

  step(iterations: number, temperature: number): number {
    if (this.#plain !== null) return this.#plain.step(iterations, temperature)
    const { random } = this.#searched
    const { outcome, randomWords } = this.#space.shared
    outcome.fill(0)
    random.leave(randomWords)
    try {
      this.#tell()
      this.#code.step(iterations, temperature)
    } catch (error) {
      this.#goOnPlain(error)
    }
    random.take(randomWords)
    this.#takeChanged()
    return outcome[MOVES]! + this.#stepPlain(iterations - outcome[DONE]!, temperature)
  }

  #stepPlain(iterations: number, temperature: number): number {
    return this.#plain?.step(iterations, temperature) ?? 0
  }

  /** Tells the code what has changed elsewhere. */
  #tell(): void {
    const { penaltyWeights, incumbent } = this.#searched
    const { shared, duties } = this.#space
    duties.copyNew()
    shared.factors.set(penaltyWeights.factors)
    shared.perUnit.set(penaltyWeights.perUnit)
    shared.bestScore.set(incumbent.score)
  }

  /** The same state, from where it stands, without the code; throws what is another error. */
  #goOnPlain(error: unknown): void {
    if (!(error instanceof NoRoom)) throw error
    this.#plain = new PlainLocalSearch(this.#searched)
  }

  #takeChanged(): void {
    const { outcome, changedRows } = this.#space.shared
    for (let i = 0; i < outcome[CHANGED]!; i += 1) this.#searched.changed.addRow(changedRows[i]!)
    this.#code.clearChanged()
  }
}

function askedOf(searched: Searched, { shared, duties }: Space): Asked {
  const { state, move, random, params, incumbent, changed, penaltyWeights } = searched
  const { instance } = state
  const units = new Float64Array(instance.units.length)
  const met = (duty: number): number => {
    duties.copyNew()
    return duty
  }
  return {
    propose(neighbourhood) {
      random.take(shared.askedWords)
      move.breakDay = -1
      const isProposed = NEIGHBOURHOODS[neighbourhood]!.propose(state, random, move, params.moves)
      random.leave(shared.askedWords)
      duties.copyNew()
      return isProposed ? move.rows + (move.keepsCover ? 8 : 0) + 16 * (move.breakDay + 1) : -1
    },
    extended: (duty, demand) => met(instance.duties.with(duty, demand)),
    reduced: (duty, demand) => met(instance.duties.without(duty, demand)),
    rowRest: (i) => addRotaAndPay(state, move, i),
    ties(rows, breakDay) {
      move.rows = rows
      move.breakDay = breakDay
      return addTies(state, move)
    },
    shapes: (i, isBroken) => evaluateShapes(state, move, i, isBroken === 1),
    plain: (i) => evaluatePlain(state, move, i),
    applyTies: () => applyTies(state, move),
    refreshRow: (employee) => refreshRow(instance, state.rows, state.cells, employee),
    shapesOf(employee) {
      findShapeUnits(state, employee, units)
      return weightedUnits(penaltyWeights, units)
    },
    plainOf(employee) {
      findPlainUnits(state, employee, units)
      return weightedUnits(penaltyWeights, units)
    },
    better(count) {
      for (let i = 0; i < count; i += 1) changed.addRow(shared.changedRows[i]!)
      keep(state, incumbent, changed)
      shared.bestScore.set(incumbent.score)
    },
  }
}
