import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { judge } from '../checker/check.ts'
import { solve } from '../engine/index.ts'
import { solveOptions } from '../engine/solve-options.fixture.ts'
import { materialised } from '../model/generated-shifts.ts'
import { csvPlaceText, csvToSchedule, type ScheduleTables } from './csv-schedule.ts'
import { CSV_TEMPLATES } from './csv-templates.ts'
import { COLUMNS, DAY_COLUMNS, tableOf } from './csv-columns.ts'
import { decodeTable, readTable } from './csv-table.ts'
import schema from '../../schedule.schema.json' with { type: 'json' }

/** Without what other tables have to say more of: rotations and ways. */
const EMPLOYEES = CSV_TEMPLATES['employees.csv'].replaceAll(/^((?:[^,\r]*,){8}[^,\r]*).*$/gm, '$1')
const TEMPLATES: ScheduleTables = {
  employees: EMPLOYEES,
  spots: CSV_TEMPLATES['spots.csv'],
  shifts: CSV_TEMPLATES['shifts.csv'],
  contracts: CSV_TEMPLATES['contracts.csv'],
  wishes: CSV_TEMPLATES['wishes.csv'],
}
const ALL_TEMPLATES = Object.fromEntries(
  Object.entries(CSV_TEMPLATES).map(([name, text]) => [name.replace('.csv', ''), text]),
) as unknown as ScheduleTables
const shiftsFrom = (rows: string, timeZone: string) =>
  csvToSchedule({ ...TEMPLATES, shifts: `id,spot,start,end\n${rows}` }, timeZone).schedule.shifts as readonly { start: string }[]

describe('the templates', () => {
  test('are a schedule without error or warning, which can be solved', () => {
    const { submission, errors, warnings } = readSubmission(csvToSchedule(ALL_TEMPLATES, 'Europe/Copenhagen').schedule, { callback: 'optional' })
    expect([errors, warnings]).toEqual([[], []])
    const { schedule } = submission!
    const { roster } = solve(schedule, solveOptions({ maxIterations: 2000 }))
    // Of the template for shifts one is made.
    const whole = materialised(schedule, roster)
    expect(judge(whole.schedule, whole.roster).score.slice(0, 2)).toEqual([0, 0])
    expect(Array.from(roster.slice(0, schedule.shifts.length), (position) => schedule.employees[position]?.name)).toEqual(['Anna', 'Bo', 'Anna'])
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
    const tables = Object.fromEntries(Object.entries(ALL_TEMPLATES).map(([name, text]) => [name, other(text as string)])) as unknown as ScheduleTables
    expect(csvToSchedule(tables, 'UTC').schedule).toEqual(csvToSchedule(ALL_TEMPLATES, 'UTC').schedule)
  })

  test('do without wishes', () => {
    const { employees } = csvToSchedule({ ...TEMPLATES, wishes: undefined }, 'UTC').schedule
    expect(employees.some((employee) => 'wishes' in employee)).toBe(false)
  })
})

