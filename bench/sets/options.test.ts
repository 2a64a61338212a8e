import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readRequest } from './options.ts'
import { ROOT } from './program.ts'

test('a measurement is of all instances, for 60 seconds, with one thread and one seed, unless asked otherwise', () => {
  const [defaults, asked] = [
    readRequest([], { TURNUS_BENCHMARKS: '/sets' }),
    readRequest(['--instances', '1,5', '--seconds', '3600', '--seeds', '2', '--clock', 'processor', '--folder', 'near'], {
      TURNUS_BENCHMARKS: '/sets',
    }),
  ]
  expect(defaults).toMatchObject({
    what: 'measure',
    folder: '/sets',
    instances: null,
    seconds: 60,
    threads: 1,
    seeds: 1,
    clock: 'wall',
    json: null,
    page: null,
  })
  expect(asked).toMatchObject({ instances: ['1', '5'], seconds: 3600, seeds: 2, clock: 'processor', folder: join(ROOT, 'near') })
})

test('a comparison takes two files', () => {
  expect(readRequest(['--compare', 'a.json', 'b.json'], {})).toEqual({ what: 'compare', a: 'a.json', b: 'b.json' })
})

test('two files steer a search, one run beside the other', () => {
  const asked = readRequest(['--params', 'a.json', 'b.json', '--instances', '5', '--seeds', '3'], { TURNUS_BENCHMARKS: '/sets' })
  expect(asked).toMatchObject({ what: 'params', params: ['a.json', 'b.json'], instances: ['5'], seeds: 3, folder: '/sets' })
})

test('a page is written of one file or several', () => {
  expect(readRequest(['--page', 'p.md', '--of', 'a.json', 'b.json'], {})).toEqual({ what: 'page', page: 'p.md', reports: ['a.json', 'b.json'] })
})

for (const { args, says } of [
  { args: ['--of', 'a.json'], says: '--page FILE.md' },
  { args: ['--compare', 'a.json'], says: 'two files' },
  { args: ['--params', 'a.json'], says: 'two files' },
  { args: ['--params', 'a.json', 'b.json', '--page', 'p.md'], says: 'neither --json nor --page' },
  { args: ['--set', 'none'], says: 'no set none' },
  { args: ['--clock', 'sun'], says: '--clock is wall or processor' },
  { args: ['--clock', 'processor', '--threads', '2'], says: '--threads 1' },
  { args: ['--params', 'a.json', 'b.json', '--clock', 'processor'], says: 'on the wall' },
  { args: ['--seconds', '0'], says: '--seconds' },
  { args: ['--seconds', '3601'], says: '--seconds' },
  { args: ['--seeds', 'x'], says: '--seeds' },
  { args: ['--threads', String(availableParallelism() + 1)], says: '--threads' },
  { args: ['--instances', '1', '2'], says: '--instances 1,2,5' },
  { args: ['--wrong'], says: '--wrong' },
]) {
  test(`${args.join(' ')} is refused`, () => {
    expect(() => readRequest(args, {})).toThrow(says)
  })
}
