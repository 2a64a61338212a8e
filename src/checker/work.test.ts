import { describe, expect, test } from 'vitest'
import { type Sample, sampleSchedule } from '../../test/sample-schedule.ts'
import { DEFAULT_WEIGHTS } from '../model/settings.ts'
import type { Schedule } from '../model/schedule.ts'
import type { DayIndex, EmployeeId } from '../model/units.ts'
import { creditOf, holdable } from './absence.ts'
import { findAccounts } from './accounts.ts'
import { judge } from './check.ts'
import { promise } from './free-period.fixture.ts'
import { grantFreePeriods } from './free-periods.ts'

const DAY_MIN = 1440

/** Shifts of eight hours of one employee, one a day, over and over four weeks. */
const shiftsOf = (count: number): Sample['shifts'] =>
  upTo(count).map((n) => ({ from: (n % 28) * DAY_MIN + (n % 600), to: (n % 28) * DAY_MIN + (n % 600) + 480, tags: [`tag ${n}`] }))

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n)
}

/** How often something is read of the shifts, of what employees hold and wish, and of requirements, while a roster is judged. */
function readsOf({ schedule, roster }: ReturnType<typeof sampleSchedule>): number {
  let reads = 0
  const counted = <Item extends object>(item: Item): Item =>
    Object.defineProperties(
      {},
      Object.fromEntries(Object.entries(item).map(([key, value]) => [key, { enumerable: true, get: () => ((reads += 1), value as unknown) }])),
    ) as Item
  const watched: Schedule = {
    ...schedule,
    shifts: schedule.shifts.map(counted),
    employees: schedule.employees.map((employee) => ({
      ...employee,
      skills: employee.skills.map(counted),
      teams: employee.teams.map(counted),
      wishes: employee.wishes.map(counted),
    })),
    freePeriodRequirements: schedule.freePeriodRequirements.map(counted),
  }
  judge(watched, roster)
  grantFreePeriods(watched, roster)
  return reads
}

const RULE = { kind: 'count', of: 'shifts', per: 'week', days: null, min: null, max: 5, weight: 1, weights: null, when: null } as const
const QUOTA = { category: null, min: null, max: 9, per: 'week' } as const

const GROWING: Record<string, (count: number) => Sample> = {
  'wishes and shifts': (count) => ({
    shifts: shiftsOf(count),
    employees: [
      {
        wishes: upTo(count).map((n) => ({
          type: (['UNAVAILABLE', 'UNDESIRED', 'DESIRED'] as const)[n % 3]!,
          from: (n % 28) * DAY_MIN + 1300,
          to: (n % 28) * DAY_MIN + 1301 + (n % 100),
        })),
      },
    ],
  }),
  'skills and shifts': (count) => ({
    shifts: shiftsOf(count),
    spotSkills: upTo(count),
    employees: [{ skills: upTo(count).map((id) => ({ id })) }],
  }),
  'teams and shifts': (count) => ({
    shifts: shiftsOf(count),
    spotTeams: upTo(count),
    employees: [{ teams: upTo(count).map((n) => ({ id: count - 1 - n })) }],
  }),
  'rules of a contract and shifts': (count) => ({
    shifts: shiftsOf(count),
    employees: [{ contract: { rules: upTo(count).map((place) => ({ ...RULE, tags: [`tag ${place}`], place })) } }],
  }),
  'run rules and shifts': (count) => ({
    shifts: shiftsOf(count),
    employees: [
      {
        contract: {
          rules: upTo(count).map((place) => ({
            kind: 'run' as const,
            of: (['days', 'daysOff', 'weekends'] as const)[place % 3]!,
            tags: [],
            min: null,
            max: 100 + place,
            weight: 1,
            weights: null,
            when: null,
            place,
          })),
        },
      },
    ],
  }),
  'conditional rules and shifts': (count) => ({
    shifts: shiftsOf(count),
    employees: [
      {
        contract: {
          rules: upTo(count).map((place) => ({
            ...RULE,
            max: 0,
            tags: [`tag ${place}`],
            place,
            when: { of: 'shifts', per: 'week', days: null, tags: ['tag 1'], min: 9, max: null } as const,
          })),
        },
      },
    ],
  }),
  'quotas and shifts': (count) => ({
    shifts: shiftsOf(count),
    employees: [{ contract: { quotas: upTo(count).map((n) => ({ ...QUOTA, tag: `tag ${n}` })) } }],
  }),
  'dependency rules and shifts': (count) => ({
    shifts: shiftsOf(count),
    shiftDependencyRules: upTo(count).map((id) => ({
      id,
      departmentId: null,
      anchorShiftTag: `tag ${id}`,
      requiredShiftTag: 'tag 1',
      minRequiredCount: 1,
      overlapScope: 'WITHIN_HOURS',
      withinHours: 1,
      constraintLevel: 'hard',
      weight: 1,
    })),
  }),
  'shifts that depend on shifts': (count) => ({
    shifts: upTo(count).map((n) => ({ from: n, to: n + 480, tags: ['surgery'] })),
    shiftDependencyRules: [
      {
        id: 1,
        departmentId: null,
        anchorShiftTag: 'surgery',
        requiredShiftTag: 'surgery',
        minRequiredCount: 100_000,
        overlapScope: 'TIME_OVERLAP',
        withinHours: null,
        constraintLevel: 'hard',
        weight: 1,
      },
    ],
  }),
  'shift groups and shifts': (count) => ({
    shifts: shiftsOf(count),
    shiftGroups: upTo(count).map((id) => ({
      id,
      name: null,
      shiftIndexes: [id, (id + 1) % count],
      mode: 'ALL_OR_NONE',
      min: null,
      max: null,
      constraintLevel: 'hard',
      weight: 1,
    })),
  }),
  'pairings of two and shifts': (count) => ({
    shifts: shiftsOf(count),
    employees: [{}, {}],
    pairings: upTo(count).map((id) => ({
      id,
      name: `pairing ${id}`,
      employees: { ids: [1, 2] as EmployeeId[] },
      mode: (['APART', 'AT_MOST_ONCE'] as const)[id % 2]!,
      scope: 'SAME_SHIFT',
      tags: [],
      spots: [],
      constraintLevel: 'hard',
      weight: 1 + id,
    })),
  }),
  'free periods and shifts': (count) => ({
    shifts: shiftsOf(count),
    freePeriods: (wall) =>
      upTo(count).map((id) => promise({ id, windowStart: wall((id % 27) * DAY_MIN + 1200), windowEnd: wall((id % 27) * DAY_MIN + 1300) })),
  }),
}

