/**
 * `npm run test:versions`: every test that makes a database, on the PostgreSQL that Turnus brings and on the one of this machine, if it has one.
 * Arguments are folders: `npm run test:versions -- src/storage`.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findDatabaseTests, findOtherPostgres, NO_OTHER_POSTGRES } from './other-postgres.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = findDatabaseTests(process.argv.slice(2))
const other = findOtherPostgres()

if (files.length === 0) {
  process.stderr.write('usage-wrong: No test there makes a database.\n  Remedy: Name folders such as src/storage, or none.\n')
  process.exit(2)
}
const passed = [runOn('the embedded one', {})]
if (other !== null) passed.push(runOn(other.version, { TEST_POSTGRES_BIN: other.bin }))
else process.stdout.write(`\n${NO_OTHER_POSTGRES}\n`)
process.exitCode = passed.every(Boolean) ? 0 : 1

/**
 * @param {string} version
 * @param {Record<string, string>} more
 */
function runOn(version, more) {
  const { TEST_DATABASE_URL: _url, TEST_POSTGRES_BIN: _bin, ...env } = process.env
  process.stdout.write(`\n${files.length} test files on PostgreSQL ${version}\n`)
  return (
    spawnSync('vitest', ['run', ...files], { cwd: root, env: { ...env, ...more }, stdio: 'inherit', shell: process.platform === 'win32' }).status ===
    0
  )
}
