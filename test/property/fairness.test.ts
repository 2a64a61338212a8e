// Slow: two judges and the engine go through hundreds of random schedules.
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { findFairLoads } from '../../src/checker/rules/fairness.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { Random } from '../../src/engine/random.ts'
import { createState, rosterOf } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { FEW_TRIES } from './few-tries.ts'

const CASES = casesOf(30)
const MOVES = 1_000

describe('work that is shared evenly', () => {
  test('costs in the engine what the checker says, from scratch and by moves', () => {
    let broken = 0
    for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed += 1) {
      const random = new Random(seed)
      const document = randomDocument(() => random.unit(), { rules: 'all' })
      if (document['fairness'] === undefined) continue
      const carried = (document['fairness'] as { id: number }[]).map(({ id }) => ({ id, carry: (random.below(600) - 300) / 100 }))
      const employees = (document['employees'] as object[]).map((employee) =>
        random.unit() < 0.5 ? employee : { ...employee, history: { ...(employee as { history?: object }).history, fairness: carried } },
      )
      const { submission, errors } = readSubmission({ ...document, employees }, { callback: 'optional' })
      expect(errors, `seed ${seed}`).toEqual([])
      const { schedule } = submission!
      const instance = compile(schedule)
      const state = createState(
        instance,
        randomRoster(schedule, () => random.unit()),
      )
      const { score, violations } = judge(schedule, rosterOf(instance, state.cells))
      expect([...state.score], `seed ${seed}, engine`).toEqual([...score])
      if (violations.some(({ setting }) => setting === 'fairness')) broken += 1
      const found = solve(schedule, solveOptions({ maxIterations: MOVES, params: FEW_TRIES }))
      expect(judge(schedule, found.roster).score, `seed ${seed}, moves`).toEqual(found.score)
    }
    expect(broken).toBeGreaterThan(CASES / 10)
  })

  test('is told so that what is carried over in a whole share adds up to nothing', () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed += 1) {
      const random = new Random(seed)
      const document = randomDocument(() => random.unit(), { rules: 'all' })
      const { submission } = readSubmission(document, { callback: 'optional' })
      const { schedule } = submission!
      const roster = randomRoster(schedule, () => random.unit())
      for (const { load, share, carry } of findFairLoads(schedule, roster)) {
        if (load > share) expect(carry, `seed ${seed}`).toBeCloseTo(load - share, 6)
        else expect(carry, `seed ${seed}`).toBeLessThanOrEqual(0)
      }
    }
  })
})
