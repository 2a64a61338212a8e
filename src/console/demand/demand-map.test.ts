import { expect, test } from 'vitest'
import { cellKey, cellText, type CoverageStretch, demandMap, missingHours, shortTimes } from './demand-map.ts'

const stretch = (start: string, end: string, assigned: number, more: Partial<CoverageStretch> = {}): CoverageStretch => ({
  demandId: 1,
  start: `2026-03-0${start}:00+01:00`,
  end: `2026-03-0${end}:00+01:00`,
  min: 2,
  assigned,
  ...more,
})
const all = (): boolean => true

test('each slot is as long as the demand lets it be, and times without a demand are left out at both ends', () => {
  const byHour = demandMap([stretch('2T08:00', '2T10:00', 2), stretch('3T09:00', '3T11:00', 2)], all)
  expect(byHour).toMatchObject({ dates: ['2026-03-02', '2026-03-03'], slots: [480, 540, 600], slotMinutes: 60 })
  expect(byHour.cells.has(cellKey('2026-03-02', 600))).toBe(false)
  expect(demandMap([stretch('2T08:30', '2T10:00', 2)], all).slotMinutes).toBe(30)
  expect(demandMap([stretch('2T08:10', '2T10:00', 2)], all).slotMinutes).toBe(15)
})

test('a stretch that ends at midnight ends with its day', () => {
  const { slots, dates } = demandMap([stretch('2T22:00', '3T00:00', 2)], all)
  expect([dates, slots]).toEqual([['2026-03-02'], [1320, 1380]])
})

test.each([
  { assigned: 1, standing: 'missing', text: '1 at work; at least 2, better 3, at most 4: 1 missing' },
  { assigned: 2, standing: 'below', text: '2 at work; at least 2, better 3, at most 4: 1 below the ideal' },
  { assigned: 4, standing: 'met', text: '4 at work; at least 2, better 3, at most 4' },
  { assigned: 5, standing: 'over', text: '5 at work; at least 2, better 3, at most 4: 1 too many' },
])('$assigned where 2 to 4 are wanted and 3 are ideal is $standing', ({ assigned, standing, text }) => {
  const { cells } = demandMap([stretch('2T08:00', '2T09:00', assigned, { ideal: 3, max: 4 })], all)
  const cell = cells.get(cellKey('2026-03-02', 480))!
  expect([cell.standing, cellText(cell)]).toEqual([standing, text])
})

test('demands of a spot that hold at one moment add up, and the worst moment of a slot stands for it', () => {
  const coverage = [stretch('2T08:00', '2T10:00', 3), stretch('2T09:20', '2T09:40', 3, { demandId: 2, min: 2, cause: 'Nobody is free.' })]
  const map = demandMap(coverage, all)
  expect(map.slotMinutes).toBe(15)
  expect(map.cells.get(cellKey('2026-03-02', 540))).toMatchObject({ standing: 'met', min: 2 })
  expect(map.cells.get(cellKey('2026-03-02', 555))).toMatchObject({ standing: 'missing', min: 4, cause: 'Nobody is free.' })
  expect(missingHours(demandMap(coverage, (id) => id === 2))).toBe(0)
  expect(missingHours(map)).toBe(0.5)
})

test('short times are told in order, those that follow one another with the same numbers as one', () => {
  const coverage = [
    stretch('3T08:00', '3T10:00', 1),
    stretch('2T08:00', '2T09:00', 0),
    stretch('2T09:00', '2T10:00', 1),
    stretch('2T10:00', '2T11:00', 2),
  ]
  const short = shortTimes(demandMap(coverage, all))
  expect(short.map(({ date, from, to, cell }) => [date, from / 60, to / 60, cell.assigned])).toEqual([
    ['2026-03-02', 8, 9, 0],
    ['2026-03-02', 9, 10, 1],
    ['2026-03-03', 8, 10, 1],
  ])
})
