import { Type } from 'typebox'
import { requireScope } from '../../access/authenticate.ts'
import { GatewayError } from '../../model/errors.ts'
import { createFailureLog } from '../../storage/outage.ts'
import type { App } from '../typed-app.ts'
import { callerOf } from '../caller.ts'
import { createStreams, pourEvents } from '../event-stream.ts'
import { problems } from '../schemas.ts'
import type { UseCases } from '../use-cases.ts'
import { jobOf } from '../watch-requests.ts'

const EVENT_STREAM = 'text/event-stream'
const DESCRIPTION = `Server-sent events, from any node. \`status\` {status, attempt, name, reference, labels}: where it stands, told at once and at every change.
\`better\` {score, bound, gap, revision, solveMs}: a better schedule was stored, or a higher bound for the same one was proved. \`end\` {status, stopReason, score, bound, gap, solveMs, name, reference, labels}: nothing follows, and the stream closes.
The id of an event says how much is known with it: after a reconnect with \`Last-Event-ID\` nothing is repeated, and what happened in between is told
as it stands, so that of several better schedules only the newest is. A comment every 15 s keeps the stream open.`

/** OpenAPI 3.1 has no word for a stream; who reads one takes the schema for that of each event. */
const EVENT = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'How much is known with it; to be sent as `Last-Event-ID`.' })),
    event: Type.Optional(Type.String({ description: '`status`, `better` or `end`.' })),
    data: Type.Optional(Type.String({ contentMediaType: 'application/json', description: 'What is told, as JSON.' })),
  },
  { description: 'One of the server-sent events.' },
)

const schema = {
  operationId: 'followEvents',
  tags: ['gateway'],
  summary: 'Follow a request: its status, each better score, its end',
  description: DESCRIPTION.replaceAll('\n', ' '),
  security: [{ token: [] }],
  params: Type.Object({ solverProblemId: Type.String({ description: 'The identifier that the submission was answered with.' }) }),
  headers: Type.Object({
    'last-event-id': Type.Optional(Type.String({ description: 'The id of the last event that the client has; an unknown one counts as none.' })),
  }),
  response: {
    200: { description: 'The events.', content: { [EVENT_STREAM]: { schema: EVENT } } },
    204: Type.Null({ description: 'The client has the end already: do not come again.' }),
    ...problems(401, 403, 404, 406, 429, 503),
  },
}

export interface EventsOptions {
  /** Streams at a time. */
  readonly limits: { readonly streamsPerToken: number; readonly streams: number }
  /** Aborts when the node begins to shut down, which ends the streams. */
  readonly stopping: AbortSignal
}

/** The stream of what happens to one request. */
export function addEventsRoute(app: App, useCases: UseCases, { limits, stopping }: EventsOptions): void {
  const streams = createStreams(limits)
  app.addHook('preClose', async () => streams.close())
  stopping.addEventListener('abort', () => streams.close())
  const tell = createFailureLog(app.log, 'error', 'an event stream broke off')

  app.get(
    '/api/v1/gateway/:solverProblemId/events',
    { config: { access: 'gateway:read', answers: EVENT_STREAM }, exposeHeadRoute: false, schema },
    async (request, reply) => {
      const caller = callerOf(request)
      const stop = new AbortController()
      const since = request.headers['last-event-id'] ?? null
      const signal = AbortSignal.any([stop.signal, streams.closing])
      const events = await useCases.followJob(caller, { solverProblemId: request.params.solverProblemId, since, signal })
      if (events === null) return reply.status(204).send(null)
      const release = streams.admit(caller.tokenId)
      const isAllowed = (): Promise<boolean> => isStillAllowed(useCases, request.headers.authorization)
      const headers = reply.getHeaders()
      reply.hijack()
      try {
        await pourEvents({ response: reply.raw, headers, events, stop, signal, isAllowed })
      } catch (error) {
        // Its status is long sent. The client sees the stream end without its last event, and comes again.
        tell(error, { jobId: jobOf(request), url: request.url.slice(0, 200) })
      } finally {
        release()
      }
      return reply
    },
  )
}

/** False once the token was revoked or has ended. A database that is away decides nothing. */
async function isStillAllowed(useCases: UseCases, authorization: string | undefined): Promise<boolean> {
  try {
    requireScope(await useCases.authenticate(authorization), 'gateway:read')
    return true
  } catch (error) {
    return !(error instanceof GatewayError && (error.code === 'not-authenticated' || error.code === 'permission-missing'))
  }
}
