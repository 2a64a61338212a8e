import type { LinearProgram, LinearSolver } from '../column-generation/linear-solver.ts'
import { compareLevels, costOf, countsOf, type CoverProgram, LEVELS, type Levels, peopleOf, programCosts, programRows } from './cover-program.ts'
import { generateWithBreaks } from './generate-with-breaks.ts'

/** What generating works with. */
export interface GenerateMeans {
  /** Null = shifts are taken one after another, and nothing is proved. */
  readonly solver: LinearSolver | null
  readonly isOver: () => boolean
  /** The same for a share of the time that is left now. */
  readonly shareOf: (share: number) => () => boolean
}

/** Shifts that are alike. */
export interface AlikeShifts {
  /** Position in the choices of the program. */
  readonly choice: number
  readonly count: number
  /** When their breaks begin, by rule, in minutes after the start. */
  readonly breaks: readonly number[]
}

/** Shifts of one spot, and what is known of them. */
export interface GeneratedSpot {
  readonly shifts: readonly AlikeShifts[]
  readonly cost: Levels
  /** No shifts cost less on a level, as long as they cost no more on those before it; null from the first level on that was not proved. */
  readonly bound: readonly (number | null)[]
}

interface Found {
  /** By choice of the program: how many of it. */
  readonly counts: Int32Array
  readonly cost: Levels
}

const MAX_ITERATIONS = 10_000_000
const ITERATIONS_PER_LOOK = 200
/** Costs are whole numbers and columns lead from one point to another, so that reduced costs are whole numbers too, but for rounding. */
const HALF = 0.5

/**
 * The shifts that cost least, level after level: after each, what would cost more on it is held where it is. Where time is over they are as good as was found, by the levels that were solved or
 * by taking the shift that saves most, one after another. Where shifts have breaks, what is proved may be less than what is found.
 */
export function generateShifts(program: CoverProgram, means: GenerateMeans): GeneratedSpot {
  if (!program.hasBreaks) return generateUnbroken(program, means)
  const { taken, cost, bound } = generateWithBreaks(program, means)
  return { shifts: alike(taken), cost, bound: Array.from({ length: LEVELS }, (_, level) => bound[level] ?? null) }
}

function alike(taken: readonly Omit<AlikeShifts, 'count'>[]): AlikeShifts[] {
  const groups = Map.groupBy(taken, ({ choice, breaks }) => `${choice} ${breaks.join(' ')}`).values()
  return [...groups].map((own) => ({ ...own[0]!, count: own.length })).sort((a, b) => a.choice - b.choice)
}

function generateUnbroken(program: CoverProgram, means: GenerateMeans): GeneratedSpot {
  const solved = means.solver === null || program.choices.length === 0 ? NOT_SOLVED : solveLevels(program, means.solver, means.isOver)
  const { counts, bound } = solved
  const solution = counts === null ? null : { counts, cost: costOf(program, counts) }
  if (solution !== null && bound.length === LEVELS) return { ...written(solution), bound }
  const taken = takeShifts(program, means.isOver)
  const best = solution !== null && compareLevels(solution.cost, taken.cost) < 0 ? solution : taken
  const sure = (level: number): number | null => bound[level] ?? (program.choices.length === 0 ? best.cost[level]! : null)
  return { ...written(best), bound: Array.from({ length: LEVELS }, (_, level) => sure(level)) }
}

function written({ counts, cost }: Found): Pick<GeneratedSpot, 'shifts' | 'cost'> {
  return { shifts: [...counts].flatMap((count, choice) => (count === 0 ? [] : [{ choice, count, breaks: [] }])), cost }
}

interface SolvedLevels {
  readonly counts: Int32Array | null
  readonly bound: readonly number[]
}

const NOT_SOLVED: SolvedLevels = { counts: null, bound: [] }

