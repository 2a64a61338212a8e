import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PHASES } from './blocked-phase.ts'
import { ROOT } from './source-files.ts'

test.each(Object.entries(PHASES))('the line after which %s blocks stands once in its file', (_, { file, line }) => {
  expect(readFileSync(join(ROOT, file), 'utf8').split(line)).toHaveLength(2)
})
