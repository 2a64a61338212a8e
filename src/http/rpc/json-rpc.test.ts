import { describe, expect, test } from 'vitest'
import { GatewayError } from '../../model/errors.ts'
import { parseJsonBody } from '../json-body.ts'
import { toGatewayError } from '../problem-details.ts'
import { toCallFailure } from './call-failures.ts'
import { answerMessages, type Call, messagesOf, MOST_CALLS, readMessage, writeFailure } from './json-rpc.ts'

const SHAPE = { bodyDepth: 64, bodyValues: 10_000 }

/** The methods that the examples of the specification call. */
const METHODS: Readonly<Record<string, (params: unknown) => unknown>> = {
  subtract: (params) => {
    const [minuend, subtrahend] = Array.isArray(params) ? (params as number[]) : [(params as Operands).minuend, (params as Operands).subtrahend]
    return minuend! - subtrahend!
  },
  sum: (params) => (params as number[]).reduce((sum, value) => sum + value, 0),
  get_data: () => ['hello', 5],
}
interface Operands {
  readonly minuend: number
  readonly subtrahend: number
}

const called: string[] = []

async function callExample({ method, params }: Call): Promise<Buffer> {
  called.push(method)
  const carryOut = Object.hasOwn(METHODS, method) ? METHODS[method]! : null
  if (carryOut === null) throw new GatewayError('method-unknown', 'There is none.', 'Call another.')
  return Buffer.from(JSON.stringify(carryOut(params)))
}

const fail = async (error: unknown) => toCallFailure(toGatewayError(error))

/** What is answered to a text; undefined for nothing at all. Without `data`, which the examples do not have. */
async function answerTo(text: string): Promise<unknown> {
  called.length = 0
  let written: Buffer | null
  try {
    written = (await answerMessages(messagesOf(parseJsonBody(Buffer.from(text), SHAPE).document), { call: callExample, fail })).body
  } catch (error) {
    written = writeFailure(null, await fail(error))
  }
  return written === null ? undefined : (JSON.parse(written.toString(), (key, value: unknown) => (key === 'data' ? undefined : value)) as unknown)
}

const failure = (code: number, message: string, id: unknown = null) => ({ jsonrpc: '2.0', error: { code, message }, id })
const INVALID = failure(-32600, 'Invalid Request')
const UNREADABLE = failure(-32700, 'Parse error')

describe('the examples of the specification', () => {
  for (const { name, text, answer } of [
    {
      name: 'positional parameters',
      text: '{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}',
      answer: { jsonrpc: '2.0', result: 19, id: 1 },
    },
    {
      name: 'positional parameters, exchanged',
      text: '{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}',
      answer: { jsonrpc: '2.0', result: -19, id: 2 },
    },
    {
      name: 'named parameters',
      text: '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
      answer: { jsonrpc: '2.0', result: 19, id: 3 },
    },
    {
      name: 'named parameters in another order',
      text: '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
      answer: { jsonrpc: '2.0', result: 19, id: 4 },
    },
    { name: 'a notification', text: '{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}', answer: undefined },
    { name: 'a notification without parameters', text: '{"jsonrpc": "2.0", "method": "foobar"}', answer: undefined },
    {
      name: 'a call of a method that does not exist',
      text: '{"jsonrpc": "2.0", "method": "foobar", "id": "1"}',
      answer: failure(-32601, 'Method not found', '1'),
    },
    { name: 'a call with invalid JSON', text: '{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', answer: UNREADABLE },
    { name: 'a call that is no valid request', text: '{"jsonrpc": "2.0", "method": 1, "params": "bar"}', answer: INVALID },
    {
      name: 'a batch with invalid JSON',
      text: '[\n  {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},\n  {"jsonrpc": "2.0", "method"\n]',
      answer: UNREADABLE,
    },
    { name: 'an empty batch', text: '[]', answer: INVALID },
    { name: 'a batch that is invalid, but not empty', text: '[1]', answer: [INVALID] },
    { name: 'an invalid batch', text: '[1,2,3]', answer: [INVALID, INVALID, INVALID] },
    {
      name: 'a batch',
      text: `[
        {"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
        {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
        {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
        {"foo": "boo"},
        {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
        {"jsonrpc": "2.0", "method": "get_data", "id": "9"}
      ]`,
      answer: [
        { jsonrpc: '2.0', result: 7, id: '1' },
        { jsonrpc: '2.0', result: 19, id: '2' },
        INVALID,
        failure(-32601, 'Method not found', '5'),
        { jsonrpc: '2.0', result: ['hello', 5], id: '9' },
      ],
    },
    {
      name: 'a batch of notifications',
      text: '[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]',
      answer: undefined,
    },
  ]) {
    test(`${name} is answered as there`, async () => {
      expect(await answerTo(text)).toEqual(answer)
    })
  }
})

