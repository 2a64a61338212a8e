import { describe, expect, test } from 'vitest'
import type { Entry } from '../gateway/documents.ts'
import { STATUS_WORDS } from '../parts/words.ts'
import { changesOfStatus, searchedMs, searchedShare } from './progress.ts'

const START = '2026-03-02T07:00:00.000Z'
const startMs = Date.parse(START)
const progress = { maxSeconds: 20 } as Entry['progress']

describe('the share of the search that is over', () => {
  for (const { status, startedAt, afterMs, share } of [
    { status: 'SOLVING', startedAt: START, afterMs: 0, share: 0 },
    { status: 'SOLVING', startedAt: START, afterMs: 5000, share: 0.25 },
    // A search ends a little after its time.
    { status: 'SOLVING', startedAt: START, afterMs: 21_000, share: 1 },
    // The reader's clock may be behind.
    { status: 'SOLVING', startedAt: START, afterMs: -3000, share: 0 },
    { status: 'QUEUED', startedAt: null, afterMs: 5000, share: null },
    { status: 'SOLVED', startedAt: START, afterMs: 5000, share: null },
  ] as const) {
    test(`is ${share} when ${status} for ${afterMs} ms of 20 s`, () => {
      expect(searchedShare({ status, startedAt, endedAt: null, progress }, startMs + afterMs)).toBe(share)
    })
  }
})

test('a search that has ended took as long as it took', () => {
  expect(searchedMs({ startedAt: START, endedAt: '2026-03-02T07:00:12.500Z' }, startMs + 900_000)).toBe(12_500)
})

test('only jobs that were there before and changed are told', () => {
  const before = [
    { solverProblemId: '1', status: 'SOLVING' },
    { solverProblemId: '2', status: 'QUEUED' },
  ] as const
  const after = [
    { solverProblemId: '3', status: 'QUEUED' },
    { solverProblemId: '2', status: 'QUEUED' },
    { ...before[0], status: 'SOLVED' },
  ] as const
  expect(changesOfStatus(before, after, STATUS_WORDS)).toEqual(['Job 1 is solved.'])
})
