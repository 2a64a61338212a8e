import { expect, test } from 'vitest'
import type { NewSubmission } from '../http/use-cases.ts'
import { FAKE_TOKENS } from './callers.ts'
import { createMemory } from './memory.ts'
import { readScenario } from './scenario.ts'
import { NO_MARKS } from '../model/job.ts'

const CALLER = FAKE_TOKENS.tns_fake
const SCENARIO = readScenario('')

function submissionOf(text: string, idempotencyKey: string | null = null): NewSubmission {
  const outline = { callback: null, queuePriority: 0, marks: NO_MARKS, termination: { maxSeconds: 60 }, employees: 1, shifts: 1 }
  return { caller: CALLER, document: Buffer.from(text), outline, warnings: [], idempotencyKey }
}

test('the oldest of more than a thousand requests is forgotten, its key with it', () => {
  const memory = createMemory()
  const first = submissionOf('first', 'key')
  const oldest = memory.add(first, SCENARIO)
  for (let i = 0; i < 999; i += 1) memory.add(submissionOf('next'), SCENARIO)
  expect(memory.find(CALLER, '1').job.id).toBe(1)
  memory.add(submissionOf('one too many'), SCENARIO)
  expect(() => memory.find(CALLER, '1')).toThrow(expect.objectContaining({ code: 'job-not-found' }))
  expect([...memory.all()]).toHaveLength(1000)
  expect(memory.findFirst(first)).toBeNull()
  // So that what it still waits for does not keep the process.
  expect(oldest.withdrawn.signal.aborted).toBe(true)
})

test('a key that comes with another document is refused, and opens nothing in another department', () => {
  const memory = createMemory()
  const { job } = memory.add(submissionOf('a', 'key'), SCENARIO)
  expect(memory.findFirst(submissionOf('a', 'key'))?.job.id).toBe(job.id)
  expect(() => memory.findFirst(submissionOf('b', 'key'))).toThrow(expect.objectContaining({ code: 'idempotency-key-reused' }))
  expect(memory.findFirst({ ...submissionOf('a', 'key'), caller: FAKE_TOKENS.tns_fake_other })).toBeNull()
})

test('requests are listed newest first, page by page, those of a status alone', async () => {
  const memory = createMemory()
  for (let i = 0; i < 5; i += 1) memory.add(submissionOf('x'), SCENARIO)
  const ids: number[] = []
  for (let cursor: string | null = null, more = true; more; ) {
    const { rows, nextCursor } = await memory.list(CALLER, { limit: 2, cursor, status: 'QUEUED' })
    ids.push(...rows.map(({ id }) => id))
    cursor = nextCursor
    more = nextCursor !== null
  }
  expect(ids).toEqual([5, 4, 3, 2, 1])
  expect(await memory.list(CALLER, { limit: 2, cursor: null, status: 'SOLVED' })).toEqual({ rows: [], nextCursor: null })
})
