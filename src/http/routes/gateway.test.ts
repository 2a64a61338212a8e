import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { JSON_TYPE, LIMITS, PLANNER, problemOf, SCHEDULE, useEdge } from '../../../test/edge.ts'
import { ProblemDetails, SubmissionAnswer } from '../../api/schemas/answers.ts'
import { Entry, ProgressCurve } from '../../api/schemas/entry.ts'

const edge = useEdge('one-for-all', { requestsPerMinute: 1_000_000 })

describe('submitting', () => {
  test('a valid schedule is answered 201 with its identifier and where to find it', async () => {
    const answer = await edge.submit()
    expect(answer.statusCode).toBe(201)
    expect(answer.headers.location).toBe('/api/v1/gateway/1')
    expect(answer.json()).toEqual({
      solverProblemId: '1',
      status: 'QUEUED',
      warnings: [],
      links: {
        self: '/api/v1/gateway/1',
        schedule: '/api/v1/gateway/1/schedule',
        solution: '/api/v1/gateway/1/solution',
        progress: '/api/v1/gateway/1/progress',
        events: '/api/v1/gateway/1/events',
        deliveries: '/api/v1/gateway/1/deliveries',
        stop: '/api/v1/gateway/1/stop',
        replan: '/api/v1/gateway/1/replan',
        lineage: '/api/v1/gateway/1/lineage',
      },
    })
  })

  test('the document is handed on byte for byte', async () => {
    const posted = `  ${JSON.stringify(SCHEDULE, null, 3)}\n`
    await edge.submit(posted)
    expect(Buffer.from(edge.fake.submissions[0]!.document).toString()).toBe(posted)
  })

  test('a byte order mark is dropped, so that whoever parses the document later need not know of it', async () => {
    const posted = JSON.stringify(SCHEDULE)
    expect((await edge.submit(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(posted)]))).statusCode).toBe(201)
    expect(Buffer.from(edge.fake.submissions[0]!.document).toString()).toBe(posted)
  })

  test('a body compressed with gzip is read', async () => {
    const answer = await edge.submit(gzipSync(JSON.stringify(SCHEDULE)), { 'content-encoding': 'gzip' })
    expect(answer.statusCode).toBe(201)
    expect(Buffer.from(edge.fake.submissions[0]!.document).toString()).toBe(JSON.stringify(SCHEDULE))
  })

  test('a replay is answered 200 and says so', async () => {
    const answer = await edge.submit(SCHEDULE, { 'idempotency-key': '"replayed"' })
    expect([answer.statusCode, answer.headers['idempotency-replayed']]).toEqual([200, 'true'])
  })

  test('a replay is the first answer, wherever the job stands by now', async () => {
    const schedule = { ...SCHEDULE, emploees: [] }
    const first = await edge.submit(schedule, { 'idempotency-key': '"k1"' })
    for (const state of ['SOLVING', 'SOLVED', 'FAILED'] as const) {
      const job = { ...edge.fake.jobs.get(1)!, state }
      edge.fake.submit = async () => ({ job, replayed: true })
      const again = await edge.submit(schedule, { 'idempotency-key': '"k1"' })
      expect([again.statusCode, again.headers['idempotency-replayed'], again.headers.location]).toEqual([200, 'true', '/api/v1/gateway/1'])
      expect(again.body).toBe(first.body)
    }
  })

  test('an idempotency key that is empty or too long is refused', async () => {
    expect(problemOf(await edge.submit(SCHEDULE, { 'idempotency-key': 'k'.repeat(256) }))).toMatchObject({ status: 422, code: 'request-invalid' })
    expect(problemOf(await edge.submit(SCHEDULE, { 'idempotency-key': '""' }))).toMatchObject({ status: 422, code: 'request-invalid' })
  })

  test('an unknown field is a warning, and an error when handling is strict', async () => {
    const schedule = { ...SCHEDULE, emploees: [] }
    expect((await edge.submit(schedule)).json()).toMatchObject({ warnings: [{ pointer: '/emploees', code: 'field-unknown' }] })
    const problem = problemOf(await edge.submit(schedule, { prefer: 'handling=strict' }))
    expect(problem).toMatchObject({ status: 422, code: 'schedule-invalid' })
    expect(problem.errors).toMatchObject([{ pointer: '/emploees', code: 'field-unknown' }])
  })

  test('a refused callback address and other mistakes are reported together', async () => {
    const problem = problemOf(await edge.submit({ ...SCHEDULE, callbackUrl: 'http://forbidden.example', spots: [] }))
    expect(problem).toMatchObject({ status: 422, code: 'schedule-invalid' })
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(expect.arrayContaining(['/callbackUrl', '/shifts/0/spot']))
    expect(edge.fake.submissions).toHaveLength(0)
  })

  test('a list of errors that was cut says so, also when the callback address is one of them', async () => {
    const shifts = Array.from({ length: 300 }, (_, i) => ({ ...SCHEDULE.shifts[0], id: i + 1, spot: 9 }))
    for (const callbackUrl of [SCHEDULE.callbackUrl, 'http://forbidden.example']) {
      const answer = await edge.submit({ ...SCHEDULE, callbackUrl, shifts })
      expect(answer.json()).toMatchObject({ code: 'schedule-invalid', detail: 'At least 100 things are wrong with the schedule.' })
      const { errors } = problemOf(answer)
      expect(errors).toHaveLength(100)
      expect(errors.at(-1)?.code).toBe('more-left-out')
    }
  })

  test('twelve different mistakes are named by their pointers in one answer', async () => {
    const employee = SCHEDULE.employees[0]
    const shift = SCHEDULE.shifts[0]
    const schedule = {
      callbackUrl: 'hooks/solved',
      callbackAuthenticationHeaderName: 'X-API-Key',
      timeZone: 'Europe/Copenhage',
      numberOfAllowedShiftCollisions: -1,
      employees: [employee, employee, { ...employee, id: true }, { ...employee, id: 3, wishes: [{ type: 'NEVER', start: 'x', end: 'y' }] }],
      shifts: [
        { ...shift, spot: 9 },
        { ...shift, id: 2, start: '2026-03-02 07:00' },
        { ...shift, id: 3, end: '2026-03-01T07:00:00Z' },
        { ...shift, id: 4, importance: 'MAYBE' },
        { ...shift, id: 5, employee: 77 },
      ],
      spots: SCHEDULE.spots,
      settings: { assignShift: { firstPriorityWeight: 21 } },
      termination: { maxSeconds: 0 },
    }
    const problem = problemOf(await edge.submit(schedule))
    expect(problem).toMatchObject({ status: 422, code: 'schedule-invalid' })
    expect(problem.errors.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining([
        '/callbackUrl',
        '/timeZone',
        '/numberOfAllowedShiftCollisions',
        '/employees/1/id',
        '/employees/2/id',
        '/employees/3/wishes/0/type',
        '/employees/3/wishes/0/start',
        '/shifts/0/spot',
        '/shifts/1/start',
        '/shifts/2/end',
        '/shifts/3/importance',
        '/shifts/4/employee',
        '/settings/assignShift/firstPriorityWeight',
        '/termination/maxSeconds',
      ]),
    )
  })
})

