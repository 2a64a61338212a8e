// Slow: of each schedule all rosters are tried, and a bound is proved.
import { expect, test } from 'vitest'
import { judge } from '../../src/checker/check.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import { solve } from '../../src/engine/index.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { compareScores, type Score } from '../../src/model/score.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { SettingName } from '../../src/model/settings.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { allRosters, countRosters } from './all-rosters.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { everything } from './everything.ts'

const TINY = casesOf(60)
const MAX_ROSTERS = 300
const ITERATIONS = 3_000
/** Rules that agreements write, and what else a roster is weighed by beside a plain ward. */
const ADDED: readonly SettingName[] = [
  'contractRules',
  'fairness',
  'pairings',
  'shiftGroups',
  'coverageRequirements',
  'rotations',
  'travelTime',
  'payCost',
  'budgets',
]

interface Best {
  readonly score: Score
  /** What it breaks. */
  readonly settings: ReadonlySet<string>
}

/** The best of all rosters by the checker. None of them may cost more where rules are left out of a bound than it does with all. */
function bestOf(schedule: Schedule, label: string): Best {
  const instance = compile(schedule)
  const relaxed = relax(instance)
  let best: Best | null = null
  for (const roster of allRosters(schedule)) {
    const { score, violations } = judge(schedule, roster)
    const [less, whole] = [createState(relaxed, roster), createState(instance, roster)].map((state) => [...state.score])
    less!.forEach((penalty, p) => expect(penalty, `${label}, of ${[...roster].join()}`).toBeLessThanOrEqual(whole![p]!))
    if (best === null || compareScores(score, best.score) < 0) best = { score, settings: new Set(violations.map(({ setting }) => setting)) }
  }
  return best!
}

test(`no bound is beaten by any roster, on ${TINY} tiny schedules that say everything at once, from seed ${FIRST_SEED}`, async () => {
  const solver = await loadHighs()
  let [tried, proved, met, missed] = [0, 0, 0, 0]
  const broken = new Map<string, number>()
  for (let seed = FIRST_SEED; tried < TINY; seed += 1) {
    const made = everything(seed, 'tiny')
    if (made === null) continue
    const { schedule } = made
    const rosters = countRosters(schedule)
    if (rosters < 2 || rosters > MAX_ROSTERS) continue
    tried += 1
    const label = `seed ${seed}`
    const best = bestOf(schedule, label)
    for (const setting of best.settings) broken.set(setting, (broken.get(setting) ?? 0) + 1)
    const { bound, score, stopReason } = solve(schedule, solveOptions({ seed, maxIterations: ITERATIONS, solver, proves: true }))
    const distance = compareScores(score, best.score)
    expect(distance, `${label}: ${score.join()} was found where ${best.score.join()} is the best`).toBeGreaterThanOrEqual(0)
    if (distance > 0) missed += 1
    if (stopReason === 'OPTIMAL') expect(distance, `${label}: ${score.join()} is said to be best, ${best.score.join()} is there`).toBe(0)
    if (bound === null) continue
    proved += 1
    expect(compareScores(bound, best.score), `${label}: ${bound.join()} is proved, ${best.score.join()} is there`).toBeLessThanOrEqual(0)
    // What nothing can be beaten by says nothing.
    if (bound[1] > 0 && bound[0] === best.score[0] && bound[1] === best.score[1]) met += 1
  }
  expect(proved).toBeGreaterThan(TINY / 2)
  expect(met).toBeGreaterThan(TINY / 10)
  expect(missed).toBeLessThanOrEqual(TINY / 20)
  for (const setting of ADDED) expect(broken.get(setting) ?? 0, setting).toBeGreaterThan(0)
})
