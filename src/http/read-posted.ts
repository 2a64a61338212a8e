import type { Submission } from '../api/read-schedule.ts'
import { readSubmission } from '../api/read-schedule.ts'
import type { Issue } from '../model/issue.ts'
import { postedShifts } from '../model/seats.ts'
import { GatewayError, invariant } from '../model/errors.ts'
import { isJsonObject } from '../api/fields.ts'
import { readSolution } from '../api/read-solution.ts'
import { replan } from '../answers/replan/replan.ts'
import { parseJsonBody } from './json-body.ts'
import type { BodyShape } from './json-body.ts'

/** What is stored of a submission beside the document itself. */
export interface SubmissionOutline extends Pick<Submission, 'callback' | 'queuePriority' | 'marks'> {
  readonly termination: { readonly maxSeconds: number }
  /** How many. */
  readonly employees: number
  readonly shifts: number
}

/** A posted body as a schedule; all of it can be sent between threads. */
export interface PostedSchedule {
  /** Null exactly when there are errors. */
  readonly outline: SubmissionOutline | null
  readonly errors: readonly Issue[]
  readonly warnings: readonly Issue[]
  /** As it stands in the document, whatever else is wrong with that; null when it is no text. */
  readonly callbackUrl: string | null
  /** The body as it is stored, when it was read in a thread and there are no errors; else null. */
  readonly packed: Uint8Array | null
  /** What a replan is stored as, where it was one and there are no errors; else null. */
  readonly made: Uint8Array | null
}

/** A solved request that is planned again: its document and its solution, UTF-8 JSON. */
export interface StoredRoster {
  readonly document: Uint8Array
  readonly solution: Uint8Array
}

/** How a body is to be read. */
export interface ReadingOptions extends BodyShape {
  /** Unknown fields and settings are errors instead of warnings. */
  readonly strict: boolean
  /** Whether `callbackUrl` must be given; it must when absent. */
  readonly callback?: 'required' | 'optional'
  /** Memory that the search of one job may take, in MiB. */
  readonly jobMemoryMib: number
}

/** Reads a posted body. Throws `body-unreadable` and `body-too-large`. A large one takes seconds. */
export function readPosted(posted: Uint8Array, options: ReadingOptions): PostedSchedule {
  const { document } = parseJsonBody(posted, options)
  const { submission, errors, warnings } = readSubmission(document, {
    callback: options.callback ?? 'required',
    strict: options.strict,
    limits: { memoryMib: options.jobMemoryMib },
  })
  const { callbackUrl } = (document ?? {}) as { callbackUrl?: unknown }
  const outline = submission === null ? null : outlineOf(submission)
  return { outline, errors, warnings, callbackUrl: typeof callbackUrl === 'string' ? callbackUrl : null, packed: null, made: null }
}

/** Reads a posted body as what happened since a request was solved, and makes the schedule that is to be solved now. Throws as `readPosted` does. */
export function readReplan(posted: Uint8Array, options: ReadingOptions, stored: StoredRoster): PostedSchedule {
  const { document: request } = parseJsonBody(posted, options)
  const base = JSON.parse(new TextDecoder().decode(stored.document)) as unknown
  const limits = { memoryMib: options.jobMemoryMib }
  const { submission, errors: outdated } = readSubmission(base, { callback: 'optional', limits })
  if (submission === null || !isJsonObject(base)) throw unreadableNow(outdated)
  const { roster } = readSolution(JSON.parse(new TextDecoder().decode(stored.solution)), submission.schedule)
  invariant(roster !== null, 'a stored solution is one of its schedule')
  // What was asked for without a callback goes on without.
  const callback = submission.callback === null ? 'optional' : 'required'
  const { replanned, errors, warnings } = replan({ posted: base, schedule: submission.schedule, roster }, request, { callback, limits })
  if (replanned === null) return { outline: null, errors, warnings, callbackUrl: null, packed: null, made: null }
  const outline = outlineOf(replanned.submission)
  const made = new TextEncoder().encode(JSON.stringify(replanned.document))
  return { outline, errors, warnings, callbackUrl: outline.callback?.url ?? null, packed: null, made }
}

/** A schedule that was stored when limits or rules were others. */
function unreadableNow(issues: readonly Issue[]): GatewayError {
  return new GatewayError('schedule-invalid', 'The stored schedule would not be taken today.', 'Submit it anew, without what errors lists.', {
    issues,
  })
}

function outlineOf({ schedule, callback, queuePriority, marks }: Submission): SubmissionOutline {
  const { employees, shifts, termination } = schedule
  return {
    callback,
    queuePriority,
    marks,
    termination: { maxSeconds: termination.maxSeconds },
    employees: employees.length,
    shifts: postedShifts(shifts).length,
  }
}