test('a workbook is told to be one, not to be broken JSON', async () => {
  for (const workbook of ['PK\x03\x04\x14\0xl/workbook.xml', 'PK\x03\x04\x14\0xl/workbook.xml\xff']) {
    const problem = problemOf(await edge.submit(Buffer.from(workbook, 'latin1')))
    expect(problem).toMatchObject({
      status: 400,
      code: 'body-unreadable',
      detail: 'The body is an Excel workbook.',
      hint: expect.stringContaining('as CSV'),
    })
  }
})

describe('bodies that cannot be read', () => {
  for (const { name, payload, headers = {}, status, code } of [
    { name: 'no body', payload: '', status: 400, code: 'body-unreadable' },
    { name: 'blanks', payload: '  \n ', status: 400, code: 'body-unreadable' },
    { name: 'half a document', payload: '{"employees": [', status: 400, code: 'body-unreadable' },
    { name: 'not JSON', payload: 'employees: []', status: 400, code: 'body-unreadable' },
    { name: 'not UTF-8', payload: Buffer.from([0x22, 0xff, 0xfe, 0x22]), status: 400, code: 'body-unreadable' },
    { name: 'UTF-16', payload: Buffer.from('{}', 'utf16le'), status: 400, code: 'body-unreadable' },
    { name: '10,000 arrays inside one another', payload: '['.repeat(10_000) + ']'.repeat(10_000), status: 400, code: 'body-unreadable' },
    { name: '10,000 objects inside one another', payload: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, status: 400, code: 'body-unreadable' },
    { name: 'one level too many', payload: `${'['.repeat(65)}${']'.repeat(65)}`, status: 400, code: 'body-unreadable' },
    { name: 'as many levels as are taken', payload: `${'['.repeat(64)}${']'.repeat(64)}`, status: 422, code: 'schedule-invalid' },
    { name: 'brackets in a text', payload: JSON.stringify(`\\"${'['.repeat(100)}`), status: 422, code: 'schedule-invalid' },
    { name: 'null', payload: 'null', status: 422, code: 'schedule-invalid' },
    { name: 'a number', payload: '1e999', status: 422, code: 'schedule-invalid' },
    { name: 'an array', payload: '[]', status: 422, code: 'schedule-invalid' },
    { name: 'an empty object', payload: '{}', status: 422, code: 'schedule-invalid' },
    { name: 'a prototype', payload: '{"__proto__": {"employees": []}, "constructor": {"prototype": 1}}', status: 422, code: 'schedule-invalid' },
    { name: 'gzip that is none', payload: 'not gzip', headers: { 'content-encoding': 'gzip' }, status: 400, code: 'body-unreadable' },
    {
      name: 'gzip that breaks off',
      payload: gzipSync(JSON.stringify(SCHEDULE)).subarray(0, 40),
      headers: { 'content-encoding': 'gzip' },
      status: 400,
      code: 'body-unreadable',
    },
    { name: 'another compression', payload: '{}', headers: { 'content-encoding': 'br' }, status: 415, code: 'media-type-unsupported' },
    { name: 'two compressions', payload: '{}', headers: { 'content-encoding': 'gzip, gzip' }, status: 415, code: 'media-type-unsupported' },
    { name: 'a form', payload: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' }, status: 415, code: 'media-type-unsupported' },
    { name: 'plain text', payload: '{}', headers: { 'content-type': 'text/plain' }, status: 415, code: 'media-type-unsupported' },
    { name: 'a broken type', payload: '{}', headers: { 'content-type': '/;;=' }, status: 415, code: 'media-type-unsupported' },
    {
      name: 'another character set',
      payload: '{}',
      headers: { 'content-type': 'application/json; charset=utf-16' },
      status: 415,
      code: 'media-type-unsupported',
    },
    { name: 'UTF-8 by name', payload: '{}', headers: { 'content-type': 'application/json;charset="UTF-8"' }, status: 422, code: 'schedule-invalid' },
    { name: 'a byte more than is taken', payload: `"${'x'.repeat(LIMITS.bodyBytes - 1)}"`, status: 413, code: 'body-too-large' },
    { name: 'as many bytes as are taken', payload: `"${'x'.repeat(LIMITS.bodyBytes - 2)}"`, status: 422, code: 'schedule-invalid' },
    {
      name: 'a gzip bomb',
      payload: gzipSync(Buffer.alloc(50 * 1024 * 1024)),
      headers: { 'content-encoding': 'gzip' },
      status: 413,
      code: 'body-too-large',
    },
  ] as { name: string; payload: string | Buffer; headers?: Record<string, string>; status: number; code: string }[]) {
    test(`${name}: ${status} ${code}`, async () => {
      expect(problemOf(await edge.submit(payload, headers))).toMatchObject({ status, code })
    })
  }

  for (const { name, payload, headers = {}, says } of [
    { name: 'a document that breaks off', payload: '{\n  "employees": [', says: 'breaks off at line 2, column 17' },
    { name: 'a comma too many', payload: '{\n  "shifts": [],\n}', says: '"}" may not stand at line 3, column 1' },
    { name: 'gzip that is none', payload: 'not gzip', headers: { 'content-encoding': 'gzip' }, says: 'is not valid gzip' },
    {
      name: 'gzip that breaks off',
      payload: gzipSync(JSON.stringify(SCHEDULE)).subarray(0, 40),
      headers: { 'content-encoding': 'gzip' },
      says: 'is not valid gzip: it breaks off',
    },
  ] as { name: string; payload: string | Buffer; headers?: Record<string, string>; says: string }[]) {
    test(`the answer to ${name} says what and where`, async () => {
      expect((await edge.submit(payload, headers)).json()).toMatchObject({ code: 'body-unreadable', detail: expect.stringContaining(says) })
    })
  }

  test('compression that breaks after the limit was passed is still only a body that is too large', async () => {
    for (const bytes of [90_000, 200_000, 5_000_000]) {
      const packed = gzipSync(Buffer.alloc(bytes))
      packed.fill(0xff, packed.length - 8)
      expect(problemOf(await edge.submit(packed, { 'content-encoding': 'gzip' }))).toMatchObject({ status: 413 })
    }
    // Refused by its length alone, before anybody listens to the decompression.
    expect(problemOf(await edge.submit('x'.repeat(LIMITS.bodyBytes + 1), { 'content-encoding': 'gzip' }))).toMatchObject({ status: 413 })
    await new Promise((done) => setTimeout(done, 50))
    expect((await edge.submit()).statusCode).toBe(201)
  })

  test('a connection that breaks off in mid-body, compressed or not, harms nobody else', async () => {
    if (!edge.app.server.listening) await edge.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = edge.app.server.address() as AddressInfo
    const half = gzipSync(JSON.stringify(SCHEDULE)).subarray(0, 50)
    for (const encoding of ['gzip', 'identity']) {
      const head = `POST /api/v1/gateway HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer planner\r\nContent-Type: application/json\r\nContent-Encoding: ${encoding}\r\nContent-Length: 5000\r\n\r\n`
      const socket = connect(port, '127.0.0.1')
      await new Promise((done) => socket.write(Buffer.concat([Buffer.from(head), half]), done))
      await new Promise((done) => setTimeout(done, 50))
      socket.destroy()
    }
    await expect.poll(() => new Promise((done) => edge.app.server.getConnections((_, count) => done(count)))).toBe(0)
    expect((await edge.submit()).statusCode).toBe(201)
    expect(edge.fake.submissions).toHaveLength(1)
  })

  test('the prototype of nothing is changed by a posted one', async () => {
    await edge.submit('{"__proto__": {"polluted": true}, "employees": [{"__proto__": {"polluted": true}}]}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('reading', () => {
  test('answers are as their schemas say', async () => {
    const submitted = await edge.submit({ ...SCHEDULE, unknown: 1 })
    expect([...Value.Errors(SubmissionAnswer, submitted.json())]).toEqual([])
    const read = () => edge.app.inject({ url: '/api/v1/gateway/1', headers: PLANNER })
    expect([...Value.Errors(Entry, (await read()).json())]).toEqual([])
    const at = new Date()
    const job = edge.fake.jobs.get(1)!
    edge.fake.jobs.set(1, {
      ...job,
      state: 'SOLVED',
      startedAt: at,
      improvedAt: at,
      endedAt: at,
      score: [0, 1, 2, 3],
      bound: [0, 0, 0, 0],
      gap: 1,
      stopReason: 'OPTIMAL',
    })
    expect([...Value.Errors(Entry, (await read()).json())]).toEqual([])
    expect([...Value.Errors(ProblemDetails, problemOf(await edge.submit('{')))]).toEqual([])
  })

  test('the list is an array, newest first, with a link to the next page', async () => {
    for (let i = 0; i < 3; i += 1) await edge.submit()
    const first = await edge.app.inject({ url: '/api/v1/gateway?limit=2&status=QUEUED', headers: PLANNER })
    expect(first.json().map(({ solverProblemId }: { solverProblemId: unknown }) => solverProblemId)).toEqual(['3', '2'])
    const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))![1]!
    const second = await edge.app.inject({ url: next, headers: PLANNER })
    expect(second.json()).toMatchObject([{ solverProblemId: '1', status: 'QUEUED' }])
    expect(second.headers.link).toBeUndefined()
  })

  for (const query of [
    'limit=0',
    'limit=1001',
    'limit=x',
    'limit=',
    'limit=1.5',
    'limit=1&limit=2',
    'status=DONE',
    'status=',
    'cursor=',
    'cursor=%00',
    `cursor=${'a'.repeat(201)}`,
  ]) {
    test(`the list with ${query.slice(0, 30)} is 422`, async () => {
      expect(problemOf(await edge.app.inject({ url: `/api/v1/gateway?${query}`, headers: PLANNER }))).toMatchObject({
        status: 422,
        code: 'request-invalid',
      })
    })
  }

  for (const { query, detail, hint } of [
    {
      query: 'status=solved',
      detail: 'status must be one of QUEUED, SOLVING, SOLVED, FAILED, CANCELLED.',
      hint: 'Give one of them, as it is written here.',
    },
    {
      query: 'status=SOLVED,FAILED',
      detail: 'status must be one of QUEUED, SOLVING, SOLVED, FAILED, CANCELLED.',
      hint: 'Give one of them, as it is written here.',
    },
    { query: 'limit=1001', detail: 'limit must be <= 1000.', hint: 'See /openapi.json for what is taken.' },
    { query: 'limit=x', detail: 'limit must be integer.', hint: 'See /openapi.json for what is taken.' },
  ]) {
    test(`the list with ${query} is told what is taken`, async () => {
      const answer = await edge.app.inject({ url: `/api/v1/gateway?${query}`, headers: PLANNER })
      expect(problemOf(answer).errors).toEqual([{ pointer: `/${query.split('=')[0]}`, code: 'value-invalid', detail, hint }])
    })
  }

  test('a solution is 204 until there is one, then 200, then 304 to who has it', async () => {
    await edge.submit()
    const url = '/api/v1/gateway/1/solution'
    expect((await edge.app.inject({ url, headers: PLANNER })).statusCode).toBe(204)
    edge.fake.jobs.set(1, { ...edge.fake.jobs.get(1)!, state: 'SOLVING', revision: 1 })
    edge.fake.solutions.set(1, Buffer.from('{"score":[0,0,0,0],"shifts":[]}'))
    const answer = await edge.app.inject({ url, headers: PLANNER })
    expect(answer.json()).toEqual({ solverProblemId: '1', status: 'SOLVING', score: [0, 0, 0, 0], shifts: [] })
    const etag = String(answer.headers.etag)
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await edge.app.inject({ url, headers: { ...PLANNER, 'if-none-match': header } })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    edge.fake.jobs.set(1, { ...edge.fake.jobs.get(1)!, revision: 2 })
    expect((await edge.app.inject({ url, headers: { ...PLANNER, 'if-none-match': etag } })).statusCode).toBe(200)
  })

  test('late pick-up is 204 while it is being solved and 200 once it is', async () => {
    await edge.submit()
    edge.fake.solutions.set(1, Buffer.from('{}'))
    edge.fake.jobs.set(1, { ...edge.fake.jobs.get(1)!, state: 'SOLVING', revision: 1 })
    expect((await edge.app.inject({ url: '/api/v1/1', headers: PLANNER })).statusCode).toBe(204)
    edge.fake.jobs.set(1, { ...edge.fake.jobs.get(1)!, state: 'SOLVED', revision: 1 })
    expect((await edge.app.inject({ url: '/api/v1/1', headers: PLANNER })).json()).toEqual({ solverProblemId: '1', status: 'SOLVED' })
  })

  test('the schedule can be read again as it was posted, without its secret, and 304 to who has it', async () => {
    const header = { callbackAuthenticationHeaderName: 'X-Key', callbackAuthenticationHeaderValue: 'geheim' }
    await edge.submit({ ...SCHEDULE, ...header, more: 'ünknown' })
    const url = '/api/v1/gateway/1/schedule'
    const answer = await edge.app.inject({ url, headers: PLANNER })
    expect(answer.json()).toEqual({ ...SCHEDULE, callbackAuthenticationHeaderName: 'X-Key', more: 'ünknown' })
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'private, no-cache' })
    const again = await edge.app.inject({ url, headers: { ...PLANNER, 'if-none-match': String(answer.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('the curve is told in seconds, as its schema says', async () => {
    await edge.submit()
    edge.fake.points.push({ solveMs: 250, score: [0, 3, 0, 9], bound: null }, { solveMs: 61_000, score: [0, 1, 0, 9], bound: [0, 0, 0, 7] })
    const answer = await edge.app.inject({ url: '/api/v1/gateway/1/progress', headers: PLANNER })
    expect(answer.json()).toEqual({
      solverProblemId: '1',
      points: [
        { seconds: 0.25, score: [0, 3, 0, 9], bound: null },
        { seconds: 61, score: [0, 1, 0, 9], bound: [0, 0, 0, 7] },
      ],
    })
    expect([...Value.Errors(ProgressCurve, answer.json())]).toEqual([])
  })

  test('a request is withdrawn once', async () => {
    await edge.submit()
    const withdraw = () => edge.app.inject({ method: 'DELETE', url: '/api/v1/gateway/1', headers: { ...PLANNER, ...JSON_TYPE } })
    expect((await withdraw()).statusCode).toBe(204)
    expect(problemOf(await withdraw())).toMatchObject({ status: 404, code: 'job-not-found' })
  })

  test('a search that has ended cannot be stopped', async () => {
    await edge.submit()
    edge.fake.jobs.set(1, { ...edge.fake.jobs.get(1)!, state: 'SOLVED' })
    expect(problemOf(await edge.app.inject({ method: 'POST', url: '/api/v1/gateway/1/stop', headers: PLANNER }))).toMatchObject({
      status: 409,
      code: 'job-already-ended',
    })
  })
})
