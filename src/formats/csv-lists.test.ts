import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { csvPlaceText, csvToSchedule, type ScheduleTables } from './csv-schedule.ts'

const TABLES: ScheduleTables = {
  contracts: 'id,name,maxHoursWeek,minHoursWeek\n1,Full time,37:00,37:00\n2,Part time,22:12,22:12\n',
  employees: 'id,name,contractId\n11,Anna,Full time\n12,Bo,\n',
  spots: 'id,name\n1,Ward\n',
  shifts: 'id,spot,start,end\n101,Ward,2027-03-01 07:00,2027-03-01 15:00\n',
}
const read = (tables: Partial<ScheduleTables>) => csvToSchedule({ ...TABLES, ...tables }, 'Europe/Copenhagen')
const problemsOf = (tables: Partial<ScheduleTables>): readonly string[] =>
  read(tables).problems.map(({ detail, ...place }) => `${csvPlaceText(place)}: ${detail}`)

describe('contracts that change', () => {
  test('are a line for each of their periods', () => {
    const contractPeriods = 'employee,contract,start,end\nBo,full time,,14.3.2027\n12,2,2027-03-15 00:00,\n'
    const { schedule, problems } = read({ contractPeriods })
    expect(problems).toEqual([])
    expect(schedule.employees[1]!['contracts']).toEqual([
      { contractId: 1, end: '2027-03-14' },
      { contractId: 2, start: '2027-03-15' },
    ])
    const { errors, submission } = readSubmission(schedule, { callback: 'optional' })
    expect(errors).toEqual([])
    expect(submission!.schedule.employees[1]!.contracts?.map(({ contract }) => contract.name)).toEqual(['Full time'])
  })

  test('are found where the reader refuses them', () => {
    const contractPeriods = 'employeeId,contractId,start,end\n12,1,,2027-03-14\n11,1,,\n12,2,2027-03-14,\n'
    const { schedule, placeOf } = read({ contractPeriods })
    const { errors } = readSubmission(schedule, { callback: 'optional' })
    expect(errors.map(({ code, pointer }) => `${csvPlaceText(placeOf(pointer)!)}: ${code}`)).toEqual([
      'contractPeriods.csv, line 3: contract-unclear',
      'contractPeriods.csv, line 4: contracts-overlap',
    ])
  })

  for (const { cell, detail } of [
    {
      cell: '46100',
      detail: '"46100" is no day. A spreadsheet keeps days as such numbers: give the column a format of date and time before it is saved.',
    },
    { cell: '3/15/2027', detail: '"3/15/2027" is no day. With slashes nobody knows which is the day and which the month.' },
    { cell: '2027-02-29', detail: 'There is no "2027-02-29" in the calendar.' },
    { cell: '31.6.2027', detail: 'There is no "31.6.2027" in the calendar.' },
    { cell: '2027-13-01', detail: 'There is no "2027-13-01" in the calendar.' },
    { cell: '2027-03-15 12:00', detail: '"2027-03-15 12:00" has a time of day, where days alone count.' },
    { cell: 'Monday', detail: '"Monday" is no day.' },
  ])
    test(`do not begin on ${cell}`, () => {
      const problems = problemsOf({ contractPeriods: `employeeId,contractId,start\n12,1,${cell}\n` })
      expect(problems).toEqual([`contractPeriods.csv, line 2, column start: ${detail} Write it like 2027-03-01 or 1.3.2027.`])
    })

  test('name a contract and somebody who are there', () => {
    expect(problemsOf({ contractPeriods: 'employeeId,contractId\n12,Half\n13,1\n' })).toEqual([
      'contractPeriods.csv, line 2, column contractId: "Half" is not in contracts.csv.',
      'contractPeriods.csv, line 3, column employeeId: 13 is not in employees.csv.',
    ])
  })
})

