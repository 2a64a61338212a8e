import { describe, expect, test } from 'vitest'
import { CSV_TEMPLATES } from '../../formats/csv-templates.ts'
import { type Chosen, choose, draftOf, missingTables, NOTHING_CHOSEN } from './chosen.ts'

const JSON_FILE = { name: 'ward.json', text: '{}' }
const SHIFTS = { name: 'shifts.csv', text: 'id,spot,start,end' }
const SPOTS = { name: 'spots.csv', text: 'id,name' }
const EMPLOYEES = { name: 'Ward 3 Employees.csv', text: '\u{feff}id;name' }
const CONTRACTS = { name: 'contracts.csv', text: 'id,maxHoursWeek' }
const WISHES = { name: 'sheet4.csv', text: 'EmployeeId;Type;Start;End' }

const usedIn = ({ schedule, tables }: Chosen) => [schedule?.name ?? null, Object.fromEntries(Object.entries(tables).map(([k, v]) => [k, v.name]))]

describe('what is chosen', () => {
  test('may be all tables of a schedule at once, each told by its name or its columns', () => {
    const chosen = choose(NOTHING_CHOSEN, [WISHES, EMPLOYEES, SHIFTS, SPOTS, CONTRACTS])
    expect(usedIn(chosen)).toEqual([
      null,
      { contracts: 'contracts.csv', spots: 'spots.csv', employees: 'Ward 3 Employees.csv', shifts: 'shifts.csv', wishes: 'sheet4.csv' },
    ])
    expect([missingTables(chosen), chosen.remarks]).toEqual([[], []])
  })

  test('may be tables one after the other; those that are missing are told', () => {
    const first = choose(NOTHING_CHOSEN, [SHIFTS])
    expect(missingTables(first)).toEqual(['spots', 'employees'])
    expect(missingTables(choose(first, [SPOTS, EMPLOYEES]))).toEqual([])
  })

  test('may be a schedule and a table of its shifts, with it or after it, whatever the table is named', () => {
    expect(usedIn(choose(NOTHING_CHOSEN, [JSON_FILE, SHIFTS]))).toEqual(['ward.json', { shifts: 'shifts.csv' }])
    const mine = { name: 'mine.csv', text: 'id,employee' }
    const chosen = choose(choose(NOTHING_CHOSEN, [JSON_FILE]), [mine])
    expect([usedIn(chosen), missingTables(chosen)]).toEqual([['ward.json', { shifts: 'mine.csv' }], []])
  })

  test('is another schedule without the tables of the one before', () => {
    expect(usedIn(choose(choose(NOTHING_CHOSEN, [SPOTS, EMPLOYEES, SHIFTS]), [JSON_FILE]))).toEqual(['ward.json', {}])
  })

  test('is never what cannot be read, and says why; what was chosen before or with it stays', () => {
    const picture = { name: 'roster.png', text: '', unread: 'It is a picture.' }
    const chosen = choose(choose(NOTHING_CHOSEN, [SPOTS]), [picture, SHIFTS])
    expect(usedIn(chosen)).toEqual([null, { spots: 'spots.csv', shifts: 'shifts.csv' }])
    expect(chosen.remarks).toEqual(['roster.png is left out. It is a picture.'])
    // Whatever it is named.
    expect(usedIn(choose(NOTHING_CHOSEN, [{ ...picture, name: 'shifts.csv' }]))).toEqual([null, {}])
  })

  test('may be the sheets of a workbook, whose names count before that of the file', () => {
    const sheets = ['Spots', 'Employees', 'Shifts'].map((sheet) => ({ name: `shifts.xlsx · ${sheet}`, sheet, text: 'id\n' }))
    expect(usedIn(choose(NOTHING_CHOSEN, sheets))).toEqual([
      null,
      { spots: 'shifts.xlsx · Spots', employees: 'shifts.xlsx · Employees', shifts: 'shifts.xlsx · Shifts' },
    ])
    const only = { name: 'ward.xlsx', sheet: 'Sheet1', text: 'id\tspot\tstart\n' }
    expect(usedIn(choose(NOTHING_CHOSEN, [only]))).toEqual([null, { shifts: 'ward.xlsx' }])
  })

  test('is read whole: no table that was taken is left out of the schedule', () => {
    const files = Object.entries(CSV_TEMPLATES).map(([name, text]) => ({ name, text }))
    const chosen = choose(NOTHING_CHOSEN, files)
    expect(Object.values(chosen.tables)).toHaveLength(files.length)
    const { document, problems } = draftOf(chosen, 'Europe/Copenhagen')
    expect(problems).toEqual([])
    const [anna, bo, cai] = document!['employees'] as readonly Record<string, unknown>[]
    expect(anna).toMatchObject({ home: 'Hillside', rotation: { id: 'two' }, wishes: [{}] })
    expect(bo).toMatchObject({ rotation: { id: 'two', offset: 1 } })
    expect(cai).toMatchObject({ contracts: [{}, {}], absences: [{ kind: 'training' }] })
    expect(document).toMatchObject({ contracts: [{}, {}], rotations: [{ id: 'two' }], travel: { matrix: [{}, {}, {}] } })
  })

  test('says which file is left out, and why', () => {
    const chosen = choose(NOTHING_CHOSEN, [JSON_FILE, SPOTS, { name: 'notes.csv', text: 'a"b' }])
    expect(usedIn(chosen)).toEqual([null, { spots: 'spots.csv', shifts: 'notes.csv' }])
    expect(chosen.remarks).toEqual(['ward.json is left out: the tables are a schedule of their own.'])
    expect(choose(NOTHING_CHOSEN, [{ name: 'notes.csv', text: 'a,b' }]).remarks).toEqual([expect.stringContaining('notes.csv is left out')])
  })
})
