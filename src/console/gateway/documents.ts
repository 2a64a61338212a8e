import type { Static } from 'typebox'
import type { SubmissionAnswer as SubmissionAnswerSchema } from '../../api/schemas/answers.ts'
import type { ConstraintRelease as ReleaseSchema } from '../../api/schemas/answers.ts'
import type { AuthAnswer as AuthAnswerSchema, SolutionDocumentSchema } from '../../api/schemas/answers.ts'
import type { CallbackOrigin, Delivery, DepartmentDelivery } from '../../api/schemas/callback-log.ts'
import type { Entry, ProgressCurve } from '../../api/schemas/entry.ts'
import type { EstimateResult } from '../../api/schemas/questions/estimate.ts'
import type { ValidateResult } from '../../api/schemas/questions/validate.ts'
import type { ScheduleSubmission } from '../../api/schemas/submission.ts'
import type * as administration from '../../http/administration-schemas.ts'

/** What the gateway speaks of, as it is described in its OpenAPI document: types alone, nothing of the gateway runs in the console. */
export type { CallbackOrigin, Delivery, DepartmentDelivery, Entry, ProgressCurve }
export type SubmissionAnswer = Static<typeof SubmissionAnswerSchema>
export type AuthAnswer = Static<typeof AuthAnswerSchema>
/** The schedule as it was submitted. */
export type ScheduleDocument = Static<typeof ScheduleSubmission>
export type SolutionDocument = Static<typeof SolutionDocumentSchema> &
  Pick<Entry, 'score' | 'bound'> & { readonly solverProblemId: string; readonly status: Entry['status'] }
export type EmployeeDocument = ScheduleDocument['employees'][number]
export type Release = Static<typeof ReleaseSchema>
/** What is wrong with a schedule, and what is doubtful. */
export type Validation = Static<typeof ValidateResult>
/** What to expect of a schedule before it is solved. */
export type Estimate = Static<typeof EstimateResult>

export type Department = Static<typeof administration.Department>
export type User = Static<typeof administration.User>
export type Token = Static<typeof administration.Token>
/** A token with its secret, which is told once. */
export type NewToken = Static<typeof administration.NewTokenAnswer>
export type AuditEvent = Static<typeof administration.AuditEvent>
/** The processes of Turnus, and the queues of the organization's departments. */
export type Capacity = Static<typeof administration.Capacity>

/** Four penalties, first priority first; lower is better. */
export type Score = readonly number[]

/** RFC 9457, as the gateway answers what it refuses. */
export interface Problem {
  readonly title?: string
  readonly detail?: string
  readonly code?: string
  readonly hint?: string
  readonly errors?: readonly Issue[]
  readonly warnings?: readonly Issue[]
}

/** Something wrong or doubtful in a posted document, with the RFC 6901 pointer to it. */
export interface Issue {
  readonly pointer: string
  readonly code: string
  readonly detail: string
  readonly hint: string
}
