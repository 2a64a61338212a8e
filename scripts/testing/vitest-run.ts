import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './programs.ts'
import { NO_REPORT, REPORT_VARIABLE, type RunReport } from './run-report.ts'

/** Runs vitest with `args` in the terminal, and ends it after `limitMs`. A run that fails without a failing test, as by a file that cannot be loaded, counts as one failure. */
export async function runVitest(args: readonly string[], env: Readonly<Record<string, string>> = {}, limitMs?: number): Promise<RunReport> {
  const folder = mkdtempSync(join(tmpdir(), 'turnus-test-'))
  const file = join(folder, 'report.json')
  const { status } = await run('vitest', ['run', ...args], {
    env: { ...env, [REPORT_VARIABLE]: file },
    streams: 'show',
    ...(limitMs === undefined ? {} : { limitMs }),
  })
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunReport) : NO_REPORT
  rmSync(folder, { recursive: true })
  if (status === 0 || report.counts.failed > 0) return report
  const unnamed = { file: null, test: null, says: `vitest ended with ${status}` }
  return { ...report, counts: { ...report.counts, failed: 1 }, failures: report.failures.length > 0 ? report.failures : [unnamed] }
}
