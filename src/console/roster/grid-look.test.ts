import { describe, expect, test } from 'vitest'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import { accountsOf } from './accounts.ts'
import { NO_FILTERS } from './filters.ts'
import { accountLines, agreedText, dayClass, type GridLook, isCellLit, nameOfCell, tipLines } from './grid-look.ts'
import { cellKey, NO_HIGHLIGHT } from './matches.ts'
import { demandRows, rosterRows } from './rows.ts'
import { dayText } from './roster-words.ts'
import { wardModel } from './ward.fixture.ts'

const model = wardModel()
const roster = rosterAsPosted(model.schedule)
const look: GridLook = {
  model,
  roster,
  label: 'time',
  accounts: accountsOf(model, roster),
  brokenRules: new Map([[2, [{ setting: 'unavailable', priority: 1, text: 'Bo is away.' }]]]),
  highlight: { ...NO_HIGHLIGHT, cells: new Set([cellKey(1, 2)]) },
  holidays: new Set(['2027-03-28']),
  changed: new Set(),
  today: null,
}
const [empty, anna, bo] = rosterRows(model, roster, NO_FILTERS)
const [ward] = demandRows(model, NO_FILTERS)

describe('days', () => {
  test('history, weekends, holidays and first days of weeks can be told apart; a holiday goes before a weekend', () => {
    expect([0, 1, 2, 3, 4].map((day) => dayClass(look, day))).toEqual([' is-history', '', ' is-weekend', ' is-holiday', ' is-week-start'])
  })

  test('holidays of the schedule are shown, with their names', () => {
    const own = wardModel({ calendar: { holidays: [{ date: '2027-03-26', name: 'Good Friday' }, { date: '2027-03-28' }] } })
    const days = [1, 2, 3]
    expect(days.map((day) => dayClass({ model: own, holidays: new Set() }, day))).toEqual([' is-holiday', ' is-weekend', ' is-holiday'])
    expect(days.map((day) => dayText(own, day))).toEqual(['Fri 26 Mar (Good Friday)', 'Sat 27 Mar', 'Sun 28 Mar'])
  })

  test('weekends and the first days of weeks are those of the schedule’s calendar', () => {
    const own = wardModel({ calendar: { weekStartsOn: 'SUNDAY', weekend: ['FRIDAY', 'SATURDAY'] } })
    const days = [0, 1, 2, 3, 4].map((day) => dayClass({ model: own, holidays: new Set() }, day))
    expect(days).toEqual([' is-history', ' is-weekend', ' is-weekend', ' is-week-start', ''])
  })
})

describe('what hover and focus tell', () => {
  test('of a shift: who, what, its state and which rules it breaks', () => {
    expect(tipLines(look, bo!, { day: 2, shift: 2 })).toEqual(['Sat 27 Mar, Bo', 'Night, 23:00–07:00, Ward', 'night', 'P1: Bo is away.'])
    expect(tipLines(look, anna!, { day: 1, shift: null })).toEqual(['Fri 26 Mar, Anna', 'Early, 07:00–15:30, Ward', 'fixed · day'])
  })

  test('of a free day: the wishes, with when they are', () => {
    expect(tipLines(look, anna!, { day: 2, shift: null })).toEqual(['Sat 27 Mar, Anna', 'Free', 'Unavailable, 2027-03-27 00:00 to 2027-03-29 00:00'])
    expect(tipLines(look, anna!, { day: 4, shift: null }).at(-1)).toBe('Wishes to work (shifts: night), 2027-03-29 00:00 to 2027-03-30 00:00')
  })

  test('of the demand: what is filled, and which shifts are empty', () => {
    expect(tipLines(look, ward!, { day: 4, shift: null })).toEqual(['Mon 29 Mar, Ward', '0 of 1 filled', 'Empty: Early, 00:30–08:00, Ward'])
    expect(tipLines(look, ward!, { day: 3, shift: null })).toEqual(['Sun 28 Mar, Ward', 'Nothing needed'])
  })

  test('of the demand: an optional shift apart, which nobody misses', () => {
    const after = roster.slice()
    after[5] = NOBODY
    const desk = demandRows(model, NO_FILTERS)[1]!
    expect(tipLines({ ...look, roster: after }, desk, { day: 4, shift: null })).toEqual([
      'Mon 29 Mar, Front desk',
      '1 of 1 filled',
      '0 of 1 optional shift filled',
      'Empty, optional: 07:00–15:00, Front desk',
    ])
    expect(nameOfCell({ ...look, roster: after }, desk, 4)).toBe('1/1 +0 filled; Mon 29 Mar')
  })

  test('of somebody: hours beside the contract, nights and weekends', () => {
    expect(accountLines(look.accounts[0]!)).toEqual([
      '8 h in 1 shift',
      'By contract at least 13:20 h, at most 160 h over these days',
      '0 nights; 0 weekends of at most 1',
    ])
  })
})

describe('what a screen reader is told', () => {
  test('of cells of every kind of row', () => {
    expect(nameOfCell(look, empty!, 4)).toBe('0:30–8; Mon 29 Mar; Early, 00:30–08:00, Ward, empty')
    expect(nameOfCell(look, empty!, 3)).toBe('Sun 28 Mar; free')
    expect(nameOfCell(look, ward!, 4)).toBe('0/1 filled; Mon 29 Mar')
    expect(nameOfCell(look, anna!, 3)).toBe('Sun 28 Mar; free; unavailable')
  })
})

test('a cell is lit up where a match is, in the row of the employee alone', () => {
  expect(isCellLit(look, bo!, 2)).toBe(true)
  expect(isCellLit(look, anna!, 2)).toBe(false)
  expect(isCellLit(look, empty!, 2)).toBe(false)
})

describe('hours beside what the contract says', () => {
  for (const { leastMin, mostMin, text } of [
    { leastMin: null, mostMin: null, text: '' },
    { leastMin: 7560, mostMin: null, text: 'min 126' },
    { leastMin: null, mostMin: 9600, text: 'max 160' },
    { leastMin: 7560, mostMin: 9630, text: '126–160:30' },
  ]) {
    test(`from ${leastMin} to ${mostMin} min: ${JSON.stringify(text)}`, () => expect(agreedText({ leastMin, mostMin })).toBe(text))
  }
})
