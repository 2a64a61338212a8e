import { readFile } from 'node:fs/promises'
import { materialised } from '../model/generated-shifts.ts'
import { readSolution } from '../api/read-solution.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { judge } from '../checker/check.ts'
import { type Callback, createClient, verifyCallback } from '../client/client.ts'
import { GatewayError } from '../model/errors.ts'
import type { Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { formatScore, type Score } from '../model/score.ts'
import type { Judgement } from '../model/violation.ts'
import { objectionsTo } from './verdict.ts'
import type { DemoJournal } from './demo-journal.ts'
import { watchUntilEnd } from './demo-progress.ts'
import type { CallbackReceiver, ReceivedCallback } from './demo-receiver.ts'
import type { Terminal } from './terminal.ts'

const EXAMPLE = new URL('../../examples/hospital-month.json', import.meta.url)
const HEADER_NAME = 'X-Demonstration-Key'
const HEADER_VALUE = 'known-to-the-client-and-to-turnus'
/** The callback is sent as soon as the job has ended; its first retry follows 5 s later. */
const CALLBACK_PATIENCE_MS = 30_000

/** Where the gateway of the demonstration runs, and what opens it. */
export interface DemoGateway {
  readonly address: string
  readonly token: string
  /** The department's, with which a receiver verifies callbacks. */
  readonly signingSecret: string
}

/** The roster that was called back, and everything that speaks against it. */
export interface DemoOutcome {
  readonly schedule: Schedule
  readonly roster: Roster
  readonly judgement: Judgement
  /** No roster has a better score; null when nothing is proved. */
  readonly bound: Score | null
  readonly objections: readonly string[]
}

interface DemoJob {
  readonly gateway: DemoGateway
  readonly receiver: CallbackReceiver
  readonly seconds: number
  readonly signal: AbortSignal
}

/** Submits the hospital month over HTTP, watches it, receives the callback, verifies and judges it. */
export async function runDemoJob(terminal: Terminal, journal: DemoJournal, job: DemoJob): Promise<DemoOutcome> {
  const { gateway, receiver, seconds, signal } = job
  const client = createClient({ baseUrl: gateway.address, token: gateway.token })
  const document = await readExample({ callbackUrl: receiver.url, seconds })
  const body = JSON.stringify(document)

  const solverProblemId = await journal.step(`Submitting examples/hospital-month.json: POST /api/v1/gateway, ${kilobytes(body)}`, async () => {
    const answer = await client.submit(body)
    return { result: answer.solverProblemId, note: `solverProblemId "${answer.solverProblemId}", ${answer.status}` }
  })
  await journal.step(`Solving, ${seconds} s at most; progress from GET /api/v1/gateway/${solverProblemId}`, async () => {
    const { status, stopReason, failureReason, score } = await watchUntilEnd(terminal, client, { solverProblemId, maxSeconds: seconds, signal })
    return { result: undefined, note: `${status} (${stopReason ?? failureReason}), score ${score === null ? 'none' : formatScore(score)}` }
  })
  const received = await journal.step(`Waiting for the callback at ${receiver.url}`, async () => {
    const arrived = await withPatience(receiver.received, signal)
    return { result: arrived, note: `received, ${kilobytes(arrived.body)}` }
  })
  return journal.step("Verifying its signature and the client's own header, and judging its roster", async () => {
    const callback = verifyReceived(received, { signingSecret: gateway.signingSecret, solverProblemId })
    const outcome = judgeCallback(document, callback)
    return {
      result: outcome,
      note:
        outcome.objections.length === 0 ? 'genuine; no first-priority rule is broken, and no mandatory shift is empty' : outcome.objections.join(' '),
    }
  })
}

/** The example, calling back to us and searching no longer than we want to wait. */
async function readExample(options: { callbackUrl: string; seconds: number }): Promise<Record<string, unknown>> {
  const example = JSON.parse(await readFile(EXAMPLE, 'utf8')) as { termination?: Record<string, unknown> }
  return {
    ...example,
    callbackUrl: options.callbackUrl,
    callbackAuthenticationHeaderName: HEADER_NAME,
    callbackAuthenticationHeaderValue: HEADER_VALUE,
    termination: { ...example.termination, maxSeconds: options.seconds },
  }
}

async function withPatience(arrival: Promise<ReceivedCallback>, signal: AbortSignal): Promise<ReceivedCallback> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(CALLBACK_PATIENCE_MS)])
  return new Promise((resolve, reject) => {
    patience.addEventListener('abort', () => {
      reject(
        signal.aborted
          ? signal.reason
          : new GatewayError('internal', `No callback arrived within ${CALLBACK_PATIENCE_MS / 1000} s.`, 'Please report this with the lines above.'),
      )
    })
    arrival.then(resolve, reject)
  })
}

type SolvedCallback = Extract<Callback, { readonly type: 'schedule.solved' }>

/** What the callback says. Throws `not-authenticated` unless it is ours: signed, with the header that was asked for, about our job. */
function verifyReceived(received: ReceivedCallback, expected: { signingSecret: string; solverProblemId: string }): SolvedCallback {
  const callback = verifyCallback(received.body, received.headers, expected.signingSecret)
  if (received.headers[HEADER_NAME.toLowerCase()] !== HEADER_VALUE) {
    throw new GatewayError('not-authenticated', `The callback does not carry ${HEADER_NAME} as it was asked to.`, 'Please report this.')
  }
  if (callback.type === 'schedule.solved' && callback.solverProblemId === expected.solverProblemId) return callback
  throw new GatewayError(
    'internal',
    `The callback is ${callback.type} of request ${callback.solverProblemId}.`,
    'Please report this with the lines above.',
  )
}

function judgeCallback(document: unknown, callback: SolvedCallback): DemoOutcome {
  const { submission, errors } = readSubmission(document, { callback: 'required' })
  if (submission === null) throw new GatewayError('schedule-invalid', 'The example is no schedule.', 'Please report this.', { issues: errors })
  const { schedule: asked } = submission
  const { roster: found, errors: solutionErrors } = readSolution(callback, asked)
  if (found === null)
    throw new GatewayError('schedule-invalid', 'The callback is no solution of the example.', 'Please report this.', { issues: solutionErrors })
  const { schedule, roster } = materialised(asked, found)
  const judgement = judge(schedule, roster)
  return {
    schedule,
    roster,
    judgement,
    bound: callback.bound,
    objections: objectionsTo({ posted: document, asked, schedule, roster, judgement, document: callback }),
  }
}

function kilobytes(text: string): string {
  return `${Math.round(text.length / 1024)} KB`
}
