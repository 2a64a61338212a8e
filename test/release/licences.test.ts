import { describe, expect, test } from 'vitest'
import { isAllowed, listLicences, type Lock, withLicenceTable } from '../../scripts/licences.ts'
import { readText } from '../source-files.ts'

const packages = listLicences(JSON.parse(readText('package-lock.json')) as Lock)

describe('licences', () => {
  test('every package that is installed beside Turnus has an allowed one', () => {
    expect(packages.length).toBeGreaterThan(50)
    expect(packages.filter(({ licence }) => !isAllowed(licence))).toEqual([])
  })

  test('docs/licences.md is what npm run sbom writes', () => {
    const page = readText('docs/licences.md')
    expect(page).toBe(withLicenceTable(page, packages))
  })

  for (const { licence, expected } of [
    { licence: 'MIT', expected: true },
    { licence: '(MIT OR CC0-1.0)', expected: true },
    { licence: 'GPL-3.0-only OR MIT', expected: true },
    { licence: 'MIT AND ISC', expected: true },
    { licence: 'MIT AND GPL-3.0-only', expected: false },
    { licence: 'GPL-3.0-only', expected: false },
    { licence: 'SEE LICENSE IN LICENSE', expected: false },
    { licence: null, expected: false },
  ]) {
    test(`${licence ?? 'no licence'} is ${expected ? 'allowed' : 'not allowed'}`, () => {
      expect(isAllowed(licence)).toBe(expected)
    })
  }

  test('packages for development are not listed, those of other platforms are', () => {
    const lock: Lock = {
      packages: {
        '': { version: '1.0.0' },
        'node_modules/b': { version: '2.0.0', license: 'MIT' },
        'node_modules/a/node_modules/b': { version: '1.0.0', license: 'ISC', optional: true },
        'node_modules/c': { version: '1.0.0', license: 'MIT', dev: true },
      },
    }
    expect(listLicences(lock)).toEqual([
      { name: 'b', version: '1.0.0', licence: 'ISC', isOptional: true },
      { name: 'b', version: '2.0.0', licence: 'MIT', isOptional: false },
    ])
  })
})
