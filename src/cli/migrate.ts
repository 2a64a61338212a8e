import type { Command } from 'commander'
import { readConfig } from '../config.ts'
import { migrate } from '../storage/migrate.ts'
import { withDatabase } from './administration.ts'
import { type DatabaseFlags, withDatabaseFlags } from './flags.ts'
import type { Terminal } from './terminal.ts'

/** `turnus migrate`: brings the database to the schema of this version. `serve` does the same when it starts. */
export function addMigrateCommand(program: Command, terminal: Terminal): void {
  withDatabaseFlags(program.command('migrate'))
    .description('bring the database to the schema of this version; prints the migrations that were applied')
    .action(async (flags: DatabaseFlags) => {
      const applied = await withDatabase(readConfig(flags, terminal.env), migrate)
      for (const name of applied) terminal.stdout.write(`${name}\n`)
      terminal.stderr.write(applied.length === 0 ? 'The database is up to date.\n' : `Applied ${applied.length}.\n`)
    })
}
