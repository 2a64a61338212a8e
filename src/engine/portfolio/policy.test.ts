import { describe, expect, test } from 'vitest'
import { DEFAULT_PARAMS } from './params.ts'
import { isTooSoon, nextTurn } from './policy.ts'
import { STEP, type View } from './view.ts'
import { ALL, play, type Played, rowsOf } from './policy.fixture.ts'
import type { Turn } from './strategy.ts'

const BEFORE_PROOF = STEP.proof - 1
const BEFORE_LATE_PROOF = STEP.lateProof - 1

/** A proof that stands at the next of `gaps` after each turn; the last one stays. `goOn` lets it take all the turns that it is given at one place of a round, and answers their thousandths of the search. */
function proof({
  gaps = [],
  begun = 0,
  isUnproved = false,
  ...rest
}: Played & { gaps?: readonly (number | null)[]; begun?: number; isUnproved?: boolean }) {
  let turnsOver = 0
  const game = play({
    ...rest,
    progress: { begun, isUnproved, ...rest.progress },
    play(turn) {
      turnsOver += 1
      const gap = gaps[Math.min(turnsOver, gaps.length) - 1] ?? null
      const { gapToWin, review } = turn.proof!
      const hasWon = gap !== null && gap < gapToWin
      // As the strategy does.
      const half = review === undefined ? null : review.at - turn.from
      const isGivenUp = half !== null && review!.charged + half > review!.max * begun
      return { hasWon, ...(isGivenUp ? { share: half } : {}), progress: { gap, isUnproved: isUnproved && gap === null } }
    },
  })
  let hasBegun = false
  const goOn = (): number => {
    const from = game.share
    game.goTo(hasBegun ? BEFORE_PROOF : BEFORE_LATE_PROOF)
    hasBegun = true
    while (game.peek().strategy.startsWith('proof-by-')) game.next()
    return Math.round(1000 * (game.share - from))
  }
  return { game, goOn }
}

