import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import type { Schedule } from '../model/schedule.ts'
import type { Solution } from '../model/solution.ts'
import type { Minute } from '../model/units.ts'
import { readSubmission } from './read-schedule.ts'
import { readSolution } from './read-solution.ts'
import { CallbackPayload, SolutionDocumentSchema } from './schemas/answers.ts'
import { fullDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'
import { writeSolution } from './write-solution.ts'
import { NO_MARKS } from '../model/job.ts'

const posted = fullDocument()
posted.shifts[2].colour = 'red'
const schedule = readSubmission(posted, { callback: 'required' }).submission!.schedule

const minute = (value: number): Minute => value as Minute

function solutionWith(roster: readonly number[]): Solution {
  return {
    roster: Int32Array.from(roster),
    score: [0, 10, 0, 5],
    bound: [0, 8, 0, 0],
    noBoundReason: null,
    boundLeavesOut: [],
    fairness: [],
    stopReason: 'TIME_LIMIT',
    violations: [
      {
        setting: 'desired',
        priority: 1,
        penalty: 10,
        matchCount: 1,
        units: 2,
        matches: [
          {
            shiftIds: [],
            employeeIds: [schedule.employees[0]!.id],
            date: '2026-03-06',
            amount: 2,
            unit: 'wish',
            penalty: 10,
            text: 'Ada wished an early shift.',
          },
        ],
      },
    ],
    freePeriods: {
      selections: [
        {
          requirementId: 1,
          employeeId: schedule.employees[0]!.id,
          // From Thursday 2026-02-26 07:00, before the calendar begins on the 28th, to Monday 2026-04-06 00:00, in summer time.
          start: minute(-41 * 60),
          end: minute(37 * 1440 - 60),
          minutes: 37 * 1440 + 40 * 60,
          units: 37,
          localDates: ['2026-02-27'],
        },
      ],
      residualFreeDays: [{ requirementId: 1, employeeId: schedule.employees[0]!.id, date: '2026-03-03' }],
      unresolved: [{ requirementId: 1, employeeId: schedule.employees[0]!.id, missingUnits: 1, missingLocalDates: ['2026-03-07'] }],
    },
    accounts: [],
    openAtEnd: [
      {
        employeeId: schedule.employees[0]!.id,
        setting: 'minWeeklyRestMinutes',
        date: '2026-03-30',
        until: minute(37 * 1440 - 60),
        text: 'Ada rests.',
      },
    ],
    unassigned: [
      {
        shiftId: schedule.shifts[3]!.id,
        cause: 'Nobody is there.',
        employees: [{ employeeId: schedule.employees[1]!.id, scoreChange: [-20, 0, 0, 1], settings: ['evenShiftDistribution'] }],
        complete: true,
      },
    ],
    changes: [],
    affectedEmployees: [],
    leastChanges: { count: 0, proved: true, text: 'Nothing had to change.' },
    alternatives: [],
    coverage: [],
    costs: { paidMinutes: 480 },
    statistics: { solveMs: 1000, firstRosterMs: 5, moves: 12345, threads: 1, seed: 42 },
  }
}

describe('writeSolution', () => {
  const written = writeSolution(posted, schedule, solutionWith([0, 0, 1, -1]))

  test('gives the shifts back as posted, with the employee filled in or null', () => {
    expect(written.shifts).toEqual([
      { ...posted.shifts[0], employee: 1 },
      { ...posted.shifts[1], employee: 1 },
      { ...posted.shifts[2], employee: 2 },
      { ...posted.shifts[3], employee: null },
    ])
  })

  test('counts priorities from one and computes the gap', () => {
    expect(written.constraintRelease).toMatchObject([{ setting: 'desired', priority: 2, penalty: 10 }])
    expect([written.score, written.bound, written.gap]).toEqual([[0, 10, 0, 5], [0, 8, 0, 0], 0.2])
    expect(writeSolution(posted, schedule, { ...solutionWith([0, 0, 1, -1]), bound: null })).toMatchObject({ bound: null, gap: null })
  })

  test('writes free periods in the schedule’s time zone, with the offset of each moment', () => {
    const owner = { requirementId: 1, employeeId: 1 }
    expect(written.freePeriodSelections).toEqual([
      {
        ...owner,
        startsAt: '2026-02-26T07:00:00+01:00',
        endsAt: '2026-04-06T00:00:00+02:00',
        minutes: 37 * 1440 + 40 * 60,
        units: 37,
        localDates: ['2026-02-27'],
      },
    ])
    expect(written.residualFreeDays).toEqual([{ ...owner, date: '2026-03-03' }])
    expect(written.openAtEnd).toEqual([
      {
        employeeId: schedule.employees[0]!.id,
        setting: 'minWeeklyRestMinutes',
        date: '2026-03-30',
        until: '2026-04-06T00:00:00+02:00',
        text: 'Ada rests.',
      },
    ])
    expect(written.unresolvedFreePeriodRequirements).toEqual([{ ...owner, missingUnits: 1, missingLocalDates: ['2026-03-07'] }])
  })

  test('has exactly the fields that its schema documents', () => {
    expect([...Value.Errors(SolutionDocumentSchema, written)]).toEqual([])
    expect(Object.keys(written).toSorted()).toEqual(Object.keys(SolutionDocumentSchema.properties).toSorted())
    expect(Value.Check(CallbackPayload, { type: 'schedule.solved', solverProblemId: '1', status: 'SOLVED', ...NO_MARKS, ...written })).toBe(true)
  })

  test('refuses a roster of another schedule', () => {
    expect(() => writeSolution(posted, schedule, solutionWith([0]))).toThrow('Invariant broken')
  })
})

describe('readSolution', () => {
  const shifts = (employees: readonly (number | null)[]): AnyJson => ({ shifts: employees.map((employee, index) => ({ id: 100 + index, employee })) })
  const problems = (document: unknown, of: Schedule = schedule): string[] =>
    readSolution(document, of).errors.map((error) => `${error.pointer} ${error.code}`)

  test('reads back the roster that was written', () => {
    const { roster, errors } = readSolution(JSON.parse(JSON.stringify(writeSolution(posted, schedule, solutionWith([0, 0, 1, -1])))), schedule)
    expect(errors).toEqual([])
    expect([...roster!]).toEqual([0, 0, 1, -1])
  })

  test('takes the shifts in any order', () => {
    const { roster } = readSolution({ shifts: shifts([1, 1, null, 2]).shifts.toReversed() }, schedule)
    expect([...roster!]).toEqual([0, 0, -1, 1])
  })

  for (const [title, document, expected] of [
    ['no object', [], [' wrong-type']],
    ['nothing', null, [' wrong-type']],
    ['no shifts', {}, ['/shifts field-missing']],
    [
      'shifts of another type',
      { shifts: {} },
      ['/shifts wrong-type', '/shifts shift-missing', '/shifts shift-missing', '/shifts shift-missing', '/shifts shift-missing'],
    ],
    ['a shift of another schedule', { shifts: [...shifts([1, 1, null, null]).shifts, { id: 999, employee: null }] }, ['/shifts/4/id shift-unknown']],
    ['a shift twice', { shifts: [...shifts([1, 1, null, null]).shifts, { id: 102, employee: null }] }, ['/shifts/4/id id-duplicate']],
    ['a shift missing', shifts([1, 1, null]), ['/shifts shift-missing']],
    ['an unknown employee', shifts([1, 1, 9, null]), ['/shifts/2/employee employee-unknown']],
    ['an employee that nobody is', shifts([1, 1, 'Ada' as AnyJson, null]), ['/shifts/2/employee employee-unknown']],
    ['no employee', { shifts: [...shifts([1, 1, null]).shifts, { id: 103 }] }, ['/shifts/3/employee field-missing']],
    ['a fixed shift given to another', shifts([1, 2, null, null]), ['/shifts/1/employee decided-shift-changed']],
    ['a historic shift emptied', shifts([null, 1, null, null]), ['/shifts/0/employee decided-shift-changed']],
    ['a shift that is a number', { shifts: [7, ...shifts([1, 1, null, null]).shifts] }, ['/shifts/0 wrong-type']],
  ] as const) {
    test(`${title} is answered at its place`, () => {
      expect(problems(document)).toEqual(expected)
      expect(readSolution(document, schedule).roster).toBeNull()
    })
  }
})
