import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import baseline from './tidy-baseline.json' with { type: 'json' }
import { filesMatching, isTest, ROOT, readText, withoutComments } from './source-files.ts'

const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 60

const BANNED_NAMES = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'misc',
  'manager',
  'service',
  'handler',
  'processor',
  'data',
  'info',
  'base',
  'impl',
]

const code = filesMatching(
  'src/**/*.{ts,tsx}',
  'test/**/*.ts',
  'scripts/**/*.{ts,mjs}',
  'bench/**/*.{ts,mjs}',
  'examples/**/*.{ts,mjs}',
  'bin/*.js',
  '*.ts',
)

describe('sizes', () => {
  const { files, functions } = measureSizes()

  // A table of what was too large when the limit came. Its numbers are lowered as the code shrinks and no line is ever added.
  for (const [kind, measured, allowed] of [
    ['file', files, baseline.files as Record<string, number>],
    ['function', functions, baseline.functions as Record<string, number>],
  ] as const) {
    const limit = kind === 'file' ? MAX_FILE_LINES : MAX_FUNCTION_LINES

    test(`no ${kind} is longer than ${limit} lines, or than the baseline allows`, () => {
      const tooLong = Object.entries(measured).filter(([name, lines]) => lines > (allowed[name] ?? limit))
      expect(tooLong).toEqual([])
    })

    test(`the baseline of each ${kind} is lowered when it shrinks`, () => {
      const loose = Object.entries(allowed).filter(([name, lines]) => lines > (measured[name] ?? 0))
      expect(loose, 'lower these in test/tidy-baseline.json, or remove them once they are within the limit').toEqual([])
    })
  }
})

describe('names', () => {
  test('files and folders are kebab-case', () => {
    const wrong = code.filter((path) => !path.split('/').every((part) => /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)*$/.test(part)))
    expect(wrong).toEqual([])
  })

  test('no file or folder is a drawer', () => {
    const wrong = code.filter((path) => path.split('/').some((part) => wordsOf(part).some((word) => BANNED_NAMES.includes(word))))
    expect(wrong).toEqual([])
  })

  test('no type is a drawer', () => {
    const wrong = code.flatMap((path) =>
      [...withoutComments(readText(path)).matchAll(/^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type)\s+([A-Z]\w*)/gm)]
        .map(([, name]) => name!)
        .filter((name) => wordsOf(name).some((word) => BANNED_NAMES.includes(word)))
        .map((name) => `${path}: ${name}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('language', () => {
  for (const { name, pattern, except } of [
    { name: 'default exports', pattern: /\bexport\s+default\b/, except: ['vitest.config.ts', 'src/console/vite.config.ts'] },
    { name: 'enums', pattern: /\benum\s+[A-Z]/, except: [] },
    { name: 'namespaces', pattern: /\bnamespace\s+[A-Z]/, except: [] },
  ] as const) {
    test(`there are no ${name}`, () => {
      const wrong = code.filter((path) => !(except as readonly string[]).includes(path) && pattern.test(withoutComments(readText(path))))
      expect(wrong).toEqual([])
    })
  }

  test('nothing is left to do later in a comment', () => {
    const marker = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`)
    expect([...code, ...filesMatching('**/*.md', '**/*.sql')].filter((path) => marker.test(readText(path)))).toEqual([])
  })

  test('every exported function of src/ says what it is', () => {
    const silent = code
      .filter((path) => path.startsWith('src/') && !isTest(path))
      .flatMap((path) =>
        [...readText(path).matchAll(/(^[^\n]*\n)?^export (?:async )?function (\w+)/gm)]
          .filter(([, lineBefore]) => !lineBefore?.trimEnd().endsWith('*/') && !lineBefore?.startsWith('export '))
          .map(([, , name]) => `${path}: ${name}`),
      )
    expect(silent).toEqual([])
  })
})

/** Lines of every file, and of every function outside tests, named `path:function`; of two with one name the longer counts. */
function measureSizes(): { files: Record<string, number>; functions: Record<string, number> } {
  const files = Object.fromEntries(code.map((path) => [path, readText(path).trimEnd().split('\n').length]))
  const functions: Record<string, number> = {}
  for (const { filename, message } of functionSizes()) {
    const [, name] = /`([^`]+)`/.exec(message) ?? []
    const key = `${filename.replaceAll('\\', '/')}:${name ?? 'anonymous'}`
    functions[key] = Math.max(functions[key] ?? 0, Number(/\((\d+)\)/.exec(message)![1]))
  }
  return { files, functions }
}

/** Asks oxlint, which parses, for every function longer than the limit. TypeScript 7 has no parser to call from JavaScript. */
function functionSizes(): readonly { filename: string; message: string }[] {
  const folder = mkdtempSync(join(tmpdir(), 'turnus-tidy-'))
  const config = join(folder, 'oxlintrc.json')
  writeFileSync(
    config,
    JSON.stringify({ categories: { correctness: 'off' }, rules: { 'max-lines-per-function': ['error', { max: MAX_FUNCTION_LINES, IIFEs: true }] } }),
  )
  const measuredFiles = code.filter((path) => !isTest(path))
  const { stdout } = spawnSync('node_modules/.bin/oxlint', ['--config', config, '--format', 'json', ...measuredFiles], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  const { diagnostics, number_of_files: scanned } = JSON.parse(stdout) as {
    diagnostics: { filename: string; message: string }[]
    number_of_files: number
  }
  expect(scanned).toBe(measuredFiles.length)
  return diagnostics
}

/** `sweep-jobs.test.ts` → sweep, jobs, test, ts; `JobManager` → job, manager. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}
