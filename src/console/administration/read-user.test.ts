import { describe, expect, test } from 'vitest'
import { readNewUser, readUserChange } from './read-user.ts'

function formOf(fields: readonly (readonly [string, string])[]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

const ANNA = {
  role: 'planner',
  departments: [
    { id: 1, name: 'main' },
    { id: 2, name: 'Ward' },
  ],
} as const

describe('the change of a user', () => {
  for (const { name, fields, change } of [
    {
      name: 'is nothing when nothing was changed',
      fields: [
        ['role', 'planner'],
        ['department', '2'],
        ['department', '1'],
        ['password', ''],
      ],
      change: {},
    },
    {
      name: 'is the role',
      fields: [
        ['role', 'reader'],
        ['department', '1'],
        ['department', '2'],
      ],
      change: { role: 'reader' },
    },
    {
      name: 'is all departments when one is taken away',
      fields: [
        ['role', 'planner'],
        ['department', '2'],
      ],
      change: { departments: [2] },
    },
    {
      name: 'is all departments when another takes a place',
      fields: [
        ['role', 'planner'],
        ['department', '1'],
        ['department', '3'],
      ],
      change: { departments: [1, 3] },
    },
    {
      name: 'is the password when there is a new one',
      fields: [
        ['role', 'planner'],
        ['department', '1'],
        ['department', '2'],
        ['password', ' lamp river '],
      ],
      change: { password: ' lamp river ' },
    },
  ] as const) {
    test(`${name}`, () => expect(readUserChange(formOf(fields), ANNA as never)).toEqual(change))
  }
})

test('a new user has an e-mail without blanks around it, and a password as it was typed', () => {
  const form = formOf([
    ['email', ' anna@ward.example '],
    ['password', ' lamp river '],
    ['role', 'reader'],
    ['department', '4'],
  ])
  expect(readNewUser(form)).toEqual({ email: 'anna@ward.example', password: ' lamp river ', role: 'reader', departments: [4] })
})
