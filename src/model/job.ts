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
