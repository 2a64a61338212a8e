import swagger from '@fastify/swagger'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify'
import { requireScope } from '../access/authenticate.ts'
import { isRefusal } from '../access/refusals.ts'
import type { Limits } from '../config.ts'
import { GatewayError } from '../model/errors.ts'
import { createFailureLog } from '../storage/outage.ts'
import { requireAccepted } from './accept.ts'
import { refusedOf } from './caller.ts'
import { compressAnswers } from './compressed-answers.ts'
import { limitServer, type ConnectionLimits } from './connections.ts'
import { completeOpenApi } from './complete-openapi.ts'
import { createCrossOrigin, type CrossOrigin } from './cross-origin.ts'
import { PLAIN_BODY_BYTES, readJsonBodies, type BodyLimits } from './json-body.ts'
import { answerExpectations } from './expectation.ts'
import { OPENAPI, schemaName } from './openapi.ts'
import { methodNotAllowed, routeNotFound, sendProblem, toGatewayError } from './problem-details.ts'
import { refuseUnknownParameters } from './query-names.ts'
import { createRequestRate, type RequestRate } from './request-rate.ts'
import { addAuditRoute } from './routes/audit.ts'
import { addNodesRoute } from './routes/nodes.ts'
import { addAuthRoutes } from './routes/auth.ts'
import { addCallbackRoutes } from './routes/callbacks.ts'
import { addConsoleRoutes } from './routes/console.ts'
import { addDepartmentRoutes } from './routes/departments.ts'
import { addEventsRoute } from './routes/events.ts'
import { addGatewayRoutes } from './routes/gateway.ts'
import { addHealthRoutes } from './routes/health.ts'
import { addMcpRoute } from './routes/mcp.ts'
import { addOpenApiRoute } from './routes/openapi.ts'
import { addRpcRoute } from './routes/rpc.ts'
import { addPlanRoutes } from './routes/plans.ts'
import { addTokenRoutes } from './routes/tokens.ts'
import { addUserRoutes } from './routes/users.ts'
import { createCallThreads, type CallLimits, startThread } from './rpc/call-threads.ts'
import type { CallMeans } from './rpc/calls.ts'
import { createScheduleReader } from './schedule-reader.ts'
import { addSharedSchemas } from './schemas.ts'
import { securityHeaders } from './security-headers.ts'
import type { App } from './typed-app.ts'
import type { UseCases } from './use-cases.ts'
import { jobOf, type RequestWatchers, watchRequests } from './watch-requests.ts'

export interface AppOptions extends RequestWatchers {
  readonly limits: Pick<Limits, 'requestsPerMinute' | 'streamsPerToken' | 'streams'> & BodyLimits & ConnectionLimits & CallLimits
  /** Addresses and CIDRs of proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[]
  /** Origins whose pages may call from a browser. */
  readonly corsOrigins?: readonly string[]
  /** Absolute path of the folder with the files of the console; it is not served when null or absent. */
  readonly consoleFolder?: string | null
  /** How long browsers shall insist on TLS, in seconds; 0 or absent where none stands in front of us. */
  readonly hstsSeconds?: number
  /** Where to log; nowhere when absent. */
  readonly log?: FastifyBaseLogger
  /** Aborts when the node begins to shut down: from then on requests are refused with `shutting-down`, and event streams end. */
  readonly stopping?: AbortSignal
  /** How a thread that answers calls starts; tests hand in another way. */
  readonly startCallThread?: typeof startThread
}

/** Longer than any request line can be, so that every odd id reaches the lookup and is answered like any other unknown one. */
const MAX_PARAM_LENGTH = 65_536

