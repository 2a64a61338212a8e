import type { Issue } from './issue.ts'

/** Every failure a caller can meet, by code. docs/errors.md has one section per code; a test keeps them equal. */
export const ERROR_TITLES = {
  'body-unreadable': 'The body is not readable JSON',
  'schedule-invalid': 'The schedule cannot be solved as sent',
  'request-invalid': 'The request is not as documented',
  'not-authenticated': 'No valid token',
  'credentials-wrong': 'Wrong e-mail or password',
  'permission-missing': 'The token does not permit this',
  'department-foreign': 'The resource belongs to another department',
  'route-not-found': 'No such address',
  'method-not-allowed': 'The address does not take this method',
  'console-not-built': 'The console is not there',
  'job-not-found': 'No such job',
  'job-already-ended': 'The job has already ended',
  'plan-not-found': 'No such plan',
  'plan-version-not-found': 'No such version of the plan',
  'plan-changed': 'Somebody else saved the plan meanwhile',
  'precondition-missing': 'The request does not say what it changes',
  'plan-incomplete': 'The version has errors',
  'link-not-found': 'The link opens nothing',
  'plans-full': 'The plans take as much as they may',
  'job-not-solved': 'The job is not solved',
  'delivery-not-found': 'No such delivery',
  'redelivery-refused': 'The callback cannot be sent again',
  'call-invalid': 'The message is not a call of JSON-RPC 2.0',
  'method-unknown': 'No such method',
  'solution-missing': 'There is no solution yet',
  'search-too-long': 'The schedule takes more time than its search has',
  'call-too-long': 'The call takes more time than it may',
  'call-too-large': 'The call takes more memory than it may',
  'calls-full': 'Too many calls are waiting',
  'origin-not-permitted': 'Pages of this origin may not call',
  'not-acceptable': 'The answer cannot be given in an accepted form',
  'body-too-large': 'The body is too large',
  'media-type-unsupported': 'The body is of an unsupported type',
  'idempotency-key-reused': 'The idempotency key was used with another body',
  'idempotency-in-progress': 'The first request with this key is still being stored',
  'too-many-requests': 'Too many requests',
  'queue-full': 'Too many jobs are waiting',
  'interim-too-large': 'What is to be read takes too much memory to write',
  'shutting-down': 'The node is shutting down',
  'database-unavailable': 'The database cannot be reached',
  'name-taken': 'The name is in use already',
  'last-administrator': 'Nobody could administer the organization any more',
  'token-not-rotatable': 'The token cannot be rotated',
  'not-found': 'No such thing',
  'backup-unreadable': 'The backup is not whole',
  'format-unfit': 'The content does not fit the format',
  'store-not-empty': 'The store is not empty',
  'usage-wrong': 'The command was called wrongly',
  'environment-unfit': 'The machine lacks something that Turnus needs',
  'internal': 'Turnus failed; the fault is ours',
} as const

export type ErrorCode = keyof typeof ERROR_TITLES

/** What somebody else saved while a client edited what was before it. */
export interface Conflict {
  /** The newest version, as it is shown. */
  readonly version: object
  /** What is different in it from the version that the client began with. */
  readonly changes: readonly object[]
}

interface GatewayErrorOptions {
  readonly conflict?: Conflict
  readonly issues?: readonly Issue[]
  readonly warnings?: readonly Issue[]
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

/** A failure that the caller can act on: which, with the value that caused it, and the remedy. */
export class GatewayError extends Error {
  readonly code: ErrorCode
  readonly remedy: string
  readonly issues: readonly Issue[]
  /** What is doubtful beside what is wrong: an unknown field is often why another is missing. */
  readonly warnings: readonly Issue[]
  /** After how many seconds it is worth coming again; null when that is not known. */
  readonly retryAfterSeconds: number | null

  /** Of `plan-changed` alone; null for every other failure. */
  readonly conflict: Conflict | null

  constructor(code: ErrorCode, detail: string, remedy: string, options: GatewayErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'GatewayError'
    this.code = code
    this.remedy = remedy
    this.issues = options.issues ?? []
    this.warnings = options.warnings ?? []
    this.conflict = options.conflict ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}

/** Stops at a bug of ours. Stays on in production: a wrong roster is worse than none. */
export function invariant(condition: unknown, claim: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${claim}`)
}
