// Slow: each test commits and tags a repository of its own.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { objectionsToRelease } from '../../scripts/release-objections.ts'
import { recordGreen } from '../../scripts/testing/long-record.ts'
import { LONG_TESTS } from '../../scripts/testing/long-tests.ts'

const TODAY = '2026-11-22'
const READY = {
  'package.json': '{ "version": "1.2.3", "repository": "someone/turnus" }',
  'package-lock.json': '{ "version": "1.2.3", "packages": { "": { "version": "1.2.3" } } }',
  'openapi.json': '{ "info": { "version": "1" } }',
  'CHANGELOG.md': '# Change log\n\n## Unreleased\n\n## 1.2.3 - 2026-11-22\n\n### Added\n\n- A thing.\n\n## 1.2.2 - 2026-01-01\n\n- Another.\n',
} as const

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'turnus-release-'))
  git('init', '--quiet')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a release', () => {
  test('has nothing against it when everything names the version, the change log is dated, and the clean commit has its tag', () => {
    commit({})
    expect(objectionsToRelease(root, TODAY)).toEqual([])
  })

  for (const { claim, files, expected } of [
    { claim: 'a version of two numbers', files: { 'package.json': '{ "version": "1.2", "repository": "a/b" }' }, expected: '"1.2" is no version' },
    { claim: 'a package without a repository', files: { 'package.json': '{ "version": "1.2.3" }' }, expected: 'names no repository' },
    {
      claim: 'a lock file of another version',
      files: { 'package-lock.json': '{ "version": "1.2.2", "packages": { "": { "version": "1.2.2" } } }' },
      expected: 'package-lock.json has version 1.2.2',
    },
    { claim: 'an interface of another version', files: { 'openapi.json': '{ "info": { "version": "2.0" } }' }, expected: 'interface version 2.0' },
    {
      claim: 'a change log without the version',
      files: { 'CHANGELOG.md': '## 1.2.2 - 2026-01-01\n\n- A.\n' },
      expected: 'no heading "## 1.2.3 - 2026-11-22"',
    },
    { claim: 'a version without a date', files: { 'CHANGELOG.md': '## 1.2.3 soon\n\n- A.\n' }, expected: 'no heading' },
    { claim: 'a date that is none', files: { 'CHANGELOG.md': '## 1.2.3 - 2026-02-30\n\n- A.\n' }, expected: '2026-02-30 is no date' },
    { claim: 'a date of tomorrow', files: { 'CHANGELOG.md': '## 1.2.3 - 2026-11-23\n\n- A.\n' }, expected: 'dated 2026-11-23' },
    { claim: 'a version about which nothing is said', files: { 'CHANGELOG.md': '## 1.2.3 - 2026-11-22\n' }, expected: 'says nothing' },
    {
      claim: 'a line that is still unreleased',
      files: { 'CHANGELOG.md': '## Unreleased\n\n- A.\n\n## 1.2.3 - 2026-11-22\n\n- B.\n' },
      expected: 'under Unreleased',
    },
  ] as const) {
    test(`is objected to for ${claim}`, () => {
      commit(files)
      expect(objectionsToRelease(root, TODAY).join('\n')).toContain(expected)
    })
  }

  test('is objected to for a change that is not committed', () => {
    commit({})
    writeFileSync(join(root, 'left.txt'), 'left')
    expect(objectionsToRelease(root, TODAY)).toEqual(['The clone has changes that are not committed: left.txt. Commit or remove them.'])
  })

  test('is objected to without its tag, and with that of another commit', () => {
    commit({})
    git('commit', '--quiet', '--allow-empty', '--message', 'Later')
    expect(objectionsToRelease(root, TODAY)).toEqual(['The commit has no tag v1.2.3. Run git tag -s v1.2.3.'])
  })

  test('is objected to for a long test that was green on other code, and for one that was never green', () => {
    commit({})
    writeFileSync(join(root, 'code.txt'), 'changed')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Change code')
    git('tag', '--force', 'v1.2.3')
    expect(objectionsToRelease(root, TODAY)).toEqual(
      LONG_TESTS.map(({ name }) =>
        expect.stringMatching(new RegExp(`^The long test ${name} was green on [0-9a-f]{10}\\. Run npm run test:long -- ${name}\\.$`)),
      ),
    )
    git('rm', '--quiet', 'test/long.json')
    git('commit', '--quiet', '--message', 'Forget')
    git('tag', '--force', 'v1.2.3')
    expect(objectionsToRelease(root, TODAY)).toContain('The long test chaos was never green. Run npm run test:long -- chaos.')
  })
})

/** Commits and tags a clone that is ready, but for `files`. */
function commit(files: Partial<Record<keyof typeof READY, string>>): void {
  for (const [file, text] of Object.entries({ ...READY, ...files })) writeFileSync(join(root, file), text)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Release')
  mkdirSync(join(root, 'test'))
  const tested = git('rev-parse', 'HEAD').trim()
  for (const { name } of LONG_TESTS) recordGreen(name, { at: `${TODAY}T00:00:00.000Z`, commit: tested, seconds: 60 }, root)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Note what is green')
  git('tag', 'v1.2.3')
}

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid', '-c', 'commit.gpgsign=false', '-c', 'tag.gpgsign=false']
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}