describe('a round', () => {
  test('begins with a cooling and gives everybody one turn', () => {
    expect(rowsOf(play({ progress: { isStateBroken: true } }), 7)).toEqual([
      'next-cooling',
      'polish',
      'fill-groups',
      'repair',
      'neighbourhoods',
      'bound-after-neighbourhoods-by-branching',
      'next-cooling',
    ])
  })

  test('passes over what an instance has no use for', () => {
    expect(rowsOf(play({ strategies: ['annealing', 'row-polishing'] }), 4)).toEqual(['next-cooling', 'polish', 'next-cooling', 'polish'])
  })

  test('does not repair what is not broken', () => {
    expect(rowsOf(play({}), 4)).not.toContain('repair')
  })

  test('of a large house leaves breaches to local search, until that has tried 400 moves for each cell', () => {
    const after = (moves: number): string[] => rowsOf(play({ cells: 10_001, progress: { isBroken: true, isStateBroken: true, moves } }), 4)
    expect(after(4_000_399)).toEqual(['next-cooling', 'polish', 'fill-groups', 'next-cooling'])
    expect(after(4_000_400)[3]).toBe('repair')
  })

  test('polishes for half as long as the cooling took, and for half of that after it was in vain', () => {
    const game = play({ strategies: ['annealing', 'row-polishing'] })
    const steps: (number | undefined)[] = []
    for (let iterations = 1000; iterations <= 3000; iterations += 1000) {
      game.next()
      game.see({ iterations })
      steps.push(game.next().maxSteps)
    }
    expect(steps).toEqual([500, 250, 125])
  })

  test('comes to large neighbourhoods again soon after they won, and its cycle is not over then', () => {
    const coolingAfter = (hasWon: boolean): number => {
      const game = play({
        strategies: ['annealing', 'large-neighbourhoods'],
        play: ({ strategy }) => ({ share: strategy === 'annealing' ? 0.2 : 0.1, hasWon }),
      })
      game.next()
      game.next()
      const { from, until } = game.next()
      return until - from
    }
    expect(coolingAfter(true)).toBeCloseTo(DEFAULT_PARAMS.policy.betweenNeighbourhoods)
    expect(coolingAfter(false)).toBeCloseTo(0.25)
  })

  test('repairs a roster that people were told before all else, once, in a quarter of the search', () => {
    const game = play({ strategies: ['annealing', 'kept-roster', 'row-polishing'] })
    const turns = Array.from({ length: 4 }, () => game.next())
    expect(turns.map(({ row }) => row)).toEqual(['repair-kept', 'next-cooling', 'polish', 'next-cooling'])
    expect(turns[0]).toMatchObject({ from: 0, until: 0.25 })
  })

  test('fills what that left empty next, once, in half of the rest', () => {
    const game = play({ strategies: ['annealing', 'kept-roster', 'kept-filling', 'row-polishing'] })
    const turns = Array.from({ length: 4 }, () => game.next())
    expect(turns.map(({ row }) => row)).toEqual(['repair-kept', 'fill-kept', 'next-cooling', 'polish'])
    expect(turns[1]).toMatchObject({ from: 0.25, until: 0.625 })
  })

  test('begins with emptying rows where fewest people are wanted, and has them emptied after each cooling', () => {
    const game = play({ strategies: ['annealing', 'row-emptying', 'row-polishing'] })
    const turns = Array.from({ length: 5 }, () => game.next())
    expect(turns.map(({ row }) => row)).toEqual(['first-emptying', 'next-cooling', 'empty-rows', 'polish', 'next-cooling'])
    const lengthOf = (name: string): number => turns.filter(({ row }) => row === name).reduce((sum, { from, until }) => sum + until - from, 0)
    // A tenth of the search at first, and half as much after a turn that emptied nobody.
    expect([lengthOf('first-emptying'), lengthOf('empty-rows')]).toEqual([expect.closeTo(0.1), expect.closeTo(0.05)])
  })

  // The share of a search that is over is 1, so that whoever has until later never ends.
  test('gives no turn beyond the end of the search', () => {
    const { view } = play({ strategies: ['annealing', 'row-emptying'] })
    const { row, turn } = nextTurn({ ...view, progress: { ...view.progress, share: 0.97 } })
    expect([row.name, turn.until]).toEqual(['first-emptying', 1])
  })

  test('empties no rows where nobody less can be used, or the first priority is broken', () => {
    const strategies = ['annealing', 'row-emptying']
    expect(rowsOf(play({ strategies, progress: { isFewest: true } }), 3)).toEqual(['next-cooling', 'next-cooling', 'next-cooling'])
    expect(rowsOf(play({ strategies, progress: { isBroken: true } }), 3)).toEqual(['first-emptying', 'next-cooling', 'next-cooling'])
  })

  test('proves in half of what belongs to priorities that large neighbourhoods do not look at, and no longer', () => {
    const rowsAt = (share: number): readonly string[] => {
      const game = play({ priorities: 4 })
      game.goTo(BEFORE_PROOF)
      const { view } = game
      const { row, turn } = nextTurn({ ...view, progress: { ...view.progress, share } })
      return [row.name, String(turn.until)]
    }
    expect(rowsAt(0.97)).toEqual(['bound-before-neighbourhoods-by-branching', '0.99'])
    expect(rowsAt(0.99)[0]).not.toMatch(/^bound/)
  })

  test('ends large neighbourhoods where priorities are left that they do not look at', () => {
    const four = nextView(play({ priorities: 4 }))
    expect(nextTurn({ ...four, progress: { ...four.progress, share: 0.97 } }).turn.extension!.latest).toBe(0.98)
    expect(nextTurn({ ...four, progress: { ...four.progress, share: 0.98 } }).turn.strategy).not.toBe('large-neighbourhoods')
  })
})

/** What a game sees where large neighbourhoods come next. */
function nextView(game: ReturnType<typeof play>): View {
  game.goTo(BEFORE_LATE_PROOF - 1)
  return game.view
}

const SLOW = { cells: 10_001, isBroken: false, sweepShare: 0.31, share: 0.49, rolled: false }
for (const { when, ...change } of [
  { when: 'the house is smaller', cells: 10_000 },
  { when: 'there are breaches', isBroken: true },
  { when: 'a sweep takes three tenths of the search', sweepShare: 0.3 },
  { when: 'half of the search is over', share: 0.5 },
  { when: 'its long horizon was gone along', rolled: true },
]) {
  test(`large neighbourhoods wait for local search in a large house that they could hardly go over once, but not when ${when}`, () => {
    const isWaiting = ({ cells, rolled, ...progress }: typeof SLOW): boolean => {
      const { facts, ledger } = play({}).view
      const accounts = rolled ? { 'rolling-horizon': { turns: 1, share: 0.3, inVain: 0, wins: 1, grant: 1 } } : {}
      return isTooSoon({ facts: { ...facts, cells }, ledger: { ...ledger, accounts }, params: DEFAULT_PARAMS, progress })
    }
    expect(isWaiting(SLOW)).toBe(true)
    expect(isWaiting({ ...SLOW, ...change })).toBe(false)
  })
}

