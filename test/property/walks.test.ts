// Slow: engine and checker follow random walks move by move.
import { expect, test } from 'vitest'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { apply, createMove, evaluate } from '../../src/engine/scoring/evaluate.ts'
import { createState, rosterOf, scoreFromScratch } from '../../src/engine/scoring/state.ts'
import { NEIGHBOURHOODS } from '../../src/engine/local-search/neighbourhoods.ts'
import { randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { SETTINGS_OF } from './draft.ts'
import { randomSchedule } from './random-schedule.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'

/** 210 notice every mutant of deltas that 1,500 do, 300 those of the rules. */
const WALKS = casesOf(600)
const STEPS = 12

test(`fast score, slow score and checker agree on ${WALKS} random walks from seed ${FIRST_SEED}`, () => {
  let moves = 0
  const broken = new Map<string, number>()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed += 1) {
    const { schedule, random } = randomSchedule(seed)
    const instance = compile(schedule)
    const state = createState(
      instance,
      randomRoster(schedule, () => random.unit()),
    )
    const move = createMove(instance)
    const label = `seed ${seed}`
    expect(judge(schedule, rosterOf(instance, state.cells)).score, label).toEqual([...state.score])
    for (let step = 0; step < STEPS; step += 1) {
      const neighbourhood = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
      if (!neighbourhood.propose(state, random, move, DEFAULT_PARAMS.moves)) continue
      const cells = state.cells.slice()
      const score = state.score.slice()
      if (!evaluate(state, move)) continue
      expect(state.cells, `${label}: evaluating leaves the roster alone`).toEqual(cells)
      expect(state.score).toEqual(score)
      apply(state, move)
      moves += 1
      expect([...state.score], `${label} step ${step}: ${neighbourhood.name}`).toEqual(scoreFromScratch(state))
      expect(createState(instance, rosterOf(instance, state.cells)).score, `${label} step ${step}: sums`).toEqual(state.score)
    }
    const judgement = judge(schedule, rosterOf(instance, state.cells))
    expect(judgement.score, label).toEqual([...state.score])
    for (const setting of new Set(judgement.violations.map((violation) => violation.setting))) broken.set(setting, (broken.get(setting) ?? 0) + 1)
  }
  // A rule that the schedules never break would agree by saying nothing.
  for (const setting of SETTINGS_OF.all) expect(broken.get(setting) ?? 0, setting).toBeGreaterThan(WALKS / 100)
  expect(moves, 'moves made').toBeGreaterThan(WALKS)
})

test('the same seed gives the same roster', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { schedule } = randomSchedule(seed)
    const once = solve(schedule, solveOptions({ seed, maxIterations: 10_000 }))
    const again = solve(schedule, solveOptions({ seed, maxIterations: 10_000 }))
    expect(again.roster).toEqual(once.roster)
    expect(again.score).toEqual(once.score)
    expect(judge(schedule, once.roster).score).toEqual(once.score)
  }
})
