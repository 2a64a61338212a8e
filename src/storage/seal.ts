import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { GatewayError, invariant } from '../model/errors.ts'

/** 32 bytes that encrypt what must not be readable at rest. */
export type SecretKey = Buffer

/** What a sealed value is; bound into the seal, so that one cannot be put in the place of another. */
export type SealPurpose = 'signing-secret' | 'callback-header' | 'document'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
// First byte of every seal: a later way of sealing, or a second key, gets its own number.
const VERSION = 1

const keyObjects = new WeakMap<SecretKey, KeyObject>()

/** The key in the form that OpenSSL works with. Made once for a key: sealing 4 KB takes 0.01 ms with it, and 0.07 ms with the bytes. */
function keyObjectOf(key: SecretKey): KeyObject {
  const known = keyObjects.get(key) ?? createSecretKey(key)
  keyObjects.set(key, known)
  return known
}

/** Encrypts and authenticates with AES-256-GCM under a fresh nonce: version, nonce, tag, ciphertext. */
export function sealSecret(key: SecretKey, purpose: SealPurpose, plain: string | Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyObjectOf(key), nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed])
}

/** Opens what `sealSecret` sealed. Throws `environment-unfit` under another key, which is what a lost key file looks like. */
export function openSecret(key: SecretKey, purpose: SealPurpose, sealed: Uint8Array): Buffer {
  invariant(sealed[0] === VERSION, 'a seal starts with a known version')
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key), nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new GatewayError(
      'environment-unfit',
      `A stored ${purpose} cannot be opened with the secret key in use.`,
      'Start with the secret key that this database was first used with (TURNUS_SECRET_KEY, TURNUS_SECRET_KEY_FILE or the file secret-key in the data folder).',
      { cause },
    )
  }
}

/** A keyed digest, 32 bytes: equal for equal contents, and no help in guessing a short secret inside them. */
export function keyedDigest(key: SecretKey, contents: Uint8Array): Buffer {
  return createHmac('sha256', keyObjectOf(key)).update(contents).digest()
}

/**
 * The key of the configuration; with the embedded database and none given, the one in the data folder, which is made when absent.
 * Throws `usage-wrong` with this remedy where a database of one's own has no key.
 */
export async function findSecretKey(config: Pick<Config, 'secretKey' | 'databaseUrl' | 'data'>, remedy: string): Promise<SecretKey> {
  if (config.secretKey !== null) return config.secretKey
  if (config.databaseUrl === null) return readOrMakeSecretKey(keyFileIn(config.data))
  throw new GatewayError('usage-wrong', 'There is no secret key for the database of --database-url/DATABASE_URL.', remedy)
}

/** As `findSecretKey`, but makes none: null when there is none yet. */
export async function findGivenSecretKey(config: Pick<Config, 'secretKey' | 'databaseUrl' | 'data'>): Promise<SecretKey | null> {
  return config.secretKey ?? (config.databaseUrl === null ? readKeyFile(keyFileIn(config.data)) : null)
}

function keyFileIn(dataFolder: string): string {
  return path.join(dataFolder, 'secret-key')
}

/** The key in `file`, which is made with mode 0600 when it does not exist; two that make it at once get the same. */
export async function readOrMakeSecretKey(file: string): Promise<SecretKey> {
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

async function readKeyFile(file: string): Promise<SecretKey | null> {
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
