import { describe, expect, test } from 'vitest'
import type { Score } from '../../model/score.ts'
import type { Incumbent } from './incumbent.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { ProofTurns, type ProverInTurn } from './proof-turns.ts'

/** Steps of a whole search, so many that where a turn ends one step sooner or later does not show in thousandths of it. */
const SEARCH = 100_000
const SCORE: Score = [0, 1000, 0, 0]

/** A proof that works until its turn is over and then stands at the next of `bounds`, on the second priority, null = nothing is proved; the last one stays. */
function proof({
  bounds = [],
  isAlone = true,
  earliest = 0,
  isWinning = true,
  isLong = false,
  begun = 0,
  over = 0,
}: {
  bounds?: readonly (number | null)[]
  isAlone?: boolean
  earliest?: number
  isWinning?: boolean
  isLong?: boolean
  begun?: number
  /** Share of the search. */
  over?: number
}) {
  const incumbent: Incumbent = { cells: new Int32Array(0), score: SCORE, revision: 1, bound: null }
  const told = { steps: over * SEARCH, turns: 0, isReached: false }
  const prover: ProverInTurn = {
    get bound(): Score | null {
      const least = bounds[Math.min(told.turns, bounds.length) - 1] ?? null
      return least === null ? null : [0, least, 0, 0]
    },
    isLong,
    begun,
    canBegin: () => true,
    isReachedBy: () => told.isReached,
    improve(_cells, _score, isOver) {
      let steps = 0
      while (!isOver(steps)) steps += 1
      told.turns += 1
      return steps
    },
    takeRoster: () => null,
  }
  const turns = new ProofTurns(prover, {
    params: DEFAULT_PARAMS.proving,
    incumbent,
    isAlone,
    earliest,
    progress: (steps) => Math.min(1, (told.steps + steps) / SEARCH),
    isWinning: () => isWinning,
    onProved: (steps) => {
      told.steps += steps
    },
  })
  /** One call; answers the thousandths of the search that it took. */
  const goOn = (): number => {
    const before = told.steps
    turns.goOn()
    return Math.round((1000 * (told.steps - before)) / SEARCH)
  }
  return { turns, goOn, told }
}

describe('a proof', () => {
  test('takes 8 % of the search at a time, and 16 % altogether', () => {
    const { goOn } = proof({ bounds: [500] })
    goOn()
    expect([goOn(), goOn(), goOn()]).toEqual([80, 0, 0])
  })

  test('goes on at once while it closes a tenth of the gap, and only what did not is counted', () => {
    // Gaps of 0.89, 0.8 and 0.79: the third turn closes too little.
    const { goOn } = proof({ bounds: [110, 200, 210] })
    expect(goOn()).toBe(3 * 80)
    expect([goOn(), goOn()]).toEqual([80, 0])
  })

  test('takes a quarter of the search at a time beside others, and 60 % altogether, once recombining wins no more and little is left', () => {
    const { goOn } = proof({ bounds: [950], isAlone: false, isWinning: false })
    // The first turn knows of no gap yet, and closes much; the second does not.
    expect(goOn()).toBe(80 + 250)
    expect([goOn(), goOn(), goOn()]).toEqual([250, 100, 0])
  })

  test('has no longer turns where nobody else searches, where recombining wins, or where much is left', () => {
    for (const over of [{}, { isAlone: false, isWinning: true }, { isAlone: false, isWinning: false, bounds: [850] }]) {
      const { goOn } = proof({ bounds: [950], ...over })
      expect(goOn(), JSON.stringify(over)).toBe(160)
    }
  })

  test('comes before recombining from half of the search on, or two fifths beside others', () => {
    for (const [isAlone, share] of [
      [true, 0.5],
      [false, 0.4],
    ] as const) {
      expect(proof({ isAlone, over: share - 0.001 }).turns.comesFirst).toBe(false)
      expect(proof({ isAlone, over: share }).turns.comesFirst).toBe(true)
    }
  })

  test('waits for its earliest time, beside others too', () => {
    const early = proof({ isAlone: false, earliest: 0.5, over: 0.45 }).turns
    expect([early.comesFirst, early.comesNext, early.isDue(0.45)]).toEqual([false, false, false])
    const late = proof({ isAlone: false, earliest: 0.5, over: 0.5 }).turns
    expect([late.comesFirst, late.comesNext, late.isDue(0.5)]).toEqual([true, true, true])
  })

  test('that has begun is due again when the roster is what it waited for, as long as it has time left', () => {
    const { turns, goOn, told } = proof({ bounds: [500], over: 0.5 })
    expect(turns.isDue(0.5)).toBe(true)
    goOn()
    expect(turns.isDue(0.6)).toBe(false)
    told.isReached = true
    expect(turns.isDue(0.6)).toBe(true)
    expect(turns.isDue(0.4)).toBe(false)
    goOn()
    expect(turns.isDue(0.8)).toBe(false)
  })
})

describe('a proof by prices alone', () => {
  test('takes up to three tenths until it proves anything', () => {
    const { goOn } = proof({ isLong: true, begun: 0.9 })
    expect([goOn(), goOn(), goOn(), goOn(), goOn()]).toEqual([80, 80, 80, 60, 0])
  })

  test('goes on from half of the search on until it proves anything, and does not begin that anew', () => {
    const { goOn } = proof({ isLong: true, begun: 0.9, over: 0.5 })
    expect([goOn(), goOn()]).toEqual([300, 0])
  })

  test('that proves something goes on like any other then', () => {
    // Turns are taken in halves: the third half proves 400, which closes much of the gap; the turn after that closes nothing.
    const { goOn } = proof({ isLong: true, begun: 0.9, over: 0.5, bounds: [null, null, 400] })
    expect([goOn(), goOn()]).toEqual([240, 0])
  })

  test('is given up after half of a turn when it would take too much more', () => {
    // 4 % of the search are more than 1.25 × 30 % × 0.1.
    const { goOn } = proof({ isLong: true, begun: 0.1 })
    expect([goOn(), goOn()]).toEqual([40, 0])
  })

  test('goes on when half of a turn tells that it may do', () => {
    // 4 % of the search are less than 1.25 × 30 % × 0.11; 8 % are more.
    const { goOn } = proof({ isLong: true, begun: 0.11 })
    expect([goOn(), goOn()]).toEqual([80, 0])
  })
})
