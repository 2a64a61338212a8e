import { describe, expect, test } from 'vitest'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import { withAbsences } from './absences.ts'
import { keepChanges, restoreChanges } from './kept-changes.ts'
import { missingOf } from '../jobs/outcome.ts'
import { resubmissionOf } from './resubmission.ts'
import { rosterOf, solutionOf } from './roster-model.ts'
import { rosterRows } from './rows.ts'
import { NO_FILTERS } from './filters.ts'
import { WARD, wardModel } from './ward.fixture.ts'
import { addStep, handoversOf, startCopy } from './working-copy.ts'

const ROUND = {
  id: 9,
  spot: 21,
  start: '2027-03-27T08:00:00+01:00',
  end: '2027-03-27T12:00:00+01:00',
  seats: { min: 1, ideal: 2, max: 3 },
  employees: [13, 11],
}
const model = wardModel({ shifts: [ROUND, ...WARD.shifts] })
const roster = rosterAsPosted(model.schedule)
const options = { roster, fixed: new Set<number>(), keptOff: [], callbackUrl: 'https://a.example/', callbackSecret: null }

describe('a shift with seats, in the console', () => {
  test('is as many places of the roster, and one shift of a solution', () => {
    expect(roster.slice(0, 3)).toEqual(Int32Array.from([2, 0, NOBODY]))
    const { shifts } = solutionOf(model, roster)
    expect(shifts).toHaveLength(1 + WARD.shifts.length)
    expect(shifts.slice(0, 2)).toEqual([
      { id: 9, employees: [13, 11] },
      { id: 1, employee: 11 },
    ])
    expect(rosterOf(model, { shifts: [{ id: 9, employees: [12, 11] }] }).slice(0, 3)).toEqual(Int32Array.from([1, 0, NOBODY]))
  })

  test('has a row for the seats that are missed, and none for those beyond the ideal', () => {
    const oneLeft = roster.with(0, NOBODY)
    const emptyOf = (some: typeof roster): number[] =>
      rosterRows(model, some, NO_FILTERS).flatMap(({ kind, cells }) => (kind === 'empty' ? cells.flat() : []))
    expect(emptyOf(roster).filter((shift) => shift < 3)).toEqual([])
    expect(emptyOf(oneLeft).filter((shift) => shift < 3)).toEqual([0])
  })

  test('is submitted again with everybody who works it, or with those alone who are to stay', () => {
    const again = (fixed: readonly number[]): unknown => resubmissionOf(model, { ...options, fixed: new Set(fixed) }).shifts[0]
    expect(again([])).toMatchObject({ id: 9, employees: [13, 11], fixed: false })
    expect(again([1])).toMatchObject({ employees: [11], fixed: true })
    expect(again([0, 1])).toMatchObject({ employees: [13, 11], fixed: true })
    expect(resubmissionOf(model, options).shifts[2]).toMatchObject({ id: 2, employee: 11, fixed: true })
  })

  test('is submitted again empty where it is fixed empty, as is a shift of one seat', () => {
    const [first, ...others] = WARD.shifts
    const empty = wardModel({ shifts: [{ ...ROUND, employees: [], fixed: true }, { ...first!, employee: null, fixed: true }, ...others] })
    const again = resubmissionOf(empty, { ...options, roster: rosterAsPosted(empty.schedule) }).shifts
    expect(again.slice(0, 2)).toMatchObject([
      { id: 9, employees: [], fixed: true },
      { id: 1, employee: null, fixed: true },
    ])
  })

  test('loses who is absent, and keeps the others', () => {
    const away = withAbsences(model, [{ employee: 0, firstDay: 0, lastDay: model.schedule.calendar.days.length - 1 }])
    expect(away.document.shifts[0]).toMatchObject({ employees: [13] })
    expect(away.document.shifts[3]).toMatchObject({ id: 3, employee: 12 })
  })

  test('is changed on the seat that is meant', () => {
    expect(handoversOf(model, roster, [{ shiftId: 9, from: 11, to: 12 }])).toEqual([{ shift: 1, to: 1 }])
    expect(handoversOf(model, roster, [{ shiftId: 9, to: 12 }])).toEqual([{ shift: 2, to: 1 }])
    expect(handoversOf(model, roster, [{ shiftId: 9, to: 12, seat: 0 }])).toEqual([{ shift: 0, to: 1 }])
  })

  test('keeps changes of each of its seats', () => {
    const kept = new Map<string, string>()
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    const copy = addStep(startCopy(roster), [{ shift: 1, to: 1 }])
    keepChanges(store, 'here', { model, copy, revision: 1 })
    expect(restoreChanges(store, 'here', { model, revision: 1 })!.steps).toEqual(copy.steps)
  })

  test('lacks the seats that must be filled, whatever else is wanted', () => {
    const lacking = (employees: readonly number[]): number =>
      missingOf({ shifts: [{ ...ROUND, seats: { min: 2 }, employees }], unassigned: [{ shiftId: 9 }] })
    expect([[], [11], [11, 12]].map(lacking)).toEqual([2, 1, 0])
  })
})
