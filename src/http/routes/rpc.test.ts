import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { JSON_TYPE, PLANNER, problemOf, SCHEDULE, useEdge } from '../../../test/edge.ts'
import { QUESTION_NAMES } from '../rpc/question-names.ts'

const edge = useEdge('one-for-all')
const shop: unknown = JSON.parse(readFileSync(new URL('../../../examples/shop-curve.json', import.meta.url), 'utf8'))
const clinic = JSON.parse(readFileSync(new URL('../../../examples/clinic-week.json', import.meta.url), 'utf8')) as {
  readonly shifts: readonly { readonly id: number; readonly historic?: boolean }[]
}
const solutionOf = (schedule: { readonly shifts: readonly { readonly id: number; readonly employee?: number | null }[] }) => ({
  shifts: schedule.shifts.map(({ id, employee = null }) => ({ id, employee })),
})

const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  edge.app.inject({ method: 'POST', url: '/v1', headers: { ...PLANNER, ...JSON_TYPE, ...headers }, payload })
const callOf = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) })

interface Answer {
  readonly id: unknown
  readonly result?: Record<string, unknown>
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data: {
      readonly code: string
      readonly hint: string
      readonly retryAfterSeconds?: number
      readonly errors: readonly { readonly pointer: string; readonly code: string }[]
    }
  }
}

async function call(method: string, params?: object, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await post(JSON.stringify(callOf(method, params)), headers)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const NOBODY_TAKES: Readonly<Record<string, RegExp>> = { en: /^Nobody takes /, da: /^Ingen overtager /, de: /^Niemand übernimmt / }

describe('methods', () => {
  test('every question is answered about a schedule that is sent', async () => {
    const asked: Readonly<Record<string, object>> = {
      'schedule.recommend': { shiftId: clinic.shifts.find(({ historic }) => historic !== true)!.id },
      'schedule.diff': { after: solutionOf(clinic) },
      'schedule.generate': { schedule: shop },
      'schedule.replan-preview': { events: [], maxSeconds: 1 },
    }
    for (const method of QUESTION_NAMES) {
      const { result } = await call(method, { schedule: clinic, ...asked[method] })
      expect([method, typeof result]).toEqual([method, 'object'])
    }
  })

  test('sentences are in the language that is accepted, of questions that are translated, and the answer says which', async () => {
    const worked = clinic.shifts.find(({ historic }) => historic !== true)!.id
    const moved = {
      schedule: clinic,
      after: { shifts: solutionOf(clinic).shifts.map((shift) => (shift.id === worked ? { ...shift, employee: null } : shift)) },
    }
    const before = callOf('schedule.diff', {
      ...moved,
      before: { shifts: solutionOf(clinic).shifts.map((shift) => (shift.id === worked ? { ...shift, employee: 1 } : shift)) },
    })
    for (const { language, calls, said } of [
      { language: undefined, calls: before, said: 'en' },
      { language: 'fr', calls: before, said: 'en' },
      { language: 'sv;q=0.3, de-AT', calls: before, said: 'de' },
      { language: 'da', calls: [before, callOf('rpc.discover')], said: 'da, en' },
      { language: 'da', calls: [before, callOf('schedule.none')], said: 'da, en' },
    ]) {
      const answer = await post(JSON.stringify(calls), language === undefined ? {} : { 'accept-language': language })
      expect([language, answer.headers['content-language']]).toEqual([language, said])
      expect(answer.headers['vary']).toBe('Accept-Language, Accept-Encoding')
      const [first] = [answer.json<Answer | Answer[]>()].flat()
      expect(first!.result).toMatchObject({ changes: [{ text: expect.stringMatching(NOBODY_TAKES[said.slice(0, 2)]!) }] })
    }
  })

  test('token.describe says what the token opens, to a token of any scope', async () => {
    const { result } = await call('token.describe', undefined, { authorization: 'Bearer administrator' })
    expect(result).toMatchObject({ department: { id: 1, name: 'main' }, scopes: ['tokens:admin'] })
  })

  test('rpc.discover describes every method, with schemas in which every reference leads somewhere', async () => {
    const { result } = await call('rpc.discover')
    const document = result as { openrpc: string; methods: { name: string }[]; components: { schemas: object } }
    expect(document.openrpc).toMatch(/^1\./)
    expect(document.methods.map(({ name }) => name)).toEqual([...QUESTION_NAMES, 'token.describe', 'rpc.discover'])
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!)
    expect(references.length).toBeGreaterThan(QUESTION_NAMES.length)
    expect(references.filter((name) => !Object.hasOwn(document.components.schemas, name))).toEqual([])
    expect(JSON.stringify(document)).not.toContain('"$id"')
  })

  test('a method that takes no parameters takes an empty object or list, and nothing else', async () => {
    expect((await call('token.describe', {})).result).toBeDefined()
    expect((await call('token.describe', [])).result).toBeDefined()
    expect((await call('token.describe', { of: 1 })).error).toMatchObject({ code: -32602, data: { errors: [{ pointer: '/of' }] } })
  })

  for (const method of ['schedule.submit', 'gateway.solve', 'publish']) {
    test(`who calls ${method} is told where submissions go`, async () => {
      const { error } = await call(method)
      expect(error).toMatchObject({ code: -32601, data: { code: 'method-unknown' } })
      expect(error!.data.hint).toContain('POST /api/v1/gateway')
    })
  }

  test('a mistyped method is answered with the one that was meant', async () => {
    expect((await call('schedule.explian')).error!.data.hint).toBe('Did you mean "schedule.explain"?')
  })

  test('names of the prototype are no methods', async () => {
    for (const method of ['__proto__', 'constructor', 'toString', 'get', 'size']) expect((await call(method)).error!.code).toBe(-32601)
  })
})

