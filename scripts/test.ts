/**
 * `npm test`: every test, and beside them types, lint and layout. The last line is always `N passed, N failed, N skipped`; a check that fails counts
 * as one failure. Arguments go to vitest: `npm test -- src/engine`. With TEST_OTHER_POSTGRES=1 the tests of what holds SQL run a second time on
 * this machine's own PostgreSQL, if it has one. What needs minutes is in `npm run test:long`.
 */
import { CHECKS, runChecks, tellChecks } from './testing/checks.ts'
import { addCounts, closingLine, NO_COUNTS, type Counts } from './testing/counts.ts'
import { tellSlowest } from './testing/durations.ts'
import { findDatabaseTests, findOtherPostgres, NO_OTHER_POSTGRES } from './testing/other-postgres.ts'
import { runVitest } from './testing/vitest-run.ts'

/** Where the SQL is. */
const SQL_FOLDERS = ['src/storage', 'src/jobs']

const [checks, { counts, times }] = await Promise.all([runChecks(CHECKS), runVitest(process.argv.slice(2))])
const other = await testOnOtherPostgres()
process.stdout.write(`\n${tellChecks(checks)}\n${tellSlowest(times)}`)
const total = addCounts(counts, other, { ...NO_COUNTS, failed: checks.filter(({ isGood }) => !isGood).length })
process.stdout.write(`\n${closingLine(total)}\n`)
process.exitCode = total.failed === 0 ? 0 : 1

async function testOnOtherPostgres(): Promise<Counts> {
  if (!process.env['TEST_OTHER_POSTGRES']) return NO_COUNTS
  const found = findOtherPostgres()
  if (found === null) {
    process.stdout.write(`\n${NO_OTHER_POSTGRES}\n`)
    return { ...NO_COUNTS, skipped: 1 }
  }
  process.stdout.write(`\nOn PostgreSQL ${found.version} as well: ${SQL_FOLDERS.join(', ')}\n`)
  const outcome = await runVitest(findDatabaseTests(SQL_FOLDERS), { TEST_POSTGRES_BIN: found.bin, TEST_DATABASE_URL: '', TEST_LONG: '1' })
  return outcome.counts
}
