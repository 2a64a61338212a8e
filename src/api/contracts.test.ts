import { describe, expect, test } from 'vitest'
import { scoreOf } from '../checker/check.ts'
import { compile } from '../engine/instance/compile.ts'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

const WARD = { id: 'ward', maxHoursWeek: 2220, rules: [{ kind: 'count', of: 'shifts', per: 'week', max: 4 }] }

function withContracts(contracts: AnyJson, first: object): AnyJson {
  const document = cleanDocument()
  document.contracts = contracts
  document.employees[0] = { ...document.employees[0], contract: undefined, ...first }
  return document
}

describe('a contract that employees share', () => {
  test('is one object for all who name it, and counts as their own would', () => {
    const document = withContracts([WARD], { contractId: 'ward' })
    document.employees[1] = { ...document.employees[1], contract: undefined, contractId: 'ward' }
    const long = structuredClone(document)
    for (const employee of long.employees) Object.assign(employee, { contractId: undefined, contract: { ...WARD, id: undefined } })
    const [short, written] = [document, long].map((each) => readSubmission(each, { callback: 'required' }).submission!.schedule)
    expect(short!.employees[0]!.contract).toBe(short!.employees[1]!.contract)
    expect(short!.employees.map(({ contract }) => contract)).toEqual(written!.employees.map(({ contract }) => contract))
    const roster = Int32Array.from(short!.shifts, () => 0)
    expect(scoreOf(short!, roster)).toEqual(scoreOf(written!, roster))
  })

  test('60 rules for 1,000 people are 60 rules of the engine', () => {
    const rules = Array.from({ length: 60 }, (_, i) => ({ kind: 'count', of: 'shifts', per: 'rolling', days: i + 2, max: i }))
    const document = withContracts([{ id: 7, rules }], { contractId: 7 })
    document.employees.push(...Array.from({ length: 998 }, (_, i) => ({ id: 1000 + i, contractId: 7 })))
    document.employees[1] = { ...document.employees[1], contract: undefined, contractId: 7 }
    const { schedule } = readSubmission(document, { callback: 'required' }).submission!
    expect(new Set(schedule.employees.map(({ contract }) => contract)).size).toBe(1)
    const named = compile({ ...schedule, employees: schedule.employees.slice(0, 1) }).counts.length
    expect(compile(schedule).counts).toHaveLength(named)
  })

  for (const [title, contracts, first, issue] of [
    ['no contract has', [WARD], { contractId: 'wrad' }, { pointer: '/employees/0/contractId', code: 'contract-unknown' }],
    ['is of the other type', [{ ...WARD, id: 7 }], { contractId: '7' }, { hint: 'The id is the number 7: send it without quotes.' }],
    ['stands beside an own contract', [WARD], { contractId: 'ward', contract: {} }, { code: 'contract-unclear' }],
    ['two contracts have', [WARD, WARD], { contractId: 'ward' }, { pointer: '/contracts/1/id', code: 'id-duplicate' }],
    ['is a number and a text', [{ id: 7 }, { id: '7' }], {}, { pointer: '/contracts/1/id', code: 'id-number-and-text' }],
  ] as const) {
    test(`an id that ${title} is refused`, () => {
      const { submission, errors } = readSubmission(withContracts(contracts, first), { callback: 'required' })
      expect(submission).toBeNull()
      expect(errors).toMatchObject([issue])
    })
  }

  test('what is wrong in it is told once, where it stands', () => {
    const document = withContracts([{ id: 'ward', maxHoursWeek: 'much' }], { contractId: 'ward' })
    document.employees[1] = { ...document.employees[1], contract: undefined, contractId: 'ward' }
    expect(readSubmission(document, { callback: 'required' }).errors.map(({ pointer }) => pointer)).toEqual(['/contracts/0/maxHoursWeek'])
  })
})
