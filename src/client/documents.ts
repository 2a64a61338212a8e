import type { Static } from 'typebox'
import type { CallbackPayload, SubmissionAnswer as SubmissionAnswerSchema } from '../api/schemas/answers.ts'
import type { Delivery } from '../api/schemas/callback-log.ts'
import type { Entry } from '../api/schemas/entry.ts'
import type { Lineage } from '../api/schemas/lineage.ts'
import type { NewPriorityNames, PriorityNames } from '../api/schemas/plans.ts'
import type { ReplanRequest } from '../api/schemas/replan.ts'
import type { SolutionAnswer } from '../api/schemas/solution-answer.ts'
import type { ScheduleSubmission } from '../api/schemas/submission.ts'
import type { Score } from '../model/score.ts'

/** A schedule as it is submitted; docs/constraints and openapi.json say what each field means. */
export type ScheduleDocument = Static<typeof ScheduleSubmission>

/** What a submission is answered with. */
export type SubmissionAnswer = Static<typeof SubmissionAnswerSchema>

/** What happened since a request was solved; docs/replanning.md says what each event does. */
export type ReplanDocument = Static<typeof ReplanRequest>

/** Where a request comes from, and what comes from it. */
export type ClientLineage = Lineage

/** How far one request is. Times are ISO 8601. */
export type ClientEntry = Entry

/** A solution document, with the identifier and status in front. */
export type ClientSolution = Scored<Static<typeof SolutionAnswer>>

/** What a department calls the four priorities; null = it has no name of its own for it. */
export type ClientPriorityNames = Static<typeof PriorityNames>

/** Names that are put in the place of these; what is absent, null or blank has none any more. */
export type NewClientPriorityNames = Static<typeof NewPriorityNames>

/** One callback of a request, with all its tries. */
export type ClientDelivery = Delivery

/** A callback whose signature was found right. `type` tells them apart. */
export type Callback = Scored<Static<typeof CallbackPayload>>

/** The same with its scores as scores, which are lists of four in the schemas. */
type Scored<Document> = Document extends { readonly score: unknown }
  ? Omit<Document, 'score' | 'bound'> & { readonly score: Score; readonly bound: Score | null }
  : Document
