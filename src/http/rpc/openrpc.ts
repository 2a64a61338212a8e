import { QUESTIONS, type QuestionName } from '../../answers/questions.ts'
import { isJsonObject } from '../../api/fields.ts'
import { AskedSchedule } from '../../api/schemas/questions/values.ts'
import { readVersion } from '../../config.ts'
import { Token } from '../administration-schemas.ts'
import { SOLUTION_PARAMETER } from './answer-question.ts'
import { FAILURE_NUMBERS } from './call-failures.ts'

type Schema = Readonly<Record<string, unknown>>

/** A parameter as OpenRPC describes it. */
interface Parameter {
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

interface DescribedMethod {
  readonly name: string
  readonly summary: string
  readonly params: readonly Parameter[]
  readonly result: { readonly name: string; readonly schema: Schema }
}

/** The parameter that may take the place of `schedule`. */
const SOLVER_PROBLEM_ID: Schema = {
  type: 'string',
  description: 'A request whose stored schedule is asked about, and its solution unless one is given; in the place of `schedule`.',
  examples: ['4711'],
}

/** Every method of `POST /v1`, as an OpenRPC 1.3.2 document. */
export function describeMethods(): object {
  const methods = [...Object.entries(QUESTIONS).map(([name]) => describeQuestion(name as QuestionName)), ...OTHERS]
  return {
    openrpc: '1.3.2',
    info: { title: 'Turnus', version: readVersion(), description: 'What can be asked of schedules and rosters; see docs/json-rpc.md.' },
    servers: [{ name: 'this gateway', url: '/v1' }],
    methods: methods.map((method) => ({ ...method, paramStructure: 'by-name', errors: ERRORS })),
    components: { schemas: { AskedSchedule: plain(AskedSchedule), Token: plain(Token) } },
  }
}

/** The parameters of a question as they are on the wire, by name: `solverProblemId` may take the place of `schedule`. */
export function parametersOf(name: QuestionName): readonly Parameter[] {
  const { properties, required = [] } = QUESTIONS[name].parameters as { properties: Record<string, object>; required?: readonly string[] }
  const { schedule, ...rest } = properties
  const stored = SOLUTION_PARAMETER[name]
  const isRequired = (parameter: string): boolean => required.includes(parameter) && parameter !== stored
  return [
    { name: 'schedule', required: false, schema: plain(schedule!) },
    { name: 'solverProblemId', required: false, schema: SOLVER_PROBLEM_ID },
    ...Object.entries(rest).map(([parameter, schema]) => ({
      name: parameter,
      required: isRequired(parameter),
      schema: parameter === stored ? withStored(plain(schema)) : plain(schema),
    })),
  ]
}

function withStored(schema: Schema): Schema {
  return { ...schema, description: `${String(schema['description'])} With solverProblemId: absent = its best solution so far.` }
}

function describeQuestion(name: QuestionName): DescribedMethod {
  const { summary, result } = QUESTIONS[name]
  return { name, summary, params: parametersOf(name), result: { name: 'answer', schema: plain(result) } }
}

const OTHERS: readonly DescribedMethod[] = [
  {
    name: 'token.describe',
    summary: 'Says what the token of the request opens, and until when.',
    params: [],
    result: { name: 'token', schema: { $ref: '#/components/schemas/Token' } },
  },
  {
    name: 'rpc.discover',
    summary: 'Answers this document.',
    params: [],
    result: { name: 'document', schema: { type: 'object', description: 'An OpenRPC document.' } },
  },
]

const ERRORS = FAILURE_NUMBERS.map(([code, codes]) => ({
  code,
  message: codes.length === 0 ? 'Another failure' : codes.join(', '),
}))

/** A schema as JSON has it, with references to shared schemas leading into the document. */
function plain(schema: object): Schema {
  const copy = JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' ? `#/components/schemas/${String(value)}` : value,
  ) as Schema
  if (!isJsonObject(copy)) return copy
  const { $id: _, ...rest } = copy
  return rest
}
