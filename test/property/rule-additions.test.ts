// Slow: optima of hundreds of tiny schedules are found by trying all rosters.
import { describe, expect, test } from 'vitest'
import { judge } from '../../src/checker/check.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve, type SolveResult } from '../../src/engine/index.ts'
import { NEIGHBOURHOODS } from '../../src/engine/local-search/neighbourhoods.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { Random } from '../../src/engine/random.ts'
import { apply, createMove, evaluate } from '../../src/engine/scoring/evaluate.ts'
import { createState, rosterOf, scoreFromScratch } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { isDecided } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { scheduleWithAdditions } from './rule-additions.ts'
import { searchFor } from './search-for.ts'

const WALKS = casesOf(100)
const STEPS = 12
const TINY = casesOf(30)
const OPTIMA = casesOf(12)
const MAX_ROSTERS = 1_000

describe('rules with everything that they may say besides', () => {
  test(`cost the same by the search, from scratch and by the checker, on ${WALKS} random walks`, () => {
    const broken = new Map<string, number>()
    for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed += 1) {
      const schedule = scheduleWithAdditions(seed)
      if (schedule === null) continue
      const random = new Random(seed)
      const instance = compile(schedule)
      const state = createState(
        instance,
        randomRoster(schedule, () => random.unit()),
      )
      const move = createMove(instance)
      for (let step = 0; step < STEPS; step += 1) {
        const neighbourhood = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
        if (!neighbourhood.propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
        apply(state, move)
        expect([...state.score], `seed ${seed} step ${step}: ${neighbourhood.name}`).toEqual(scoreFromScratch(state))
      }
      const judgement = judge(schedule, rosterOf(instance, state.cells))
      expect(judgement.score, `seed ${seed}`).toEqual([...state.score])
      for (const { setting } of judgement.violations) broken.set(setting, (broken.get(setting) ?? 0) + 1)
    }
    for (const setting of ['contractRules', 'categoryShiftQuota']) expect(broken.get(setting) ?? 0, setting).toBeGreaterThan(WALKS / 5)
  })

  test(`are never proved to cost more than the best roster does, on ${TINY} tiny schedules`, async () => {
    const solver = await loadHighs()
    let proved = 0
    for (const { seed, schedule } of tinySchedules(TINY)) {
      const optimum = bestByForce(schedule).score
      const { bound, score, stopReason } = solve(schedule, solveOptions({ seed, maxIterations: 20_000, solver, proves: true }))
      expect(compareScores(optimum, score), `seed ${seed}`).toBeLessThanOrEqual(0)
      if (stopReason === 'OPTIMAL') expect(score, `seed ${seed}`).toEqual(optimum)
      if (bound === null) continue
      proved += 1
      expect(compareScores(bound, optimum), `seed ${seed}: ${bound.join()} is proved, ${optimum.join()} is there`).toBeLessThanOrEqual(0)
    }
    expect(proved).toBeGreaterThan(TINY / 20)
  })

  test(`are met by a search as well as by the best of all rosters, on ${OPTIMA} tiny schedules`, () => {
    for (const { seed, schedule } of tinySchedules(OPTIMA)) {
      const best = bestByForce(schedule).score
      const isFound = ({ score }: SolveResult): boolean => compareScores(score, best) === 0
      expect(
        [1, 2, 3].some((search) => isFound(searchFor(schedule, best, { seed: search, maxIterations: 150_000 }))),
        `seed ${seed}`,
      ).toBe(true)
    }
  })

  test(`cost no roster more where a bound is proved of them, on ${TINY} tiny schedules`, () => {
    for (const { seed, schedule } of tinySchedules(TINY)) {
      const random = new Random(seed)
      const instance = compile(schedule)
      const roster = randomRoster(schedule, () => random.unit())
      const [relaxed, whole] = [createState(relax(instance), roster), createState(instance, roster)].map(({ score }) => score)
      relaxed!.forEach((penalty, p) => expect(penalty, `seed ${seed}`).toBeLessThanOrEqual(whole![p]!))
    }
  })
})

/** Schedules of which all rosters can be tried. */
function* tinySchedules(wanted: number): Generator<{ readonly seed: number; readonly schedule: Schedule }> {
  let found = 0
  for (let seed = FIRST_SEED; found < wanted; seed += 1) {
    const schedule = scheduleWithAdditions(seed)
    const open = schedule?.shifts.filter((shift) => !isDecided(shift)).length ?? 0
    if (schedule === null || open < 2 || (schedule.employees.length + 1) ** open > MAX_ROSTERS) continue
    found += 1
    yield { seed, schedule }
  }
}
