import type { Instance } from '../../instance/instance.ts'
import { drawTable, RISKS } from '../local-search.ts'
import type { SearchParams } from '../../portfolio/params.ts'
import { createMove, MAX_ROWS, type Move } from '../../scoring/evaluate.ts'
import type { State } from '../../scoring/state.ts'
import { askTables } from './asks.ts'
import { DutyTable } from './duty-table.ts'
import { MemoryPlan } from './memory-plan.ts'
import {
  countTables,
  gapTables,
  runTables,
  patternTables,
  sameTimeTables,
  termsTables,
  type Variables,
  weekendTables,
  weeklyRestTables,
} from './rule-tables.ts'
import { demandTables, fitTables, searchTables, wishTables } from './tables.ts'
import type { LocalSearchCode, SharedMemory } from './code.ts'

/** No memory is larger: whoever needs more goes without. */
const MOST_BYTES = 1024 * 1024 * 1024
/** So many duties of several shifts may be met that are not known at the start. */
const MOST_MORE_DUTIES = 262_144
/** Numbers up to which the compiled step draws what the engine draws (`assembly/random.ts`). */
const MOST_DRAWN = 2 ** 21

/** A state and a move whose arrays lie in a memory, beside what the compiled step knows of the instance. */
export interface Space {
  readonly code: LocalSearchCode
  readonly memory: SharedMemory
  readonly state: State
  readonly move: Move
  readonly duties: DutyTable
  readonly variables: ReadonlyMap<string, number>
  readonly shared: SharedArrays
}

/** What the step is told and tells beside the state and the move (`assembly/tables.ts`). */
export interface SharedArrays {
  readonly randomWords: Int32Array
  readonly askedWords: Int32Array
  readonly outcome: Int32Array
  readonly changedRows: Int32Array
  readonly factors: Float64Array
  readonly perUnit: Float64Array
  readonly bestScore: Float64Array
}

/** Where an array will lie, and how long it is. */
interface Place {
  readonly at: number
  readonly length: number
}

/** A space with the roster of a state, which is done with, and room for so many duties more; null where the instance is too large for one. */
export function createSpace(code: LocalSearchCode, state: State, params: SearchParams, mostMore = MOST_MORE_DUTIES): Space | null {
  const { instance } = state
  const { demands, employeeCount, dayCount } = instance
  if (Math.max(demands.count, employeeCount, dayCount) >= MOST_DRAWN) return null
  const plan = new MemoryPlan()
  const places = planState(plan, state)
  const duties = new DutyTable(plan, instance, mostMore)
  const variables: Variables = {
    ...placesByName(places),
    ...searchTables(plan, instance, params, { risks: RISKS, draw: drawTable(instance, params.moves.shares) }),
    ...demandTables(plan, instance),
    ...duties.variables,
    ...fitTables(plan, instance),
    ...wishTables(plan, instance),
    ...countTables(
      plan,
      instance,
      places.sums.map(({ at }) => at),
    ),
    ...gapTables(plan, instance),
    ...runTables(plan, instance, (flag) => duties.columnOf(flag)),
    ...weekendTables(plan, instance),
    ...sameTimeTables(plan, instance),
    ...termsTables(plan, instance),
    ...patternTables(plan, instance, (letters) => duties.lettersAt(letters), places.patternEnds),
    ...weeklyRestTables(plan, instance, places.restOf, places.named['restNow']!.at),
    ...askTables(plan, instance),
    ...scratchTables(plan, instance),
  }
  const memory = plan.bytes > MOST_BYTES ? null : code.createMemory(plan.bytes)
  if (memory === null) return null
  plan.fill(memory.buffer)
  duties.moveInto(memory.buffer)
  const moved = moveInto(memory.buffer, state, places)
  return { code, memory, duties, variables: new Map(Object.entries(variables)), ...moved }
}

function scratchTables(plan: MemoryPlan, { employeeCount, units }: Instance): Variables {
  const byEmployee = (): number => plan.room(8 * employeeCount)
  return {
    found: plan.room(8 * units.length),
    isChanged: plan.room(employeeCount),
    onCounts: byEmployee(),
    onShapes: byEmployee(),
    onPlain: byEmployee(),
  }
}

