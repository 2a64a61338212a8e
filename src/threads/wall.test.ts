import { describe, expect, test } from 'vitest'
import { keptMs, lastGraceMs, searchGraceMs, WALL, writeGraceMs } from './wall.ts'

test('a search leaves time for judging twice and writing, somewhat longer than they were measured to take, and a quarter of what it has at most', () => {
  expect(keptMs(10_000, { readMs: 300, judgeMs: 200 })).toBeCloseTo(980)
  expect(keptMs(3920, { readMs: 300, judgeMs: 200 })).toBeCloseTo(980)
  expect(keptMs(1000, { readMs: 300, judgeMs: 200 })).toBe(250)
})

describe('the time after the end of a search', () => {
  const nothing = { readMs: 0, judgeMs: 0 }

  test('is five seconds in all for a schedule that is read and judged in no time', () => {
    const measured = { readMs: 10, judgeMs: 5 }
    expect([searchGraceMs(WALL, measured), writeGraceMs(WALL, measured), lastGraceMs(WALL, measured, 1024)]).toEqual([1520, 1560, 1560])
  })

  test('is longer where reading and judging were measured to take long', () => {
    const large = { readMs: 4000, judgeMs: 2000 }
    expect(searchGraceMs(WALL, large)).toBe(1500 + 4 * 2000)
    expect(writeGraceMs(WALL, large)).toBe(1500 + 4 * 6000)
    expect(lastGraceMs(WALL, large, 1024)).toBe(1500 + 4 * 6000)
  })

  test('is as long as judging may take at most, where nobody has judged yet', () => {
    expect(lastGraceMs(WALL, { readMs: 500, judgeMs: 0 }, 1024)).toBe(1500 + 4 * 500 + 5000)
  })

  test('grows with the document as long as nobody has read it', () => {
    expect(lastGraceMs(WALL, nothing, 2 ** 20)).toBe(2500)
    expect(lastGraceMs(WALL, nothing, 32 * 2 ** 20)).toBe(33_500)
    expect(searchGraceMs(WALL, nothing)).toBe(1500)
  })
})
