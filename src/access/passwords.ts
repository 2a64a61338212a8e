import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { invariant } from '../model/errors.ts'
import { createHashingTurns, HASHES_AT_A_TIME, MOST_WAITING_HASHES } from './hashing-turns.ts'

const argon2Async = promisify(argon2)
/** Of the whole process: what they share are its threads. */
const turns = createHashingTurns({ atATime: HASHES_AT_A_TIME, mostWaiting: MOST_WAITING_HASHES })

// OWASP's recommendation for argon2id (2023): 19 MiB, 2 passes, 1 lane. About 30 ms on one core.
const MEMORY_KIB = 19_456
const PASSES = 2
const LANES = 1
const SALT_BYTES = 16
const HASH_BYTES = 32

/** Hashes a password with argon2id under a fresh salt, in PHC form: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. Throws `too-many-requests` when too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, { salt, memory: MEMORY_KIB, passes: PASSES, parallelism: LANES })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(hash)}`
}

/**
 * Whether `password` is the one that was hashed. Without a hash, because there is no such user, it does the same work and
 * answers false, so that the time tells nothing. Throws `too-many-requests` when too many wait.
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const stored = readPhc(phc ?? NOBODYS_HASH)
  const hash = await derive(password, stored)
  return timingSafeEqual(hash, stored.hash) && phc !== null
}

// The same parameters as a fresh hash, or its time would differ; nothing hashes to 32 zero bytes in practice, and the answer is false anyway.
const NOBODYS_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(Buffer.alloc(SALT_BYTES))}$${unpadded(Buffer.alloc(HASH_BYTES))}`

interface Phc {
  readonly salt: Buffer
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

function readPhc(phc: string): Phc & { readonly hash: Buffer } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc)
  invariant(parts, 'a stored password hash is argon2id in PHC form')
  const [, memory, passes, parallelism, salt, hash] = parts
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt!, 'base64'),
    hash: Buffer.from(hash!, 'base64'),
  }
}

function derive(password: string, phc: Phc): Promise<Buffer> {
  // NFC: the same password typed on two keyboards may arrive composed or decomposed.
  const message = Buffer.from(password.normalize('NFC'))
  const { salt: nonce, parallelism, memory, passes } = phc
  return turns.take(() => argon2Async('argon2id', { message, nonce, parallelism, memory, passes, tagLength: HASH_BYTES }) as Promise<Buffer>)
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
