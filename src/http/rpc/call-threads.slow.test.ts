// Slow: threads are started for each question, and some are ended.
import { afterEach, describe, expect, test } from 'vitest'
import { SCHEDULE } from '../../../test/edge.ts'
import { readConfig } from '../../config.ts'
import { GatewayError } from '../../model/errors.ts'
import { type CallLimits, type CallThread, type CallThreads, createCallThreads, startThread } from './call-threads.ts'

/** Longer than a busy machine takes for anything; tests of time set it short. */
const LONG_MS = 600_000
const LIMITS: CallLimits = { ...readConfig({}, {}).limits, callMs: LONG_MS, callThreads: 1, waitingCalls: 2, callsPerDepartment: 2 }
const never = new AbortController().signal
let threads: CallThreads
const opened: CallThread[] = []

const create = (limits: Partial<CallLimits> = {}): CallThreads => (threads = createCallThreads({ ...LIMITS, ...limits }))
const open = async (departmentId = 1, signal = never): Promise<CallThread> => {
  const thread = await threads.open({ departmentId, signal })
  opened.push(thread)
  return thread
}
/** Whether a promise has come to its end by now. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol('pending')
  const first = await Promise.race([
    promise.catch(() => null),
    new Promise((resolve) => {
      setImmediate(() => resolve(pending))
    }),
  ])
  return first !== pending
}
const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => (error instanceof GatewayError ? error.code : String(error)),
  )
const validate = (thread: CallThread) =>
  thread.answer({ method: 'schedule.validate', parameters: { value: { schedule: SCHEDULE } }, stored: null, mostBytes: null, mostSeconds: 10 })

afterEach(async () => {
  for (const thread of opened.splice(0)) thread.leave()
  await threads.close()
})

describe('a thread', () => {
  test('answers one question after the other, also after a refusal', async () => {
    create()
    const thread = await open()
    expect(JSON.parse(Buffer.from(await validate(thread)).toString())).toMatchObject({ valid: true })
    const refused = thread.answer({ method: 'schedule.evaluate', parameters: { value: {} }, stored: null, mostBytes: null, mostSeconds: 10 })
    await expect(refused).rejects.toMatchObject({ code: 'request-invalid', issues: [{ pointer: '/schedule' }] })
    expect((await validate(thread)).length).toBeGreaterThan(0)
  })

  test('looks for something no longer than it is given', async () => {
    create()
    const thread = await open()
    const short = { ...SCHEDULE, spots: [{ id: 1, skills: [7] }] }
    const repair = async (mostSeconds: number): Promise<unknown> => {
      const question = { method: 'schedule.repair', parameters: { value: { schedule: short } }, stored: null, mostBytes: null, mostSeconds } as const
      return JSON.parse(Buffer.from(await thread.answer(question)).toString())
    }
    expect(await repair(LONG_MS / 1000)).toMatchObject({ complete: true })
    expect(await repair(0)).toMatchObject({ complete: false })
  })

  test('reads a body, tells what decides about its messages, and answers from the body', async () => {
    create()
    const thread = await open()
    const call = { jsonrpc: '2.0', id: 1, method: 'schedule.validate', params: { schedule: SCHEDULE, strict: true } }
    const tool = { ...call, params: { name: 'x'.repeat(5000), arguments: { schedule: SCHEDULE, solverProblemId: '7' }, _meta: { other: [1] } } }
    const { messages, ...posted } = await thread.read(Buffer.from(JSON.stringify([call, tool, 5])))
    expect(posted).toEqual({ isBatch: true, count: 3 })
    expect(messages[0]).toEqual({ ...call, params: { schedule: {}, strict: true } })
    expect(messages[1]).toMatchObject({ params: { name: 'x'.repeat(2000), arguments: { schedule: {}, solverProblemId: '7' }, _meta: {} } })
    expect(messages[2]).toBe(5)
    const answer = await thread.answer({
      method: 'schedule.validate',
      parameters: { position: 0, within: 'params' },
      stored: null,
      mostBytes: null,
      mostSeconds: 10,
    })
    expect(JSON.parse(Buffer.from(answer).toString())).toMatchObject({ valid: true })
  })

  test('tells of a batch that is too long only how long it is', async () => {
    create()
    const thread = await open()
    expect(await thread.read(Buffer.from(`[${'1,'.repeat(999)}1]`))).toEqual({ isBatch: true, count: 1000, messages: [] })
  })

  test('refuses what is no JSON, nests too deep or has too many values', async () => {
    create({ bodyDepth: 10, bodyValues: 1000 })
    const thread = await open()
    expect(await codeOf(thread.read(Buffer.from('{')))).toBe('body-unreadable')
    expect(await codeOf(thread.read(Buffer.from('['.repeat(11) + ']'.repeat(11))))).toBe('body-unreadable')
    expect(await codeOf(thread.read(Buffer.from(`[${'1,'.repeat(1001)}1]`)))).toBe('body-too-large')
  })

  test('forgets the body when it is given back', async () => {
    create()
    const first = await open(1)
    await first.read(Buffer.from(JSON.stringify({ params: { schedule: SCHEDULE } })))
    first.release()
    const asked = (await open(2)).answer({
      method: 'schedule.validate',
      parameters: { position: 0, within: 'params' },
      stored: null,
      mostBytes: null,
      mostSeconds: 10,
    })
    expect(await codeOf(asked)).toContain('was not answered')
  })

  test('puts stored documents in the place of solverProblemId, without what they say of the callback', async () => {
    create()
    const thread = await open()
    const document = { ...SCHEDULE, callbackUrl: 'no address', callbackAuthenticationHeaderValue: 'sesame' }
    const stored = { schedule: Buffer.from(JSON.stringify(document)) }
    const answer = await thread.answer({
      method: 'schedule.validate',
      parameters: { value: { solverProblemId: '1' } },
      stored,
      mostBytes: null,
      mostSeconds: 10,
    })
    expect(JSON.parse(Buffer.from(answer).toString())).toEqual({ valid: true, errors: [], warnings: [] })
  })

  test('is ended when its time is over, and the next one is another', async () => {
    create({ callMs: 20 })
    const slow = await open()
    expect(await codeOf(validate(slow))).toBe('call-too-long')
    expect(await codeOf(validate(slow))).toBe('call-too-long')
    slow.release()
    expect(await codeOf(validate(await open()))).toBe('call-too-long')
  })

  test('is ended when the client is gone, and its place is free', async () => {
    create()
    const gone = new AbortController()
    const thread = await open(1, gone.signal)
    const asked = codeOf(validate(thread))
    gone.abort()
    expect(await asked).toBe('shutting-down')
    thread.release()
    expect((await validate(await open())).length).toBeGreaterThan(0)
  })

  test('that takes too much memory is ended, and said so', async () => {
    create({ jobMemoryMib: 1 })
    const thread = await open()
    const many = JSON.stringify(Array.from({ length: 400_000 }, (_, i) => ({ i })))
    await thread.read(Buffer.from(many)).catch(() => undefined)
    await expect.poll(() => codeOf(validate(thread))).toBe('call-too-large')
  })

  for (const { jobMemoryMib, name, started } of [
    // The program of a thread alone takes 50 MiB.
    { jobMemoryMib: 128, name: 'has its memory for each request anew: one that has taken more than a quarter is not asked again', started: 5 },
    { jobMemoryMib: 2048, name: 'is asked again by the next request while it has taken less than a quarter', started: 1 },
  ]) {
    test(`${name}`, async () => {
      let count = 0
      threads = createCallThreads({ ...LIMITS, jobMemoryMib }, (memoryMib) => {
        count += 1
        return startThread(memoryMib)
      })
      for (let i = 0; i < 5; i += 1) {
        const thread = await open()
        expect((await validate(thread)).length).toBeGreaterThan(0)
        thread.leave()
      }
      expect(count).toBe(started)
    })
  }
})

/** Threads that do nothing; `asked` has what each, by number, was asked for. */
function idleThreads(): { readonly start: typeof startThread; readonly asked: string[] } {
  const asked: string[] = []
  let started = 0
  const start: typeof startThread = () => {
    const number = (started += 1)
    return {
      async ask(task) {
        asked.push(`${number} ${task.kind}${'departmentId' in task ? ` of ${task.departmentId}` : ''}`)
        return { answer: task.kind === 'answer' ? { result: new Uint8Array(1) } : { forgotten: true }, takenBytes: 0 }
      },
      hasEnded: () => false,
      end: async () => {},
    }
  }
  return { start, asked }
}

