import { expect, test } from 'vitest'
import { formatProgress, startProgressLine } from './progress-line.ts'

for (const { elapsedMs, maxSeconds, expected } of [
  { elapsedMs: 0, maxSeconds: 20, expected: `[${' '.repeat(24)}]  0.0 / 20 s  no roster yet` },
  { elapsedMs: 10_000, maxSeconds: 20, expected: `[${'='.repeat(12)}${' '.repeat(12)}]  10.0 / 20 s  no roster yet` },
  { elapsedMs: 21_000, maxSeconds: 20, expected: `[${'='.repeat(24)}]  21.0 / 20 s  no roster yet` },
]) {
  test(`after ${elapsedMs} ms of ${maxSeconds} s the bar is filled in proportion and never over its end`, () => {
    expect(formatProgress({ elapsedMs, score: null, moves: 0 }, maxSeconds)).toBe(expected)
  })
}

test('score and moves stand after the time', () => {
  expect(formatProgress({ elapsedMs: 1_500, score: [0, 12, 3, 4], moves: 1_234_567 }, null)).toMatch(
    /1\.5 s {2}score 0 \/ 12 \/ 3 \/ 4 {2}1,234,567 moves$/,
  )
})

test('nothing is drawn on a stream that is no terminal', () => {
  const written: unknown[] = []
  const line = startProgressLine({ write: (text) => written.push(text) }, 20)
  line.show({ score: [0, 0, 0, 0], moves: 1 })
  line.clear()
  expect(written).toEqual([])
})

test('on a terminal the line is redrawn in place, no wider than the terminal, and removed at the end', () => {
  const written: string[] = []
  const line = startProgressLine({ write: (text) => written.push(String(text)), isTTY: true, columns: 40 }, 20)
  line.show({ score: [1_000_000, 1_000_000, 1_000_000, 1_000_000], moves: 1_000_000 })
  line.clear()
  expect(written.at(-1)).toBe('\r\x1b[K')
  for (const text of written.slice(0, -1)) {
    expect(text.startsWith('\r')).toBe(true)
    expect(text.slice(1, -'\x1b[K'.length).length).toBeLessThan(40)
  }
})
