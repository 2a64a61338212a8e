import { describe, expect, test } from 'vitest'
import { roundDocument, roundSchedule } from '../api/seats.fixture.ts'
import { judge } from '../checker/check.ts'
import { NOBODY, rosterAsPosted } from '../model/roster.ts'
import { diff } from './diff.ts'
import { explainEmptyShifts } from './empty-shifts.ts'
import { evaluate } from './evaluate.ts'
import { recommend } from './recommend.ts'
import { writeRoster } from './write-roster.ts'

const SEATS = { min: 2, ideal: 3, max: 4 }
const schedule = roundSchedule({ seats: SEATS })
const rosterOf = (...people: number[]): Int32Array => Int32Array.from([...people, NOBODY, NOBODY, NOBODY, NOBODY].slice(0, 4).concat(NOBODY))

describe('what empty seats cost', () => {
  for (const { people, must, wanted } of [
    { people: [], must: 2, wanted: 1 },
    { people: [0], must: 1, wanted: 1 },
    { people: [0, 1], must: 0, wanted: 1 },
    { people: [0, 1, 2], must: 0, wanted: 0 },
    { people: [0, 1, 2, 3], must: 0, wanted: 0 },
  ]) {
    test(`${people.length} of {min 2, ideal 3, max 4}: ${must} that must be filled, ${wanted} that is wanted`, () => {
      const { violations } = judge(schedule, rosterOf(...people))
      const unitsOf = (name: string): number =>
        violations.find(({ setting }) => setting === name)?.matches.filter(({ shiftIds }) => shiftIds.includes(7 as never))[0]?.amount ?? 0
      expect([unitsOf('assignShift'), unitsOf('assignOptionalShift')]).toEqual([must, wanted])
    })
  }

  test('is the same whichever of the seats people have', () => {
    const gap = Int32Array.from([NOBODY, NOBODY, 2, 0, NOBODY])
    expect(judge(schedule, gap).score).toEqual(judge(schedule, rosterOf(0, 2)).score)
  })

  test('is told once for each shift', () => {
    const texts = judge(schedule, rosterOf(0)).violations.flatMap(({ matches }) => matches.map(({ text }) => text))
    expect(texts).toEqual([
      'Round (2026-03-02 08:00–12:00): 1 of 2 seats that must be filled is filled.',
      'Nobody works the mandatory Late (2026-03-02 15:00–23:00).',
      'Round (2026-03-02 08:00–12:00): 2 of 3 seats that are wanted are filled.',
    ])
  })

  test('names a shift once where a rule is about several of its seats', () => {
    const coverage = { coverageCompetencyRequirements: [{ id: 1, skill: 5, minimumCount: 1, shiftIds: [7] }] }
    const { violations } = judge(roundSchedule({ seats: SEATS }, coverage), rosterOf(0, 1))
    expect(violations.find(({ setting }) => setting === 'coverageCompetency')!.matches[0]!.shiftIds).toEqual([7])
  })

  test('a roster in which somebody has two seats of one shift is none', () => {
    expect(() => judge(schedule, rosterOf(0, 0))).toThrow('nobody has two seats of shift 7')
  })
})

describe('who came with a shift', () => {
  const settings = { keepAssignment: { firstPriorityWeight: 0, secondPriorityWeight: 5, thirdPriorityWeight: 0, fourthPriorityWeight: 0 } }
  const kept = roundSchedule({ seats: SEATS, employees: [1, 2] }, { settings })
  const keeping = (...people: number[]) => judge(kept, rosterOf(...people)).violations.find(({ setting }) => setting === 'keepAssignment')

  test('is kept on whichever seat', () => expect(keeping(1, 2, 0)).toBeUndefined())

  test('has changed hands when on none of them, told with who came instead', () => {
    expect(keeping(1, 3)).toMatchObject({
      penalty: 5,
      matches: [{ employeeIds: [1, 4], text: expect.stringContaining('came with Ada, and Dot works it now.') }],
    })
    expect(keeping(1)).toMatchObject({
      penalty: 5,
      matches: [{ employeeIds: [1], text: expect.stringContaining('came with Ada, and nobody works that seat now.') }],
    })
  })

  test('is told by who left and who came, not by seats', () => {
    const { changes, employees } = diff({ schedule: kept, before: rosterAsPosted(kept), after: rosterOf(3, 1, 2) })
    expect(changes).toMatchObject([
      { shiftId: 7, before: 1, after: 3 },
      { shiftId: 7, before: null, after: 4 },
    ])
    expect(employees.map(({ employeeId }) => employeeId)).toEqual([1, 3, 4])
    expect(diff({ schedule: kept, before: rosterOf(0, 1), after: rosterOf(1, 0) }).changes).toEqual([])
  })
})

