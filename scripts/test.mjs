/**
 * `npm test`: type check, lint, layout, then every test. The last line is always `N passed, N failed, N skipped`; a check that fails before
 * the tests counts as one failure, and the tests run all the same. Arguments go to vitest: `npm test -- src/engine`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }

const CHECKS = [
  { name: 'types', command: 'tsc', args: ['-p', '.'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'layout', command: 'biome', args: ['format', '--reporter=summary', '.'] },
]

const report = join(mkdtempSync(join(tmpdir(), 'turnus-test-')), 'report.json')
let failed = 0
for (const { name, command, args } of CHECKS) {
  process.stdout.write(`${name}: ${command} ${args.join(' ')}\n`)
  if (run(command, args) !== 0) failed += 1
}
const testStatus = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...process.argv.slice(2)])
const counts = countTests()
// A run that fails without a failing test (a file that cannot be loaded, an error outside any test) is one failure too.
failed += counts.failed + (testStatus !== 0 && counts.failed === 0 ? 1 : 0)
rmSync(join(report, '..'), { recursive: true })
process.stdout.write(`\n${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped\n`)
process.exitCode = failed === 0 ? 0 : 1

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {number} the exit code; 1 when it was killed
 */
function run(command, args) {
  return spawnSync(command, args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1
}

function countTests() {
  if (!existsSync(report)) return { passed: 0, failed: 0, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}
