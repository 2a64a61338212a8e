import { expect, test } from 'vitest'
import { shareLookups } from './resolve.ts'

test('those who want the same name at the same time share one lookup, and the next asks anew', async () => {
  const asked: string[] = []
  const answers = new Map<string, (address: string | null) => void>()
  const resolve = shareLookups((hostname) => {
    asked.push(hostname)
    return new Promise((done, fail) => {
      answers.set(hostname, (address) => (address === null ? fail(new Error('ENOTFOUND')) : done([{ address, family: 4 }])))
    })
  })
  const all = [resolve('a.example'), resolve('a.example'), resolve('b.example')]
  answers.get('a.example')!('192.0.2.1')
  answers.get('b.example')!('192.0.2.2')
  expect((await Promise.all(all)).map(([first]) => first!.address)).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.2'])
  expect(asked).toEqual(['a.example', 'b.example'])

  const failed = [resolve('a.example'), resolve('a.example')]
  answers.get('a.example')!(null)
  for (const one of failed) await expect(one).rejects.toThrow('ENOTFOUND')
  const again = resolve('a.example')
  answers.get('a.example')!('192.0.2.3')
  expect(await again).toEqual([{ address: '192.0.2.3', family: 4 }])
  expect(asked).toHaveLength(4)
})

test("the system's resolver is asked when none is given", async () => {
  expect((await shareLookups()('localhost')).map(({ address }) => address)).toContain('127.0.0.1')
})
