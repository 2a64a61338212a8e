import { promisify } from 'node:util'
import { constants, gunzip, gunzipSync, gzip, gzipSync } from 'node:zlib'
import type { Roster } from '../model/roster.ts'

const gzipAsync = promisify(gzip)
const gunzipAsync = promisify(gunzip)

/** Up to here the way to another thread and back takes longer than the compression: 0.16 ms against 0.07 ms for 50 KB. */
const SMALL_BYTES = 128 * 1024
/** The same the other way: schedules shrink twentyfold. */
const SMALL_PACKED_BYTES = 4 * 1024

/**
 * gzip at level 1: a large schedule shrinks twentyfold already, and a higher level costs more than it saves.
 * Runs off the event loop, unless the contents are small.
 */
export async function compress(contents: Uint8Array): Promise<Buffer> {
  const options = { level: constants.Z_BEST_SPEED }
  return contents.length <= SMALL_BYTES ? gzipSync(contents, options) : gzipAsync(contents, options)
}

/** The opposite of `compress`. */
export async function decompress(packed: Uint8Array): Promise<Buffer> {
  return packed.length <= SMALL_PACKED_BYTES ? gunzipSync(packed) : gunzipAsync(packed)
}

/** A roster as bytes: little-endian int32, gzip. */
export function packRoster(roster: Roster): Promise<Buffer> {
  const bytes = Buffer.alloc(roster.length * Int32Array.BYTES_PER_ELEMENT)
  roster.forEach((employee, shift) => bytes.writeInt32LE(employee, shift * Int32Array.BYTES_PER_ELEMENT))
  return compress(bytes)
}

/** The opposite of `packRoster`. */
export async function unpackRoster(packed: Uint8Array): Promise<Roster> {
  const bytes = await decompress(packed)
  const roster = new Int32Array(bytes.length / Int32Array.BYTES_PER_ELEMENT)
  return roster.map((_, shift) => bytes.readInt32LE(shift * Int32Array.BYTES_PER_ELEMENT))
}
