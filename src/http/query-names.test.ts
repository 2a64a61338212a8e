import { expect, test } from 'vitest'
import type { Issue } from '../model/issue.ts'
import { JSON_TYPE, PLANNER, problemOf, SCHEDULE, useEdge } from '../../test/edge.ts'

const edge = useEdge('one-for-all')

for (const { query, hint } of [
  {
    query: 'page=2',
    hint: 'There are no page numbers: follow the header Link; rel="next". Leave it out; limit, cursor, status, reference, basedOn and label are taken.',
  },
  { query: 'stauts=SOLVED', hint: 'Did you mean "status"?' },
  { query: 'limit=1&sort=id', hint: 'Leave it out; limit, cursor, status, reference, basedOn and label are taken.' },
  { query: '__proto__=1', hint: 'Leave it out; limit, cursor, status, reference, basedOn and label are taken.' },
]) {
  test(`the list with ${query} is refused, so that nobody takes its answer for another`, async () => {
    const answer = await edge.app.inject({ url: `/api/v1/gateway?${query}`, headers: PLANNER })
    const name = query.split('&').at(-1)!.split('=')[0]!
    const detail = `GET /api/v1/gateway has no parameter "${name}".`
    expect(problemOf(answer)).toMatchObject({ status: 422, code: 'request-invalid' })
    expect(problemOf(answer).errors).toEqual([{ pointer: `/${name}`, code: 'parameter-unknown', detail, hint }])
  })
}

test('what takes no parameters at all refuses each, whatever is done', async () => {
  await edge.submit()
  for (const [method, url] of [
    ['GET', '/api/v1/gateway/1?page=1'],
    ['DELETE', '/api/v1/gateway/1?force=1'],
    ['GET', '/api/v1/gateway/1/solution?revision=1'],
    ['POST', '/v1?method=x'],
  ] as const) {
    const answer = await edge.app.inject({ method, url, headers: { ...PLANNER, ...JSON_TYPE }, ...(method === 'POST' ? { payload: '{}' } : {}) })
    expect([url, (problemOf(answer).errors as Issue[])[0]!.hint]).toEqual([url, 'Leave it out: no parameter is taken here.'])
  }
  expect(edge.fake.jobs.has(1)).toBe(true)
})

test('a submission with an unknown parameter is taken with a warning, and refused when it is to be read strictly', async () => {
  const post = (headers: Record<string, string>) =>
    edge.app.inject({
      method: 'POST',
      url: '/api/v1/gateway?maxSeconds=30',
      headers: { ...PLANNER, ...JSON_TYPE, ...headers },
      payload: JSON.stringify(SCHEDULE),
    })
  const issue = { pointer: '/maxSeconds', code: 'parameter-unknown' }
  const taken = await post({})
  expect(taken.statusCode).toBe(201)
  expect(taken.json<{ warnings: unknown[] }>().warnings).toContainEqual(expect.objectContaining(issue))
  expect(problemOf(await post({ prefer: 'handling=strict' }))).toMatchObject({ status: 422, errors: [issue] })
})

test('pages and probes that need no token take any', async () => {
  for (const url of ['/health/live?a=1', '/openapi.json?v=2']) expect([url, (await edge.app.inject({ url })).statusCode]).toEqual([url, 200])
})
