import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashAssembly, HASHES, hashesText } from '../scripts/assembly-source.ts'

test('the compiled local search is made of its sources: `npm run assembly:build` writes both hashes', () => {
  expect(readFileSync(HASHES, 'utf8')).toBe(hashesText(hashAssembly()))
})
