import { createGunzip, gunzipSync } from 'node:zlib'
import { type Dispatcher, request } from 'undici'
import type { Delivery } from '../storage/deliveries.ts'
import { AddressRefused } from './guard.ts'
import { createSigner } from './sign.ts'

/** What calls are made with. */
export interface CallDeps {
  /** Made by `createGuardedAgent`; nothing else decides where a connection may lead. */
  readonly agent: Dispatcher
  /** Longest time for one try, the answer's head included, in milliseconds; a large body has a second more for each MiB. */
  readonly timeoutMs: number
}

/** What the receiver said, or why it said nothing. */
export interface CallAnswer {
  /** HTTP status; null when no answer came. */
  readonly status: number | null
  /** Null for a success. */
  readonly error: string | null
  /** First bytes of the body, as text. */
  readonly text: string | null
  readonly retryAfter: string | undefined
}

/** What is called, with what. */
export interface Call extends Pick<Delivery, 'url' | 'messageId' | 'headerName' | 'headerValue' | 'signingSecrets' | 'packedBody'> {
  /** Goes out as a header of this name, so that the receiver's spans join ours; null or absent for none. */
  readonly traceparent?: string | null
}

/** Of an answer no more than this is read, in bytes. */
const MAX_ANSWER_BYTES = 64 * 1024
const MIB = 1024 * 1024
const MS_PER_MIB = 1000
/** Up to so many bytes a body is unpacked at once, which takes less than a millisecond; larger ones piece by piece. */
const WHOLE_BYTES = 256 * 1024

/**
 * Posts the body once. Whatever goes wrong on the way is the answer; rejects only for a body that is no gzip. A large body is unpacked while it is signed, and once more while it is
 * sent, so that it is never in memory as a whole: a receiver that hangs holds the packed form, about a twentieth.
 */
export async function callReceiver(
  { agent, timeoutMs }: CallDeps,
  call: Call,
  { sentAt, signal }: { readonly sentAt: Date; readonly signal: AbortSignal },
): Promise<CallAnswer> {
  const bytes = unpackedBytes(call.packedBody)
  const limitMs = timeoutMs + Math.floor(bytes / MIB) * MS_PER_MIB
  const timeout = AbortSignal.timeout(limitMs)
  try {
    const whole = bytes <= WHOLE_BYTES ? gunzipSync(call.packedBody) : null
    const signed = await sign(call, { sentAt, body: whole === null ? unpack(call.packedBody) : [whole] })
    const answer = await request(call.url, {
      method: 'POST',
      dispatcher: agent,
      signal: AbortSignal.any([timeout, signal]),
      headers: headersOf(call, { ...signed, 'content-length': String(bytes) }),
      body: whole ?? unpack(call.packedBody),
    })
    const text = withoutSecret(await readBeginning(answer.body), call.headerValue)
    const { statusCode, headers } = answer
    const error = statusCode >= 200 && statusCode < 300 ? null : describeStatus(statusCode)
    return { status: statusCode, error, text, retryAfter: [headers['retry-after']].flat()[0] }
  } catch (error) {
    const reason = timeout.aborted ? `No answer within ${limitMs} ms.` : describeFailure(error)
    return { status: null, error: reason, text: null, retryAfter: undefined }
  }
}

async function sign(call: Call, { sentAt, body }: { sentAt: Date; body: AsyncIterable<Buffer> | Iterable<Buffer> }): Promise<Record<string, string>> {
  const signer = createSigner({ id: call.messageId, sentAt, secrets: call.signingSecrets })
  for await (const piece of body) signer.update(piece)
  return { ...signer.headers() }
}

/** Ours come last: the client's header must not be able to forge a signature or a length. */
function headersOf({ headerName, headerValue, traceparent = null }: Call, ours: Readonly<Record<string, string>>): Record<string, string> {
  const own = headerName === null ? {} : { [headerName.toLowerCase()]: headerValue ?? '' }
  const traced = traceparent === null ? {} : { traceparent }
  return { ...traced, ...own, 'accept': '*/*', 'content-type': 'application/json', 'user-agent': 'Turnus', ...ours }
}

function unpack(packed: Buffer): ReturnType<typeof createGunzip> {
  const gunzip = createGunzip()
  gunzip.end(packed)
  return gunzip
}

/** The length of the contents, as gzip writes it at the end (modulo 2³², which no body reaches). */
function unpackedBytes(packed: Buffer): number {
  return packed.readUInt32LE(packed.length - 4)
}

/** The first bytes of the answer. The status is what counts: a body that breaks off, drips or never ends changes nothing. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // What came until then is kept.
  } finally {
    body.destroy()
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString()
}

/** What a receiver answers is shown to people: one that repeats what it was sent must not show them the client's secret. */
function withoutSecret(text: string, headerValue: string | null): string {
  return headerValue === null || headerValue === '' ? text : text.replaceAll(headerValue, '***')
}

function describeStatus(status: number): string {
  return status >= 300 && status < 400 ? `Answered ${status}; redirects are not followed.` : `Answered ${status}.`
}

/** The cause by its code, such as ECONNREFUSED: a text of the network library is not for the log of a client. */
function describeFailure(error: unknown): string {
  if (error instanceof AddressRefused) return error.message
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' ? `The call failed: ${code}.` : 'The call failed.'
}
