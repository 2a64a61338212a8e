import { describe, expect, test } from 'vitest'
import { hrefOf, readPlace } from './router.ts'

describe('a place', () => {
  for (const { hash, path, query } of [
    { hash: '', path: [], query: '' },
    { hash: '#/jobs/4711/roster?day=3&team=a+b', path: ['jobs', '4711', 'roster'], query: 'day=3&team=a+b' },
    { hash: '#/jobs/a%2Fb', path: ['jobs', 'a/b'], query: '' },
    // Typed by hand, and no address at all.
    { hash: '#/jobs/%', path: ['jobs', '%'], query: '' },
    { hash: '#//jobs//', path: ['jobs'], query: '' },
  ]) {
    test(`${hash || 'of nothing'} is read`, () => {
      const place = readPlace(hash)
      expect([place.path, place.query.toString()]).toEqual([path, query])
    })
  }

  test('is read back as it was written', () => {
    const href = hrefOf(['jobs', 'a/b?c#d', 7], { name: 'Ä & Ö', empty: '' })
    const { path, query } = readPlace(href)
    expect(path).toEqual(['jobs', 'a/b?c#d', '7'])
    expect(Object.fromEntries(query)).toEqual({ name: 'Ä & Ö', empty: '' })
  })
})
