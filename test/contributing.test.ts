import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applySteps, KIND, SETTING, type Step, stepsOf } from './contributing-steps.ts'
import { ROOT } from './source-files.ts'

const MAX_FILES_OF_SETTING = 5
const MAX_FILES_BESIDE_FOLDER = 3

/** Files of code; texts are none. */
const sourcesOf = (steps: readonly Step[]): string[] => steps.map(({ file }) => file).filter((file) => file.endsWith('.ts'))

describe('the steps of CONTRIBUTING.md', () => {
  test('touch at most five source files for a setting of a known kind, all of which are there', () => {
    const files = new Set(sourcesOf(stepsOf(SETTING)))
    expect(files.size).toBeGreaterThan(0)
    expect(files.size).toBeLessThanOrEqual(MAX_FILES_OF_SETTING)
    for (const file of files) expect(existsSync(`${ROOT}${file}`), file).toBe(true)
  })

  test('touch one new folder and at most three other files for a new kind', () => {
    const files = [...new Set(sourcesOf(stepsOf(KIND)))]
    const added = files.filter((file) => !existsSync(`${ROOT}${file}`))
    expect([...new Set(added.map((file) => dirname(file)))]).toEqual(['src/engine/rules/rotation'])
    expect(files.length - added.length).toBeLessThanOrEqual(MAX_FILES_BESIDE_FOLDER)
  })

  test('find their places, each once; contributing.slow.test.ts compiles what becomes of them', () => {
    const touched = new Set([...stepsOf(SETTING), ...stepsOf(KIND)].map(({ file }) => file))
    expect([...applySteps().keys()]).toEqual([...touched])
  })
})
