import { expect, test } from 'vitest'
import type { PlanAnswer, PlanVersion } from '../../api/schemas/plans.ts'
import { leaveRequest, openRequest, readLeft } from './open-request.ts'

const request = (solverProblemId: string, status: PlanAnswer['requests'][number]['status']) => ({
  solverProblemId,
  status,
  version: 2,
  createdAt: '',
})
const version = (solverProblemId: string | null) => ({ solverProblemId }) as PlanVersion

for (const { title, requests, versions, open } of [
  { title: 'there is none', requests: [], versions: [version(null)], open: null },
  { title: 'goes on', requests: [request('8', 'SOLVING'), request('7', 'SOLVED')], versions: [version('7')], open: '8' },
  { title: 'waits', requests: [request('8', 'QUEUED')], versions: [version(null)], open: '8' },
  { title: 'was solved and not taken over', requests: [request('8', 'SOLVED')], versions: [version(null), version('7')], open: '8' },
  { title: 'was taken over, and edited since', requests: [request('8', 'SOLVED')], versions: [version(null), version('8')], open: null },
  { title: 'failed', requests: [request('8', 'FAILED'), request('7', 'SOLVED')], versions: [], open: null },
  { title: 'was withdrawn', requests: [request('8', 'CANCELLED')], versions: [], open: null },
] as const) {
  test(`a plan whose newest request ${title} ${open === null ? 'follows nothing' : `follows ${open}`} when it is opened`, () => {
    expect(openRequest(requests, versions)).toBe(open)
  })
}

const keepIn = (kept: Map<string, string>) => ({
  getItem: (place: string) => kept.get(place) ?? null,
  setItem: (place: string, text: string) => void kept.set(place, text),
})

test('a request that was left stays left, and of many the newest hundred are known', () => {
  const store = keepIn(new Map())
  expect(readLeft(store)).toEqual([])
  for (let id = 1; id <= 101; id += 1) leaveRequest(store, String(id))
  leaveRequest(store, '2')
  expect(readLeft(store)).toHaveLength(100)
  expect(readLeft(store)).not.toContain('1')
  expect(readLeft(store).at(-1)).toBe('2')
})

for (const text of ['', '{', '7', '{"a":1}']) {
  test(`what cannot be read leaves nothing: ${JSON.stringify(text)}`, () => expect(readLeft(keepIn(new Map([['turnus.left', text]])))).toEqual([]))
}
