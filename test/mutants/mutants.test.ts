import { existsSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SETTING_NAMES } from '../../src/model/settings.ts'
import { readText, ROOT } from '../source-files.ts'
import { AREAS } from './mutant.ts'
import { MUTANTS, countOccurrences } from './mutants.ts'

describe('the mutants of `npm run test:mutants`', () => {
  for (const side of ['engine', 'checker'] as const) {
    test(`make every rule of the ${side} wrong at least once`, () => {
      const covered = new Set(MUTANTS.filter((mutant) => mutant.side === side).map(({ of }) => of))
      expect(SETTING_NAMES.filter((setting) => !covered.has(setting))).toEqual([])
    })
  }

  for (const area of AREAS) {
    test(`make the ${area} of the engine wrong in ten ways at least`, () => {
      expect(MUTANTS.filter(({ of }) => of === area).length).toBeGreaterThanOrEqual(10)
    })
  }

  test('ask tests that are there', () => {
    const asked = new Set(MUTANTS.flatMap(({ asked: sets }) => sets.flatMap(({ paths }) => paths)))
    expect([...asked].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('find their text exactly once in their file, and change it', () => {
    const wrong = MUTANTS.filter((mutant) => countOccurrences(mutant, readText(mutant.file)) !== 1 || mutant.find === mutant.replace)
    expect(wrong.map(({ file, find }) => `${file}: ${find}`)).toEqual([])
  })

  test('leave a file that can be read: no mutant is noticed for its spelling', () => {
    for (const { file, find, replace } of MUTANTS) {
      const mutated = readText(file).replace(find, () => replace)
      expect(() => stripTypeScriptTypes(mutated), `${file}: ${replace}`).not.toThrow()
    }
  })
})