describe('ids', () => {
  for (const id of ['', 'x'.repeat(1000), 'ł\u0000', 0, -1, 1.5, Number.MAX_SAFE_INTEGER, null]) {
    test(`${JSON.stringify(id).slice(0, 20)} comes back as it was sent`, async () => {
      const text = JSON.stringify({ jsonrpc: '2.0', method: 'get_data', id })
      expect(await answerTo(text)).toEqual({ jsonrpc: '2.0', result: ['hello', 5], id })
    })
  }

  for (const id of ['{}', '[]', 'true', '[1]', '9007199254740993', '1e999', '-1e999', JSON.stringify('x'.repeat(1001))]) {
    test(`${id.slice(0, 20)} is refused, and not called`, async () => {
      expect(await answerTo(`{"jsonrpc":"2.0","method":"get_data","id":${id}}`)).toEqual(INVALID)
      expect(called).toEqual([])
    })
  }

  test('what is wrong with a message whose id can be read is answered under it', async () => {
    expect(await answerTo('{"jsonrpc":"1.0","method":"get_data","id":7}')).toEqual(failure(-32600, 'Invalid Request', 7))
    expect(await answerTo('{"method":"get_data","id":7}')).toEqual(failure(-32600, 'Invalid Request', 7))
    expect(await answerTo('{"jsonrpc":"2.0","id":7}')).toEqual(failure(-32600, 'Invalid Request', 7))
    expect(await answerTo('{"jsonrpc":"2.0","method":"get_data","params":null,"id":7}')).toEqual(failure(-32600, 'Invalid Request', 7))
  })
})

describe('batches', () => {
  const batchOf = (count: number): string => JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', method: 'get_data', id })))

  test(`of ${MOST_CALLS} calls are answered, in their order`, async () => {
    const answers = (await answerTo(batchOf(MOST_CALLS))) as { id: number }[]
    expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: MOST_CALLS }, (_, id) => id))
  })

  test(`of ${MOST_CALLS + 1} calls are refused as a whole, and none is carried out`, async () => {
    expect(await answerTo(batchOf(MOST_CALLS + 1))).toEqual(INVALID)
    expect(called).toEqual([])
  })
})

test('a notification is not carried out', async () => {
  await answerTo('{"jsonrpc":"2.0","method":"get_data"}')
  expect(called).toEqual([])
})

test('names of the prototype are no methods', async () => {
  for (const method of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])
    expect(await answerTo(JSON.stringify({ jsonrpc: '2.0', method, id: 1 }))).toEqual(failure(-32601, 'Method not found', 1))
})

test('a message is read with where it stands', () => {
  expect(readMessage({ jsonrpc: '2.0', method: 'a', id: 1 }, 3)).toEqual({
    kind: 'call',
    call: { id: 1, method: 'a', params: undefined, position: 3 },
  })
})

test.each([
  { callbackUrl: 'https://consumer.example/hooks', shifts: [] },
  { employees: [], shifts: [] },
])('a schedule that is posted here is told where schedules are submitted', (schedule) => {
  expect(readMessage(schedule)).toMatchObject({
    failure: {
      code: 'call-invalid',
      message: 'jsonrpc must be "2.0", and is absent.',
      remedy: expect.stringContaining('Schedules are submitted to POST /api/v1/gateway, and nowhere else.'),
    },
  })
})
