import { Random } from '../random.ts'
import { compareLevels, LEVELS } from './cover-program.ts'
import { type CoverState, MAX_CHANGED, type TakenShift } from './cover-state.ts'
import type { ProvedTaken, Taken } from './solve-shapes.ts'

/** Rounds without anything better after which the search ends: so many, and so many more for each shift. */
const ROUNDS = 400
const ROUNDS_PER_SHIFT = 40
const SEED = 1
/** In so many of all rounds the first shift is any that saves something, and not the one that saves most. */
const SHARE_OF_ANY = 0.3
/** Shifts that are tried from one look at the clock to the next. */
const CHOICES_PER_LOOK = 1_000

/** Whether no shifts do better. */
export function isProved({ cost, bound }: ProvedTaken): boolean {
  return bound.length === LEVELS && compareLevels(cost, bound) === 0
}

/** A search among the shifts of a state: some that lie near one another are given up, others taken in their place, and what is not worse is kept. It goes on where it was left. */
export class BreakSearch {
  best: Taken
  readonly #state: CoverState
  readonly #bound: readonly number[]
  readonly #random = new Random(SEED)
  #total: number
  #idle = 0

  constructor(state: CoverState, bound: readonly number[]) {
    this.#state = state
    this.#bound = bound
    this.#total = state.total()
    this.best = { taken: [...state.taken], cost: state.cost() }
  }

  /** Goes on until nothing better was found in this share of the rounds after which the search ends, all is proved, or time is over. */
  improve(share: number, isOver: () => boolean): void {
    const state = this.#state
    while (this.#idle < share * (ROUNDS + ROUNDS_PER_SHIFT * state.taken.length) && !isOver() && !isProved({ ...this.best, bound: this.#bound })) {
      const before = [...state.taken]
      takeAnew(state, this.#random, isOver)
      const now = state.total()
      this.#idle += 1
      if (now > this.#total + state.noise) {
        restore(state, before)
        continue
      }
      if (now < this.#total - state.noise) this.#keep()
      this.#total = now
    }
  }

  #keep(): void {
    this.#idle = 0
    const cost = this.#state.cost()
    if (compareLevels(cost, this.best.cost) < 0) this.best = { taken: [...this.#state.taken], cost }
  }
}

/** Takes what saves most until nothing saves anything. */
export function fill(state: CoverState, choices: readonly number[], isOver: () => boolean): void {
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
