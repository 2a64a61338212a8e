import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../src/api/read-schedule.ts'
import { exampleText } from './example-text.ts'
import { makeHospitalMonth } from './make-hospital-month.ts'

const textOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

describe.each(['hospital-month.json', 'clinic-week.json'])('%s', (name) => {
  test('is read without an error or a warning', () => {
    const { submission, errors, warnings } = readSubmission(JSON.parse(textOf(name)), { callback: 'required' })
    expect(errors).toEqual([])
    expect(warnings).toEqual([])
    expect(submission).not.toBeNull()
  })

  test('is written with one record on a line', () => {
    expect(exampleText(JSON.parse(textOf(name)))).toBe(textOf(name))
  })
})

describe('the hospital month', () => {
  test('is what its generator writes', () => {
    expect(exampleText(makeHospitalMonth())).toBe(textOf('hospital-month.json'))
  })

  test('has 32 employees, 524 shifts in four weeks and 122 in the week before', () => {
    const { employees, shifts } = JSON.parse(textOf('hospital-month.json')) as {
      employees: unknown[]
      shifts: { historic: boolean; employee: number | null }[]
    }
    expect(employees).toHaveLength(32)
    expect(shifts.filter((shift) => !shift.historic)).toHaveLength(524)
    expect(shifts.filter((shift) => shift.historic && shift.employee !== null)).toHaveLength(122)
  })
})
