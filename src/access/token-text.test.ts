import { expect, test } from 'vitest'
import { hashToken, isTokenText, makeTokenText } from './token-text.ts'

test('a fresh token has the form and the checksum of a token', () => {
  const token = makeTokenText()
  expect(token).toMatch(/^tns_[0-9A-Za-z]{49}$/)
  expect(isTokenText(token)).toBe(true)
})

test('a thousand tokens are all different', () => {
  expect(new Set(Array.from({ length: 1000 }, makeTokenText)).size).toBe(1000)
})

test('a token with any one character changed is not a token', () => {
  const token = makeTokenText()
  for (let at = 0; at < token.length; at += 1) {
    const other = token[at] === 'x' ? 'y' : 'x'
    expect(isTokenText(token.slice(0, at) + other + token.slice(at + 1)), `character ${at}`).toBe(false)
  }
})

for (const text of ['', 'tns_', 'x', 'tns_'.padEnd(53, 'a'), `${makeTokenText()}0`, ` ${makeTokenText()}`, 'tns_'.padEnd(100_000, '0')]) {
  test(`"${text.slice(0, 20)}" of ${text.length} characters is not a token`, () => {
    expect(isTokenText(text)).toBe(false)
  })
}

test('the hash of a token is its SHA-256', () => {
  expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
