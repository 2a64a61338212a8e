import { RequestRefused } from './refused.ts'
import { type RetryOptions, withRetries } from './retry.ts'

/** Where the gateway is, and the token that opens it. */
export interface ClientOptions {
  /** Such as `http://127.0.0.1:8080`; a path is kept, a slash at its end is not needed. */
  readonly baseUrl: string
  readonly token: string
  /** The HTTP client; the platform's when absent. */
  readonly fetch?: typeof globalThis.fetch
  /** How requests are repeated that get no answer, or are put off. Only those are that mean the same when they arrive twice. */
  readonly retry?: RetryOptions
}

/** One request to the gateway. */
export interface Question {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly signal?: AbortSignal
  /** Sent this once, whatever becomes of it. */
  readonly once?: true
  /** A status that means, from the second try on, that an earlier one did it. */
  readonly doneBefore?: number
}

/** Sends a request with the token, again when it may be. Throws `RequestRefused`, and what `fetch` throws. */
export type Ask = (method: string, path: string, question?: Question) => Promise<Response>

/** The problem details of an answer: of one to a call they are what its error carries. */
function problemIn(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { data } = (body['error'] ?? {}) as { readonly data?: Readonly<Record<string, unknown>> }
  return body['jsonrpc'] === undefined ? body : (data ?? {})
}

/** Makes one for a gateway. */
export function createAsk({ baseUrl, token, fetch = globalThis.fetch, retry = {} }: ClientOptions): Ask {
  const root = baseUrl.replace(/\/+$/, '')
  const send = async (method: string, path: string, { headers = {}, body, signal }: Question): Promise<Response> => {
    const answer = await fetch(`${root}${path}`, {
      method,
      headers: { accept: 'application/json', authorization: `Bearer ${token}`, ...headers },
      // A token must not follow a redirect to another host.
      redirect: 'error',
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
    })
    if (answer.ok) return answer
    const problem = problemIn(((await answer.json().catch(() => ({}))) ?? {}) as Record<string, unknown>)
    throw new RequestRefused(answer.status, problem, answer.headers.get('retry-after'))
  }
  return (method, path, question = {}) => {
    if (question.once) return send(method, path, question)
    const attempt = async (number: number): Promise<Response> => {
      try {
        return await send(method, path, question)
      } catch (error) {
        if (number > 1 && error instanceof RequestRefused && error.status === question.doneBefore) return new Response(null, { status: 204 })
        throw error
      }
    }
    return withRetries(attempt, retry, question.signal)
  }
}
