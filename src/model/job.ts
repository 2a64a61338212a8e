/** Which states may follow which. A state with no successor has ended. */
export const NEXT_STATES = {
  QUEUED: ['SOLVING', 'CANCELLED'],
  SOLVING: ['SOLVING', 'SOLVED', 'FAILED', 'CANCELLED'], // SOLVING again: its lease ended, another node took over
  SOLVED: [],
  FAILED: [],
  CANCELLED: [],
} as const satisfies Record<string, readonly string[]>

export type JobState = keyof typeof NEXT_STATES

export const JOB_STATES = Object.keys(NEXT_STATES) as readonly JobState[]

/** True once nothing more will happen to the job. */
export function hasEnded(state: JobState): boolean {
  return NEXT_STATES[state].length === 0
}

/** Why a search ended. */
export const STOP_REASONS = ['OPTIMAL', 'TIME_LIMIT', 'CONVERGED', 'STOPPED'] as const
export type StopReason = (typeof STOP_REASONS)[number]

/** A job is given up after this many attempts. */
export const MAX_ATTEMPTS = 3

/** What a client calls its request, and where it comes from; shown wherever the request is, and asked for in the list. Turnus makes nothing of it. */
export interface RequestMarks {
  readonly name: string | null
  /** The client's own number of it; several requests may have the same. */
  readonly reference: string | null
  /** At most 20, by their names. */
  readonly labels: Readonly<Record<string, string>>
  /** The solverProblemId of the request that this one plans again; null of one that was submitted. */
  readonly basedOn: string | null
}

/** Of a request that nobody gave a name. */
export const NO_MARKS: RequestMarks = { name: null, reference: null, labels: {}, basedOn: null }

/** Which requests a list is of. */
export interface RequestFilter {
  /** Only requests in this state; null = all. */
  readonly status: JobState | null
  /** Only those with this reference; null or absent = all. */
  readonly reference?: string | null
  /** Only those that have all of these labels; absent = all. */
  readonly labels?: RequestMarks['labels']
  /** Only those that plan this one again, at once; null or absent = all. */
  readonly basedOn?: string | null
}
