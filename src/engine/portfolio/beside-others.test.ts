import { describe, expect, test } from 'vitest'
import { DEFAULT_PARAMS } from './params.ts'
import { play, type Played } from './policy.fixture.ts'
import type { Turn } from './strategy.ts'

const PROOF_TOOK = 0.3
const [FIRST] = DEFAULT_PARAMS.cycles[3]!
const WARD: Played = { priorities: 3, isAlone: false, cycles: DEFAULT_PARAMS.cycles[3]!, progress: { proofBy: 'ascent' } }

/** The turns of a search that is called back soon within its first cooling; the first proof hands over to linear programs, which take `took`. */
function turns(count: number, { took = PROOF_TOOK, ...over }: Played & { readonly took?: number } = {}): readonly Turn[] {
  const game = play({
    ...WARD,
    ...over,
    progress: { ...WARD.progress, ...over.progress },
    play({ strategy }) {
      if (strategy === 'annealing') return { share: 0.015 }
      if (strategy === 'proof-by-ascent') return { progress: { proofBy: 'branching' } }
      return { share: strategy === 'proof-by-branching' ? took : 0.01 }
    },
  })
  return Array.from({ length: count }, () => game.next())
}

function rows(...given: Parameters<typeof turns>): readonly string[] {
  return turns(...given).map(({ row }) => row)
}

const BEGINS = ['next-cooling', 'first-bound-by-ascent']
const PROOF = 'bound-beside-others-by-branching'

describe('a thread that proves beside others', () => {
  test('proves before it cools, and begins then with what the others came to', () => {
    expect(rows(4)).toEqual([...BEGINS, PROOF, 'polish'])
  })

  test('cools on where the proof was over before the others were cold', () => {
    expect(rows(4, { took: 0.01 })).toEqual([...BEGINS, PROOF, 'cooling'])
    expect(FIRST!.end).toBeGreaterThan(0.015 + DEFAULT_PARAMS.proving.firstTurn + 0.01)
  })

  test('cools on where the others have no roster that keeps the first priority', () => {
    expect(rows(4, { progress: { isBroken: true } })).toEqual([...BEGINS, PROOF, 'cooling'])
  })

  test('cools in later rounds as everybody does', () => {
    const later = rows(12, { strategies: ['annealing', 'row-polishing', 'proof-by-ascent', 'proof-by-branching'] }).slice(4)
    const next = later.indexOf('next-cooling')
    expect(later.slice(next, next + 2)).toEqual(['next-cooling', 'cooling'])
  })

  test('cools first with two priorities, alone, and without linear programs that prove', () => {
    const byPrices = { strategies: ['annealing', 'row-polishing', 'proof-by-ascent'] }
    for (const over of [{ priorities: 2 }, { isAlone: true }, byPrices]) expect(rows(3, over)[2], JSON.stringify(over)).toBe('cooling')
  })

  test('solves the first linear programs alone as long as rosters become better', () => {
    expect(turns(3)[2]!.proof).toMatchObject({ firstOnly: 'all' })
    expect(turns(2, { isAlone: true })[1]!.proof).toMatchObject({ firstOnly: 'earlier' })
  })

  test('proves the next priority within the cooling as soon as the roster is what is proved of this one', () => {
    expect(rows(5, { took: 0.01, progress: { isBoundReached: true } })).toEqual([...BEGINS, PROOF, PROOF, PROOF])
  })
})

/** The share of the search that large neighbourhoods have after a first cooling that took so much. */
function neighbourhoodsAfter(cooling: number, facts: { priorities?: number; leadsAway?: boolean }): number {
  const game = play({
    ...facts,
    strategies: ['annealing', 'large-neighbourhoods'],
    play: ({ strategy }) => (strategy === 'annealing' ? { share: cooling } : {}),
  })
  game.next()
  game.coolUntil(cooling)
  const { from, until } = game.next()
  return until - from
}

test('large neighbourhoods of two priorities have 6 % of the search at least, however short the cooling was', () => {
  expect(neighbourhoodsAfter(0.0001, { priorities: 2 })).toBeCloseTo(0.06)
  expect(neighbourhoodsAfter(0.0001, { priorities: 3 })).toBeLessThan(0.01)
})

test('large neighbourhoods have a fifth of the search at least where dives lead away, however short the cooling was', () => {
  expect(neighbourhoodsAfter(0.01, { leadsAway: true })).toBeCloseTo(0.2)
  expect(neighbourhoodsAfter(0.01, { leadsAway: false })).toBeLessThan(0.2)
})
