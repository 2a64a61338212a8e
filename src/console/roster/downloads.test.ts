import { beforeEach, expect, test } from 'vitest'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import english from '../texts/en.json' with { type: 'json' }
import german from '../texts/de.json' with { type: 'json' }
import { takeTexts } from '../texts/texts.ts'
import { makeFile, rosterTable } from './downloads.ts'
import { WARD, wardModel } from './ward.fixture.ts'

beforeEach(() => takeTexts(english))

const model = wardModel()
const roster = rosterAsPosted(model.schedule)

test('the table has a line for each shift of the horizon, and says that it is UTF-8', () => {
  const { name, text } = makeFile(model, roster, { format: 'csv' })
  expect(name).toBe('roster-2027-03-26.csv')
  expect(text.startsWith('\uFEFFid,')).toBe(true)
  expect(text.trim().split('\r\n')).toHaveLength(6)
})

test('the table of a workbook is the same with times of the clock on the wall', () => {
  const { name, rows } = rosterTable(model, roster)
  const [head, first] = makeFile(model, roster, { format: 'csv' }).text.slice(1).split('\r\n')
  expect([name, rows.length, rows[0]!.join()]).toEqual(['roster-2027-03-26', 6, head])
  const told = rows[1]!.map((cell) => (cell !== null && typeof cell === 'object' ? cell.date : String(cell)))
  expect(told).toEqual(first!.replaceAll(/(T\d\d:\d\d):00[+-]\d\d:\d\d/g, '$1').split(','))
})

test('a payroll is named so, and has the lines of those who are paid', () => {
  // One of Bo's nights is an hour shorter: the clock goes forward.
  const paid = wardModel({ employees: WARD.employees.map((employee) => ({ ...employee, pay: { hourly: 1800 } })) })
  const { name, text } = makeFile(paid, roster, { format: 'payroll' })
  expect(name).toBe('payroll-2027-03-26.csv')
  expect(text.startsWith('\uFEFFemployeeId,')).toBe(true)
  expect(text.trim().split('\r\n').slice(1)).toEqual([
    '11,Anna,regular,,,2027-03-26,2027-03-29,480,14400,',
    '12,Bo,regular,,,2027-03-26,2027-03-29,1380,41400,',
  ])
})

test('the page shows the roster as it stands, not as it was submitted', () => {
  const changed = roster.slice()
  changed[4] = 0
  expect(makeFile(model, roster, { format: 'html' }).text).toContain('Nobody')
  expect(makeFile(model, changed, { format: 'html' }).text).not.toContain('Nobody')
})

test('the page is in the language of the reader', () => {
  takeTexts(german)
  const { text } = makeFile(model, roster, { format: 'html' })
  expect(text).toContain('<h1>Dienstplan 26 Mar 2027 bis 29 Mar 2027')
  expect(text).toContain('<th scope="row">Niemand</th>')
})

test('the calendar is that of one employee, and named after them', () => {
  const { name, text } = makeFile(model, roster, { format: 'ics', employee: 1 })
  expect(name).toBe('roster-2027-03-26-Bo.ics')
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(3)
})

test('who works nothing has no calendar, and is told so', () => {
  expect(() => makeFile(model, new Int32Array(6).fill(NOBODY), { format: 'ics', employee: 0 })).toThrow('No shift is worked')
})