describe('a proof', () => {
  test('begins within the first cooling after a hundredth of the search, but in a large house, and takes 2 % of it at most', () => {
    const first = (share: number, cells: number): Turn => {
      const game = play({ cells, play: () => ({ share: 0 }), progress: { isUnproved: true, begun: 1 } })
      game.next()
      game.coolUntil(0.5)
      game.see({ share })
      return game.next()
    }
    expect([first(0.01, 1000).row, first(0.011, 1000).row, first(0.011, 10_001).row]).toEqual(['cooling', 'first-bound-by-branching', 'cooling'])
    const { from, until, proof: order } = first(0.1, 1000)
    expect([until - from, order!.review]).toEqual([expect.closeTo(0.02), undefined])
  })

  test('takes 8 % of the search at a time, and 16 % altogether', () => {
    const { goOn } = proof({ gaps: [0.5] })
    goOn()
    expect([goOn(), goOn(), goOn()]).toEqual([80, 0, 0])
  })

  test('goes on at once while it closes a tenth of the gap, and only what did not is counted', () => {
    const { goOn } = proof({ gaps: [0.89, 0.8, 0.79] })
    expect(goOn()).toBe(3 * 80)
    expect([goOn(), goOn()]).toEqual([80, 0])
  })

  test('takes 60 % of the search at once beside others, large neighbourhoods winning or not, with three priorities and linear programs that prove', () => {
    const { game, goOn } = proof({ gaps: [0.95, 0.9], priorities: 3, isAlone: false })
    game.win(true)
    expect([goOn(), goOn()]).toEqual([600, 0])
    const byPrices = { strategies: ALL.filter((name) => name !== 'proof-by-branching'), progress: { proofBy: 'ascent' } } as const
    for (const over of [{ priorities: 2 }, { isAlone: true }, byPrices]) {
      const less = proof({ gaps: [0.95, 0.9], priorities: 3, isAlone: false, ...over })
      less.game.win(true)
      expect([less.goOn(), less.goOn()], JSON.stringify(over)).toEqual([80, 80])
    }
  })

  test('takes a quarter of the search at a time beside others, and 60 % altogether, once large neighbourhoods win no more and little is left', () => {
    const { game, goOn } = proof({ gaps: [0.05], isAlone: false })
    game.win(false)
    // The first turn knows of no gap yet, and closes much; the second does not.
    expect(goOn()).toBe(80 + 250)
    expect([goOn(), goOn(), goOn()]).toEqual([250, 100, 0])
  })

  test('has no longer turns where nobody else searches, where large neighbourhoods win, or where much is left', () => {
    for (const { isWinning = true, ...over } of [{}, { isAlone: false }, { isAlone: false, isWinning: false, gaps: [0.15] }]) {
      const { game, goOn } = proof({ gaps: [0.05], ...over })
      game.win(isWinning)
      expect(goOn(), JSON.stringify(over)).toBe(160)
    }
  })

  test('comes before large neighbourhoods from half of the search on, or two fifths beside others', () => {
    for (const [isAlone, share] of [
      [true, 0.5],
      [false, 0.4],
    ] as const) {
      const at = (now: number): string => {
        const game = play({ isAlone, progress: { share: now } })
        game.goTo(BEFORE_PROOF)
        return game.next().row
      }
      expect(at(share - 0.001)).toBe('neighbourhoods')
      expect(at(share)).toBe('bound-before-neighbourhoods-by-branching')
    }
  })

  test('waits in a large house for half of the search, beside others too', () => {
    const at = (share: number, step: number): string => {
      const game = play({ cells: 10_001, isAlone: false, progress: { share } })
      game.goTo(step)
      return game.next().row
    }
    expect([at(0.45, BEFORE_PROOF), at(0.45, BEFORE_LATE_PROOF)]).toEqual(['neighbourhoods', 'next-cooling'])
    expect([at(0.5, BEFORE_PROOF), at(0.5, BEFORE_LATE_PROOF)]).toEqual([
      'bound-before-neighbourhoods-by-branching',
      'bound-after-neighbourhoods-by-branching',
    ])
  })

  test('that has begun calls large neighbourhoods back when the roster is what it waited for, as long as it has time left', () => {
    const { game, goOn } = proof({ gaps: [0.5], progress: { share: 0.5 } })
    const isDue = (share: number, isBoundReached: boolean): boolean => {
      game.see({ share, isBoundReached })
      return game.isCalledBack('neighbourhoods')
    }
    expect(isDue(0.5, false)).toBe(true)
    goOn()
    expect(isDue(0.6, false)).toBe(false)
    expect(isDue(0.6, true)).toBe(true)
    expect(isDue(0.4, true)).toBe(false)
    game.see({ share: 0.6 })
    goOn()
    goOn()
    expect(isDue(0.8, true)).toBe(false)
  })
})

