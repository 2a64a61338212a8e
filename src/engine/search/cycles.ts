/** One stretch of the search, in which the walk cools down. */
export interface Cycle {
  /** Where it ends, as a share of the whole search; it begins where the one before it ends. */
  readonly end: number
  /** Active priorities that are frozen in it. */
  readonly frozen: number
  /** Whether the next one is looked at alone. */
  readonly alone: boolean
  /** Temperatures at its ends, as multiples of the cost of the lightest unit on the last priority (`hottest` of two: see `cyclesOf`). */
  readonly hottest: number
  readonly coldest: number
}

const HOTTEST = 60
const REHEATED = 20
const COLDEST = 0.3

function cycle(end: number, frozen: number, more: Partial<Cycle> = {}): Cycle {
  return { end, frozen, alone: false, hottest: REHEATED, coldest: COLDEST, ...more }
}

/**
 * By the number of active priorities. First the walk trades all of them for one another; then it settles them one after the other. Two are
 * traded in one long cycle: short ones before it tell which rules want to be dearer, and those after it end without a breach.
 */
const CYCLES: readonly (readonly Cycle[])[] = [
  [cycle(1, 0)],
  [cycle(0.6, 0, { hottest: HOTTEST }), cycle(0.8, 0), cycle(1, 0)],
  [
    cycle(0.02, 0, { hottest: 10 }),
    cycle(0.05, 0, { hottest: 10 }),
    cycle(0.1, 0, { hottest: 10 }),
    cycle(0.55, 0, { hottest: 5 }),
    ...[0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95].map((end) => cycle(end, 0, { hottest: 2 })),
    cycle(1, 1, { hottest: 1 }),
  ],
  [cycle(0.1, 0, { hottest: HOTTEST }), cycle(0.4, 0), cycle(0.5, 0, { alone: true }), cycle(0.75, 1), cycle(0.85, 1, { alone: true }), cycle(1, 2)],
  [
    cycle(0.1, 0, { hottest: HOTTEST }),
    cycle(0.35, 0),
    cycle(0.45, 0, { alone: true }),
    cycle(0.6, 1),
    cycle(0.7, 1, { alone: true }),
    cycle(0.85, 2),
    cycle(1, 3),
  ],
]

/**
 * Of the range: how far the walk that trades two priorities is warmed and cooled at most. Where all units weigh much the same, the middle of them is next to
 * the heaviest, and a walk that is several times as warm as that only forgets.
 */
const WARMED = 0.12
const COOLED = 0.07

/**
 * The cycles of a search with so many active priorities, 0 to 4. `range` is how many times the lightest unit of the last one its heaviest is: where
 * two are traded, the walk is as warm as what lies in the middle.
 */
export function cyclesOf(active: number, range: number): readonly Cycle[] {
  const cycles = CYCLES[active]!
  if (active !== 2) return cycles
  const warmth = Math.min(Math.sqrt(range), WARMED * range)
  return cycles.map((each) => ({ ...each, hottest: each.hottest * warmth, coldest: Math.min(each.coldest, COOLED * range) }))
}

/** One way from warm to cold: within a cycle, by its number, between two shares of the whole search. */
export interface Cooling {
  readonly cycle: number
  readonly from: number
  readonly to: number
}

/** Where recombining found better rosters, the walk comes to it again after this share of the search. */
const BETWEEN_RECOMBINING = 0.02

/**
 * How the walk goes on at such a share of the search, below 1, after `cycle`: what came between may have taken longer than further cycles, and those are left
 * out. Where the walk `isBeaten` by what came between, that comes again soon, and the cycle is not over then.
 */
export function nextCooling(cycles: readonly Cycle[], { cycle }: Pick<Cooling, 'cycle'>, progress: number, isBeaten: boolean): Cooling {
  let next = cycle
  while (next < cycles.length - 1 && cycles[next]!.end <= progress) next += 1
  const { end } = cycles[next]!
  return isBeaten
    ? { cycle: next, from: progress, to: Math.min(end, progress + BETWEEN_RECOMBINING) }
    : { cycle: next, from: cycles[next - 1]?.end ?? 0, to: end }
}

/** How warm the walk is at such a share of the search. */
export function temperatureAt({ hottest, coldest }: Cycle, { from, to }: Cooling, progress: number): number {
  return hottest * Math.pow(coldest / hottest, Math.min(1, (progress - from) / (to - from)))
}
