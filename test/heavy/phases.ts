import { explainAlternatives } from '../../src/answers/alternatives.ts'
import { generate } from '../../src/answers/generate.ts'
import { explainLeastChanges } from '../../src/answers/least-changes.ts'
import { explainShortages } from '../../src/answers/shortages.ts'
import { writeRoster } from '../../src/answers/write-roster.ts'
import { DEFAULT_LIMITS } from '../../src/api/limits.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import type { LinearSolver } from '../../src/engine/column-generation/linear-solver.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { carryOutPlanTask, partsOf, type PlanOutcome, type PlanTask, type ReadPlan } from '../../src/http/plans/plan-task.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import type { Issue } from '../../src/model/issue.ts'
import type { Identifier } from '../../src/model/units.ts'

/**
 * What a job goes through, in this order, `search` with its compiling in it; what `schedule.generate` does where there are templates; and what becomes of the same schedule as a plan: it is saved, the
 * roster accepted, the two versions compared, and one employee shown the own roster.
 */
export const PHASES = ['read', 'search', 'judge', 'explain', 'write', 'generate', 'save', 'accept', 'compare', 'show'] as const
export type Phase = (typeof PHASES)[number]

const SHAPE = { bodyDepth: 64, bodyValues: 5_000_000 }
const SHOWN = { title: 'Plan', calendarPath: '/my/calendar', publishedMs: 0, language: 'en' } as const

export interface Means {
  /** Of the search, in milliseconds; compiling in it. */
  readonly searchMs: number
  readonly solver: LinearSolver | null
  /** Asked before each empty shift, and each change, that is explained; true = no more of them. */
  readonly isExplained: () => boolean
}

/** Told the processor time of each phase, in milliseconds, as it ends. */
type Tell = (phase: Phase, ms: number) => void

/** Takes a posted schedule through all phases. Answers the error of one that is refused; else null. */
export function runPhases(text: string, means: Means, tell: Tell): Issue | null {
  const { refusal, solution } = runJob(text, means, tell)
  if (solution !== null) runPlan(text, solution, tell)
  return refusal
}

/** What has been found, as it is sent to a client; or why the schedule was refused. */
type JobOutcome = { readonly refusal: Issue; readonly solution: null } | { readonly refusal: null; readonly solution: string }

/** The phases of a job, in a thread of its own as it has one in a gateway. */
export function runJob(text: string, means: Means, tell: Tell): JobOutcome {
  const time = timed(tell)
  const posted: unknown = JSON.parse(text)
  const { submission, errors } = time('read', () => readSubmission(posted, { callback: 'optional' }))
  if (submission === null) return { refusal: errors[0]!, solution: null }
  const { schedule } = submission
  const result = time('search', () => solve(schedule, solveOptions({ maxMs: means.searchMs, solver: means.solver, proves: true })))
  const judged = time('judge', () => {
    const found = materialised(schedule, result.roster)
    return { found, ...judge(found.schedule, found.roster) }
  })
  const { found, ...judgement } = judged
  const explained = time('explain', () => {
    const least = explainLeastChanges(found.schedule, found.roster, means.isExplained)
    const alternatives = explainAlternatives(schedule, result.roster, least, means.isExplained)
    return { ...least, ...alternatives, ...explainShortages(schedule, found, { isOver: means.isExplained }) }
  })
  const statistics = { solveMs: 0, firstRosterMs: 0, moves: 0, threads: 1, seed: 1 }
  const written = time('write', () => {
    const { bound, stopReason, boundLeavesOut } = result
    const proved = { bound, noBoundReason: bound === null ? result.noBoundReason : null, boundLeavesOut, stopReason }
    return JSON.stringify(writeRoster(posted, found.schedule, found.roster, { ...judgement, ...proved, ...explained, statistics }))
  })
  const { searchMs, solver } = means
  if (schedule.candidates !== undefined) {
    const question = { schedule, maxSeconds: searchMs / 1000 }
    const byThread = { limits: {}, solver, clock: () => performance.now(), mostSeconds: Infinity }
    time('generate', () => JSON.stringify(generate(question, byThread)))
  }
  return { refusal: null, solution: written }
}

/** The phases of a plan: it is kept, compared and shown, which other threads do. */
export function runPlan(text: string, solution: string, tell: Tell): void {
  const time = timed(tell)
  const carryOut = (phase: Phase, task: PlanTask): PlanOutcome => time(phase, () => carryOutPlanTask(task))
  const jobMemoryMib = DEFAULT_LIMITS.memoryMib
  const saved = carryOut('save', { kind: 'save', posted: encode(`{"schedule":${text}}`), shape: SHAPE, jobMemoryMib })
  const before = scheduleOf(saved)
  const after = scheduleOf(carryOut('accept', { kind: 'accept', schedule: before, solution: encode(solution), jobMemoryMib }))
  carryOut('compare', { kind: 'compare', before, after, of: 'rosters too', language: 'en' })
  const { employees } = JSON.parse(text) as { readonly employees: readonly { readonly id: Identifier }[] }
  carryOut('show', { kind: 'personal', schedule: after, employeeId: employees[0]!.id, form: 'page', ...SHOWN })
}

function timed(tell: Tell): <T>(phase: Phase, run: () => T) => T {
  return (phase, run) => {
    const before = process.threadCpuUsage()
    const outcome = run()
    const { user, system } = process.threadCpuUsage(before)
    tell(phase, (user + system) / 1000)
    return outcome
  }
}

function scheduleOf(outcome: PlanOutcome): Uint8Array {
  return partsOf((outcome as ReadPlan).content).schedule
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
