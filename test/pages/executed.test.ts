import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { filesMatching, ROOT, readText } from '../source-files.ts'
import { blocksOf } from './page.ts'

/**
 * The tests that execute the blocks of a page. Each wants to have had all blocks of the languages that it knows; what one of `npm run test:long`
 * executes is in `LONG`.
 */
const EXECUTED_BY: Readonly<Record<string, readonly string[]>> = {
  'CONTRIBUTING.md': ['test/contributing.test.ts', 'test/contributing.slow.test.ts'],
  'README.md': ['test/pages/readme.slow.test.ts'],
  'docs/access.md': ['test/e2e/access-page.test.ts'],
  'docs/answers.md': ['test/e2e/answers-page.slow.test.ts'],
  'docs/benchmarks.md': ['test/pages/benchmarks.slow.test.ts'],
  'docs/bounds.md': ['test/pages/bounds.slow.test.ts'],
  'docs/callbacks.md': ['test/pages/callbacks.slow.test.ts'],
  'docs/coming-from/cp-sat.md': ['test/pages/coming-from.slow.test.ts'],
  'docs/coming-from/same-interface.md': ['test/pages/coming-from.slow.test.ts'],
  'docs/coming-from/spreadsheet.md': ['test/pages/coming-from.slow.test.ts'],
  'docs/coming-from/timefold.md': ['test/pages/coming-from.slow.test.ts'],
  'docs/coming-from/version-0-1.md': ['test/site/version-0-1.test.ts'],
  'docs/configuration.md': ['test/pages/configuration.slow.test.ts'],
  'docs/console.md': ['test/pages/console.test.ts'],
  'docs/errors.md': ['test/pages/errors.test.ts'],
  'docs/fake.md': ['test/pages/fake.slow.test.ts', 'test/clients/integrating-page.slow.test.ts'],
  'docs/formats.md': ['test/pages/formats.slow.test.ts'],
  'docs/getting-started.md': ['test/pages/getting-started.slow.test.ts'],
  'docs/integrating.md': ['test/clients/integrating-page.slow.test.ts'],
  'docs/json-rpc.md': ['test/pages/json-rpc.slow.test.ts'],
  'docs/mcp.md': ['test/pages/mcp.slow.test.ts'],
  'docs/metrics.md': ['test/pages/metrics.slow.test.ts', 'test/operate/metrics-page.test.ts'],
  'docs/operations.md': ['test/pages/operations.slow.test.ts'],
  'docs/package.md': ['test/package/package.slow.test.ts'],
  'docs/pay.md': ['test/pages/pay.test.ts'],
  'docs/plans.md': ['test/e2e/plans-page.test.ts'],
  'docs/receivers.md': ['test/e2e/receivers.slow.test.ts'],
  'docs/replanning.md': ['test/pages/replanning.slow.test.ts'],
  'docs/recipes.md': ['test/site/recipes.slow.test.ts'],
  'examples/README.md': ['test/pages/examples.slow.test.ts'],
  'llms.txt': ['src/http/routes/openapi.test.ts'],
}

/** Blocks that only `npm run test:long` executes, by page and test: what takes long, and which test of `npm test` proves nearly the same. */
const LONG: Readonly<Record<string, readonly string[]>> = {
  'docs/getting-started.md': ['test/pages/getting-started.long.test.ts'],
  'docs/package.md': ['test/package/package.long.test.ts'],
}

/** Blocks that nobody is meant to run or send, by page and language. */
const NO_EXAMPLES: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md text': 'drawings',
  'CONTRIBUTING.md sh':
    'the scripts of package.json for those who change Turnus: the tests themselves, and measurements that take hours; test/docs.test.ts holds their names',
  'STYLE.md ts': 'lines of the sources that show how they are written',
  'docs/console.md text': 'headers; src/http/console.test.ts holds them',
  'docs/releasing.md text': 'publishes; its checks have tests of their own (test/release)',
}

const isLong = (file: string): boolean => file.endsWith('.long.test.ts')
const pages = filesMatching('*.md', 'docs/**/*.md', 'examples/**/*.md', 'deploy/**/*.md', 'clients/**/*.md', 'llms.txt')
const languagesOf = (page: string): readonly string[] => [...new Set(blocksOf(page).map(({ language }) => language))]

describe('every block of every page', () => {
  for (const page of pages.filter((one) => languagesOf(one).length > 0)) {
    test(`${page}: says its language, and is executed by a test or no example`, () => {
      const left = languagesOf(page).filter((language) => !(`${page} ${language}` in NO_EXAMPLES))
      expect(left).not.toContain('')
      if (left.length > 0) expect(EXECUTED_BY).toHaveProperty([page])
    })
  }

  test('is executed by a test that is there and reads the page', () => {
    const wrong = [...Object.entries(EXECUTED_BY), ...Object.entries(LONG)].flatMap(([page, tests]) =>
      tests.filter((file) => !existsSync(`${ROOT}${file}`) || !readText(file).includes(page)).map((file) => `${file} for ${page}`),
    )
    expect(wrong).toEqual([])
  })

  test('is executed by npm test, but for what the long tests are named for', () => {
    expect(Object.values(EXECUTED_BY).flat().filter(isLong)).toEqual([])
    expect(
      Object.values(LONG)
        .flat()
        .filter((file) => !isLong(file)),
    ).toEqual([])
    const unnamed = filesMatching('test/{clients,package,pages}/*.long.test.ts').filter((file) => !Object.values(LONG).flat().includes(file))
    expect([unnamed, Object.keys(LONG).filter((page) => !(page in EXECUTED_BY))]).toEqual([[], []])
  })

  test('is in no list that has outlived it', () => {
    expect(Object.keys(EXECUTED_BY).filter((page) => !pages.includes(page) || languagesOf(page).length === 0)).toEqual([])
    const gone = Object.keys(NO_EXAMPLES).filter((name) => !languagesOf(name.split(' ')[0]!).includes(name.split(' ')[1]!))
    expect(gone).toEqual([])
  })
})
