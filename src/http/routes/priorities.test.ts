import { expect, test } from 'vitest'
import { JSON_TYPE, PLANNER, problemOf, useEdge } from '../../../test/edge.ts'

const edge = useEdge('one-for-each', {})
const NONE = { first: null, second: null, third: null, fourth: null }

const read = () => edge.app.inject({ method: 'GET', url: '/api/v1/priorities', headers: PLANNER })
const put = (body: unknown) =>
  edge.app.inject({ method: 'PUT', url: '/api/v1/priorities', headers: { ...PLANNER, ...JSON_TYPE }, payload: JSON.stringify(body) })

test('a department has no names of its own at first, and then those that it was given', async () => {
  expect((await read()).json()).toEqual(NONE)
  const answer = await put({ second: ' Staffing ', third: '', fourth: null })
  expect([answer.statusCode, answer.json()]).toEqual([200, { ...NONE, second: 'Staffing' }])
  expect((await read()).json()).toEqual({ ...NONE, second: 'Staffing' })
})

test('names that are not given any more are gone', async () => {
  await put({ first: 'Law' })
  expect((await put({ third: 'Wishes' })).json()).toEqual({ ...NONE, third: 'Wishes' })
})

test.each([
  { body: { first: 'x'.repeat(61) }, pointer: '/first', code: 'text-too-long' },
  { body: { first: 7 }, pointer: '/first', code: 'wrong-type' },
  { body: { fifth: 'More' }, pointer: '/fifth', code: 'field-unknown' },
])('$body is refused', async ({ body, pointer, code }) => {
  const answer = await put(body)
  expect(answer.statusCode).toBe(422)
  expect(problemOf(answer).errors).toMatchObject([{ pointer, code }])
})
