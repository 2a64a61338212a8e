import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { tableOf } from './csv-columns.ts'
import { csvPlaceText, csvToSchedule, type ScheduleTables } from './csv-schedule.ts'

const TABLES: ScheduleTables = {
  employees: 'id,name,skills,teams\n11,Anna,nurse:3,full\n12,Bo,nurse,part\n',
  spots: 'id,name\n1,Ward\n2,Desk\n',
  shifts: 'id,spot,start,end,tags\n1,Ward,2027-03-01 07:00,2027-03-01 15:00,early\n2,Desk,2027-03-01 15:00,2027-03-01 23:00,late\n',
  coverage:
    'id,name,start,end,weekdays,from,to,spots,tags,skill,team,employees,min,ideal,max,ratio,ratioOf.who.team,priority\n' +
    'night,By night,2027-03-01,2027-03-07,Mon|TUE,22:00,6:00,Ward|2,,nurse:2,,,1,2,,,,1\n' +
    'many,,2027-03-01 08:00,2027-03-01 12:00,,,,,early|late,,,Anna|12,,,1,,,\n' +
    'two,,2027-03-01,2027-03-01,,,,,,,full,,,,,2,part,\n',
  fairness:
    'id,of,tags,weekdays,spots,employees,teams,per,share,weight\n1,Minutes,late,,,Anna|Bo,,WEEK,equal,\n2,refusedwishes,,Sat|Sun,,,part,,,3\n',
}
const read = (tables: Partial<ScheduleTables>) => csvToSchedule({ ...TABLES, ...tables }, 'Europe/Copenhagen')
/** What is wrong with the tables, and then what the reader of schedules says, at its place in them. */
function wrongIn(tables: Partial<ScheduleTables>): readonly string[] {
  const { schedule, problems, placeOf } = read(tables)
  if (problems.length > 0) return problems.map(({ detail, ...place }) => `${csvPlaceText(place)}: ${detail}`)
  const { errors } = readSubmission(schedule, { callback: 'optional' })
  return errors.map(({ code, pointer }) => `${csvPlaceText(placeOf(pointer)!)}: ${code}`)
}

describe('coverage.csv', () => {
  test('has a line for each requirement: when, where, who counts, how many, and of whom', () => {
    expect(wrongIn({})).toEqual([])
    expect(read({}).schedule).toMatchObject({
      coverageRequirements: [
        {
          id: 'night',
          name: 'By night',
          start: '2027-03-01T00:00:00+01:00',
          end: '2027-03-08T00:00:00+01:00',
          repeats: { weekdays: ['MONDAY', 'TUESDAY'], from: '22:00', to: '06:00' },
          spots: [1, 2],
          who: { skill: 1, minLevel: 2 },
          min: 1,
          ideal: 2,
          priority: 1,
        },
        { id: 'many', start: '2027-03-01T08:00:00+01:00', tags: ['early', 'late'], who: { employees: [11, 12] }, max: 1 },
        { id: 'two', who: { team: 1 }, ratioOf: { who: { team: 2 }, ratio: 2 } },
      ],
      skills: [{ id: 1, name: 'nurse' }],
      teams: [
        { id: 1, name: 'full' },
        { id: 2, name: 'part' },
      ],
    })
  })

  for (const { line, wrong } of [
    { line: '2027-03-01,,nurse,1,,', wrong: 'coverage.csv, line 2, column end: The cell is empty.' },
    { line: '2027-03-01,2027-03-02,nurse:12,1,,', wrong: 'coverage.csv, line 2, column who.minLevel: out-of-range' },
    { line: '2027-03-01,2027-03-02,nurse,3,,2', wrong: 'coverage.csv, line 2, column min: min-above-max' },
    { line: '2027-03-01,2027-03-02,nurse,many,,', wrong: 'coverage.csv, line 2, column min: wrong-type' },
  ]) {
    test(`says where a line is wrong: ${line}`, () => {
      expect(wrongIn({ coverage: `start,end,who.skill,min,ideal,max\n${line}\n` })).toEqual([wrong])
    })
  }
})

describe('fairness.csv', () => {
  test('has a line for each rule, its words in any capitals', () => {
    expect(read({}).schedule).toMatchObject({
      fairness: [
        { id: 1, of: 'minutes', tags: ['late'], employees: [11, 12], per: 'week', share: 'EQUAL' },
        { id: 2, of: 'refusedWishes', weekdays: ['SATURDAY', 'SUNDAY'], teams: [2], weight: 3 },
      ],
    })
  })

  test('says where a line is wrong', () => {
    expect(wrongIn({ fairness: 'of,employees\nnights,Anna\n' })).toEqual(['fairness.csv, line 2, column of: choice-unknown'])
    expect(wrongIn({ fairness: 'of,employees\nshifts,Cai\n' })).toEqual(['fairness.csv, line 2, column employees: "Cai" is not in employees.csv.'])
  })
})

test('schedules of tables without them ask for nothing of the kind', () => {
  const { schedule } = read({ coverage: undefined, fairness: undefined })
  expect(schedule).not.toHaveProperty('coverageRequirements')
  expect(schedule).not.toHaveProperty('fairness')
})

test('either table is known by its name, and by its columns', () => {
  expect(tableOf('coverageRequirements.csv', [])).toBe('coverage')
  expect(tableOf('who.csv', ['Start', 'End', 'Skill', 'Min'])).toBe('coverage')
  expect(tableOf('Ward fairness.csv', [])).toBe('fairness')
  expect(tableOf('even.csv', ['of', 'share'])).toBe('fairness')
})
