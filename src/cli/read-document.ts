import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { foreignFileOf } from '../formats/foreign-file.ts'
import { shown } from '../api/fields.ts'
import { findRepeatedName } from '../api/repeated-names.ts'
import { GatewayError, type ErrorCode } from '../model/errors.ts'
import type { Terminal } from './terminal.ts'

/** A JSON file as it lies there and as it reads. */
export interface ReadDocument {
  /** UTF-8, as in the file. */
  readonly bytes: Uint8Array
  readonly document: unknown
}

/** Reads a JSON file; `-` is stdin. Throws `usage-wrong` when there is no such file, `body-unreadable` when it is not JSON, or names something twice. */
export async function readDocument(terminal: Terminal, path: string): Promise<ReadDocument> {
  const bytes = await readBytes(terminal, path)
  refuseForeign(bytes, path, 'body-unreadable')
  const file = path === '-' ? 'stdin' : path
  let text: string
  let document: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    document = JSON.parse(text)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new GatewayError('body-unreadable', `${file} is not JSON in UTF-8: ${detail}`, 'Give a file with one JSON document.', { cause })
  }
  const repeated = findRepeatedName(text, document)
  if (repeated === null) return { bytes, document }
  const { name, line, column } = repeated
  throw new GatewayError(
    'body-unreadable',
    `${file} names ${shown(name)} twice in one object, the second time at line ${line}, column ${column}.`,
    'Keep the one that is meant.',
  )
}

/** Reads a text file; `-` is stdin. Throws `usage-wrong` when there is no such file, `format-unfit` when it is not UTF-8. */
export async function readTextFile(terminal: Terminal, path: string): Promise<string> {
  const bytes = await readBytes(terminal, path)
  refuseForeign(bytes, path, 'format-unfit')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new GatewayError('format-unfit', `${path === '-' ? 'stdin' : path} is not text in UTF-8.`, 'Give a text file, in UTF-8.', { cause })
  }
}

/** Throws `code` for a workbook, an archive or another file that is no text at all. */
export function refuseForeign(bytes: Uint8Array, path: string, code: Extract<ErrorCode, 'body-unreadable' | 'format-unfit'>): void {
  const foreign = foreignFileOf(bytes)
  if (foreign !== null) throw new GatewayError(code, `${path === '-' ? 'stdin' : path} is ${foreign.kind}.`, foreign.remedy)
}

/** Longest file that a command reads, in bytes; as much as a gateway can be told to take. */
export const MOST_FILE_BYTES = 512 * 1024 * 1024

/** All bytes of a file; `-` is stdin. Throws `usage-wrong` when there is no such file, or when it is longer than `MOST_FILE_BYTES`. */
export function readBytes(terminal: Terminal, path: string): Promise<Uint8Array> {
  return path === '-' ? readAll(terminal.stdin, 'stdin') : readNamed(path)
}

/** All bytes of a stream, which is called `name`. */
export async function readAll(stream: AsyncIterable<string | Uint8Array>, name: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const piece = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    bytes += piece.length
    if (bytes > MOST_FILE_BYTES)
      throw new GatewayError('usage-wrong', `${name} is longer than ${MOST_FILE_BYTES / 1024 / 1024} MiB.`, 'Give a file with one schedule.')
    chunks.push(piece)
  }
  return Buffer.concat(chunks)
}

/** How much of a file is read at once, in bytes. */
const PIECE_BYTES = 1024 * 1024

async function readNamed(path: string): Promise<Uint8Array> {
  try {
    // Such as /dev/zero, which never ends; what was piped is none, wherever it is found.
    if ((await stat(path)).isCharacterDevice())
      throw new GatewayError('usage-wrong', `${path} is a device.`, 'Give the path of a file, or - for stdin.')
    return await readAll(createReadStream(path, { highWaterMark: PIECE_BYTES }), path)
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    const reason = (cause as NodeJS.ErrnoException).code ?? String(cause)
    throw new GatewayError('usage-wrong', `${path} cannot be read (${reason}).`, 'Give the path of a readable file, or - for stdin.', { cause })
  }
}
