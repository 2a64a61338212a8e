import { describe, expect, test } from 'vitest'
import { JSON_TYPE, LIMITS, PLANNER, problemOf, SCHEDULE, useEdge } from '../../../test/edge.ts'
import { createFakeUseCases } from '../../../test/fake-use-cases.ts'
import { compile } from '../../../test/json-schema.ts'
import { createApp } from '../app.ts'

const edge = useEdge('one-for-all')
const REVISION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  edge.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...PLANNER, ...JSON_TYPE, accept: 'application/json, text/event-stream', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
const callOf = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) })

interface Answer {
  readonly id: unknown
  readonly result?: Record<string, unknown> & { readonly content: readonly { readonly text: string }[]; readonly isError?: boolean }
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> }
}

/** As a client of the revisions with `initialize` calls, once that is done. */
async function legacy(method: string, params?: object): Promise<Answer> {
  const answer = await post(callOf(method, params), { 'mcp-protocol-version': '2025-11-25' })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

/** As a client of the newest revision calls. */
const modern = (method: string, params: { readonly name?: string; readonly [name: string]: unknown } = {}, headers: Record<string, string> = {}) =>
  post(callOf(method, { _meta: META, ...params }), {
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    ...(params.name === undefined ? {} : { 'mcp-name': params.name }),
    ...headers,
  })

describe('revisions with initialize', () => {
  for (const { asked, answered } of [
    { asked: '2025-03-26', answered: '2025-03-26' },
    { asked: '2025-06-18', answered: '2025-06-18' },
    { asked: '2025-11-25', answered: '2025-11-25' },
    { asked: '2024-11-05', answered: '2025-11-25' },
    { asked: '2026-07-28', answered: '2025-11-25' },
  ]) {
    test(`who asks for ${asked} gets ${answered}`, async () => {
      const params = { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
      const answer = await post(callOf('initialize', params))
      expect(answer.headers['mcp-session-id']).toBeUndefined()
      const { result } = answer.json<Answer>()
      expect(result).toMatchObject({ protocolVersion: answered, capabilities: { tools: {} }, serverInfo: { name: 'turnus' } })
      expect(result!['instructions']).toContain('solverProblemId')
    })
  }

  test('initialize without a revision is refused', async () => {
    expect((await legacy('initialize', {})).error).toMatchObject({ code: -32602, data: { errors: [{ pointer: '/protocolVersion' }] } })
  })

  test('a notification is taken: 202, without a body', async () => {
    const answer = await post({ jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([answer.statusCode, answer.body]).toEqual([202, ''])
  })

  test('ping is answered', async () => {
    expect((await legacy('ping')).result).toEqual({})
  })

  test('an unknown method is an error, with 200', async () => {
    expect((await legacy('resources/list')).error).toMatchObject({ code: -32601 })
  })

  test('a batch is taken in 2025-03-26 and without a header, and in no later one', async () => {
    const batch = [callOf('ping'), { jsonrpc: '2.0', method: 'notifications/initialized' }, { ...callOf('ping'), id: 'b' }]
    for (const headers of [{}, { 'mcp-protocol-version': '2025-03-26' }]) {
      const answer = await post(batch, headers as Record<string, string>)
      expect(answer.json()).toEqual([
        { jsonrpc: '2.0', id: 1, result: {} },
        { jsonrpc: '2.0', id: 'b', result: {} },
      ])
    }
    for (const revision of ['2025-06-18', '2025-11-25', REVISION]) {
      const answer = await post(batch, { 'mcp-protocol-version': revision })
      expect([answer.statusCode, answer.json<Answer>().error?.code]).toEqual([400, -32600])
    }
  })

  test('a revision that is not spoken is 400, with those that are', async () => {
    const answer = await post(callOf('ping'), { 'mcp-protocol-version': '1900-01-01' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ id: 1, error: { code: -32022, data: { requested: '1900-01-01' } } })
    expect(answer.json<Answer>().error!.data!['supported']).toEqual(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'])
  })
})

describe('the revision without a handshake', () => {
  test('server/discover says what is spoken and what there is', async () => {
    const answer = await modern('server/discover')
    expect(answer.statusCode).toBe(200)
    expect(answer.json<Answer>().result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      capabilities: { tools: {} },
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'turnus' } },
    })
  })

  test('tools are listed and called', async () => {
    const { tools } = (await modern('tools/list')).json<{ result: { tools: { name: string }[] } }>().result
    expect(tools.map(({ name }) => name)).toContain('schedule_validate')
    const { result } = (await modern('tools/call', { name: 'schedule_validate', arguments: { schedule: SCHEDULE } })).json<Answer>()
    expect(result).toMatchObject({ resultType: 'complete', isError: false })
  })

  test('a name that cannot stand in a header comes encoded', async () => {
    const encoded = `=?base64?${Buffer.from('schedule_validate').toString('base64')}?=`
    const answer = await modern('tools/call', { name: 'schedule_validate', arguments: { schedule: SCHEDULE } }, { 'mcp-name': encoded })
    expect(answer.json<Answer>().result).toMatchObject({ isError: false })
  })

  test('an unknown method, and ping, which it has no more, are 404', async () => {
    for (const method of ['ping', 'initialize', 'resources/list']) {
      const answer = await modern(method)
      expect([answer.statusCode, answer.json<Answer>().error?.code, answer.json<Answer>().id]).toEqual([404, -32601, 1])
    }
  })

  for (const { name, params, headers, code } of [
    { name: 'Mcp-Method that differs', params: {}, headers: { 'mcp-method': 'tools/call' }, code: -32020 },
    { name: 'another revision in the header', params: {}, headers: { 'mcp-protocol-version': '2025-11-25' }, code: -32020 },
    { name: 'no _meta', params: { _meta: undefined }, headers: {}, code: -32602 },
    { name: '_meta without capabilities', params: { _meta: { 'io.modelcontextprotocol/protocolVersion': REVISION } }, headers: {}, code: -32602 },
  ]) {
    test(`${name} is 400 with ${code}`, async () => {
      const answer = await modern('tools/list', params, headers)
      expect([answer.statusCode, answer.json<Answer>().error?.code, answer.json<Answer>().id]).toEqual([400, code, 1])
    })
  }

  test('headers that are missing are 400', async () => {
    const noName = await post(callOf('tools/call', { _meta: META, name: 'schedule_validate' }), {
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
    })
    expect([noName.statusCode, noName.json<Answer>().error?.code]).toEqual([400, -32020])
    const noRevision = await post(callOf('tools/list', { _meta: META }), { 'mcp-method': 'tools/list' })
    expect([noRevision.statusCode, noRevision.json<Answer>().error?.code]).toEqual([400, -32020])
    const noMethod = await post(callOf('tools/list', { _meta: META }), { 'mcp-protocol-version': REVISION })
    expect([noMethod.statusCode, noMethod.json<Answer>().error?.code]).toEqual([400, -32020])
  })
})

describe('tools', () => {
  const callTool = async (name: string, given?: object) => legacy('tools/call', { name, ...(given === undefined ? {} : { arguments: given }) })

  test('are the questions, read only, with parameters of their own and without the schema of a whole schedule', async () => {
    const { tools } = (await legacy('tools/list')).result as unknown as {
      tools: { name: string; annotations: object; inputSchema: { properties: object; required: string[] } }[]
    }
    expect(tools.map(({ name }) => name)).toEqual([
      'requests_list',
      'schedule_validate',
      'schedule_estimate',
      'schedule_generate',
      'schedule_evaluate',
      'schedule_explain',
      'schedule_recommend',
      'schedule_repair',
      'schedule_stress',
      'schedule_replan-preview',
      'schedule_diff',
    ])
    for (const { annotations, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
      expect(Object.keys(inputSchema.properties).length).toBeGreaterThan(0)
    }
    for (const { inputSchema } of tools.slice(1)) {
      expect(Object.keys(inputSchema.properties).slice(0, 2)).toEqual(['schedule', 'solverProblemId'])
      expect(inputSchema.required).not.toContain('schedule')
    }
    expect(JSON.stringify(tools)).not.toContain('$ref')
    expect(JSON.stringify(tools).length).toBeLessThan(25_000)
  })

  test('answer as text of JSON', async () => {
    const { result } = await callTool('schedule_validate', { schedule: SCHEDULE })
    expect(result!.isError).toBe(false)
    expect(JSON.parse(result!.content[0]!.text)).toMatchObject({ valid: true })
  })

  test('answer about a stored request', async () => {
    await edge.submit()
    edge.fake.solutions.set(1, Buffer.from(JSON.stringify({ shifts: [{ id: 1, employee: 1 }] })))
    const { result } = await callTool('schedule_evaluate', { solverProblemId: '1' })
    expect(JSON.parse(result!.content[0]!.text)).toMatchObject({ assignedShifts: 1 })
  })

  test('list the newest requests of the department, and of no other', async () => {
    for (let i = 0; i < 3; i += 1) await edge.submit()
    const { result } = await callTool('requests_list', { limit: 2 })
    const { requests } = JSON.parse(result!.content[0]!.text) as { requests: { solverProblemId: string; status: string }[] }
    expect(requests.map(({ solverProblemId, status }) => [solverProblemId, status])).toEqual([
      ['3', 'QUEUED'],
      ['2', 'QUEUED'],
    ])
    const other = await post(callOf('tools/call', { name: 'requests_list' }), { authorization: 'Bearer neighbour' })
    expect(other.json<Answer>().result!.content[0]!.text).toBe('{"requests":[]}')
    expect((await callTool('requests_list', { limit: 51 })).result).toMatchObject({ isError: true })
    expect((await callTool('requests_list', { many: 1 })).result!.content[0]!.text).toContain('/many')
  })

  test('say what is wrong with the parameters, and where, so that an assistant can mend it', async () => {
    const { result } = await callTool('schedule_recommend', { schedule: SCHEDULE, shiftId: 9 })
    expect(result!.isError).toBe(true)
    expect(result!.content[0]!.text).toContain('/shiftId: The schedule has no shift 9.')
    expect((await callTool('schedule_explain')).result!.content[0]!.text).toContain('solverProblemId')
  })

  test('that there are not are an error, with the one that was meant', async () => {
    const { error } = await callTool('schedule_explian')
    expect(error).toMatchObject({ code: -32602, data: { errors: [{ pointer: '/name', hint: 'Did you mean "schedule_explain"?' }] } })
    for (const name of ['__proto__', 'constructor', 'schedule_submit']) expect((await callTool(name)).error!.code).toBe(-32602)
  })

  test('tell nothing of another department, and it is written down', async () => {
    await edge.submit()
    const answer = await post(callOf('tools/call', { name: 'schedule_estimate', arguments: { solverProblemId: '1' } }), {
      authorization: 'Bearer neighbour',
    })
    const { result } = answer.json<Answer>()
    expect(result!.isError).toBe(true)
    expect(result!.content[0]!.text).toContain('(department-foreign)')
    expect(edge.fake.refusals).toMatchObject([{ code: 'department-foreign', route: '/mcp', jobId: '1' }])
  })
})

describe('who may call', () => {
  test('nobody without a token, or with one that may not read', async () => {
    expect(problemOf(await post(callOf('ping'), { authorization: '' }))).toMatchObject({ status: 401 })
    expect(problemOf(await post(callOf('ping'), { authorization: 'Bearer writer' }))).toMatchObject({ status: 403, code: 'permission-missing' })
  })

  test('no page of an origin that is not permitted', async () => {
    expect(problemOf(await post(callOf('ping'), { origin: 'https://evil.example' }))).toMatchObject({ status: 403, code: 'origin-not-permitted' })
    const app = await createApp(createFakeUseCases(), { limits: LIMITS, corsOrigins: ['https://plan.example'] })
    const from = (origin: string) =>
      app.inject({ method: 'POST', url: '/mcp', headers: { ...PLANNER, ...JSON_TYPE, origin }, payload: JSON.stringify(callOf('ping')) })
    expect((await from('https://plan.example')).statusCode).toBe(200)
    expect((await from('null')).statusCode).toBe(403)
    await app.close()
  })

  test('nobody for a stream or to end a session: 405', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await edge.app.inject({ method, url: '/mcp', headers: { ...PLANNER, accept: 'text/event-stream' } })
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
    }
  })
})

describe('what is no call is 400', () => {
  for (const { name, body, code } of [
    { name: 'no JSON', body: '{', code: -32700 },
    { name: 'nothing', body: '', code: -32700 },
    { name: 'an answer', body: '{"jsonrpc":"2.0","id":1,"result":{}}', code: -32600 },
    { name: 'an id that is null', body: '{"jsonrpc":"2.0","id":null,"method":"ping"}', code: -32600 },
    { name: 'a number', body: '5', code: -32600 },
    { name: 'an empty batch', body: '[]', code: -32600 },
  ]) {
    test(`${name}: ${code}`, async () => {
      const answer = await post(body)
      expect([answer.statusCode, answer.json<Answer>().error!.code]).toEqual([400, code])
    })
  }
})

describe('every answer is as openapi.json says', () => {
  for (const { name, payload, headers, status } of [
    { name: 'a list of tools', payload: callOf('tools/list'), headers: {}, status: 200 },
    { name: 'a batch', payload: [callOf('tools/list'), callOf('ping')], headers: {}, status: 200 },
    { name: 'a revision that is not spoken', payload: callOf('ping'), headers: { 'mcp-protocol-version': '1999-01-01' }, status: 400 },
    { name: 'an id that is null', payload: { ...callOf('ping'), id: null }, headers: {}, status: 400 },
    { name: 'no JSON', payload: '{', headers: {}, status: 400 },
  ]) {
    test(`to ${name}: ${status}`, async () => {
      const answer = await post(payload, headers)
      expect(answer.statusCode).toBe(status)
      const { paths, components } = edge.app.swagger() as unknown as Described
      const { schema } = paths['/mcp'].post.responses[status]!.content['application/json']
      expect(compile(schema, { components })(answer.json())).toEqual([])
    })
  }
})

interface Described {
  readonly components: object
  readonly paths: { readonly '/mcp': { readonly post: { readonly responses: Readonly<Record<number, DescribedAnswer>> } } }
}
interface DescribedAnswer {
  readonly content: { readonly 'application/json': { readonly schema: object } }
}
