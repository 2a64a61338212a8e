import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { COLUMNS } from './csv-columns.ts'
import { csvPlaceText, csvToSchedule, type ScheduleTables } from './csv-schedule.ts'
import schema from '../../schedule.schema.json' with { type: 'json' }

const TABLES: ScheduleTables = {
  contracts: 'id,name,maxHoursWeek,hourly,payRules\nfull,Full time,37:00,2100,week|night\nhelp,Helper,,1500,\n',
  employees: 'id,name,contractId,pay.hourly,pay.payRules\n1,Anna,full,,\n2,Bo,help,1875,called in\n',
  spots: 'id,name\n1,Till\n2,Bakery\n',
  shifts: 'id,spot,start,end,tags\n1,Till,2027-03-01 07:00,2027-03-01 15:00,early\n',
  payRules:
    'id,Kind,name,reference,per,overMinutes,from,to,on,weekdays,tags,percent,amount\n' +
    'week,Overtime,Above the week,Article 4,Week,37:00,,,,,,125,\n' +
    'night,surcharge,,,,,22:00,06:00,Holiday,Sat|Sun,early,150,\n' +
    'called in,ACTIVATION,,,,,,,,,,,5000\n',
  budgets: 'name,per,spots,max,weight,priority\nShop,week,,650000,,\nBakery,Day,bakery|1,150000,3,2\n',
}

describe('tables of pay', () => {
  test('say what people are paid, by which rules, and what may be paid', () => {
    const { schedule, problems, warnings } = csvToSchedule(TABLES, 'UTC')
    expect([problems, warnings]).toEqual([[], []])
    expect(schedule).toMatchObject({
      contracts: [
        { id: 'full', pay: { hourly: 2100, payRules: ['week', 'night'] } },
        { id: 'help', pay: { hourly: 1500 } },
      ],
      payRules: [
        { id: 'week', kind: 'overtime', name: 'Above the week', reference: 'Article 4', per: 'week', overMinutes: 2220, percent: 125 },
        {
          id: 'night',
          kind: 'surcharge',
          from: '22:00',
          to: '06:00',
          on: 'holiday',
          weekdays: ['SATURDAY', 'SUNDAY'],
          tags: ['early'],
          percent: 150,
        },
        { id: 'called in', kind: 'activation', amount: 5000 },
      ],
      budgets: [
        { id: 1, name: 'Shop', per: 'week', max: 650_000 },
        { id: 2, name: 'Bakery', per: 'day', spots: [2, 1], max: 150_000, weight: 3, priority: 2 },
      ],
    })
    expect(schedule.employees).toEqual([
      { id: 1, name: 'Anna', contractId: 'full' },
      { id: 2, name: 'Bo', contractId: 'help', pay: { hourly: 1875, payRules: ['called in'] } },
    ])
    const { submission, errors } = readSubmission(schedule, { callback: 'optional' })
    expect(errors).toEqual([])
    expect(submission!.schedule.pay!.budgets.map(({ spotIndexes }) => spotIndexes)).toEqual([[], [1, 0]])
  })

  test('that are wrong are refused at their line and column', () => {
    const wrong = {
      employees: 'id,name,contractId,pay.hourly,pay.payRules\n1,Anna,full,18.5,\n2,Bo,help,1500,weak\n',
      payRules: 'id,kind,per,overMinutes,percent\nweek,overtime,week,37:00,90\nnight,overtime,week,38:00,150\ncalled in,overtime,week,40:00,150\n',
      budgets: 'per,max\nweek,lots\n',
    }
    const { schedule, problems, placeOf } = csvToSchedule({ ...TABLES, ...wrong }, 'UTC')
    expect(problems).toEqual([])
    const { errors } = readSubmission(schedule, { callback: 'optional' })
    expect(errors.map(({ code, pointer }) => `${code} in ${csvPlaceText(placeOf(pointer)!)}`)).toEqual([
      'not-an-integer in employees.csv, line 2, column pay.hourly',
      'pay-rule-unknown in employees.csv, line 3, column pay.payRules',
      'out-of-range in payRules.csv, line 2, column percent',
      'wrong-type in budgets.csv, line 2, column max',
    ])
  })

  test('with a kind or a time that there is not are refused there', () => {
    const wrong = { payRules: 'id,kind\nweek,bonus\n', budgets: 'per,max\nyear,1\n' }
    const { schedule, problems, placeOf } = csvToSchedule({ ...TABLES, ...wrong }, 'UTC')
    expect(problems).toEqual([])
    const unknown = readSubmission(schedule, { callback: 'optional' }).errors.filter(({ code }) => code === 'choice-unknown')
    expect(unknown.map(({ pointer }) => csvPlaceText(placeOf(pointer)!))).toEqual([
      'payRules.csv, line 2, column kind',
      'budgets.csv, line 2, column per',
    ])
    const empty = csvToSchedule({ ...TABLES, budgets: 'per,max\n,2\n' }, 'UTC')
    expect(empty.problems.map((problem) => csvPlaceText(problem))).toEqual(['budgets.csv, line 2, column per'])
  })

  test('have a column for every field but periods, of which tables have no calendar', () => {
    const { payRules, budgets } = schema.properties
    const fieldsOf = (objects: readonly { readonly properties: object }[]): readonly string[] =>
      [...new Set(objects.flatMap(({ properties }) => Object.keys(properties)))].filter((name) => name !== 'period').sort()
    expect(COLUMNS.payRules.map(({ name }) => name).sort()).toEqual(fieldsOf(payRules.items.anyOf))
    expect(COLUMNS.budgets.map(({ name }) => name).sort()).toEqual(fieldsOf([budgets.items]))
  })
})
