import { randomBytes } from 'node:crypto'
import { createTestCaller, createTestDatabase } from '../database.ts'
import { Connections } from './connections.ts'
import { simulate } from './simulate.ts'
import type { Report, Stage } from './simulate.ts'
import { installSurroundings } from './surroundings.ts'
import type { Bug, Tally } from './world.ts'

const DEPARTMENTS = 2
/** Runs side by side, each on a database of its own: while one waits for PostgreSQL the other computes. */
const STAGES = 2
const TELL_EVERY = 1000

/** Where seeds are tried. */
export interface Theatre {
  readonly stages: readonly Stage[]
  close(): Promise<void>
}

/** Opens the databases, and gives the code of simulated nodes its clock. Close it in `afterAll`. */
export async function openTheatre(): Promise<Theatre> {
  const opened = await Promise.all(Array.from({ length: STAGES }, openStage))
  const uninstall = installSurroundings()
  return {
    stages: opened.map(({ stage }) => stage),
    async close() {
      uninstall()
      for (const { close } of opened) await close()
    },
  }
}

async function openStage(): Promise<{ stage: Stage; close(): Promise<void> }> {
  const database = await createTestDatabase()
  const key = randomBytes(32)
  const callers = []
  for (let i = 0; i < DEPARTMENTS; i += 1) callers.push(await createTestCaller(database.db, key))
  const connections = await Connections.open(database.url)
  return {
    stage: { connections, key, callers },
    async close() {
      await connections.close()
      await database.close()
    },
  }
}

/** What came of many seeds. */
export interface Exploration {
  readonly runs: number
  readonly steps: number
  /** Of all runs together: sums, and the largest group. */
  readonly tally: Tally
  /** The first seed that failed; null when none did. */
  readonly failed: Report | null
}

/** Tries the seeds in order until one fails. `tell` hears of every thousandth. */
export async function explore(
  theatre: Theatre,
  seeds: Iterable<number>,
  options: { bug?: Bug; tell?: (line: string) => void } = {},
): Promise<Exploration> {
  const left = seeds[Symbol.iterator]()
  const failed: Report[] = []
  const tally: Tally = { groups: 0, largest: 0, broken: 0, refused: 0, full: 0 }
  let [runs, steps] = [0, 0]
  const play = async (stage: Stage): Promise<void> => {
    for (let next = left.next(); !next.done && failed.length === 0; next = left.next()) {
      const report = await simulate(stage, next.value, options.bug)
      runs += 1
      steps += report.steps
      for (const key of ['groups', 'broken', 'refused', 'full'] as const) tally[key] += report.tally[key]
      tally.largest = Math.max(tally.largest, report.tally.largest)
      if (report.failure !== null) failed.push(report)
      if (runs % TELL_EVERY === 0) options.tell?.(`${runs} seeds`)
    }
  }
  await Promise.all(theatre.stages.map(play))
  return { runs, steps, tally, failed: failed.sort((a, b) => a.seed - b.seed)[0] ?? null }
}

/** Whole numbers from `first` to `last`, both included. */
export function* seedsBetween(first: number, last: number): Generator<number> {
  for (let seed = first; seed <= last; seed += 1) yield seed
}

const TOLD_LINES = 80

/** What to say of a seed that failed: how it ended, and how to see all of it. */
export function describeFailure({ seed, failure, trace }: Report): string {
  const end = trace.slice(-TOLD_LINES).join('\n')
  return `Seed ${seed}: ${failure}\n${end}\nAll of it: TURNUS_SIMULATION_SEED=${seed} npm run simulate`
}
