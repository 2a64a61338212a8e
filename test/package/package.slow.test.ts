// Slow: the package is built and packed as npm does it.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Packed, pack } from '../../scripts/packing.ts'
import { filesMatching, isTest, ROOT, readText, withoutComments } from '../source-files.ts'
import { type Consumer, testInstalled } from './consumer.ts'

/** Where everything in a tarball lies. What is not below one of these was packed by mistake. */
const PLACES =
  /^(?:bin|deploy|dist|docs|migrations|examples|clients\/python|build\/console)\/|^[A-Z]+\.md$|^(?:LICENSE|llms\.txt|package\.json|openapi\.json|schedule\.schema\.json)$/
const UNWANTED =
  /\.(?:test|fixture)\.[cm]?[jt]s|(?:^|\/)(?:node_modules|\.turnus|\.env[^/]*|secret-key)(?:\/|$)|\.(?:pem|key|log|tgz)$|(?<!\.d)\.tsx?$/
const SECRET = /-----BEGIN [A-Z ]*PRIVATE KEY|\bnpm_[A-Za-z0-9]{36}\b|\bAKIA[0-9A-Z]{16}\b/

const folder = mkdtempSync(join(tmpdir(), 'turnus-package-'))
const consumer = join(folder, 'consumer')
let packed: Packed

beforeAll(() => {
  packed = pack(folder)
  unpack()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the tarball', () => {
  test('holds what it should and nothing else', () => {
    expect(packed.paths.filter((path) => !PLACES.test(path) || UNWANTED.test(path))).toEqual([])
    for (const path of ['bin/turnus.js', 'dist/cli/main.js', 'dist/client/client.d.ts', 'examples/hospital-month.json', 'LICENSE', 'CHANGELOG.md'])
      expect(packed.paths).toContain(path)
  })

  test('holds no secret', () => {
    const secret = packed.paths.filter((path) => existsSync(`${ROOT}${path}`) && SECRET.test(readText(path)))
    expect(secret).toEqual([])
  })

  test('holds every file that a source names by URL, where the compiled code looks for it', () => {
    const named = filesMatching('src/**/*.ts')
      .filter((file) => !isTest(file) && !file.startsWith('src/console/'))
      .flatMap((file) =>
        [...withoutComments(readText(file)).matchAll(/\bnew URL\(\s*['"]([^'"]+)['"],\s*import\.meta\.url/g)].map(([, url]) =>
          posix.normalize(posix.join(posix.dirname(file).replace(/^src/, 'dist'), url!.replace(/^(\.\/.*)\.ts$/, '$1.js'))),
        ),
      )
    expect(named.length).toBeGreaterThan(6)
    // `./` is the package itself; a folder is there with its first file.
    expect(named.filter((path) => path !== './' && !packed.paths.some((one) => one === path || one.startsWith(path)))).toEqual([])
  })

  test('has every file that its pages link to', () => {
    const broken = packed.paths
      .filter((path) => path.endsWith('.md'))
      .flatMap((page) =>
        [...readText(page).matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g)].map(([, link]) => ({ page, target: posix.join(posix.dirname(page), link!) })),
      )
      .filter(({ target }) => !packed.paths.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, '')}/`)))
    expect(broken).toEqual([])
  })

  test('has nothing in it that exports name and it does not hold', () => {
    const { exports } = JSON.parse(readText('package.json')) as { exports: Record<string, string | { types: string; default: string }> }
    const named = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [target] : [target.types, target.default]))
    expect(named.filter((target) => !packed.paths.includes(target.replace('./', '')))).toEqual([])
  })
})

describe('unpacked beside the packages that it names', () => {
  testInstalled('docs/package.md', (): Consumer => ({ folder: consumer, obstacle: null }))
})

/** Lays the tarball and the packages that it depends on where npm would, but for those that these depend on, which lie in this clone. */
function unpack(): void {
  const modules = join(consumer, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  expect(spawnSync('tar', ['-xzf', packed.file, '-C', modules]).status).toBe(0)
  renameSync(join(modules, 'package'), join(modules, 'turnus'))
  const { bin, dependencies } = JSON.parse(readFileSync(join(modules, 'turnus', 'package.json'), 'utf8')) as {
    readonly bin: { readonly turnus: string }
    readonly dependencies: Readonly<Record<string, string>>
  }
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  }
  chmodSync(join(modules, 'turnus', bin.turnus), 0o755)
  symlinkSync(join('..', 'turnus', bin.turnus), join(modules, '.bin', 'turnus'))
  writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }\n')
}
