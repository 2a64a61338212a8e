import { describe, expect, test } from 'vitest'
import type { Entry } from '../gateway/documents.ts'
import { changesOfStatus, searchedMs, searchedShare, searchedText } from './progress.ts'

const START = '2026-03-02T07:00:00.000Z'
const startMs = Date.parse(START)
const progress = { maxSeconds: 20, attempt: 1 } as Entry['progress']

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
  expect(searchedMs({ startedAt: START, endedAt: '2026-03-02T07:00:12.500Z', progress }, startMs + 900_000)).toBe(12_500)
})

describe('how long was searched, in words', () => {
  for (const { afterMs, text } of [
    { afterMs: 12_500, text: '0:12 of 0:20 at most' },
    { afterMs: 20_000, text: '0:20 of 0:20 at most' },
    { afterMs: 20_999, text: '0:20 of 0:20 at most' },
    { afterMs: 21_000, text: '0:20 of 0:20 at most, and 0:01 to read, judge and write' },
    { afterMs: 35_000, text: '0:20 of 0:20 at most, and 0:15 to read, judge and write' },
  ]) {
    test(`${afterMs} ms of 20 s, ended or not: ${text}`, () => {
      const endedAt = new Date(startMs + afterMs).toISOString()
      expect(searchedText({ startedAt: START, endedAt, progress }, startMs + 900_000)).toBe(text)
      expect(searchedText({ startedAt: START, endedAt: null, progress }, startMs + afterMs)).toBe(text)
    })
  }
  test('what went by between two attempts is not counted', () => {
    const again = { ...progress, attempt: 2, solveMs: 7000 }
    expect(searchedText({ startedAt: START, endedAt: null, progress: again }, startMs + 600_000)).toBe('0:07 of 0:20 at most')
  })
  test('nothing before it began', () => {
    expect(searchedText({ startedAt: null, endedAt: null, progress }, startMs)).toBe('–')
  })
})

test('only jobs that were there before and changed are told', () => {
  const before = [
    { solverProblemId: '1', status: 'SOLVING' },
    { solverProblemId: '2', status: 'QUEUED' },
  ] as const
  const after = [
    { solverProblemId: '3', status: 'QUEUED', score: null },
    { solverProblemId: '2', status: 'QUEUED', score: null },
    { ...before[0], status: 'SOLVED', score: [0, 0, 0, 7] },
  ] satisfies readonly Pick<Entry, 'solverProblemId' | 'status' | 'score'>[]
  expect(changesOfStatus(before, after)).toEqual(['Job 1 is solved.'])
  const short = after.map((job) => ({ ...job, score: [0, 20, 0, 0] as [number, number, number, number] }))
  expect(changesOfStatus(before, short)).toEqual(['Job 1 is solved, with gaps.'])
})
