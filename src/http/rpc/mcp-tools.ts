import { QUESTIONS, type QuestionName } from '../../answers/questions.ts'
import { isJsonObject, shown } from '../../api/fields.ts'
import { didYouMean } from '../../api/suggest.ts'
import { GatewayError } from '../../model/errors.ts'
import { toGatewayError, toProblemDetails } from '../problem-details.ts'
import { answerQuestion } from './answer-question.ts'
import type { CallContext } from './calls.ts'
import type { Call, Result } from './json-rpc.ts'
import { listRequests, ListRequestsParameters } from './list-requests.ts'
import { TOOL_TITLES } from './mcp-words.ts'
import { QUESTION_NAMES } from './question-names.ts'
import { parametersOf } from './openrpc.ts'

/** Longest answer of a tool, in bytes: some 20,000 tokens, which is what assistants take. Whoever wants all of it asks `POST /v1`. */
export const MOST_TOOL_BYTES = 64 * 1024

/** What a tool answers with. */
interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly isError: boolean
}

/** A tool, as MCP lists it, and what it answers: JSON in UTF-8. */
interface Tool {
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  answer(call: Call, given: unknown, context: CallContext): Promise<Result>
}

/** The whole schema of a schedule would fill an assistant's memory seven times over; it is told where to find it. */
const SCHEDULE = {
  type: 'object',
  description: 'A schedule as POST /api/v1/gateway takes it: employees, shifts, spots, settings. Only when there is no solverProblemId.',
}

function describeInput(question: QuestionName): object {
  const parameters = parametersOf(question)
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, name === 'schedule' ? SCHEDULE : schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  }
}

function toolOf(method: QuestionName): Tool {
  return {
    title: TOOL_TITLES[method],
    description: QUESTIONS[method].summary,
    inputSchema: describeInput(method),
    answer(call, given, context) {
      const isSent = isJsonObject(call.params) && Object.hasOwn(call.params, 'arguments')
      const parameters = isSent ? context.parametersOf(call, 'arguments') : { value: given }
      return answerQuestion({ method, given, parameters, mostBytes: MOST_TOOL_BYTES }, context)
    },
  }
}

const REQUESTS: Tool = {
  title: 'List submitted schedules',
  description: 'Lists the schedules that the department submitted, the newest first: their solverProblemId, how far they are, their score.',
  inputSchema: { ...ListRequestsParameters, additionalProperties: false },
  answer: (_call, given, context) => listRequests(given, context),
}

/** Every tool. Names have no dot: many assistants take letters, digits and underscores only. */
const TOOLS: ReadonlyMap<string, Tool> = new Map([
  ['requests_list', REQUESTS],
  ...QUESTION_NAMES.map((name) => [name.replace('.', '_'), toolOf(name)] as const),
])

/** Every tool, as MCP lists them; the same for every token that may use any of them. */
export function listTools(): readonly object[] {
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
  return [...TOOLS].map(([name, { title, description, inputSchema }]) => ({ name, title, description, inputSchema, annotations }))
}

/**
 * Answers `tools/call`. What an assistant can act on, such as a parameter that is wrong, is an answer that says so; thrown are `request-invalid`
 * for a tool that there is not, and faults of ours.
 */
export async function callTool(call: Call, context: CallContext): Promise<ToolResult> {
  const { name, arguments: given = {} } = isJsonObject(call.params) ? call.params : {}
  const tool = typeof name === 'string' ? TOOLS.get(name) : undefined
  if (tool === undefined) throw toolUnknown(name)
  try {
    const answer = await tool.answer(call, given, context)
    return { content: [{ type: 'text', text: Buffer.from(answer).toString() }], isError: false }
  } catch (error) {
    const failure = toGatewayError(error)
    if (failure.code === 'internal') throw error
    await context.note(failure, call)
    return { content: [{ type: 'text', text: inWords(failure) }], isError: true }
  }
}

function toolUnknown(name: unknown): GatewayError {
  const hint = typeof name === 'string' ? didYouMean(name, TOOLS.keys(), 'tools/list lists the tools.') : 'tools/list lists the tools.'
  const issue = { pointer: '/name', code: 'choice-unknown', detail: `There is no tool ${shown(name)}.`, hint }
  return new GatewayError('request-invalid', issue.detail, hint, { issues: [issue] })
}

/** A failure for an assistant: what is wrong, where, and what to do. */
function inWords(failure: GatewayError): string {
  const { code, detail, hint, errors } = toProblemDetails(failure)
  return [`${detail} ${hint} (${code})`, ...errors.map((issue) => `${issue.pointer}: ${issue.detail} ${issue.hint} (${issue.code})`)].join('\n')
}
