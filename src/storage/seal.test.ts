import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { keyedDigests, openPacked, openSecret, readOrMakeSecretKey, sealMark, sealSecret } from './seal.ts'

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

describe('while the key is being changed', () => {
  const next = randomBytes(32)
  const both = { current: next, previous: key }

  test('what either key sealed opens, and the new one seals', () => {
    expect(openSecret(both, 'document', sealSecret(key, 'document', 'a')).toString()).toBe('a')
    expect(openSecret(both, 'document', sealSecret(next, 'document', 'b')).toString()).toBe('b')
    expect(openSecret(next, 'document', sealSecret(both, 'document', 'c')).toString()).toBe('c')
    expect(() => openSecret(key, 'document', sealSecret(both, 'document', 'c'))).toThrow(expect.objectContaining({ code: 'environment-unfit' }))
  })

  test('the first bytes of a seal name its key', () => {
    expect(sealSecret(both, 'document', 'a').subarray(0, 5)).toEqual(sealMark(next))
    expect(sealMark(key)).not.toEqual(sealMark(next))
    expect(key.includes(sealMark(key).subarray(1))).toBe(false)
  })

  test('what was sealed before seals named their key opens with either', () => {
    const withId = sealSecret(key, 'document', 'a')
    const withoutId = Buffer.concat([Buffer.of(1), withId.subarray(5)])
    for (const opens of [key, both, { current: key, previous: next }]) expect(openSecret(opens, 'document', withoutId).toString()).toBe('a')
    expect(() => openSecret(next, 'document', withoutId)).toThrow(expect.objectContaining({ code: 'environment-unfit' }))
  })

  test('a digest is made with each key, that of the one that seals first', () => {
    const contents = Buffer.from('{}')
    expect(keyedDigests(key, contents)).toEqual(keyedDigests(key, contents))
    expect(keyedDigests(both, contents)).toEqual([...keyedDigests(next, contents), ...keyedDigests(key, contents)])
    expect(keyedDigests(next, contents)).not.toEqual(keyedDigests(key, contents))
  })
})

test('gzip that was stored bare comes as it is', () => {
  const packed = gzipSync('{}')
  expect(openPacked(key, 'solution', packed)).toBe(packed)
  expect(openPacked(key, 'solution', sealSecret(key, 'solution', packed))).toEqual(packed)
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
