/**
 * `npm run test:versions`: every test that makes a database, on the PostgreSQL that Turnus brings and on the one of this machine, if it has one.
 * Arguments are folders: `npm run test:versions -- src/storage`.
 */
import { CANNOT_RUN, run } from './testing/programs.ts'
import { findDatabaseTests, findOtherPostgres, NO_OTHER_POSTGRES } from './testing/other-postgres.ts'

const files = findDatabaseTests(process.argv.slice(2))
const other = findOtherPostgres()

if (files.length === 0) {
  process.stderr.write('usage-wrong: No test there makes a database.\n  Remedy: Name folders such as src/storage, or none.\n')
  process.exit(2)
}
const passed = [await runOn('the embedded one', {})]
if (other !== null) passed.push(await runOn(other.version, { TEST_POSTGRES_BIN: other.bin }))
else process.stdout.write(`\n${NO_OTHER_POSTGRES}\n`)
if (!passed.every(Boolean)) process.exitCode = 1
else if (other === null && process.env['TEST_LONG']) process.exitCode = CANNOT_RUN

async function runOn(version: string, more: Readonly<Record<string, string>>): Promise<boolean> {
  process.stdout.write(`\n${files.length} test files on PostgreSQL ${version}\n`)
  const { status } = await run('vitest', ['run', ...files], { env: { TEST_DATABASE_URL: '', TEST_POSTGRES_BIN: '', ...more }, streams: 'show' })
  return status === 0
}
