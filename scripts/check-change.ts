/**
 * `npm run check`: what a change needs while one works on it: types, lint and layout of the files that differ from the last commit, and the tests
 * that depend on them, the nearest first, as many as fit into a few seconds. `--since REV` compares with another commit, `--all` runs every test that
 * depends on the change. Says what was left out; `npm test` leaves nothing out.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changedFiles } from './testing/changes.ts'
import { type Check, runChecks, tellChecks } from './testing/checks.ts'
import { type Budget, chooseTests, sumOf } from './testing/choose-tests.ts'
import { readDurations } from './testing/durations.ts'
import { ROOT } from './testing/programs.ts'
import { openRelatedTests } from './testing/related-tests.ts'

/** A test that was changed is wanted even if it takes long. */
const BUDGET: Budget = { own: 40, others: 3 }
const NO_BUDGET: Budget = { own: Infinity, others: Infinity }
const UNMEASURED_SECONDS = 1
/** They read the whole repository, whatever changed, and take a second together. */
const ALWAYS = ['test/architecture.test.ts', 'test/docs.test.ts', 'test/machine.test.ts', 'test/tidy.test.ts']
/** Compiled for the browser, with types of its own. */
const CONSOLE_SOURCES = /^src\/(?:console|model|engine|checker|api|formats|answers)\//
const CACHE = join('node_modules', '.cache', 'turnus')

process.exitCode = await check()

async function check(): Promise<number> {
  const startedMs = performance.now()
  const { values } = parseArgs({ options: { since: { type: 'string', default: 'HEAD' }, all: { type: 'boolean', default: false } } })
  const changed = changedFiles(values.since)
  mkdirSync(join(ROOT, CACHE), { recursive: true })
  const [outcomes, isTested] = await Promise.all([runChecks(checksOf(changed)), runTests(changed, values.all ? NO_BUDGET : BUDGET)])
  const isGood = isTested && outcomes.every((outcome) => outcome.isGood)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  process.stdout.write(
    `\n${tellChecks(outcomes)}${isGood ? 'Good' : 'Not good'}: ${changed.length} files differ from ${values.since}, ${seconds} s\n`,
  )
  return isGood ? 0 : 1
}

function checksOf(changed: readonly string[]): readonly Check[] {
  const code = changed.filter((file) => /\.(?:ts|tsx|mts|mjs|js)$/.test(file))
  const incremental = (name: string): readonly string[] => ['--incremental', '--tsBuildInfoFile', join(CACHE, `${name}.tsbuildinfo`)]
  return [
    { name: 'types', command: 'tsc', args: ['-p', '.', ...incremental('types')] },
    ...(changed.some((file) => CONSOLE_SOURCES.test(file))
      ? [{ name: 'types of the console', command: 'tsc', args: ['-p', 'src/console', ...incremental('console')] }]
      : []),
    ...(code.length === 0 ? [] : [{ name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings', ...code] }]),
    ...(changed.length === 0 ? [] : [{ name: 'layout', command: 'biome', args: ['format', '--no-errors-on-unmatched', ...changed] }]),
  ]
}

async function runTests(changed: readonly string[], budget: Budget): Promise<boolean> {
  const tests = await openRelatedTests()
  try {
    const durations = readDurations()
    const related = changed.length === 0 ? [] : await tests.find(changed)
    const candidates = related.filter((file) => !ALWAYS.includes(file)).map((file) => ({ file, seconds: durations[file] ?? UNMEASURED_SECONDS }))
    const { chosen, leftOut } = chooseTests(candidates, changed, budget)
    const isGood = await tests.run([...ALWAYS, ...chosen])
    if (leftOut.length > 0)
      process.stdout.write(
        `${leftOut.length} more test files depend on the change, ${Math.ceil(sumOf(leftOut))} s: npm run check -- --all, or npm test.\n`,
      )
    return isGood
  } finally {
    await tests.close()
  }
}
