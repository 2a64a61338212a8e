import { describe, expect, test } from 'vitest'
import { ThreadGrace } from './thread-grace.ts'

const STUCK_MS = 30_000

/** A thread that has taken so much processor time when so much has passed by the clock. */
function thread() {
  const time = { usedMs: 700, nowMs: 50_000 }
  const watched = { processorMs: () => Promise.resolve(time.usedMs), clockMs: () => time.nowMs }
  const pass = (byClock: number, used: number): void => {
    time.nowMs += byClock
    time.usedMs += used
  }
  return { grace: new ThreadGrace(watched, STUCK_MS), pass }
}

describe('a grace of 1,000 ms of processor time', () => {
  test('is whole when it begins, whatever the thread took before', async () => {
    const { grace } = thread()
    expect(await grace.leftOf(1000)).toBe(1000)
  })

  test('is over when the thread has taken it, and not one millisecond before', async () => {
    const { grace, pass } = thread()
    pass(999, 999)
    expect(await grace.leftOf(1000)).toBe(1)
    pass(1, 1)
    expect(await grace.leftOf(1000)).toBe(0)
  })

  test('is not over on a machine that gives a thread a hundredth of a processor, however long that takes', async () => {
    const { grace, pass } = thread()
    for (let looks = 1; looks < 10; looks += 1) {
      pass(10_000, 100)
      expect(await grace.leftOf(1000)).toBe(1000 - 100 * looks)
    }
    pass(10_000, 100)
    expect(await grace.leftOf(1000)).toBe(0)
  })

  test('is over for a thread that takes next to nothing for half a minute', async () => {
    const { grace, pass } = thread()
    pass(STUCK_MS - 1, 60)
    expect(await grace.leftOf(1000)).toBe(940)
    pass(1, 0)
    expect(await grace.leftOf(1000)).toBe(0)
  })

  test('goes on for one that took a little more', async () => {
    const { grace, pass } = thread()
    pass(STUCK_MS, 61)
    expect(await grace.leftOf(1000)).toBe(939)
    // The next half minute counts by itself.
    pass(STUCK_MS, 60)
    expect(await grace.leftOf(1000)).toBe(0)
  })

  test('is asked for again within half a minute, however much is left', async () => {
    const { grace } = thread()
    expect(await grace.leftOf(100_000)).toBe(STUCK_MS)
  })

  test('is over for a thread that is gone, and for one that answers nothing', async () => {
    const gone = thread()
    gone.pass(1, Infinity)
    expect(await gone.grace.leftOf(1000)).toBe(0)
    const mute = new ThreadGrace({ processorMs: () => new Promise(() => {}), clockMs: () => 0 }, 1)
    expect(await mute.leftOf(1000)).toBe(0)
  })
})
