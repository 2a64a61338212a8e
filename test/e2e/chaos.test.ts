import { describe, expect, test } from 'vitest'
import type { Submitted } from '../../bench/chaos/client.ts'
import { createFaults } from '../../bench/chaos/faults.ts'
import { judgeTraces, type Traces } from '../../bench/chaos/judge.ts'
import { planSubmissions } from '../../bench/chaos/plan.ts'
import type { ReceivedCall } from '../../bench/chaos/receiver.ts'
import type { DeliveryRow, JobRow } from '../../bench/chaos/store.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'

describe('the plan of a run', () => {
  const planned = planSubmissions({ seed: 3, count: 300 })

  test('is the same for the same seed, and another for another', () => {
    expect(planSubmissions({ seed: 3, count: 300 })).toEqual(planned)
    expect(planSubmissions({ seed: 4, count: 300 })).not.toEqual(planned)
  })

  test('holds valid schedules, of which no two share a number', () => {
    for (const { document } of planned) {
      const { errors, warnings } = readSubmission({ ...document, callbackUrl: 'http://127.0.0.1:9/' }, { callback: 'required' })
      expect([...errors, ...warnings]).toEqual([])
    }
    const ids = planned.flatMap(({ document }) => document.shifts.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('holds every kind of client', () => {
    expect(new Set(planned.map(({ repeats }) => repeats))).toEqual(new Set(['never', 'twice', 'again']))
    expect(new Set(planned.map((plan) => plan.after?.what))).toEqual(new Set([undefined, 'withdraw', 'stop']))
  })
})

const AT = Date.UTC(2027, 0, 1)
const DEPARTMENT_IDS = [11, 12, 13]

/** Two submissions that went well: one solved and called back, one withdrawn while it waited. */
function goodTraces(): Traces {
  const planned = planSubmissions({ seed: 1, count: 2 })
  const [solved, withdrawn] = planned as [(typeof planned)[number], (typeof planned)[number]]
  const submitted = (plan: typeof solved, id: string, withdrawnAtMs: number | null): Submitted => ({
    plan,
    ids: new Set([id]),
    acceptedAtMs: AT,
    replays: 0,
    withdrawnAtMs,
  })
  const job = (plan: typeof solved, id: number, rest: Partial<JobRow>): JobRow => ({
    id,
    departmentId: DEPARTMENT_IDS[plan.department]!,
    state: 'SOLVED',
    attempt: 1,
    countedAttempts: 1,
    isLeased: false,
    isErased: false,
    employees: plan.document.employees.length,
    shifts: plan.document.shifts.length,
    createdAt: new Date(AT),
    endedAt: new Date(AT + 1000),
    ...rest,
  })
  const shifts = solved.document.shifts.map((shift, i) => ({ ...shift, employee: i === 0 ? null : solved.document.employees[0]!.id }))
  const call: ReceivedCall = {
    submission: 0,
    messageId: 'msg_1',
    begunAtMs: AT + 1000,
    arrivedAtMs: AT + 1500,
    bodyHash: 'aa',
    callback: { type: 'schedule.solved', solverProblemId: '1', status: 'SOLVED', shifts },
    password: solved.callbackPassword,
    status: 204,
  }
  return {
    planned,
    submitted: [submitted(solved, '1', null), submitted(withdrawn, '2', AT + 500)],
    store: {
      jobs: [job(solved, 1, {}), job(withdrawn, 2, { state: 'CANCELLED', attempt: 0, countedAttempts: 0, isErased: true })],
      deliveries: [{ id: 1, jobId: 1, type: 'schedule.solved', state: 'DELIVERED', messageId: 'msg_1', tries: 1, recorded: 1 }],
      entries: [],
    },
    calls: [call],
  }
}

function judged(traces: Traces): readonly string[] {
  const faults = createFaults()
  judgeTraces(traces, DEPARTMENT_IDS, faults)
  return faults.list
}

type Change = Partial<{
  submitted: Partial<Submitted>
  job: Partial<JobRow>
  withdrawn: Partial<JobRow>
  delivery: Partial<DeliveryRow>
  call: Partial<ReceivedCall>
}>

function changed({ submitted, job, withdrawn, delivery, call }: Change): Traces {
  const good = goodTraces()
  const { jobs, deliveries, entries } = good.store
  return {
    planned: good.planned,
    submitted: [{ ...good.submitted[0]!, ...submitted }, good.submitted[1]!],
    store: {
      jobs: [
        { ...jobs[0]!, ...job },
        { ...jobs[1]!, ...withdrawn },
      ],
      deliveries: [{ ...deliveries[0]!, ...delivery }],
      entries,
    },
    calls: [{ ...good.calls[0]!, ...call }],
  }
}

describe('the judge', () => {
  const good = goodTraces()
  const call = good.calls[0]!

  test('finds nothing in a run that went well', () => {
    expect(judged(good)).toEqual([])
  })

  for (const { what, traces, fault } of [
    { what: 'a submission that nobody accepted', traces: { ...good, submitted: good.submitted.slice(1) }, fault: /no gateway accepted in time: 0/ },
    {
      what: 'a job that is gone',
      traces: { ...good, store: { ...good.store, jobs: good.store.jobs.slice(1) } },
      fault: /accepted and is not stored/,
    },
    {
      what: 'a submission that was stored twice',
      traces: { ...good, store: { ...good.store, jobs: [...good.store.jobs, { ...good.store.jobs[0]!, id: 3 }] } },
      fault: /stored twice: 3/,
    },
    { what: 'two ids for one key', traces: changed({ submitted: { ids: new Set(['1', '9']) } }), fault: /answered 2 ids/ },
    { what: 'one id for two submissions', traces: changed({ submitted: { ids: new Set(['2']) } }), fault: /id 2 was given to submissions 0 and 1/ },
    { what: 'a job that has not ended', traces: changed({ job: { state: 'SOLVING', endedAt: null } }), fault: /has not ended: SOLVING/ },
    { what: 'a lease that is left', traces: changed({ job: { isLeased: true } }), fault: /is leased still/ },
    { what: 'a fourth attempt', traces: changed({ job: { countedAttempts: 4 } }), fault: /has 4 counted attempts/ },
    { what: 'a failure too early', traces: changed({ job: { state: 'FAILED', countedAttempts: 2 } }), fault: /failed after 2/ },
    { what: "another department's job", traces: changed({ job: { departmentId: 99 } }), fault: /belongs to department 99/ },
    { what: 'a job of another size', traces: changed({ job: { shifts: 1 } }), fault: /not as submitted/ },
    { what: 'a job that was erased by itself', traces: changed({ job: { isErased: true } }), fault: /is erased and was not withdrawn/ },
    { what: 'a withdrawal that was forgotten', traces: changed({ withdrawn: { isErased: false } }), fault: /was withdrawn and is not erased/ },
    {
      what: 'a withdrawal that was overtaken',
      traces: changed({ withdrawn: { state: 'SOLVED' } }),
      fault: /was withdrawn while it ran, and ended SOLVED/,
    },
    { what: 'a missing delivery', traces: { ...good, store: { ...good.store, deliveries: [] } }, fault: /ended SOLVED with 0 deliveries/ },
    { what: 'a delivery that is due still', traces: changed({ delivery: { state: 'PENDING' } }), fault: /delivery 1 in state PENDING/ },
    { what: 'a delivery of the wrong kind', traces: changed({ delivery: { type: 'schedule.failed' } }), fault: /is SOLVED and says schedule.failed/ },
    { what: 'a try without a record', traces: changed({ delivery: { recorded: 0 } }), fault: /1 tries, of which 0 are recorded/ },
    { what: 'a callback that never came', traces: { ...good, calls: [] }, fault: /no callback reached its client/ },
    { what: 'a callback that was never taken', traces: changed({ call: { status: 500 } }), fault: /no callback reached its client/ },
    { what: 'a second message', traces: changed({ call: { messageId: 'msg_2' } }), fault: /message msg_2/ },
    { what: 'a second body', traces: { ...good, calls: [call, { ...call, bodyHash: 'bb' }] }, fault: /2 different bodies/ },
    { what: 'a wrong signature', traces: changed({ call: { callback: null } }), fault: /wrong signature/ },
    { what: "a callback without the client's header", traces: changed({ call: { password: 'undefined' } }), fault: /without the header/ },
    {
      what: 'a callback about another job',
      traces: changed({ call: { callback: { ...call.callback!, solverProblemId: '2' } } }),
      fault: /called with the id 2/,
    },
    {
      what: 'a schedule that is not the one submitted',
      traces: changed({ call: { callback: { ...call.callback!, shifts: [] } } }),
      fault: /other shifts than it submitted/,
    },
    {
      what: 'a call that was begun after the withdrawal was answered',
      traces: { ...good, calls: [call, { ...call, submission: 1, begunAtMs: AT + 1000 }] },
      fault: /called 500 ms or more after its withdrawal/,
    },
    { what: 'an entry that is left in the queue', traces: { ...good, store: { ...good.store, entries: ['solves retry'] } }, fault: /solves retry/ },
  ] as const) {
    test(`finds ${what}`, () => {
      expect(judged(traces)).toContainEqual(expect.stringMatching(fault))
    })
  }
})
