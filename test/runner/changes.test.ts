import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedFiles } from '../../scripts/testing/changes.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'turnus-changes-'))
  git('init', '--quiet')
  for (const file of ['same.ts', 'edited.ts', 'gone.ts']) writeFileSync(join(root, file), '1')
  writeFileSync(join(root, '.gitignore'), 'ignored.ts')
  commit()
  writeFileSync(join(root, 'later.ts'), '1')
  commit()
  writeFileSync(join(root, 'edited.ts'), '2')
  rmSync(join(root, 'gone.ts'))
  for (const file of ['new.ts', 'ignored.ts']) writeFileSync(join(root, file), '1')
})
afterAll(() => rmSync(root, { recursive: true }))

test('what was edited and what git does not know yet has changed; what is gone or ignored has not', () => {
  expect(changedFiles('HEAD', root)).toEqual(['edited.ts', 'new.ts'])
})

test('since an earlier commit, what was committed in between has changed too', () => {
  expect(changedFiles('HEAD~1', root)).toEqual(['edited.ts', 'later.ts', 'new.ts'])
})

test('a revision that does not exist is told in the words of git', () => {
  expect(() => changedFiles('nowhere', root)).toThrow(/nowhere/)
})

function commit(): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Test')
}

function git(...args: readonly string[]): void {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid', '-c', 'commit.gpgsign=false']
  expect(spawnSync('git', [...identity, ...args], { cwd: root }).status).toBe(0)
}
