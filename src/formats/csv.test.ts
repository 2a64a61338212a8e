import { describe, expect, test } from 'vitest'
import { costsOf } from '../checker/costs.ts'
import { writeAccountsCsv, writeCsv, writeFairnessCsv, writePayrollCsv } from './csv.ts'
import { HOSTILE_NAMES, hostileRoster, smallRoster, solved } from './solved.fixture.ts'

test('a solved schedule is a line for each shift of the horizon, in local time', () => {
  const { schedule, roster } = smallRoster()
  expect(writeCsv(schedule, roster).split('\r\n')).toEqual([
    'id,spot,start,end,employeeId,employeeName',
    '2,Ward,2027-03-27T23:00:00+01:00,2027-03-28T07:00:00+02:00,11,Ann',
    '3,2,2027-03-29T07:00:00+02:00,2027-03-29T15:30:00+02:00,12,Bo',
    '4,Ward,2027-03-29T15:00:00+02:00,2027-03-29T23:00:00+02:00,,',
    '5,Ward,2027-03-29T15:00:00+02:00,2027-03-29T23:00:00+02:00,,',
    '6,Ward,2027-03-29T15:00:00+02:00,2027-03-29T23:00:00+02:00,,',
    '',
  ])
})

test('hours owed, worked and credited are a line for each account, in minutes', () => {
  const { schedule } = smallRoster()
  const account = { per: 'period', from: '2027-03-22', to: '2027-04-04', owed: 2400, worked: 1440, credited: 444, balance: -516 } as const
  const lines = writeAccountsCsv(schedule, [{ employeeId: schedule.employees[0]!.id, ...account }]).split('\r\n')
  expect(lines).toEqual([
    'employeeId,employeeName,per,from,to,owed,worked,credited,balance',
    '11,Ann,period,2027-03-22,2027-04-04,2400,1440,444,-516',
    '',
  ])
})

test('what fairness rules share is a line for each rule and employee', () => {
  const { schedule } = smallRoster()
  const rule = { id: 'h', name: 'Holidays', of: 'shifts', tags: [], weekdays: [], spotIndexes: [], employeeIndexes: [0], per: 'horizon' } as const
  const fairness = [{ ...rule, period: null, share: 'EQUAL', weight: 1, weights: null } as const]
  const [ann, bo] = schedule.employees
  const lines = writeFairnessCsv({ ...schedule, fairness }, [
    { id: 'h', employeeId: ann!.id, load: 3, share: 2.5, carry: 0.5 },
    { id: 'h', employeeId: bo!.id, load: 2, share: 2.5, carry: -0.5 },
  ]).split('\r\n')
  expect(lines).toEqual(['employeeId,employeeName,id,name,load,share,carry', '11,Ann,h,Holidays,3,2.5,0.5', '12,Bo,h,Holidays,2,2.5,-0.5', ''])
})

test('a payroll is a line for each line of a payslip, in minutes and minor units', () => {
  const at = (day: number): object => ({ spot: 1, start: `2027-03-0${day}T07:00Z`, end: `2027-03-0${day}T17:00Z`, employee: 11 })
  const { schedule, roster } = solved({
    timeZone: 'UTC',
    currency: 'EUR',
    payRules: [
      { id: 1, name: '=Week', kind: 'overtime', per: 'week', overMinutes: 900, percent: 150 },
      { id: 'hol', kind: 'surcharge', weekdays: ['TUESDAY'], amount: 60 },
      { id: 'use', name: 'Agency, once', kind: 'activation', amount: 5000 },
    ],
    spots: [{ id: 1 }],
    employees: [
      { id: 11, name: 'Ann', pay: { hourly: 1500 } },
      { id: 12, name: 'Bo', pay: { hourly: 1500 } },
    ],
    // Monday and Tuesday.
    shifts: [
      { id: 1, ...at(1) },
      { id: 2, ...at(2) },
    ],
  })
  // 20 h at 15.00; five of them half as much again; ten at 0.60.
  expect(writePayrollCsv(schedule, costsOf(schedule, roster)).split('\r\n')).toEqual([
    'employeeId,employeeName,kind,payRule,payRuleName,from,to,minutes,amount,currency',
    '11,Ann,regular,,,2027-03-01,2027-03-02,1200,30000,EUR',
    '11,Ann,surcharge,hol,,2027-03-01,2027-03-02,600,600,EUR',
    "11,Ann,overtime,1,'=Week,2027-03-01,2027-03-02,300,3750,EUR",
    '11,Ann,activation,use,"Agency, once",2027-03-01,2027-03-02,,5000,EUR',
    '',
  ])
})

test('a payroll has every line, also those for which an answer has no room', () => {
  const { schedule, roster } = solved({
    timeZone: 'UTC',
    payRules: [{ id: 1, kind: 'overtime', per: 'day', overMinutes: 60, percent: 150 }],
    spots: [{ id: 1 }],
    employees: [{ id: 11, pay: { hourly: 1500 } }],
    shifts: Array.from({ length: 28 }, (_, day) => ({
      id: day + 1,
      spot: 1,
      start: `2027-02-${String(day + 1).padStart(2, '0')}T07:00Z`,
      end: `2027-02-${String(day + 1).padStart(2, '0')}T15:00Z`,
      employee: 11,
    })),
  })
  const costs = costsOf(schedule, roster)
  const lines = writePayrollCsv(schedule, costs).trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(29)
  expect(lines.reduce((sum, line) => sum + Number(line.split(',')[8]), 0)).toBe(costs.total)
})

describe('whatever the names are', () => {
  const { schedule, roster } = hostileRoster()
  const lines = writeCsv(schedule, roster).split('\r\n')

  test('there are as many lines as shifts, and six cells in each', () => {
    expect(lines).toHaveLength(HOSTILE_NAMES.length + 2)
    for (const line of lines.slice(0, -1)) expect(cellsOf(line)).toHaveLength(6)
  })

  test('no cell of a name begins as a formula does, and none has a control character', () => {
    const names = lines.slice(1, -1).flatMap((line) => [cellsOf(line)[1]!, cellsOf(line)[5]!])
    expect(names.filter((name) => /^\s*[=+\-@]|\p{Cc}/u.test(name))).toEqual([])
    expect(names).toContain(`'=HYPERLINK("http://evil.example","x")`)
    expect(names).toContain("'-1")
    expect(names).toContain('half \uFFFD pair')
  })

  test('quotation marks are doubled, and names with commas are quoted', () => {
    expect(lines.join('\n')).toContain('"semi;colon, comma\\ backslash: ""quote"""')
  })
})

/** A reader of one line by RFC 4180. */
function cellsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!)
}
