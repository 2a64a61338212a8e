import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { install, type Packed, pack } from '../../scripts/packing.ts'
import { commandsOf, openPage } from '../pages/page.ts'
import { createWorkbench, freePort } from '../pages/workbench.ts'
import { filesMatching, isTest, ROOT, readText, withoutComments } from '../source-files.ts'

const INSTALL_MS = 240_000
/** Where everything in a tarball lies. What is not below one of these was packed by mistake. */
const PLACES =
  /^(?:bin|deploy|dist|docs|migrations|examples|clients\/python|build\/console)\/|^[A-Z]+\.md$|^(?:LICENSE|llms\.txt|package\.json|openapi\.json|schedule\.schema\.json)$/
const UNWANTED =
  /\.(?:test|fixture)\.[cm]?[jt]s|(?:^|\/)(?:node_modules|\.turnus|\.env[^/]*|secret-key)(?:\/|$)|\.(?:pem|key|log|tgz)$|(?<!\.d)\.tsx?$/
const SECRET = /-----BEGIN [A-Z ]*PRIVATE KEY|\bnpm_[A-Za-z0-9]{36}\b|\bAKIA[0-9A-Z]{16}\b/
const EXAMPLE = join('node_modules', 'turnus', 'examples', 'clinic-week.json')

const folder = mkdtempSync(join(tmpdir(), 'turnus-package-'))
const consumer = join(folder, 'consumer')
/** `npm install turnus` as the registry would do it: what was installed from the tarball. */
const INSTALLED = `#!/bin/sh\n[ "$*" = 'install turnus' ] && cp -R '${join(consumer, 'node_modules')}' .\n`
/** The machine's own `npx`, which looks into node_modules. */
const OWN_NPX = `#!/bin/sh\nPATH="\${PATH#*:}" exec npx "$@"\n`
let packed: Packed
let obstacle: string | null = null

beforeAll(() => {
  packed = pack(folder)
  obstacle = install(packed.file, consumer)
}, INSTALL_MS)

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

describe('installed in an empty folder', () => {
  test('npx turnus answers its version', (context) => {
    if (obstacle !== null) return context.skip(obstacle)
    const { version } = JSON.parse(readText('package.json')) as { version: string }
    expect(run('npx', ['turnus', '--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('the commands of docs/package.md: the demo names what is to be found here, and the gateway answers', { timeout: 180_000 }, async (context) => {
    if (obstacle !== null) return context.skip(obstacle)
    const page = openPage('docs/package.md')
    const [npmInstall, demo, serve] = commandsOf(page.take('The package', 'sh'))
    const port = String(await freePort())
    const bench = createWorkbench({ moved: { 8080: port }, env: { TURNUS_PORT: port }, programs: { npm: INSTALLED, npx: OWN_NPX } })
    onTestFinished(() => bench.close(), 60_000)
    await bench.run(npmInstall!)
    const stdout = await bench.run(demo!)
    expect(stdout).toContain('genuine, and no first-priority rule is broken')
    await bench.start(serve!, new RegExp(`listens on http://127\\.0\\.0\\.1:${port}`))
    expect(await (await fetch(`http://127.0.0.1:${port}/health/ready`)).json()).toEqual({ status: 'ready' })
    page.expectAllTaken('sh')
    const examples = [...stdout.matchAll(/ (\S*hospital-month\.json) /g)]
      .map(([, path]) => path!)
      .filter((path) => path !== 'examples/hospital-month.json')
    expect(examples.length).toBeGreaterThan(2)
    expect(examples.filter((path) => !existsSync(join(bench.folder, path)))).toEqual([])
  })

  test('every example of docs/package.md has the types that it takes', { timeout: 120_000 }, (context) => {
    if (obstacle !== null) return context.skip(obstacle)
    const files = writeExamples()
    linkTypes()
    const flags = '--noEmit --strict --exactOptionalPropertyTypes --target es2024 --module nodenext --types node'.split(' ')
    const checked = run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), ...flags, ...files])
    expect(checked.stdout).toBe('')
    expect(checked.code).toBe(0)
  })

  test('the examples of turnus/engine and turnus run', { timeout: 120_000 }, (context) => {
    if (obstacle !== null) return context.skip(obstacle)
    const [, engine, gateway] = writeExamples()
    const searched = run(process.execPath, [engine!, EXAMPLE])
    expect(searched.stderr).toBe('')
    expect(searched.stdout).toMatch(/^\d+ ms: [\s\S]*^(?:OPTIMAL|TIME_LIMIT|CONVERGED) 0 \//m)
    const served = run(process.execPath, [gateway!, EXAMPLE, join(folder, 'data')], { TURNUS_LOG_LEVEL: 'warn' })
    expect(served.stderr).toBe('')
    expect(served.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n[\s\S]*^(?:OPTIMAL|TIME_LIMIT|CONVERGED)$/m)
  })

  test('the example of turnus/client says what a gateway that refuses it says', async (context) => {
    if (obstacle !== null) return context.skip(obstacle)
    const [client] = writeExamples()
    const call = `const { solveThere } = await import('./${client}'); await solveThere({})`
    const unreachable = run(process.execPath, ['--input-type=module', '--eval', call], { TURNUS_URL: 'http://127.0.0.1:9', TURNUS_TOKEN: 'tns_none' })
    expect(unreachable.code).toBe(1)
    expect(unreachable.stderr).toContain('fetch failed')
  })
})

/** The blocks of docs/package.md as files of the consumer, in the page's order: client, engine, gateway. */
function writeExamples(): readonly string[] {
  return [...readText('docs/package.md').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text], i) => {
    const file = `example-${i + 1}.ts`
    writeFileSync(join(consumer, file), text!)
    return file
  })
}

/** Types of Node, which a consumer who writes TypeScript has. */
function linkTypes(): void {
  for (const name of ['@types/node', 'undici-types']) {
    const link = join(consumer, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    if (!existsSync(link)) symlinkSync(join(ROOT, 'node_modules', name), link)
  }
}

/** Runs a command as the consumer, without what npm told this process about the clone. */
function run(command: string, args: readonly string[], more: Record<string, string> = {}): { code: number | null; stdout: string; stderr: string } {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^TURNUS_|^DATABASE_URL$/i.test(name))
  const env = { ...Object.fromEntries(own), PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`, NO_UPDATE_NOTIFIER: '1', ...more }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: consumer, env, encoding: 'utf8', shell: process.platform === 'win32' })
  return { code: status, stdout, stderr: stderr.replaceAll(/^npm warn .*\n/gm, '') }
}