describe('parameters', () => {
  test('what is wrong in the schedule is told with pointers into the parameters', async () => {
    const { error } = await call('schedule.evaluate', { schedule: { ...SCHEDULE, shifts: [{ ...SCHEDULE.shifts[0], spot: 9 }] } })
    expect(error).toMatchObject({
      code: -32602,
      message: 'Invalid params',
      data: { errors: [{ pointer: '/schedule/shifts/0/spot', code: 'spot-unknown' }] },
    })
  })

  test('what is doubtful in the schedule is told beside what is wrong', async () => {
    const { error } = await call('schedule.evaluate', { schedule: { ...SCHEDULE, spots: undefined, places: SCHEDULE.spots } })
    expect(error!.data).toMatchObject({
      errors: [{ pointer: '/schedule/spots' }, {}],
      warnings: [{ pointer: '/schedule/places', code: 'field-unknown' }],
    })
  })

  test('an unknown parameter is refused', async () => {
    const { error } = await call('schedule.evaluate', { schedule: SCHEDULE, solutoin: {} })
    expect(error).toMatchObject({ code: -32602, data: { errors: [{ pointer: '/solutoin', code: 'field-unknown' }] } })
  })

  for (const { name, params, pointer, code } of [
    { name: 'nothing', params: undefined, pointer: '', code: 'wrong-type' },
    { name: 'a list', params: [SCHEDULE], pointer: '', code: 'wrong-type' },
    { name: 'an empty object', params: {}, pointer: '/schedule', code: 'field-missing' },
    { name: 'null as the schedule', params: { schedule: null }, pointer: '/schedule', code: 'field-missing' },
    { name: 'a number as solverProblemId', params: { solverProblemId: 1 }, pointer: '/solverProblemId', code: 'wrong-type' },
    { name: 'both', params: { solverProblemId: '1', schedule: SCHEDULE }, pointer: '/solverProblemId', code: 'schedule-unclear' },
  ]) {
    test(`${name} in their place is refused with ${code}`, async () => {
      expect((await call('schedule.evaluate', params)).error).toMatchObject({ code: -32602, data: { errors: [{ pointer, code }] } })
    })
  }

  test('solverProblemId may be null beside a schedule', async () => {
    expect((await call('schedule.validate', { solverProblemId: null, schedule: SCHEDULE })).result).toMatchObject({ valid: true })
  })
})

