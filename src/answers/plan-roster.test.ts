import { describe, expect, test } from 'vitest'
import { diffPlans, takeRoster } from './plan-roster.ts'

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

  test('puts shifts that were found behind the others, in the place of those that were found before', () => {
    const found = (n: number, employee: number) => ({ ...at(`day/2026-03-02T07:00/${n}`), employee })
    const document = { ...SCHEDULE, shiftTemplates: [{ id: 'day' }], shifts: [at(1), found(1, 1), found(2, 2), at('other/1/1')] }
    const taken = takeRoster(document, {
      shifts: [
        { id: 1, employee: 2 },
        { ...found(1, 3), template: 'day' },
      ],
    })
    expect(taken['shifts']).toEqual([at(1, { employee: 2 }), at('other/1/1'), found(1, 3)])
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
