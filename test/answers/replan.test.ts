import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { listReplanned } from '../../src/answers/diff.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { NOBODY } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'

interface Clinic {
  readonly employees: { readonly id: number; readonly wishes?: object[] }[]
  readonly shifts: { readonly id: number; readonly start: string; employee?: number | null }[]
  readonly settings?: object
}

const clinic = JSON.parse(readFileSync(new URL('../../examples/clinic-week.json', import.meta.url), 'utf8')) as Clinic

function read(document: object): Schedule {
  return readSubmission(document, { callback: 'optional' }).submission!.schedule
}

test('when somebody falls ill, a replan changes little of what was published and says what and for whom', () => {
  const first = read(clinic)
  const { roster: published } = solve(first, solveOptions({ maxIterations: 60_000 }))
  const shifts = clinic.shifts.map((shift, i) => ({ ...shift, employee: published[i] === NOBODY ? null : first.employees[published[i]!]!.id }))
  const ill = { type: 'UNAVAILABLE', start: '2027-10-27', end: '2027-10-30' }
  const employees = clinic.employees.map((employee) => (employee.id === 6 ? { ...employee, wishes: [...(employee.wishes ?? []), ill] } : employee))
  const replanned = (thirdPriorityWeight: number) => {
    const settings = { ...clinic.settings, keepAssignment: { thirdPriorityWeight, fourthPriorityWeight: 0 } }
    const schedule = read({ ...clinic, employees, shifts, settings })
    const { roster, score } = solve(schedule, solveOptions({ maxIterations: 60_000 }))
    return { must: score.slice(0, 2), ...listReplanned(schedule, roster) }
  }
  const kept = replanned(20)
  const free = replanned(0)
  expect(kept.must).toEqual(free.must)
  expect(kept.changes.length).toBeGreaterThan(0)
  expect(kept.changes.length).toBeLessThan(free.changes.length)
  const { lost, text } = kept.affectedEmployees.find(({ employeeId }) => employeeId === 6)!
  expect(lost).toEqual(kept.changes.filter(({ before }) => before === 6).map(({ shiftId }) => shiftId))
  expect(lost.length).toBeGreaterThan(0)
  expect(text).toMatch(/no longer works/)
})
