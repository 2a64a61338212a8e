import { Type } from 'typebox'
import type { App } from '../typed-app.ts'
import { type CallMeans, openCalls } from '../rpc/calls.ts'
import { answerMessages, writeFailure } from '../rpc/json-rpc.ts'
import { answerMethod } from '../rpc/methods.ts'
import { toGatewayError } from '../problem-details.ts'
import { problems } from '../schemas.ts'

const DESCRIPTION = `JSON-RPC 2.0: one call, or a list of calls that are answered one after the other. \`rpc.discover\` answers every method with the schemas of
its parameters and result. Whatever could be read as JSON-RPC, and what could not, is answered 200, failures of calls as error objects whose \`data\` is problem details;
204 when no call wants an answer. See docs/json-rpc.md.`

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
        },
      },
      validatorCompiler: () => () => true,
    },
    async (request, reply) => {
      const calls = openCalls(request, reply, means)
      try {
        const answer = await answerMessages(await calls.read(), {
          async call(call) {
            calls.count(call)
            return calls.admit(await answerMethod(call, calls))
          },
          fail: calls.fail,
        })
        if (answer === null) return await reply.status(204).send(null)
        return await reply.header('content-type', 'application/json; charset=utf-8').send(answer)
      } catch (error) {
        // Not one of the calls failed, but their reading: to JSON-RPC, that is a failure like any other, unless HTTP has a status for it.
        const failure = toGatewayError(error)
        if (failure.code !== 'body-unreadable') throw failure
        return await reply.header('content-type', 'application/json; charset=utf-8').send(writeFailure(null, await calls.fail(failure, null)))
      } finally {
        calls.end()
      }
    },
  )
}
