import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { LIMITS } from '../../../test/edge.ts'
import { createFakeUseCases, FAKE_TOKENS } from '../../../test/fake-use-cases.ts'
import { createRequestRate } from '../request-rate.ts'
import type { CallThread, CallThreads } from './call-threads.ts'
import { MOST_RESULT_BYTES, openCalls } from './calls.ts'

const raw = new EventEmitter()
const done: string[] = []
const thread = { release: () => void done.push('release'), leave: () => void done.push('leave') } as CallThread
const threads: CallThreads = { open: async () => thread, dropKept: () => {}, close: async () => {} }
const open = () =>
  openCalls({ caller: FAKE_TOKENS.planner, headers: {} } as unknown as FastifyRequest, { raw } as unknown as FastifyReply, {
    useCases: createFakeUseCases(),
    threads,
    rate: createRequestRate({ perMinute: 600, clock: () => 0 }),
    limits: LIMITS,
    stopping: new AbortController().signal,
    onFault: () => {},
  })

test('the results of one request may have so many bytes together, and not one more', () => {
  const calls = open()
  const half = Buffer.alloc(MOST_RESULT_BYTES / 2)
  expect(calls.admit(half)).toBe(half)
  calls.admit(half)
  expect(() => calls.admit(Buffer.of(0))).toThrow(expect.objectContaining({ code: 'call-too-large' }))
  open().admit(half)
})

test('a thread is given back when the calls are answered, and counted no more when the answer was taken', async () => {
  const calls = open()
  await calls.thread()
  calls.end()
  await Promise.resolve()
  expect(done).toEqual(['release'])
  raw.emit('close')
  await Promise.resolve()
  expect(done).toEqual(['release', 'leave'])
})
