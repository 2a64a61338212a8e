import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { judge } from '../checker/check.ts'
import { solve } from '../engine/index.ts'
import { solveOptions } from '../engine/solve-options.fixture.ts'
import { CSV_TEMPLATES, csvToSchedule, type ScheduleTables } from './csv-schedule.ts'
import { readTable } from './csv-table.ts'

const TEMPLATES: ScheduleTables = {
  employees: CSV_TEMPLATES['employees.csv'],
  spots: CSV_TEMPLATES['spots.csv'],
  shifts: CSV_TEMPLATES['shifts.csv'],
  wishes: CSV_TEMPLATES['wishes.csv'],
}
const shiftsFrom = (rows: string, timeZone: string) =>
  csvToSchedule({ ...TEMPLATES, shifts: `id,spot,start,end\n${rows}` }, timeZone).shifts as readonly { start: string }[]

describe('the templates', () => {
  test('are a schedule without error or warning, which can be solved', () => {
    const { submission, errors, warnings } = readSubmission(csvToSchedule(TEMPLATES, 'Europe/Copenhagen'), { callback: 'optional' })
    expect([errors, warnings]).toEqual([[], []])
    const { schedule } = submission!
    const { roster } = solve(schedule, solveOptions({ maxIterations: 2000 }))
    expect(judge(schedule, roster).score.slice(0, 2)).toEqual([0, 0])
    expect([...roster].map((position) => schedule.employees[position]?.name)).toEqual(['Anna', 'Bo', 'Anna'])
  })

  test('say what they say with semicolons, quotes, a byte order mark and line feeds too', () => {
    const other = (text: string): string =>
      `\u{feff}${text
        .split('\r\n')
        .map((line) =>
          line
            .split(',')
            .map((cell) => (cell === '' ? '' : ` "${cell}" `))
            .join(';'),
        )
        .join('\n')}\n`
    const tables = Object.fromEntries(Object.entries(TEMPLATES).map(([name, text]) => [name, other(text as string)])) as unknown as ScheduleTables
    expect(csvToSchedule(tables, 'UTC')).toEqual(csvToSchedule(TEMPLATES, 'UTC'))
  })

  test('do without wishes', () => {
    const { employees } = csvToSchedule({ ...TEMPLATES, wishes: undefined }, 'UTC')
    expect(employees.some((employee) => 'wishes' in employee)).toBe(false)
  })
})

describe('a cell', () => {
  test('becomes the value that its column takes', () => {
    const employees = 'id,name,skills,teams,contract.completeWeekends,contract.minWeeklyRestHours\n7,007,1| 2,,TRUE,35.5\n8,,,,,\n'
    expect(csvToSchedule({ ...TEMPLATES, employees, wishes: undefined }, 'UTC').employees).toEqual([
      { id: 7, name: '007', skills: [{ id: 1 }, { id: 2 }], contract: { completeWeekends: true, minWeeklyRestHours: 35.5 } },
      { id: 8 },
    ])
  })

  for (const { name, timeZone, start, expected } of [
    { name: 'winter', timeZone: 'Europe/Copenhagen', start: '2027-03-01 07:00', expected: '2027-03-01T07:00:00+01:00' },
    { name: 'summer', timeZone: 'Europe/Copenhagen', start: '2027-07-01T07:00', expected: '2027-07-01T07:00:00+02:00' },
    { name: 'west of Greenwich', timeZone: 'America/St_Johns', start: '2027-01-01 07:00', expected: '2027-01-01T07:00:00-03:30' },
    { name: 'the minute before a clock change', timeZone: 'Europe/Copenhagen', start: '2027-03-28 01:59', expected: '2027-03-28T01:59:00+01:00' },
    { name: 'the minute after it', timeZone: 'Europe/Copenhagen', start: '2027-03-28 03:00', expected: '2027-03-28T03:00:00+02:00' },
    { name: 'an hour that comes twice', timeZone: 'Europe/Copenhagen', start: '2027-10-31 02:30', expected: '2027-10-31T02:30:00+02:00' },
    { name: 'with an offset of its own', timeZone: 'Europe/Copenhagen', start: '2027-03-01T07:00:00Z', expected: '2027-03-01T07:00:00Z' },
  ]) {
    test(`with a time, ${name}, is that of the time zone`, () => {
      expect(shiftsFrom(`1,1,${start},2027-03-01T15:00Z`, timeZone)[0]!.start).toBe(expected)
    })
  }

  test('with a time that the clock leaves out is refused', () => {
    expect(() => shiftsFrom('1,1,2027-03-28 02:30,2027-03-28 10:00', 'Europe/Copenhagen')).toThrow('shifts: Line 2: "2027-03-28 02:30"')
  })
})

describe('a table', () => {
  test('keeps what stands in quotes, and counts its lines', () => {
    expect(readTable('a,b\n"x, ""y""\nz",1\n\n,\n2,')).toEqual([
      { line: 2, cells: { a: 'x, "y"\nz', b: '1' } },
      { line: 6, cells: { a: '2' } },
    ])
  })

  for (const { name, text, says } of [
    { name: 'nothing', text: '', says: 'The table is empty' },
    { name: 'a column twice', text: 'a,a\n', says: 'Line 1: The column "a" is there twice.' },
    { name: 'a cell beyond its columns', text: 'a\n1,2\n', says: 'Line 2: Cell 2 stands in a column without a name.' },
    { name: 'a quote within a cell', text: 'a\nx"y\n', says: 'Line 2: A quote stands where none may' },
    { name: 'a quote that never ends', text: 'a\n"x\n', says: 'Line 2: A quote stands where none may' },
  ]) {
    test(`with ${name} is refused`, () => {
      expect(() => readTable(text)).toThrow(says)
    })
  }

  test('of wishes must name employees that there are', () => {
    expect(() => csvToSchedule({ ...TEMPLATES, wishes: 'employeeId,type\n13,DESIRED\n' }, 'UTC')).toThrow('Line 2: wishes: employeeId')
  })
})
