import { existsSync } from 'node:fs'
import { runToEnd } from './program.ts'

const PYTHON = 'python3'
const LIMIT_MS = 120_000
/** It could not use what it was given; 0 and 1 are answers. */
const EXIT_UNUSABLE = 2

/** Whether there is a Python to run a scorer with. */
export async function isPythonThere(): Promise<boolean> {
  return runToEnd(PYTHON, ['--version'], LIMIT_MS).then(
    ({ code }) => code === 0,
    () => false,
  )
}

/** That there is no such folder of all sets, and the remedy; null where it is there. */
export function missingFolder(folder: string): string | null {
  return existsSync(folder) ? null : `There is no folder ${folder}. Name the one of the benchmarks with --folder or TURNUS_BENCHMARKS.`
}

/** What keeps a set of public instances from being measured: its folder, or the Python of its scorer; null when both are there. */
export async function findObstacleToScoring(folder: string): Promise<string | null> {
  const missing = missingFolder(folder)
  if (missing !== null) return missing
  return (await isPythonThere()) ? null : 'The scorers need python3, which is not here.'
}

/** Runs a scorer on these files and answers the JSON that it prints. Throws with its own words when it cannot use them. */
export async function runScorer<Answer>(script: string, args: readonly string[]): Promise<Answer> {
  const { code, stdout, stderr } = await runToEnd(PYTHON, [script, ...args, '--json'], LIMIT_MS)
  if (code >= EXIT_UNUSABLE || stdout === '') throw new Error(`The scorer ended with ${code}: ${stderr.trim()}`)
  return JSON.parse(stdout) as Answer
}

/** All counts together. */
export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
