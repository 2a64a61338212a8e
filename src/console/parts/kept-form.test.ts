import { describe, expect, test } from 'vitest'
import type { Session } from '../gateway/session.ts'
import { forgetForms, keepForm, placeOfForm, readForm } from './kept-form.ts'

const session = (more: Partial<Session>): Session => ({
  token: '',
  email: 'per@hospital.example',
  department: { id: 1, name: 'Ward' },
  departments: [],
  scopes: [],
  gateway: '',
  ...more,
})
const TYPED = { name: ['Eva Egede'], weekday: ['0', '4'] }

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (place: string) => kept.get(place) ?? null,
    setItem: (place: string, text: string) => void kept.set(place, text),
    removeItem: (place: string) => void kept.delete(place),
    key: (at: number) => [...kept.keys()][at] ?? null,
    get length() {
      return kept.size
    },
  }
}

describe('what was typed into a form', () => {
  test('is there again for whoever typed it', () => {
    const store = storage()
    keepForm(store, placeOfForm(session({}), 'plan 7 person'), TYPED)
    expect(readForm(store, placeOfForm(session({}), 'plan 7 person'))).toEqual(TYPED)
  })

  for (const { whom, place } of [
    { whom: 'another person', place: placeOfForm(session({ email: 'eva@hospital.example' }), 'plan 7 person') },
    { whom: 'another department', place: placeOfForm(session({ department: { id: 2, name: 'Ward' } }), 'plan 7 person') },
    { whom: 'another form', place: placeOfForm(session({}), 'plan 8 person') },
  ]) {
    test(`is not there for ${whom}`, () => {
      const store = storage()
      keepForm(store, placeOfForm(session({}), 'plan 7 person'), TYPED)
      expect(readForm(store, place)).toBeNull()
    })
  }

  test('is forgotten with every other form, and nothing else is', () => {
    const store = storage()
    store.setItem('turnus.changes x', '{}')
    for (const form of ['a', 'b', 'c']) keepForm(store, placeOfForm(session({}), form), TYPED)
    forgetForms(store)
    expect([store.length, store.key(0)]).toEqual([1, 'turnus.changes x'])
  })

  test('stays in the form alone where the browser keeps nothing more', () => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect(() => keepForm({ ...storage(), setItem: full }, 'here', TYPED)).not.toThrow()
  })

  for (const text of ['', '{', 'null', '7', '{"name":"Eva"}', '{"name":[7]}']) {
    test(`that cannot be read is nothing: ${JSON.stringify(text)}`, () => {
      const store = storage()
      store.setItem('here', text)
      expect(readForm(store, 'here')).toBeNull()
    })
  }
})
