import { readFile, writeFile } from 'node:fs/promises'
import type { Machine } from '../sets/report.ts'

/** What one solver made of an instance. */
export interface Figure {
  readonly solver: string
  /** What counts, the most important first; lower is better. Null = no roster, or one that breaks what is forbidden. */
  readonly outcome: readonly number[] | null
  /** The outcome, or why there is none. */
  readonly words: string
  /** What it proved of the outcome; null = nothing. Absent: it proves nothing at all. */
  readonly bound?: string | null
  /** Processor time until the first roster that breaks nothing; null = there was none. */
  readonly firstSeconds: number | null
}

/** One instance with one seed. */
export interface PeerRow {
  readonly instance: string
  readonly seed: number
  /** Load average of the machine when the row began. */
  readonly load: number
  /** Of Turnus first, then of its peers, in one order in all rows. */
  readonly figures: readonly Figure[]
}

/** A file of `--json` of `npm run bench:peers`. */
export interface PeerReport {
  readonly what: 'peers'
  readonly set: string
  /** ISO 8601, UTC; when the measurement began. */
  readonly date: string
  readonly machine: Machine
  /** Seeds 1 to `seeds`, and seconds of processor time. */
  readonly options: { readonly instances: readonly string[]; readonly seconds: number; readonly seeds: number }
  readonly rows: readonly PeerRow[]
}

/** Writes a report as JSON. */
export async function writePeerReport(path: string, report: PeerReport): Promise<void> {
  await writeFile(path, `${JSON.stringify(report, null, 2)}\n`)
}

/** Reads what `writePeerReport` wrote; null when the file is another report. */
export async function readPeerReport(path: string): Promise<PeerReport | null> {
  const report = JSON.parse(await readFile(path, 'utf8')) as Partial<PeerReport> | null
  return report?.what === 'peers' ? (report as PeerReport) : null
}

/** Whether somebody has a better outcome than Turnus. */
export function isBehind({ figures }: PeerRow): boolean {
  const [own, ...others] = figures
  return others.some((other) => isBetter(other.outcome, own!.outcome))
}

function isBetter(a: Figure['outcome'], b: Figure['outcome']): boolean {
  if (a === null || b === null) return a !== null && b === null
  const at = a.findIndex((count, i) => count !== b[i])
  return at !== -1 && a[at]! < b[at]!
}

/** A table of rows, its titles first: those where somebody else is better stand before the others. */
export function tabulate(rows: readonly PeerRow[]): readonly (readonly string[])[] {
  const ordered = [...rows.filter(isBehind), ...rows.filter((row) => !isBehind(row))]
  const titles = (rows[0]?.figures ?? []).flatMap(({ solver, bound }) => [solver, ...(bound === undefined ? [] : ['bound']), 'first roster s'])
  return [['instance', 'seed', ...titles], ...ordered.map(({ instance, seed, figures }) => [instance, String(seed), ...figures.flatMap(cellsOf)])]
}

function cellsOf({ words, bound, firstSeconds }: Figure): readonly string[] {
  return [words, ...(bound === undefined ? [] : [bound ?? '-']), firstSeconds?.toFixed(1) ?? '-']
}
