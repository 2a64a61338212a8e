import { Refused, askJson } from '../gateway/ask.ts'
import type { Issue, SubmissionAnswer } from '../gateway/documents.ts'

type Fields = Readonly<Record<string, unknown>>

/** What is asked for beside the file. */
export interface Wishes {
  readonly callbackUrl: string
  /** Longest search, in seconds. */
  readonly maxSeconds: number
}

/** Longest search where a schedule names none, in seconds; docs/limits.md. */
const DEFAULT_SECONDS = 60

/** What the file itself says of the same. */
export function wishesOf(document: Fields): Wishes {
  const { maxSeconds } = fieldsOf(document.termination)
  const { callbackUrl } = document
  return {
    callbackUrl: typeof callbackUrl === 'string' ? callbackUrl : '',
    maxSeconds: typeof maxSeconds === 'number' ? maxSeconds : DEFAULT_SECONDS,
  }
}

/** The document with what was wished for in it. */
export function applyWishes(document: Fields, { callbackUrl, maxSeconds }: Wishes): Fields {
  return { ...document, callbackUrl, termination: { ...fieldsOf(document.termination), maxSeconds } }
}

/** Submits a document. `key` names this submission: sent twice with the same key it is one job. Throws `Refused` and `Unreachable`. */
export function submitSchedule(document: Fields, key: string): Promise<SubmissionAnswer> {
  return askJson<SubmissionAnswer>('/api/v1/gateway', { method: 'POST', body: document, headers: { 'idempotency-key': key } })
}

/** A name that no other submission has. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What a refusal says of places in the document. */
export function issuesOf(failure: unknown): readonly Issue[] {
  return failure instanceof Refused ? (failure.problem.errors ?? []) : []
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}
