/**
 * Proves that nothing that was accepted is lost: real processes, killed again and again while they work. Prints what happened, and exits
 * with 1, the seed and the identifiers when one thing was lost, doubled or mixed up.
 * Usage: run.ts [--seeds N] [--seed FIRST] [--submissions N] [--kills N] [--restarts N], or run.ts --embedded KILLS [--seed N].
 */
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { runEmbedded } from './embedded.ts'
import { formatOpenings, formatOutcomes, LEGEND, type Outcome, type RunResult } from './report.ts'
import { runSeveral } from './several.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    submissions: { type: 'string', default: '300' },
    kills: { type: 'string', default: '60' },
    restarts: { type: 'string', default: '5' },
    embedded: { type: 'string' },
  },
})

const WARM_MS = 60_000

const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt.abort(new Error(`Ended by ${signal}.`)))

const folder = await mkdtemp(join(tmpdir(), 'turnus-chaos-'))
// PostgreSQL never runs as root; as root it runs as another user, who must be able to reach its folder in here.
await chmod(folder, 0o711)
process.env.NODE_COMPILE_CACHE = join(folder, 'compiled')
await promisify(execFile)(process.execPath, [fileURLToPath(new URL('warm.ts', import.meta.url))], { timeout: WARM_MS })

const isGood = await runSeeds()
if (isGood || interrupt.signal.aborted) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
process.exitCode = isGood ? 0 : 1

/** True when no seed showed a fault. Stops at the first that does. */
async function runSeeds(): Promise<boolean> {
  const outcomes: Outcome[] = []
  const first = whole('seed', { min: 0 })
  const seeds = whole('seeds', { min: 1 })
  for (let seed = first; seed < first + seeds; seed += 1) {
    const isGood = await runOne(seed, outcomes)
    if (!isGood) return false
  }
  return true
}

/** Runs one seed in a folder of its own, which is removed unless something was found wrong. */
async function runOne(seed: number, outcomes: Outcome[]): Promise<boolean> {
  const own = join(folder, `seed-${seed}`)
  await mkdir(own)
  try {
    const { outcome, openings, faults } = await run(seed, own)
    outcomes.push(outcome)
    printRow(outcomes)
    if (openings !== undefined) console.log(formatOpenings(openings))
    if (faults.length > 0) {
      console.error([`\nSeed ${seed} went wrong; logs and database are in ${own}`, ...faults.map((fault) => `- ${fault}`)].join('\n'))
      return false
    }
    await rm(own, { recursive: true, force: true, maxRetries: 5 })
    return true
  } catch (error) {
    if (interrupt.signal.aborted) console.error('Interrupted; everything was stopped and removed.')
    else console.error(`\nSeed ${seed} could not be run to its end; logs and database are in ${own}\n`, error)
    return false
  }
}

function run(seed: number, own: string): Promise<RunResult> {
  const options = { seed, submissions: whole('submissions', { min: 1 }), folder: own, signal: interrupt.signal }
  if (values.embedded !== undefined) return runEmbedded({ ...options, kills: whole('embedded', { min: 1 }) })
  return runSeveral({ ...options, kills: whole('kills', { min: 1 }), restarts: whole('restarts', { min: 0 }) })
}

/** The title when it is the first, and the row of the newest run. */
function printRow(outcomes: readonly Outcome[]): void {
  const lines = formatOutcomes(outcomes)
  if (outcomes.length === 1) console.log([LEGEND, lines[0]].join('\n'))
  console.log(lines.at(-1))
}

function whole(name: keyof typeof values, { min }: { min: number }): number {
  const number = Number(values[name])
  if (Number.isSafeInteger(number) && number >= min) return number
  console.error(`--${name} is "${values[name]}". Give a whole number of at least ${min}.`)
  process.exit(1)
}
