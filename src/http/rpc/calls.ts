import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/authenticate.ts'
import { isRefusal, type RefusalCode } from '../../access/refusals.ts'
import { isJsonObject } from '../../api/fields.ts'
import { GatewayError, invariant } from '../../model/errors.ts'
import type { Language } from '../../model/language.ts'
import { languageOf } from '../accept-language.ts'
import { callerOf, refusedOf } from '../caller.ts'
import { type BodyLimits, bytesOf, parseJsonBody } from '../json-body.ts'
import { toGatewayError } from '../problem-details.ts'
import type { RequestRate } from '../request-rate.ts'
import type { UseCases } from '../use-cases.ts'
import { toCallFailure } from './call-failures.ts'
import type { CallLimits, CallThread, CallThreads } from './call-threads.ts'
import { type Call, type CallFailure, type Messages, messagesOf, type Result } from './json-rpc.ts'
import { QUESTION_SCOPE } from './question-names.ts'
import type { Parameters } from './thread-messages.ts'

/** Up to here a body is parsed in the event loop, in bytes; beyond, in the thread that answers its calls. */
const SMALL_BYTES = 256 * 1024

/** Longest results of one request together, in bytes. */
export const MOST_RESULT_BYTES = 64 * 1024 * 1024

/** What calls are answered with, whatever request they came in. */
export interface CallMeans {
  readonly useCases: Pick<UseCases, 'describeToken' | 'findJob' | 'listJobs' | 'readSchedule' | 'readSolution' | 'recordRefusal'>
  readonly threads: CallThreads
  readonly rate: RequestRate
  readonly limits: BodyLimits & Pick<CallLimits, 'callMs'>
  /** Aborts when the node begins to shut down. */
  readonly stopping: AbortSignal
  /** Told of every failure that is ours. */
  readonly onFault: (error: unknown) => void
}

/** What the calls of one request are answered with. */
export interface CallContext {
  readonly caller: Caller
  readonly useCases: CallMeans['useCases']
  /** How long the calls of a request may take, in milliseconds. */
  readonly callMs: number
  /** The language of ours that the request asks for. */
  readonly language: Language
  /** The thread of the request, from the first call on that needs one. */
  thread(): Promise<CallThread>
  /** Where a thread finds what a call carries. */
  parametersOf(call: Call, within: 'params' | 'arguments'): Parameters
  /** Has a failure written down if somebody was refused something. */
  note(failure: GatewayError, call: Call | null): Promise<void>
}

/** The calls of one request. */
export interface Calls extends CallContext {
  /** Parses the body. Throws `body-unreadable`, and what `CallThreads.open` throws. */
  read(): Promise<Messages>
  /** Counts a call that is not the first of its request as a request of the token. Throws `too-many-requests`. */
  count(call: Call): void
  /** Throws `call-too-large` when the results of the request are longer together than `MOST_RESULT_BYTES`. */
  admit(result: Result): Result
  /** What a failure is answered as. Ours are logged, others noted. */
  fail(error: unknown, call: Call | null): Promise<CallFailure>
  /** Gives back what was used. What was not answered yet is given up. */
  end(): void
}

/** Begins to answer the calls of a request: its thread ends when the client is gone, or the node shuts down. */
export function openCalls(request: FastifyRequest, reply: FastifyReply, { useCases, threads, rate, limits, stopping, onFault }: CallMeans): Calls {
  const caller = callerOf(request)
  const gone = new AbortController()
  let opened: Promise<CallThread> | null = null
  // An answer that was sent and not taken is still counted.
  reply.raw.once('close', () => {
    gone.abort()
    opened?.then((used) => used.leave(), nothing)
  })
  const signal = AbortSignal.any([gone.signal, stopping])
  const thread = (): Promise<CallThread> => (opened ??= threads.open({ departmentId: caller.departmentId, signal }))
  const note = async ({ code }: GatewayError, call: Call | null): Promise<void> => {
    if (isRefusal(code)) await recordRefusal({ useCases, request, code, call })
  }
  let document: unknown
  let isHeld = false
  let answeredBytes = 0
  return {
    caller,
    useCases,
    callMs: limits.callMs,
    language: languageOf(request.headers['accept-language']),
    thread,
    note,
    async read() {
      const posted = bytesOf(request)
      isHeld = posted.length > SMALL_BYTES
      if (isHeld) return (await thread()).read(posted)
      ;({ document } = parseJsonBody(posted, limits))
      return messagesOf(document)
    },
    parametersOf: ({ position, params }, within) => (isHeld ? { position, within } : { value: within === 'params' ? params : argumentsOf(params) }),
    count({ position }) {
      const { refused } = position === 0 ? { refused: null } : rate.count(caller.tokenId)
      if (refused !== null) throw refused
    },
    admit(result) {
      answeredBytes += result.length
      if (answeredBytes > MOST_RESULT_BYTES) throw tooLong()
      return result
    },
    async fail(error, call) {
      const failure = toGatewayError(error)
      if (failure.code === 'internal') onFault(error)
      await note(failure, call)
      return toCallFailure(failure)
    },
    end() {
      opened?.then((used) => used.release(), nothing)
    },
  }
}

/** That a thread could not be opened is answered where it was asked for. */
function nothing(): void {}

function tooLong(): GatewayError {
  return new GatewayError(
    'call-too-large',
    `The answers to the request have more than ${MOST_RESULT_BYTES} bytes together.`,
    'Send the calls of a batch one by one, or ask for less: limit, matchLimit and employeeId make answers shorter.',
  )
}

interface RefusedCall {
  readonly useCases: Pick<UseCases, 'recordRefusal'>
  readonly request: FastifyRequest
  readonly code: RefusalCode
  readonly call: Call | null
}

function recordRefusal({ useCases, request, code, call }: RefusedCall): Promise<void> {
  const { url: route } = request.routeOptions
  invariant(route !== undefined, 'a call comes by a route')
  return useCases.recordRefusal({
    code,
    ...refusedOf(request),
    route,
    scope: QUESTION_SCOPE,
    jobId: jobIdOf(call?.params) ?? jobIdOf(argumentsOf(call?.params)),
  })
}

function jobIdOf(params: unknown): string | null {
  const id = isJsonObject(params) ? params['solverProblemId'] : null
  return typeof id === 'string' ? id : null
}

function argumentsOf(params: unknown): unknown {
  return isJsonObject(params) ? params['arguments'] : undefined
}
