import { describe, expect, test } from 'vitest'
import { readDurations, reasonIn, SLOW_SECONDS, tellSlowest } from '../../scripts/testing/durations.ts'
import { filesMatching, readText } from '../source-files.ts'

const testFiles = filesMatching('{src,test,examples,bench}/**/*.test.{ts,tsx}')

describe('the committed durations', () => {
  const durations = readDurations()

  test('name test files that exist', () => {
    expect(Object.keys(durations).filter((file) => !testFiles.includes(file))).toEqual([])
  })

  test('are of nearly all test files', () => {
    const measurable = testFiles.filter((file) => !/\.(long|slow)\.test\.ts$/.test(file))
    const measured = measurable.filter((file) => durations[file] !== undefined)
    expect(measured.length / measurable.length, 'run npm run test:durations').toBeGreaterThan(0.9)
  })

  test(`say why wherever a file takes more than ${SLOW_SECONDS} s`, () => {
    const silent = Object.entries(durations).filter(([file, seconds]) => seconds > SLOW_SECONDS && reasonIn(readText(file)) === null)
    expect(silent).toEqual([])
  })
})

test('the slowest twenty are told slowest first, with the reason of each that takes long', () => {
  const times = Array.from({ length: 25 }, (_, i) => ({ file: `f${i}.test.ts`, seconds: i }))
  const told = tellSlowest(times, (file) => (file === 'f24.test.ts' ? '/** Slow: it waits for a lease to end. */' : ''))
  const lines = told.trimEnd().split('\n')
  expect(lines[0]).toBe('The slowest 20 of 25 test files:')
  expect(lines[1]).toBe('   24.0 s  f24.test.ts  (it waits for a lease to end.)')
  expect(lines[2]).toBe('   23.0 s  f23.test.ts  (no reason given)')
  expect(lines[20]).toBe('    5.0 s  f5.test.ts')
  expect(lines).toHaveLength(21)
})

for (const { text, reason } of [
  { text: '// Slow: three leases of ten seconds\nimport', reason: 'three leases of ten seconds' },
  { text: '/**\n * What it is.\n * Slow: a browser starts.\n */', reason: 'a browser starts.' },
  { text: "const slow = 'Slow: no comment'", reason: null },
]) {
  test(`the reason in ${JSON.stringify(text)} is ${JSON.stringify(reason)}`, () => {
    expect(reasonIn(text)).toBe(reason)
  })
}
