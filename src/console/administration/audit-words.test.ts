import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from '../../access/audit.ts'
import { ACTIONS, actionText, type AuditNames, actorText, detailText, targetText } from './audit-words.ts'

test('every action has words', () => {
  expect(ACTIONS.toSorted()).toEqual([...AUDIT_ACTIONS].toSorted())
  expect(actionText('login.throttled')).toBe('Sign-in put off after too many failures')
})

const NAMES: AuditNames = {
  users: new Map([[1, 'ada@hospital.example']]),
  tokens: new Map([[3, 'roster import']]),
  departments: new Map([[2, 'Ward 2']]),
}

test('whoever did it has the name that people know, as far as there is one', () => {
  expect(actorText({ kind: 'token', tokenId: 3, userId: null }, NAMES)).toBe('token 3 roster import')
  expect(actorText({ kind: 'token', tokenId: 4, userId: null }, NAMES)).toBe('token 4')
  expect(actorText({ kind: 'token', tokenId: 3, userId: 1 }, NAMES)).toBe('ada@hospital.example')
  expect(actorText({ kind: 'user', tokenId: null, userId: 1 }, NAMES)).toBe('ada@hospital.example')
  expect(actorText({ kind: 'user', tokenId: null, userId: 9 }, NAMES)).toBe('user 9')
  expect(actorText({ kind: 'command line', tokenId: null, userId: null }, NAMES)).toBe('command line')
})

test('whom it was done to as well', () => {
  expect(targetText({ type: 'user', id: 1, name: null }, NAMES)).toBe('ada@hospital.example')
  expect(targetText({ type: 'user', id: 9, name: null }, NAMES)).toBe('user 9')
  expect(targetText({ type: 'token', id: 3, name: null }, NAMES)).toBe('token 3 roster import')
  expect(targetText({ type: 'department', id: 2, name: null }, NAMES)).toBe('department 2 Ward 2')
  expect(targetText({ type: 'job', id: 2, name: null }, NAMES)).toBe('job 2')
})

test('departments are named in details, where they are listed and not counted', () => {
  expect(detailText({ added: [2], removed: [7], departments: 1 }, NAMES)).toBe('added Ward 2; removed 7; departments 1')
})

test('target and detail are told in one line', () => {
  expect(targetText({ type: 'token', id: 3, name: 'roster import' }, NAMES)).toBe('token 3 roster import')
  expect(targetText(null, NAMES)).toBe('–')
  expect(detailText({ scopes: ['gateway:read', 'tokens:admin'], expiresDays: 90, from: 'reader' }, NAMES)).toBe(
    'scopes gateway:read, tokens:admin; expiresDays 90; from reader',
  )
  expect(detailText({ departments: [] }, NAMES)).toBe('departments none')
})
