import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { GatewayError } from '../model/errors.ts'
import { findSyntaxFault } from './json-syntax.ts'
import { unreadable } from './problem-details.ts'

/** A body that was read: the document, and the very bytes that it was posted as. */
export interface JsonBody {
  readonly document: unknown
  /** UTF-8 without a byte order mark; exactly what `document` was parsed from. */
  readonly bytes: Uint8Array
}

const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const QUOTE = 0x22
const BACKSLASH = 0x5c
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Makes `app` read JSON bodies, compressed with gzip or not. `request.body` becomes a `JsonBody`, or undefined when the body is empty.
 * The limit of the framework counts what comes out of the decompression, and reading stops there: a bomb costs one limit, not its size.
 */
export function readJsonBodies(app: FastifyInstance, limits: { readonly bodyDepth: number }): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    refuseOtherCharsets(request)
    return bytes.length === 0 ? undefined : parseJsonBody(bytes, limits)
  })
  app.addHook('preParsing', async (request, reply, payload) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase()
    if (encoding === undefined || encoding === '' || encoding === 'identity') return payload
    if (encoding !== 'gzip' && encoding !== 'x-gzip') {
      throw new GatewayError(
        'media-type-unsupported',
        'The body is compressed in a way that is not taken.',
        'Send it with Content-Encoding: gzip, or uncompressed.',
      )
    }
    const gunzip = createGunzip()
    // Whoever reads the body has its own listener, and takes it away once the request is answered; an error after that must not end the process.
    gunzip.on('error', () => undefined)
    const plain = Object.assign(gunzip, { receivedEncodedLength: 0 })
    payload.on('data', (chunk: Buffer) => {
      plain.receivedEncodedLength += chunk.length
    })
    payload.on('error', (error) => gunzip.destroy(error))
    payload.on('close', () => {
      // A connection that breaks off never ends the stream; without this the request would wait for ever.
      if (!payload.readableEnded) gunzip.destroy(new Error('The connection broke off.'))
    })
    // Answered before its end, as when it is too large: what is left of it must not be inflated for nobody.
    reply.raw.once('close', () => gunzip.destroy())
    return payload.pipe(plain)
  })
}

/** The body of a request that must have one. Throws `body-unreadable` when it is absent. */
export function bodyOf(request: { readonly body: unknown }): JsonBody {
  if (request.body === undefined || request.body === null) throw unreadable('There is no body.')
  return request.body as JsonBody
}

/**
 * Parses a body. Throws `body-unreadable` for bytes that are not UTF-8, text that is not JSON, and nesting deeper than `bodyDepth`:
 * the parser would take it, but whoever walks through the document later recursively would not.
 */
export function parseJsonBody(posted: Uint8Array, limits: { readonly bodyDepth: number }): JsonBody {
  const bytes = BYTE_ORDER_MARK.equals(posted.subarray(0, 3)) ? posted.subarray(3) : posted
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch (cause) {
    throw unreadable('The body is not UTF-8.', cause)
  }
  if (depthOf(bytes) > limits.bodyDepth) throw unreadable(`The body nests deeper than ${limits.bodyDepth} levels.`)
  try {
    return { document: JSON.parse(text), bytes }
  } catch (cause) {
    throw unreadable(describeSyntaxError(text), cause)
  }
}

/**
 * Deepest nesting of brackets outside strings. Looks at bytes, since no byte of a longer UTF-8 sequence is a bracket or a quote.
 * Of every byte outside strings it asks first what most of them answer with no: 0.05 ms for 50 KB, where asking for each bracket takes 0.09 ms.
 */
function depthOf(bytes: Uint8Array): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i]!
    if (byte === QUOTE) {
      i += 1
      while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1
    } else if (byte >= OPEN_ARRAY) {
      if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1
        if (depth > deepest) deepest = depth
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth -= 1
      }
    }
  }
  return deepest
}

function describeSyntaxError(text: string): string {
  if (text.trim() === '') return 'The body is empty.'
  const { line, column, found } = findSyntaxFault(text)
  const place = `line ${line}, column ${column}`
  return found === null
    ? `The body is not JSON: it breaks off at ${place}.`
    : `The body is not JSON: ${JSON.stringify(found)} may not stand at ${place}.`
}

function refuseOtherCharsets(request: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return
  throw new GatewayError('media-type-unsupported', 'The body is declared in a character set other than UTF-8.', 'Send JSON in UTF-8.')
}
