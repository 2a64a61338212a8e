// Slow: the console is built in processes of their own.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildConsole } from '../../scripts/build-console.mjs'
import { ROOT } from '../source-files.ts'

/** All of its script, compressed, in bytes: also what is only fetched for some pages. It reads schedules by the code of the gateway, which grows with the contract. */
const MAX_SCRIPT = 250 * 1024
/** Texts of one language; nobody fetches two. */
const LANGUAGE = /^assets\/(?:en|da|de|sv)-/

describe('what is built', () => {
  test(`the script of the whole console, in its longest language, is at most ${MAX_SCRIPT / 1024} KiB, compressed`, () => {
    expect(buildConsole(process.execPath)).toBeNull()
    const scripts = filesIn(join(ROOT, 'build/console')).filter((name) => name.endsWith('.js'))
    const sizeOf = (name: string): number => gzipSync(readFileSync(join(ROOT, 'build/console', name)), { level: 9 }).length
    const languages = scripts.filter((name) => LANGUAGE.test(name)).map(sizeOf)
    expect(languages.length).toBe(4)
    const bytes = scripts.filter((name) => !LANGUAGE.test(name)).reduce((sum, name) => sum + sizeOf(name), 0) + Math.max(...languages)
    process.stdout.write(
      `Script of the console: ${(bytes / 1024).toFixed(1)} KiB compressed, of at most ${MAX_SCRIPT / 1024}, in ${scripts.length} files\n`,
    )
    expect(scripts.length).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT)
  })

  test('no script of it names a source', () => {
    expect(buildConsole(process.execPath)).toBeNull()
    const scripts = filesIn(join(ROOT, 'build/console')).filter((name) => name.endsWith('.js'))
    expect(scripts.filter((name) => /[\w-]\.tsx?['"`]/.test(readFileSync(join(ROOT, 'build/console', name), 'utf8')))).toEqual([])
  })

  test('no page of it has a script or style of its own, and none names another host', () => {
    expect(buildConsole(process.execPath)).toBeNull()
    const page = readFileSync(join(ROOT, 'build/console/index.html'), 'utf8')
    expect(page).not.toMatch(/<script(?![^>]* src=)[^>]*>|<style|\sstyle=|\son\w+=/i)
    expect(page).not.toMatch(/(?:src|href)="(?!\.\/)/)
  })
})

describe('building', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'turnus-build-'))
    put('package-lock.json', '{}')
    copyFileSync(join(ROOT, 'scripts/build-console.mjs'), put('scripts/build-console.mjs', ''))
    // In the place of Vite, whose own work is not the question: it writes the same whatever the sources are, and counts how often.
    put(
      'node_modules/vite/bin/vite.js',
      `import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
       const out = process.argv[process.argv.indexOf('--outDir') + 1]
       appendFileSync('builds', 'x')
       mkdirSync(out + '/assets', { recursive: true })
       writeFileSync(out + '/index.html', '<p>' + 'text '.repeat(50))
       writeFileSync(out + '/assets/font.woff2', 'binary')
       process.exit(process.env.FAIL ? 3 : 0)`,
    )
    put('node_modules/vite/package.json', '{"type":"module"}')
  })
  afterEach(() => rmSync(root, { recursive: true }))

  test('it is built once, and again when a source, what the page shares or the lock file changes', () => {
    put('src/console/index.html', 'one')
    for (const [changed, times] of [
      [null, 1],
      [null, 1],
      ['src/console/main.tsx', 2],
      ['src/model/job.ts', 3],
      ['examples/week.json', 4],
      ['package-lock.json', 5],
      ['src/http/app.ts', 5],
      [null, 5],
    ] as const) {
      if (changed !== null) put(changed, `changed ${times}`)
      expect(build()).toBe('null')
      expect({ changed, times: builds() }).toEqual({ changed, times })
    }
  })

  test('it is built again when its files were removed, and when a source was', () => {
    put('src/console/a.ts', 'a')
    put('src/console/b.ts', 'b')
    build()
    rmSync(join(root, 'build/console/index.html'))
    build()
    rmSync(join(root, 'src/console/b.ts'))
    build()
    expect(builds()).toBe(3)
  })

  test('texts lie there compressed as well, and nothing else does', () => {
    put('src/console/index.html', 'one')
    build()
    expect(filesIn(join(root, 'build/console'))).toEqual(['assets/font.woff2', 'index.html', 'index.html.gz'])
    expect(gunzipSync(readFileSync(join(root, 'build/console/index.html.gz'))).toString()).toContain('text text')
  })

  test('where there are no sources there is nothing to build', () => {
    expect(build()).toBe('null')
    expect(existsSync(join(root, 'build'))).toBe(false)
  })

  test('a build that fails is told, leaves the last one, and is tried again', () => {
    put('src/console/index.html', 'one')
    build()
    put('src/console/index.html', 'two')
    expect(build({ FAIL: '1' })).toBe('vite build ended with exit code 3.')
    expect(readdirSync(join(root, 'build')).sort()).toEqual(['console', 'console.stamp'])
    expect(build()).toBe('null')
    expect(builds()).toBe(3)
  })

  /** Calls `buildConsole` of the copy, in a process of its own, and answers what it gave as text. */
  function build(env: Record<string, string> = {}): string {
    const script = `const { buildConsole } = await import(${JSON.stringify(pathToFileURL(join(root, 'scripts/build-console.mjs')).href)})
      process.stdout.write(String(buildConsole(process.execPath)))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: root,
      env: { PATH: process.env['PATH'], ...env },
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return stdout
  }

  function builds(): number {
    return readFileSync(join(root, 'builds'), 'utf8').length
  }

  /** Writes a file of the copy and answers where it is. */
  function put(path: string, text: string): string {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
})

/** Files under a folder, relative to it, sorted. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
