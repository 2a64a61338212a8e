import { describe, expect, test } from 'vitest'
import { DEFAULT_PARAMS } from './params.ts'
import { play, rowsOf } from './policy.fixture.ts'

describe('a long horizon', () => {
  const strategies = ['annealing', 'rolling-horizon', 'large-neighbourhoods', 'proof-by-ascent']
  const progress = { proofBy: 'ascent', isUnproved: true } as const
  const rolled = (hasWon: boolean, isBroken = false, gap: number | null = 0.1) => {
    return play({
      cells: 20_000,
      strategies,
      progress: { ...progress, isBroken, isStateBroken: isBroken, canTakeAll: false },
      play({ strategy }) {
        if (strategy === 'rolling-horizon') return { share: 0.3, hasWon }
        if (strategy === 'proof-by-ascent') return { progress: { gap, isUnproved: false } }
        return { share: 0.05, hasWon: strategy === 'large-neighbourhoods' }
      },
    })
  }

  test('is gone along once, after the first cooling, in half of the search at most', () => {
    const game = rolled(false)
    const turns = Array.from({ length: 12 }, () => game.next())
    const [roll, ...more] = turns.filter(({ row }) => row === 'roll')
    expect(turns.indexOf(roll!)).toBe(1)
    expect(roll!.until - roll!.from).toBeCloseTo(0.5)
    expect(more).toEqual([])
  })

  test('tells what its prices prove at once, and proves no more while rosters become better', () => {
    const game = rolled(true)
    expect(rowsOf(game, 5)).toEqual(['next-cooling', 'roll', 'bound-of-rolling-by-ascent', 'neighbourhoods', 'next-cooling'])
    game.see({ share: 0.8 })
    expect(rowsOf(game, 3)).not.toContain('bound-before-neighbourhoods-by-ascent')
    const lost = rolled(false)
    expect(rowsOf(lost, 3)).toEqual(['next-cooling', 'roll', 'neighbourhoods'])
  })

  test('tells what its prices prove in a few turns where one does not suffice, and gives that up', () => {
    const game = rolled(true, false, null)
    const rows = rowsOf(game, 2 + DEFAULT_PARAMS.proving.turnsToTell + 1)
    expect(new Set(rows.slice(2, -1))).toEqual(new Set(['bound-of-rolling-by-ascent']))
    expect(rows.at(-1)).toBe('neighbourhoods')
  })

  test('proves on when rosters do not become better any more', () => {
    const game = rolled(true)
    rowsOf(game, 5)
    game.see({ share: 0.8 })
    game.win(false)
    expect(rowsOf(game, 2)).toContain('bound-before-neighbourhoods-by-ascent')
  })

  test('leaves what it breaks to large neighbourhoods, for a tenth of the search at least, and tells what is proved when that is mended', () => {
    const game = rolled(true, true)
    expect(rowsOf(game, 2)).toEqual(['next-cooling', 'roll'])
    const { row, from, until } = game.next()
    expect(row).toBe('neighbourhoods')
    expect(until - from).toBeCloseTo(DEFAULT_PARAMS.policy.afterRolling)
    game.see({ isBroken: false })
    expect(game.next().row).toBe('bound-of-rolling-by-ascent')
  })
})
