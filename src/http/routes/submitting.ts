import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { MAX_ISSUES } from '../../api/limits.ts'
import { REFUSAL_REMEDY } from '../../callbacks/guard.ts'
import { GatewayError } from '../../model/errors.ts'
import type { Issue } from '../../model/issue.ts'
import type { JobState } from '../../model/job.ts'
import { callerOf } from '../caller.ts'
import { linksOf } from '../entry.ts'
import { bytesOf } from '../json-body.ts'
import { shortIssue } from '../problem-details.ts'
import type { PostedSchedule, SubmissionOutline } from '../read-posted.ts'
import type { Job } from '../../storage/jobs.ts'
import type { UseCases } from '../use-cases.ts'

/** Where requests are. */
export const GATEWAY = '/api/v1/gateway'
export const SECURITY = [{ token: [] }]
export const LOCATION = { Location: 'Where the entry can be read.' }
export const SOLVER_PROBLEM_ID = Type.String({ description: 'The identifier that the submission was answered with.' })
const MAX_IDEMPOTENCY_KEY = 255
const FIRST_STATE = 'QUEUED' satisfies JobState

/** The header by which a repetition is known. */
export const IDEMPOTENCY = Type.Optional(
  Type.String({ description: 'The same key with the same body is answered with the first answer.', maxLength: MAX_IDEMPOTENCY_KEY }),
)

/** A schedule that was read, and what else there is to say of it. */
interface Posted {
  readonly posted: PostedSchedule
  /** Parameters of the query that nobody knows. */
  readonly ignored: readonly Issue[]
  /** What it plans again. */
  readonly basedOn?: string
  /** What a repetition is compared with; absent = the schedule. */
  readonly sent?: Uint8Array
}

/** What a submission is answered. */
interface Stored {
  readonly solverProblemId: string
  readonly status: JobState
  readonly warnings: readonly Issue[]
  readonly links: ReturnType<typeof linksOf>
}

/** A request and its answer. */
interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Stores what was read and answers as the contract says. Throws `schedule-invalid` with all that is wrong, and as `submit` does. */
export async function storePosted(useCases: UseCases, { request, reply }: Exchange, { posted, ignored, basedOn, sent }: Posted): Promise<Stored> {
  const idempotencyKey = readIdempotencyKey(request)
  const { outline, warnings } = await checkSchedule(posted, useCases)
  const stored = await useCases.submit({
    caller: callerOf(request),
    document: posted.made ?? bytesOf(request),
    packed: posted.packed,
    outline: basedOn === undefined ? outline : { ...outline, marks: { ...outline.marks, basedOn } },
    warnings: [...ignored.map(shortIssue), ...warnings],
    idempotencyKey,
    sent,
    traceparent: request.span?.traceparent ?? null,
  })
  return answerStored({ request, reply }, stored)
}

/** The first answer to a request with the same key and body, or null where there was none; throws as `submit` does of keys. For what is read together with something that may be gone by now. */
export async function answerRepeated(useCases: UseCases, exchange: Exchange, sent: Uint8Array): Promise<Stored | null> {
  const idempotencyKey = readIdempotencyKey(exchange.request)
  if (idempotencyKey === null) return null
  const job = await useCases.findRepeated({ caller: callerOf(exchange.request), idempotencyKey, sent })
  return job === null ? null : answerStored(exchange, { job, replayed: true })
}

function answerStored({ request, reply }: Exchange, { job, replayed }: { readonly job: Job; readonly replayed: boolean }): Stored {
  request.jobId = job.id
  if (replayed) reply.header('idempotency-replayed', 'true')
  const id = String(job.id)
  reply.status(replayed ? 200 : 201).header('location', `${GATEWAY}/${id}`)
  // A replay is the first answer again, so it says what was true then, wherever the job stands by now.
  return { solverProblemId: id, status: FIRST_STATE, warnings: job.warnings, links: linksOf(id) }
}

/** Judges the callback address of what was posted too, so that the client learns of everything at once. */
export async function checkSchedule(
  { outline, errors, warnings, callbackUrl }: PostedSchedule,
  useCases: Pick<UseCases, 'checkCallbackUrl'>,
): Promise<{ outline: SubmissionOutline; warnings: readonly Issue[] }> {
  const judged = callbackUrl !== null && !errors.some(({ pointer }) => pointer === '/callbackUrl')
  const refusal = judged ? await useCases.checkCallbackUrl(callbackUrl) : null
  const issues = refusal === null ? errors : withFirst(typeof refusal === 'string' ? callbackRefused(refusal) : refusal, errors)
  if (issues.length > 0 || outline === null) {
    const count = issues.length === 1 ? 'One thing is' : `${issues.length >= MAX_ISSUES ? 'At least ' : ''}${issues.length} things are`
    throw new GatewayError('schedule-invalid', `${count} wrong with the schedule.`, 'Correct what errors lists and send it again.', {
      issues,
      warnings,
    })
  }
  return { outline, warnings: warnings.map(shortIssue) }
}

/** One more, in front. A full list gives up its last but one for it, not the word that there are more. */
function withFirst(first: Issue, issues: readonly Issue[]): readonly Issue[] {
  return issues.length < MAX_ISSUES ? [first, ...issues] : [first, ...issues.slice(0, -2), ...issues.slice(-1)]
}

function callbackRefused(detail: string): Issue {
  return {
    pointer: '/callbackUrl',
    code: 'callback-address-refused',
    detail,
    hint: REFUSAL_REMEDY,
  }
}

/** The key of the IETF draft: a structured string `"…"`, or the bare text that most clients send. Null when absent. */
function readIdempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  const text = String(header).trim()
  const key = /^"(.*)"$/.exec(text)?.[1] ?? text
  if (/^[\x20-\x7e]+$/.test(key) && key.length <= MAX_IDEMPOTENCY_KEY) return key
  throw new GatewayError(
    'request-invalid',
    'The Idempotency-Key is empty, too long or not ASCII.',
    `Give 1 to ${MAX_IDEMPOTENCY_KEY} printable ASCII characters, such as a UUID.`,
  )
}
