import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import type { Score } from '../../model/score.ts'
import { compile } from '../instance/compile.ts'
import { Random } from '../random.ts'
import { cellsOf, createState } from '../scoring/state.ts'
import type { Incumbent } from '../local-search/incumbent.ts'
import { DEFAULT_PARAMS } from './params.ts'
import { createSearch, type ProverInTurn } from './search.ts'
import { ProofTurns } from './proof-turns.ts'
import type { ProofTurn, Turn } from './strategy.ts'

const SEARCH = 1000
const SCORE: Score = [0, 1000, 0, 0]

/**
 * A proof whose prover works until it is told to end, or for so many steps until the other method has to go on, and then stands at the next of `bounds`; where it `isOffering` it has
 * one roster, in which the only shift is filled.
 */
function proof({
  bounds = [],
  begun = 0,
  isOffering = false,
  isAlone = true,
  steps: most = Infinity,
  hear = () => {},
}: {
  bounds?: readonly number[]
  begun?: number
  isOffering?: boolean
  isAlone?: boolean
  steps?: number
  hear?: (incumbent: Incumbent) => void
}) {
  const { schedule } = sampleSchedule({ employees: [{}], shifts: [{ from: 480, to: 960, employee: null }], weights: { assignShift: [1, 0, 0, 0] } })
  const instance = compile(schedule)
  const state = createState(instance, Int32Array.of(-1))
  const incumbent: Incumbent = { cells: state.cells.slice(), score: SCORE, revision: 1, bound: null }
  const progress = (iterations: number): number => Math.min(1, iterations / SEARCH)
  const pace = { clock: () => 0, progress, onLook: () => {}, onCycle: () => {}, onNeighbourhood: () => hear(incumbent) }
  const started = createSearch({
    state,
    incumbent,
    random: new Random(1),
    pace,
    help: { solver: null, proves: true, isAlone: () => isAlone },
    params: DEFAULT_PARAMS,
  })
  const turns: number[] = []
  let offered = isOffering ? cellsOf(instance, Int32Array.of(0)) : null
  const prover: ProverInTurn = {
    get bound(): Score | null {
      const least = bounds[Math.min(turns.length, bounds.length) - 1]
      return least === undefined ? null : [0, least, 0, 0]
    },
    isLong: true,
    begun,
    canBegin: () => true,
    dueFor: () => 'ascent',
    isReachedBy: () => false,
    improve(_method, _incumbent, isOver) {
      let steps = 0
      while (steps < most && !isOver(steps)) steps += 1
      turns.push(steps)
      return { steps, isHandedOver: steps === most }
    },
    climb: () => ({ steps: 0, climbed: null }),
    takeRoster() {
      const roster = offered
      offered = null
      return roster
    },
    dispose() {},
  }
  const search = { ...started, prover }
  return { strategy: new ProofTurns(search, 'ascent'), search, turns }
}

/** It wins when it closes a tenth of the gap, which is whole. */
const ORDER: ProofTurn = { gapToWin: 0.9, firstOnly: 'none' }
const TURN: Turn = { strategy: 'proof-by-ascent', row: 'a row', from: 0, until: 0.1, proof: ORDER }

test('a proof works to the end of its turn, and what that takes counts', () => {
  const { strategy, search, turns } = proof({})
  expect(strategy.run(TURN)).toEqual({ steps: 100, hasWon: false, isHandedOver: false })
  expect([turns, search.iterations]).toEqual([[100], 100])
})

test('a proof ends before its turn does when it is up to the other method', () => {
  const { strategy } = proof({ steps: 30 })
  expect(strategy.run(TURN)).toEqual({ steps: 30, hasWon: false, isHandedOver: true })
})

test('it wins when the gap comes below what its turn says', () => {
  const { strategy } = proof({ bounds: [100, 190] })
  const wins = [0.1, 0.2].map((until) => {
    return strategy.run({ ...TURN, until }).hasWon
  })
  // Gaps of 0.9, which is not below that, and of 0.81.
  expect(wins).toEqual([false, true])
})

test('where half of the turn tells that the rest is of no use, the rest is not taken', () => {
  const review = { at: 0.05, charged: 0.01, max: 0.5 }
  const hopeless = proof({ begun: 0.11 })
  expect(hopeless.strategy.run({ ...TURN, proof: { ...ORDER, review } }).steps).toBe(50)
  const hopeful = proof({ begun: 0.121 })
  expect(hopeful.strategy.run({ ...TURN, proof: { ...ORDER, review } })).toEqual({ steps: 100, hasWon: false, isHandedOver: false })
  expect(hopeful.turns).toEqual([50, 50])
})

test('the roster that a proof comes to becomes the incumbent where it is better, and local search goes on from where it was', () => {
  const { strategy, search } = proof({ isOffering: true })
  const before = search.state.cells.slice()
  strategy.run(TURN)
  expect(search.incumbent.score).toEqual([0, 0, 0, 0])
  expect(search.state.cells).toEqual(before)
})

test('what others find within a proof becomes the incumbent, which local search takes no rows of for its own', () => {
  let looks = 0
  const hear = (incumbent: Incumbent): void => {
    looks += 1
    if (looks === 50) Object.assign(incumbent, { score: [0, 900, 0, 0], revision: 2 })
  }
  const { strategy, search } = proof({ hear })
  search.changed.clear()
  strategy.run(TURN)
  expect(looks).toBeGreaterThan(50)
  expect(search.incumbent.score).toEqual([0, 900, 0, 0])
  expect(search.changed.count).toBe(1)
})

test('a proof that takes long because others search ends sooner once they do not', () => {
  const search = (isAlone: boolean): number => proof({ isAlone }).strategy.run({ ...TURN, proof: { ...ORDER, untilAlone: 0.04 } }).steps
  expect([search(false), search(true)]).toEqual([100, 40])
  expect(proof({ isAlone: true }).strategy.run(TURN).steps).toBe(100)
})
