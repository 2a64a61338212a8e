import { readFile } from 'node:fs/promises'

/** What is published about an instance. */
export interface Known {
  readonly best: number
  /** The least that a published method reached in ten minutes; null when nobody says. */
  readonly bestInTenMinutes: number | null
}

/** Reads a table of published values: `instance`, `best_known` and, where it is known, `best_published_10min`. Empty cells are not known. */
export async function readKnown(path: string): Promise<ReadonlyMap<string, Known>> {
  const [titles = [], ...lines] = (await readFile(path, 'utf8'))
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const known = new Map<string, Known>()
  for (const cells of lines) {
    const valueOf = (title: string): number | null => numberOf(cells[titles.indexOf(title)])
    const best = valueOf('best_known')
    if (best !== null) known.set(cells[0]!, { best, bestInTenMinutes: valueOf('best_published_10min') })
  }
  return known
}

function numberOf(cell: string | undefined): number | null {
  return cell === undefined || !/^\d+$/.test(cell) ? null : Number(cell)
}
