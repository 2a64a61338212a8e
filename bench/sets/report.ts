import { readFile, writeFile } from 'node:fs/promises'
import type { Score } from '../../src/model/score.ts'
import type { Known } from './known.ts'

/**
 * `pass`: engine and scorer agree and no hard rule is broken. `infeasible`: they agree that one is. `mismatch`: they do not agree.
 * `broken`: there is no roster to speak of. All but the first make the run fail.
 */
export type Verdict = 'pass' | 'infeasible' | 'mismatch' | 'broken'

/** One instance with one seed. */
export interface Row {
  readonly instance: string
  readonly seed: number
  readonly verdict: Verdict
  /** What is wrong, in words; empty when nothing is. */
  readonly detail: string
  /** Load average of the machine when the run began. */
  readonly load: number
  /** By the scorer. Null, like all that follows, when the run is broken. */
  readonly penalty: number | null
  /** What Turnus proved of the objective; null when nothing. */
  readonly bound: number | null
  /** All four priorities of the roster, and what Turnus proved of them; absent in reports of earlier versions. */
  readonly scores?: { readonly score: Score; readonly bound: Score | null }
  /** Null also when no such roster was found. */
  readonly firstFeasibleSeconds: number | null
  readonly moves: number | null
  readonly movesPerSecond: number | null
  readonly peakMemoryBytes: number | null
}

export interface Machine {
  readonly cores: number
  readonly cpu: string
  /** Version of Node. */
  readonly node: string
  /** Of the code, with `+` when files were changed since; null when that is not known. */
  readonly commit: string | null
}

/** What seconds of a search are counted by: the clock on the wall, or the time that a processor gave the one thread of it. */
export type Clock = 'wall' | 'processor'

/** How each run was made. */
export interface Options {
  readonly instances: readonly string[]
  readonly seconds: number
  /** Absent in reports of earlier versions, which knew the wall alone. */
  readonly clock?: Clock
  readonly threads: number
  /** Seeds 1 to this. */
  readonly seeds: number
}

/** A file of `--json`. */
export interface Report {
  readonly set: string
  /** ISO 8601, UTC; when the measurement began. */
  readonly date: string
  readonly machine: Machine
  readonly options: Options
  /** Published values, by instance. */
  readonly known: Readonly<Record<string, Known>>
  readonly rows: readonly Row[]
}

/** Writes a report as JSON. */
export async function writeReport(path: string, report: Report): Promise<void> {
  await writeFile(path, `${JSON.stringify(report, null, 2)}\n`)
}

/** Reads what `writeReport` wrote. Throws when the file is something else. */
export async function readReport(path: string): Promise<Report> {
  const report = JSON.parse(await readFile(path, 'utf8')) as Partial<Report> | null
  if (typeof report?.set !== 'string' || !Array.isArray(report.rows)) throw new Error(`${path} was not written by --json.`)
  return report as Report
}
