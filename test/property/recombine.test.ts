import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/compile/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { createCosts } from '../../src/engine/pricing/costs.ts'
import { Recombiner } from '../../src/engine/pricing/recombiner.ts'
import { Random } from '../../src/engine/random.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { createState, rosterOf, scoreFromScratch, scoreOf } from '../../src/engine/scoring/state.ts'
import { createSoftening } from '../../src/engine/search/soften.ts'
import { compareScores } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'

const SCHEDULES = Number(process.env.TURNUS_ROWS ?? 60)
const STEPS = 15_000

test(`recombining never makes a roster worse, on ${SCHEDULES} random schedules with every rule`, { timeout: 600_000 }, async () => {
  const highs = await loadHighs()
  let bettered = 0
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const random = new Random(seed)
    const document = randomDocument(() => random.unit(), { rules: seed % 3 === 0 ? 'plain' : 'all' })
    const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
    const instance = compile(schedule)
    if (instance.employeeCount === 0) continue
    const state = createState(
      instance,
      randomRoster(schedule, () => random.unit()),
    )
    const softening = createSoftening(instance)
    const costs = createCosts(instance, softening)
    const recombiner = new Recombiner(state, softening, { solver: highs, random, move: createMove(instance), costs })
    let last = scoreOf(state)
    const isOver = (steps: number): boolean => steps > STEPS
    const onBetter = (): void => {
      const now = scoreOf(state)
      expect(compareScores(now, last), `seed ${seed}`).toBeLessThan(0)
      last = now
    }
    const { isBetter } = recombiner.run(state, { isOver, isLate: isOver, onBetter })
    if (isBetter) bettered += 1
    expect(scoreOf(state), `seed ${seed}`).toEqual(last)
    expect(scoreFromScratch(state), `seed ${seed}`).toEqual(last)
    expect(judge(schedule, rosterOf(instance, state.cells)).score, `seed ${seed}`).toEqual(last)
  }
  expect(bettered).toBeGreaterThan(SCHEDULES / 2)
})

test('the same seed and iterations give the same roster when rows are recombined', { timeout: 120_000 }, async () => {
  for (let seed = 1; seed <= 6; seed += 1) {
    const random = new Random(seed)
    const { schedule } = readSubmission(
      randomDocument(() => random.unit(), { rules: 'all' }),
      { callback: 'optional' },
    ).submission!
    const search = async () => solve(schedule, solveOptions({ seed, maxIterations: 60_000, solver: await loadHighs(), proves: true }))
    const once = await search()
    const again = await search()
    expect(again.roster, `seed ${seed}`).toEqual(once.roster)
    expect(again.score, `seed ${seed}`).toEqual(once.score)
    expect(judge(schedule, once.roster).score).toEqual(once.score)
  }
})
