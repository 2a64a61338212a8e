import type { LinearSolver } from '../column-generation/linear-solver.ts'
import { Random } from '../random.ts'
import { compareLevels, type CoverProgram, LEVELS, type Levels } from './cover-program.ts'
import { CoverState, MAX_CHANGED, type TakenShift } from './cover-state.ts'
import { proveBreaks } from './prove-breaks.ts'

/** What generating with breaks works with; as `GenerateMeans`. */
interface Means {
  readonly solver: LinearSolver | null
  readonly isOver: () => boolean
}

interface WithBreaks {
  readonly taken: readonly TakenShift[]
  readonly cost: Levels
  readonly bound: readonly number[]
}

/** Rounds without anything better after which the search ends: so many, and so many more for each shift. */
const ROUNDS = 400
const ROUNDS_PER_SHIFT = 40
const SEED = 1
/** In so many of all rounds the first shift is any that saves something, and not the one that saves most. */
const SHARE_OF_ANY = 0.3
/** Shifts that are tried from one look at the clock to the next. */
const CHOICES_PER_LOOK = 1_000
/** What a linear program takes is whole but for rounding. */
const ALMOST = 1e-6

/**
 * Shifts with their breaks. What nothing goes below is proved by linear programs in which breaks flow; what they take whole is taken, the rest one shift after another, and then some shifts that lie near
 * one another are given up and taken anew, again and again, until all is proved, nothing better was found for long, or time is over.
 */
export function generateWithBreaks(program: CoverProgram, { solver, isOver }: Means): WithBreaks {
  if (program.choices.length === 0) {
    const cost = new CoverState(program).cost()
    return { taken: [], cost, bound: cost }
  }
  const { bound, parts } = solver === null ? { bound: [], parts: null } : proveBreaks(program, solver, isOver)
  const state = new CoverState(program)
  const choices = [...program.choices.keys()]
  parts?.forEach((part, choice) => {
    for (let whole = Math.floor(part + ALMOST); whole > 0; whole -= 1) state.add(choice, state.tryChoice(choice).begins)
  })
  fill(state, choices, isOver)
  const best = improve(state, bound, isOver)
  return { ...best, bound }
}

/** Takes what saves most until nothing saves anything. */
function fill(state: CoverState, choices: readonly number[], isOver: () => boolean): void {
  while (!isOver()) {
    let [best, least] = [-1, -state.noise]
    let begins: readonly number[] = []
    for (const [at, choice] of choices.entries()) {
      if (at % CHOICES_PER_LOOK === CHOICES_PER_LOOK - 1 && isOver()) return
      const tried = state.tryChoice(choice)
      if (tried.change >= least) continue
      best = choice
      least = tried.change
      begins = [...tried.begins]
    }
    if (best < 0) return
    state.add(best, begins)
  }
}

interface Best {
  readonly taken: readonly TakenShift[]
  readonly cost: Levels
}

function improve(state: CoverState, bound: readonly number[], isOver: () => boolean): Best {
  const random = new Random(SEED)
  let total = state.total()
  let best: Best = { taken: [...state.taken], cost: state.cost() }
  const isProved = (): boolean => bound.length === LEVELS && compareLevels(best.cost, bound) === 0
  for (let idle = 0; idle < ROUNDS + ROUNDS_PER_SHIFT * state.taken.length && !isOver() && !isProved(); idle += 1) {
    const before = [...state.taken]
    takeAnew(state, random, isOver)
    const now = state.total()
    if (now > total + state.noise) {
      restore(state, before)
      continue
    }
    if (now < total - state.noise) {
      idle = 0
      const cost = state.cost()
      if (compareLevels(cost, best.cost) < 0) best = { taken: [...state.taken], cost }
    }
    total = now
  }
  return best
}

/** Gives up some shifts of about one time, or none, and takes others. */
function takeAnew(state: CoverState, random: Random, isOver: () => boolean): void {
  const { choices } = state.program
  let [from, until] = spanOfAny(state, random)
  const those = random.shuffle([...state.taken].filter(({ choice }) => choices[choice]!.start < until && choices[choice]!.end > from))
  for (const shift of those.slice(0, random.below(MAX_CHANGED / 2 + 1))) {
    state.removeAt(state.taken.indexOf(shift))
    from = Math.min(from, choices[shift.choice]!.start)
    until = Math.max(until, choices[shift.choice]!.end)
  }
  const near = [...choices.keys()].filter((choice) => choices[choice]!.start < until && choices[choice]!.end > from)
  if (random.unit() < SHARE_OF_ANY) {
    const saving = near.filter((choice) => state.tryChoice(choice).change < -state.noise)
    if (saving.length > 0) {
      const choice = saving[random.below(saving.length)]!
      state.add(choice, state.tryChoice(choice).begins)
    }
  }
  fill(state, near, isOver)
}

/** When some shift is that is taken, or that can be. */
function spanOfAny({ taken, program: { choices } }: CoverState, random: Random): [from: number, until: number] {
  const { start, end } = taken.length === 0 ? choices[random.below(choices.length)]! : choices[taken[random.below(taken.length)]!.choice]!
  return [start, end]
}

/** Goes back to shifts that were taken before. */
function restore(state: CoverState, before: readonly TakenShift[]): void {
  const kept = new Set(before)
  for (let place = state.taken.length - 1; place >= 0; place -= 1) if (!kept.has(state.taken[place]!)) state.removeAt(place)
  const now = new Set(state.taken)
  for (const shift of before) if (!now.has(shift)) state.add(shift.choice, shift.breaks)
}
