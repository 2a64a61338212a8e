import type { PlannedSubmission } from './plan.ts'
import { type Answer, askUntilAnswered, type ClientDeps, type Submitted } from './client.ts'
import type { Faults } from './faults.ts'
import type { ReceivedCall } from './receiver.ts'
import type { DeliveryRow, JobRow, Store } from './store.ts'
import { hasEnded, MAX_ATTEMPTS } from '../../src/model/job.ts'

/** What a run left behind. */
export interface Traces {
  readonly planned: readonly PlannedSubmission[]
  readonly submitted: readonly Submitted[]
  readonly store: Store
  readonly calls: readonly ReceivedCall[]
}

/** Holds the tables, the clients' memories and the receiver's against one another. Every contradiction is a fault. */
export function judgeTraces(traces: Traces, departmentIds: readonly number[], faults: Faults): void {
  judgeAcceptance(traces, faults)
  const jobs = new Map(traces.store.jobs.map((job) => [String(job.id), job]))
  const deliveries = Map.groupBy(traces.store.deliveries, ({ jobId }) => String(jobId))
  const calls = Map.groupBy(traces.calls, ({ submission }) => submission)
  for (const submitted of traces.submitted) {
    const { plan, ids } = submitted
    const id = [...ids][0]!
    const about = `submission ${plan.number}, id ${id},`
    const job = jobs.get(id)
    if (ids.size > 1) faults.add(`${about} was answered ${ids.size} ids for one Idempotency-Key: ${[...ids].join(', ')}`)
    if (job === undefined) {
      faults.add(`${about} was accepted and is not stored`)
      continue
    }
    const say = (sentence: string): void => faults.add(`${about} ${sentence}`)
    judgeJob(submitted, job, departmentIds, say)
    judgeDeliveries(job, deliveries.get(id) ?? [], say)
    judgeCalls(submitted, job, { calls: calls.get(plan.number) ?? [], deliveries: deliveries.get(id) ?? [] }, say)
  }
  for (const entry of traces.store.entries) faults.add(`the queue still holds an entry that nobody ended: ${entry}`)
}

function judgeAcceptance({ planned, submitted, store, calls }: Traces, faults: Faults): void {
  const accepted = new Set(submitted.map(({ plan }) => plan.number))
  const lost = planned.filter(({ number }) => !accepted.has(number)).map(({ number }) => number)
  if (lost.length > 0) faults.add(`submissions that no gateway accepted in time: ${lost.join(', ')}`)
  const ids = new Map<string, number>()
  for (const { plan, ids: own } of submitted) {
    for (const id of own) {
      if (ids.has(id)) faults.add(`id ${id} was given to submissions ${ids.get(id)} and ${plan.number}`)
      ids.set(id, plan.number)
    }
  }
  const unknown = store.jobs.filter(({ id }) => !ids.has(String(id))).map(({ id }) => id)
  if (unknown.length > 0) faults.add(`jobs are stored that no client knows of, so a submission was stored twice: ${unknown.join(', ')}`)
  const strays = calls.filter(({ submission }) => !accepted.has(submission)).map(({ submission }) => submission)
  if (strays.length > 0) faults.add(`calls came for submissions that were not accepted: ${strays.join(', ')}`)
}

function judgeJob({ plan, withdrawnAtMs }: Submitted, job: JobRow, departmentIds: readonly number[], say: (sentence: string) => void): void {
  if (!hasEnded(job.state)) say(`has not ended: ${job.state} after ${job.attempt} attempts`)
  if (job.isLeased) say('is leased still')
  if (job.countedAttempts > MAX_ATTEMPTS) say(`has ${job.countedAttempts} counted attempts`)
  if (job.state === 'FAILED' && job.countedAttempts < MAX_ATTEMPTS) say(`failed after ${job.countedAttempts} counted attempts`)
  if (job.departmentId !== departmentIds[plan.department]) say(`belongs to department ${job.departmentId}, and not to the one that submitted it`)
  const { employees, shifts } = plan.document
  if (job.employees !== employees.length || job.shifts !== shifts.length)
    say(`has ${job.employees} employees and ${job.shifts} shifts, not as submitted`)
  if (job.isErased !== (withdrawnAtMs !== null)) say(job.isErased ? 'is erased and was not withdrawn' : 'was withdrawn and is not erased')
  if (job.state === 'CANCELLED' && withdrawnAtMs === null) say('is cancelled and was not withdrawn')
  // Whoever withdraws what has ended finds it SOLVED or FAILED, and erased.
  const endedBefore = job.endedAt !== null && withdrawnAtMs !== null && job.endedAt.getTime() < withdrawnAtMs
  if (withdrawnAtMs !== null && job.state !== 'CANCELLED' && !endedBefore) say(`was withdrawn while it ran, and ended ${job.state}`)
}

