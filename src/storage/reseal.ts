import { decompress } from './compress.ts'
import type { Queryable } from './db.ts'
import { keyedDigests, openPacked, SEAL_HEAD_BYTES, sealMark, sealSecret } from './seal.ts'
import type { SealPurpose, SecretKey } from './seal.ts'

/** Where sealed values lie. */
interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly purpose: SealPurpose
  /** Values that are read at a time: many small ones, or one that may be as large as a schedule. */
  readonly batch: number
}

const SMALL_VALUES = 500

/**
 * Every column of the database that holds sealed values. A row copies its header from jobs to deliveries, so jobs come first; departments come
 * last, the oldest of them at the very end, because a server that starts looks whether its key opens that one: it must not while any
 * other value is still sealed with the key before.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'jobs', column: 'callback_header_value', purpose: 'callback-header', batch: SMALL_VALUES },
  { table: 'deliveries', column: 'header_value', purpose: 'callback-header', batch: SMALL_VALUES },
  { table: 'jobs', column: 'document', purpose: 'document', batch: 1 },
  { table: 'jobs', column: 'solution', purpose: 'solution', batch: 1 },
  { table: 'deliveries', column: 'body', purpose: 'callback-body', batch: 1 },
  { table: 'plan_versions', column: 'content', purpose: 'plan', batch: 1 },
  { table: 'departments', column: 'previous_signing_secret', purpose: 'signing-secret', batch: SMALL_VALUES },
  { table: 'departments', column: 'signing_secret', purpose: 'signing-secret', batch: SMALL_VALUES },
]

/** Values of one kind, counted. */
export interface Resealed {
  readonly purpose: SealPurpose
  /** Sealed anew with the key in use. */
  readonly resealed: number
  /** Left as they are, because neither key opens them. */
  readonly unopenable: number
}

/** What was sealed while a pass went on is found by the next; the last finds nothing. */
const MOST_PASSES = 10

/**
 * Seals everything stored that is not sealed with the key in use anew with it, value by value, also beside running gateways: whoever reads a
 * value meanwhile finds it sealed with the one key or the other. What was done is done when it breaks off; the next call goes on with
 * the rest. `tell` hears of every batch. Answers the kinds of which anything was found.
 */
export async function resealAll(db: Queryable, key: SecretKey, tell: (purpose: SealPurpose, count: number) => void): Promise<readonly Resealed[]> {
  const resealed = new Map<SealPurpose, number>()
  let unopenable = new Map<SealPurpose, number>()
  for (let pass = 1; pass <= MOST_PASSES; pass += 1) {
    let found = 0
    unopenable = new Map()
    for (const sealed of SEALED_COLUMNS) {
      const counts = await resealColumn(db, key, sealed, (count) => tell(sealed.purpose, count))
      add(resealed, sealed.purpose, counts.resealed)
      add(unopenable, sealed.purpose, counts.unopenable)
      found += counts.resealed
    }
    if (found === 0) break
  }
  const purposes = [...new Set(SEALED_COLUMNS.map(({ purpose }) => purpose))]
  return purposes
    .map((purpose) => ({ purpose, resealed: resealed.get(purpose) ?? 0, unopenable: unopenable.get(purpose) ?? 0 }))
    .filter((counts) => counts.resealed + counts.unopenable > 0)
}

function add(counts: Map<SealPurpose, number>, purpose: SealPurpose, more: number): void {
  counts.set(purpose, (counts.get(purpose) ?? 0) + more)
}

interface SealedRow {
  readonly id: number
  readonly value: Buffer
}

async function resealColumn(
  db: Queryable,
  key: SecretKey,
  sealed: SealedColumn,
  tell: (count: number) => void,
): Promise<{ resealed: number; unopenable: number }> {
  const { table, column, batch } = sealed
  const mark = sealMark(key)
  const counts = { resealed: 0, unopenable: 0 }
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    // Newest first. Of a large value PostgreSQL reads no more than its beginning to compare it.
    const { rows } = await db.query<SealedRow>(
      `select id, ${column} as value from ${table}
        where id < $1 and ${column} is not null and substring(${column} from 1 for $2) <> $3
        order by id desc limit $4`,
      [before, mark.length, mark, batch],
    )
    for (const row of rows) {
      const made = await resealRow(db, key, sealed, row)
      if (made === null) counts.unopenable += 1
      else counts.resealed += made
    }
    if (rows.length > 0) tell(rows.length)
    if (rows.length < batch) return counts
    before = rows.at(-1)!.id
  }
}

/** 1 when the value was sealed anew, 0 when it was changed or erased meanwhile, null when no key opens it. */
async function resealRow(db: Queryable, key: SecretKey, { table, column, purpose }: SealedColumn, { id, value }: SealedRow): Promise<number | null> {
  const opened = openOrNull(key, purpose, value)
  if (opened === null) return null
  // A repeated submission is known by a digest under the key of its day; that has to follow.
  const digest = purpose === 'document' ? keyedDigests(key, await decompress(opened))[0] : null
  const { rowCount } = await db.query(
    `update ${table} set ${column} = $4 ${purpose === 'document' ? ', request_hash = $5' : ''}
      where id = $1 and substring(${column} from 1 for $2) = $3`,
    [id, SEAL_HEAD_BYTES, value.subarray(0, SEAL_HEAD_BYTES), sealSecret(key, purpose, opened), ...(digest === null ? [] : [digest])],
  )
  return rowCount ?? 0
}

function openOrNull(key: SecretKey, purpose: SealPurpose, value: Buffer): Uint8Array | null {
  try {
    return openPacked(key, purpose, value)
  } catch {
    return null
  }
}
