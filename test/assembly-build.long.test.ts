import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { COMPILED } from '../scripts/assembly-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnus-assembly-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('compiled anew, the local search is byte for byte what stands in the repository', () => {
  const to = join(folder, 'local-search.wasm')
  execFileSync(process.execPath, ['scripts/build-assembly.ts', '--to', to], { stdio: 'pipe' })
  expect(readFileSync(to).equals(readFileSync(COMPILED))).toBe(true)
})
