import { expect, test } from 'vitest'
import { compareRosters } from './compared-rosters.ts'

const shift = (id: number, day: number, employee: number | null, from = '07:00', until = '15:00') => ({
  id,
  spot: 1,
  start: `2027-02-0${day}T${from}:00+01:00`,
  end: `2027-02-0${day}T${until}:00+01:00`,
  employee,
})
/** As it is now: Anna works Monday and Tuesday, Ben Tuesday late. */
const newer = {
  employees: [
    { id: 1, name: 'Anna' },
    { id: 2, name: 'Ben' },
    { id: 3, name: 'Cem' },
  ],
  spots: [{ id: 1, name: 'Ward' }],
  shifts: [shift(1, 1, 1), shift(2, 2, 1), shift(3, 2, 2, '15:00', '23:00')],
}

test('whoever is affected has what they worked and what they work, on the days on which something changed', () => {
  const compared = compareRosters(newer, [{ shiftId: 2, date: '2027-02-02', before: 2, after: 1 }])
  expect(compared).toEqual({
    dates: ['2027-02-02'],
    rows: [
      { id: 1, name: 'Anna', cells: [{ before: [], after: ['07:00–15:00 Ward'], isChanged: true }] },
      { id: 2, name: 'Ben', cells: [{ before: ['07:00–15:00 Ward', '15:00–23:00 Ward'], after: ['15:00–23:00 Ward'], isChanged: true }] },
    ],
  })
})

test('a day on which only somebody else changed is there, and is not marked', () => {
  const { dates, rows } = compareRosters(newer, [
    { shiftId: 1, date: '2027-02-01', before: null, after: 1 },
    { shiftId: 3, date: '2027-02-02', before: 3, after: 2 },
  ])
  expect(dates).toEqual(['2027-02-01', '2027-02-02'])
  expect(rows.map(({ name, cells }) => [name, ...cells.map(({ isChanged }) => isChanged)])).toEqual([
    ['Anna', true, false],
    ['Ben', false, true],
    ['Cem', false, true],
  ])
})

test('where nothing changed hands nobody is affected', () => {
  expect(compareRosters(newer, [])).toEqual({ dates: [], rows: [] })
})
