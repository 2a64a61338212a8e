/**
 * `npm test`: every test, and beside them types, lint and layout. The last line is always `N passed, N failed, N skipped`, and above
 * it stands one line for each test that failed; a check that fails counts as one failure. Arguments go to vitest: `npm test -- src/engine`. With TEST_OTHER_POSTGRES=1 the tests of what holds SQL run a second time on
 * this machine's own PostgreSQL, if it has one. What needs minutes is in `npm run test:long`.
 */
import { CHECKS, runChecks, tellChecks } from './testing/checks.ts'
import { addCounts, closingLine, NO_COUNTS } from './testing/counts.ts'
import { tellSlowest } from './testing/durations.ts'
import { tellFailures } from './testing/failures.ts'
import { findDatabaseTests, findOtherPostgres, NO_OTHER_POSTGRES } from './testing/other-postgres.ts'
import { NO_REPORT, type RunReport } from './testing/run-report.ts'
import { runVitest } from './testing/vitest-run.ts'

/** Where the SQL is. */
const SQL_FOLDERS = ['src/storage', 'src/jobs']

const [checks, { counts, times, failures }] = await Promise.all([runChecks(CHECKS), runVitest(process.argv.slice(2))])
const other = await testOnOtherPostgres()
process.stdout.write(`\n${tellChecks(checks)}\n${tellSlowest(times)}\n${tellFailures([...failures, ...other.failures])}`)
const total = addCounts(counts, other.counts, { ...NO_COUNTS, failed: checks.filter(({ isGood }) => !isGood).length })
process.stdout.write(`\n${closingLine(total)}\n`)
process.exitCode = total.failed === 0 ? 0 : 1

async function testOnOtherPostgres(): Promise<RunReport> {
  if (!process.env['TEST_OTHER_POSTGRES']) return NO_REPORT
  const found = findOtherPostgres()
  if (found === null) {
    process.stdout.write(`\n${NO_OTHER_POSTGRES}\n`)
    return { ...NO_REPORT, counts: { ...NO_COUNTS, skipped: 1 } }
  }
  process.stdout.write(`\nOn PostgreSQL ${found.version} as well: ${SQL_FOLDERS.join(', ')}\n`)
  return await runVitest(findDatabaseTests(SQL_FOLDERS), { TEST_POSTGRES_BIN: found.bin, TEST_DATABASE_URL: '', TEST_LONG: '1' })
}
