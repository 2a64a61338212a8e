import { randomBytes } from 'node:crypto'
import { compress } from '../storage/compress.ts'
import { type CallAnswer, type CallDeps, callReceiver } from './call.ts'

/** Whom to call, to see whether callbacks will arrive. */
export interface TestCall {
  readonly url: string
  /** The header that submissions will name; both or neither. */
  readonly headerName: string | null
  readonly headerValue: string | null
  /** `whsec_…`. */
  readonly signingSecret: string
}

/** How a test call went. */
export interface TestResult extends CallAnswer {
  /** `webhook-id`. */
  readonly messageId: string
  readonly durationMs: number
}

/** Makes one call of the type `schedule.test`, signed as every other. It belongs to no request, and nothing is stored of it. */
export async function callForTest(deps: CallDeps, call: TestCall): Promise<TestResult> {
  const { signingSecret, ...to } = call
  const sentAt = new Date()
  const messageId = `msg_test_${randomBytes(12).toString('base64url')}`
  const body = { type: 'schedule.test', solverProblemId: 'test', status: 'TEST', sentAt: sentAt.toISOString() }
  const packedBody = await compress(Buffer.from(JSON.stringify(body)))
  const startedMs = performance.now()
  const answer = await callReceiver(
    deps,
    { ...to, messageId, signingSecrets: [signingSecret], packedBody },
    { sentAt, signal: new AbortController().signal },
  )
  return { ...answer, messageId, durationMs: Math.round(performance.now() - startedMs) }
}
