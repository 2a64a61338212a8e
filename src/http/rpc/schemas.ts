import { Type } from 'typebox'
import { MOST_CALLS } from './json-rpc.ts'

const id = Type.Union([Type.String(), Type.Number(), Type.Null()], { description: 'Names the call; its answer has the same.' })

/** A call of JSON-RPC 2.0. */
const CallSchema = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional({ ...id, description: 'Names the call. Without it the call is a notification, which is not answered.' }),
    method: Type.String({ description: 'Such as `schedule.explain`; `rpc.discover` lists them.', examples: ['rpc.discover'] }),
    params: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'By name; the method says which.' })),
  },
  { $id: 'Call', title: 'Call', description: `A call of JSON-RPC 2.0; at most ${MOST_CALLS} in a batch.` },
)

/** An answer of JSON-RPC 2.0. */
const CallAnswerSchema = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id,
    result: Type.Optional(Type.Unknown({ description: 'What the method answers; absent when it failed.' })),
    error: Type.Optional(
      Type.Object(
        {
          code: Type.Integer({ description: '−32700 to −32600 as JSON-RPC says, −32000 to −32019 as docs/json-rpc.md says.' }),
          message: Type.String({ description: 'The failure in general.' }),
          data: Type.Optional(Type.Ref('ProblemDetails')),
        },
        { description: 'Why the call failed; absent when it did not.' },
      ),
    ),
  },
  { $id: 'CallAnswer', title: 'CallAnswer', description: 'The answer to a call.' },
)

/** The schemas of calls. */
export const CALL_SCHEMAS = [CallSchema, CallAnswerSchema] as const
