import { Type } from 'typebox'
import { LONGEST_ID, MOST_CALLS } from './json-rpc.ts'

const safeNumber = Type.Number({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
const id = Type.Union([Type.String({ maxLength: LONGEST_ID }), safeNumber, Type.Null()], { description: 'Names the call; its answer has the same.' })

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

/** A message of MCP: as a call, with an id that is never null. */
const ToolCallSchema = Type.Object(
  {
    ...CallSchema.properties,
    id: Type.Optional(
      Type.Union([Type.String({ maxLength: LONGEST_ID }), safeNumber], { description: 'Names the call. Without it the message is a notification.' }),
    ),
    method: Type.String({ description: 'Such as `tools/call`.', examples: ['tools/list'] }),
  },
  { $id: 'ToolCall', title: 'ToolCall', description: 'A message of the Model Context Protocol.' },
)

/** An answer of MCP: as that of a call; what is said of a failure can also be which revisions are spoken. */
const ToolAnswerSchema = Type.Object(
  {
    ...CallAnswerSchema.properties,
    error: Type.Optional(
      Type.Object(
        {
          code: Type.Integer({ description: 'As JSON-RPC, MCP or docs/json-rpc.md say.' }),
          message: Type.String({ description: 'What is wrong, and what to do about it.' }),
          data: Type.Optional(
            Type.Union([
              Type.Ref('ProblemDetails'),
              Type.Object(
                {
                  supported: Type.Array(Type.String(), { description: 'The revisions that are spoken.' }),
                  requested: Type.String({ description: 'The one that was asked for.' }),
                },
                { description: 'Of a revision that is not spoken.' },
              ),
            ]),
          ),
        },
        { description: 'Why it failed; absent when it did not.' },
      ),
    ),
  },
  { $id: 'ToolAnswer', title: 'ToolAnswer', description: 'The answer to a message of the Model Context Protocol.' },
)

/** The schemas of calls. */
export const CALL_SCHEMAS = [CallSchema, CallAnswerSchema, ToolCallSchema, ToolAnswerSchema] as const
