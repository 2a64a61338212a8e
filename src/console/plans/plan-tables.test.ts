import { beforeAll, expect, test } from 'vitest'
import english from '../texts/en.json' with { type: 'json' }
import { takeTexts } from '../texts/texts.ts'
import type { PlanDocument } from './plan-document.ts'
import { peopleRows, rosterRows, shiftRows } from './plan-tables.ts'

beforeAll(() => takeTexts(english))

const PLAN: PlanDocument = {
  contracts: [{ id: 'full', name: 'Full time' }],
  skills: [{ id: 1, name: 'nurse' }, { id: 2 }],
  employees: [{ id: 1, name: 'Anna', contractId: 'full', skills: [{ id: 1 }, { id: 2 }] }, { id: 2 }],
  spots: [{ id: 1, name: 'Ward' }],
  shifts: [
    { id: 2, spot: 1, start: '2027-03-02T22:00:00', end: '2027-03-03T06:00:00', employee: 1 },
    { id: 1, spot: 1, start: '2027-03-01T07:00:00', end: '2027-03-01T15:00:00', employees: [1, 2], seats: { min: 2 } },
    { id: 3, spot: 1, start: '2027-03-01T15:00:00', end: '2027-03-01T22:00:00' },
  ],
}

test('people are as they are pasted', () => {
  expect(peopleRows(PLAN)).toEqual([
    ['Name', 'Contract', 'Skills'],
    ['Anna', 'Full time', 'nurse, 2'],
    ['2', '', ''],
  ])
})

test('shifts stand in the order of their days, with real times', () => {
  expect(shiftRows(PLAN)).toEqual([
    ['Where', 'From', 'Until', 'Who'],
    ['Ward', { date: '2027-03-01T07:00' }, { date: '2027-03-01T15:00' }, 'Anna, 2'],
    ['Ward', { date: '2027-03-01T15:00' }, { date: '2027-03-01T22:00' }, ''],
    ['Ward', { date: '2027-03-02T22:00' }, { date: '2027-03-03T06:00' }, 'Anna'],
  ])
})

test('the roster has a row for everybody and one for nobody, a column for each day', () => {
  expect(rosterRows(PLAN)).toEqual([
    ['Name', { date: '2027-03-01' }, { date: '2027-03-02' }],
    ['Anna', '07:00 Ward', '22:00 Ward'],
    ['2', '07:00 Ward', ''],
    ['Nobody', '15:00 Ward', ''],
  ])
})
