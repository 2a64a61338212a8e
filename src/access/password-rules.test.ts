import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { judgePassword } from './password-rules.ts'

const EMAIL = 'anna.berg@city-hospital.example'
const codeOf = (password: string, email = EMAIL): string | null => judgePassword(password, email)?.code ?? null

for (const { length, code } of [
  { length: 9, code: 'password-too-short' },
  { length: 10, code: null },
  { length: 1000, code: null },
  { length: 1001, code: 'text-too-long' },
]) {
  test(`a password of ${length} characters ${code === null ? 'will do' : `is ${code}`}`, () => {
    const password = Array.from({ length }, (_, i) => String.fromCodePoint(97 + ((i * i * 7 + i) % 26))).join('')
    expect(codeOf(password)).toBe(code)
  })
}

describe('a password that many use is refused', () => {
  for (const password of ['qwertyuiop', 'Password123', '1234567890', 'BASKETBALL', 'iloveyou123']) {
    test(`${password} is in the list, whatever its capitals`, () => expect(codeOf(password)).toBe('password-common'))
  }

  test('every entry of the list is refused, and none is too short to be reached', () => {
    const entries = readFileSync(new URL('often-used-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(entries.length).toBeGreaterThan(1500)
    expect(entries.filter((entry) => codeOf(entry) !== 'password-common')).toEqual([])
  })
})

describe('an obvious pattern is refused', () => {
  for (const password of [
    'aaaaaaaaaa',
    'zzzzzzzzzzzzzzzzzzzz',
    'xyxyxyxyxyx',
    'ab1!ab1!ab1!',
    'abcdefghijk',
    'zyxwvutsrqp',
    '5678901234',
    '98765432109876',
    '0123456789'.repeat(3),
    'lkjhgfdsapo',
    'wertzuiopas',
    'anna.berg1',
    'Anna.Berg2026',
    EMAIL,
    'city-hospital1',
    'turnusturnus',
    'Turnus2026!',
    '12turnus34',
  ]) {
    test(`${password} is an obvious one`, () => expect(codeOf(password)).toBe('password-common'))
  }
})

describe('a password that only looks like one will do', () => {
  for (const password of [
    'correct horse battery',
    'ababababac',
    'abcdefghij7k',
    'turnus and my bike',
    'anna.berg likes tea',
    'a long password',
    '9081726354',
  ]) {
    test(`${password} is none`, () => expect(codeOf(password)).toBe(null))
  }

  test('two letters before the @ do not make a password common', () => expect(codeOf('al-alpine-alto', 'al@x.example')).toBe(null))
})

test('the hint says what to do', () => {
  expect(judgePassword('qwertyuiop', EMAIL)).toEqual({
    pointer: '/password',
    code: 'password-common',
    detail: 'The password is one of those that are used most often.',
    hint: expect.stringContaining('four words'),
  })
})
