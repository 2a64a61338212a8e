import { expect, test } from 'vitest'
import { createHashingTurns } from './hashing-turns.ts'

/** Work that ends when it is told to. */
function startedWork(): { readonly work: () => Promise<string>; readonly hasBegun: () => boolean; end(): void } {
  const ended = Promise.withResolvers<string>()
  let begun = false
  return {
    work: () => {
      begun = true
      return ended.promise
    },
    hasBegun: () => begun,
    end: () => ended.resolve('done'),
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('so many work at a time, the next when one has ended, in their order, and one too many is refused', async () => {
  const turns = createHashingTurns({ atATime: 2, mostWaiting: 2 })
  const works = Array.from({ length: 5 }, startedWork)
  const taken = works.map(({ work }) => turns.take(work))
  await expect(taken[4]).rejects.toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 5 })
  expect(works.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false, false])
  works[1]!.end()
  await settle()
  expect(works.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true, false, false])
  for (const { end } of works) end()
  expect(await Promise.all(taken.slice(0, 4))).toEqual(Array(4).fill('done'))
  expect(await turns.take(async () => 'again')).toBe('again')
})

test('work that fails gives its place on', async () => {
  const turns = createHashingTurns({ atATime: 1, mostWaiting: 1 })
  const [failed, next] = await Promise.allSettled([turns.take(() => Promise.reject(new Error('x'))), turns.take(async () => 'next')])
  expect([failed.status, next]).toEqual(['rejected', { status: 'fulfilled', value: 'next' }])
})
