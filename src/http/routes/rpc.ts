import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { GatewayError } from '../../model/errors.ts'
import type { App } from '../typed-app.ts'
import { type CallMeans, openCalls } from '../rpc/calls.ts'
import { answerMessages, SUBMITTED_ELSEWHERE, writeFailure } from '../rpc/json-rpc.ts'
import { answerMethod } from '../rpc/methods.ts'
import { toGatewayError } from '../problem-details.ts'
import { problems } from '../schemas.ts'

const DESCRIPTION = `JSON-RPC 2.0: one call, or a list of calls that are answered one after the other. \`rpc.discover\` answers every method with the schemas of
its parameters and result. Calls are answered 200, failures of calls too: as error objects whose \`data\` is problem details; 204 when no call wants an answer; 400 when
nothing that was posted is a call. Schedules are submitted to POST /api/v1/gateway, not here. See docs/json-rpc.md.`

/** `POST /v1`: the general endpoint. */
export function addRpcRoute(app: App, means: CallMeans): void {
  app.post(
    '/v1',
    {
      config: { access: 'any token', takes: 'schedule', compressed: 'where accepted' },
      schema: {
        operationId: 'call',
        tags: ['answers'],
        summary: 'Ask about schedules and rosters, in JSON-RPC 2.0',
        description: DESCRIPTION.replaceAll('\n', ' '),
        security: [{ token: [] }],
        body: Type.Union([Type.Ref('Call'), Type.Array(Type.Ref('Call'), { description: 'A batch.' })]),
        response: {
          200: Type.Union([Type.Ref('CallAnswer'), Type.Array(Type.Ref('CallAnswer'), { description: 'To a batch.' })], {
            description: 'The answer, or the answers to a batch.',
          }),
          204: Type.Null({ description: 'Only notifications were posted.' }),
          ...problems(401, 406, 413, 415, 503),
          400: Type.Union([Type.Ref('CallAnswer'), Type.Array(Type.Ref('CallAnswer'), { description: 'To a batch.' })], {
            description:
              'Nothing that was posted is a call of JSON-RPC 2.0: no JSON, another document, an empty batch. The error says where schedules go.',
          }),
        },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const calls = openCalls(request, reply, means)
      try {
        const { body, isCalled } = await answerMessages(await calls.read(), {
          async call(call) {
            calls.count(call)
            return calls.admit(await answerMethod(call, calls))
          },
          fail: calls.fail,
        })
        // Before the answer is sent: with its end the connection may close, and a thread that is not given back by then is ended.
        calls.end()
        if (body === null) return await reply.status(204).send(null)
        return await send(reply, isCalled ? 200 : 400, body)
      } catch (error) {
        // Not one of the calls failed, but their reading: answered in JSON-RPC where nothing else is known of the body.
        const failure = toGatewayError(error)
        if (failure.code !== 'body-unreadable') throw failure
        const told = new GatewayError('body-unreadable', failure.message, `${failure.remedy} ${SUBMITTED_ELSEWHERE}`, { cause: failure })
        const written = writeFailure(null, await calls.fail(told, null))
        calls.end()
        return await send(reply, 400, written)
      } finally {
        calls.end()
      }
    },
  )
}

function send(reply: FastifyReply, status: 200 | 400, body: Buffer): FastifyReply {
  return reply.status(status).header('content-type', 'application/json; charset=utf-8').send(body)
}
