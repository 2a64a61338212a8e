import { readSubmission } from '../../src/api/read-schedule.ts'
import { explain } from '../../src/answers/explain.ts'
import type { Means } from '../../src/answers/means.ts'
import { repair } from '../../src/answers/repair.ts'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { applyRepair } from './apply-repair.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Score } from '../../src/model/score.ts'
import { faultsOfConflict } from '../filled-by-force.ts'
import { overConstrained, type Trouble } from '../over-constrained.ts'

/** Schedules of the corpus: seeds 1 to this. */
export const CORPUS_SIZE = 200

/** What the answers to one schedule of the corpus were worth. */
export interface CorpusCase {
  readonly seed: number
  readonly trouble: Trouble
  readonly emptyShifts: number
  readonly conflicts: number
  /** Of these, how many were tried by force; the others are too large. */
  readonly conflictsTried: number
  readonly repairs: number
  /** Everything that should not be. */
  readonly faults: readonly string[]
}

/** What a search finds of a schedule, as the checker says. */
function best(schedule: Schedule): Score {
  return judge(schedule, solve(schedule, solveOptions({ maxIterations: 20_000 })).roster).score
}

/** By the two priorities that stand for what must be. */
function compareMusts(a: Score, b: Score): number {
  return a[0] - b[0] || a[1] - b[1]
}

/** Solves one schedule of the corpus, asks why it cannot be filled and what would help, and tries to refute the answers. */
export function examineCase(seed: number, means: Means): CorpusCase {
  const { trouble, document } = overConstrained(seed)
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  const { roster } = solve(schedule, solveOptions({ maxIterations: 5_000 }))
  const faults: string[] = []
  const { unassigned, score } = explain({ schedule, roster, employee: null, matchLimit: 100 })
  for (const { shiftId, cause } of unassigned) if (!/^[A-Z].{20,}\.$/.test(cause)) faults.push(`empty shift ${shiftId} has the cause "${cause}"`)
  if (score.join() !== judge(schedule, roster).score.join()) faults.push('the explained score is not the judged one')

  const answer = repair({ schedule, roster, limit: 100, maxSeconds: 60 }, means)
  const position = new Map(schedule.shifts.map(({ id }, index) => [id, index]))
  let tried = 0
  for (const conflict of answer.conflicts) {
    const found = faultsOfConflict(schedule, {
      shifts: conflict.shiftIds.map((id) => position.get(id)!),
      rules: conflict.rules.map(({ setting }) => setting),
    })
    if (!conflict.minimal) faults.push(`not known to be minimal: ${conflict.text}`)
    tried += found === null ? 0 : 1
    faults.push(...(found ?? []).map((fault) => `${fault}: ${conflict.text}`))
  }
  if (answer.conflicts.length === 0) faults.push('there is no conflict')
  if (answer.repairs.length === 0) faults.push('there is no repair')
  for (const { scoreChange, text } of answer.repairs) if (scoreChange[0] > 0 || scoreChange[1] >= 0) faults.push(`does not help: ${text}`)
  const told = answer.repairs.map(({ kind, employeeIds, shiftIds, skillIds, dates, moved, setting, amount, text }) =>
    JSON.stringify([kind, employeeIds, shiftIds, skillIds, dates, moved, setting, amount, kind === 'relax-limit' ? text.split(':')[0] : null]),
  )
  if (new Set(told).size < told.length) faults.push('a repair is told twice')
  for (const each of answer.repairs) {
    const changed = applyRepair(document, each)
    if (changed === null) continue
    const { submission, errors } = readSubmission(changed, { callback: 'optional' })
    if (submission === null) faults.push(`cannot be read: ${each.text} ${errors[0]?.detail}`)
    else if (compareMusts(best(submission.schedule), each.score) > 0) faults.push(`is not real: ${each.text}`)
  }
  return {
    seed,
    trouble,
    emptyShifts: unassigned.length,
    conflicts: answer.conflicts.length,
    conflictsTried: tried,
    repairs: answer.repairs.length,
    faults,
  }
}
