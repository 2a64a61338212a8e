import { QUESTIONS, type QuestionName } from '../../answers/questions.ts'
import { isJsonObject, shown } from '../../api/fields.ts'
import { didYouMean } from '../../api/suggest.ts'
import { GatewayError } from '../../model/errors.ts'
import { toGatewayError, toProblemDetails } from '../problem-details.ts'
import { answerQuestion } from './answer-question.ts'
import type { CallContext } from './calls.ts'
import type { Call } from './json-rpc.ts'
import { TOOL_TITLES } from './mcp-words.ts'
import { QUESTION_NAMES } from './methods.ts'
import { parametersOf } from './openrpc.ts'

/** Longest answer of a tool, in bytes: some 20,000 tokens, which is what assistants take. Whoever wants all of it asks `POST /v1`. */
export const MOST_TOOL_BYTES = 64 * 1024

/** What a tool answers with. */
interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  readonly isError: boolean
}

/** The tool of each question. The name has no dot: many assistants take letters, digits and underscores only. */
const TOOLS: ReadonlyMap<string, QuestionName> = new Map(QUESTION_NAMES.map((name) => [name.replace('.', '_'), name]))

let listed: readonly object[] | null = null

/** Every tool, as MCP lists them; the same for every token that may use any of them. */
export function listTools(): readonly object[] {
  listed ??= [...TOOLS].map(([name, question]) => ({
    name,
    title: TOOL_TITLES[question],
    description: QUESTIONS[question].summary,
    inputSchema: describeInput(question),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }))
  return listed
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

/**
 * Answers `tools/call`. What an assistant can act on, such as a parameter that is wrong, is an answer that says so; thrown are `request-invalid`
 * for a tool that there is not, and faults of ours.
 */
export async function callTool({ params, ...call }: Call, context: CallContext): Promise<ToolResult> {
  const { name, arguments: given = {} } = isJsonObject(params) ? params : {}
  const method = typeof name === 'string' ? TOOLS.get(name) : undefined
  if (method === undefined) throw toolUnknown(name)
  try {
    const parameters =
      isJsonObject(params) && Object.hasOwn(params, 'arguments') ? context.parametersOf({ params, ...call }, 'arguments') : { value: given }
    const answer = await answerQuestion({ method, given, parameters, mostBytes: MOST_TOOL_BYTES }, context)
    return { content: [{ type: 'text', text: Buffer.from(answer).toString() }], isError: false }
  } catch (error) {
    const failure = toGatewayError(error)
    if (failure.code === 'internal') throw error
    await context.note(failure, { params, ...call })
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
