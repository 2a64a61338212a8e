import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { toGatewayError } from '../problem-details.ts'
import { type CallMeans, type Calls, openCalls } from '../rpc/calls.ts'
import { answerMessages, type CallFailure, type CallId, checkLength, invalidCall, type Messages, readMessage, writeFailure } from '../rpc/json-rpc.ts'
import { answerLegacy, answerModern, checkId, eraOf, type McpHeaders, McpRefusal, REVISIONS, takesBatches } from '../rpc/mcp.ts'
import { problems } from '../schemas.ts'
import type { App } from '../typed-app.ts'

const DESCRIPTION = `The Model Context Protocol over streamable HTTP, revisions ${REVISIONS.join(', ')}. There are no sessions, and no streams: every message is a POST of its
own, answered with JSON; GET and DELETE are answered 405. The tools only answer questions: none submits, changes or publishes. See docs/mcp.md.`

/** `POST /mcp`: the questions of `POST /v1` as tools for assistants. */
export function addMcpRoute(app: App, means: CallMeans): void {
  app.post(
    '/mcp',
    {
      config: { access: 'gateway:read', takes: 'schedule', pages: 'permitted', compressed: 'where accepted' },
      schema: {
        operationId: 'callTool',
        tags: ['answers'],
        summary: 'Ask about schedules and rosters as an assistant does',
        description: DESCRIPTION.replaceAll('\n', ' '),
        security: [{ token: [] }],
        headers: Type.Object({
          'mcp-protocol-version': Type.Optional(
            Type.Enum([...REVISIONS], { type: 'string', description: 'The revision that is spoken; 2025-03-26 when absent.' }),
          ),
          'mcp-method': Type.Optional(Type.String({ description: 'From 2026-07-28 on: `method` of the body.' })),
          'mcp-name': Type.Optional(Type.String({ description: 'From 2026-07-28 on, with `tools/call`: `params.name` of the body.' })),
        }),
        body: Type.Union([Type.Ref('ToolCall'), Type.Array(Type.Ref('ToolCall'), { description: 'A batch; of revision 2025-03-26 alone.' })]),
        response: {
          200: Type.Union([Type.Ref('ToolAnswer'), Type.Array(Type.Ref('ToolAnswer'), { description: 'To a batch.' })], {
            description: 'The answer.',
          }),
          202: Type.Null({ description: 'A notification was taken.' }),
          ...problems(401, 403, 406, 413, 415, 503),
          400: Type.Ref('ToolAnswer', {
            description: 'The message cannot be taken: no JSON, no call, a revision that is not spoken, headers that differ from the body.',
          }),
          404: Type.Ref('ToolAnswer', { description: 'From 2026-07-28 on: there is no such method.' }),
        },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const calls = openCalls(request, reply, means)
      let id: CallId = null
      try {
        const posted = await calls.read()
        id = idOf(posted)
        return await answerPosted(posted, { headers: headersOf(request), reply, calls })
      } catch (error) {
        return await refuse(error, id, { reply, calls })
      } finally {
        calls.end()
      }
    },
  )
}

interface Answering {
  readonly reply: FastifyReply
  readonly calls: Calls
}

async function answerPosted(posted: Messages, { headers, reply, calls }: Answering & { readonly headers: McpHeaders }): Promise<FastifyReply> {
  const era = eraOf(posted.messages, headers)
  checkMessages(posted, headers)
  // A refusal has a status of its own. It is the answer to the whole request: in the era in which there are any, a request is one call.
  let status = 200
  const { body: written } = await answerMessages(posted, {
    async call(call) {
      calls.count(call)
      return era === 'legacy' ? answerLegacy(call, calls) : answerModern(call, calls, headers)
    },
    async fail(error, call) {
      if (!(error instanceof McpRefusal)) return inWords(await calls.fail(error, call))
      status = error.status
      return failureOf(error)
    },
  })
  // Before the answer is sent, as for POST /v1.
  calls.end()
  return written === null ? reply.status(202).send() : send(reply, status, written)
}

/** Throws `call-invalid` for what no revision, or not this one, takes. */
function checkMessages(posted: Messages, headers: McpHeaders): void {
  if (posted.isBatch && !takesBatches(headers)) throw invalidCall('A batch is not taken in this revision of MCP.', 'Post each message by itself.')
  checkLength(posted)
  for (const message of posted.messages) {
    const read = readMessage(message)
    checkId(read)
    if (!posted.isBatch && read.kind === 'invalid') throw read.failure
  }
}

/** What is wrong with the request as a whole. */
async function refuse(error: unknown, id: CallId, { reply, calls }: Answering): Promise<FastifyReply> {
  if (error instanceof McpRefusal) return send(reply, error.status, writeFailure(id, failureOf(error)))
  const failure = toGatewayError(error)
  if (failure.code !== 'body-unreadable' && failure.code !== 'call-invalid') throw failure
  return send(reply, 400, writeFailure(id, inWords(await calls.fail(failure, null))))
}

/** Of a failure, assistants are often told the message alone. */
function inWords(failure: CallFailure): CallFailure {
  const { detail, hint } = failure.data as { detail: string; hint: string }
  return { ...failure, message: `${detail} ${hint}` }
}

/** The id of the one message that was posted; null when it has none, or there are several. */
function idOf({ isBatch, messages }: Messages): CallId {
  const read = isBatch ? null : readMessage(messages[0])
  if (read?.kind === 'call') return read.call.id
  return read?.kind === 'invalid' ? read.id : null
}

function failureOf({ number: code, message, extra }: McpRefusal): { code: number; message: string; data?: object } {
  return { code, message, ...(extra === undefined ? {} : { data: extra }) }
}

function send(reply: FastifyReply, status: number, written: Buffer): FastifyReply {
  return reply.status(status).header('content-type', 'application/json; charset=utf-8').send(written)
}

function headersOf({ headers }: FastifyRequest): McpHeaders {
  const one = (name: string): string | undefined => [headers[name]].flat()[0]
  return { revision: one('mcp-protocol-version'), method: one('mcp-method'), name: one('mcp-name') }
}
