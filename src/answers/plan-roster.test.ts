import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import { judge } from '../checker/check.ts'
import { solve } from '../engine/index.ts'
import { solveOptions } from '../engine/solve-options.fixture.ts'
import { materialised } from '../model/generated-shifts.ts'
import { diffPlans, takeRoster } from './plan-roster.ts'
import { writeRoster } from './write-roster.ts'

const PERSON = { skills: [], teams: [], contract: {}, wishes: [] }
const at = (id: number | string, more: object = {}) => ({ id, spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', ...more })
const SCHEDULE = {
  employees: [1, 2, 3].map((id) => ({ id, name: ['Anna', 'Ben', 'Cem'][id - 1], ...PERSON })),
  spots: [{ id: 1, skills: [], teams: [] }],
  settings: {},
}

describe('taking a roster over', () => {
  test('puts its people on the shifts that have its ids, and leaves the others', () => {
    const document = { ...SCHEDULE, shifts: [at(1), at(2, { employee: 2 }), at(3, { employee: 3 })] }
    const taken = takeRoster(document, {
      shifts: [
        { id: 2, employee: null },
        { id: 1, employee: 1 },
        { id: 9, employee: 1 },
      ],
    })
    expect(taken['shifts']).toEqual([at(1, { employee: 1 }), at(2, { employee: null }), at(3, { employee: 3 })])
  })

  test('writes out shifts that repeat', () => {
    const daily = { id: 'd', spot: 1, start: '2026-03-02', end: '2026-03-03', repeats: { from: '07:00', to: '15:00' } }
    const document = { ...SCHEDULE, shifts: [daily] }
    const taken = takeRoster(document, { shifts: [{ id: 'd/2026-03-03', employee: 2 }] })
    expect(taken['shifts']).toMatchObject([{ id: 'd/2026-03-02' }, { id: 'd/2026-03-03', employee: 2 }])
    expect(diffPlans(document, taken)!.changes.map(({ shiftId, after }) => [shiftId, after])).toEqual([['d/2026-03-03', 2]])
  })

  test('fills seats, and leaves off people who are gone', () => {
    const document = { ...SCHEDULE, shifts: [at(1, { seats: { min: 3 } }), at(2)] }
    const taken = takeRoster(document, {
      shifts: [
        { id: 1, employees: [1, 8, 3] },
        { id: 2, employee: 8 },
      ],
    })
    expect(taken['shifts']).toEqual([at(1, { seats: { min: 3 }, employees: [1, 3] }), at(2, { employee: null })])
  })

  /** A demand for two from eight to twelve beside an early shift, with a template that a break belongs to. */
  const SHOP = {
    ...SCHEDULE,
    timeZone: 'UTC',
    shifts: [at(1)],
    breakRules: [{ id: 'tea', overMinutes: 120, minutes: 15, paid: true }],
    demands: [{ id: 'till', spot: 1, start: '2026-03-02T08:00:00Z', end: '2026-03-02T12:00:00Z', min: 2 }],
    shiftTemplates: [
      {
        id: 'day',
        name: 'Till',
        spots: [1],
        startsFrom: '08:00',
        startsTo: '08:00',
        stepMinutes: 60,
        minMinutes: 240,
        maxMinutes: 240,
        breakRules: ['tea'],
        tags: ['till'],
      },
    ],
  }

  /** A roster of a document, as a solution writes it. */
  function solved(document: object): { readonly shifts: readonly Record<string, unknown>[] } {
    const { submission, errors } = readSubmission(document, { callback: 'optional' })
    expect(errors).toEqual([])
    const asked = submission!.schedule
    const { schedule, roster } = materialised(asked, solve(asked, solveOptions({ maxIterations: 2000 })).roster)
    const unknown = { bound: null, noBoundReason: 'NOT_PROVED', boundLeavesOut: [], stopReason: 'CONVERGED', unassigned: [] } as const
    const statistics = { solveMs: 0, firstRosterMs: 0, moves: 0, threads: 1, seed: 1 }
    return writeRoster(document, schedule, roster, { ...judge(schedule, roster), ...unknown, statistics })
  }

  test('makes shifts that were found shifts of the schedule, which is solved again', () => {
    const first = solved(SHOP)
    expect(first.shifts.filter(({ template }) => template === 'day').length).toBeGreaterThan(0)
    const taken = takeRoster(SHOP, first)
    const shifts = taken['shifts'] as readonly Record<string, unknown>[]
    // One more than the early shift, and one for the time of breaks.
    const told = { name: 'Till', spot: 1, tags: ['till'], breakRules: ['tea'], importance: 'OPTIONAL', weight: 0 }
    expect(shifts.slice(1)).toMatchObject([1, 2].map((n) => ({ id: `day/2026-03-02T08:00/k${n}`, ...told })))
    expect(shifts.map(({ employee }) => employee).toSorted()).not.toContain(null)
    // The demand is met by what is posted now: nothing is found any more.
    const again = solved(taken)
    expect(again.shifts.filter(({ template }) => template === 'day')).toEqual([])
    expect(diffPlans(SHOP, taken)).not.toBe(null)
  })

  test('leaves out those that had become shifts before and that nobody works any more', () => {
    const kept = (n: number, employee: number | null) => ({ ...at(`day/2026-03-02T08:00/k${n}`), employee })
    const found = { ...at('day/2026-03-02T08:00/1'), template: 'day', employee: 3 }
    const document = { ...SHOP, shifts: [at(1), kept(1, 1), kept(2, 2), at('other/1/k1', { employee: 1 })] }
    const taken = takeRoster(document, { shifts: [{ id: 1, employee: 2 }, kept(1, null), kept(2, 1), { id: 'other/1/k1', employee: null }, found] })
    expect((taken['shifts'] as { id: unknown; employee: unknown }[]).map(({ id, employee }) => [id, employee])).toEqual([
      [1, 2],
      ['day/2026-03-02T08:00/k2', 1],
      ['other/1/k1', null],
      ['day/2026-03-02T08:00/k3', 3],
    ])
  })

  test('keeps breaks with those who came with them', () => {
    const tea = { ruleId: 'tea', start: '2026-03-02T09:00:00Z', end: '2026-03-02T09:15:00Z' }
    const own = (employeeId: number) => ({ ...tea, employeeId })
    const document = {
      ...SHOP,
      shifts: [at(1, { employee: 1, breaks: [tea] }), at(2, { seats: { min: 2 }, employees: [2, 3], breaks: [own(2), own(3)] })],
    }
    const breaks = (solution: object): unknown => (takeRoster(document, solution)['shifts'] as { breaks?: unknown }[]).map((shift) => shift.breaks)
    expect(
      breaks({
        shifts: [
          { id: 1, employee: 1 },
          { id: 2, employees: [1, 3] },
        ],
      }),
    ).toEqual([[tea], [own(3)]])
    expect(
      breaks({
        shifts: [
          { id: 1, employee: 2 },
          { id: 2, employees: [1] },
        ],
      }),
    ).toEqual([undefined, undefined])
  })
})

describe('comparing the rosters of two versions', () => {
  test('tells who works what otherwise, also on seats', () => {
    const before = { ...SCHEDULE, shifts: [at(1, { employee: 1 }), at(2, { seats: { min: 2 }, employees: [2, 3] })] }
    const after = { ...SCHEDULE, shifts: [at(1, { employee: 2 }), at(2, { seats: { min: 2 }, employees: [3, 1] })] }
    const answer = diffPlans(before, after)!
    expect(answer.changes.map((change) => [change.shiftId, change.before, change.after])).toEqual([
      [1, 1, 2],
      [2, 2, 1],
    ])
    expect(answer.employees.map(({ employeeId }) => employeeId)).toEqual([1, 2])
  })

  test('counts who is gone as nobody, and a new shift as empty before', () => {
    const before = { ...SCHEDULE, employees: [...SCHEDULE.employees, { id: 9, ...PERSON }], shifts: [at(1, { employee: 9 })] }
    const after = {
      ...SCHEDULE,
      shifts: [at(1, { employee: 1 }), at(2, { employee: 2, start: '2026-03-03T07:00:00Z', end: '2026-03-03T15:00:00Z' })],
    }
    expect(diffPlans(before, after)!.changes.map((change) => [change.shiftId, change.before, change.after])).toEqual([
      [1, null, 1],
      [2, null, 2],
    ])
  })

  test('is not possible while the newer one is no schedule', () => {
    expect(diffPlans({ ...SCHEDULE, shifts: [at(1)] }, { employees: [] })).toBe(null)
  })
})
