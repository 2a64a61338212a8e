import { afterEach, expect, test, vi } from 'vitest'
import { until } from '../../test/patience.ts'
import { gather } from './gather.ts'

/** Runs that end when the test says so; `groups` has the items of each. */
function heldRuns(): { groups: (readonly string[])[]; run: (items: readonly string[]) => Promise<readonly string[]>; end: () => void } {
  const groups: (readonly string[])[] = []
  const ends: (() => void)[] = []
  return {
    groups,
    run(items) {
      groups.push(items)
      return new Promise((resolve) => ends.push(() => resolve(items.map((item) => item.toUpperCase()))))
    },
    end: () => ends.shift()!(),
  }
}
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

afterEach(() => {
  vi.useRealTimers()
})

test('those who ask in one turn share a run, and each gets its own answer', async () => {
  const { groups, run, end } = heldRuns()
  const ask = gather(run, { runs: 1, items: 10 })
  const answers = Promise.all(['a', 'b', 'a'].map(ask))
  await nextTurn()
  expect(groups).toEqual([['a', 'b', 'a']])
  end()
  expect(await answers).toEqual(['A', 'B', 'A'])
})

test('who asks while as many runs as may be are on the way goes into the next one, with all others that came meanwhile', async () => {
  const { groups, run, end } = heldRuns()
  const ask = gather(run, { runs: 2, items: 10 })
  const answers: Promise<string>[] = []
  for (const item of ['a', 'b', 'c', 'd']) {
    answers.push(ask(item))
    await nextTurn()
  }
  expect(groups).toEqual([['a'], ['b']])
  end()
  await until('the next run begins', () => groups.length === 3)
  expect(groups[2]).toEqual(['c', 'd'])
  end()
  end()
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D'])
})

test('a run has at most so many items, and the rest follows in order', async () => {
  const { groups, run } = heldRuns()
  const ask = gather(run, { runs: 3, items: 2 })
  for (const item of ['a', 'b', 'c', 'd', 'e']) void ask(item)
  await nextTurn()
  expect(groups).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

test('an item that may not join waits for another run, and one that may not be with anybody goes alone', async () => {
  const { groups, run } = heldRuns()
  const ask = gather(run, { runs: 3, items: 10, joins: (group, item) => item !== '!' && !group.includes('!') && !group.includes(item) })
  for (const item of ['a', 'a', '!', 'b']) void ask(item)
  await nextTurn()
  expect(groups).toEqual([['a', 'b'], ['a'], ['!']])
})

test('a run that fails fails all that are in it and nobody else', async () => {
  const ask = gather(
    async (items: readonly string[]) => {
      if (items.includes('bad')) throw new Error('no')
      return items
    },
    { runs: 2, items: 2 },
  )
  const answers = await Promise.allSettled(['a', 'bad', 'b'].map(ask))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
})

test('a run that hangs does not hold up those who come after it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { groups, run } = heldRuns()
  const ask = gather(run, { runs: 1, items: 10, patienceMs: 30 })
  void ask('a')
  await nextTurn()
  void ask('b')
  vi.advanceTimersByTime(29)
  await nextTurn()
  expect(groups).toEqual([['a']])
  vi.advanceTimersByTime(1)
  await nextTurn()
  expect(groups).toEqual([['a'], ['b']])
})
