import { createCipheriv, createDecipheriv, createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { GatewayError, invariant } from '../model/errors.ts'

/**
 * What encrypts that which must not be readable at rest: a key of 32 bytes; or, while it is being changed, the one that seals and another
 * one that may still open.
 */
export type SecretKey = Buffer | { readonly current: Buffer; readonly previous: Buffer }

/** What a sealed value is; bound into the seal, so that one cannot be put in the place of another. */
export type SealPurpose = 'signing-secret' | 'callback-header' | 'document' | 'solution' | 'callback-body' | 'plan'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ID_BYTES = 4
// First byte of every seal. A seal of version 1 does not say which key it was made with.
const WITHOUT_ID = 1
const WITH_ID = 2
const GZIP = 0x1f

const keyObjects = new WeakMap<Buffer, KeyObject>()
const ids = new WeakMap<Buffer, Buffer>()

/** The key in the form that OpenSSL works with. Made once for a key: sealing 4 KB takes 0.01 ms with it, and 0.07 ms with the bytes. */
function keyObjectOf(key: Buffer): KeyObject {
  const known = keyObjects.get(key) ?? createSecretKey(key)
  keyObjects.set(key, known)
  return known
}

/** Bytes at the beginning of a seal that no other seal has. */
export const SEAL_HEAD_BYTES = 1 + ID_BYTES + NONCE_BYTES + TAG_BYTES

/** Encrypts and authenticates with AES-256-GCM under a fresh nonce: version, id of the key, nonce, tag, ciphertext. */
export function sealSecret(key: SecretKey, purpose: SealPurpose, plain: string | Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const [current] = keysOf(key)
  const cipher = createCipheriv('aes-256-gcm', keyObjectOf(current), nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain), cipher.final()])
  return Buffer.concat([sealMark(key), nonce, cipher.getAuthTag(), sealed])
}

/** The first bytes of everything that is sealed with the key that seals now, and of nothing else. */
export function sealMark(key: SecretKey): Buffer {
  return Buffer.concat([Buffer.of(WITH_ID), idOf(keysOf(key)[0])])
}

/** The name of the key that seals now: 8 hexadecimal digits that tell nothing of it. */
export function keyName(key: SecretKey): string {
  return idOf(keysOf(key)[0]).toString('hex')
}

/** Opens what `sealSecret` sealed with either key. Throws `environment-unfit` under any other, which is what a lost key file looks like. */
export function openSecret(key: SecretKey, purpose: SealPurpose, sealed: Uint8Array): Buffer {
  const version = sealed[0]
  invariant(version === WITHOUT_ID || version === WITH_ID, 'a seal starts with a known version')
  const idBytes = version === WITH_ID ? ID_BYTES : 0
  const id = sealed.subarray(1, 1 + idBytes)
  const candidates = keysOf(key).filter((candidate) => idBytes === 0 || idOf(candidate).equals(id))
  let cause: unknown
  for (const candidate of candidates) {
    try {
      return openWith(candidate, purpose, sealed.subarray(1 + idBytes))
    } catch (error) {
      cause = error
    }
  }
  throw new GatewayError(
    'environment-unfit',
    `A stored ${purpose} cannot be opened with the secret key in use.`,
    'Start with the secret key that this database was last used with (TURNUS_SECRET_KEY, TURNUS_SECRET_KEY_FILE or the file secret-key in the data folder), or name it as TURNUS_SECRET_KEY_PREVIOUS beside the new one.',
    { cause },
  )
}

/** Opens what was stored packed: sealed, or as the bare gzip that older versions left of solutions and callback bodies. */
export function openPacked(key: SecretKey, purpose: SealPurpose, stored: Buffer): Buffer {
  return stored[0] === GZIP ? stored : openSecret(key, purpose, stored)
}

