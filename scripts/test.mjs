/**
 * `npm test`: type check, lint, layout, then every test. The last line is always `N passed, N failed, N skipped`; a check that fails before
 * the tests counts as one failure, and the tests run all the same. Arguments go to vitest: `npm test -- src/engine`. With TEST_OTHER_POSTGRES=1
 * the tests of what holds SQL run a second time on this machine's own PostgreSQL, if it has one.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findDatabaseTests, findOtherPostgres, NO_OTHER_POSTGRES } from './other-postgres.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }

/** Where the SQL is. */
const SQL_FOLDERS = ['src/storage', 'src/jobs']

const CHECKS = [
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'types of the console', command: 'tsc', args: ['-p', 'src/console'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'layout', command: 'biome', args: ['format', '--reporter=summary', '.'] },
]

let failed = 0
for (const { name, command, args } of CHECKS) {
  process.stdout.write(`${name}: ${command} ${args.join(' ')}\n`)
  if (run(command, args) !== 0) failed += 1
}
const total = runTests(process.argv.slice(2))
const isAskedForOther = Boolean(process.env.TEST_OTHER_POSTGRES)
const other = isAskedForOther ? findOtherPostgres() : null
if (isAskedForOther && other === null) process.stdout.write(`\n${NO_OTHER_POSTGRES}\n`)
if (other !== null) {
  process.stdout.write(`\nOn PostgreSQL ${other.version} as well: ${SQL_FOLDERS.join(', ')}\n`)
  const counts = runTests(findDatabaseTests(SQL_FOLDERS), { TEST_POSTGRES_BIN: other.bin, TEST_DATABASE_URL: '' })
  for (const kind of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[kind] += counts[kind]
}
failed += total.failed
process.stdout.write(`\n${total.passed} passed, ${failed} failed, ${total.skipped} skipped\n`)
process.exitCode = failed === 0 ? 0 : 1

/**
 * @param {readonly string[]} args of vitest
 * @param {Record<string, string>} more of the environment
 */
function runTests(args, more = {}) {
  const report = join(mkdtempSync(join(tmpdir(), 'turnus-test-')), 'report.json')
  const status = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args], more)
  const counts = countTests(report)
  // A run that fails without a failing test (a file that cannot be loaded, an error outside any test) is one failure too.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  rmSync(join(report, '..'), { recursive: true })
  return counts
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} more of the environment
 * @returns {number} the exit code; 1 when it was killed
 */
function run(command, args, more = {}) {
  return spawnSync(command, args, { cwd: root, env: { ...env, ...more }, stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1
}

/** @param {string} report */
function countTests(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}
