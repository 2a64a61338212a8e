import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { checkName } from '../access/names.ts'
import { NewDepartment, NewUser, UserChange } from './administration-schemas.ts'

function isTaken(name: string): boolean {
  try {
    return checkName('department', name) !== ''
  } catch {
    return false
  }
}

describe('the schema of a new department', () => {
  for (const name of ['Ward 3', '3b', 'Ærø', ' Ward ', '007', ' 7 ', '', '   ', 'a\u0007', 'a\u0085', 'x'.repeat(200), 'x'.repeat(201)]) {
    test(`says of the name ${JSON.stringify(name.slice(0, 20))} what the gateway says`, () => {
      expect(Value.Check(NewDepartment, { name })).toBe(isTaken(name))
    })
  }
})

test('the schema of a new user takes e-mail addresses and nothing else', () => {
  const takes = (email: string) => Value.Check(NewUser, { email, password: 'correct horse battery', role: 'planner' })
  expect(['planner@ward.example', ' planner@ward '].map(takes)).toEqual([true, true])
  expect(['', 'planner', '@', 'a b@ward', 'a@b@c'].map(takes)).toEqual([false, false, false, false, false])
})

test('the schema of a change of a user says that it changes something', () => {
  expect([Value.Check(UserChange, {}), Value.Check(UserChange, { disabled: true })]).toEqual([false, true])
})