/** Builds the HTTP edge over the use-cases. Not listening yet; `app.inject` works. */
export async function createApp(useCases: UseCases, options: AppOptions): Promise<App> {
  const { limits, trustedProxies = [] } = options
  const always = securityHeaders({ hstsSeconds: options.hstsSeconds ?? 0 })
  const server = limitServer({
    limits,
    trustedProxies,
    headers: always,
    onRefused: (reason) => options.log?.warn({ reason }, 'connections are refused'),
  })
  const app = Fastify({
    ...(options.log === undefined ? { logger: false } : { loggerInstance: options.log }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: Math.min(PLAIN_BODY_BYTES, limits.bodyBytes),
    serverFactory: server.create,
    // While it drains, a request is answered as any other failure, by the hook below.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    rewriteUrl: (request) => decodableUrl(withoutOrigin(request.url ?? '/')),
    frameworkErrors: (error, _request, reply) => {
      sendProblem(reply.headers(always), toGatewayError(error))
    },
    clientErrorHandler: server.answerUnreadable,
  }).withTypeProvider<TypeBoxTypeProvider>()

  // Answers are made by our own code; their schemas are documentation, which the tests hold them to.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
  watchRequests(app, options)
  readJsonBodies(app, limits)
  answerExpectations(app)
  addErrorAnswers(app, useCases)
  compressAnswers(app)
  await app.register(swagger, {
    openapi: OPENAPI,
    refResolver: { buildLocalReference: schemaName },
    transformObject: (described) => completeOpenApi('openapiObject' in described ? described.openapiObject : described.swaggerObject),
  })
  const stopping = options.stopping ?? new AbortController().signal
  const rate = createRequestRate({ perMinute: limits.requestsPerMinute, clock: () => performance.now() })
  addGate(app, useCases, { rate, always, crossOrigin: createCrossOrigin(options.corsOrigins ?? []), stopping })
  const reader = createScheduleReader(limits)
  app.addHook('onClose', () => reader.close())
  const means = createCallMeans(app, useCases, { ...options, rate, stopping })
  addSharedSchemas(app)
  await app.register(async (routes) => {
    addHealthRoutes(routes, useCases)
    addAuthRoutes(routes, useCases)
    addGatewayRoutes(routes, useCases, reader)
    addEventsRoute(routes, useCases, { limits, stopping })
    addRpcRoute(routes, means)
    addMcpRoute(routes, means)
    addCallbackRoutes(routes, useCases)
    addPlanRoutes(routes, { ...means, useCases, reader, limits })
    addAdministrationRoutes(routes, useCases)
    addOpenApiRoute(routes)
    if (typeof options.consoleFolder === 'string') await addConsoleRoutes(routes, options.consoleFolder)
  })
  return app
}

/** Tokens, departments, users, the audit log, nodes and queues of an organization. */
function addAdministrationRoutes(routes: App, useCases: UseCases): void {
  addTokenRoutes(routes, useCases)
  addDepartmentRoutes(routes, useCases)
  addUserRoutes(routes, useCases)
  addAuditRoute(routes, useCases)
  addNodesRoute(routes, useCases)
}

/** What calls are answered with. Their threads end with the first word of a shutdown, whatever they do. */
function createCallMeans(
  app: App,
  useCases: UseCases,
  { limits, rate, stopping, startCallThread = startThread }: AppOptions & { rate: RequestRate; stopping: AbortSignal },
): CallMeans {
  const threads = createCallThreads(limits, startCallThread)
  app.addHook('preClose', () => threads.close())
  // What a department deletes, a thread may have kept: from before the answer on it keeps it no longer.
  app.addHook('onSend', async (request, reply) => {
    if (request.method === 'DELETE' && reply.statusCode < 300 && request.caller !== null) threads.dropKept(request.caller.departmentId)
  })
  return { useCases, threads, rate, limits, stopping, onFault: createFailureLog(app.log, 'error', 'a call failed') }
}

/** What every request passes before its body is read: the drain, unknown addresses, the token, its scope and rate, the accepted types. */
function addGate(
  app: App,
  useCases: UseCases,
  {
    rate,
    always,
    crossOrigin,
    stopping,
  }: { rate: RequestRate; always: Readonly<Record<string, string>>; crossOrigin: CrossOrigin; stopping: AbortSignal },
): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const drains = (): boolean => isClosing || stopping.aborted
  // Also with the answers to requests that came before: a connection that is kept would be waited for.
  app.addHook('onSend', async (_request, reply) => {
    if (drains()) reply.header('connection', 'close')
  })

  const routes: KnownRoute[] = []
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) throw new Error(`${route.method} ${route.url} does not say who may call it.`)
    const pattern = new RegExp(`^${route.url.replaceAll(/:[^/]+/g, '[^/]+')}$`)
    for (const method of [route.method].flat()) routes.push({ pattern, method })
  })

  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(always).headers(crossOrigin.headersFor(request)).header('cache-control', 'no-store')
    if (drains()) {
      throw new GatewayError('shutting-down', 'This node is shutting down.', 'Send the request again in a few seconds.')
    }
    if (request.is404) {
      const methods = methodsOf(routes, request)
      const permission = crossOrigin.preflight(request, methods)
      if (permission !== null && methods.length > 0) return reply.status(204).headers(permission).send()
      refuseUnknownRoute(request, methods, (allow) => reply.header('allow', allow))
    }
    const { access, pages, answers = 'application/json', unknownParameters } = request.routeOptions.config
    if (pages === 'permitted') crossOrigin.require(request)
    if (access !== 'everybody') {
      request.caller = await useCases.authenticate(request.headers.authorization)
      const { fields, refused } = rate.count(request.caller.tokenId)
      reply.headers(fields)
      if (refused !== null) throw refused
      if (access !== 'any token') requireScope(request.caller, access!)
      if (unknownParameters !== 'warned') refuseUnknownParameters(request)
    }
    requireAccepted(request.headers.accept, answers)
  })
}

