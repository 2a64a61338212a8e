import { Worker, type ResourceLimits } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { heapLimits, MemoryExceeded, watchThreads } from './memory-watch.ts'

/** A thread that runs `script`, which is ended with the test at the latest. */
function startThread(script: string, resourceLimits: ResourceLimits = heapLimits(null)): Worker {
  const thread = new Worker(script, { eval: true, resourceLimits })
  onTestFinished(async () => void (await thread.terminate()))
  return thread
}

function failureOf(threads: readonly Worker[], limitMib: number | null): Promise<unknown> {
  return new Promise((resolve) => {
    onTestFinished(watchThreads(threads, limitMib, resolve))
  })
}

// Each goes on until it is ended, and never returns to its event loop. They pause as they grow: where the looks come late, none has taken all there is.
const PAUSE = 'const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);'
const WAYS: Readonly<Record<string, string>> = {
  'array buffers, a MiB at a time': `${PAUSE} const kept = []; for (;; pause(1)) kept.push(new Int32Array(2 ** 18).fill(1))`,
  'one array that doubles and doubles': `${PAUSE} const kept = []; for (;;) if (kept.push(kept.length * 1.5) % 2 ** 20 === 0) pause(20)`,
  'small objects': 'const kept = []; for (;;) kept.push({ a: kept.length })',
  'one array buffer larger than any machine': 'new Float64Array(2 ** 46); for (;;);',
}

for (const [way, script] of Object.entries(WAYS)) {
  test(`a thread in a hot loop that takes too much is ended, and the process lives: ${way}`, async () => {
    const thread = startThread(script, heapLimits(64))
    const exited = new Promise((resolve) => thread.once('exit', resolve))
    const failure = await failureOf([thread], 64)
    expect(failure).toBeInstanceOf(MemoryExceeded)
    expect(failure).toMatchObject({ limitMib: 64 })
    await exited
  })
}

test('a thread that V8 ends at its own limit has taken too much', async () => {
  // Node.js lets it take 16 MiB more while it ends; V8 ends the process when more young objects than that outlive one collection.
  const limits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 6 }
  const thread = startThread('const kept = []; for (;;) kept.push({ a: kept.length, b: [kept.length] })', limits)
  expect(await failureOf([thread], 1_000_000)).toBeInstanceOf(MemoryExceeded)
})

test('what several threads take counts together', async () => {
  const script = 'const kept = new Uint8Array(40 * 2 ** 20).fill(1); for (;;) Math.random()'
  const alone = failureOf([startThread(script)], 100)
  expect(await failureOf([startThread(script), startThread(script)], 100)).toBeInstanceOf(MemoryExceeded)
  expect(await Promise.race([alone, Promise.resolve('goes on')])).toBe('goes on')
})

test('a thread that dies of something else fails with its own error', async () => {
  expect(await failureOf([startThread('throw new RangeError("ours")')], 64)).toMatchObject({ name: 'RangeError', message: 'ours' })
  expect(await failureOf([startThread('process.exit(3)')], 64)).not.toBeInstanceOf(MemoryExceeded)
})

test('nothing is told after the watch has ended', async () => {
  let told = false
  const thread = startThread('setInterval(() => {}, 1000)')
  watchThreads([thread], 64, () => (told = true))()
  await thread.terminate()
  expect(told).toBe(false)
})
