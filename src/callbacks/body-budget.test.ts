import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBodyBudget } from './body-budget.ts'

const NEVER = new AbortController().signal

/** Holds bytes until it is told to end. */
function holder(budget = createBodyBudget({ smallBytes: 10, largeBytes: 100 })) {
  const running: string[] = []
  const hold = (name: string, bytes: number, signal: AbortSignal = NEVER) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = budget.hold(bytes, signal, async () => {
      running.push(name)
      await promise
    })
    return { held, end: resolve }
  }
  return { running, hold }
}

test('large bodies wait for each other, in order, and small ones for nobody', async () => {
  const { running, hold } = holder()
  const [a] = [hold('a', 60), hold('b', 60), hold('c', 30), hold('small', 10)]
  await sleep(0)
  expect(running.sort()).toEqual(['a', 'small'])
  a!.end()
  await sleep(0)
  expect(running.slice(2)).toEqual(['b', 'c'])
})

test('a body larger than everything is sent alone', async () => {
  const { running, hold } = holder()
  const first = hold('first', 11)
  hold('huge', 1000)
  const last = hold('last', 11)
  await sleep(0)
  expect(running).toEqual(['first'])
  first.end()
  await sleep(0)
  expect(running).toEqual(['first', 'huge'])
  void last
})

test('one that is given up while it waits lets the next go first', async () => {
  const { running, hold } = holder()
  hold('a', 60)
  const giveUp = new AbortController()
  const b = hold('b', 60, giveUp.signal)
  hold('c', 30)
  await sleep(0)
  expect(running).toEqual(['a'])
  giveUp.abort(new Error('stopped'))
  await expect(b.held).rejects.toThrow('stopped')
  expect(running).toEqual(['a', 'c'])
})

test('what fails gives back what it held', async () => {
  const budget = createBodyBudget({ smallBytes: 0, largeBytes: 100 })
  for (let i = 0; i < 5; i += 1) await expect(budget.hold(100, NEVER, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await budget.hold(100, NEVER, async () => 'room')).toBe('room')
})