describe('a stored request', () => {
  const solve = async () => {
    await edge.submit({ ...SCHEDULE, callbackAuthenticationHeaderName: 'X-Key', callbackAuthenticationHeaderValue: 'sesame' })
    edge.fake.solutions.set(1, Buffer.from(JSON.stringify({ score: [0, 0, 0, 0], shifts: [{ ...SCHEDULE.shifts[0], employee: 1 }] })))
  }

  test('is asked about by its id, with its solution', async () => {
    await solve()
    expect((await call('schedule.evaluate', { solverProblemId: '1' })).result).toMatchObject({ assignedShifts: 1 })
    expect((await call('schedule.explain', { solverProblemId: '1', employeeId: 1 })).result).toMatchObject({ employees: [{ shifts: 1 }] })
    expect((await call('schedule.diff', { solverProblemId: '1' })).result).toMatchObject({ changes: [{ before: null, after: 1 }] })
  })

  test('is asked about with another solution that is sent', async () => {
    await solve()
    const { result } = await call('schedule.evaluate', { solverProblemId: '1', solution: { shifts: [{ id: 1, employee: null }] } })
    expect(result).toMatchObject({ assignedShifts: 0 })
  })

  test('is not needed to be solved for what is about the schedule alone', async () => {
    await edge.submit()
    expect((await call('schedule.validate', { solverProblemId: '1' })).result).toMatchObject({ valid: true })
    expect((await call('schedule.estimate', { solverProblemId: '1' })).result).toMatchObject({ size: { employees: 1 } })
  })

  test('without a solution cannot be explained yet, but what stands in its way can be asked', async () => {
    await edge.submit()
    for (const method of ['schedule.evaluate', 'schedule.explain', 'schedule.diff'])
      expect((await call(method, { solverProblemId: '1' })).error).toMatchObject({ code: -32005, data: { code: 'solution-missing' } })
    expect((await call('schedule.repair', { solverProblemId: '1', maxSeconds: 1 })).result).toBeDefined()
  })

  test('of another department is refused as everywhere, and so is one that is not there', async () => {
    await solve()
    const neighbour = { authorization: 'Bearer neighbour' }
    const foreign = await call('schedule.explain', { solverProblemId: '1' }, neighbour)
    expect(foreign.error).toMatchObject({ code: -32003, data: { code: 'department-foreign', status: 403 } })
    expect(edge.fake.refusals).toMatchObject([{ code: 'department-foreign', route: '/v1', jobId: '1', caller: { departmentId: 2 } }])
    for (const id of ['2', '01', '', '__proto__', '9'.repeat(400)])
      expect((await call('schedule.explain', { solverProblemId: id })).error).toMatchObject({ code: -32004, data: { code: 'job-not-found' } })
  })
})

describe('who may call', () => {
  test('nobody without a token', async () => {
    const answer = await post('{}', { authorization: '' })
    expect(problemOf(answer)).toMatchObject({ status: 401, code: 'not-authenticated' })
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
  })

  test('a token without gateway:read asks nothing about schedules, which is written down', async () => {
    const { error } = await call('schedule.validate', { schedule: SCHEDULE }, { authorization: 'Bearer writer' })
    expect(error).toMatchObject({ code: -32001, data: { code: 'permission-missing', status: 403 } })
    expect(edge.fake.refusals).toMatchObject([{ code: 'permission-missing', method: 'POST', route: '/v1', scope: 'gateway:read', jobId: null }])
  })

  // Tokens that have made no calls before, and make none after.
  const [READER, HASTY] = [{ authorization: 'Bearer reader' }, { authorization: 'Bearer hasty' }]

  test('each call of a batch counts as a request of the token', async () => {
    const batch = await post(JSON.stringify([callOf('token.describe'), callOf('token.describe'), callOf('token.describe')]), READER)
    expect(batch.headers['ratelimit']).toContain('r=599')
    expect((await post(JSON.stringify(callOf('token.describe')), READER)).headers['ratelimit']).toContain('r=596')
  })

  test('a call that is one too many is answered with when to come again', async () => {
    const batch = JSON.stringify(Array.from({ length: 50 }, () => callOf('token.describe')))
    for (let i = 0; i < 11; i += 1) await post(batch, HASTY)
    await call('token.describe', undefined, HASTY)
    const answers: Answer[] = (await post(batch, HASTY)).json()
    expect(answers[48]!.result).toBeDefined()
    expect(answers[49]!.error).toMatchObject({ code: -32009, data: { code: 'too-many-requests', status: 429 } })
    expect(answers[49]!.error!.data.retryAfterSeconds).toBeGreaterThan(0)
    expect(problemOf(await post(batch, HASTY))).toMatchObject({ status: 429 })
  })
})

