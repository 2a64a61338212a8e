import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './programs.ts'

const OLDEST = 15

/** What is said where there is none. */
export const NO_OTHER_POSTGRES = `skipped: no other PostgreSQL found (pg_config --bindir, version ${OLDEST} or newer)`

/**
 * The PostgreSQL server of this machine, beside the one that Turnus brings: what `pg_config --bindir` names, when it is a whole server of a version
 * that Turnus runs on and this process has a user to run it as; null otherwise.
 */
export function findOtherPostgres(): { readonly bin: string; readonly version: string } | null {
  const bin = output('pg_config', ['--bindir'])
  if (bin === null || !['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(bin, name)))) return null
  const version = /\d+(?:\.\d+)*/.exec(output(join(bin, 'postgres'), ['--version']) ?? '')?.[0]
  return version !== undefined && Number.parseInt(version, 10) >= OLDEST ? { bin, version } : null
}

/** The test files that make a database, and lie in one of `folders` when there are any. */
export function findDatabaseTests(folders: readonly string[] = []): readonly string[] {
  return globSync('{src,test,examples}/**/*.test.ts', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('test/database.ts'))
    .filter((file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)))
    .sort()
}

function output(command: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
