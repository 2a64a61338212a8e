import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify'
import type { Socket } from 'node:net'
import { requireScope } from '../access/authenticate.ts'
import { isRefusal } from '../access/refusals.ts'
import type { Limits } from '../config.ts'
import { GatewayError } from '../model/errors.ts'
import { createFailureLog } from '../storage/outage.ts'
import { requireAccepted } from './accept.ts'
import { readJsonBodies } from './json-body.ts'
import { OPENAPI, schemaName } from './openapi.ts'
import { PROBLEM_TYPE, routeNotFound, sendProblem, toGatewayError } from './problem-details.ts'
import { createRequestRate, type RequestRate } from './request-rate.ts'
import { addAuditRoute } from './routes/audit.ts'
import { addAuthRoutes } from './routes/auth.ts'
import { addDepartmentRoutes } from './routes/departments.ts'
import { addEventsRoute } from './routes/events.ts'
import { addGatewayRoutes } from './routes/gateway.ts'
import { addHealthRoutes } from './routes/health.ts'
import { addOpenApiRoute } from './routes/openapi.ts'
import { addTokenRoutes } from './routes/tokens.ts'
import { addUserRoutes } from './routes/users.ts'
import { addSharedSchemas } from './schemas.ts'
import type { App } from './typed-app.ts'
import type { UseCases } from './use-cases.ts'

export interface AppOptions {
  readonly limits: Pick<Limits, 'bodyBytes' | 'bodyDepth' | 'requestMs' | 'requestsPerMinute' | 'streamsPerToken' | 'streams'>
  /** Addresses and CIDRs of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[]
  /** Where to log; nowhere when absent. */
  readonly log?: FastifyBaseLogger
  /** Aborts when the node begins to shut down: from then on requests are refused with `shutting-down`, and event streams end. */
  readonly stopping?: AbortSignal
}

/** Longer than any request line can be, so that every odd id reaches the lookup and is answered like any other unknown one. */
const MAX_PARAM_LENGTH = 65_536
/** Idle connections are closed after this; longer than the usual 60 s of a proxy, which would else meet closed ones. */
const KEEP_ALIVE_MS = 72_000

/** Builds the HTTP edge over the use-cases. Not listening yet; `app.inject` works. */
export async function createApp(useCases: UseCases, options: AppOptions): Promise<App> {
  const app = Fastify({
    ...(options.log === undefined ? { logger: false } : { loggerInstance: options.log }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    bodyLimit: options.limits.bodyBytes,
    requestTimeout: options.limits.requestMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // While it drains, a request is answered as any other failure, by the hook below.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    rewriteUrl: (request) => decodableUrl(request.url ?? '/'),
    frameworkErrors: (error, _request, reply) => {
      sendProblem(reply, toGatewayError(error))
    },
    clientErrorHandler: answerUnreadableRequest,
  }).withTypeProvider<TypeBoxTypeProvider>()

  // Answers are made by our own code; their schemas are documentation, which the tests hold them to.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  readJsonBodies(app, options.limits)
  addErrorAnswers(app, useCases)
  await app.register(swagger, { openapi: OPENAPI, refResolver: { buildLocalReference: schemaName } })
  const stopping = options.stopping ?? new AbortController().signal
  const rate = createRequestRate({ perMinute: options.limits.requestsPerMinute, clock: () => performance.now() })
  addGate(app, useCases, { rate, stopping })
  addSharedSchemas(app)
  await app.register(async (routes) => {
    addHealthRoutes(routes, useCases)
    addAuthRoutes(routes, useCases)
    addGatewayRoutes(routes, useCases)
    addEventsRoute(routes, useCases, { limits: options.limits, stopping })
    addTokenRoutes(routes, useCases)
    addDepartmentRoutes(routes, useCases)
    addUserRoutes(routes, useCases)
    addAuditRoute(routes, useCases)
    addOpenApiRoute(routes)
  })
  return app
}

/** What every request passes before its body is read: the drain, unknown addresses, the token, its scope and rate, the accepted types. */
function addGate(app: App, useCases: UseCases, { rate, stopping }: { readonly rate: RequestRate; readonly stopping: AbortSignal }): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const drains = (): boolean => isClosing || stopping.aborted
  // Also with the answers to requests that came before: a connection that is kept would be waited for.
  app.addHook('onSend', async (_request, reply) => {
    if (drains()) reply.header('connection', 'close')
  })

  const routes: { readonly pattern: RegExp; readonly method: string }[] = []
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) throw new Error(`${route.method} ${route.url} does not say who may call it.`)
    const pattern = new RegExp(`^${route.url.replaceAll(/:[^/]+/g, '[^/]+')}$`)
    for (const method of [route.method].flat()) routes.push({ pattern, method })
  })

  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
    if (drains()) {
      throw new GatewayError('shutting-down', 'This node is shutting down.', 'Send the request again in a few seconds.')
    }
    if (request.is404) refuseUnknownRoute(request, routes, (allow) => reply.header('allow', allow))
    const access = request.routeOptions.config.access
    if (access !== 'everybody') {
      request.caller = await useCases.authenticate(request.headers.authorization)
      const { fields, refused } = rate.count(request.caller.tokenId)
      reply.headers(fields)
      if (refused !== null) throw refused
      requireScope(request.caller, access!)
    }
    requireAccepted(request.headers.accept, request.routeOptions.config.answers ?? 'application/json')
  })
}

