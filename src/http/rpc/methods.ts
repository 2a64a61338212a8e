import { requireScope } from '../../access/authenticate.ts'
import type { Scope } from '../../access/tokens.ts'
import { QUESTIONS, type QuestionName } from '../../answers/questions.ts'
import { isJsonObject } from '../../api/fields.ts'
import { didYouMean } from '../../api/suggest.ts'
import { GatewayError } from '../../model/errors.ts'
import type { Language } from '../../model/language.ts'
import { toToken } from '../administration-schemas.ts'
import { answerQuestion } from './answer-question.ts'
import type { CallContext } from './calls.ts'
import { type Call, type Result, SUBMITTED_ELSEWHERE } from './json-rpc.ts'
import { describeMethods } from './openrpc.ts'
import { QUESTION_NAMES, QUESTION_SCOPE } from './question-names.ts'

interface Method {
  /** What the token needs; null = it only has to be valid. */
  readonly scope: Scope | null
  answer(call: Call, context: CallContext): Promise<Result>
}

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ...QUESTION_NAMES.map((name): [string, Method] => [
    name,
    { scope: QUESTION_SCOPE, answer: (call, context) => answerSchedule(name, call, context) },
  ]),
  ['token.describe', { scope: null, answer: describeCaller }],
  ['rpc.discover', { scope: null, answer: discover }],
])

/**
 * Answers a call of `POST /v1`. Throws `method-unknown`, `permission-missing`, `request-invalid` with issues whose pointers lead into `params`,
 * and what the method throws.
 */
export async function answerMethod(call: Call, context: CallContext): Promise<Result> {
  const method = METHODS.get(call.method)
  if (method === undefined) throw methodUnknown(call.method)
  if (method.scope !== null) requireScope(context.caller, method.scope)
  return method.answer(call, context)
}

/** The language of what a method answers, asked in another: English, but for questions that are translated. */
export function languageOfAnswer({ method }: Pick<Call, 'method'>, asked: Language): Language {
  const name = QUESTION_NAMES.find((known) => known === method)
  return name !== undefined && QUESTIONS[name].isTranslated ? asked : 'en'
}

async function answerSchedule(method: QuestionName, call: Call, context: CallContext): Promise<Result> {
  const parameters = context.parametersOf(call, 'params')
  return answerQuestion({ method, given: call.params, parameters, mostBytes: null, language: context.language }, context)
}

async function describeCaller({ params }: Call, { useCases, caller }: CallContext): Promise<Result> {
  refuseParameters(params)
  return write(toToken(await useCases.describeToken(caller)))
}

let described: Result | null = null

async function discover({ params }: Call): Promise<Result> {
  refuseParameters(params)
  described ??= write(describeMethods())
  return described
}

/** Parameters of a method that takes none may be left out, or be an empty object or list. */
function refuseParameters(params: unknown): void {
  const given = isJsonObject(params) ? Object.keys(params)[0] : Array.isArray(params) && params.length > 0 ? '0' : undefined
  if (given === undefined) return
  const issue = { pointer: `/${given}`, code: 'field-unknown', detail: 'The method takes no parameters.', hint: 'Leave params out.' }
  throw new GatewayError('request-invalid', 'The method takes no parameters.', 'Leave params out.', { issues: [issue] })
}

function write(value: unknown): Result {
  return Buffer.from(JSON.stringify(value))
}

/** Words of those who look for a method that there is not on purpose. */
const SUBMITTING = /submit|solve|publish|enqueue|create/i
const LONGEST_SHOWN = 60

function methodUnknown(name: string): GatewayError {
  const hint = SUBMITTING.test(name) ? SUBMITTED_ELSEWHERE : didYouMean(name, METHODS.keys(), 'rpc.discover lists the methods.')
  return new GatewayError('method-unknown', `There is no method ${JSON.stringify(name.slice(0, LONGEST_SHOWN))}.`, hint)
}
