import { expect, test } from 'vitest'
import { listPlanChanges } from './plan-changes.ts'

const changes = (before: object, after: object, most = 100) => listPlanChanges(before as never, after as never, most)

test('entries of lists are told apart by their ids, wherever they stand', () => {
  const before = { employees: [{ id: 1, name: 'Anna' }, { id: 2, name: 'Ben' }, { id: 'x' }] }
  const after = { employees: [{ id: 'x' }, { id: 3, name: 'Cem' }, { name: 'Bea', id: 2, teams: [] }] }
  expect(changes(before, after)).toEqual([
    { kind: 'ADDED', pointer: '/employees/1', part: 'employees', id: 3, name: 'Cem' },
    { kind: 'CHANGED', pointer: '/employees/2', part: 'employees', id: 2, name: 'Bea', fields: ['name', 'teams'] },
    { kind: 'REMOVED', pointer: '/employees/0', part: 'employees', id: 1, name: 'Anna' },
  ])
})

test('the order of fields and of entries is no change', () => {
  expect(changes({ a: [{ id: 1, b: { c: 1, d: [2] } }, { id: 2 }] }, { a: [{ id: 2 }, { b: { d: [2], c: 1 }, id: 1 }] })).toEqual([])
})

test('the order of a list without ids is one', () => {
  expect(changes({ tags: ['a', 'b'] }, { tags: ['b', 'a'] })).toEqual([{ kind: 'CHANGED', pointer: '/tags', part: 'tags' }])
})

test('settings are told by their names, which are escaped in pointers', () => {
  const before = { settings: { undesired: 1, 'a/b': 1, gone: 1 }, timeZone: 'UTC' }
  const after = { settings: { undesired: 2, 'a/b': 2, new: 1 }, horizon: 'OPEN' }
  expect(changes(before, after).map(({ kind, pointer }) => [kind, pointer])).toEqual([
    ['CHANGED', '/settings/undesired'],
    ['CHANGED', '/settings/a~1b'],
    ['REMOVED', '/settings/gone'],
    ['ADDED', '/settings/new'],
    ['REMOVED', '/timeZone'],
    ['ADDED', '/horizon'],
  ])
})

test('a list in which an id stands twice is told as a whole', () => {
  expect(changes({ shifts: [{ id: 1 }] }, { shifts: [{ id: 1 }, { id: 1 }] })).toEqual([{ kind: 'CHANGED', pointer: '/shifts', part: 'shifts' }])
})

test('no more changes are listed than are asked for', () => {
  const after = { shifts: Array.from({ length: 10 }, (_, id) => ({ id })) }
  expect(changes({}, after, 3)).toHaveLength(3)
})
