import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'

/** Moves a second of two checkouts, run by run. */
export interface Rates {
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
}

/** Runs this checkout and another one in turn, and answers what came of it, with a line for each pair of runs. */
export function raceAgainst(folder: string, { runs, iterations }: { runs: number; iterations: number }, tell: (line: string) => void): Rates {
  const rates = { ours: [] as number[], theirs: [] as number[] }
  const [own, other] = [resolve(import.meta.dirname, '../..'), resolve(folder)]
  for (let run = 1; run <= runs; run += 1) {
    // Each of them is first as often as the other: a machine that slows down favours who runs first.
    const isFirst = run % 2 === 1
    for (const isOurs of [isFirst, !isFirst]) rates[isOurs ? 'ours' : 'theirs'].push(rateOf(isOurs ? own : other, iterations, run))
    tell(`  run ${run}: ${shown(rates.ours.at(-1)!)} here, ${shown(rates.theirs.at(-1)!)} there`)
  }
  return rates
}

/** What a race came to, in one line. */
export function verdictOf({ ours, theirs }: Rates): string {
  const [here, there] = [medianOf(ours), medianOf(theirs)]
  return `hospital month: median ${shown(here)} moves/s of processor time here, ${shown(there)} there, ratio ${(here / there).toFixed(3)}`
}

function rateOf(folder: string, iterations: number, seed: number): number {
  const args = [join(import.meta.dirname, 'one-run.ts'), folder, String(iterations), String(seed)]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }))
}

/** The middle one; of an even number of values the mean of the two in the middle. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function shown(rate: number): string {
  return Math.round(rate).toLocaleString('en')
}