/** The arrays that both sides write, each of 32 or 64 bits. */
function planState(plan: MemoryPlan, { instance, cells, filled, met, sums, rows }: State) {
  const { employeeCount, dayCount, units } = instance
  const ints = (length: number): Place => ({ at: plan.room(4 * length), length })
  const reals = (length: number): Place => ({ at: plan.room(8 * length), length })
  const restOf = new Int32Array(employeeCount).fill(-1)
  let weeks = 0
  rows.rest.forEach((rest, e) => {
    if (rest.length === 0) return
    restOf[e] = weeks
    weeks += rest.length
  })
  const patterns = rows.patterns.flatMap(({ ends }) => ends)
  const patternEnds = new Int32Array(patterns.length + 1)
  for (const [i, ends] of patterns.entries()) patternEnds[i + 1] = patternEnds[i]! + ends.length
  const named: Record<string, Place> = {
    cells: ints(cells.length),
    filled: ints(filled.length),
    met: ints(met.length),
    score: reals(4),
    moveEmployee: ints(MAX_ROWS),
    moveFrom: ints(MAX_ROWS),
    moveTo: ints(MAX_ROWS),
    moveNext: ints(MAX_ROWS * dayCount),
    units: reals(units.length),
    penalties: reals(4),
    randomWords: ints(4),
    askedWords: ints(4),
    outcome: ints(3),
    changedRows: ints(employeeCount),
    factors: reals(4),
    perUnit: reals(units.length),
    bestScore: reals(4),
    restNow: ints(weeks),
    patternStates: { at: plan.room(patterns.length * (dayCount + 1)), length: patterns.length * (dayCount + 1) },
    patternCounts: ints(patternEnds.at(-1)!),
  }
  return { named, sums: sums.map((each) => reals(each.length)), restOf, patternEnds }
}

type StatePlaces = ReturnType<typeof planState>

function placesByName({ named }: StatePlaces): Variables {
  return Object.fromEntries(Object.entries(named).map(([name, { at }]) => [name, at]))
}

/** The state with its arrays in the memory, a move there, and what else both sides write. */
function moveInto(buffer: ArrayBuffer, state: State, { named, sums, restOf, patternEnds }: StatePlaces): Pick<Space, 'state' | 'move' | 'shared'> {
  const { instance } = state
  const ints = (name: string): Int32Array => new Int32Array(buffer, named[name]!.at, named[name]!.length)
  const reals = (name: string): Float64Array => new Float64Array(buffer, named[name]!.at, named[name]!.length)
  const filledWith = <A extends Int32Array | Float64Array>(view: A, from: A): A => {
    view.set(from)
    return view
  }
  const restNow = ints('restNow')
  const next = ints('moveNext')
  return {
    state: {
      ...state,
      cells: filledWith(ints('cells'), state.cells),
      filled: filledWith(ints('filled'), state.filled),
      met: filledWith(ints('met'), state.met),
      sums: sums.map(({ at, length }, r) => filledWith(new Float64Array(buffer, at, length), state.sums[r]!)),
      rows: {
        ...state.rows,
        patterns: patternsIn(buffer, state, { states: named['patternStates']!, counts: ints('patternCounts'), ends: patternEnds }),
        rest: state.rows.rest.map((rest, e) => (rest.length === 0 ? rest : filledWith(restNow.subarray(restOf[e]!, restOf[e]! + rest.length), rest))),
      },
      score: filledWith(reals('score'), state.score),
    },
    move: {
      ...createMove(instance),
      employee: ints('moveEmployee'),
      from: ints('moveFrom'),
      to: ints('moveTo'),
      next: Array.from({ length: MAX_ROWS }, (_, i) => next.subarray(i * instance.dayCount, (i + 1) * instance.dayCount)),
      units: reals('units'),
      penalties: reals('penalties'),
    },
    shared: {
      randomWords: ints('randomWords'),
      askedWords: ints('askedWords'),
      outcome: ints('outcome'),
      changedRows: ints('changedRows'),
      factors: reals('factors'),
      perUnit: reals('perUnit'),
      bestScore: reals('bestScore'),
    },
  }
}

/** Where the patterns of employees stand, in the memory. */
function patternsIn(
  buffer: ArrayBuffer,
  { instance: { dayCount }, rows }: State,
  { states, counts, ends }: { readonly states: Place; readonly counts: Int32Array; readonly ends: Int32Array },
): State['rows']['patterns'] {
  let next = 0
  return rows.patterns.map((own) => {
    const first = next
    next += own.ends.length
    return {
      states: own.states.map((each, i) => {
        const view = new Uint8Array(buffer, states.at + (first + i) * (dayCount + 1), dayCount + 1)
        view.set(each)
        return view
      }),
      ends: own.ends.map((each, i) => {
        const view = counts.subarray(ends[first + i]!, ends[first + i + 1]!)
        view.set(each)
        return view
      }),
    }
  })
}
