import { describe, expect, test } from 'vitest'
import { JSON_TYPE, PLANNER, problemOf, SCHEDULE, useEdge } from '../../../test/edge.ts'

const edge = useEdge('one-for-all', { bodyBytes: 2 * 1024 * 1024, requestsPerMinute: 1_000_000 })
const { callbackUrl: _callbackUrl, ...WARD } = SCHEDULE
const PEOPLE = [
  { id: 1, name: 'Anna', skills: [], teams: [], contract: {}, wishes: [] },
  { id: 2, name: 'Ben', skills: [], teams: [], contract: {}, wishes: [] },
]
const WARD_OF_TWO = { ...WARD, employees: PEOPLE }

interface Asked {
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, { body, headers = {} }: Asked = {}) =>
  edge.app.inject({
    method,
    url: `/api/v1/plans${url}`,
    headers: { ...PLANNER, ...(body === undefined ? {} : JSON_TYPE), ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })

async function make(schedule: object = WARD_OF_TWO, name = 'Ward 3, March'): Promise<string> {
  const answer = await ask('POST', '', { body: { name, schedule } })
  expect(answer.statusCode).toBe(201)
  return (answer.json() as { planId: string }).planId
}

/** A request with a solution, in which Anna works the shift. */
async function solved(solution: object = { shifts: [{ id: 1, employee: 1 }] }): Promise<string> {
  await edge.submit()
  const id = edge.fake.jobs.size
  edge.fake.solutions.set(id, Buffer.from(JSON.stringify(solution)))
  return String(id)
}

const match = (id: string, version: number) => ({ 'if-match': `"${id}-${version}"` })

describe('a plan that is made', () => {
  test('is answered with what is wrong with its schedule, and stored all the same', async () => {
    const answer = await ask('POST', '', { body: { name: ' Ward 3 ', schedule: { employees: [{ id: 1, name: 'Anna', skils: [] }] } } })
    expect(answer.statusCode).toBe(201)
    const made = answer.json()
    expect(made).toMatchObject({
      name: 'Ward 3',
      version: 1,
      publishedVersion: null,
      content: { version: 1, source: 'EDITED', employees: 1, shifts: 0 },
    })
    expect(made.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(expect.arrayContaining(['/shifts', '/spots']))
    expect(made.warnings).toMatchObject([{ pointer: '/employees/0/skils', code: 'field-unknown' }])
    expect(made.content.errors).toBe(made.errors.length)
    expect(answer.headers).toMatchObject({ location: `/api/v1/plans/${made.planId}`, etag: `"${made.planId}-1"` })
    const shown = (await ask('GET', `/${made.planId}`)).json()
    expect(shown.schedule).toEqual({ employees: [{ id: 1, name: 'Anna', skils: [] }] })
    expect([shown.errors, shown.warnings]).toEqual([made.errors, made.warnings])
  })

  test('needs no callback, and keeps no secret of one', async () => {
    const secret = { callbackAuthenticationHeaderName: 'X-Key', callbackAuthenticationHeaderValue: 's3cret' }
    const id = await make({ ...SCHEDULE, ...secret })
    const answer = await ask('GET', `/${id}`)
    expect(answer.body).not.toContain('s3cret')
    expect(answer.json()).toMatchObject({ errors: [], schedule: SCHEDULE })
  })

  test('is refused with everything that is wrong with it beside the schedule', async () => {
    const problem = problemOf(await ask('POST', '', { body: { name: '', schedule: [], colour: 'red' } }))
    expect(problem).toMatchObject({ status: 422, code: 'request-invalid' })
    expect(problem.errors.map(({ pointer, code }) => [pointer, code])).toEqual([
      ['/colour', 'field-unknown'],
      ['/name', 'text-empty'],
      ['/schedule', 'wrong-type'],
    ])
    expect(problemOf(await ask('POST', '', { body: { name: 'a\u0007', schedule: {} } })).errors).toMatchObject([{ code: 'name-invalid' }])
  })

  test('is read in a thread when it is large, with the same answer', async () => {
    const many = Array.from({ length: 4000 }, (_, id) => ({ ...PEOPLE[0], id: id + 1, name: `Employee ${id + 1}`, colour: 'red' }))
    const answer = await ask('POST', '', { body: { name: 'House', schedule: { ...WARD, employees: many } } })
    expect(answer.json()).toMatchObject({ content: { employees: 4000, errors: 0 } })
    const shown = (await ask('GET', `/${answer.json().planId}`)).json()
    expect(shown.schedule.employees).toHaveLength(4000)
    expect(problemOf(await ask('POST', '', { body: { name: 'House', schedule: [], employees: many } })).status).toBe(422)
  })
})

describe('a version', () => {
  test('is saved on top of the one that If-Match names, and older ones stay as they were', async () => {
    const id = await make()
    const answer = await ask('PUT', `/${id}`, { body: { schedule: { ...WARD_OF_TWO, timeZone: 'UTC' }, comment: 'Moved' }, headers: match(id, 1) })
    expect(answer.json()).toMatchObject({ version: 2, content: { version: 2, comment: 'Moved' } })
    expect(answer.headers.etag).toBe(`"${id}-2"`)
    expect((await ask('GET', `/${id}`)).json().schedule.timeZone).toBe('UTC')
    expect((await ask('GET', `/${id}/versions/1`)).json().schedule).toEqual(WARD_OF_TWO)
    expect((await ask('GET', `/${id}/versions`)).json().map(({ version }: { version: number }) => version)).toEqual([2, 1])
    expect(problemOf(await ask('GET', `/${id}/versions/3`)).code).toBe('plan-version-not-found')
    expect(problemOf(await ask('GET', `/${id}/versions/x`)).code).toBe('plan-version-not-found')
  })

  test('is not saved on top of one that is not the newest; the refusal says what the other one changed', async () => {
    const id = await make()
    const others = { ...WARD_OF_TWO, employees: [PEOPLE[0], { ...PEOPLE[1], name: 'Bea' }, { ...PEOPLE[0], id: 3, name: 'Cem' }] }
    await ask('PUT', `/${id}`, { body: { schedule: others }, headers: match(id, 1) })
    const refused = await ask('PUT', `/${id}`, { body: { schedule: WARD_OF_TWO }, headers: match(id, 1) })
    expect(refused.statusCode).toBe(412)
    expect(refused.json()).toMatchObject({
      code: 'plan-changed',
      conflict: {
        version: { version: 2 },
        changes: [
          { kind: 'CHANGED', pointer: '/employees/1', id: 2, name: 'Bea', fields: ['name'] },
          { kind: 'ADDED', pointer: '/employees/2', id: 3, name: 'Cem' },
        ],
      },
    })
    expect((await ask('GET', `/${id}`)).json()).toMatchObject({ version: 2, schedule: others })
  })

  for (const header of [undefined, '*', '"1"', 'nonsense', '"999-1"']) {
    test(`is not saved with If-Match ${header}`, async () => {
      const id = await make()
      const headers = header === undefined ? {} : { 'if-match': header }
      expect(problemOf(await ask('PUT', `/${id}`, { body: { schedule: WARD }, headers }))).toMatchObject({
        status: 428,
        code: 'precondition-missing',
      })
      expect((await ask('GET', `/${id}`)).json().version).toBe(1)
    })
  }
})

describe('the list', () => {
  test('is paged, searched by name, and leaves out what is archived', async () => {
    for (const name of ['Ward 1', 'Kitchen', 'ward 2']) await make(WARD, name)
    const names = async (query: string) => (await ask('GET', query)).json().map(({ name }: { name: string }) => name)
    expect(await names('?search=WARD')).toEqual(['ward 2', 'Ward 1'])
    const first = await ask('GET', '?limit=2')
    expect(first.json()).toHaveLength(2)
    const next = /<\/api\/v1\/plans\?(.*)>; rel="next"/.exec(String(first.headers.link))![1]!
    expect(await names(`?${next}`)).toEqual(['Ward 1'])
    expect((await ask('PATCH', '/1', { body: { archived: true, name: 'Ward 1, old' } })).json()).toMatchObject({ name: 'Ward 1, old' })
    expect(await names('')).toEqual(['ward 2', 'Kitchen'])
    expect(await names('?archived=true')).toEqual(['Ward 1, old'])
  })

  test('of versions leads to its next page', async () => {
    const id = await make()
    for (const version of [1, 2]) await ask('PUT', `/${id}`, { body: { schedule: WARD }, headers: match(id, version) })
    const first = await ask('GET', `/${id}/versions?limit=2`)
    const next = /<\/api\/v1\/plans(.*)>; rel="next"/.exec(String(first.headers.link))![1]!
    expect((await ask('GET', next)).json()).toMatchObject([{ version: 1 }])
  })
})

describe('a roster', () => {
  test('comes of a request that the newest version was submitted as, without a callback', async () => {
    const id = await make()
    const answer = await ask('POST', `/${id}/improve`)
    expect(answer.statusCode).toBe(201)
    const { solverProblemId } = answer.json()
    expect(answer.headers.location).toBe(`/api/v1/gateway/${solverProblemId}`)
    expect(edge.fake.submissions.at(-1)).toMatchObject({ outline: { callback: null, marks: { name: 'Ward 3, March' } }, idempotencyKey: null })
    expect((await ask('GET', `/${id}`)).json().requests).toMatchObject([{ solverProblemId, version: 1, status: 'QUEUED' }])
  })

  test('is not asked for of a version with errors, whose issues are told', async () => {
    const id = await make({ employees: [] })
    const problem = problemOf(await ask('POST', `/${id}/improve`))
    expect(problem).toMatchObject({ status: 422, code: 'schedule-invalid' })
    expect(problem.errors.map(({ pointer }) => pointer)).toContain('/shifts')
    expect(edge.fake.submissions).toEqual([])
  })

  test('a submission itself still needs its callback', async () => {
    expect(problemOf(await edge.submit(WARD)).errors).toMatchObject([{ pointer: '/callbackUrl', code: 'field-missing' }])
  })

  test('is taken over onto the shifts of the newest version', async () => {
    const id = await make()
    const solverProblemId = await solved()
    const later = { ...WARD_OF_TWO, shifts: [...WARD.shifts, { ...WARD.shifts[0], id: 2 }] }
    await ask('PUT', `/${id}`, { body: { schedule: later }, headers: match(id, 1) })
    const answer = await ask('POST', `/${id}/accept`, { body: { solverProblemId, comment: 'Taken' }, headers: match(id, 2) })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ version: 3, content: { source: 'ACCEPTED', solverProblemId, comment: 'Taken' } })
    const { shifts } = (await ask('GET', `/${id}`)).json().schedule
    expect(shifts).toEqual([{ ...WARD.shifts[0], employee: 1 }, later.shifts[1]])
  })

  test('is not taken over of a request without one, of another department, or onto a version that is not the newest', async () => {
    const id = await make()
    await edge.submit()
    const accept = async (solverProblemId: string, version = 1) =>
      problemOf(await ask('POST', `/${id}/accept`, { body: { solverProblemId }, headers: match(id, version) })).code
    expect(await accept('1')).toBe('solution-missing')
    expect(await accept('77')).toBe('job-not-found')
    edge.fake.jobs.set(1, { ...edge.fake.jobs.get(1)!, departmentId: 2 })
    expect(await accept('1')).toBe('department-foreign')
    const solverProblemId = await solved()
    await ask('PUT', `/${id}`, { body: { schedule: WARD }, headers: match(id, 1) })
    const late = await ask('POST', `/${id}/accept`, { body: { solverProblemId }, headers: match(id, 1) })
    expect(late.json()).toMatchObject({ code: 'plan-changed', conflict: { version: { version: 2 } } })
  })

  test('is published, one version at a time, and which were before stays known', async () => {
    const id = await make()
    await ask('PUT', `/${id}`, { body: { schedule: WARD }, headers: match(id, 1) })
    for (const version of [1, 2]) {
      expect((await ask('POST', `/${id}/publish`, { body: { version } })).json()).toMatchObject({ publishedVersion: version })
    }
    const shown = (await ask('GET', `/${id}`)).json()
    expect(shown.publications.map(({ version }: { version: number }) => version)).toEqual([2, 1])
    expect((await ask('GET', `/${id}/versions`)).json().every(({ publishedAt }: { publishedAt: string | null }) => publishedAt !== null)).toBe(true)
  })

  test('is not published with errors, nor of a version that is not there', async () => {
    const id = await make({ employees: [] })
    expect(problemOf(await ask('POST', `/${id}/publish`, { body: { version: 1 } }))).toMatchObject({ status: 409, code: 'plan-incomplete' })
    expect(problemOf(await ask('POST', `/${id}/publish`, { body: { version: 2 } })).code).toBe('plan-version-not-found')
    expect(problemOf(await ask('POST', `/${id}/publish`, { body: {} })).errors).toMatchObject([{ pointer: '/version', code: 'field-missing' }])
  })
})