describe('what a thread keeps', () => {
  const use = async (departmentId: number): Promise<void> => {
    const thread = await open(departmentId)
    await validate(thread)
    thread.leave()
  }

  test('is found again: a department gets the thread that it had last, another the one that was given back longest ago', async () => {
    const { start, asked } = idleThreads()
    threads = createCallThreads({ ...LIMITS, callThreads: 2 }, start)
    const [first, second] = [await open(1), await open(2)]
    await validate(first)
    await validate(second)
    second.leave()
    first.leave()
    for (const departmentId of [2, 1, 2, 3]) await use(departmentId)
    expect(asked).toEqual(['1 answer of 1', '2 answer of 2', '2 answer of 2', '1 answer of 1', '2 answer of 2', '1 answer of 3'])
  })

  test('is dropped when its department erases something: at once by a thread that is idle, by others when they are given back', async () => {
    const { start, asked } = idleThreads()
    threads = createCallThreads({ ...LIMITS, callThreads: 3, callsPerDepartment: 3 }, start)
    const [mine, running, other] = [await open(1), await open(1), await open(2)]
    for (const thread of [mine, running, other]) await validate(thread)
    mine.leave()
    other.leave()
    asked.length = 0
    threads.dropKept(1)
    expect(asked).toEqual(['1 drop'])
    await validate(running)
    running.leave()
    expect(asked).toEqual(['1 drop', '2 answer of 1', '2 drop'])
  })

  test('is dropped before the thread is lent again', async () => {
    const { start, asked } = idleThreads()
    threads = createCallThreads(LIMITS, start)
    await use(1)
    threads.dropKept(1)
    await use(2)
    threads.dropKept(1)
    expect(asked).toEqual(['1 answer of 1', '1 drop', '1 answer of 2'])
  })
})

