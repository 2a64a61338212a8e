import { expect, test } from 'vitest'
import { problemOf, SCHEDULE, useEdge } from '../../../test/edge.ts'

const edge = useEdge('one-for-all')

test('unknown fields are told beside what is wrong: one is often why the other is missing', async () => {
  const problem = problemOf(
    await edge.submit({ ...SCHEDULE, employees: undefined, personnel: [], shifts: [{ ...SCHEDULE.shifts[0], colour: 'red' }] }),
  )
  expect(problem).toMatchObject({ status: 422, errors: [{ pointer: '/employees', code: 'field-missing' }] })
  expect(problem.warnings).toEqual(['/personnel', '/shifts/0/colour'].map((pointer) => expect.objectContaining({ pointer, code: 'field-unknown' })))
})
