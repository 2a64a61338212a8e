import type { Command } from 'commander'
import { checkSecretKey } from '../access/check-secret-key.ts'
import { type Config, readConfig } from '../config.ts'
import { GatewayError } from '../model/errors.ts'
import { listDepartments } from '../storage/departments.ts'
import type { Transaction } from '../storage/db.ts'
import { checkBackup } from '../storage/read-backup.ts'
import { type Restored, restoreBackup } from '../storage/restore.ts'
import { findGivenSecretKey } from '../storage/seal.ts'
import { withDatabase } from './administration.ts'
import { EXIT_NO, type SetExitCode } from './failure.ts'
import { type DatabaseFlags, withDatabaseFlags, withJsonFlag } from './flags.ts'
import { formatMoment } from './print-list.ts'
import type { Terminal } from './terminal.ts'
import { formatCount, formatRows, startTransferLine, untilBrokenOff } from './transfer-line.ts'

type RestoreFlags = DatabaseFlags & { readonly json?: boolean }

/** `turnus restore FILE`: what `turnus backup` wrote, in an empty store. */
export function addRestoreCommand(program: Command, terminal: Terminal, setExitCode: SetExitCode): void {
  withJsonFlag(withDatabaseFlags(program.command('restore')), 'print the summary as JSON')
    .description('put a backup into an empty store: a data folder that is not there yet, or a new database; all of it or nothing')
    .argument('<file>', 'what `turnus backup` wrote, by this version or an older one')
    .addHelpText(
      'after',
      '\nIt takes the secret key that the backed up store was used with: the file secret-key in the data folder, or TURNUS_SECRET_KEY(_FILE).',
    )
    .action(async (file: string, flags: RestoreFlags) => {
      const restored = await untilBrokenOff(terminal, (signal) => restore(terminal, file, { flags, signal }))
      if (restored === null) setExitCode(EXIT_NO)
      else report(terminal, restored, flags)
    })
}

async function restore(terminal: Terminal, file: string, { flags, signal }: { flags: RestoreFlags; signal: AbortSignal }): Promise<Restored> {
  const config = readConfig(flags, terminal.env)
  const checking = startTransferLine(terminal.stderr, 'Checking')
  // Read to its end before anything is made: a file that is not whole changes nothing.
  await checkBackup(file, { signal, onProgress: (progress) => checking.show(progress) }).finally(() => checking.clear())
  const line = startTransferLine(terminal.stderr, 'Restoring')
  const judge = (tx: Transaction): Promise<void> => judgeKey(tx, config)
  const work = withDatabase(config, (db) => restoreBackup(db, { file, signal, judge, onProgress: (progress) => line.show(progress) }), 'serve')
  return work.finally(() => line.clear())
}

/** With another key every secret of the restored store would stay shut. */
async function judgeKey(tx: Transaction, config: Config): Promise<void> {
  const key = await findGivenSecretKey(config)
  if (key !== null) return checkSecretKey({ db: tx, key })
  if ((await listDepartments(tx, null)).length === 0) return
  throw new GatewayError(
    'environment-unfit',
    'There is no secret key that could open what is sealed in the backup. Nothing was changed.',
    `Give the key of the store that was backed up: as the file secret-key in ${config.data}, or by TURNUS_SECRET_KEY or TURNUS_SECRET_KEY_FILE.`,
  )
}

function report(terminal: Terminal, restored: Restored, { json }: RestoreFlags): void {
  const { head, rows, bytes, migrations, interruptedJobs, waitingJobs, pendingDeliveries } = restored
  if (json === true) {
    const summary = { turnus: head.turnus, madeAt: head.madeAt, rows, bytes, migrations, interruptedJobs, waitingJobs, pendingDeliveries }
    terminal.stdout.write(`${JSON.stringify(summary, null, 2)}\n`)
    return
  }
  const interrupted = interruptedJobs === 0 ? '' : `, ${interruptedJobs.toLocaleString('en-US')} of them from the best roster so far`
  terminal.stdout.write(
    `Restored the backup of ${formatMoment(new Date(head.madeAt))}: ${formatRows(rows)}.\n` +
      `${formatCount(waitingJobs, 'job')} to solve${interrupted}; ${formatCount(pendingDeliveries, 'callback')} to make.\n`,
  )
}