describe('absences', () => {
  test('are a line each, with a credit in minutes or hours and minutes', () => {
    const absences =
      'employeeId,start,end,kind,creditMinutesPerDay,weekdays\nAnna,2027-03-01,2027-03-14,leave,7:24,Mon|tuesday|WE|Thu.|FRIDAY\n12,1.3.2027 12:00,1.3.2027 15:00,,,\n'
    const { schedule, problems } = read({ absences })
    expect(problems).toEqual([])
    expect(schedule.employees.map((employee) => employee['absences'])).toEqual([
      [
        {
          start: '2027-03-01T00:00:00+01:00',
          end: '2027-03-15T00:00:00+01:00',
          kind: 'leave',
          creditMinutesPerDay: 444,
          weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'],
        },
      ],
      [{ start: '2027-03-01T12:00:00+01:00', end: '2027-03-01T15:00:00+01:00' }],
    ])
    expect(readSubmission(schedule, { callback: 'optional' }).errors).toEqual([])
  })

  test('are found where the reader refuses them', () => {
    const { schedule, placeOf } = read({
      absences: 'employeeId,start,end,creditMinutesPerDay\n11,2027-03-02,2027-03-01,\n12,2027-03-01,2027-03-01,1500\n',
    })
    const { errors } = readSubmission(schedule, { callback: 'optional' })
    expect(errors.map(({ pointer }) => csvPlaceText(placeOf(pointer)!))).toEqual([
      'absences.csv, line 2, column end',
      'absences.csv, line 3, column creditMinutesPerDay',
    ])
  })

  test('want hours as hours and minutes, and weekdays by their names', () => {
    expect(problemsOf({ absences: 'employeeId,start,end,creditMinutesPerDay,weekdays\n11,2027-03-01,2027-03-01,"7,4",Montag\n' })).toEqual([
      'absences.csv, line 2, column creditMinutesPerDay: "7,4" is no whole number of minutes.',
      'absences.csv, line 2, column weekdays: "Montag" is no weekday.',
    ])
  })
})

describe('wishes', () => {
  test('repeat on weekdays, at times of day', () => {
    const wishes =
      'employeeId,type,start,end,weekdays,from,to,everyWeeks\nAnna,available,2027-03-01,2027-06-30,Mon|Thu,7:00,24:00,2\nBo,UNDESIRED,2027-03-01,2027-03-31,SU,,,\n'
    const { schedule, problems } = read({ wishes })
    expect(problems).toEqual([])
    expect(schedule.employees.map((employee) => (employee['wishes'] as Record<string, unknown>[])[0])).toEqual([
      expect.objectContaining({ type: 'AVAILABLE', repeats: { weekdays: ['MONDAY', 'THURSDAY'], from: '07:00', to: '24:00', everyWeeks: 2 } }),
      expect.objectContaining({ repeats: { weekdays: ['SUNDAY'] } }),
    ])
    expect(readSubmission(schedule, { callback: 'optional' }).errors).toEqual([])
  })

  test('say what is no time of day, and are found where the reader refuses them', () => {
    const wishes = (cell: string): string => `employeeId,type,start,end,weekdays,from\n11,AVAILABLE,2027-03-01,2027-03-31,Mon,${cell}\n`
    expect(['7:00 PM', '24:01', '7'].flatMap((cell) => problemsOf({ wishes: wishes(cell) }))).toEqual([
      'wishes.csv, line 2, column repeats.from: "7:00 PM" is no time of day. The clock has 24 hours: 7:00 PM is 19:00. Write it like 07:00, up to 24:00.',
      'wishes.csv, line 2, column repeats.from: "24:01" is no time of day. Write it like 07:00, up to 24:00.',
      'wishes.csv, line 2, column repeats.from: "7" is no time of day. Write it like 07:00, up to 24:00.',
    ])
    const { schedule, placeOf } = read({ wishes: 'employeeId,type,start,end,weekdays,everyWeeks\n11,AVAILABLE,2027-03-01,2027-03-31,Mon,0\n' })
    const { errors } = readSubmission(schedule, { callback: 'optional' })
    expect(errors.map(({ pointer }) => csvPlaceText(placeOf(pointer)!))).toEqual(['wishes.csv, line 2, column repeats.everyWeeks'])
  })
})

test('a shift that repeats begins and ends with days', () => {
  const shifts = 'id,spot,start,end,weekdays,from,to\nearly,Ward,1.3.2027,7.3.2027,Mon|Tue,7:00,15:00\nlate,Ward,1.3.2027,7.3.2027,,,\n'
  const { schedule, problems } = csvToSchedule({ spots: 'id,name\n1,Ward\n', employees: 'id,name\n11,Anna\n', shifts }, 'UTC')
  expect(schedule.shifts[0]).toEqual({
    id: 'early',
    spot: 1,
    start: '2027-03-01T00:00:00+00:00',
    end: '2027-03-08T00:00:00+00:00',
    repeats: { weekdays: ['MONDAY', 'TUESDAY'], from: '07:00', to: '15:00' },
  })
  expect(problems).toMatchObject([
    { line: 3, column: 'start' },
    { line: 3, column: 'end' },
  ])
})
