import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Writable } from 'node:stream'
import type { Command } from 'commander'
import { readConfig, readVersion } from '../config.ts'
import { GatewayError } from '../model/errors.ts'
import { writeBackup } from '../storage/backup.ts'
import type { BackupSummary } from '../storage/backup-format.ts'
import { refuseMissingStore, withDatabase } from './administration.ts'
import { EXIT_NO, type SetExitCode } from './failure.ts'
import { type DatabaseFlags, withDatabaseFlags, withJsonFlag } from './flags.ts'
import type { Terminal, TextStream } from './terminal.ts'
import { formatBytes, formatRows, startTransferLine, untilBrokenOff } from './transfer-line.ts'

type BackupFlags = DatabaseFlags & { readonly json?: boolean }

const STDOUT = '-'

/** `turnus backup FILE`: everything of the database in one file. */
export function addBackupCommand(program: Command, terminal: Terminal, setExitCode: SetExitCode): void {
  withJsonFlag(withDatabaseFlags(program.command('backup')), 'print the summary as JSON')
    .description('write everything of the database into one file, also while it is served; the secret key is not in it')
    .argument('<file>', 'where to write it, readable by you alone; replaced when it is there; - for stdout')
    .addHelpText('after', '\nKeep the secret key as well, apart from the file: without it a restored store cannot be used.')
    .action(async (file: string, flags: BackupFlags) => {
      if (!(await backUp(terminal, file, flags))) setExitCode(EXIT_NO)
    })
}

/** False when it was broken off. */
async function backUp(terminal: Terminal, file: string, flags: BackupFlags): Promise<boolean> {
  await refuseTarget(terminal, file, flags)
  const config = readConfig(flags, terminal.env)
  await refuseMissingStore(config)
  const line = startTransferLine(terminal.stderr, 'Writing')
  const write = (sink: Writable, signal: AbortSignal): Promise<BackupSummary> =>
    withDatabase(config, (db) => writeBackup(db, { version: readVersion(), sink, signal, onProgress: (progress) => line.show(progress) }))
  let summary: BackupSummary | null
  try {
    summary = await untilBrokenOff(terminal, (signal) =>
      file === STDOUT ? write(sinkOf(terminal.stdout), signal) : inPlaceOf(file, (sink) => write(sink, signal)),
    )
  } finally {
    line.clear()
  }
  if (summary === null) return false
  const fileBytes = file === STDOUT ? null : (await stat(file)).size
  report(terminal, { file, fileBytes, summary }, flags)
  return true
}

async function refuseTarget(terminal: Terminal, file: string, { json }: BackupFlags): Promise<void> {
  if (file === STDOUT && json === true) {
    throw new GatewayError('usage-wrong', 'stdout cannot take both the backup and --json.', 'Name a file, or leave --json out.')
  }
  if (file === STDOUT && terminal.stdout.isTTY === true) {
    throw new GatewayError('usage-wrong', 'A backup is not to be read on a terminal.', 'Name a file, or send stdout to one.')
  }
  const there = file === STDOUT ? null : await stat(file).catch(() => null)
  if (there !== null && !there.isFile()) throw new GatewayError('usage-wrong', `${file} is not a file.`, 'Name a file, or - for stdout.')
}

/** Has `write` fill a file beside `file`, which takes its place when it is whole; otherwise `file` stays as it was. */
async function inPlaceOf<Result>(file: string, write: (sink: Writable) => Promise<Result>): Promise<Result> {
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.part`
  let sink: Writable | null = null
  try {
    // Opened first, so that a folder that is not there is told before the database is asked.
    sink = (await open(own, 'wx', 0o600)).createWriteStream({ flush: true })
    const written = await write(sink)
    await rename(own, file)
    return written
  } catch (cause) {
    sink?.destroy()
    await rm(own, { force: true })
    const { code, path, syscall } = cause as NodeJS.ErrnoException
    // Of the file, not of the database's folder; a disk that is full is told without a path.
    if (path !== own && syscall !== 'write' && syscall !== 'fsync') throw cause
    throw new GatewayError(
      'usage-wrong',
      `${file} cannot be written (${code}).`,
      'Name a file in a folder that you may write to and that has room.',
      { cause },
    )
  }
}

/** A stream of the process or of a test, as one that may be ended. */
function sinkOf(stream: TextStream): Writable {
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      if (stream instanceof Writable) stream.write(chunk, (cause) => done(cause ? closedStdout(cause) : null))
      else {
        stream.write(chunk)
        done()
      }
    },
  })
}

function closedStdout(cause: Error): GatewayError {
  return new GatewayError('usage-wrong', 'stdout was closed before the backup was whole.', 'Look at the program that reads it.', { cause })
}

function report(
  terminal: Terminal,
  { file, fileBytes, summary: { head, rows, bytes } }: { file: string; fileBytes: number | null; summary: BackupSummary },
  { json }: BackupFlags,
): void {
  if (json === true) {
    const { turnus, madeAt, migrations } = head
    terminal.stdout.write(`${JSON.stringify({ file, turnus, madeAt, migration: migrations.at(-1)?.name, rows, bytes, fileBytes }, null, 2)}\n`)
    return
  }
  const into = file === STDOUT ? '' : ` in ${file}, ${formatBytes(fileBytes ?? 0)}`
  const out = file === STDOUT ? terminal.stderr : terminal.stdout
  out.write(`Backed up ${formatRows(rows)}${into}.\nThe secret key is not in it: keep a copy of that apart.\n`)
}
