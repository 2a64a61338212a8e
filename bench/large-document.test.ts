import { expect, test } from 'vitest'
import { readSubmission } from '../src/api/read-schedule.ts'
import { readSolution } from '../src/api/read-solution.ts'
import { judge } from '../src/checker/check.ts'
import { invariant } from '../src/model/errors.ts'
import { largeDocument, plantedDocument } from './large-document.ts'

for (const size of [
  { employees: 1, weeks: 4, shiftsPerEmployee: 20, seed: 3 },
  { employees: 60, weeks: 4, shiftsPerEmployee: 20, seed: 1 },
  { employees: 60, weeks: 9, shiftsPerEmployee: 45, seed: 2 },
  { employees: 48, weeks: 2, shiftsPerEmployee: 5, seed: 1 },
]) {
  test(`${size.employees} employees × ${size.weeks} weeks have a roster that fills every mandatory seat and breaks no first-priority rule`, () => {
    const { document, planted } = plantedDocument(size)
    const { submission, errors } = readSubmission(document, { callback: 'optional' })
    expect(errors).toEqual([])
    invariant(submission !== null, 'it has no errors')
    const { roster } = readSolution({ shifts: document.shifts.map(({ id }, i) => ({ id, employee: planted[i] })) }, submission.schedule)
    expect(document.shifts).toHaveLength(size.employees * size.shiftsPerEmployee)
    expect(document.shifts.filter(({ importance }, i) => (importance === 'MANDATORY') !== (planted[i] !== null))).toEqual([])
    expect(judge(submission.schedule, roster!).score[0]).toBe(0)
  })
}

test('the same size and seed make the same document, another seed makes another', () => {
  const made = (seed: number): string => JSON.stringify(largeDocument({ employees: 20, seed }))
  expect(made(1)).toBe(made(1))
  expect(made(1)).not.toBe(made(2))
})