describe('a proof by two methods', () => {
  /** An ascent that takes 2 % of the search, and then linear programs: with the rest of its turn, at least. */
  function twoMethods(gaps: readonly number[]) {
    let turns = 0
    return play({
      progress: { proofBy: 'ascent' },
      play: ({ strategy, proof: order }) => {
        if (!strategy.startsWith('proof-by-')) return { share: 0 }
        const gap = gaps[turns] ?? gaps.at(-1)!
        turns += 1
        const isFirst = strategy === 'proof-by-ascent'
        const over = isFirst ? { share: 0.02, isHandedOver: true } : {}
        return { ...over, hasWon: gap < order!.gapToWin, progress: { gap, proofBy: 'branching' } }
      },
    })
  }

  test('gives what one of them leaves of its turn to the other', () => {
    const game = twoMethods([0.95])
    game.goTo(BEFORE_LATE_PROOF)
    const [first, second] = [game.next(), game.next()]
    expect([first.row, second.row]).toEqual(['bound-after-neighbourhoods-by-ascent', 'bound-handed-over-by-branching'])
    expect([first.until, second.from, second.until]).toEqual([0.08, 0.02, 0.08])
    expect(second.proof).toEqual(first.proof)
    expect(game.next().row).toBe('next-cooling')
  })

  test('wins when both together closed a tenth of the gap, and is in vain with all of its time when they did not', () => {
    // 6 % each are more than a tenth together.
    const won = twoMethods([0.94, 0.88])
    won.goTo(BEFORE_LATE_PROOF)
    won.next()
    won.next()
    expect([won.view.ledger.last!.hasWon, won.peek().row]).toEqual([true, 'bound-goes-on-by-branching'])
    expect(won.view.ledger.accounts['proof-by-ascent']!.inVain).toBe(0)
    const lost = twoMethods([0.95, 0.91])
    lost.goTo(BEFORE_LATE_PROOF)
    lost.next()
    expect(lost.view.ledger.accounts['proof-by-ascent']!.inVain).toBe(0)
    lost.next()
    expect(lost.view.ledger.accounts['proof-by-branching']!.inVain).toBeCloseTo(0.08)
  })
})

test('a turn that methods hand to one another several times is in vain with all of its time', () => {
  let turns = 0
  const game = play({
    progress: { proofBy: 'ascent', gap: 0.5 },
    play: ({ strategy }) => {
      if (!strategy.startsWith('proof-by-')) return { share: 0 }
      turns += 1
      const proofBy = strategy === 'proof-by-ascent' ? ('branching' as const) : ('ascent' as const)
      return turns < 3 ? { share: 0.02, isHandedOver: true, progress: { proofBy } } : {}
    },
  })
  game.goTo(BEFORE_LATE_PROOF)
  expect(rowsOf(game, 3)).toEqual(['bound-after-neighbourhoods-by-ascent', 'bound-handed-over-by-branching', 'bound-handed-over-by-ascent'])
  const { accounts } = game.view.ledger
  expect([accounts['proof-by-ascent']!.inVain, accounts['proof-by-branching']!.inVain]).toEqual([expect.closeTo(0.08), 0])
  expect([accounts['proof-by-ascent']!.share, accounts['proof-by-branching']!.share]).toEqual([expect.closeTo(0.06), expect.closeTo(0.02)])
})

describe('a proof by prices alone', () => {
  test('takes up to three tenths until it proves anything', () => {
    const { goOn } = proof({ isUnproved: true, begun: 0.9 })
    expect([goOn(), goOn(), goOn(), goOn(), goOn()]).toEqual([80, 80, 80, 60, 0])
  })

  test('goes on from half of the search on until it proves anything, and does not begin that anew', () => {
    const { goOn } = proof({ isUnproved: true, begun: 0.9, progress: { share: 0.5 } })
    expect([goOn(), goOn()]).toEqual([300, 0])
  })

  test('that proves something goes on like any other then', () => {
    const { goOn } = proof({ isUnproved: true, begun: 0.9, progress: { share: 0.5 }, gaps: [null, 0.6, 0.6] })
    expect([goOn(), goOn()]).toEqual([240, 0])
  })

  test('is given up after half of a turn when it would take too much more', () => {
    // 4 % of the search are more than 1.25 × 30 % × 0.1.
    const { goOn } = proof({ isUnproved: true, begun: 0.1 })
    expect([goOn(), goOn()]).toEqual([40, 0])
  })

  test('goes on when half of a turn tells that it may do', () => {
    // 4 % of the search are less than 1.25 × 30 % × 0.11; 8 % are more.
    const { goOn } = proof({ isUnproved: true, begun: 0.11 })
    expect([goOn(), goOn()]).toEqual([80, 0])
  })
})
