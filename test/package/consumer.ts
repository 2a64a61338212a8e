import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readText } from '../source-files.ts'

/** A folder that Turnus was installed into. */
export interface Consumer {
  readonly folder: string
  /** Why it could not be installed; null when it was. */
  readonly obstacle: string | null
}

const EXAMPLE = join('node_modules', 'turnus', 'examples', 'clinic-week.json')

/** The client comes again a few times, after pauses that grow; here they are over at once. */
const WITHOUT_PAUSES = [
  "import timers from 'node:timers/promises'",
  "import { syncBuiltinESMExports } from 'node:module'",
  'timers.setTimeout = () => Promise.resolve()',
  'syncBuiltinESMExports()',
].join('; ')

/** What is true of an installed Turnus, in whatever way it came there, and of the examples of its page. `find` is called by each test. */
export function testInstalled(page: string, find: () => Consumer): void {
  test('npx turnus answers its version', (context) => {
    const { folder, obstacle } = find()
    if (obstacle !== null) return context.skip(obstacle)
    const { version } = JSON.parse(readText('package.json')) as { version: string }
    expect(runIn(folder, 'npx', ['turnus', '--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test(`every example of ${page} has the types that it takes`, (context) => {
    const { folder, obstacle } = find()
    if (obstacle !== null) return context.skip(obstacle)
    const files = writeExamples(folder, page)
    linkTypes(folder)
    const flags = '--noEmit --strict --exactOptionalPropertyTypes --target es2024 --module nodenext --types node'.split(' ')
    const checked = runIn(folder, process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), ...flags, ...files])
    expect(checked.stdout).toBe('')
    expect(checked.code).toBe(0)
  })

  test('the examples of turnus/engine and turnus run', (context) => {
    const { folder, obstacle } = find()
    if (obstacle !== null) return context.skip(obstacle)
    const [, engine, gateway] = writeExamples(folder, page)
    const searched = runIn(folder, process.execPath, [engine!, EXAMPLE])
    expect(searched.stderr).toBe('')
    expect(searched.stdout).toMatch(/^\d+ ms: [\s\S]*^(?:OPTIMAL|TIME_LIMIT|CONVERGED) 0 \//m)
    const served = runIn(folder, process.execPath, [gateway!, EXAMPLE, join(folder, '..', 'data')], { TURNUS_LOG_LEVEL: 'warn' })
    expect(served.stderr).toBe('')
    expect(served.stdout).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n[\s\S]*^(?:OPTIMAL|TIME_LIMIT|CONVERGED)$/m)
  })

  test('the example of turnus/client says what a gateway that refuses it says', (context) => {
    const { folder, obstacle } = find()
    if (obstacle !== null) return context.skip(obstacle)
    const [client] = writeExamples(folder, page)
    const call = `${WITHOUT_PAUSES}; const { solveThere } = await import('./${client}'); await solveThere({})`
    const unreachable = runIn(folder, process.execPath, ['--input-type=module', '--eval', call], {
      TURNUS_URL: 'http://127.0.0.1:9',
      TURNUS_TOKEN: 'tns_none',
    })
    expect(unreachable.code).toBe(1)
    expect(unreachable.stderr).toContain('fetch failed')
  })
}

/** The blocks of the page as files of the consumer, in the page's order: client, engine, gateway. */
function writeExamples(folder: string, page: string): readonly string[] {
  return [...readText(page).matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text], i) => {
    const file = `example-${i + 1}.ts`
    writeFileSync(join(folder, file), text!)
    return file
  })
}

/** Types of Node, which a consumer who writes TypeScript has. */
function linkTypes(folder: string): void {
  for (const name of ['@types/node', 'undici-types']) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    if (!existsSync(link)) symlinkSync(join(ROOT, 'node_modules', name), link)
  }
}

/** Runs a command as the consumer, without what npm told this process about the clone. */
function runIn(
  folder: string,
  command: string,
  args: readonly string[],
  more: Record<string, string> = {},
): { code: number | null; stdout: string; stderr: string } {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^TURNUS_|^DATABASE_URL$/i.test(name))
  const env = { ...Object.fromEntries(own), PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`, NO_UPDATE_NOTIFIER: '1', ...more }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8', shell: process.platform === 'win32' })
  return { code: status, stdout, stderr: stderr.replaceAll(/^npm warn .*\n/gm, '') }
}
