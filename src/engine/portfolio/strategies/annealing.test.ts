import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSubmission } from '../../../api/read-schedule.ts'
import { rosterOfDecided } from '../../../model/roster.ts'
import { compareScores } from '../../../model/score.ts'
import { compile } from '../../instance/compile.ts'
import type { Incumbent } from '../../local-search/incumbent.ts'
import { weightedCost } from '../../local-search/penalty-weights.ts'
import { Random } from '../../random.ts'
import { KERNEL } from '../../scoring/kernel.ts'
import { createState, scoreOf } from '../../scoring/state.ts'
import { DEFAULT_PARAMS } from '../params.ts'
import { createSearch } from '../search.ts'
import { annealing } from './annealing.ts'

const posted: unknown = JSON.parse(readFileSync(new URL('../../../../examples/clinic-week.json', import.meta.url), 'utf8'))
const instance = compile(readSubmission(posted, { callback: 'optional' }).submission!.schedule)
const LOOKS = 40

/** What came of a search by annealing alone: how many moves it made, how many of them cost something, from which rosters it set out, and its best one. */
interface Annealed {
  readonly made: number
  readonly dearer: number
  readonly restored: readonly Int32Array[]
  readonly incumbent: Incumbent
}

/** A search of so many coolings, each of them spent at one share of it. */
function anneal(at: number, coolings = 1): Annealed {
  const state = createState(instance, rosterOfDecided(instance.schedule))
  const incumbent: Incumbent = { cells: state.cells.slice(), score: [Infinity, Infinity, Infinity, Infinity], revision: 1, bound: null }
  const pace = { clock: () => 0, progress: () => 0, onLook: () => {}, onCycle: () => {}, onNeighbourhood: () => {} }
  const search = createSearch({
    state,
    incumbent,
    random: new Random(1),
    pace,
    help: { solver: null, proves: false, isAlone: () => true },
    params: DEFAULT_PARAMS,
  })
  const count = { made: 0, dearer: 0 }
  const restored: Int32Array[] = []
  const kernel: typeof KERNEL = {
    ...KERNEL,
    apply(of, move) {
      count.made += 1
      if (weightedCost(search.penaltyWeights, move) > 0) count.dearer += 1
      KERNEL.apply(of, move)
    },
    restore(of, cells) {
      restored.push(cells.slice())
      KERNEL.restore(of, cells)
    },
  }
  const strategy = annealing.start({ ...search, kernel })
  const turn = { strategy: 'annealing', row: 'test', until: 1 }
  const cooling = { cycle: 0, from: 0, to: 1 }
  for (let look = 0; look < coolings * LOOKS; look += 1) {
    strategy.run({ ...turn, from: at, ...(look % LOOKS === 0 ? { cooling } : {}) }, () => false)
  }
  return { ...count, restored, incumbent }
}

test('moves that cost something are made while it is warm, and hardly any once it is cold', () => {
  const [warm, cold] = [anneal(0), anneal(1)]
  expect(warm.dearer).toBeGreaterThan(warm.made / 10)
  expect(cold.made).toBeGreaterThan(0)
  expect(cold.dearer / cold.made).toBeLessThan(warm.dearer / warm.made / 2)
})

test.each([0, 1])('the best roster has every change that led to it, at %i of a cooling', (at) => {
  const { incumbent } = anneal(at)
  expect(incumbent.revision).toBeGreaterThan(1)
  const state = createState(instance, rosterOfDecided(instance.schedule))
  KERNEL.restore(state, incumbent.cells)
  expect(scoreOf(state)).toEqual(incumbent.score)
})

test('a cooling but the first sets out from the best roster', () => {
  expect(anneal(1).restored).toEqual([])
  const { restored, incumbent } = anneal(1, 3)
  expect(restored).toHaveLength(2)
  const state = createState(instance, rosterOfDecided(instance.schedule))
  const scores = restored.map((cells) => {
    KERNEL.restore(state, cells)
    return scoreOf(state)
  })
  expect(compareScores(scores[1]!, scores[0]!)).toBeLessThanOrEqual(0)
  expect(compareScores(incumbent.score, scores[1]!)).toBeLessThanOrEqual(0)
})
