import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '../../access/audit.ts'
import { ACTION_WORDS, actorText, detailText, targetText } from './audit-words.ts'

test('every action has words', () => {
  expect(Object.keys(ACTION_WORDS).toSorted()).toEqual([...AUDIT_ACTIONS].toSorted())
})

test('whoever did it is named by token and user, as far as they are known', () => {
  expect(actorText({ kind: 'token', tokenId: 3, userId: null })).toBe('token 3')
  expect(actorText({ kind: 'token', tokenId: 3, userId: 1 })).toBe('user 1, token 3')
  expect(actorText({ kind: 'user', tokenId: null, userId: 1 })).toBe('user 1')
  expect(actorText({ kind: 'command line', tokenId: null, userId: null })).toBe('command line')
})

test('target and detail are told in one line', () => {
  expect(targetText({ type: 'token', id: 3, name: 'roster import' })).toBe('token 3 roster import')
  expect(targetText(null)).toBe('–')
  expect(detailText({ scopes: ['gateway:read', 'tokens:admin'], expiresDays: 90, from: 'reader' })).toBe(
    'scopes gateway:read, tokens:admin; expiresDays 90; from reader',
  )
  expect(detailText({ departments: [] })).toBe('departments none')
})
