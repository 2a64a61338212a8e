import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { GatewayError } from '../model/errors.ts'
import { FORMAT } from './backup-format.ts'
import type { BackupEnd, BackupHead, BackupProgress, BackupSection, BackupSummary } from './backup-format.ts'

/** A line of a backup, read: its head, the beginning of a table, or a row, as the JSON that it is. */
export type BackupPart = { readonly head: BackupHead } | { readonly section: BackupSection } | { readonly row: string }

/** The longest text that can be read as one: a row with a document of 350 MiB. */
const MAX_LINE_BYTES = 500 * 1024 * 1024
const NEWLINE = 0x0a
const ARRAY = 0x5b

/** Reads a backup to its end and answers what it holds. Throws as `readBackup` does. */
export async function checkBackup(
  file: string,
  options: { onProgress: (progress: BackupProgress) => void; signal: AbortSignal },
): Promise<BackupSummary> {
  const reading = readBackup(file)
  let table = ''
  let rows = 0
  let bytes = 0
  for (let next = await reading.next(); ; next = await reading.next()) {
    options.signal.throwIfAborted()
    if (next.done === true) return next.value
    if ('section' in next.value) table = next.value.section.table
    if (!('row' in next.value)) continue
    rows += 1
    bytes += next.value.row.length
    options.onProgress({ table, rows, bytes })
  }
}

/**
 * Reads a backup line by line, and answers its summary after the last. Only then is it certain that the file is whole: do nothing before that
 * which cannot be undone. Throws `usage-wrong` when there is no such file, `backup-unreadable` when it is none of ours, is cut off or damaged,
 * and `environment-unfit` when a newer version wrote it in another form.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupPart, BackupSummary> {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  let head: BackupHead | null = null
  let table: string | null = null
  let end: BackupEnd | null = null
  let bytes = 0
  for await (const line of readLines(file)) {
    if (end !== null) throw unreadable(file, 'goes on after its end')
    if (line[0] === ARRAY) {
      if (table === null) throw unreadable(file, 'has a row that belongs to no table')
      rows[table]! += 1
      yield { row: line.toString() }
    } else {
      const read = parse(file, line)
      if (head === null) {
        head = takeHead(file, read)
        yield { head }
      } else if (typeof read.table === 'string' && Array.isArray(read.columns)) {
        if (rows[read.table] !== undefined) throw unreadable(file, `has the table ${read.table} twice`)
        table = read.table
        rows[table] = 0
        yield { section: { table, columns: read.columns as string[] } }
      } else if (typeof read.end === 'object') {
        end = read as unknown as BackupEnd
        continue
      } else throw unreadable(file, 'has a line of an unknown kind')
    }
    bytes += line.length + 1
    hash.update(line).update('\n')
  }
  if (head === null || end === null) throw unreadable(file, 'breaks off before its end')
  if (end.end.sha256 !== hash.digest('hex') || !areEqual(end.end.rows, rows)) throw unreadable(file, 'was changed since it was written')
  return { head, rows, bytes }
}

function takeHead(file: string, read: Record<string, unknown>): BackupHead {
  const head = read as unknown as BackupHead
  if (typeof head.turnusBackup !== 'number') throw unreadable(file, 'is no backup of Turnus')
  if (head.turnusBackup !== FORMAT) {
    throw new GatewayError(
      'environment-unfit',
      `${file} was written by Turnus ${head.turnus} in form ${head.turnusBackup}; this version reads form ${FORMAT}.`,
      `Restore it with Turnus ${head.turnus} or a newer one.`,
    )
  }
  return head
}

function areEqual(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

function parse(file: string, line: Buffer): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(line.toString())
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
  } catch {
    // Told below, like everything else that is no JSON object.
  }
  throw unreadable(file, 'has a line that cannot be read')
}

async function* readLines(file: string): AsyncGenerator<Buffer> {
  // A stream that breaks off says so by its error; piping alone would not pass it on.
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  source.pipe(gunzip)
  let kept: Buffer[] = []
  let keptBytes = 0
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        yield Buffer.concat([...kept, chunk.subarray(from, at)])
        kept = []
        keptBytes = 0
        from = at + 1
      }
      if (from < chunk.length) kept.push(chunk.subarray(from))
      keptBytes += chunk.length - from
      if (keptBytes > MAX_LINE_BYTES) throw unreadable(file, 'has a line that is longer than any row')
    }
  } catch (error) {
    throw explain(file, error)
  } finally {
    source.destroy()
  }
  if (keptBytes > 0) throw unreadable(file, 'breaks off in the middle of a line')
}

function explain(file: string, error: unknown): unknown {
  if (error instanceof GatewayError) return error
  const { code } = error as NodeJS.ErrnoException
  if (code?.startsWith('Z_') === true)
    return unreadable(file, code === 'Z_BUF_ERROR' ? 'breaks off' : 'is damaged, or not compressed with gzip', error)
  if (typeof code === 'string') {
    return new GatewayError('usage-wrong', `${file} cannot be read (${code}).`, 'Give the path of a file that `turnus backup` wrote.', {
      cause: error,
    })
  }
  return error
}

function unreadable(file: string, what: string, cause?: unknown): GatewayError {
  return new GatewayError('backup-unreadable', `${file} ${what}.`, 'Take another copy of the backup, or an older one. Nothing was changed.', {
    cause,
  })
}
