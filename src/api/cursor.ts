import { GatewayError } from '../model/errors.ts'

/** One page of a list, newest first. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  /** Give it as `cursor` for the next page; null on the last. */
  readonly nextCursor: string | null
}

/** Which page of a list is asked for. */
export interface PageOf {
  readonly limit: number
  /** `nextCursor` of the page before; null = from the newest. */
  readonly cursor: string | null
}

/** The page that was asked for, of the rows that `find` answers: those with an id below `before`, newest first, at most `limit`. Throws `request-invalid`. */
export async function pageOf<Row extends { readonly id: number }>(
  { limit, cursor }: PageOf,
  find: (at: { readonly before: number | null; readonly limit: number }) => Promise<readonly Row[]>,
): Promise<Page<Row>> {
  // One more than asked for tells whether there is a next page.
  const found = await find({ before: cursor === null ? null : readCursor(cursor), limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > limit && last ? writeCursor(last.id) : null }
}

// Opaque on purpose: clients follow it and cannot come to depend on what it holds.
function writeCursor(id: number): string {
  return Buffer.from(`b${id}`).toString('base64url')
}

function readCursor(cursor: string): number {
  const id = /^b([1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (id !== undefined) return Number(id)
  throw new GatewayError(
    'request-invalid',
    'The cursor is not one that this list gave out.',
    'Follow the next link of the page before, or leave the cursor out.',
  )
}