describe('a comparison', () => {
  test('says what was edited, and who works what otherwise', async () => {
    const on = (employee: number) => ({ ...WARD_OF_TWO, shifts: [{ ...WARD.shifts[0], employee }] })
    const id = await make(on(1))
    await ask('PUT', `/${id}`, { body: { schedule: on(2) }, headers: match(id, 1) })
    const compared = (await ask('GET', `/${id}/compare?from=1&to=2`)).json()
    expect(compared.documentChanges).toEqual([{ kind: 'CHANGED', pointer: '/shifts/0', part: 'shifts', id: 1, fields: ['employee'] }])
    expect(compared.roster).toMatchObject({
      changes: [{ shiftId: 1, before: 1, after: 2 }],
      employees: [
        { employeeId: 1, lost: [1] },
        { employeeId: 2, gained: [1] },
      ],
    })
  })

  test.each([
    ['de-CH, en;q=0.5', 'de', 'Schicht'],
    ['fr', 'en', 'shift'],
  ])('tells who is affected in the language that is asked for: %s', async (asked, language, word) => {
    const on = (employee: number) => ({ ...WARD_OF_TWO, shifts: [{ ...WARD.shifts[0], employee }] })
    const id = await make(on(1))
    await ask('PUT', `/${id}`, { body: { schedule: on(2) }, headers: match(id, 1) })
    const answer = await ask('GET', `/${id}/compare?from=1&to=2`, { headers: { 'accept-language': asked } })
    expect(answer.headers).toMatchObject({ 'content-language': language, vary: expect.stringContaining('Accept-Language') })
    for (const { text } of answer.json().roster.employees) expect(text).toContain(word)
  })

  test('leaves the rosters out while the newer version has errors', async () => {
    const id = await make()
    await ask('PUT', `/${id}`, { body: { schedule: { employees: PEOPLE } }, headers: match(id, 1) })
    expect((await ask('GET', `/${id}/compare?from=1&to=2`)).json()).toMatchObject({ roster: null, documentChanges: expect.any(Array) })
  })
})

