import { expect, test } from 'vitest'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import type { Release } from '../gateway/documents.ts'
import { healthOfRoster } from './roster-health.ts'
import { WARD, wardModel } from './ward.fixture.ts'

const model = wardModel()
const posted = rosterAsPosted(model.schedule)
const told = (roster = posted, releases: readonly Release[] = [], of = model) =>
  healthOfRoster(of, roster, releases).lines.map(({ tone, text }) => `${tone}: ${text}`)

test('a shift that has to be worked and is empty is no success, and is counted as it stands in the page', () => {
  expect(told()).toContain('bad: 1 shift is empty')
  expect(healthOfRoster(model, posted, []).isGood).toBe(false)
  const filled = posted.with(4, 2)
  expect(told(filled).slice(0, 2)).toEqual(['good: All shifts filled', 'good: Nothing against law or contract'])
  expect(healthOfRoster(model, filled, []).isGood).toBe(true)
})

test('an optional shift that is empty is told, and is a success all the same', () => {
  const roster = posted.with(4, 2).with(5, NOBODY)
  expect(told(roster)).toContain('plain: 1 optional shift is empty')
  expect(healthOfRoster(model, roster, []).isGood).toBe(true)
})

test('an empty shift has its place, also where no rule tells it', () => {
  const [line] = healthOfRoster(model, posted, []).lines
  expect(line!.places).toEqual([{ text: 'Ward, Mon 29 Mar 00:30', shiftIds: [5], employeeIds: [], date: '2027-03-29' }])
})

test('what is against law is told of the rules that are broken', () => {
  const match = { text: 'Bo rests too little.', shiftIds: [4], employeeIds: [12], amount: 60, unit: 'minute', penalty: 60 }
  const rest: Release = { setting: 'minRestBetweenShifts', priority: 1, penalty: 60, matches: [match] }
  expect(told(posted.with(4, 2), [rest])).toContain('bad: 1 place against law or contract')
})

test('a day off between two days of work is single, unless somebody is away on it', () => {
  // Bo works on Saturday night and on Monday.
  expect(told()).toContain('plain: 1 single day off')
  const employees = WARD.employees.map((employee, at) =>
    at === 1 ? { ...employee, absences: [{ kind: 'leave', start: '2027-03-28', end: '2027-03-28' }] } : employee,
  )
  expect(told(posted, [], wardModel({ employees }))).not.toContain('plain: 1 single day off')
})

test('overtime is told where people are paid', () => {
  const paid = wardModel({
    currency: 'EUR',
    payRules: [{ id: 'week', kind: 'overtime', per: 'week', overMinutes: 60, percent: 200 }],
    employees: WARD.employees.map((employee) => ({ ...employee, pay: { hourly: 1000 } })),
  })
  expect(told(posted, [], paid).some((text) => /^plain: €\d+ of overtime$/.test(text))).toBe(true)
})
