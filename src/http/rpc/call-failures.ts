import type { ErrorCode, GatewayError } from '../../model/errors.ts'
import { RETRY_AFTER_S, toProblemDetails } from '../problem-details.ts'
import type { CallFailure } from './json-rpc.ts'

/** Any failure that has no number of its own; `data.code` says which. */
const OTHER_FAILURE = -32000

/**
 * The number and the words of each failure. JSON-RPC gives those from −32700 to −32600 a meaning; of the rest MCP reserves those below −32019,
 * and −32002.
 */
const NUMBERS: Partial<Readonly<Record<ErrorCode, number>>> = {
  'body-unreadable': -32700,
  'call-invalid': -32600,
  'method-unknown': -32601,
  'request-invalid': -32602,
  'schedule-invalid': -32602,
  internal: -32603,
  'permission-missing': -32001,
  'department-foreign': -32003,
  'job-not-found': -32004,
  'solution-missing': -32005,
  'call-too-long': -32006,
  'call-too-large': -32007,
  'calls-full': -32008,
  'too-many-requests': -32009,
  'shutting-down': -32010,
  'database-unavailable': -32011,
}

/** As the specification of JSON-RPC names them. */
const WORDS: Readonly<Record<number, string>> = {
  [-32700]: 'Parse error',
  [-32600]: 'Invalid Request',
  [-32601]: 'Method not found',
  [-32602]: 'Invalid params',
  [-32603]: 'Internal error',
}

/** The error object of a failure. Its `data` is what the same failure has over HTTP: problem details, with when to come again where that is known. */
export function toCallFailure(error: GatewayError): CallFailure {
  const problem = toProblemDetails(error)
  const code = NUMBERS[problem.code] ?? OTHER_FAILURE
  const isPassing = problem.status === 429 || (problem.status === 503 && problem.code !== 'call-too-long')
  const data = isPassing ? { ...problem, retryAfterSeconds: error.retryAfterSeconds ?? RETRY_AFTER_S } : problem
  return { code, message: WORDS[code] ?? problem.title, data }
}

/** Every number that a call can fail with, and the codes that `data` then has. */
export const FAILURE_NUMBERS: readonly (readonly [number: number, codes: readonly string[]])[] = [
  ...new Set([...Object.values(NUMBERS), OTHER_FAILURE]),
].map((number) => [number, Object.entries(NUMBERS).flatMap(([code, its]) => (its === number ? [code] : []))])
