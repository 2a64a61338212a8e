import type { AppliedMigration } from './migrate.ts'
import type { BackupSequence } from './backup-tables.ts'

/**
 * A backup is gzip over lines of JSON in UTF-8. The first is the head. A line for each table follows, and after it one for each of its rows:
 * an array of its values in the order of the columns, each as PostgreSQL writes it as text, bytes in base64, or null. The last line is the end.
 */
export const FORMAT = 1

/** The first line: what the database was. */
export interface BackupHead {
  /** `FORMAT` of the version that wrote it. */
  readonly turnusBackup: number
  /** Version of the program. */
  readonly turnus: string
  /** ISO 8601, UTC. Everything in the backup is as of this moment. */
  readonly madeAt: string
  readonly migrations: readonly AppliedMigration[]
  readonly sequences: readonly BackupSequence[]
}

/** The line before the rows of a table. */
export interface BackupSection {
  readonly table: string
  readonly columns: readonly string[]
}

/** The last line: without it the file was cut off. */
export interface BackupEnd {
  readonly end: {
    /** How many, by table. */
    readonly rows: Readonly<Record<string, number>>
    /** Of all lines before this one, line ends included; hexadecimal. */
    readonly sha256: string
  }
}

/** What a backup holds, once it was written or read to its end. */
export interface BackupSummary {
  readonly head: BackupHead
  readonly rows: Readonly<Record<string, number>>
  /** Before compression. */
  readonly bytes: number
}

/** How far writing or reading is. */
export interface BackupProgress {
  readonly table: string
  /** Of all tables so far. */
  readonly rows: number
  /** Before compression. */
  readonly bytes: number
}

/** Rows that are handled at a time, and bytes of them: one row alone may be larger. */
export const MAX_BATCH = { rows: 200, bytes: 8 * 1024 * 1024 } as const

/** Dates, numbers and bytes in one form, whatever the database was told; and no limit on the time that it takes. */
export const SESSION = `
  set local datestyle = 'ISO, YMD';
  set local timezone = 'UTC';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`
