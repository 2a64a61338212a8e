import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { csvPlaceText, csvToSchedule, type ScheduleTables } from './csv-schedule.ts'

const HEAD = 'id,name,week,monday,tuesday,wednesday,thursday,friday,saturday,sunday,anchor\n'
const TABLES: ScheduleTables = {
  employees: 'id,name,rotation,rotationOffset\n11,Anna,Two weeks,\n12,Bo,two,1\n13,Cai,,\n',
  rotations: `${HEAD}two,Two weeks,,early,early,early,early,early,off,off,1.3.2027\ntwo,,,late,late,late,late,off,off,Off,\n`,
  spots: 'id,name\n1,Ward\n',
  shifts: 'id,spot,start,end,tags\n1,1,2027-03-01 07:00,2027-03-01 15:00,early\n2,1,2027-03-01 15:00,2027-03-01 23:00,late\n',
}
const read = (tables: Partial<ScheduleTables>) => csvToSchedule({ ...TABLES, ...tables }, 'Europe/Copenhagen')
const problemsOf = (tables: Partial<ScheduleTables>): readonly string[] =>
  read(tables).problems.map(({ detail, ...place }) => `${csvPlaceText(place)}: ${detail}`)
/** What the reader of schedules says, at its place in the tables. */
const errorsOf = (tables: Partial<ScheduleTables>): readonly string[] => {
  const { schedule, problems, placeOf } = read(tables)
  expect(problems).toEqual([])
  const { errors, warnings } = readSubmission(schedule, { callback: 'optional' })
  return [...errors, ...warnings].map(({ code, pointer }) => `${csvPlaceText(placeOf(pointer)!)}: ${code}`)
}

describe('a rotation', () => {
  test('has a line for each of its weeks, and is named by its id or its name', () => {
    const { schedule, problems } = read({})
    expect(problems).toEqual([])
    const early = Array.from({ length: 5 }, () => 'early')
    const late = Array.from({ length: 4 }, () => 'late')
    expect(schedule).toMatchObject({
      rotations: [
        {
          id: 'two',
          name: 'Two weeks',
          weeks: [
            [...early, 'off', 'off'],
            [...late, 'off', 'off', 'off'],
          ],
          anchor: '2027-03-01',
        },
      ],
      employees: [{ rotation: { id: 'two' } }, { rotation: { id: 'two', offset: 1 } }, {}],
    })
    expect(schedule.employees[2]).not.toHaveProperty('rotation')
    expect(errorsOf({})).toEqual([])
  })

  test('has its weeks in the order of their numbers, wherever their lines stand', () => {
    const line = (id: string, week: number, tag: string): string => `${id},,${week},${tag},off,off,off,off,off,off,2027-03-01\n`
    const rotations = `${HEAD}${line('two', 2, 'late')}${line('7', 1, 'early')}${line('two', 1, 'early')}`
    const { schedule } = read({ rotations, employees: 'id,rotation\n11,7\n12,two\n' })
    const said = (schedule as unknown as { rotations: readonly { id: unknown; weeks: readonly (readonly string[])[] }[] }).rotations
    expect(said.map(({ id, weeks }) => [id, weeks.map(([monday]) => monday)])).toEqual([
      ['two', ['early', 'late']],
      [7, ['early']],
    ])
  })

  test('may be headed by short names of the days', () => {
    const rotations = 'Rotation;Anchor;Mon;Tue;We;Thu;Fri;Sat;Sunday\ntwo;2027-03-01;early;off;off;off;off;off;late\n'
    expect(read({ rotations, employees: 'id,rotation\n11,two\n' }).schedule).toMatchObject({
      rotations: [{ id: 'two', weeks: [['early', 'off', 'off', 'off', 'off', 'off', 'late']] }],
    })
  })

  test('is nothing of a schedule whose tables have none', () => {
    expect(read({ rotations: undefined, employees: 'id\n11\n' }).schedule).not.toHaveProperty('rotations')
  })
})

