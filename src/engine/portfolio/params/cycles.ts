/** One stretch of the search, in which local search cools down. */
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
 * By the number of active priorities. First local search trades all of them for one another; then it settles them one after the other. Two are
 * traded in one long cycle: short ones before it tell which rules want to be dearer, and those after it end without a breach.
 */
export const CYCLES: readonly (readonly Cycle[])[] = [
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
