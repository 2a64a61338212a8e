import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { createTestTerminal } from '../../test/terminal.ts'
import { readSubmission } from '../api/read-schedule.ts'
import type { SolveOutcome } from '../threads/pool.ts'
import { runSearch } from './run-search.ts'

const bytes = readFileSync(new URL('../../examples/clinic-week.json', import.meta.url))
const posted: unknown = JSON.parse(bytes.toString())
const { schedule } = readSubmission(posted, { callback: 'optional' }).submission!
const request = { document: bytes, maxSeconds: 3600, seed: 1, threads: 1, maxIterations: null, start: null, memoryMib: null }

afterEach(() => {
  vi.useRealTimers()
})

/** A search that has told its first roster, at a time that stands still. */
async function begin() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const terminal = createTestTerminal()
  const written: SolveOutcome[] = []
  const first = Promise.withResolvers<void>()
  const ended = runSearch(terminal, { request, posted, schedule, onProgress: () => first.resolve() }, async (outcome) => void written.push(outcome))
  await first.promise
  return { terminal, written, ended }
}

test('the first interrupt writes the best roster, and signals that come with it are the same', async () => {
  const { terminal, written, ended } = await begin()
  terminal.interrupt()
  vi.advanceTimersByTime(50)
  terminal.interrupt()
  await ended
  expect(written).toMatchObject([{ stopReason: 'STOPPED' }])
})

test('the second interrupt ends the search, and nothing is written', async () => {
  const { terminal, written, ended } = await begin()
  // Both come before the thread is heard again.
  terminal.interrupt()
  vi.advanceTimersByTime(150)
  terminal.interrupt()
  await expect(ended).rejects.toMatchObject({ name: 'AbortError' })
  expect(written).toEqual([])
})