// Twice as much of both is four times the work where every pair is looked at, and little more than twice as much where it is sorted and searched.
test.each(Object.keys(GROWING))('twice as many %s take less than three times the work', (name) => {
  const grown = (count: number): number =>
    readsOf(sampleSchedule({ ...GROWING[name]!(count), days: 28, allowedShiftCollisions: 100_000, weights: WEIGHTS }))
  expect(grown(800) / grown(400)).toBeLessThan(3)
})

const NAMES = [
  'spotSkills',
  'spotTeams',
  'unavailable',
  'undesired',
  'desired',
  'contractRules',
  'categoryShiftQuota',
  'shiftDependency',
  'shiftGroups',
  'pairings',
  'freePeriod',
  'evenShiftDistribution',
] as const
const WEIGHTS = Object.fromEntries(NAMES.map((name) => [name, DEFAULT_WEIGHTS.assignShift]))

describe('the hours that everybody is owed', () => {
  const owed = (rules: number): Sample => ({
    shifts: shiftsOf(20),
    employees: [
      { contract: { rules: upTo(rules).map((place) => ({ ...RULE, of: 'minutes' as const, min: 60 + place, max: null, tags: [], place })) } },
    ],
  })

  test('take one look at each shift, however many rules owe some', () => {
    const looksOf = (rules: number): number => {
      const { schedule, roster } = sampleSchedule({ ...owed(rules), days: 28 })
      let looks = 0
      const shifts = schedule.shifts.map((shift) => Object.defineProperty({ ...shift }, 'workMin', { get: () => ((looks += 1), shift.workMin) }))
      expect(findAccounts({ ...schedule, shifts }, roster)).toHaveLength(4 * rules)
      return looks
    }
    expect(looksOf(50)).toBe(looksOf(1))
  })

  test('take one look at each day of an absence, however many windows lie over one another', () => {
    let looks = 0
    class Watched extends Map<DayIndex, number> {
      override get(day: DayIndex): number | undefined {
        looks += 1
        return super.get(day)
      }
    }
    const days = upTo(100).map((day) => day as DayIndex)
    const absence = { credits: new Watched(days.map((day) => [day, 1 + day])), days: new Set(days.filter((day) => day % 2 === 0)) }
    const employee = { ...sampleSchedule({ shifts: shiftsOf(1) }).schedule.employees[0]!, absence }
    for (let first = 0; first < 120; first += 1) {
      for (let last = first; last < 120; last += 1) {
        const inside = days.filter((day) => day >= first && day <= last)
        expect(creditOf(employee, { first, last })).toBe(inside.reduce((sum, day) => sum + 1 + day, 0))
        const absent = inside.filter((day) => day % 2 === 0).length
        const held = absent === 0 ? 1e6 : 7 + DAY_MIN * (last - first + 1 - absent)
        expect(holdable(employee, { first, last }, { least: 1e6, given: 7 })).toBe(held)
      }
    }
    expect(looks).toBeLessThanOrEqual(days.length)
  })
})
