import { isJsonObject, shown } from '../../api/fields.ts'
import { GatewayError } from '../../model/errors.ts'

/** Calls that one request may carry. */
export const MOST_CALLS = 50
/** Longest text that names a call, in characters. */
export const LONGEST_ID = 1000

/** What names a call; its answer carries the same. */
export type CallId = string | number | null

/** One call of a request, found to be of the right form. */
export interface Call {
  readonly id: CallId
  readonly method: string
  /** An object or a list; undefined when there are none. */
  readonly params: unknown
  /** Where it stands in the batch; 0 when it is alone. */
  readonly position: number
}

/** The messages of one request. */
export interface Messages {
  /** True: answered as a list, even if it has one entry. */
  readonly isBatch: boolean
  /** How many were posted. */
  readonly count: number
  /** Empty when there are more than `MOST_CALLS`. */
  readonly messages: readonly unknown[]
}

/** A message as JSON-RPC sees it: a call that is answered, one that is not, or neither, with what is wrong and what it can be answered as. */
export type Message =
  | { readonly kind: 'call'; readonly call: Call }
  | { readonly kind: 'notification'; readonly method: string }
  | { readonly kind: 'invalid'; readonly id: CallId; readonly failure: GatewayError }

/** The messages of a document: one, or the list of a batch. */
export function messagesOf(document: unknown): Messages {
  if (!Array.isArray(document)) return { isBatch: false, count: 1, messages: [document] }
  return { isBatch: true, count: document.length, messages: document.length > MOST_CALLS ? [] : document }
}

/** Throws `call-invalid` for a batch without messages, and for one with more than `MOST_CALLS`: neither is answered message by message. */
export function checkLength({ isBatch, count }: Messages): void {
  if (isBatch && count === 0) throw invalidCall('The batch is empty.', `Send at least one call, or a call that is no list. ${SUBMITTED_ELSEWHERE}`)
  if (count > MOST_CALLS)
    throw invalidCall(`The batch has ${count} calls; at most ${MOST_CALLS} are taken.`, `Send them as several requests. ${SUBMITTED_ELSEWHERE}`)
}

/** Reads one message. */
export function readMessage(message: unknown, position = 0): Message {
  if (!isJsonObject(message)) return { kind: 'invalid', id: null, failure: invalidCall(`A call is an object, not ${shown(message)}.`, EXAMPLE) }
  const { id, method, params } = message
  const isNamed = Object.hasOwn(message, 'id')
  if (isNamed && !isCallId(id)) return { kind: 'invalid', id: null, failure: wrongId(id) }
  const answerId = isNamed ? (id as CallId) : null
  const failure = faultOf(message)
  if (failure !== null) return { kind: 'invalid', id: answerId, failure }
  if (!isNamed) return { kind: 'notification', method: method as string }
  return { kind: 'call', call: { id: answerId, method: method as string, params, position } }
}

/** Where an attempt to submit belongs. */
export const SUBMITTED_ELSEWHERE = 'Schedules are submitted to POST /api/v1/gateway, and nowhere else.'

const EXAMPLE = `Send {"jsonrpc": "2.0", "id": 1, "method": "rpc.discover"}, or a list of such objects. ${SUBMITTED_ELSEWHERE}`

function faultOf({ jsonrpc, method, params }: Readonly<Record<string, unknown>>): GatewayError | null {
  if (jsonrpc === undefined) return invalidCall('jsonrpc must be "2.0", and is absent.', EXAMPLE)
  if (jsonrpc !== '2.0') return invalidCall(`jsonrpc must be "2.0", not ${shown(jsonrpc)}.`, EXAMPLE)
  if (typeof method !== 'string') return invalidCall(`method must be a text, not ${shown(method)}.`, EXAMPLE)
  if (params === undefined || (typeof params === 'object' && params !== null)) return null
  return invalidCall(`params must be an object, not ${shown(params)}.`, `Send {"params": {…}}, or leave it out. ${SUBMITTED_ELSEWHERE}`)
}

/** True for what comes back as it was sent: numbers beyond the safe ones would be rounded. */
function isCallId(id: unknown): boolean {
  if (typeof id === 'string') return id.length <= LONGEST_ID
  return id === null || (typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER)
}

function wrongId(id: unknown): GatewayError {
  const hint = `Send a number up to 2^53 − 1, or a text of at most ${LONGEST_ID} characters; leave id out only when no answer is wanted. ${SUBMITTED_ELSEWHERE}`
  return invalidCall(`The id of a call cannot be ${shown(id)}.`, hint)
}

/** What is thrown for a message that is no call. */
export function invalidCall(detail: string, remedy: string): GatewayError {
  return new GatewayError('call-invalid', detail, remedy)
}

/** What a method is answered with: JSON in UTF-8. */
export type Result = Uint8Array

/** An answer with a result, UTF-8. The result is not parsed: it may be as large as a schedule. */
export function writeResult(id: CallId, result: Result): Buffer {
  return Buffer.concat([Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`), result, CLOSE])
}

/** An answer with a failure, UTF-8. */
export function writeFailure(id: CallId, error: CallFailure): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, error }))
}

const CLOSE = Buffer.from('}')

/** The error object of JSON-RPC. */
export interface CallFailure {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** How calls are answered. */
export interface Answering {
  /** Throws for a call that fails. */
  call(call: Call): Promise<Result>
  /** Never throws. */
  fail(error: unknown, call: Call | null): Promise<CallFailure>
}

/** The answer to one request. */
export interface Answers {
  /** UTF-8; null when nothing is to be answered. */
  readonly body: Buffer | null
  /** False: nothing that was posted is a call or a notification. */
  readonly isCalled: boolean
}

/**
 * Answers the messages of one request, one after the other. A notification is not carried out:
 * nothing that can be called changes anything, and nobody sees its result.
 */
export async function answerMessages(posted: Messages, { call, fail }: Answering): Promise<Answers> {
  try {
    checkLength(posted)
  } catch (error) {
    return { body: writeFailure(null, await fail(error, null)), isCalled: false }
  }
  let isCalled = false
  const answers: Buffer[] = []
  for (const [position, message] of posted.messages.entries()) {
    const read = readMessage(message, position)
    if (read.kind !== 'invalid') isCalled = true
    if (read.kind === 'notification') continue
    answers.push(read.kind === 'invalid' ? writeFailure(read.id, await fail(read.failure, null)) : await answerCall(read.call, { call, fail }))
  }
  if (answers.length === 0) return { body: null, isCalled }
  return { body: posted.isBatch ? listOf(answers) : answers[0]!, isCalled }
}

async function answerCall(call: Call, answering: Answering): Promise<Buffer> {
  try {
    return writeResult(call.id, await answering.call(call))
  } catch (error) {
    return writeFailure(call.id, await answering.fail(error, call))
  }
}

function listOf(answers: readonly Buffer[]): Buffer {
  const parts = answers.flatMap((answer, i) => (i === 0 ? [answer] : [Buffer.from(','), answer]))
  return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')])
}
