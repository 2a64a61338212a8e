import type { BackupProgress } from '../storage/backup-format.ts'
import type { Terminal, TextStream } from './terminal.ts'

const REDRAW_MS = 250

/** A line that redraws itself in place while rows are written or read. On a stream that is no terminal it stays silent. */
export interface TransferLine {
  /** Shows how far it is, four times a second at most. */
  show(progress: BackupProgress): void
  /** Removes the line. */
  clear(): void
}

/** Starts a line such as `Reading jobs: 1,200 rows, 3.4 MiB`; `clear` must be called. */
export function startTransferLine(stream: TextStream, doing: string): TransferLine {
  if (stream.isTTY !== true) return { show() {}, clear() {} }
  let drawnMs = -REDRAW_MS
  return {
    show({ table, rows, bytes }) {
      if (performance.now() - drawnMs < REDRAW_MS) return
      drawnMs = performance.now()
      const line = `${doing} ${table.replaceAll('_', ' ')}: ${formatCount(rows, 'row')}, ${formatBytes(bytes)}`
      stream.write(`\r${line.slice(0, (stream.columns || 80) - 1)}\x1b[K`)
    },
    clear() {
      stream.write('\r\x1b[K')
    },
  }
}

/** `1 job`, `1,200 jobs`. */
export function formatCount(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`
}

/** `512 bytes`, `3.4 MiB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${power === 0 ? bytes : (bytes / 1024 ** power).toFixed(1)} ${units[power]}`
}

/** `2 organizations, 14 jobs, …`: the tables that have rows, in words. */
export function formatRows(rows: Readonly<Record<string, number>>): string {
  const parts = Object.entries(rows).filter(([, count]) => count > 0)
  return parts.length === 0 ? 'no rows' : parts.map(([table, count]) => formatCount(count, table.replaceAll('_', ' ').replace(/s$/, ''))).join(', ')
}

/** Runs `work` until it ends or Ctrl-C breaks it off, in order; null when it was broken off, which is told. */
export async function untilBrokenOff<Result>(terminal: Terminal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result | null> {
  const breaking = new AbortController()
  const release = terminal.onInterrupt(() => breaking.abort())
  try {
    return await work(breaking.signal)
  } catch (error) {
    if (!breaking.signal.aborted) throw error
    terminal.stderr.write('Interrupted. Nothing was changed.\n')
    return null
  } finally {
    release()
  }
}
