/**
 * `npm run test:long`: what needs minutes, each as a process of its own. Names are those of scripts/testing/long-tests.ts, without any all of them;
 * `--minutes N` takes those that fit into so many, first those whose last green run is longest ago; what was never green is left to be run by name. What is green is noted in test/long.json, unless the clone has changes that are not
 * committed. The last line is `N passed, N failed, N skipped`: in tests where vitest runs a long test, else each counts as one; what did not fit,
 * or cannot run here, is one that was skipped.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { addCounts, closingLine, NO_COUNTS, type Counts } from './testing/counts.ts'
import { tellFailures } from './testing/failures.ts'
import { expectedSeconds, oldestFirst, readRecord, recordGreen } from './testing/long-record.ts'
import { LONG_TESTS, type LongTest } from './testing/long-tests.ts'
import { CANNOT_RUN, ROOT, run } from './testing/programs.ts'
import type { Failure } from './testing/run-report.ts'
import { runVitest } from './testing/vitest-run.ts'

/** What came of one long test. */
interface Outcome {
  readonly verdict: 'passed' | 'failed' | 'skipped'
  readonly counts: Counts
  readonly failures: readonly Failure[]
}

const SKIPPED: Outcome = { verdict: 'skipped', counts: { ...NO_COUNTS, skipped: 1 }, failures: [] }
/** One that takes so many times what it should hangs: on a busy machine what goes on may take ten times as long. */
const HANG = 20

const { values, positionals } = parseArgs({ options: { minutes: { type: 'string', default: 'Infinity' } }, allowPositionals: true })
process.exitCode = await main()

async function main(): Promise<number> {
  const unknown = positionals.filter((name) => !LONG_TESTS.some((test) => test.name === name))
  const minutes = Number(values.minutes)
  if (unknown.length > 0 || !(minutes > 0)) {
    const names = LONG_TESTS.map(({ name, finds }) => `  ${name.padEnd(18)} ${finds}\n`).join('')
    process.stderr.write(`usage-wrong: ${unknown.length > 0 ? `No long test is named ${unknown.join(', ')}` : '--minutes is no number'}.\n${names}`)
    return 2
  }
  const wanted = positionals.length === 0 ? LONG_TESTS : LONG_TESTS.filter(({ name }) => positionals.includes(name))
  const record = readRecord()
  const endMs = performance.now() + 60_000 * minutes
  const outcomes = { passed: [] as string[], failed: [] as string[], skipped: [] as string[] }
  const failures: Failure[] = []
  let total = NO_COUNTS
  for (const test of oldestFirst(wanted, record)) {
    const fits = performance.now() + 1000 * expectedSeconds(test, record) <= endMs && (minutes === Infinity || record[test.name] !== undefined)
    const { verdict, counts, failures: its } = fits ? await runOne(test, expectedSeconds(test, record)) : SKIPPED
    outcomes[verdict].push(test.name)
    failures.push(...its)
    total = addCounts(total, counts)
  }
  for (const [outcome, names] of Object.entries(outcomes)) if (names.length > 0) process.stdout.write(`\n${outcome}: ${names.join(', ')}`)
  process.stdout.write(`\n${tellFailures(failures)}\n${closingLine(total)}\n`)
  return outcomes.failed.length === 0 ? 0 : 1
}

async function runOne(test: LongTest, seconds: number): Promise<Outcome> {
  const { name, finds } = test
  process.stdout.write(`\n── ${name}: ${finds}\n`)
  const startedMs = performance.now()
  const outcome = await (test.command === 'vitest' ? runTests(test, HANG * 1000 * seconds) : runProgram(test, HANG * 1000 * seconds))
  const tookSeconds = Math.round((performance.now() - startedMs) / 1000)
  process.stdout.write(`── ${name}: ${outcome.verdict} after ${tookSeconds} s\n`)
  const commit = outcome.verdict === 'passed' ? cleanCommit() : null
  if (commit !== null) recordGreen(name, { at: new Date().toISOString(), commit, seconds: tookSeconds })
  return outcome
}

async function runTests({ args, env }: LongTest, limitMs: number): Promise<Outcome> {
  const { counts, failures } = await runVitest(args.slice(1), { ...env, TEST_LONG: '1' }, limitMs)
  return { verdict: counts.failed === 0 ? 'passed' : 'failed', counts, failures }
}

async function runProgram({ name, command, args, env }: LongTest, limitMs: number): Promise<Outcome> {
  const { status } = await run(command, args, { env: { ...env, TEST_LONG: '1' }, streams: 'show', limitMs })
  if (status === CANNOT_RUN) return SKIPPED
  if (status === 0) return { verdict: 'passed', counts: { ...NO_COUNTS, passed: 1 }, failures: [] }
  const failure = { file: null, test: name, says: `${command} ${args.join(' ')} ended with ${status}` }
  return { verdict: 'failed', counts: { ...NO_COUNTS, failed: 1 }, failures: [failure] }
}

/** The commit that was tested; null when the clone differs from it in more than the record. */
function cleanCommit(): string | null {
  const git = (...args: readonly string[]): string => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim()
  return git('status', '--porcelain', '--', '.', ':!test/long.json') === '' ? git('rev-parse', 'HEAD') : null
}
