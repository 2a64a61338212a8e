import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { ROOT } from '../source-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnus-setup-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a set-up never installs through a link, which would empty the folder of somebody else', () => {
  const [clone, shared, path] = [join(folder, 'clone'), join(folder, 'shared'), join(folder, 'path')]
  for (const one of [join(clone, 'scripts'), shared, path]) mkdirSync(one, { recursive: true })
  for (const script of ['setup.mjs', 'build-console.mjs']) cpSync(join(ROOT, 'scripts', script), join(clone, 'scripts', script))
  writeFileSync(join(clone, 'package-lock.json'), '{ "packages": { "": {}, "node_modules/a": { "version": "1.0.0" } } }')
  writeFileSync(join(shared, 'kept'), 'kept')
  symlinkSync(shared, join(clone, 'node_modules'))
  // An npm that would be noticed, and does no harm.
  writeFileSync(join(path, 'npm'), `#!/bin/sh\ntouch '${join(folder, 'called')}'\n`, { mode: 0o755 })
  const { status, stderr } = spawnSync(process.execPath, [join(clone, 'scripts', 'setup.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  })
  expect(status).toBe(1)
  expect(stderr).toContain('environment-unfit: node_modules is a link')
  expect(existsSync(join(shared, 'kept'))).toBe(true)
  expect(existsSync(join(folder, 'called'))).toBe(false)
})
