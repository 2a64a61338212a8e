import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../src/engine/random.ts'
import type { ChaosDepartment } from './departments.ts'
import type { Faults } from './faults.ts'
import { PASSWORD_HEADER } from './receiver.ts'
import type { PlannedSubmission } from './plan.ts'

/** What a client knows of its submission when it is done with it. */
export interface Submitted {
  readonly plan: PlannedSubmission
  /** Every identifier that it was ever answered with; more than one is a fault. */
  readonly ids: ReadonlySet<string>
  /** When it was first answered, in milliseconds since 1970. */
  readonly acceptedAtMs: number
  /** How often it was answered 200 instead of 201: stored before. */
  readonly replays: number
  /** When the withdrawal was answered, in milliseconds since 1970; null when it was not withdrawn. */
  readonly withdrawnAtMs: number | null
}

/** What clients work with. */
export interface ClientDeps {
  /** Where gateways listen at this moment. */
  readonly addresses: () => readonly string[]
  readonly departments: readonly ChaosDepartment[]
  readonly callbackUrlOf: (submission: number) => string
  readonly faults: Faults
  readonly random: Random
  readonly signal: AbortSignal
}

/** One question takes no longer; then the client asks again, as clients do. */
const ANSWER_MS = 15_000
/** A client that is not answered for so long has found a gateway that is broken, not one that was killed. */
const PATIENCE_MS = 90_000
const PAUSE_MS = 200

interface Question {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** What a gateway answered in the end. */
export interface Answer {
  readonly status: number
  /** Read as JSON; null when there was no body. */
  readonly body: unknown
  /** True when the question was asked before: it may have been done then, although no answer came, or 503. */
  readonly isRepeated: boolean
}

/**
 * Asks any gateway until one answers, again when a connection breaks, when the answer is 503, and when the same request is being stored
 * by another node. Null, with a fault, when the client's patience ends.
 */
export async function askUntilAnswered(deps: ClientDeps, department: number, question: Question): Promise<Answer | null> {
  let isRepeated = false
  for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; await sleep(PAUSE_MS, undefined, { signal: deps.signal })) {
    const addresses = deps.addresses()
    if (addresses.length === 0) continue
    const answer = await askOnce(addresses[deps.random.below(addresses.length)]!, deps.departments[department]!.token, question)
    if (answer !== null && !mayBeAskedAgain(answer)) return { ...answer, isRepeated }
    isRepeated = true
  }
  deps.faults.add(`${question.method} ${question.path} was not answered within ${PATIENCE_MS / 1000} s`)
  return null
}

function mayBeAskedAgain({ status, body }: Omit<Answer, 'isRepeated'>): boolean {
  return status === 503 || (status === 409 && (body as { code?: unknown }).code === 'idempotency-in-progress')
}

async function askOnce(address: string, token: string, { method, path, headers, body }: Question): Promise<Omit<Answer, 'isRepeated'> | null> {
  try {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  } catch {
    // Refused, broken off, or too late.
    return null
  }
}

/** Submits one schedule and does with it what its plan says. Null, with a fault, when it was not accepted. */
export async function submitAsPlanned(deps: ClientDeps, plan: PlannedSubmission): Promise<Submitted | null> {
  const ids = new Set<string>()
  let replays = 0
  const submitOnce = async (): Promise<boolean> => {
    const answer = await askUntilAnswered(deps, plan.department, questionOf(deps, plan))
    if (answer === null) return false
    const { status, body } = answer
    if (status !== 201 && status !== 200) {
      deps.faults.add(`submission ${plan.number} was answered ${status}: ${JSON.stringify(body)}`)
      return false
    }
    if (status === 200) replays += 1
    ids.add((body as { solverProblemId: string }).solverProblemId)
    return true
  }
  const accepted = await Promise.all(plan.repeats === 'twice' ? [submitOnce(), submitOnce()] : [submitOnce()])
  if (!accepted.every(Boolean)) return null
  const acceptedAtMs = Date.now()
  if (plan.repeats === 'again') await submitOnce()
  if (plan.after !== null) await sleep(plan.after.afterMs, undefined, { signal: deps.signal })
  if (plan.after?.what === 'stop') await stop(deps, plan, [...ids][0]!)
  const withdrawnAtMs = plan.after?.what === 'withdraw' ? await withdraw(deps, plan, [...ids][0]!) : null
  return { plan, ids, acceptedAtMs, replays, withdrawnAtMs }
}

function questionOf(deps: ClientDeps, { document, callbackPassword, idempotencyKey, number }: PlannedSubmission): Question {
  const body = JSON.stringify({
    ...document,
    callbackUrl: deps.callbackUrlOf(number),
    callbackAuthenticationHeaderName: PASSWORD_HEADER,
    callbackAuthenticationHeaderValue: callbackPassword,
  })
  return {
    method: 'POST',
    path: '/api/v1/gateway',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body,
  }
}

async function withdraw(deps: ClientDeps, plan: PlannedSubmission, id: string): Promise<number | null> {
  const answer = await askUntilAnswered(deps, plan.department, { method: 'DELETE', path: `/api/v1/gateway/${id}` })
  if (answer === null) return null
  // A repeated withdrawal finds nothing when the first one was done and its answer was lost.
  if (answer.status === 204 || (answer.status === 404 && answer.isRepeated)) return Date.now()
  deps.faults.add(`the withdrawal of submission ${plan.number}, id ${id}, was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return null
}

async function stop(deps: ClientDeps, plan: PlannedSubmission, id: string): Promise<void> {
  const answer = await askUntilAnswered(deps, plan.department, { method: 'POST', path: `/api/v1/gateway/${id}/stop` })
  if (answer === null || answer.status === 200) return
  if (answer.status === 409 && (answer.body as { code?: unknown }).code === 'job-already-ended') return
  deps.faults.add(`the stop of submission ${plan.number}, id ${id}, was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** Submits all of them from `maxAtOnce` clients, each not before `whenDue` resolves for its place in the list. */
export async function submitAll(
  deps: ClientDeps,
  plans: readonly PlannedSubmission[],
  { maxAtOnce, whenDue }: { maxAtOnce: number; whenDue: (place: number) => Promise<void> },
): Promise<readonly Submitted[]> {
  const done: Submitted[] = []
  let next = 0
  const submitNext = async (): Promise<void> => {
    while (next < plans.length) {
      const place = next
      next += 1
      await whenDue(place)
      const submitted = await submitAsPlanned(deps, plans[place]!)
      if (submitted !== null) done.push(submitted)
    }
  }
  await Promise.all(Array.from({ length: maxAtOnce }, submitNext))
  return done
}
