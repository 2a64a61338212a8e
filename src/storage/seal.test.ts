import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { keyedDigest, openSecret, readOrMakeSecretKey, sealSecret } from './seal.ts'

const key = randomBytes(32)

test('what was sealed opens with the same key and purpose', () => {
  expect(openSecret(key, 'callback-header', sealSecret(key, 'callback-header', 'geheim ✓')).toString()).toBe('geheim ✓')
})

test('the same text is sealed differently every time', () => {
  expect(sealSecret(key, 'document', 'a').equals(sealSecret(key, 'document', 'a'))).toBe(false)
})

test('a seal does not hold the text', () => {
  expect(sealSecret(key, 'document', 'correct horse').includes('correct horse')).toBe(false)
})

test('a seal opens under no other key', () => {
  expect(() => openSecret(randomBytes(32), 'document', sealSecret(key, 'document', 'a'))).toThrow(
    expect.objectContaining({ code: 'environment-unfit' }),
  )
})

test('a seal opens for no other purpose', () => {
  expect(() => openSecret(key, 'callback-header', sealSecret(key, 'document', 'a'))).toThrow(expect.objectContaining({ code: 'environment-unfit' }))
})

test('a seal with one bit changed does not open', () => {
  const sealed = sealSecret(key, 'document', 'a')
  sealed[sealed.length - 1]! ^= 1
  expect(() => openSecret(key, 'document', sealed)).toThrow(expect.objectContaining({ code: 'environment-unfit' }))
})

test('a keyed digest is equal for equal contents under one key only', () => {
  const contents = Buffer.from('{}')
  expect(keyedDigest(key, contents).equals(keyedDigest(key, contents))).toBe(true)
  expect(keyedDigest(key, contents).equals(keyedDigest(randomBytes(32), contents))).toBe(false)
})

test('a key file is made once, also by ten that ask at once, and only its owner reads it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'turnus-key-'))
  try {
    const file = path.join(folder, 'deep', 'secret-key')
    const keys = await Promise.all(Array.from({ length: 10 }, () => readOrMakeSecretKey(file)))
    expect(new Set(keys.map((made) => made.toString('hex'))).size).toBe(1)
    expect(keys[0]).toHaveLength(32)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  } finally {
    await rm(folder, { recursive: true })
  }
})
