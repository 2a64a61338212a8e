import { readSubmission } from '../../src/api/read-schedule.ts'
import { scoreOf } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { type GeneratedShift, materialised, withGenerated } from '../../src/model/generated-shifts.ts'
import { NOBODY, isDecided, rosterOfDecided, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, type Score } from '../../src/model/score.ts'
import type { SettingName } from '../../src/model/settings.ts'
import { readText } from '../source-files.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'

/** docs/constraints/examples/<setting>.json, read; whatever is wrong or doubtful in it is an error here. */
export function readExample(setting: SettingName): Schedule {
  const { submission, errors, warnings } = readSubmission(JSON.parse(readText(`docs/constraints/examples/${setting}.json`)), { callback: 'optional' })
  if (submission === null || errors.length + warnings.length > 0) throw new Error(`${setting}: ${JSON.stringify([...errors, ...warnings])}`)
  return submission.schedule
}

/** The same schedule with a rule switched off. */
export function withoutRule(schedule: Schedule, setting: SettingName): Schedule {
  return { ...schedule, settings: { ...schedule.settings, weights: { ...schedule.settings.weights, [setting]: [0, 0, 0, 0] } } }
}

/** The best score of a schedule and every roster that has it. */
export interface Optimum {
  readonly score: Score
  readonly rosters: readonly Roster[]
}

/** Tries every roster with the checker, and every set of shifts that could be made. */
export function bestByForce(schedule: Schedule): Optimum {
  const open = schedule.shifts.flatMap((shift, index) => (isDecided(shift) ? [] : [index]))
  const roster = rosterOfDecided(schedule)
  let best: { score: Score; rosters: Roster[] } | null = null
  const pairs = (schedule.candidates ?? []).flatMap((_, candidate) => schedule.employees.map((__, employeeIndex) => ({ candidate, employeeIndex })))
  const tryFound = (next: number, found: readonly GeneratedShift[]): void => {
    if (next < pairs.length) {
      tryFound(next + 1, found)
      tryFound(next + 1, [...found, pairs[next]!])
      return
    }
    const whole = withGenerated(roster, found)
    const { schedule: made, roster: people } = materialised(schedule, whole)
    const score = scoreOf(made, people)
    const order = best === null ? -1 : compareScores(score, best.score)
    if (order < 0) best = { score, rosters: [whole] }
    else if (order === 0) best!.rosters.push(whole)
  }
  const place = (position: number): void => {
    if (position === open.length) {
      tryFound(0, [])
      return
    }
    for (let employee = NOBODY; employee < schedule.employees.length; employee += 1) {
      roster[open[position]!] = employee
      place(position + 1)
    }
  }
  place(0)
  return best!
}

const MAX_ITERATIONS = 30_000

/** The score that the engine reaches; the same on every machine. */
export function bestByEngine(schedule: Schedule): Score {
  const { score } = solve(schedule, solveOptions({ maxIterations: MAX_ITERATIONS }))
  return score
}
