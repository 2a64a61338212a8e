import { expect, test } from 'vitest'
import type { Asked } from '../engine/local-search/compiled/code.ts'
import { loadLocalSearch } from './load-local-search.ts'

const code = loadLocalSearch()
const memory = code.createMemory(1)!

test('a memory has at least as many bytes as are asked for; of too many there is none', () => {
  expect(memory.buffer.byteLength).toBeGreaterThanOrEqual(1)
  expect(code.createMemory(200_000)!.buffer.byteLength).toBeGreaterThanOrEqual(200_000)
  expect(code.createMemory(2 ** 40)).toBeNull()
})

test('variables that the code does not have, or that nobody sets, are a fault of ours', () => {
  const asked = Object.fromEntries(
    ['propose', 'extended', 'reduced', 'rowRest', 'ties', 'shapes', 'plain', 'applyTies', 'refreshRow', 'shapesOf', 'plainOf', 'better'].map(
      (name) => [name, () => 0],
    ),
  ) as unknown as Asked
  expect(() => code.start(memory, new Map(), asked)).toThrow(/the engine says where \w+ lies/)
  const all = new Proxy(new Map<string, number>(), { get: (map, key) => (key === 'get' ? () => 0 : Reflect.get(map, key).bind(map)) })
  expect(() => code.start(memory, all, asked)).not.toThrow()
  all.set('unheardOf', 1)
  expect(() => code.start(memory, all, asked)).toThrow('the code has a variable unheardOf')
})
