import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LONG_TESTS, type LongTest } from './long-tests.ts'
import { ROOT } from './programs.ts'

const RECORD_FILE = 'test/long.json'

/** When a long test was last green. */
export interface Green {
  /** ISO 8601, UTC. */
  readonly at: string
  /** All 40 digits. */
  readonly commit: string
  readonly seconds: number
}

/** By name of the long test; one that was never green is missing. */
export type LongRecord = Readonly<Record<string, Green>>

/** The record as it is committed. */
export function readRecord(root = ROOT): LongRecord {
  const path = join(root, RECORD_FILE)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as LongRecord) : {}
}

/** Notes that a long test is green now. */
export function recordGreen(name: string, green: Green, root = ROOT): void {
  const next = { ...readRecord(root), [name]: green }
  const sorted = Object.fromEntries(Object.entries(next).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(join(root, RECORD_FILE), `${JSON.stringify(sorted, null, 2)}\n`)
}

/** How many seconds one will take: as it took last, or as its table says. */
export function expectedSeconds({ name, minutes }: LongTest, record: LongRecord): number {
  return record[name]?.seconds ?? 60 * minutes
}

/** Those that were never green, then those whose last green run is longest ago. */
export function oldestFirst(tests: readonly LongTest[], record: LongRecord): readonly LongTest[] {
  return tests.toSorted((a, b) => (record[a.name]?.at ?? '').localeCompare(record[b.name]?.at ?? ''))
}

/** One sentence for each long test that was not green on this commit; what only notes that, test/long.json, may have changed since. */
export function objectionsOf(record: LongRecord, root = ROOT): readonly string[] {
  const commits = new Set(Object.values(record).map(({ commit }) => commit))
  const same = new Set([...commits].filter((commit) => isSameCode(root, commit)))
  return LONG_TESTS.flatMap(({ name }) => {
    const green = record[name]
    if (green === undefined) return [`The long test ${name} was never green. Run npm run test:long -- ${name}.`]
    return same.has(green.commit) ? [] : [`The long test ${name} was green on ${green.commit.slice(0, 10)}. Run npm run test:long -- ${name}.`]
  })
}

function isSameCode(root: string, commit: string): boolean {
  return spawnSync('git', ['diff', '--quiet', commit, 'HEAD', '--', '.', `:!${RECORD_FILE}`], { cwd: root }).status === 0
}