function judgeDeliveries(job: JobRow, deliveries: readonly DeliveryRow[], say: (sentence: string) => void): void {
  const expected = job.state === 'SOLVED' || job.state === 'FAILED' ? 1 : 0
  if (deliveries.length !== expected) say(`ended ${job.state} with ${deliveries.length} deliveries`)
  for (const { id, state, type, tries, recorded } of deliveries) {
    if (state !== 'DELIVERED' && !(job.isErased && state === 'CANCELLED')) say(`has delivery ${id} in state ${state} after ${tries} tries`)
    if (type !== (job.state === 'SOLVED' ? 'schedule.solved' : 'schedule.failed')) say(`is ${job.state} and says ${type}`)
    if (tries !== recorded) say(`has delivery ${id} with ${tries} tries, of which ${recorded} are recorded`)
  }
}

function judgeCalls(
  { plan, withdrawnAtMs }: Submitted,
  job: JobRow,
  { calls, deliveries }: { calls: readonly ReceivedCall[]; deliveries: readonly DeliveryRow[] },
  say: (sentence: string) => void,
): void {
  for (const { messageId, begunAtMs, bodyHash, callback, password } of calls) {
    if (messageId !== deliveries[0]?.messageId) say(`was called with the message ${messageId}, which is not its delivery's`)
    if (withdrawnAtMs !== null && begunAtMs > withdrawnAtMs)
      say(`was called ${begunAtMs - withdrawnAtMs} ms or more after its withdrawal was answered`)
    if (password !== plan.callbackPassword) say('was called without the header that it asked for')
    if (bodyHash === null) continue
    if (callback === null) say('was called with a wrong signature')
    else judgeBody(plan, job, callback, say)
  }
  const bodies = new Set(calls.map(({ bodyHash }) => bodyHash).filter((hash) => hash !== null))
  if (bodies.size > 1) say(`was called with ${bodies.size} different bodies`)
  if (withdrawnAtMs === null && !calls.some(isDelivered)) say(`ended ${job.state} and no callback reached its client`)
}

/** A call that its client took. */
export function isDelivered({ status }: ReceivedCall): boolean {
  return status !== null && status < 300
}

function judgeBody(plan: PlannedSubmission, job: JobRow, callback: NonNullable<ReceivedCall['callback']>, say: (sentence: string) => void): void {
  if (callback.solverProblemId !== String(job.id)) say(`was called with the id ${callback.solverProblemId}`)
  if (callback.status !== job.state) say(`is ${job.state} and its callback says ${callback.status}`)
  if (callback.type === 'schedule.solved') judgeSchedule(plan, callback.shifts, say)
}

/** The schedule that was solved is the one that was submitted: the same shifts, field by field, each with one of its employees or nobody. */
function judgeSchedule(plan: PlannedSubmission, shifts: unknown, say: (sentence: string) => void): void {
  const employees = new Set<unknown>([null, ...plan.document.employees.map(({ id }) => id)])
  const answered = shifts as readonly Readonly<Record<string, unknown>>[]
  const bare = answered.map((shift) => ({ ...shift, employee: undefined }))
  if (JSON.stringify(bare) !== JSON.stringify(plan.document.shifts)) say('was answered with other shifts than it submitted')
  if (!answered.every(({ employee }) => employees.has(employee))) say('was answered with employees that it did not submit')
}

/** Asks the gateways for every job, as clients that come late do. Bounded by the number of submissions. */
export async function judgeOverHttp(deps: ClientDeps, { submitted, store }: Traces): Promise<void> {
  const jobs = new Map(store.jobs.map((job) => [String(job.id), job]))
  for (const one of submitted) {
    const id = [...one.ids][0]!
    const job = jobs.get(id)
    if (job === undefined) continue
    const say = (sentence: string): void => deps.faults.add(`submission ${one.plan.number}, id ${id}, ${sentence}`)
    const entry = await askUntilAnswered(deps, one.plan.department, { method: 'GET', path: `/api/v1/gateway/${id}` })
    const pickedUp = await askUntilAnswered(deps, one.plan.department, { method: 'GET', path: `/api/v1/${id}` })
    if (entry !== null && pickedUp !== null) judgeAnswers(one, job, { entry, pickedUp }, say)
  }
}

function judgeAnswers(
  { plan, withdrawnAtMs }: Submitted,
  job: JobRow,
  { entry, pickedUp }: { entry: Answer; pickedUp: Answer },
  say: (sentence: string) => void,
): void {
  const expected = withdrawnAtMs !== null ? [404, 404] : job.state === 'SOLVED' ? [200, 200] : [200, 204]
  if (entry.status !== expected[0] || pickedUp.status !== expected[1]) {
    say(`is ${job.state} and is answered ${entry.status}, its schedule ${pickedUp.status}`)
    return
  }
  if (entry.status === 200 && (entry.body as { status: unknown }).status !== job.state) say(`is ${job.state} and its entry says otherwise`)
  if (pickedUp.status === 200) judgeSchedule(plan, (pickedUp.body as { shifts: unknown }).shifts, say)
}
