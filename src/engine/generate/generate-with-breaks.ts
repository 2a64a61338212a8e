import type { LinearSolver } from '../column-generation/linear-solver.ts'
import { BreakSearch, fill, isProved } from './break-search.ts'
import { compareLevels, type CoverProgram } from './cover-program.ts'
import { CoverState, type TakenShift } from './cover-state.ts'
import { type ProgramPart, programParts } from './program-parts.ts'
import { proveBreaks } from './prove-breaks.ts'
import { higher, type ProvedTaken, solveShapes } from './solve-shapes.ts'

/** What generating with breaks works with; as `GenerateMeans`. */
interface Means {
  readonly solver: LinearSolver | null
  readonly isOver: () => boolean
  readonly shareOf: (share: number) => () => boolean
}

/** What a linear program takes is whole but for rounding. */
const ALMOST = 1e-6
/** Points of a part that is solved before anything is searched for. */
const SMALL = 200
/** Of the time that there is, what solving takes of it at most. */
const SHARE_SOLVED = 0.5
/** Of the rounds after which a search ends, those after which a part that is not small is solved. */
const SHARE_SEARCHED = 0.1
/** A part with more shapes is searched alone. */
const LIMITS = { maxShapes: 20_000, maxChosen: 6_000, maxNodes: 2_000 }

/**
 * Shifts with their breaks, part by part. A part that is small is solved over all shapes of its shifts. Of the others, and of those that were not solved in time, what nothing goes below is proved by
 * linear programs in which breaks flow; what these take whole is taken, the rest one shift after another, and then some shifts that lie near one another are given up and taken anew, again and again,
 * until all is proved, nothing better was found for long, or time is over. A part that is not small is solved on the way, as far as its shapes and its time allow.
 */
export function generateWithBreaks(program: CoverProgram, means: Means): ProvedTaken {
  const parts = programParts(program)
  const solved = inTurn(parts, (share, part) => (isSmall(part) ? solveSmall(part, share(SHARE_SOLVED), means) : null), means)
  const open = parts.filter((_, at) => solved[at] === null || !isProved(solved[at]!))
  const begun = new Map(open.map((part) => [part, begin(part.program, means)]))
  const best = new Map(parts.map((part, at) => [part, solved[at]!]))
  inTurn(open, (share, part) => best.set(part, finish(begun.get(part)!, best.get(part) ?? null, share, means.solver)), means)
  return together(program, best)
}

/** An `isOver` for a share of the time of a part. */
type ShareOf = (share: number) => () => boolean

/** Does something for each part, whose time is by its choices. */
function inTurn<T>(parts: readonly ProgramPart[], act: (share: ShareOf, part: ProgramPart) => T, { shareOf }: Means): T[] {
  let left = parts.reduce((sum, { choices }) => sum + choices.length, 0)
  return parts.map((part) => {
    const own = part.choices.length / Math.max(1, left)
    left -= part.choices.length
    return act((share) => shareOf(share * own), part)
  })
}

function solveSmall({ program }: ProgramPart, isOver: () => boolean, { solver }: Means): ProvedTaken | null {
  if (program.choices.length > 0) return solver === null ? null : solve(program, filled(program, isOver), solver, isOver)
  const cost = new CoverState(program).cost()
  return { taken: [], cost, bound: cost }
}

function isSmall({ program }: ProgramPart): boolean {
  return program.choices.length === 0 || program.points.length <= SMALL
}

/** The shifts of all parts. */
function together(program: CoverProgram, best: ReadonlyMap<ProgramPart, ProvedTaken>): ProvedTaken {
  const taken: TakenShift[] = []
  const cost = program.empty.map(() => 0)
  let bound: readonly number[] = cost.slice()
  for (const [{ choices }, own] of best) {
    for (const { choice, breaks } of own.taken) taken.push({ choice: choices[choice]!, breaks })
    own.cost.forEach((value, level) => (cost[level]! += value))
    bound = own.bound.slice(0, bound.length).map((value, level) => bound[level]! + value)
  }
  return { taken, cost, bound }
}

/** Nothing is proved of what is taken one shift after another. */
function filled(program: CoverProgram, isOver: () => boolean): ProvedTaken {
  const state = new CoverState(program)
  fill(state, [...program.choices.keys()], isOver)
  return { taken: [...state.taken], cost: state.cost(), bound: [] }
}

/** Shifts that were found, and better ones where they could be solved. */
function solve(program: CoverProgram, known: ProvedTaken, solver: LinearSolver | null, isOver: () => boolean): ProvedTaken {
  return solver === null ? known : solveShapes(program, known, solver, { ...LIMITS, isOver })
}

/** A search, and what is proved of it. */
interface Begun {
  readonly state: CoverState
  readonly bound: readonly number[]
}

function begin(program: CoverProgram, { solver, isOver }: Means): Begun {
  const state = new CoverState(program)
  const { bound, parts } = solver === null ? { bound: [], parts: null } : proveBreaks(program, solver, isOver)
  parts?.forEach((part, choice) => {
    for (let whole = Math.floor(part + ALMOST); whole > 0; whole -= 1) state.add(choice, state.tryChoice(choice).begins)
  })
  fill(state, [...program.choices.keys()], isOver)
  return { state, bound }
}

/** The better of what was solved and what is found; `solved` is null where it was not tried. */
function finish({ state, bound: flowing }: Begun, solved: ProvedTaken | null, share: ShareOf, solver: LinearSolver | null): ProvedTaken {
  const isOver = share(1)
  const search = new BreakSearch(state, solved === null ? flowing : higher(flowing, solved.bound))
  if (solved === null) search.improve(SHARE_SEARCHED, isOver)
  const known =
    solved === null
      ? solve(state.program, { ...search.best, bound: flowing }, solver, share(SHARE_SOLVED))
      : { ...solved, bound: higher(flowing, solved.bound) }
  if (isProved(known)) return known
  search.improve(1, isOver)
  return { ...(compareLevels(known.cost, search.best.cost) < 0 ? known : search.best), bound: known.bound }
}