describe('rotations that are wrong are told at line and column', () => {
  const week = (cells: string): string => `two,,${cells}\n`
  const DAYS = 'early,off,off,off,off,off,off'
  for (const { title, rotations, problems } of [
    {
      title: 'a day that is empty',
      rotations: week('1,early,,off,off,off,off,off,2027-03-01'),
      problems: ['rotations.csv, line 2, column tuesday: The cell is empty.'],
    },
    {
      title: 'a line of no rotation',
      rotations: `${week(`,${DAYS},2027-03-01`)},,,${DAYS},\n`,
      problems: ['rotations.csv, line 3, column id: The cell is empty.'],
    },
    {
      title: 'two anchors',
      rotations: week(`1,${DAYS},2027-03-01`) + week(`2,${DAYS},2027-03-08`),
      problems: ['rotations.csv, line 3, column anchor: Line 2 says 2027-03-01 of the same rotation.'],
    },
    {
      title: 'a week that comes twice',
      rotations: week(`1,${DAYS},2027-03-01`) + week(`1,${DAYS},`),
      problems: ['rotations.csv, line 3, column week: Week 1 of the rotation stands in line 2 too.'],
    },
    {
      title: 'a week that no line can be',
      rotations: week(`1,${DAYS},2027-03-01`) + week(`3,${DAYS},`),
      problems: ['rotations.csv, line 3, column week: The rotation has 2 lines, and so no week 3.'],
    },
    {
      title: 'a week before the first',
      rotations: week(`0,${DAYS},2027-03-01`),
      problems: ['rotations.csv, line 2, column week: The rotation has 1 line, and so no week 0.'],
    },
    {
      title: 'a week that is not numbered beside one that is',
      rotations: week(`1,${DAYS},2027-03-01`) + week(`,${DAYS},`),
      problems: ['rotations.csv, line 3, column week: The cell is empty.'],
    },
    {
      title: 'an anchor that is no day',
      rotations: week(`1,${DAYS},Monday`),
      problems: ['rotations.csv, line 2, column anchor: "Monday" is no day. Write it like 2027-03-01 or 1.3.2027.'],
    },
  ])
    test(`${title}`, () => expect(problemsOf({ rotations: `${HEAD}${rotations}`, employees: 'id,rotation\n11,two\n' })).toEqual(problems))

  test('a day without its column', () => {
    expect(problemsOf({ rotations: 'id,monday\ntwo,early\n', employees: 'id,rotation\n11,two\n' })).toEqual([
      'rotations.csv, line 1: The columns tuesday, wednesday, thursday, friday, saturday, sunday are missing.',
    ])
  })

  test('what to write for a free day is said', () => {
    const [problem] = read({ rotations: `${HEAD}${week('1,early,,off,off,off,off,off,2027-03-01')}`, employees: 'id,rotation\n11,two\n' }).problems
    expect(problem!.hint).toBe('Write a tag, or off for a day without a shift.')
  })

  test('a rotation that no table has', () => {
    expect(problemsOf({ employees: 'id,rotation\n11,three\n' })).toEqual([
      'employees.csv, line 2, column rotation.id: "three" is not in rotations.csv.',
    ])
  })

  test('a table that cannot be read, alone', () => {
    expect(problemsOf({ rotations: 'id\n1,2\n' })).toEqual([expect.stringMatching(/^rotations\.csv, line 2: Cell 2/)])
  })

  test('and what the reader of schedules refuses', () => {
    expect(errorsOf({ rotations: `${HEAD}two,,,early,off,off,off,off,off,off,\n`, employees: 'id,rotation\n11,two\n' })).toEqual([
      'rotations.csv, line 2, column anchor: field-missing',
    ])
    expect(
      errorsOf({
        rotations: `${HEAD}two,,2,late,off,off,off,off,off,off,\ntwo,,1,early,off,off,ealry,off,off,off,2027-03-01\n`,
        employees: 'id,rotation,rotationOffset,rotation.priority\n11,two,0,5\n12,9,0,\n13,,2,\n',
      }),
    ).toEqual([
      'employees.csv, line 2, column rotation.priority: out-of-range',
      'employees.csv, line 3, column rotation.id: rotation-unknown',
      'employees.csv, line 4, column rotation.id: field-missing',
      'rotations.csv, line 3, column thursday: tag-unused',
    ])
  })
})
