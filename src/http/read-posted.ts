import type { Submission } from '../api/read-schedule.ts'
import { readSubmission } from '../api/read-schedule.ts'
import type { Issue } from '../model/issue.ts'
import { postedShifts } from '../model/seats.ts'
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
  return { outline, errors, warnings, callbackUrl: typeof callbackUrl === 'string' ? callbackUrl : null, packed: null }
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