function openWith(key: Buffer, purpose: SealPurpose, afterId: Uint8Array): Buffer {
  const nonce = afterId.subarray(0, NONCE_BYTES)
  const tag = afterId.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key), nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag)
  return Buffer.concat([decipher.update(afterId.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}

/**
 * Keyed digests, 32 bytes each, under the key that seals and then under the other one, if there is one: equal for equal contents, and no
 * help in guessing a short secret inside them. What is stored is the first; what is compared may be any.
 */
export function keyedDigests(key: SecretKey, contents: Uint8Array): readonly [Buffer, ...Buffer[]] {
  const [current, ...others] = keysOf(key)
  const digest = (by: Buffer): Buffer => createHmac('sha256', keyObjectOf(by)).update(contents).digest()
  return [digest(current), ...others.map(digest)]
}

/** The one that seals comes first. */
function keysOf(key: SecretKey): readonly [Buffer, ...Buffer[]] {
  return Buffer.isBuffer(key) ? [key] : [key.current, key.previous]
}

function idOf(key: Buffer): Buffer {
  const known = ids.get(key) ?? createHmac('sha256', key).update('turnus key id').digest().subarray(0, ID_BYTES)
  ids.set(key, known)
  return known
}

/**
 * The key of the configuration, with the previous one if that is another; with the embedded database and none given, the one in the data
 * folder, which is made when absent. Throws `usage-wrong` with this remedy where a database of one's own has no key.
 */
export async function findSecretKey(
  config: Pick<Config, 'secretKey' | 'previousSecretKey' | 'databaseUrl' | 'data'>,
  remedy: string,
): Promise<SecretKey> {
  return withPrevious(await findCurrentKey(config, remedy), config.previousSecretKey)
}

async function findCurrentKey(config: Pick<Config, 'secretKey' | 'databaseUrl' | 'data'>, remedy: string): Promise<Buffer> {
  refuseMissingKey(config, remedy)
  return config.secretKey ?? readOrMakeSecretKey(keyFileIn(config.data))
}

/** Throws `usage-wrong` with this remedy where a database of one's own has no key: that can be told before the database is touched. */
export function refuseMissingKey({ databaseUrl, secretKey }: Pick<Config, 'secretKey' | 'databaseUrl'>, remedy: string): void {
  if (databaseUrl === null || secretKey !== null) return
  throw new GatewayError('usage-wrong', 'There is no secret key for the database of --database-url/DATABASE_URL.', remedy)
}

/** As `findSecretKey`, but makes none: null when there is none yet. */
export async function findGivenSecretKey(
  config: Pick<Config, 'secretKey' | 'previousSecretKey' | 'databaseUrl' | 'data'>,
): Promise<SecretKey | null> {
  const current = config.secretKey ?? (config.databaseUrl === null ? await readKeyFile(keyFileIn(config.data)) : null)
  return current === null ? null : withPrevious(current, config.previousSecretKey)
}

function withPrevious(current: Buffer, previous: Buffer | null): SecretKey {
  return previous === null || previous.equals(current) ? current : { current, previous }
}

function keyFileIn(dataFolder: string): string {
  return path.join(dataFolder, 'secret-key')
}

/** The key in `file`, which is made with mode 0600 when it does not exist; two that make it at once get the same. */
export async function readOrMakeSecretKey(file: string): Promise<Buffer> {
  const existing = await readKeyFile(file)
  if (existing) return existing
  await mkdir(path.dirname(file), { recursive: true })
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(own, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // link, not rename: it fails when another process was faster, whose key is then the key.
    await link(own, file)
    await chmod(file, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(own)
  }
  const made = await readKeyFile(file)
  invariant(made, 'the key file exists once it was linked')
  return made
}

async function readKeyFile(file: string): Promise<Buffer | null> {
  try {
    const text = await readFile(file, 'utf8')
    if (/^[0-9a-f]{64}$/i.test(text.trim())) return Buffer.from(text.trim(), 'hex')
    throw new GatewayError(
      'environment-unfit',
      `The file ${file} does not hold 64 hexadecimal digits.`,
      'Put back the secret key that this database was first used with.',
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
