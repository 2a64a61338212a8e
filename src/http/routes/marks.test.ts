import { expect, test } from 'vitest'
import { PLANNER, problemOf, SCHEDULE, useEdge } from '../../../test/edge.ts'

const edge = useEdge('one-for-all', { requestsPerMinute: 1_000_000 })

test('what a client calls its request comes back, and finds it on every page', async () => {
  const marks = { name: 'March', reference: 'r&3', labels: { ward: '3', url: 'https://x', 'a b': '' } }
  for (const reference of ['r&3', 'r4', 'r&3', 'r&3']) await edge.submit({ ...SCHEDULE, ...marks, reference })
  expect((await edge.app.inject({ url: '/api/v1/gateway/1', headers: PLANNER })).json()).toMatchObject(marks)
  const query = 'reference=r%263&label=ward:3&label=url:https://x&label=a%20b:&limit=2'
  const first = await edge.app.inject({ url: `/api/v1/gateway?${query}`, headers: PLANNER })
  expect(first.json()).toMatchObject([
    { solverProblemId: '4', ...marks },
    { solverProblemId: '3', ...marks },
  ])
  const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link))![1]!
  expect((await edge.app.inject({ url: next, headers: PLANNER })).json()).toMatchObject([{ solverProblemId: '1' }])
})

for (const query of [
  'label=ward',
  'label=:3',
  'label=',
  'reference=',
  `label=${'k'.repeat(65)}:x`,
  `reference=${'x'.repeat(256)}`,
  `${'label=a:b&'.repeat(21)}`,
]) {
  test(`the list with ${query.slice(0, 30)} is 422`, async () => {
    const answer = await edge.app.inject({ url: `/api/v1/gateway?${query}`, headers: PLANNER })
    expect(problemOf(answer)).toMatchObject({ status: 422, code: 'request-invalid' })
  })
}
