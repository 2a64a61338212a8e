import { describe, expect, test } from 'vitest'
import { play, type Played } from './policy.fixture.ts'
import { nextTurn } from './policy.ts'
import { STEP, type View } from './view.ts'

/** A fifth of the search may go by without a better roster. */
const SHARE = 0.2

/** What comes after the cooling of a second round, so much of that fifth after the last better roster. */
function next(passed: number, { isWinning = true, ...played }: Played & { readonly isWinning?: boolean } = {}) {
  const game = play({ ...played, progress: { share: 0.5, stall: { passed, share: SHARE } } })
  game.goTo(STEP.proof - 1)
  game.win(isWinning)
  const view: View = { ...game.view, ledger: { ...game.view.ledger, round: { ...game.view.ledger.round, had: [] } } }
  const { row, turn } = nextTurn(view)
  return { row: row.name, took: turn.until - turn.from }
}

const PROOF = 'bound-before-neighbourhoods-by-branching'

describe('a thread alone, whose search ends after some time without a better roster,', () => {
  test('proves for half of that time at most before large neighbourhoods have their turn', () => {
    expect(next(0.1)).toEqual({ row: PROOF, took: expect.closeTo(0.08) })
    expect(next(0.4)).toEqual({ row: PROOF, took: expect.closeTo(0.02) })
    expect(next(0.5).row).toBe('neighbourhoods')
  })

  test('proves as long as it may once they had theirs in vain', () => {
    expect(next(0.4, { isWinning: false })).toEqual({ row: PROOF, took: expect.closeTo(0.08) })
    expect(next(0.9, { isWinning: false }).row).toBe(PROOF)
  })

  test('proves as long as it may where there are none', () => {
    expect(next(0.9, { strategies: ['annealing', 'row-polishing', 'proof-by-branching'] }).row).toBe(PROOF)
  })
})

test('a thread beside others proves as long as it may: those search', () => {
  expect(next(0.9, { isAlone: false }).row).toBe(PROOF)
})
