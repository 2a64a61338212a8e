import { expect, test } from 'vitest'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import { makeFile } from './downloads.ts'
import { wardModel } from './ward.fixture.ts'

const model = wardModel()
const roster = rosterAsPosted(model.schedule)

test('the table has a line for each shift of the horizon, and says that it is UTF-8', () => {
  const { name, text } = makeFile(model, roster, { format: 'csv' })
  expect(name).toBe('roster-2027-03-26.csv')
  expect(text.startsWith('\uFEFFid,')).toBe(true)
  expect(text.trim().split('\r\n')).toHaveLength(6)
})

test('the page shows the roster as it stands, not as it was submitted', () => {
  const changed = roster.slice()
  changed[4] = 0
  expect(makeFile(model, roster, { format: 'html' }).text).toContain('Nobody')
  expect(makeFile(model, changed, { format: 'html' }).text).not.toContain('Nobody')
})

test('the calendar is that of one employee, and named after them', () => {
  const { name, text } = makeFile(model, roster, { format: 'ics', employee: 1 })
  expect(name).toBe('roster-2027-03-26-Bo.ics')
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(3)
})

test('who works nothing has no calendar, and is told so', () => {
  expect(() => makeFile(model, new Int32Array(6).fill(NOBODY), { format: 'ics', employee: 0 })).toThrow('No shift is worked')
})