interface KnownRoute {
  readonly pattern: RegExp
  readonly method: string
}

/** The methods that the address of a request takes; none when there is no such address. */
function methodsOf(routes: readonly KnownRoute[], request: FastifyRequest): readonly string[] {
  const path = request.url.split('?', 1)[0]!
  return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}

function refuseUnknownRoute(request: FastifyRequest, methods: readonly string[], setAllow: (methods: string) => void): never {
  const path = request.url.split('?', 1)[0]!
  if (methods.length === 0) throw routeNotFound(request.method, path)
  setAllow(methods.join(', '))
  throw methodNotAllowed(request.method, path, methods)
}

function addErrorAnswers(app: App, useCases: UseCases): void {
  const tell = createFailureLog(app.log, 'error', 'a request failed')
  app.setErrorHandler(async (error, request, reply) => {
    const failure = toGatewayError(error)
    if (failure.code === 'internal') tell(error, { jobId: jobOf(request), method: request.method, url: loggedUrl(request) })
    else if (failure.code === 'database-unavailable') tell(failure, { jobId: jobOf(request) })
    await recordRefusal(useCases, request, failure)
    return sendProblem(reply, failure)
  })
  // Reached only if the gate let an unknown address through, which it does not.
  app.setNotFoundHandler((request, reply) => sendProblem(reply, routeNotFound(request.method, request.url)))
}

/** The address of a request as the log may have it: of a link, whose secret is a part of the address, its form. */
function loggedUrl(request: FastifyRequest): string {
  const { url, config } = request.routeOptions
  return (config.secret === 'in address' ? (url ?? '') : request.url).slice(0, 200)
}

/** Has a refused request written down; a login writes its own down. */
async function recordRefusal(useCases: UseCases, request: FastifyRequest, { code }: GatewayError): Promise<void> {
  const { url: route, config } = request.routeOptions
  if (!isRefusal(code) || route === undefined || config.access === undefined || config.access === 'everybody') return
  const { solverProblemId } = request.params as { solverProblemId?: string }
  await useCases.recordRefusal({
    code,
    ...refusedOf(request),
    route,
    scope: config.access === 'any token' ? null : config.access,
    jobId: solverProblemId ?? null,
  })
}

/** The path of an address in absolute form, which a server has to take (RFC 9112, 3.2.2). */
function withoutOrigin(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return path.startsWith('/') || path === url ? path : `/${path}`
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
