import { beforeEach, expect, test } from 'vitest'
import { createFakeUseCases, FAKE_TOKENS, type FakeUseCases } from '../../../test/fake-use-cases.ts'
import { answerQuestion } from './answer-question.ts'
import type { CallThread } from './call-threads.ts'
import type { CallContext } from './calls.ts'
import type { AskedQuestion } from './thread-messages.ts'
import { NO_MARKS } from '../../model/job.ts'

let fake: FakeUseCases
/** What happened, in its order. */
let steps: string[]
let asked: AskedQuestion[]

beforeEach(async () => {
  fake = createFakeUseCases()
  const outline = { callback: null, queuePriority: 0, marks: NO_MARKS, termination: { maxSeconds: 60 }, employees: 1, shifts: 1 }
  await fake.submit({ caller: FAKE_TOKENS.planner, document: Buffer.from('{"a":1}'), outline, warnings: [], idempotencyKey: null })
  fake.solutions.set(1, Buffer.from('{"b":2}'))
  steps = []
  asked = []
})

const thread: Pick<CallThread, 'answer'> = {
  async answer(question: AskedQuestion) {
    asked.push(question)
    return Buffer.from('{}')
  },
}

const contextOf = (caller: CallContext['caller']): CallContext => ({
  caller,
  language: 'en',
  useCases: {
    ...fake,
    async readSchedule(who, id) {
      steps.push('read')
      return fake.readSchedule(who, id)
    },
  },
  callMs: 30_000,
  async thread() {
    steps.push('thread')
    return thread as CallThread
  },
  parametersOf: ({ params }) => ({ value: params }),
  note: async () => {},
})
const ask = (given: object, caller: CallContext['caller'] = FAKE_TOKENS.planner) =>
  answerQuestion({ method: 'schedule.explain', given, parameters: { value: given }, mostBytes: null }, contextOf(caller))

test('what is stored is read when there is a thread for it, and not before', async () => {
  await ask({ solverProblemId: '1' })
  expect(steps).toEqual(['thread', 'read'])
  expect(asked[0]!.stored).toEqual({ schedule: Buffer.from('{"a":1}'), solution: Buffer.from('{"b":2}') })
})

test('a solution that is sent takes the place of the stored one', async () => {
  await ask({ solverProblemId: '1', solution: {} })
  expect(asked[0]!.stored).toEqual({ schedule: Buffer.from('{"a":1}') })
})

test('nobody waits for a thread to be told that a request is unknown, or another department’s', async () => {
  await expect(ask({ solverProblemId: '2' })).rejects.toMatchObject({ code: 'job-not-found' })
  await expect(ask({ solverProblemId: '1' }, FAKE_TOKENS.neighbour)).rejects.toMatchObject({ code: 'department-foreign' })
  await expect(ask({})).rejects.toMatchObject({ code: 'request-invalid' })
  expect(steps).toEqual([])
})

test('no more time is asked for than a call has, less what belongs to it', async () => {
  await ask({ solverProblemId: '1', maxSeconds: 24 })
  const refused = ask({ solverProblemId: '1', maxSeconds: 25 })
  await expect(refused).rejects.toMatchObject({ code: 'request-invalid', issues: [{ pointer: '/maxSeconds', code: 'out-of-range' }] })
})

test('who asks for no time gets no more than a call has either', async () => {
  await ask({ solverProblemId: '1' })
  expect(asked[0]!.mostSeconds).toBe(24)
})

test('no time is advised that is none', async () => {
  const given = { solverProblemId: '1', maxSeconds: 1 }
  const question = { method: 'schedule.repair', given, parameters: { value: given }, mostBytes: null } as const
  const hintOf = (callMs: number) => answerQuestion(question, { ...contextOf(FAKE_TOKENS.planner), callMs }).catch(({ remedy }) => remedy as string)
  expect(await hintOf(1000)).toBe('Ask the operator to raise TURNUS_CALL_SECONDS.')
  expect(await hintOf(2000)).toEqual(Buffer.from('{}'))
})