describe('a cell', () => {
  test('becomes the value that its column takes', () => {
    const employees = 'id,name,skills,teams,contract.completeWeekends,contract.minWeeklyRestHours\n7,007,1| 2,,TRUE,35.5\n8,,,,,\n'
    expect(csvToSchedule({ ...TEMPLATES, employees, wishes: undefined }, 'UTC').schedule.employees).toEqual([
      { id: 7, name: '007', skills: [{ id: 1 }, { id: 2 }], contract: { completeWeekends: true, minWeeklyRestHours: 35.5 } },
      { id: 8 },
    ])
  })

  test('of skills may have a level behind each, as a spreadsheet may have written it', () => {
    const tables = {
      spots: 'id,skills\n1,nurse:2|4:3\n',
      employees: 'id,skills,teams\n7,nurse:3|doctor| 4 : 9,north:2\n8,4:03|Nurse:02:00,\n',
      shifts: 'id,spot,skills,anySkills,preferredSkills,start,end\n1,1,nurse,doctor|porter:5,4:8,2027-03-01 07:00,2027-03-01 15:00\n',
    }
    const { schedule, problems, numbered } = csvToSchedule({ ...TEMPLATES, ...tables, wishes: undefined }, 'UTC')
    expect(problems).toEqual([])
    expect(numbered).toEqual([
      { what: 'Skills', text: 'nurse 1, doctor 2, porter 3' },
      { what: 'Teams', text: 'north:2 1' },
    ])
    const four = (minLevel: number) => ({ id: 4, minLevel })
    expect(schedule.spots).toMatchObject([{ skills: [{ id: 1, minLevel: 2 }, four(3)] }])
    expect(schedule.employees).toMatchObject([
      { skills: [{ id: 1, level: 3 }, { id: 2 }, { id: 4, level: 9 }], teams: [{ id: 1 }] },
      {
        skills: [
          { id: 4, level: 3 },
          { id: 1, level: 2 },
        ],
      },
    ])
    expect(schedule.shifts).toMatchObject([{ skills: [1], anySkills: [2, { id: 3, minLevel: 5 }], preferredSkills: [four(8)] }])
    expect(readSubmission(schedule, { callback: 'optional' }).errors).toEqual([])
  })

  test('of skills with a level that there is not is refused with its place', () => {
    const { schedule, placeOf } = csvToSchedule({ ...TEMPLATES, employees: 'id,name,skills\n11,Anna,nurse:10\n12,Bo,nurse\n' }, 'UTC')
    const [error] = readSubmission(schedule, { callback: 'optional' }).errors
    expect(error).toMatchObject({ code: 'out-of-range', pointer: '/employees/0/skills/0/level' })
    expect(csvPlaceText(placeOf(error!.pointer)!)).toBe('employees.csv, line 2, column skills')
  })

  test('has ids that are texts, and cells of other tables name them as they are or by the name', () => {
    const tables = {
      spots: 'id,name\nW/1,Ward\n12,Desk\n',
      employees: 'id,name\ne-7,Anna\n8,Bo\n',
      shifts: `id,spot,employee,start,end\n${[
        's-1,W/1,e-7,2027-03-01 07:00,2027-03-01 15:00',
        "'=s-2,Ward,Anna,2027-03-02 07:00,2027-03-02 15:00",
        '3,12,8,2027-03-03 07:00,2027-03-03 15:00',
      ].join('\n')}\n`,
      wishes: 'employeeId,type,start,end\ne-7,UNDESIRED,2027-03-01,2027-03-01\n',
    }
    const { schedule, problems } = csvToSchedule(tables, 'UTC')
    expect(problems).toEqual([])
    expect(readSubmission(schedule, { callback: 'optional' }).errors).toEqual([])
    expect(schedule.shifts).toMatchObject([
      { id: 's-1', spot: 'W/1', employee: 'e-7' },
      { id: '=s-2', spot: 'W/1', employee: 'e-7' },
      { id: 3, spot: 12, employee: 8 },
    ])
    expect(schedule.employees[0]).toMatchObject({ id: 'e-7', wishes: [{ type: 'UNDESIRED' }] })
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

  for (const { cell, start } of [
    { cell: '1.3.2027 7:00', start: '2027-03-01T07:00:00+01:00' },
    { cell: '01.03.2027 07:00:00', start: '2027-03-01T07:00:00+01:00' },
    { cell: '2027/3/1 7:00', start: '2027-03-01T07:00:00+01:00' },
    { cell: '28.2.2027 24:00', start: '2027-03-01T00:00:00+01:00' },
  ]) {
    test(`with the time ${cell} is read as a spreadsheet means it`, () => {
      expect(shiftsFrom(`1,1,${cell},2027-03-01T15:00Z`, 'Europe/Copenhagen')[0]!.start).toBe(start)
    })
  }

  for (const { cell, says } of [
    { cell: '2027-03-28 02:30', says: 'the clock of Europe/Copenhagen leaves out' },
    { cell: '1/3/2027 7:00', says: 'With slashes nobody knows' },
    { cell: '2027-03-01 7:00 AM', says: '7:00 PM is 19:00' },
    { cell: '46447.2916', says: 'A spreadsheet keeps days as such numbers' },
    { cell: '1.3.2027', says: 'has no time of day' },
    { cell: '29.2.2027 7:00', says: 'There is no "29.2.2027 7:00"' },
    { cell: '1.13.2027 7:00', says: 'There is no "1.13.2027 7:00"' },
    { cell: '1.3.2027 24:01', says: 'There is no "1.3.2027 24:01"' },
    { cell: 'Monday', says: '"Monday" is no date' },
  ]) {
    test(`with the time ${cell} is refused, with its place`, () => {
      expect(problemsOf({ shifts: `id,spot,start,end\n1,1,${cell},2027-03-28 10:00\n` })).toEqual([
        { at: 'shifts.csv, line 2, column start', detail: expect.stringContaining(says) },
      ])
    })
  }

  test('of a wish may be a day alone, and then the end is included', () => {
    const wishes = 'employeeId,type,start,end\nbo,unavailable,8.2.2027,14.2.2027\n'
    const { employees } = csvToSchedule({ ...TEMPLATES, wishes }, 'Europe/Copenhagen').schedule
    expect(employees[1]!['wishes']).toEqual([{ type: 'UNAVAILABLE', start: '2027-02-08T00:00:00+01:00', end: '2027-02-15T00:00:00+01:00' }])
  })

  for (const { column, cell, value } of [
    { column: 'contract.maxHoursWeek', cell: '37:30', value: { contract: { maxHoursWeek: 2250 } } },
    { column: 'Contract.MaxHoursWeek', cell: '2250', value: { contract: { maxHoursWeek: 2250 } } },
    { column: 'max hours week', cell: '37:30:00', value: { contract: { maxHoursWeek: 2250 } } },
    { column: 'contract.minWeeklyRestHours', cell: '"35,5"', value: { contract: { minWeeklyRestHours: 35.5 } } },
    { column: 'contract.completeWeekends', cell: 'Yes', value: { contract: { completeWeekends: true } } },
    { column: 'SKILLS', cell: 'Nurse|5|NURSE', value: { skills: [{ id: 1 }, { id: 5 }, { id: 1 }] } },
    { column: 'name', cell: "'=Anna", value: { name: '=Anna' } },
  ]) {
    test(`${cell} under ${column} is ${JSON.stringify(value)}`, () => {
      const { schedule, problems } = csvToSchedule({ ...TEMPLATES, employees: `Id,${column}\n11,${cell}\n12,\n`, wishes: undefined }, 'UTC')
      expect([schedule.employees[0], problems.filter(({ table }) => table === 'employees')]).toEqual([{ id: 11, ...value }, []])
    })
  }

  for (const { column, cell, detail, hint } of [
    { column: 'contract.maxHoursWeek', cell: '"37,5"', detail: '"37,5" is no whole number of minutes.', hint: 'as 2250 if hours are meant' },
    { column: 'contract.completeWeekends', cell: 'maybe', detail: '"maybe" is neither yes nor no.', hint: 'Write true or false.' },
  ]) {
    test(`${cell} under ${column} is refused with what to write`, () => {
      const { problems } = csvToSchedule({ ...TEMPLATES, employees: `id,name,${column}\n11,Anna,${cell}\n12,Bo,\n` }, 'UTC')
      expect(problems).toEqual([{ table: 'employees', line: 2, column, detail, hint: expect.stringContaining(hint) }])
    })
  }
})

describe('names', () => {
  test('of spots and employees stand for their ids, whatever their capitals', () => {
    const shifts = 'id,spot,start,end,employeeId,dislikedEmployees\n1,WARD,1.3.2027 7:00,1.3.2027 15:00,anna,Bo|11\n'
    expect(csvToSchedule({ ...TEMPLATES, shifts }, 'UTC').schedule.shifts[0]).toMatchObject({ spot: 1, employee: 11, dislikedEmployees: [12, 11] })
  })

  test('that nobody has, or several have, are refused', () => {
    const shifts = 'id,spot,start,end,employee\n1,Wrd,1.3.2027 7:00,1.3.2027 15:00,Anna\n'
    expect(problemsOf({ employees: 'id,name\n11,Anna\n12,ANNA\n', shifts, wishes: undefined })).toEqual([
      { at: 'shifts.csv, line 2, column spot', detail: '"Wrd" is not in spots.csv.' },
      { at: 'shifts.csv, line 2, column employee', detail: 'Several in employees.csv are named "Anna".' },
    ])
  })

  test('of skills and teams become numbers that are free, which are told', () => {
    const { schedule, numbered } = csvToSchedule({ ...TEMPLATES, spots: 'name,skills\nWard,2|Nurse|Doctor\n' }, 'UTC')
    expect(schedule.spots).toEqual([{ id: 1, name: 'Ward', skills: [2, 1, 3] }])
    expect(numbered).toEqual([{ what: 'Skills', text: 'Nurse 1, Doctor 3, medication 4' }])
    // What the tables call them stays known.
    expect(schedule).toMatchObject({
      skills: [
        { id: 1, name: 'Nurse' },
        { id: 3, name: 'Doctor' },
        { id: 4, name: 'medication' },
      ],
    })
    expect(schedule).not.toHaveProperty('teams')
  })
})

describe('a table', () => {
  test('keeps what stands in quotes, counts its lines, and leaves out empty ones', () => {
    expect(readTable('\n,\na,b\n"x, ""y""\nz",1\n\n,\n2,')).toEqual({
      names: ['a', 'b'],
      line: 3,
      rows: [
        { line: 4, cells: { a: 'x, "y"\nz', b: '1' } },
        { line: 8, cells: { a: '2' } },
      ],
    })
  })

  for (const { name, text } of [
    { name: 'semicolons', text: 'a;b\n1;2,5\n' },
    { name: 'tabs', text: 'a\tb\n1\t2,5\n' },
    { name: 'what the first line says', text: 'sep=;\r\na;b\r\n1;2,5\r\n' },
  ]) {
    test(`is parted by ${name}`, () => expect(readTable(text).rows[0]!.cells).toEqual({ a: '1', b: '2,5' }))
  }

  test('is read in every encoding that spreadsheets write', () => {
    expect(decodeTable(new TextEncoder().encode('Kjær'))).toBe('Kjær')
    expect(decodeTable(Uint8Array.of(0x4b, 0x6a, 0xe6, 0x72))).toBe('Kjær')
    expect(decodeTable(Uint8Array.of(0xff, 0xfe, 0x4b, 0, 0x6a, 0, 0xe6, 0, 0x72, 0))).toBe('Kjær')
  })

  for (const { name, text, says } of [
    { name: 'nothing', text: '', says: 'The table is empty' },
    { name: 'a cell beyond its columns', text: 'a\n1,2\n', says: 'Line 2: Cell 2 stands in a column that line 1 gives no name.' },
    { name: 'a quote within a cell', text: 'a\nx"y\n', says: 'Line 2: A quote stands where none may' },
    { name: 'a quote that never ends', text: 'a\n"x\n', says: 'Line 2: A quote stands where none may' },
  ]) {
    test(`with ${name} is refused`, () => {
      expect(() => readTable(text)).toThrow(says)
    })
  }

  test('that cannot be read is told alone, not every name that it would have had', () => {
    expect(problemsOf({ employees: 'id\n1,2\n' })).toEqual([{ at: 'employees.csv, line 2', detail: expect.stringContaining('Cell 2') }])
  })

  for (const { name, tables, at, detail } of [
    { name: 'lacks a column', tables: { shifts: 'id,spot,begin,end\n' }, at: 'shifts.csv, line 1', detail: 'The column start is missing.' },
    {
      name: 'has a column twice',
      tables: { spots: 'id,name,Name\n1,Ward,\n' },
      at: 'spots.csv, line 1, column Name',
      detail: 'The columns "name" and "Name" are the same.',
    },
    {
      name: 'has merged cells',
      tables: { wishes: 'employeeId,type,start,end\nBo,DESIRED,1.3.2027,1.3.2027\n,DESIRED,2.3.2027,2.3.2027\n' },
      at: 'wishes.csv, line 3, column employeeId',
      detail: 'The cell is empty.',
    },
    {
      name: 'has wishes of a stranger',
      tables: { wishes: 'employeeId,type,start,end\n19,DESIRED,1.3.2027,1.3.2027\n' },
      at: 'wishes.csv, line 2, column employeeId',
      detail: '19 is not in employees.csv.',
    },
  ]) {
    test(`that ${name} is refused there`, () => expect(problemsOf(tables)).toEqual([{ at, detail }]))
  }

  test('with a column for people is read without it, with a warning', () => {
    const { problems, warnings } = csvToSchedule({ ...TEMPLATES, spots: 'id,name,Notes\n1,Ward,near the lift\n' }, 'UTC')
    expect([problems, warnings.map(({ detail }) => detail)]).toEqual([[], ['The column "Notes" is not known and not read.']])
  })

  test('may be told by its file or by its columns', () => {
    expect(tableOf('Ward 3 Shifts feb.csv', [])).toBe('shifts')
    expect(tableOf('export (2).csv', ['EmployeeId', 'Type', 'Start', 'End'])).toBe('wishes')
    expect(tableOf('export.csv', ['id', 'spot', 'start'])).toBe('shifts')
    expect(tableOf('export.csv', ['id', 'contract.maxHoursWeek'])).toBe('employees')
    expect(tableOf('export.csv', ['id', 'Contract ID'])).toBe('employees')
    expect(tableOf('Contracts 2027.csv', ['id', 'maxHoursWeek'])).toBe('contracts')
    expect(tableOf('Contract periods.csv', ['employee', 'contract'])).toBe('contractPeriods')
    expect(tableOf('export.csv', ['Employee', 'Contract', 'Start', 'End'])).toBe('contractPeriods')
    expect(tableOf('leave absences.csv', [])).toBe('absences')
    expect(tableOf('export.csv', ['employee', 'start', 'end', 'kind'])).toBe('absences')
    expect(tableOf('rotations 2027.csv', [])).toBe('rotations')
    expect(tableOf('rota.csv', ['Rotation', 'Week', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])).toBe('rotations')
    expect(tableOf('export.csv', ['spot', 'start', 'end', 'min'])).toBe('demands')
    expect(tableOf('export.csv', ['id', 'starts from', 'startsTo'])).toBe('templates')
    expect(tableOf('export.csv', ['id', 'over minutes', 'minutes', 'paid'])).toBe('breakRules')
    expect(tableOf('export.csv', ['id', 'Kind', 'per', 'over minutes', 'percent'])).toBe('payRules')
    expect(tableOf('export.csv', ['id', 'per', 'max'])).toBe('budgets')
    expect(tableOf('ways.csv', ['From', 'To', 'Minutes'])).toBe('travel')
    expect(tableOf('people.csv', ['name', 'home'])).toBe('employees')
    expect(tableOf('people.csv', ['name', 'rotation.id'])).toBe('employees')
    expect(tableOf('export.csv', ['id', 'name'])).toBeNull()
  })
})

test('what is wrong with the schedule is found at its line and column', () => {
  const { placeOf } = csvToSchedule(TEMPLATES, 'UTC')
  expect(
    [
      '/shifts/2/end',
      '/employees/1/contract/maxHoursDay',
      '/employees/0/contractId',
      '/contracts/0/maxHoursWeek',
      '/employees/1/wishes/0/type',
      '/spots/0',
      '/timeZone',
      '/shifts/9',
    ].map(placeOf),
  ).toEqual([
    { table: 'shifts', line: 4, column: 'end' },
    { table: 'employees', line: 3, column: 'contract.maxHoursDay' },
    { table: 'employees', line: 2, column: 'contractId' },
    { table: 'contracts', line: 2, column: 'maxHoursWeek' },
    { table: 'wishes', line: 3, column: 'type' },
    { table: 'spots', line: 2, column: null },
    null,
    null,
  ])
})

test('there is a column for every field of the schema that a cell has room for', () => {
  const { spots, employees, shifts, contracts } = schema.properties
  const { contract, wishes } = employees.items.properties
  const { rules: _rules, quotas: _quotas, pay, ...limits } = contract.properties
  const { repeats, ...wish } = wishes.items.properties
  const ofRepeats = Object.keys(repeats.properties).map((name) => `repeats.${name}`)
  const namesOf = (table: keyof typeof COLUMNS): readonly string[] => COLUMNS[table].map(({ name }) => name).sort()
  const ofPay = Object.keys(pay.properties).map((name) => `pay.${name}`)
  const { rules: _shared, quotas: _sharedQuotas, pay: _sharedPay, ...shared } = contracts.items.properties
  expect(namesOf('contracts')).toEqual([...Object.keys(shared), ...ofPay].sort())
  expect(namesOf('spots')).toEqual(Object.keys(spots.items.properties).sort())
  // Where breaks lie is a list of times.
  const { seats, repeats: _ofShift, breaks: _breaks, takenFrom: _takenFrom, ...ofShift } = shifts.items.properties
  const ofSeats = Object.keys(seats.properties).map((name) => `seats.${name}`)
  expect(namesOf('shifts')).toEqual([...Object.keys(ofShift), ...ofSeats, ...ofRepeats, 'employeeName'].sort())
  expect(namesOf('wishes')).toEqual([...Object.keys(wish), ...ofRepeats, 'employeeId'].sort())
  const { absences, contracts: periods } = employees.items.properties
  expect(namesOf('absences')).toEqual([...Object.keys(absences.items.properties), 'employeeId'].sort())
  expect(namesOf('contractPeriods')).toEqual([...Object.keys(periods.items.properties), 'employeeId'].sort())
  const ofRotation = Object.keys(employees.items.properties.rotation.properties).map((name) => `rotation.${name}`)
  expect(namesOf('employees')).toEqual(
    ['id', 'name', 'skills', 'teams', 'contractId', 'home', ...Object.keys(limits).map((name) => `contract.${name}`), ...ofRotation, ...ofPay].sort(),
  )
  const { weeks, ...ofAll } = schema.properties.rotations.items.properties
  expect(weeks.items.minItems).toBe(DAY_COLUMNS.length)
  expect(namesOf('rotations')).toEqual([...Object.keys(ofAll), 'week', ...DAY_COLUMNS].sort())
  const { coverageRequirements, fairness } = schema.properties
  const { repeats: _repeats, who, ratioOf, ...requirement } = coverageRequirements.items.properties
  const ofWho = Object.keys(who.properties).map((name) => `who.${name}`)
  expect(Object.keys(ratioOf.properties.who.properties)).toEqual(Object.keys(who.properties))
  expect(namesOf('coverage')).toEqual(
    [...Object.keys(requirement), ...ofRepeats, ...ofWho, ...ofWho.map((name) => `ratioOf.${name}`), 'ratioOf.ratio'].sort(),
  )
  // Tables have no calendar, and so no periods of it.
  const { period: _period, ...evenly } = fairness.items.properties
  expect(namesOf('fairness')).toEqual(Object.keys(evenly).sort())
  const { demands, shiftTemplates } = schema.properties
  const { repeats: _again, ...demand } = demands.items.properties
  expect(namesOf('demands')).toEqual([...Object.keys(demand), ...ofRepeats].sort())
  expect(namesOf('templates')).toEqual(Object.keys(shiftTemplates.items.properties).sort())
  expect(namesOf('breakRules')).toEqual(Object.keys(schema.properties.breakRules.items.properties).sort())
  expect(namesOf('travel')).toEqual(Object.keys(schema.properties.travel.properties.matrix.items.properties).sort())
})

function problemsOf(tables: Partial<ScheduleTables>): readonly { readonly at: string; readonly detail: string }[] {
  const { problems } = csvToSchedule({ ...TEMPLATES, ...tables }, 'Europe/Copenhagen')
  return problems.map(({ detail, ...place }) => ({ at: csvPlaceText(place), detail }))
}
