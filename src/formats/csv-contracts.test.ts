import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { csvPlaceText, csvToSchedule, type ScheduleTables } from './csv-schedule.ts'
import { CSV_TEMPLATES } from './csv-templates.ts'
import { COLUMNS } from './csv-columns.ts'

describe('contracts of tables', () => {
  const CONTRACTS = 'id,name,max hours week,contract.minWeeklyRestHours,CompleteWeekends\nfull,Full time,37:00,"35,5",yes\n7,Half,1110,,\n'
  const withContracts = (employees: string, contracts: string | null = CONTRACTS): ScheduleTables => ({
    spots: CSV_TEMPLATES['spots.csv'],
    employees,
    contracts: contracts ?? undefined,
    shifts: 'spot,start,end\nWard,2027-03-01 07:00,2027-03-01 15:00\n',
    wishes: undefined,
  })

  test('are named by id or by name, and stand once in the schedule', () => {
    const { schedule, problems } = csvToSchedule(withContracts('id,contractId\n1,FULL TIME\n2,full\n3,7\n4,\n'), 'UTC')
    expect(problems).toEqual([])
    expect(schedule).toMatchObject({
      contracts: [
        { id: 'full', name: 'Full time', maxHoursWeek: 2220, minWeeklyRestHours: 35.5, completeWeekends: true },
        { id: 7, name: 'Half', maxHoursWeek: 1110 },
      ],
      employees: [{ id: 1, contractId: 'full' }, { id: 2, contractId: 'full' }, { id: 3, contractId: 7 }, { id: 4 }],
    })
    const { submission, errors, warnings } = readSubmission(schedule, { callback: 'optional' })
    expect([errors, warnings.map(({ code }) => code)]).toEqual([[], ['skill-unheld']])
    expect(submission!.schedule.employees.map(({ contract }) => contract.name)).toEqual(['Full time', 'Full time', 'Half', null])
  })

  test('say what the same columns at employees say', () => {
    const limits = COLUMNS.contracts.filter(({ name }) => !['id', 'name'].includes(name) && !name.startsWith('pay.'))
    const cells = limits.map(({ kind }, at) => (kind === 'yesNo' ? 'true' : String(at + 1)))
    const own = `id,${limits.map(({ name }) => `contract.${name}`).join(',')}\n1,${cells.join(',')}\n`
    const shared = `id,${limits.map(({ name }) => name).join(',')}\n5,${cells.join(',')}\n`
    const { schedule } = csvToSchedule(withContracts('id,contract\n1,5\n', shared), 'UTC')
    const { schedule: long } = csvToSchedule(withContracts(own, null), 'UTC')
    expect((schedule as { contracts?: readonly object[] }).contracts).toEqual([{ id: 5, ...(long.employees[0]!['contract'] as object) }])
    expect(long).not.toHaveProperty('contracts')
  })

  for (const { title, employees, contracts, at, detail } of [
    {
      title: 'that nobody wrote',
      employees: 'id,contractId\n1,Half\n2,Third\n',
      contracts: CONTRACTS,
      at: 'employees.csv, line 3, column contractId',
      detail: '"Third" is not in contracts.csv.',
    },
    {
      title: 'two of which have the name',
      employees: 'id,contractId\n1,Half\n',
      contracts: 'id,name\n1,Half\n2,half\n',
      at: 'employees.csv, line 2, column contractId',
      detail: 'Several in contracts.csv are named "Half".',
    },
    {
      title: 'without a table of them',
      employees: 'id,contractId\n1,Half\n',
      contracts: null,
      at: 'employees.csv, line 2, column contractId',
      detail: '"Half" is not in contracts.csv.',
    },
    {
      title: 'in hours where minutes are meant',
      employees: 'id\n1\n',
      contracts: 'id,maxHoursWeek\n1,\n2,"37,5"\n',
      at: 'contracts.csv, line 3, column maxHoursWeek',
      detail: '"37,5" is no whole number of minutes.',
    },
    {
      title: 'in a table that cannot be read, told alone',
      employees: 'id,contractId\n1,Half\n',
      contracts: 'id\n1,2\n',
      at: 'contracts.csv, line 2',
      detail: expect.stringContaining('Cell 2') as string,
    },
  ]) {
    test(`${title} are refused there`, () => {
      const { problems } = csvToSchedule(withContracts(employees, contracts), 'UTC')
      expect(problems.map((problem) => ({ at: csvPlaceText(problem), detail: problem.detail }))).toEqual([{ at, detail }])
    })
  }

  test('that the reader refuses are found at their row and column', () => {
    const { schedule, placeOf } = csvToSchedule(
      withContracts('id,contractId,contract.maxHoursDay\n1,Half,\n2,Half,480\n3,8,\n', 'id,name,maxHoursWeek\n7,Half,-5\n'),
      'UTC',
    )
    const { errors } = readSubmission(schedule, { callback: 'optional' })
    expect(errors.map(({ code, pointer }) => [code, csvPlaceText(placeOf(pointer)!)])).toEqual([
      ['out-of-range', 'contracts.csv, line 2, column maxHoursWeek'],
      ['contract-unclear', 'employees.csv, line 3, column contractId'],
      ['contract-unknown', 'employees.csv, line 4, column contractId'],
    ])
  })
})
