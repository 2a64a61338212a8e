import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectedSeconds, oldestFirst, readRecord, recordGreen } from '../../scripts/testing/long-record.ts'
import { LONG_TESTS, type LongTest } from '../../scripts/testing/long-tests.ts'
import { run } from '../../scripts/testing/programs.ts'
import { readText } from '../source-files.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turnus-long-'))
  mkdirSync(join(root, 'test'))
})
afterEach(() => rmSync(root, { recursive: true }))

const longTest = (name: string, minutes: number): LongTest => ({ name, finds: 'x', command: 'true', args: [], minutes })
const commit = 'a'.repeat(40)

test('a record holds the last green run of each, and tells how long each takes', () => {
  expect(readRecord(root)).toEqual({})
  recordGreen('walks', { at: '2026-11-25T10:00:00.000Z', commit, seconds: 250 }, root)
  recordGreen('chaos', { at: '2026-11-25T11:00:00.000Z', commit, seconds: 90 }, root)
  recordGreen('walks', { at: '2026-11-26T10:00:00.000Z', commit, seconds: 200 }, root)
  const record = readRecord(root)
  expect(record).toEqual({
    chaos: { at: '2026-11-25T11:00:00.000Z', commit, seconds: 90 },
    walks: { at: '2026-11-26T10:00:00.000Z', commit, seconds: 200 },
  })
  expect(expectedSeconds(longTest('walks', 5), record)).toBe(200)
  expect(expectedSeconds(longTest('fuzz', 5), record)).toBe(300)
})

test('what was never green comes first, then what was green longest ago', () => {
  const record = {
    b: { at: '2026-11-25T10:00:00.000Z', commit, seconds: 1 },
    c: { at: '2026-11-24T10:00:00.000Z', commit, seconds: 1 },
  }
  const names = oldestFirst([longTest('a', 1), longTest('b', 1), longTest('c', 1), longTest('d', 1)], record).map(({ name }) => name)
  expect(names).toEqual(['a', 'd', 'c', 'b'])
})

test('the committed record names long tests that exist', () => {
  const names = LONG_TESTS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(Object.keys(readRecord()).filter((name) => !names.includes(name))).toEqual([])
})

test('every long test runs a program of this repository', () => {
  for (const { command, args } of LONG_TESTS) if (command === 'node') expect(() => readText(args[0]!)).not.toThrow()
})

test('what is run in shares is run whole', () => {
  const shares = LONG_TESTS.flatMap(({ args }) => args.filter((arg) => arg.startsWith('--shard=')))
  expect(shares.length).toBeGreaterThan(1)
  expect(shares).toEqual(shares.map((_, i) => `--shard=${i + 1}/${shares.length}`))
})

test('files that a command leaves out are not run', async () => {
  const [left, kept] = ['test/runner/share-out.test.ts', 'test/runner/long-tests.test.ts']
  const { output } = await run('vitest', ['list', '--filesOnly', left, kept, '--exclude', left], { streams: 'keep' })
  expect(output.trim()).toBe(`[waiting] ${kept}`)
})