function solveLevels(program: CoverProgram, solver: LinearSolver, isOver: () => boolean): SolvedLevels {
  const linear = solver.createProgram()
  try {
    const { rows, columns } = programRows(program)
    linear.addRows(rows)
    linear.addColumns(columns)
    const uppers = columns.map(({ upper }) => upper)
    const held = new Uint8Array(columns.length)
    const bound: number[] = []
    let values: Float64Array | null = null
    for (let level = 0; level < LEVELS; level += 1) {
      const costs = programCosts(program, level)
      if (costs.some((cost, at) => cost !== 0 && held[at] === 0) || values === null) {
        const solution = solveLevel(linear, costs, isOver)
        if (solution === null) break
        values = solution.values
        hold(linear, { held, uppers, ...solution })
      }
      bound.push(program.empty[level]! + costs.reduce((sum, cost, at) => sum + cost * Math.round(values![at]!), 0))
    }
    return { counts: values === null ? null : countsOf(program, values), bound }
  } finally {
    linear.dispose()
  }
}

function solveLevel(linear: LinearProgram, costs: Float64Array, isOver: () => boolean) {
  costs.forEach((cost, column) => linear.setCost(column, cost))
  const outcome = linear.solve({ from: 'primal', maxIterations: MAX_ITERATIONS, iterationsPerLook: ITERATIONS_PER_LOOK, isOver: () => isOver() })
  return outcome.status === 'optimal' ? outcome : null
}

interface Holding {
  readonly held: Uint8Array
  readonly uppers: readonly number[]
  readonly values: Float64Array
  readonly reducedCosts: Float64Array
}

/** A column whose reduced cost is not 0 has the same value in all solutions that cost as little: that of one of its ends. */
function hold(linear: LinearProgram, { held, uppers, values, reducedCosts }: Holding): void {
  reducedCosts.forEach((reduced, column) => {
    if (held[column] === 1 || Math.abs(reduced) < HALF) return
    const value = reduced > 0 ? 0 : uppers[column]!
    if (Math.round(values[column]!) !== value) return
    held[column] = 1
    linear.setBounds(column, value, value)
  })
}

/** Takes the shift that saves most by what is at work already, as many of it as save the same, until none saves anything. */
function takeShifts(program: CoverProgram, isOver: () => boolean): Found {
  const counts = new Int32Array(program.choices.length)
  const rowOf = new Map([...program.points].map((point, row) => [point, row]))
  const spans = program.choices.map(({ start, end }) => [rowOf.get(start)!, rowOf.get(end)!] as const)
  while (!isOver()) {
    const { before, room } = nextPrices(program, counts)
    let best = -1
    let most: number[] = []
    for (const [at, [from, to]] of spans.entries()) {
      const change = before.map((sums, level) => sums[to]! - sums[from]! + program.choices[at]!.cost[level]!)
      if (firstSign(change) < 0 && (best < 0 || compareLevels(change, most) < 0)) {
        best = at
        most = change
      }
    }
    if (best < 0) break
    const [from, to] = spans[best]!
    counts[best]! += room.subarray(from, to).reduce((least, left) => Math.min(least, left), Infinity)
  }
  return { counts, cost: costOf(program, counts) }
}

/** By level: what one more person in all slots before a point costs together. And by slot, how many more cost the same there. */
function nextPrices(program: CoverProgram, counts: Int32Array) {
  const before = Array.from({ length: LEVELS }, () => new Float64Array(program.points.length))
  const room = new Float64Array(program.pieces.length)
  peopleOf(program, counts).forEach((people, slot) => {
    let left = people
    const piece = program.pieces[slot]!.find(({ width }) => (left < width ? true : ((left -= width), false)))!
    room[slot] = piece.width - left
    before.forEach((sums, level) => (sums[slot + 1] = sums[slot]! + piece.price[level]!))
  })
  return { before, room }
}

function firstSign(levels: Levels): number {
  return levels.find((level) => level !== 0) ?? 0
}
