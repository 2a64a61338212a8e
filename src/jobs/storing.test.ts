import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GatewayError } from '../model/errors.ts'
import { SILENT_LOG } from '../storage/log.ts'
import { explainOutage } from '../storage/outage.ts'
import { createStoring } from './storing.ts'

const FULL = explainOutage(Object.assign(new Error('No space left on device'), { code: '53100' }))
const never = new AbortController().signal

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('an outage is told once however often it is found, and its end once', () => {
  const lines: [context: object, message: string][] = []
  const write = (context: object, message: string): void => void lines.push([context, message])
  const storing = createStoring({ ...SILENT_LOG, warn: write, error: write })
  for (let i = 0; i < 100; i += 1) storing.noteFailed(FULL)
  expect(storing.isStoring()).toBe(false)
  for (let i = 0; i < 2; i += 1) storing.noteStored()
  expect(storing.isStoring()).toBe(true)
  expect(lines).toEqual([
    [{ reason: '53100: No space left on device' }, 'the database stores nothing: submissions are answered 503, jobs and callbacks wait'],
    [{ awayMs: 0 }, 'the database stores again'],
  ])
})

test('a failure that is no outage says nothing of the database', () => {
  const storing = createStoring(SILENT_LOG)
  storing.noteFailed(new Error('bug'))
  storing.noteFailed(new GatewayError('queue-full', '', ''))
  expect(storing.isStoring()).toBe(true)
})

test('what was not found out for more than 6 s is not so', () => {
  const storing = createStoring(SILENT_LOG)
  vi.advanceTimersByTime(6000)
  expect(storing.isStoring()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(storing.isStoring()).toBe(false)
  storing.noteStored()
  expect(storing.isStoring()).toBe(true)
})

test('who waits goes on as soon as it stores again, at once while it does, and not at all when it is told to stop', async () => {
  const storing = createStoring(SILENT_LOG)
  await storing.untilStoring(never)
  storing.noteFailed(FULL)
  const stopping = new AbortController()
  const [waiting, stopped] = [storing.untilStoring(never), storing.untilStoring(stopping.signal)]
  stopping.abort(new Error('stop'))
  await expect(stopped).rejects.toThrow('stop')
  storing.noteStored()
  await waiting
})
