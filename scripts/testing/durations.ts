import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './programs.ts'
import type { FileTime } from './run-report.ts'

/** Where the durations are committed: seconds by test file, measured by `npm run test:durations` on a quiet machine. */
const DURATIONS_FILE = 'test/durations.json'
/** A file that takes longer says why, in a line of its own: `Slow: …`. */
export const SLOW_SECONDS = 10
const SHOWN = 20
const REASON = /^\s*(?:\/\/|\*|\/\*\*)\s*Slow: (.+?)(?:\s*\*\/)?$/m

/** Seconds by test file as they are committed; a file that is missing was not measured. */
export function readDurations(root = ROOT): Readonly<Record<string, number>> {
  const path = join(root, DURATIONS_FILE)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>) : {}
}

/** Commits nothing: writes the file that is to be committed, by name, to a tenth of a second. */
export function writeDurations(times: readonly FileTime[], root = ROOT): void {
  const rounded = times.map(({ file, seconds }) => [file, Math.round(10 * seconds) / 10] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(join(root, DURATIONS_FILE), `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
}

/** Why a test file takes long, as its own text says; null when it says nothing. */
export function reasonIn(text: string): string | null {
  return REASON.exec(text)?.[1] ?? null
}

/** The slowest twenty of a run, slowest first, with the reason of each that takes longer than `SLOW_SECONDS`. */
export function tellSlowest(times: readonly FileTime[], read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')): string {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, SHOWN)
  const lines = slowest.map(({ file, seconds }) => {
    const reason = seconds > SLOW_SECONDS ? (reasonIn(read(file)) ?? 'no reason given') : ''
    return `${seconds.toFixed(1).padStart(7)} s  ${file}${reason === '' ? '' : `  (${reason})`}\n`
  })
  return `The slowest ${slowest.length} of ${times.length} test files:\n${lines.join('')}`
}