test('a plan that is deleted is gone', async () => {
  const id = await make()
  expect((await ask('DELETE', `/${id}`)).statusCode).toBe(204)
  for (const method of ['GET', 'DELETE'] as const)
    expect(problemOf(await ask(method, `/${id}`))).toMatchObject({ status: 404, code: 'plan-not-found' })
})

test('a reader reads plans and changes none', async () => {
  const id = await make()
  const reader = { authorization: 'Bearer reader' }
  expect((await ask('GET', `/${id}`, { headers: reader })).statusCode).toBe(200)
  for (const [method, url, body] of [
    ['POST', '', { name: 'x', schedule: {} }],
    ['PUT', `/${id}`, { schedule: {} }],
    ['PATCH', `/${id}`, { name: 'x' }],
    ['DELETE', `/${id}`, undefined],
    ['POST', `/${id}/improve`, undefined],
    ['POST', `/${id}/accept`, {}],
    ['POST', `/${id}/publish`, {}],
  ] as const) {
    expect([method, url, problemOf(await ask(method, url, { headers: reader, body })).code]).toEqual([method, url, 'permission-missing'])
  }
})

test('another department is answered 403 on every address of a plan', async () => {
  const id = await make()
  const neighbour = { authorization: 'Bearer neighbour', ...match(id, 1) }
  const schedule = WARD
  for (const [method, url, body] of [
    ['GET', `/${id}`],
    ['GET', `/${id}/versions`],
    ['GET', `/${id}/versions/1`],
    ['GET', `/${id}/compare?from=1&to=1`],
    ['PUT', `/${id}`, { schedule }],
    ['PATCH', `/${id}`, { name: 'x' }],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/improve`],
    ['POST', `/${id}/accept`, { solverProblemId: '1' }],
    ['POST', `/${id}/publish`, { version: 1 }],
  ] as const) {
    expect([method, url, problemOf(await ask(method, url, { headers: neighbour, body })).code]).toEqual([method, url, 'department-foreign'])
  }
  expect((await ask('GET', '', { headers: neighbour })).json()).toEqual([])
})
