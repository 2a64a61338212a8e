// Slow: the whole memory of a thread is searched, several times.
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SCHEDULE } from '../../../test/edge.ts'
import type { ThreadReport, ThreadTask } from './thread-messages.ts'

/** Made here, so that no code of the thread has it. */
const NAME = ['Ottilie', 'Quendelbach', String(Date.now())].join(' ')
const SHAPE = { bodyDepth: 64, bodyValues: 100_000 }
const schedule = { ...SCHEDULE, employees: [{ ...SCHEDULE.employees[0], name: NAME }] }
let worker: Worker

beforeEach(() => {
  worker = new Worker(new URL('./call-thread.ts', import.meta.url))
})
afterEach(async () => {
  await worker.terminate()
})

async function ask(task: ThreadTask): Promise<ThreadReport['answer']> {
  const answered = new Promise<ThreadReport>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
  })
  worker.postMessage(task)
  const { answer } = await answered
  worker.removeAllListeners('error')
  return answer
}

/** Whether the name is anywhere in what the thread can reach. */
async function holdsName(): Promise<boolean> {
  let held = false
  let end = ''
  for await (const chunk of await worker.getHeapSnapshot()) {
    const text = end + String(chunk)
    held ||= text.includes(NAME)
    end = text.slice(-NAME.length)
  }
  return held
}

const RECOMMEND = { method: 'schedule.recommend', mostBytes: null, mostSeconds: 10 } as const

/** Asks as the gateway does of a stored request, and as it does of a large body. */
async function askOf(departmentId: number, source: 'stored' | 'sent'): Promise<void> {
  if (source === 'sent') {
    const call = { jsonrpc: '2.0', id: 1, method: 'schedule.recommend', params: { schedule, shiftId: 1 } }
    await ask({ kind: 'read', departmentId, posted: Buffer.from(JSON.stringify(call)), shape: SHAPE })
  }
  const parameters = source === 'sent' ? ({ position: 0, within: 'params' } as const) : { value: { solverProblemId: '7', shiftId: 1 } }
  const stored = source === 'sent' ? null : { schedule: Buffer.from(JSON.stringify(schedule)) }
  const answer = await ask({ kind: 'answer', departmentId, question: { ...RECOMMEND, parameters, stored } })
  expect('result' in answer && Buffer.from(answer.result).toString()).toContain(NAME)
  await ask({ kind: 'forget' })
}

test.each(['stored', 'sent'] as const)(
  'a schedule that was %s is kept for the next question, and nothing of it is left when its department erases something',
  async (source) => {
    await askOf(1, source)
    expect(await holdsName()).toBe(true)
    await ask({ kind: 'drop' })
    expect(await holdsName()).toBe(false)
  },
)

test.each([
  [
    'asks about its own',
    { kind: 'answer', departmentId: 2, question: { ...RECOMMEND, parameters: { value: { schedule: SCHEDULE, shiftId: 1 } }, stored: null } },
  ],
  ['asks what is refused', { kind: 'answer', departmentId: 2, question: { ...RECOMMEND, parameters: { value: {} }, stored: null } }],
  ['sends what cannot be read', { kind: 'read', departmentId: 2, posted: Buffer.from('{'), shape: SHAPE }],
] satisfies [string, ThreadTask][])('nothing of it is left when another department %s', async (_, task) => {
  await askOf(1, 'stored')
  await ask(task)
  expect(await holdsName()).toBe(false)
})
