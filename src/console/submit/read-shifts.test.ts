import { describe, expect, test } from 'vitest'
import { COLUMNS } from '../../formats/csv-columns.ts'
import { csvToSchedule } from '../../formats/csv-schedule.ts'
import { mergeShifts } from './read-shifts.ts'

const SCHEDULE = {
  timeZone: 'UTC',
  spots: [
    { id: 1, name: 'Ward' },
    { id: 2, name: '=Desk' },
  ],
  employees: [
    { id: 11, name: 'Anna' },
    { id: 12, name: 'Bo' },
    { id: 13, name: 'Bo' },
  ],
  shifts: [
    { id: 100, spot: 1, start: '2026-03-01T07:00:00Z', end: '2026-03-01T15:00:00Z', historic: true, employee: 11 },
    { id: 101, spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', importance: 'OPTIONAL', tags: ['early'], employee: null },
    { id: 102, spot: 1, start: '2026-03-03T07:00:00Z', end: '2026-03-03T15:00:00Z', employee: null },
  ],
}

describe('a table of shifts', () => {
  test('changes the shifts that it names, adds new ones, and leaves out the others but historic ones', () => {
    const { document, origins, problems } = mergeShifts(
      SCHEDULE,
      'id,spot,start,end,employeeId,employeeName\r\n101,Ward,2026-03-02T08:00:00Z,2026-03-02T16:00:00Z,11,Anna\r\n900,2,2026-03-04T08:00:00Z,2026-03-04T16:00:00Z,,\r\n',
    )
    expect(problems).toEqual([])
    expect(document.shifts).toEqual([
      SCHEDULE.shifts[0],
      { ...SCHEDULE.shifts[1], start: '2026-03-02T08:00:00Z', end: '2026-03-02T16:00:00Z', employee: 11 },
      { id: 900, spot: 2, start: '2026-03-04T08:00:00Z', end: '2026-03-04T16:00:00Z', employee: null },
    ])
    expect(origins).toEqual([{ index: 0 }, { line: 2 }, { line: 3 }])
  })

  test('keeps ids that are texts, and the type of those that are numbers', () => {
    const schedule = {
      ...SCHEDULE,
      spots: [{ id: 'W-1', name: 'Ward' }, { id: 'w2' }],
      employees: [{ id: 'e/7', name: 'Anna' }, { id: '12' }],
      shifts: [
        { id: 'S-1', spot: 'W-1', employee: null },
        { id: '7', spot: 'W-1', employee: null },
      ],
    }
    const { document, problems } = mergeShifts(schedule, 'id,spot,employeeId\nS-1,Ward,e/7\n7,W2,12\nS-3,W-1,\n')
    expect(problems).toEqual([])
    expect(document.shifts).toEqual([
      { id: 'S-1', spot: 'W-1', employee: 'e/7' },
      { id: '7', spot: 'w2', employee: '12' },
      { id: 'S-3', spot: 'W-1', employee: null },
    ])
  })

  test('takes names, also of what was kept from being a formula, yes and no, and tags', () => {
    const { document, problems } = mergeShifts(SCHEDULE, "id;spot;employee;fixed;tags\n102;'=Desk;Anna;yes;early, night")
    expect(problems).toEqual([])
    expect((document.shifts as unknown[])[1]).toMatchObject({ id: 102, spot: 2, employee: 11, fixed: true, tags: ['early', 'night'] })
  })

  test('has every column that `turnus import csv` takes, which come to the same fields', () => {
    const cells: Readonly<Record<string, string>> = {
      'id': '7',
      'name': 'Early',
      'spot': 'Ward',
      'skills': '5:3|6',
      'anySkills': '5',
      'preferredSkills': '6:9',
      'start': '2026-03-02 07:00',
      'end': '2026-03-08',
      'repeats.weekdays': 'Mon|TUESDAY',
      'repeats.from': '7:00',
      'repeats.to': '15:00',
      'repeats.everyWeeks': '2',
      'breakMinutes': '0:30',
      'breakRules': 'lunch|tea',
      'paidMinutes': '450',
      'points': '2',
      'importance': 'optional',
      'seats.min': '0',
      'seats.ideal': '1',
      'seats.max': '2',
      'weight': '3',
      'cost': '4',
      'suggestedEmployees': 'Anna|12',
      'dislikedEmployees': '13',
      'allowedCollisionSpots': 'Ward|2',
      'fixed': 'x',
      'historic': 'no',
      'employee': '11',
      'employees': '11|12',
      'foreignInt': '-7',
      'tags': 'early|short',
      'employeeName': 'Anna',
    }
    expect(Object.keys(cells)).toEqual(COLUMNS.shifts.map(({ name }) => name))
    const shifts = [Object.keys(cells), Object.values(cells)].map((line) => line.join(',')).join('\n')
    const { document, problems } = mergeShifts({ ...SCHEDULE, shifts: [] }, shifts)
    const { schedule } = csvToSchedule({ spots: 'id,name\n1,Ward\n2,Desk\n', employees: 'id,name\n11,Anna\n12,Bo\n13,Cy\n', shifts }, 'UTC')
    expect(problems).toEqual([])
    expect(document.shifts).toEqual(schedule.shifts)
    expect(Object.keys(schedule.shifts[0]!)).toHaveLength(Object.keys(cells).length - 6)
  })

  test('changes one day of a shift that repeats', () => {
    const repeats = { weekdays: ['MONDAY', 'TUESDAY'], from: '07:00', to: '15:00' }
    const repeated = { ...SCHEDULE, shifts: [{ id: 7, spot: 1, start: '2026-03-02', end: '2026-03-08', repeats }] }
    const { document, problems } = mergeShifts(repeated, 'id,employee\n7/2026-03-02,Anna\n7/2026-03-03,\n')
    expect(problems).toEqual([])
    expect(document.shifts).toMatchObject([
      { id: '7/2026-03-02', spot: 1, employee: 11 },
      { id: '7/2026-03-03', spot: 1, employee: null },
    ])
  })

  test('names skills as the schedule does', () => {
    const named = { ...SCHEDULE, skills: [{ id: 'rn', name: 'Nurse' }], employees: [{ id: 11, skills: [{ id: 'icu' }] }], shifts: [] }
    const { document, problems } = mergeShifts(named, 'id,skills,anySkills\n7,nurse:3|ICU,doctor\n')
    expect((document.shifts as unknown[])[0]).toMatchObject({ skills: [{ id: 'rn', minLevel: 3 }, 'icu'] })
    expect(problems.map(({ issue }) => issue.code)).toEqual(['skill-unknown'])
  })

  test('has a row for each who works a shift with seats, as a roster that was exported, or one with all of them', () => {
    const document = { ...SCHEDULE, shifts: [{ ...SCHEDULE.shifts[1], employee: undefined, seats: { min: 2 } }] }
    const exported = mergeShifts(document, 'id,employeeId,employeeName\r\n101,11,Anna\r\n101,12,Bo\r\n101,,\r\n')
    expect(exported.problems).toEqual([])
    expect(exported.document.shifts).toMatchObject([{ id: 101, seats: { min: 2 }, employees: [11, 12] }])
    const listed = mergeShifts(document, 'id,seats.min,seats.max,employees\r\n101,1,3,Anna|13\r\n')
    expect(listed.document.shifts).toMatchObject([{ id: 101, seats: { min: 1, max: 3 }, employees: [11, 13] }])
  })

  test('takes names in any capitals, and times as spreadsheets write them', () => {
    const copenhagen = { ...SCHEDULE, timeZone: 'Europe/Copenhagen' }
    const { document, problems } = mergeShifts(copenhagen, 'Id;Spot;Start;Employee\n102;WARD;3.3.2026 8:00;anna')
    expect(problems).toEqual([])
    expect((document.shifts as unknown[])[1]).toMatchObject({ id: 102, spot: 1, start: '2026-03-03T08:00:00+01:00', employee: 11 })
  })

  for (const { name, text, line, code } of [
    { name: 'without a column id', text: 'spot\nWard', line: 1, code: 'column-missing' },
    { name: 'with a column that is none', text: 'id,spott\n101,1', line: 1, code: 'column-unknown' },
    { name: 'with a weight that is no integer', text: 'id,weight\n101,1\n102,1.5', line: 3, code: 'integer-invalid' },
    { name: 'with a row without an id', text: 'id,spot\n,1', line: 2, code: 'id-missing' },
    { name: 'with an id twice', text: 'id\n101\n101', line: 3, code: 'id-repeated' },
    { name: 'with an unknown spot', text: 'id,spot\n101,Yard', line: 2, code: 'spot-unknown' },
    { name: 'with a name that two employees have', text: 'id,employee\n101,Bo', line: 2, code: 'employee-unknown' },
    { name: 'with more cells than columns', text: 'id\n101,5', line: 2, code: 'cells-too-many' },
    { name: 'with a time that is none', text: 'id,start\n101,3/3/2026 8:00', line: 2, code: 'date-time-invalid' },
    { name: 'with a boolean that is none', text: 'id,fixed\n101,perhaps', line: 2, code: 'boolean-invalid' },
  ]) {
    test(`${name} is told so at line ${line}`, () => {
      expect(mergeShifts(SCHEDULE, text).problems.map((problem) => [problem.line, problem.issue.code])).toContainEqual([line, code])
    })
  }

  test('merges into a document that is no schedule at all', () => {
    expect(mergeShifts({ shifts: 7, spots: null }, 'id\n1').document.shifts).toEqual([{ id: 1 }])
  })
})