describe('what HTTP has a status for', () => {
  test('another type than JSON is 415', async () => {
    expect(problemOf(await post('<call/>', { 'content-type': 'text/xml' }))).toMatchObject({ status: 415 })
  })

  test('a body that is too large is 413', async () => {
    expect(problemOf(await post(JSON.stringify(callOf('x'.repeat(66_000)))))).toMatchObject({ status: 413, code: 'body-too-large' })
  })

  test('an Accept header that takes no JSON is 406', async () => {
    expect(problemOf(await post('{}', { accept: 'text/html' }))).toMatchObject({ status: 406 })
  })

  test('GET is 405', async () => {
    const answer = await edge.app.inject({ method: 'GET', url: '/v1', headers: PLANNER })
    expect(problemOf(answer)).toMatchObject({ status: 405 })
    expect(answer.headers.allow).toBe('POST')
  })

  test('only notifications are 204, without a body', async () => {
    const answer = await post('[{"jsonrpc":"2.0","method":"schedule.validate","params":{}}]')
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
  })

  test('a compressed body is read', async () => {
    const answer = await post(gzipSync(JSON.stringify(callOf('token.describe'))), { 'content-encoding': 'gzip' })
    expect(answer.json<Answer>().result).toBeDefined()
  })
})

describe('what is not JSON-RPC is 400, and told where submissions go', () => {
  for (const { name, body, code } of [
    { name: 'no JSON', body: '{', code: -32700 },
    { name: 'nothing', body: '', code: -32700 },
    { name: 'bytes that are no UTF-8', body: Buffer.from([0x22, 0xff, 0x22]), code: -32700 },
    { name: 'nesting without end', body: '['.repeat(60_000), code: -32700 },
    { name: 'a name that stands twice', body: '{"jsonrpc":"2.0","id":1,"id":2,"method":"token.describe"}', code: -32700 },
    { name: 'a schedule', body: JSON.stringify(SCHEDULE), code: -32600 },
    { name: 'any other object', body: '{"hello":"world"}', code: -32600 },
    { name: 'a call of JSON-RPC 1.0', body: '{"id":1,"method":"token.describe","params":[]}', code: -32600 },
    { name: 'a number', body: '1', code: -32600 },
    { name: 'null', body: 'null', code: -32600 },
    { name: 'a method that is no text', body: '{"jsonrpc":"2.0","id":1,"method":1}', code: -32600 },
    { name: 'an empty batch', body: '[]', code: -32600 },
    { name: 'a batch that is too long', body: JSON.stringify(Array.from({ length: 51 }, () => callOf('token.describe'))), code: -32600 },
  ]) {
    test(`${name}: ${code}`, async () => {
      const answer = await post(body)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ jsonrpc: '2.0', error: { code, data: { status: 400 } } })
      expect(answer.json<Answer>().error!.data.hint).toContain('POST /api/v1/gateway')
    })
  }

  test('a batch without a single call is 400, and one with a call beside is 200', async () => {
    const without = await post('[1,{"hello":"world"}]')
    expect([without.statusCode, without.json<Answer[]>().map(({ error }) => error!.code)]).toEqual([400, [-32600, -32600]])
    const beside = await post(JSON.stringify([1, callOf('token.describe')]))
    expect([beside.statusCode, beside.json<Answer[]>().map(({ error }) => error?.code)]).toEqual([200, [-32600, undefined]])
  })
})
