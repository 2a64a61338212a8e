import { describe, expect, test } from 'vitest'
import { ALL, play } from './policy.fixture.ts'

describe('a proof within a cooling', () => {
  /** Plays the first cooling, a thousandth of the search and a step at a time; a proof takes two hundredths and a step, too. */
  const firstCooling = (strategies: readonly string[]) => {
    const game = play({ strategies, play: ({ strategy }) => ({ share: strategy === 'annealing' ? 0.001 : 0.02 }) })
    const coldness: number[] = []
    for (let iterations = 1; game.peek().row !== 'polish'; iterations += 1) {
      const { strategy, from, paused = 0 } = game.next()
      game.see({ iterations })
      if (strategy === 'annealing') coldness.push(Math.round(1000 * (from - paused)))
    }
    const endedAt = game.share
    const { maxSteps } = game.next()
    let turn = game.next()
    while (turn.strategy !== 'large-neighbourhoods') turn = game.next()
    return { endedAt, coldness, maxSteps, forNeighbourhoods: turn.extension!.share }
  }
  const without = firstCooling(ALL.filter((name) => !name.startsWith('proof-by-')))
  const withProof = firstCooling(ALL)

  test('takes none of its time', () => {
    expect(without.endedAt).toBeCloseTo(0.02)
    expect(withProof.endedAt).toBeCloseTo(0.04)
    expect(withProof.coldness).toEqual(without.coldness)
  })

  test('leaves to what comes after it what it would have had', () => {
    expect(withProof.maxSteps).toBe(without.maxSteps)
    expect(withProof.forNeighbourhoods).toBeCloseTo(without.forNeighbourhoods)
  })
})
