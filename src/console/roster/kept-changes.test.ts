import { describe, expect, test } from 'vitest'
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import type { Session } from '../gateway/session.ts'
import { forgetChanges, keepChanges, restoreChanges } from './kept-changes.ts'
import { placeOfChanges, placesOfChanges } from './kept-places.ts'
import { addAbsence, addRetiming, addStep, startCopy, undo, withSteps } from './working-copy.ts'
import { WARD, wardModel } from './ward.fixture.ts'

const model = wardModel()
const roster = rosterAsPosted(model.schedule)
const session: Session = { token: 'tns_x', email: 'per@x.example', department: { id: 1, name: 'main' }, departments: [], scopes: [], gateway: '' }
const PLACE = placeOfChanges(session, '7')

function makeStore(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (place) => kept.get(place) ?? null,
    setItem: (place, text) => void kept.set(place, text),
    removeItem: (place) => void kept.delete(place),
    clear: () => kept.clear(),
  }
}

describe('changes by hand that are kept', () => {
  const changed = addAbsence(addStep(addStep(startCopy(roster), [{ shift: 4, to: 2 }]), [{ shift: 3, to: NOBODY }]), model, {
    employee: 0,
    firstDay: 1,
    lastDay: 2,
  })

  test('are the same when the page is read anew, with what was undone', () => {
    const store = makeStore()
    for (const copy of [changed, undo(changed), undo(undo(changed))]) {
      keepChanges(store, PLACE, { model, copy, revision: 5 })
      // Read anew, where positions may be others.
      const again = wardModel({ shifts: WARD.shifts.toReversed(), employees: WARD.employees.toReversed() })
      const { steps, done, isSameRoster } = restoreChanges(store, PLACE, { model: again, revision: 5 })!
      const restored = withSteps(startCopy(rosterAsPosted(again.schedule)), steps, done)
      expect(isSameRoster).toBe(true)
      expect(restored.done).toBe(copy.done)
      expect(restored.steps).toHaveLength(copy.steps.length)
      const workers = (of: typeof model, by: Int32Array) =>
        new Map(of.schedule.shifts.map(({ id }, at) => [id, by[at] === NOBODY ? null : of.schedule.employees[by[at]!]!.id]))
      expect([...workers(again, restored.roster)].toSorted()).toEqual([...workers(model, copy.roster)].toSorted())
      expect(restored.absences.map(({ employee }) => again.schedule.employees[employee]!.id)).toEqual(copy.absences.map(() => 11))
    }
  })

  test('have other times of shifts, and those that were kept before there were any have none', () => {
    const store = makeStore()
    const copy = addRetiming(startCopy(roster), { shift: 3, from: '16:00', to: '22:30' }, { shift: 3, from: '15:00', to: '23:00' })
    keepChanges(store, PLACE, { model, copy, revision: 5 })
    const again = wardModel({ shifts: WARD.shifts.toReversed() })
    expect(restoreChanges(store, PLACE, { model: again, revision: 5 })!.steps).toEqual([
      { handovers: [], absences: null, times: [{ shift: WARD.shifts.length - 1 - 3, from: '16:00', to: '22:30' }] },
    ])
    store.setItem(PLACE, store.getItem(PLACE)!.replace(/"times":\[\[.*?\]\],/, ''))
    expect(restoreChanges(store, PLACE, { model, revision: 5 })!.steps).toEqual([{ handovers: [], absences: null, times: null }])
  })

  test('say when the job has found a better roster since', () => {
    const store = makeStore()
    keepChanges(store, PLACE, { model, copy: changed, revision: 5 })
    expect(restoreChanges(store, PLACE, { model, revision: 6 })!.isSameRoster).toBe(false)
  })

  test('pass over what the schedule does not have any more, and what may not be moved', () => {
    const store = makeStore()
    keepChanges(store, PLACE, {
      model,
      copy: addStep(startCopy(roster), [
        { shift: 4, to: 2 },
        { shift: 3, to: 0 },
      ]),
      revision: 1,
    })
    const fewer = wardModel({ shifts: WARD.shifts.flatMap((shift) => (shift.id === 5 ? [] : [shift.id === 4 ? { ...shift, fixed: true } : shift])) })
    expect(restoreChanges(store, PLACE, { model: fewer, revision: 1 })!.steps).toEqual([{ handovers: [], absences: null, times: null }])
  })

  test('hold no name of anybody, and none but ids and dates', () => {
    const store = makeStore()
    keepChanges(store, PLACE, { model, copy: changed, revision: 5 })
    expect(store.getItem(PLACE)).not.toMatch(/Anna|Bo\b|Ward|Early/)
  })

  test('are nobody else’s: neither of another person, department, gateway, nor of another job', () => {
    const store = makeStore()
    keepChanges(store, PLACE, { model, copy: changed, revision: 5 })
    const others = [
      placeOfChanges({ ...session, email: 'eva@x.example' }, '7'),
      placeOfChanges({ ...session, department: { id: 2, name: 'main' } }, '7'),
      placeOfChanges({ ...session, gateway: 'https://b.example' }, '7'),
      placeOfChanges(session, '8'),
    ]
    expect(others.map((place) => restoreChanges(store, place, { model, revision: 5 }))).toEqual([null, null, null, null])
    // Of another token of the same person they are.
    expect(placeOfChanges({ ...session, token: 'tns_y' }, '7')).toBe(PLACE)
  })

  test('are gone once there are none, or once they are submitted', () => {
    const store = makeStore()
    store.setItem('turnus.session', '{}')
    keepChanges(store, PLACE, { model, copy: changed, revision: 5 })
    expect(placesOfChanges(store)).toEqual([PLACE])
    forgetChanges(store, PLACE)
    expect(placesOfChanges(store)).toEqual([])
    keepChanges(store, PLACE, { model, copy: changed, revision: 5 })
    keepChanges(store, PLACE, { model, copy: startCopy(roster), revision: 5 })
    expect([store.getItem(PLACE), store.length]).toEqual([null, 1])
  })

  for (const text of ['', '{', 'null', '7', '{"steps":7}', '{"steps":[{}],"done":1}', '{"steps":[],"done":0}']) {
    test(`that cannot be read are none: ${JSON.stringify(text)}`, () => {
      const store = makeStore()
      store.setItem(PLACE, text)
      expect(restoreChanges(store, PLACE, { model, revision: 1 })).toBeNull()
    })
  }
})
