import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { GatewayError } from '../../model/errors.ts'
import type { Language } from '../../model/language.ts'
import type { App } from '../typed-app.ts'
import { type CallMeans, type Calls, openCalls } from '../rpc/calls.ts'
import { answerMessages, type Answering, SUBMITTED_ELSEWHERE, writeFailure } from '../rpc/json-rpc.ts'
import { answerMethod, languageOfAnswer } from '../rpc/methods.ts'
import { toGatewayError } from '../problem-details.ts'
import { problems, textHeaders } from '../schemas.ts'
import { addVary } from '../vary.ts'

const DESCRIPTION = `JSON-RPC 2.0: one call, or a list of calls that are answered one after the other. \`rpc.discover\` answers every method with the schemas of
its parameters and result. Calls are answered 200, failures of calls too: as error objects whose \`data\` is problem details; 204 when no call wants an answer; 400 when
nothing that was posted is a call. Schedules are submitted to POST /api/v1/gateway, not here. Sentences for people are in the language of
\`Accept-Language\`, in questions that are translated. See docs/json-rpc.md.`

const ASKED = Type.Object({
  'accept-language': Type.Optional(
    Type.String({
      description: 'In which language sentences are: `en`, `da`, `de` or `sv`; English where none of them is named.',
      examples: ['de-AT, en;q=0.5'],
    }),
  ),
})
const ANSWERED = { 'Content-Language': 'The language of its sentences; of a batch all of them, such as `de, en`.' }

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
        headers: ASKED,
        body: Type.Union([Type.Ref('Call'), Type.Array(Type.Ref('Call'), { description: 'A batch.' })]),
        response: {
          200: Type.Union([Type.Ref('CallAnswer'), Type.Array(Type.Ref('CallAnswer'), { description: 'To a batch.' })], {
            description: 'The answer, or the answers to a batch.',
            headers: textHeaders(ANSWERED),
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
      const languages = new Set<Language>()
      try {
        const { body, isCalled } = await answerMessages(await calls.read(), answering(calls, languages))
        // Before the answer is sent: with its end the connection may close, and a thread that is not given back by then is ended.
        calls.end()
        if (body === null) return await reply.status(204).send(null)
        addVary(reply, 'Accept-Language')
        void reply.header('content-language', [...languages].join(', '))
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

/** Answers calls, and notes in which languages. */
function answering(calls: Calls, languages: Set<Language>): Answering {
  return {
    async call(call) {
      calls.count(call)
      const result = calls.admit(await answerMethod(call, calls))
      languages.add(languageOfAnswer(call, calls.language))
      return result
    },
    fail(error, call) {
      languages.add('en')
      return calls.fail(error, call)
    },
  }
}

function send(reply: FastifyReply, status: 200 | 400, body: Buffer): FastifyReply {
  return reply.status(status).header('content-type', 'application/json; charset=utf-8').send(body)
}
