import type { Static } from 'typebox'
import type { ExplainResult } from '../../api/schemas/questions/explain.ts'
import type { RecommendResult } from '../../api/schemas/questions/recommend.ts'
import { RANGES } from '../../api/limits.ts'
import type { Roster } from '../../model/roster.ts'
import type { Identifier } from '../../model/units.ts'
import { call } from '../gateway/ask.ts'
import type { SolutionDocument } from '../gateway/documents.ts'
import { type Answered, useAnswer } from '../gateway/use-answer.ts'
import { scheduleOf, solutionOf } from './roster-model.ts'
import type { JobRoster } from './use-job-roster.ts'

/** What is asked is about a shift. */
export type Recommendation = Static<typeof RecommendResult> & { readonly shiftId: Identifier }
export type Explanation = Static<typeof ExplainResult>
export type FairLoad = SolutionDocument['fairness'][number]
export type EmployeeAccount = Explanation['employees'][number]

/** A roster that is asked about: the job’s, or one that was made of it by hand. */
export interface Asked {
  readonly job: JobRoster
  readonly roster: Roster
}

/** How many employees and chains are recommended. */
const CANDIDATES = 12

const numbers = new WeakMap<Roster, number>()
let last = 0

/** Who could work a shift without breaking what must be kept, and, where that is asked for, the others. */
export function useRecommendation(asked: Asked, shift: number, others: boolean): Answered<Recommendation> {
  return useAnswer(`recommend ${shift} ${others} ${numberOf(asked.roster)}`, (signal) =>
    call('schedule.recommend', { ...seatOf(asked, shift), limit: CANDIDATES, others }, { signal }),
  )
}

/** What a shift would mean for everybody, those with whom law or contract would be broken among them. */
export function askForSuits(asked: Asked, shift: number, signal: AbortSignal): Promise<Recommendation> {
  const { min, max } = RANGES.candidateLimit
  const limit = Math.min(max, Math.max(min, asked.job.model.schedule.employees.length))
  return call('schedule.recommend', { ...seatOf(asked, shift), limit, others: true }, { signal })
}

/** A shift of a roster, and of one with seats whose. */
function seatOf(asked: Asked, shift: number): Readonly<Record<string, unknown>> {
  const { shifts, employees } = asked.job.model.schedule
  const { id: shiftId, seats } = shifts[shift]!
  const replaces = seats === undefined ? undefined : employees[asked.roster[shift]!]?.id
  return { ...subjectOf(asked), shiftId, ...(replaces === undefined ? {} : { replaces }) }
}

/** What an employee has of the roster, and why. */
export function useAccount(asked: Asked, employee: number): Answered<EmployeeAccount | null> {
  const employeeId = asked.job.model.schedule.employees[employee]!.id
  return useAnswer(`explain ${employeeId} ${numberOf(asked.roster)}`, async (signal) => {
    const { employees } = await call<Explanation>('schedule.explain', { ...subjectOf(asked), employeeId }, { signal })
    return employees[0] ?? null
  })
}

/** What everybody has of what is shared, by rule and employee: of the solution, or asked for where something was changed by hand. */
export function useFairLoads(asked: Asked): Answered<readonly FairLoad[]> {
  const { job, roster } = asked
  return useAnswer(`fairness ${numberOf(roster)}`, async (signal) => {
    if (job.model.schedule.fairness.length === 0) return []
    if (job.model.isAsSubmitted && roster === job.roster && job.solution !== null) return job.solution.fairness
    const { employees } = await call<Explanation>('schedule.explain', subjectOf(asked), { signal })
    return employees.flatMap(({ employeeId, fairness }) => fairness.map((load) => ({ ...load, employeeId })))
  })
}

/** Names the subject of a question: what is stored need not be sent. */
function subjectOf({ job, roster }: Asked): Readonly<Record<string, unknown>> {
  const { solverProblemId, status } = job.entry
  const isStored = job.model.isAsSubmitted && roster === job.roster && job.solution !== null && status !== 'QUEUED' && status !== 'SOLVING'
  return isStored ? { solverProblemId } : { ...scheduleOf(job.model, solverProblemId), solution: solutionOf(job.model, roster) }
}

function numberOf(roster: Roster): number {
  const known = numbers.get(roster)
  if (known !== undefined) return known
  last += 1
  numbers.set(roster, last)
  return last
}
