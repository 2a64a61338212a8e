import { expect, test } from 'vitest'
import type { PlanAnswer, PlanVersion } from '../../api/schemas/plans.ts'
import { openRequest } from './open-request.ts'

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
