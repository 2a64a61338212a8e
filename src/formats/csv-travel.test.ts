import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { csvPlaceText, csvToSchedule, type ScheduleTables } from './csv-schedule.ts'

const TABLES: ScheduleTables = {
  employees: 'id,name,home\n11,Anna,Hillside\n12,Bo,desk\n13,Cai,\n',
  spots: 'id,name\n1,Ward\n2,Desk\nA/3,Lab\n',
  shifts: 'id,spot,start,end\n1,Ward,2027-03-01 07:00,2027-03-01 15:00\n2,Desk,2027-03-01 15:00,2027-03-01 23:00\n',
  travel: 'from,to,minutes\nhillside,ward,0:25\nWard,Hillside,30\n1,Desk,10\nA/3,2,1:05\n',
}
const read = (tables: Partial<ScheduleTables>) => csvToSchedule({ ...TABLES, ...tables }, 'Europe/Copenhagen')
const problemsOf = (tables: Partial<ScheduleTables>): readonly string[] =>
  read(tables).problems.map(({ detail, hint, ...place }) => `${csvPlaceText(place)}: ${detail} ${hint}`)
/** What the reader of schedules says, at its place in the tables. */
const errorsOf = (tables: Partial<ScheduleTables>): readonly string[] => {
  const { schedule, problems, placeOf } = read(tables)
  expect(problems).toEqual([])
  const { errors, warnings } = readSubmission(schedule, { callback: 'optional' })
  return [...errors, ...warnings].map(({ code, pointer }) => `${csvPlaceText(placeOf(pointer)!)}: ${code}`)
}

describe('ways', () => {
  test('are a line each, between spots by id or name and homes as employees have them', () => {
    const { schedule, problems } = read({})
    expect(problems).toEqual([])
    expect(schedule).toMatchObject({
      employees: [{ home: 'Hillside' }, { home: 2 }, {}],
      travel: {
        matrix: [
          { from: 'Hillside', to: 1, minutes: 25 },
          { from: 1, to: 'Hillside', minutes: 30 },
          { from: 1, to: 2, minutes: 10 },
          { from: 'A/3', to: 2, minutes: 65 },
        ],
      },
    })
    expect(errorsOf({})).toEqual([])
  })

  test('are nothing of a schedule whose tables have none', () => {
    expect(read({ travel: undefined, employees: 'id\n11\n' }).schedule).not.toHaveProperty('travel')
  })

  test('lead to the place as it is written, where two differ by their capitals alone', () => {
    const employees = 'id,home\n11,north\n12,North\n13,a/3\n'
    const travel = 'from,to,minutes\nnorth,Ward,1\nNorth,Ward,2\na/3,Ward,3\nA/3,Ward,4\n'
    const { schedule, problems } = read({ employees, travel })
    expect(problems).toEqual([])
    expect((schedule as unknown as { travel: { matrix: readonly { from: unknown }[] } }).travel.matrix.map(({ from }) => from)).toEqual([
      'north',
      'North',
      'a/3',
      'A/3',
    ])
    expect(problemsOf({ employees, travel: `${travel}NORTH,Desk,5\n` })).toEqual([
      'travel.csv, line 6, column from: Several in spots.csv or among the homes of employees.csv are named "NORTH". Write the id of the one that is meant.',
    ])
  })

  for (const { travel, problem } of [
    {
      travel: 'Wrd,Desk,10',
      problem:
        'travel.csv, line 2, column from: "Wrd" is not in spots.csv or among the homes of employees.csv. Write an id or a name of it, such as Ward, Desk, Lab, Hillside.',
    },
    {
      travel: 'Ward,,10',
      problem: 'travel.csv, line 2, column to: The cell is empty. Fill it in every line: of merged cells only the first has anything.',
    },
    {
      travel: 'Ward,Desk,"0,5"',
      problem:
        'travel.csv, line 2, column minutes: "0,5" is no whole number of minutes. Write minutes, as 30 if hours are meant, or hours and minutes such as 37:30.',
    },
    {
      travel: 'Ward,Desk,',
      problem: 'travel.csv, line 2, column minutes: The cell is empty. Fill it in every line: of merged cells only the first has anything.',
    },
  ])
    test(`${travel} is refused at its line and column, with what to write`, () => {
      const employees = 'id,home\n11,Hillside\n'
      expect(problemsOf({ employees, travel: `from,to,minutes\n${travel}\nHillside,Ward,10\n` })).toEqual([problem])
    })

  test('that the reader of schedules refuses are found at theirs', () => {
    const employees = 'id,home\n11,Hillside\n12,Harbour\n'
    expect(errorsOf({ employees, travel: 'from,to,minutes\nHillside,1,1441\n1,Ward,5\n1,2,5\n1,2,6\n9,2,5\n' })).toEqual([
      'travel.csv, line 2, column minutes: out-of-range',
      'travel.csv, line 3, column to: travel-same-place',
      'travel.csv, line 5: travel-named-twice',
      'travel.csv, line 6, column from: place-unknown',
      'employees.csv, line 3, column home: home-unknown',
    ])
  })

  test('that are missing are told of the table', () => {
    expect(errorsOf({ employees: 'id,home\n11,Hillside\n', travel: 'from,to,minutes\nHillside,Ward,5\nHillside,Desk,5\nWard,A/3,5\n' })).toEqual([
      'travel.csv, line 1: travel-incomplete',
    ])
  })
})
