import { describe, expect, test } from 'vitest'
import { sampleSchedule } from '../../test/sample-schedule.ts'
import { formatRosterLine, type RosterCell, rosterLines } from './roster-table.ts'

const plain = (_: RosterCell, text: string): string => text
const DAY = 1440
const at = (day: number, from: number, to: number): { from: number; to: number } => ({ from: day * DAY + from * 60, to: day * DAY + to * 60 })

describe('a roster as people read it', () => {
  const { schedule, roster } = sampleSchedule({
    days: 28,
    employees: [{ name: 'Anna' }, { name: 'A name that is much too long', wishes: [{ type: 'UNAVAILABLE', ...at(1, 0, 24) }] }],
    shifts: [
      { ...at(0, 7, 15), tags: ['early'], employee: 0 },
      { ...at(1, 8, 16), employee: 0 },
      { ...at(2, 15, 23), employee: 0 },
      { ...at(5, 23, 31), isNight: true, employee: 1 },
      { ...at(6, 7, 15), tags: ['day'], employee: null },
    ],
  })
  const { header, employees, sums } = rosterLines(schedule, roster)

  test('each day has its letter: by tag, or by the time at which the shift starts', () => {
    expect(employees[0]!.cells.slice(0, 4).map(({ text }) => text)).toEqual(['E', 'D', 'L', '·'])
    expect(employees[1]!.cells[5]!.text).toBe('N')
  })

  test('a day of absence is told from a day off', () => {
    expect(employees[1]!.cells[1]!.text).toBe('=')
    expect(employees[1]!.cells[2]!.text).toBe('·')
  })

  test('the hours worked stand at the end', () => {
    expect(employees.map(({ sum }) => sum)).toEqual(['24 h', '8 h'])
  })

  test('empty seats are counted by day', () => {
    const empty = sums.find(({ title }) => title === 'empty, mandatory')!
    expect(empty.cells[6]!.text).toBe('1')
    expect(empty.sum).toBe('1')
  })

  test('four weeks fit 120 columns, and all lines are aligned', () => {
    const lines = [...header, ...employees, ...sums].map((line) => formatRosterLine(line, plain))
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(120)
    expect(new Set([...employees, ...sums].map((line) => formatRosterLine(line, plain).length)).size).toBe(1)
  })

  test('bars stand before and after each weekend', () => {
    const line = formatRosterLine(employees[0]!, plain)
    expect(line.split('|').length - 1).toBe(7) // four weekends, the last at the end of the horizon
  })
})
