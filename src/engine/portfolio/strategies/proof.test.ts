import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../../test/sample-schedule.ts'
import type { Score } from '../../../model/score.ts'
import { compile } from '../../compile/compile.ts'
import { Random } from '../../random.ts'
import { cellsOf, createState } from '../../scoring/state.ts'
import type { Incumbent } from '../../search/incumbent.ts'
import { DEFAULT_PARAMS } from '../params.ts'
import { createSearch } from '../search.ts'
import type { Turn } from '../strategy.ts'
import { Proof, type ProverInTurn } from './proof.ts'

const SEARCH = 1000
const SCORE: Score = [0, 1000, 0, 0]

/** A proof whose prover works until it is told to end, and then stands at the next of `bounds`; where it `isOffering` it has one roster, in which the only shift is filled. */
function proof({ bounds = [], begun = 0, isOffering = false }: { bounds?: readonly number[]; begun?: number; isOffering?: boolean }) {
  const { schedule } = sampleSchedule({ employees: [{}], shifts: [{ from: 480, to: 960, employee: null }], weights: { assignShift: [1, 0, 0, 0] } })
  const instance = compile(schedule)
  const state = createState(instance, Int32Array.of(-1))
  const incumbent: Incumbent = { cells: state.cells.slice(), score: SCORE, revision: 1, bound: null }
  const progress = (iterations: number): number => Math.min(1, iterations / SEARCH)
  const pace = { clock: () => 0, progress, onLook: () => {}, onCycle: () => {}, onNeighbourhood: () => {} }
  const search = createSearch({
    state,
    incumbent,
    random: new Random(1),
    pace,
    help: { solver: null, proves: true, meet: null },
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
    isReachedBy: () => false,
    improve(_cells, _score, isOver) {
      let steps = 0
      while (!isOver(steps)) steps += 1
      turns.push(steps)
      return steps
    },
    takeRoster() {
      const roster = offered
      offered = null
      return roster
    },
    dispose() {},
  }
  return { strategy: new Proof(search, prover), search, turns }
}

const TURN: Turn = { strategy: 'proof', row: 'a row', from: 0, until: 0.1 }

test('a proof works to the end of its turn, and what that takes counts', () => {
  const { strategy, search, turns } = proof({})
  expect(strategy.run(TURN)).toEqual({ steps: 100, hasWon: false })
  expect([turns, search.iterations]).toEqual([[100], 100])
})

test('it wins when it closes a tenth of the gap', () => {
  const { strategy } = proof({ bounds: [100, 190, 500] })
  const wins = [0.1, 0.2, 0.3].map((until) => {
    return strategy.run({ ...TURN, until }).hasWon
  })
  // Gaps of 0.9, 0.81 and 0.5: a tenth of each is closed but of the first two, where it is just as much as that and not more.
  expect(wins).toEqual([false, false, true])
})

test('where half of the turn tells that the rest is of no use, the rest is not taken', () => {
  const review = { at: 0.05, charged: 0.01, max: 0.5 }
  const hopeless = proof({ begun: 0.11 })
  expect(hopeless.strategy.run({ ...TURN, review }).steps).toBe(50)
  const hopeful = proof({ begun: 0.121 })
  hopeful.strategy.run({ ...TURN, review })
  expect(hopeful.turns).toEqual([50, 50])
})

test('the roster that a proof comes to becomes the incumbent where it is better, and local search goes on from where it was', () => {
  const { strategy, search } = proof({ isOffering: true })
  const before = search.state.cells.slice()
  strategy.run(TURN)
  expect(search.incumbent.score).toEqual([0, 0, 0, 0])
  expect(search.state.cells).toEqual(before)
})
