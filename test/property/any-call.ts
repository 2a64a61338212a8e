import fc from 'fast-check'
import { QUESTION_NAMES } from '../../src/http/rpc/question-names.ts'
import { mutatedDocument, SUBMISSION } from './any-body.ts'

const METHODS = [
  ...QUESTION_NAMES,
  ...QUESTION_NAMES.map((name) => name.replace('.', '_')),
  'token.describe',
  'rpc.discover',
  'initialize',
  'notifications/initialized',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'requests_list',
  '__proto__',
  'constructor',
  'toString',
  '',
]

const ODD_IDS = [undefined, null, 0, 1.5, -0, '', 'a', '\ud800', true, [], {}, [1], Number.MAX_VALUE, '__proto__']
const oddJson = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(null, undefined, [], {}, '', 0, '1', SUBMISSION))
const named = (names: readonly string[]): fc.Arbitrary<object> =>
  fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 8 })), oddJson)
const meta = fc.record({
  'io.modelcontextprotocol/protocolVersion': fc.oneof(fc.constantFrom('2026-07-28', '2025-11-25', '1900-01-01'), oddJson),
  'io.modelcontextprotocol/clientCapabilities': fc.oneof(fc.constant({}), oddJson),
})
const parameters = named(['schedule', 'solverProblemId', 'solution', 'before', 'after', 'shiftId', 'employeeId', 'limit', 'matchLimit', '__proto__'])
const toolCall = fc.record({
  name: fc.oneof(fc.constantFrom(...METHODS), oddJson),
  arguments: fc.oneof(parameters, oddJson),
  _meta: fc.oneof(meta, oddJson),
})
const params = fc.oneof(
  { weight: 4, arbitrary: parameters },
  { weight: 4, arbitrary: toolCall },
  { weight: 1, arbitrary: fc.record({ _meta: meta }) },
  { weight: 1, arbitrary: fc.record({ protocolVersion: oddJson }) },
  { weight: 1, arbitrary: oddJson },
)

const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: odd })

/** A message that is nearly a call: each of its members may be right, odd, or not there. */
const anyMessage: fc.Arbitrary<unknown> = mostly(
  fc.record({
    jsonrpc: mostly(fc.constant('2.0'), oddJson),
    id: mostly(fc.nat(), fc.oneof(fc.constantFrom(...ODD_IDS), oddJson)),
    method: mostly(fc.constantFrom(...METHODS), oddJson),
    params: fc.oneof(params, fc.constant(undefined)),
  }),
  oddJson,
)

/** A body of one message, or of a batch, as text. */
export const anyCalls: fc.Arbitrary<string> = fc
  .oneof({ weight: 3, arbitrary: anyMessage }, { weight: 1, arbitrary: fc.array(anyMessage, { maxLength: 4 }) })
  .map((message) => JSON.stringify(message) ?? '')

/** Questions that are answered in a moment, whatever the schedule. */
const QUICK = QUESTION_NAMES.filter((name) => name !== 'schedule.repair')

/** A question about a schedule that is right but for a few odd values, keys and repetitions. */
export const anyQuestion: fc.Arbitrary<string> = fc
  .record({ method: fc.constantFrom(...QUICK), document: mutatedDocument, shiftId: fc.constantFrom(1, 2, 3), isSolved: fc.boolean() })
  .map(({ method, document, shiftId, isSolved }) => {
    const own = { 'schedule.recommend': { shiftId }, 'schedule.diff': { after: SOLUTION }, 'schedule.explain': { employeeId: isSolved ? 1 : null } }
    const solution =
      isSolved && !['schedule.validate', 'schedule.estimate', 'schedule.generate', 'schedule.diff'].includes(method) ? { solution: SOLUTION } : {}
    const params = JSON.stringify({ ...own[method as keyof typeof own], ...solution })
    return `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params.slice(0, -1)}${params === '{}' ? '' : ','}"schedule":${document.toString()}}}`
  })

const SOLUTION = { shifts: SUBMISSION.shifts.map((shift) => ({ id: shift.id, employee: 'employee' in shift ? shift.employee : 1 })) }
