import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Measures } from '../telemetry/measures.ts'
import type { Span, Tracing } from '../telemetry/tracing.ts'
import type { App } from './typed-app.ts'

/** Who is told of requests; nobody where they are absent. */
export interface RequestWatchers {
  readonly measures?: Measures | undefined
  readonly tracing?: Tracing | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request; null where it is not traced. */
    span: Span | null
    /** The job that the request made or found; null until then, and for requests about none. */
    jobId: number | null
  }
}

/**
 * Counts, traces and logs every request once it is answered, by the pattern of its route: never by its address, which a client makes up. Call it
 * before anything else is added. Requests that everybody may make, such as those of load balancers, are counted and not traced.
 */
export function watchRequests(app: App, { measures, tracing }: RequestWatchers): void {
  app.decorateRequest('span', null)
  app.decorateRequest('jobId', null)
  app.addHook('onRequest', async (request) => {
    const { url: route, config } = request.routeOptions
    if (tracing === undefined || route === undefined || config.access === 'everybody') return
    request.span = tracing.begin({
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: request.headers.traceparent?.toString() ?? null,
      attributes: { 'http.request.method': request.method, 'http.route': route },
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    const method = request.method
    const route = request.routeOptions.url ?? null
    const status = reply.raw.statusCode
    measures?.requestAnswered({ method, route, status, seconds: isStream(reply) ? null : reply.elapsedTime / 1000 })
    endSpan(request, status)
    log(request, { method, route, status, ms: Math.round(reply.elapsedTime) })
  })
}

/** The job that a request is about, by what it found or by its address; undefined, which logs leave out, when it is about none. */
export function jobOf(request: FastifyRequest): number | undefined {
  const { solverProblemId } = request.params as { solverProblemId?: string }
  const named = /^\d{1,15}$/.test(solverProblemId ?? '') ? Number(solverProblemId) : undefined
  return request.jobId ?? named
}

function isStream(reply: FastifyReply): boolean {
  return String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')
}

function endSpan(request: FastifyRequest, status: number): void {
  const { span } = request
  if (span === null) return
  const jobId = jobOf(request)
  span.note({ 'http.response.status_code': status, ...(jobId === undefined ? {} : { 'turnus.job.id': jobId }) })
  span.end(status >= 500 ? `Answered ${status}.` : undefined)
}

/** What changes a job is told; what only reads is told to those who look closely. */
function log(request: FastifyRequest, answered: { method: string; route: string | null; status: number; ms: number }): void {
  const jobId = jobOf(request)
  const isChange = jobId !== undefined && request.method !== 'GET' && request.method !== 'HEAD' && answered.status < 400
  request.log[isChange ? 'info' : 'debug']({ jobId, ...answered }, 'request answered')
}
