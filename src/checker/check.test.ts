import { describe, expect, test } from 'vitest'
import { readDays, readShifts } from '../../test/sample-notation.ts'
import { sampleSchedule } from '../../test/sample-schedule.ts'
import { SETTING_NAMES } from '../model/settings.ts'
import { findChangedDecidedShifts, judge, judgeView, RULES } from './check.ts'
import { ENGLISH } from '../model/teller.ts'
import { tellingIn, viewRoster } from './roster-view.ts'

describe('judge', () => {
  test('knows the rule of every setting once, in the order of the settings', () => {
    expect(RULES.map(({ setting }) => setting)).toEqual(SETTING_NAMES)
  })

  test('charges a rule of a contract with its own priority and a soft dependency one priority lower', () => {
    const count = { kind: 'count', of: 'shifts', tags: [], per: 'week', days: null, min: null, max: 0, weight: 3, when: null } as const
    const { schedule, roster } = sampleSchedule({
      shifts: readShifts('Mon 07:00–15:00 tagged surgery'),
      employees: [
        {
          contract: {
            rules: [
              { ...count, weights: [0, 0, 1, 0], place: 0 },
              { ...count, weights: null, place: 1 },
            ],
          },
        },
      ],
      shiftDependencyRules: (['soft', 'hard'] as const).map((constraintLevel, id) => ({
        id,
        departmentId: null,
        anchorShiftTag: 'surgery',
        requiredShiftTag: 'anaesthesia',
        minRequiredCount: 1,
        overlapScope: 'SAME_DAY',
        withinHours: null,
        constraintLevel,
        weight: 10,
      })),
      weights: { contractRules: [5, 0, 0, 0], shiftDependency: [1, 2, 3, 4] },
    })
    const { score, violations } = judge(schedule, roster)
    expect(score).toEqual([15 + 10, 10 + 20, 3 + 20 + 30, 30 + 40 + 40])
    expect(violations.map(({ setting, priority, matches }) => `${setting} ${priority} ${matches.length}`)).toEqual([
      'contractRules 0 1',
      'contractRules 2 1',
      'shiftDependency 0 1',
      'shiftDependency 1 2',
      'shiftDependency 2 2',
      'shiftDependency 3 2',
    ])
    expect(Object.keys(violations[1]!.matches[0]!).sort()).toEqual(['amount', 'date', 'employeeIds', 'penalty', 'shiftIds', 'text', 'unit'])
    const off = { ...schedule, settings: { ...schedule.settings, weights: { ...schedule.settings.weights, contractRules: [0, 0, 0, 0] as const } } }
    expect(judge(off, roster).violations.map(({ setting }) => setting)).not.toContain('contractRules')
  })

  test('finds nothing in a perfect roster', () => {
    const { schedule, roster } = sampleSchedule({
      shifts: readShifts('Mon 07:00–15:00'),
      weights: { assignShift: [20, 0, 0, 0], shiftCollision: [20, 0, 0, 0] },
    })
    expect(judge(schedule, roster)).toEqual({ score: [0, 0, 0, 0], violations: [] })
  })

  test('tells a rule once for each priority at which it has a weight', () => {
    const { schedule, roster } = sampleSchedule({ shifts: readShifts('Mon 07:00–15:00 empty weight 3'), weights: { assignShift: [0, 2, 0, 5] } })
    const { score, violations } = judge(schedule, roster)
    expect(score).toEqual([0, 6, 0, 15])
    expect(violations.map(({ setting, priority, penalty }) => ({ setting, priority, penalty }))).toEqual([
      { setting: 'assignShift', priority: 1, penalty: 6 },
      { setting: 'assignShift', priority: 3, penalty: 15 },
    ])
  })

  test('leaves a rule without weights aside', () => {
    const { schedule, roster } = sampleSchedule({ shifts: readShifts('Mon 07:00–15:00 empty') })
    expect(judge(schedule, roster)).toEqual({ score: [0, 0, 0, 0], violations: [] })
  })

  test('adds the penalties of all rules up, priority by priority', () => {
    const sample = { ...readDays('DDDDDDD'), employees: [{ contract: { maxConsecutiveDays: 5, maxMinutesPerWeek: 3000 } }] }
    const { schedule, roster } = sampleSchedule({ ...sample, weights: { maxConsecutiveDays: [3, 1, 0, 0], maxMinutesPerWeek: [0, 1, 0, 0] } })
    expect(judge(schedule, roster).score).toEqual([6, 2 + 360, 0, 0])
  })

  test('counts and charges every place, and lists so many; each rule that comes later its first thousand', () => {
    const wishes = 41
    const span = { from: 0, to: 5 * 1440 }
    const { schedule, roster } = sampleSchedule({
      shifts: Array.from({ length: 50 }, (_, n) => ({ from: n, to: n + 60 })),
      employees: [
        { wishes: (['UNAVAILABLE', 'UNDESIRED'] as const).flatMap((type) => Array.from({ length: wishes }, () => ({ type, ...span, weight: 2 }))) },
      ],
      weights: { unavailable: [1, 0, 0, 0], undesired: [0, 0, 3, 1] },
    })
    const places = 50 * wishes
    const { score, violations } = judgeView(viewRoster(schedule, roster, tellingIn(schedule, ENGLISH)), 1500)
    expect(score).toEqual([2 * places, 0, 6 * places, 2 * places])
    expect(violations.map(({ matchCount, units, matches }) => [matchCount, units, matches.length])).toEqual([
      [places, 2 * places, 1500],
      [places, 2 * places, 1000],
      [places, 2 * places, 1000],
    ])
  })

  test('stops at a roster that does not fit the schedule', () => {
    const { schedule } = sampleSchedule({ shifts: readShifts('Mon 07:00–15:00') })
    expect(() => judge(schedule, new Int32Array(2))).toThrow('2 places for 1 shifts')
    expect(() => judge(schedule, Int32Array.of(1))).toThrow('employee number 1 of 1')
    expect(() => judge(schedule, Int32Array.of(-2))).toThrow('employee number -2 of 1')
  })
})

describe('findChangedDecidedShifts', () => {
  const { schedule, roster } = sampleSchedule({
    employees: [{}, {}],
    shifts: readShifts(
      'Mon 07:00–15:00 historic; Mon 07:00–15:00 historic empty; Tue 07:00–15:00 fixed; Tue 07:00–15:00 fixed empty; Tue 07:00–15:00',
    ),
  })

  test('finds nothing in the roster as posted', () => {
    expect(findChangedDecidedShifts(schedule, roster)).toEqual([])
  })

  for (const { position, employee, found } of [
    { position: 0, employee: 1, found: [101] },
    { position: 0, employee: -1, found: [101] },
    { position: 1, employee: 0, found: [102] },
    { position: 2, employee: 1, found: [103] },
    { position: 2, employee: -1, found: [103] },
    { position: 3, employee: 1, found: [104] },
    { position: 4, employee: 1, found: [] },
    { position: 4, employee: -1, found: [] },
  ]) {
    test(`finds ${found.length} when shift ${101 + position} goes to ${employee}`, () => {
      const changed = Int32Array.from(roster)
      changed[position] = employee
      expect(findChangedDecidedShifts(schedule, changed).map(({ id }) => id)).toEqual(found)
    })
  }
})