function refuseUnknownRoute(
  request: FastifyRequest,
  routes: readonly { readonly pattern: RegExp; readonly method: string }[],
  setAllow: (methods: string) => void,
): never {
  const path = request.url.split('?', 1)[0]!
  const methods = [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
  if (methods.length === 0) throw routeNotFound(request.method, path)
  setAllow(methods.join(', '))
  throw new GatewayError('method-not-allowed', `${path.slice(0, 200)} does not take ${request.method}.`, `Use ${methods.join(' or ')}.`)
}

function addErrorAnswers(app: App, useCases: UseCases): void {
  const tell = createFailureLog(app.log, 'error', 'a request failed')
  app.setErrorHandler(async (error, request, reply) => {
    const failure = toGatewayError(error)
    if (failure.code === 'internal') tell(error, { method: request.method, url: request.url.slice(0, 200) })
    else if (failure.code === 'database-unavailable') tell(failure)
    await recordRefusal(useCases, request, failure)
    return sendProblem(reply, failure)
  })
  // Reached only if the gate let an unknown address through, which it does not.
  app.setNotFoundHandler((request, reply) => sendProblem(reply, routeNotFound(request.method, request.url)))
}

/** Has a refused request written down; a login writes its own down. */
async function recordRefusal(useCases: UseCases, request: FastifyRequest, { code }: GatewayError): Promise<void> {
  const { url: route, config } = request.routeOptions
  if (!isRefusal(code) || route === undefined || config.access === undefined || config.access === 'everybody') return
  const { solverProblemId } = request.params as { solverProblemId?: string }
  await useCases.recordRefusal({
    code,
    caller: request.caller,
    authorization: request.headers.authorization,
    address: request.ip,
    method: request.method,
    route,
    scope: config.access,
    jobId: solverProblemId ?? null,
  })
}

/** An address whose percent signs mean no text is taken literally: so an odd id is looked up, and not found, like any other. */
function decodableUrl(url: string): string {
  const path = url.split('?', 1)[0]!
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

const UNREADABLE_REQUESTS: Readonly<Record<string, readonly [status: number, title: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Answers bytes that are not HTTP, or that come too slowly: there is no request yet, so the answer is written by hand. */
function answerUnreadableRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, title] = UNREADABLE_REQUESTS[error.code ?? ''] ?? [400, 'Bad Request']
  const body = JSON.stringify({
    type: 'urn:turnus:error:request-invalid',
    title,
    status,
    detail: 'The request could not be read as HTTP.',
    code: 'request-invalid',
    hint: 'Send a request of HTTP/1.1, with headers of at most 16 KB.',
    errors: [],
  })
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: ${PROBLEM_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}