describe('when all threads are lent', () => {
  test('the next waits, and gets the first that is given back', async () => {
    create()
    const first = await open()
    const second = open()
    expect(await isSettled(second)).toBe(false)
    first.release()
    expect((await validate(await second)).length).toBeGreaterThan(0)
  })

  test('a thread is given back once, however often it is said', async () => {
    create()
    const first = await open(1)
    first.release()
    first.release()
    await open(2)
    expect(await isSettled(open(3))).toBe(false)
  })

  test('departments that have none go first', async () => {
    create()
    const first = await open(1)
    const order: number[] = []
    const wait = (departmentId: number) =>
      open(departmentId).then((thread) => {
        order.push(departmentId)
        thread.release()
      })
    const waiting = [wait(1), wait(2)]
    first.release()
    await Promise.all(waiting)
    expect(order).toEqual([1, 2])

    const threads2 = create({ callThreads: 2, callsPerDepartment: 3, waitingCalls: 3 })
    const [mine, other] = [await threads2.open({ departmentId: 1, signal: never }), await threads2.open({ departmentId: 1, signal: never })]
    order.length = 0
    const late = [wait(1), wait(2)]
    other.release()
    await Promise.all(late)
    expect(order).toEqual([2, 1])
    mine.release()
  })

  test('more than may wait are refused', async () => {
    create()
    await open(1)
    const waiting = [codeOf(open(2)), codeOf(open(3))]
    expect(await codeOf(open(4))).toBe('calls-full')
    await threads.close()
    expect(await Promise.all(waiting)).toEqual(['shutting-down', 'shutting-down'])
  })

  test('more of one department than it may have are refused', async () => {
    create()
    await open(1)
    const waiting = codeOf(open(1))
    expect(await codeOf(open(1))).toBe('too-many-requests')
    await threads.close()
    expect(await waiting).toBe('shutting-down')
  })

  test('a request of a department counts until its answer was taken', async () => {
    create({ callThreads: 2 })
    const [first, second] = [await open(1), await open(1)]
    first.release()
    expect(await codeOf(open(1))).toBe('too-many-requests')
    first.leave()
    first.leave()
    await open(1)
    expect(await codeOf(open(1))).toBe('too-many-requests')
    second.leave()
  })

  test('who waits for as long as a call may take is refused', async () => {
    create({ callMs: 30 })
    await open(1)
    expect(await codeOf(open(2))).toBe('calls-full')
  })

  test('who waits for one that cannot be started is told so, and the others as well', async () => {
    let mayStart = true
    threads = createCallThreads(LIMITS, (memoryMib) => {
      if (mayStart) return startThread(memoryMib)
      throw new Error('There are no threads any more.')
    })
    const gone = new AbortController()
    const thread = await open(1, gone.signal)
    const waiting = [codeOf(open(2)), codeOf(open(3))]
    mayStart = false
    gone.abort()
    thread.leave()
    expect(await Promise.all(waiting)).toEqual(Array(2).fill('Error: There are no threads any more.'))
    mayStart = true
    expect((await validate(await open(2))).length).toBeGreaterThan(0)
  })

  test('who is gone waits no longer', async () => {
    create({ waitingCalls: 1 })
    await open(1)
    const gone = new AbortController()
    const waiting = codeOf(open(2, gone.signal))
    gone.abort()
    expect(await waiting).toBe('shutting-down')
    expect(await isSettled(open(3))).toBe(false)
  })
})

test('when the node ends, what is under way is answered so, and nothing new begins', async () => {
  create()
  const asked = codeOf(validate(await open()))
  await threads.close()
  expect(await asked).toBe('shutting-down')
  expect(await codeOf(open())).toBe('shutting-down')
})
