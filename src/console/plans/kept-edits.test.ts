import { describe, expect, test } from 'vitest'
import { findEdits, keepEdits, readEdits, reopenEdits, savingText } from './kept-edits.ts'
import { addDays, addPeople, addWeekShifts, emptyPlan, type PlanDocument, removePerson } from './plan-document.ts'

const person = (name: string) => ({ name, contract: 'Full time', skills: [] })
const ONE_DAY = { start: '2027-02-02', end: '2027-02-02' }
const SHIFT = { spot: 'Ward', start: '07:00', end: '15:00', weekdays: [0], people: 1 }
const base = addWeekShifts(addPeople(emptyPlan('UTC'), ['Anna', 'Ben', 'Cem'].map(person)), SHIFT, '2027-02-01', '2027-02-14')
const mine = addDays(addPeople(removePerson(base, 2), [person('Dina')]), 1, 'ABSENT', ONE_DAY)

const kept = new Map<string, string>()
const store = {
  getItem: (place: string) => kept.get(place) ?? null,
  setItem: (place: string, text: string) => void kept.set(place, text),
  removeItem: (place: string) => void kept.delete(place),
}

function afterReload(edited: PlanDocument, from = base) {
  expect(keepEdits(store, 'here', findEdits('"7-3"', from, edited))).toBe(true)
  return readEdits(store, 'here')
}

describe('edits of a plan that are not saved', () => {
  test('are all there after a reload, on top of the version that they begin with', () => {
    expect(reopenEdits(afterReload(mine)!, base)).toMatchObject({ mine, base, document: mine, both: [] })
    expect(readEdits(store, 'here')!.tag).toBe('"7-3"')
  })

  test('are of fields that are no lists too, added and taken out', () => {
    const edited = { ...base, timeZone: 'Europe/Oslo', rules: { a: 1 } }
    expect(reopenEdits(afterReload(edited)!, base).mine).toEqual(edited)
    expect(reopenEdits(afterReload(base, edited)!, edited).mine).toEqual(base)
  })

  test('keep of a list the entries that were edited, and no others', () => {
    expect(afterReload(mine)!.parts).toMatchObject({
      employees: { was: [{ name: 'Anna' }, { name: 'Ben' }], now: [{ name: 'Anna' }, { name: 'Dina' }] },
    })
    expect(kept.get('here')).not.toMatch(/Cem|Ward/)
  })

  test('are put together with what somebody else saved meanwhile', () => {
    const theirs = addDays(addPeople(base, [person('Eva')]), 3, 'DESIRED', ONE_DAY)
    const { document, both } = reopenEdits(afterReload(mine)!, theirs)
    expect(document.employees!.map(({ name }) => name).toSorted()).toEqual(['Anna', 'Cem', 'Dina', 'Eva'])
    expect(document.employees!.find(({ name }) => name === 'Cem')!.wishes).toHaveLength(1)
    expect(new Set(document.employees!.map(({ id }) => id)).size).toBe(4)
    expect(both).toEqual([])
  })

  test('say what both edited, and take mine there', () => {
    const rename = (name: string) => ({ ...base, employees: base.employees!.map((entry) => (entry.id === 1 ? { ...entry, name } : entry)) })
    const { document, both } = reopenEdits(afterReload(rename('Anne'))!, rename('Annette'))
    expect([document.employees![0]!.name, both]).toEqual(['Anne', ['Annette']])
  })

  test('that were saved after all change nothing', () => {
    expect(reopenEdits(afterReload(mine)!, mine).document).toEqual(mine)
  })

  test('are forgotten once there are none', () => {
    afterReload(mine)
    expect(afterReload(base)).toBeNull()
    expect(kept.size).toBe(0)
  })

  test('are told where the browser keeps nothing more', () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect(keepEdits({ ...store, setItem: full }, 'here', findEdits('"7-3"', base, mine))).toBe(false)
  })

  for (const text of [
    '',
    '{',
    'null',
    '7',
    '{"tag":"x"}',
    '{"tag":"x","parts":{"a":7}}',
    '{"tag":"x","parts":{"a":{"isList":true,"was":7,"now":[]}}}',
  ]) {
    test(`that cannot be read are none: ${JSON.stringify(text)}`, () => {
      kept.set('here', text)
      expect(readEdits(store, 'here')).toBeNull()
    })
  }
})

for (const { state, told } of [
  { state: { version: 3 }, told: 'Saved as version 3' },
  { state: {}, told: 'Not saved yet: saving …' },
  { state: { isHeldUp: true }, told: 'Not saved yet. It is kept in this tab, and saved as soon as that is possible.' },
  { state: { isOvertaken: true, isHeldUp: true }, told: 'Not saved yet: somebody else saved meanwhile. What you changed is kept in this tab.' },
  {
    state: { isHeldUp: true, isRefused: true },
    told: 'Not saved: the gateway refuses it. What you changed is kept in this tab.',
  },
  { state: { isHeldUp: true, isKept: false }, told: 'Not saved yet. This browser cannot keep it: stay on this page until it is saved.' },
]) {
  test(`the page of a plan says: ${told}`, () => {
    expect(savingText({ version: null, isOvertaken: false, isRefused: false, isHeldUp: false, isKept: true, ...state })).toBe(told)
  })
}
