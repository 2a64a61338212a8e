import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import type { Score } from '../model/score.ts'
import { joinExchange, type IncumbentExchange } from './incumbent-exchange.ts'

/** Under which members met, in order. */
const names: string[] = []

/** Members that do not wait for one another: they live in one thread here. */
function members(count: number, isPunctual: boolean): IncumbentExchange[] {
  names.push(`test-${randomUUID()}`)
  const place = { name: names.at(-1)!, threads: count, isPunctual, isOver: () => true }
  return Array.from({ length: count }, (_, i) => {
    const member = joinExchange(i, place)
    onTestFinished(() => member.leave())
    return member
  })
}

const at = (cycle: number, second: number) => ({ cycle, roster: Int32Array.of(second), score: [0, second, 0, 0] satisfies Score })

test('a thread hears the best of what the others have, and nothing when its own is as good', () => {
  const [a, b, c] = members(3, false) as [IncumbentExchange, IncumbentExchange, IncumbentExchange]
  expect(a.exchange(at(0, 30))).toBeNull()
  expect(b.exchange(at(0, 20))).toBeNull()
  expect(c.exchange(at(0, 40))).toMatchObject({ roster: Int32Array.of(20), score: [0, 20, 0, 0] })
  expect(a.exchange(at(1, 30))).toMatchObject({ score: [0, 20, 0, 0] })
  expect(b.exchange(at(1, 20))).toBeNull()
})

test('a thread that joins later is heard too', () => {
  const [first] = members(1, false) as [IncumbentExchange]
  expect(first.exchange(at(0, 30))).toBeNull()
  const place = { name: names.at(-1)!, threads: 1, isPunctual: false, isOver: () => true }
  const later = joinExchange(7, place)
  expect(later.exchange(at(0, 20))).toBeNull()
  expect(first.exchange(at(1, 30))).toMatchObject({ score: [0, 20, 0, 0] })
  later.leave()
  expect(first.exchange(at(2, 20))).toBeNull()
})

test('where time may not decide, what a faster thread found later is not heard before its cycle', () => {
  const [slow, fast] = members(2, true) as [IncumbentExchange, IncumbentExchange]
  fast.exchange(at(0, 50))
  fast.exchange(at(1, 10))
  expect(slow.exchange(at(0, 60))).toMatchObject({ score: [0, 50, 0, 0] })
  expect(slow.exchange(at(1, 50))).toMatchObject({ score: [0, 10, 0, 0] })
})

/** Another thread, which tells a roster of each of these second priorities and leaves; resolves when it is about to join. */
async function startOther(name: string, scores: readonly number[]): Promise<void> {
  const source = `
    const { workerData: { name, file, scores }, parentPort } = require('node:worker_threads')
    import(file).then(({ joinExchange }) => {
      parentPort.postMessage('begins')
      const member = joinExchange(1, { name, threads: 2, isPunctual: true, isOver: () => false })
      for (const [cycle, second] of scores.entries()) member.exchange({ cycle, roster: Int32Array.of(second), score: [0, second, 0, 0] })
      member.leave()
    })`
  const file = new URL('./incumbent-exchange.ts', import.meta.url).href
  const other = new Worker(source, { eval: true, workerData: { name, file, scores } })
  onTestFinished(() => void other.terminate())
  await new Promise((done) => other.once('message', done))
}

test('a thread waits for the others until they have come or have left', async () => {
  const name = `test-${randomUUID()}`
  await startOther(name, [7])
  const member = joinExchange(0, { name, threads: 2, isPunctual: true, isOver: () => false })
  onTestFinished(() => member.leave())
  expect(member.exchange(at(0, 9))).toMatchObject({ score: [0, 7, 0, 0] })
  expect(member.exchange(at(1, 8))).toBeNull()
})

test('where time may not decide, a thread that joins late hears all that it would have heard', async () => {
  const name = `test-${randomUUID()}`
  await startOther(name, [7, 5])
  // Whoever did not wait for this thread would have told its first roster by now.
  await sleep(100)
  const member = joinExchange(0, { name, threads: 2, isPunctual: true, isOver: () => false })
  onTestFinished(() => member.leave())
  expect(member.exchange(at(0, 9))).toMatchObject({ score: [0, 7, 0, 0] })
  expect(member.exchange(at(1, 6))).toMatchObject({ score: [0, 5, 0, 0] })
  expect(member.exchange(at(2, 4))).toBeNull()
})
