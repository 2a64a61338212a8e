import type { Problem } from './documents.ts'
import { reportReach } from './reach.ts'
import { currentSession, endSession } from './session.ts'
import { currentLanguage, t } from '../texts/texts.ts'

/** The gateway refused. `status` is HTTP's; `problem` what it said. */
export class Refused extends Error {
  readonly status: number
  readonly problem: Problem

  constructor(status: number, problem: Problem) {
    super(problem.detail ?? problem.title ?? t('reach.answered', { status: String(status) }))
    this.name = 'Refused'
    this.status = status
    this.problem = problem
  }
}

/** The gateway could not be reached at all, or stands behind something that answered in its place. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super(t('reach.unreachable'), { cause })
    this.name = 'Unreachable'
  }
}

/** When to ask again what the gateway has no time for now, in milliseconds. */
export const AGAIN_MS = 2000

/** Whether the gateway said that it has no time now: too many questions, or not ready. The same question can be answered a little later. */
export function isForLater(failure: unknown): boolean {
  return failure instanceof Refused && (failure.status === 429 || failure.status === 503)
}

export interface AskOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON; a string or a file is sent as it is. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Of a caller who is not signed in yet: where to ask, and with which token. */
  readonly as?: { readonly gateway: string; readonly token: string | null }
}

/**
 * Asks the gateway for a path such as `/api/v1/gateway` and gives its answer. Throws `Refused` for 4xx and 5xx, `Unreachable` when there is no
 * answer, and `AbortError`. A token that is not valid any more signs the user out. A path is never a whole address: the token goes to the gateway alone.
 */
export async function ask(path: string, { method = 'GET', body, headers, signal, as }: AskOptions = {}): Promise<Response> {
  const { gateway, token } = as ?? currentSession() ?? { gateway: '', token: null }
  if (!path.startsWith('/') || path.startsWith('//')) throw new Error(`${path} is no path of the gateway.`)
  const answer = await send(`${gateway}${path}`, {
    method,
    headers: {
      accept: 'application/json',
      'accept-language': currentLanguage(),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    credentials: 'omit',
    redirect: 'error',
  })
  if (answer.ok || answer.status === 304) return answer
  const refused = new Refused(answer.status, await readProblem(answer))
  if (answer.status === 401 && as === undefined && token === currentSession()?.token) endSession()
  throw refused
}

/** The JSON of an answer. */
export async function askJson<Answer>(path: string, options: AskOptions = {}): Promise<Answer> {
  return (await ask(path, options)).json() as Promise<Answer>
}

/** An answer in pages, and the path of the next one; null when this is the last. */
export async function askPage<Row>(path: string, options: AskOptions = {}): Promise<{ readonly rows: readonly Row[]; readonly next: string | null }> {
  const answer = await ask(path, options)
  return { rows: (await answer.json()) as readonly Row[], next: nextPath(answer.headers.get('link')) }
}

/** Asks one method of `POST /v1`. Throws `Refused` with the status that the same failure has elsewhere. */
export async function call<Result>(
  method: string,
  params: Readonly<Record<string, unknown>>,
  options: Pick<AskOptions, 'signal' | 'as'> = {},
): Promise<Result> {
  const answer = await askJson<{
    readonly result?: Result
    readonly error?: { readonly message: string; readonly data?: Problem & { status?: number } }
  }>('/v1', {
    ...options,
    method: 'POST',
    body: { jsonrpc: '2.0', id: 1, method, params },
  })
  if (answer.error !== undefined) throw new Refused(answer.error.data?.status ?? 400, { title: answer.error.message, ...answer.error.data })
  return answer.result as Result
}

/** What to show for a failure: what is wrong, and what to do about it. */
export function describeFailure(failure: unknown): { readonly text: string; readonly hint: string | null } {
  if (failure instanceof Refused) return { text: failure.message, hint: failure.problem.hint ?? null }
  if (failure instanceof Unreachable) return { text: failure.message, hint: t('reach.triedAgain') }
  return { text: failure instanceof Error ? failure.message : String(failure), hint: null }
}

async function send(address: string, request: RequestInit): Promise<Response> {
  let answer: Response
  try {
    answer = await fetch(address, request)
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    reportReach('lost')
    throw new Unreachable(error)
  }
  // 502 and 504 are a proxy's words for the same.
  if (answer.status === 502 || answer.status === 504) {
    reportReach('lost')
    throw new Unreachable(new Error(`HTTP ${answer.status}`))
  }
  reportReach('reached')
  return answer
}

async function readProblem(answer: Response): Promise<Problem> {
  try {
    const body = (await answer.json()) as { readonly jsonrpc?: unknown; readonly error?: { readonly data?: Problem } } | null
    const problem = body?.jsonrpc === undefined ? body : body.error?.data
    return typeof problem === 'object' && problem !== null ? (problem as Problem) : {}
  } catch {
    return {}
  }
}

function isRaw(body: unknown): body is string | Blob {
  return typeof body === 'string' || body instanceof Blob
}

/** `<…>; rel="next"` of a Link field, as a path. */
function nextPath(link: string | null): string | null {
  const found = /<([^>]+)>;\s*rel="next"/.exec(link ?? '')
  if (found === null) return null
  const { pathname, search } = new URL(found[1]!, 'http://gateway.invalid')
  return `${pathname}${search}`
}