test('a shift with empty seats is explained once, for those who are not on it', () => {
  const [round, late] = explainEmptyShifts(schedule, rosterOf(0))
  expect(round).toMatchObject({ shiftId: 7, emptySeats: 2 })
  expect(round!.employees.map(({ employeeId }) => employeeId)).toEqual([2, 3, 4])
  expect(late).not.toHaveProperty('emptySeats')
  expect(explainEmptyShifts(schedule, rosterOf(0, 1, 2)).map(({ shiftId }) => shiftId)).toEqual([8])
  const everybody = roundSchedule({ seats: { min: 5 } })
  expect(explainEmptyShifts(everybody, Int32Array.from([0, 1, 2, 3, NOBODY, 0]))).toMatchObject([
    { shiftId: 7, cause: 'Everybody is on it already.' },
  ])
})

test('seats that nobody misses are not counted as empty', () => {
  expect(evaluate({ schedule, roster: rosterOf(0), matchLimit: 1 })).toMatchObject({
    assignedShifts: 1,
    emptyMandatoryShifts: 2,
    emptyOptionalShifts: 1,
  })
})

describe('who could work a shift with seats', () => {
  const asked = { schedule, roster: rosterOf(0, 1), shift: 0, limit: 10, asItStands: false }

  test('is everybody who is not on it, for an empty seat', () => {
    const { employeeId, employees } = recommend(asked)
    expect(employeeId).toBeNull()
    expect(employees.map((each) => each.employeeId)).toEqual([3, 4])
  })

  test('is also who has the seat that is asked about', () => {
    const { employeeId, employees } = recommend({ ...asked, replaces: 0 })
    expect(employeeId).toBe(1)
    expect(employees.map((each) => each.employeeId).sort()).toEqual([1, 3, 4])
  })

  test('takes part in no swap that moves people between its seats', () => {
    const late = { ...asked, roster: Int32Array.from([1, 2, NOBODY, NOBODY, 0]) }
    const { chains } = recommend(late)
    for (const { steps } of chains) expect(new Set(steps.map(({ shiftId }) => shiftId)).size).toBe(steps.length)
  })

  test('is asked about the last seat where none is empty', () => {
    const full = roundSchedule({ seats: { min: 2 } })
    expect(recommend({ ...asked, schedule: full, roster: Int32Array.from([2, 0, NOBODY]) }).employeeId).toBe(1)
  })
})

test('the answer has employees in the place of employee, those first who came with the shift', () => {
  const round = { seats: SEATS, employees: [4], employee: null }
  const posted = roundSchedule(round)
  const found = {
    score: [0, 0, 0, 0],
    violations: [],
    bound: null,
    noBoundReason: 'NOT_PROVED',
    boundLeavesOut: [],
    stopReason: 'STOPPED',
    unassigned: [],
    statistics: { solveMs: 0, firstRosterMs: 0, moves: 0, threads: 1, seed: 1 },
  } as const
  const { shifts } = writeRoster(roundDocument(round), posted, Int32Array.from([0, 3, NOBODY, NOBODY, 2]), found)
  expect(shifts[0]).toMatchObject({ id: 7, seats: SEATS, employees: [4, 1] })
  expect(shifts[0]).not.toHaveProperty('employee')
  expect(shifts[1]).toMatchObject({ id: 8, employee: 3 })
})
