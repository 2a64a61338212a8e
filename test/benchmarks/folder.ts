import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../source-files.ts'

/** Where the published instances are: `TURNUS_BENCHMARKS`, or beside the repository. They are not part of it. */
const FOLDER = process.env['TURNUS_BENCHMARKS'] ?? join(ROOT, '../shared/benchmarks')

/** The path of a folder of published instances; null, after saying so, when it is not there. */
export function benchmarkFolder(name: string): string | null {
  const folder = join(FOLDER, name)
  if (existsSync(folder)) return folder
  process.stderr.write(`Skipped: the published instances of ${name} are not at ${folder}. Set TURNUS_BENCHMARKS to the folder that has them.\n`)
  return null
}

/** The text of a file of such a folder. */
export function textOf(...path: readonly string[]): string {
  return readFileSync(join(...path), 'utf8')
}
