import { expect, test } from 'vitest'
import { mayRotate, tokenState } from './token-state.ts'

test('a token is active until it expires or is revoked', () => {
  const expiresAt = '2026-03-02T07:00:00.000Z'
  const now = Date.parse(expiresAt)
  expect(tokenState({ revokedAt: null, expiresAt }, now - 1)).toBe('active')
  expect(tokenState({ revokedAt: null, expiresAt }, now)).toBe('expired')
  expect(tokenState({ revokedAt: '2026-03-01T00:00:00.000Z', expiresAt }, now - 1)).toBe('revoked')
})

test('the token of a login is not rotated, nor one that was', () => {
  expect(mayRotate({ id: 3, userId: null }, [{ replaces: null }, { replaces: 2 }])).toBe(true)
  expect(mayRotate({ id: 3, userId: 1 }, [])).toBe(false)
  expect(mayRotate({ id: 3, userId: null }, [{ replaces: 3 }])).toBe(false)
})
