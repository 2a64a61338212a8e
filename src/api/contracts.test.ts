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

describe('a contract of some days', () => {
  const PART = { id: 'part', maxHoursWeek: 1200 }

  test('is of the known days from its start to its end, both included, and one object for all who have it', () => {
    const periods = [
      { contractId: 'part', start: '2026-03-04', end: '2026-03-05' },
      { contractId: 'ward', end: '2026-03-02' },
    ]
    const later = (id: number, day: number): object => ({ id, spot: 30, start: `2026-03-0${day}T07:00:00Z`, end: `2026-03-0${day}T15:00:00Z` })
    const document = withContracts([WARD, PART], { contracts: periods })
    document.employees[1] = { ...document.employees[1], contract: undefined, contracts: [{ contractId: 'part' }] }
    document.shifts.push(later(901, 6))
    const { employees, calendar } = readSubmission(document, { callback: 'required' }).submission!.schedule
    const told = employees[0]!.contracts!.map(({ contractId, first, last }) => [contractId, calendar.days[first]!.date, calendar.days[last]!.date])
    expect(told).toEqual([
      ['ward', calendar.days[0]!.date, '2026-03-02'],
      ['part', '2026-03-04', '2026-03-05'],
    ])
    expect(employees[1]!.contracts![0]!.contract).toBe(employees[0]!.contracts![1]!.contract)
    expect(employees[0]!.contract.maxMinutesPerWeek).toBeNull()
    expect(employees[0]!.absence!.days.size).toBe(calendar.days.length - 3)
  })

  test('60 rules for 1,000 people who change are 60 rules of the engine, and two contracts', () => {
    const rules = (most: number): AnyJson =>
      Array.from({ length: 60 }, (_, i) => ({ kind: 'count', of: 'shifts', per: 'rolling', days: i + 2, max: i + most }))
    const contracts = [
      { id: 'ward', rules: rules(1) },
      { id: 'part', rules: rules(0) },
    ]
    const periods = [
      { contractId: 'ward', end: '2026-03-02' },
      { contractId: 'part', start: '2026-03-03' },
    ]
    const document = withContracts(contracts, { contracts: periods })
    document.employees.push(...Array.from({ length: 998 }, (_, i) => ({ id: 1000 + i, contracts: periods })))
    const { schedule } = readSubmission(document, { callback: 'required' }).submission!
    const one = compile({ ...schedule, employees: schedule.employees.slice(0, 1) }).counts.length
    expect(compile(schedule).counts.length - one).toBeLessThan(10)
    expect(new Set(schedule.employees.flatMap((employee) => (employee.contracts ?? []).map(({ contract }) => contract))).size).toBe(2)
  })

  const WARD_TO = { contractId: 'ward', end: '2026-03-08' }
  for (const [title, periods, more, issue] of [
    [
      'shares a day with another',
      [{ contractId: 'part', start: '2026-03-08' }, WARD_TO],
      {},
      {
        pointer: '/employees/0/contracts/0',
        code: 'contracts-overlap',
        detail: 'The contract "part" starts on 2026-03-08, and the contract "ward" before it ends on 2026-03-08: they share a day.',
      },
    ],
    ['has no end before the next', [{ contractId: 'ward' }, { contractId: 'part', start: '2026-03-08' }], {}, { code: 'contracts-overlap' }],
    ['ends before it starts', [{ ...WARD_TO, start: '2026-03-09' }], {}, { pointer: '/employees/0/contracts/0/end', code: 'end-not-after-start' }],
    ['names none', [{ contractId: 'wrad' }], {}, { pointer: '/employees/0/contracts/0/contractId', code: 'contract-unknown' }],
    [
      'has no date but a moment',
      [{ ...WARD_TO, end: '2026-03-08T00:00:00Z' }],
      {},
      { pointer: '/employees/0/contracts/0/end', code: 'date-invalid' },
    ],
    ['stands beside an own one', [WARD_TO], { contract: {} }, { pointer: '/employees/0/contracts', code: 'contract-unclear' }],
    ['stands beside a shared one', [WARD_TO], { contractId: 'ward' }, { pointer: '/employees/0/contracts', code: 'contract-unclear' }],
  ] as const) {
    test(`is refused where it ${title}`, () => {
      const { submission, errors } = readSubmission(withContracts([WARD, PART], { contracts: periods, ...more }), { callback: 'required' })
      expect(submission).toBeNull()
      expect(errors).toMatchObject([issue])
    })
  }

  test('leaves somebody absent all the time where none is of a known day, with a warning', () => {
    const { warnings } = readSubmission(withContracts([WARD], { contracts: [{ contractId: 'ward', start: '2031-01-01' }] }), { callback: 'required' })
    expect(warnings).toMatchObject([{ pointer: '/employees/0/contracts', code: 'outside-schedule' }])
  })
})
