/**
 * Whether a change of the engine changes a roster: searches public instances (`TURNUS_BENCHMARKS`) and the hospital month with one thread, one seed and so many
 * iterations, and prints for each what came of it, as a line of JSON. `--compare FILE` holds that against lines that an earlier commit printed, and fails where one differs.
 * Usage: rosters.ts [--instances nrp:5,month] [--iterations 3000000] [--seed 1] [--compare FILE].
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import type { Score } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { loadLocalSearch } from '../../src/threads/load-local-search.ts'
import { hospitalMonth } from '../documents.ts'
import { INRC2 } from '../sets/inrc2.ts'
import { NRP } from '../sets/nrp.ts'
import type { ScheduleDocument } from '../sets/set.ts'

const INSTANCES = 'nrp:5,nrp:8,nrp:16,nrp:19,inrc2:n030w4_1_6-2-9-1,inrc2:n060w8_0_6-2-9-9-0-8-1-3,month'

interface Line {
  readonly instance: string
  readonly seed: number
  readonly iterations: number
  readonly score: Score
  readonly bound: Score | null
  /** Of the roster: the first 16 digits of its SHA-256. */
  readonly roster: string
}

const { values: flags } = parseArgs({
  options: {
    instances: { type: 'string', default: INSTANCES },
    iterations: { type: 'string', default: '3000000' },
    seed: { type: 'string', default: '1' },
    compare: { type: 'string' },
  },
})
process.exitCode = await main()

async function main(): Promise<number> {
  const [iterations, seed] = [Number(flags.iterations), Number(flags.seed)]
  const earlier = flags.compare === undefined ? null : readLines(flags.compare)
  const solver = await loadHighs()
  const localSearch = loadLocalSearch()
  let differing = 0
  for (const instance of flags.instances.split(',')) {
    const { submission } = readSubmission(await documentOf(instance), { callback: 'optional' })
    if (submission === null) throw new Error(`${instance} cannot be read.`)
    const { roster, score, bound } = solve(submission.schedule, solveOptions({ seed, maxIterations: iterations, solver, proves: true, localSearch }))
    const digest = createHash('sha256')
      .update(new Uint8Array(roster.buffer, roster.byteOffset, roster.byteLength))
      .digest('hex')
      .slice(0, 16)
    const line = JSON.stringify({ instance, seed, iterations, score, bound, roster: digest } satisfies Line)
    const was = earlier?.get(`${instance} ${seed} ${iterations}`)
    const isDifferent = earlier !== null && was !== line
    if (isDifferent) differing += 1
    process.stdout.write(`${line}\n${isDifferent ? `  was ${was ?? 'not searched'}\n` : ''}`)
  }
  if (earlier !== null) process.stderr.write(differing === 0 ? 'Every roster is the same.\n' : `${differing} rosters differ.\n`)
  return differing === 0 ? 0 : 1
}

async function documentOf(instance: string): Promise<ScheduleDocument> {
  if (instance === 'month') return hospitalMonth()
  const folder = process.env['TURNUS_BENCHMARKS']
  if (folder === undefined) throw new Error('Say where the public instances lie, in TURNUS_BENCHMARKS; or take --instances month.')
  const [set, name] = instance.split(':')
  return (set === 'nrp' ? NRP : INRC2).loadSchedule(folder, name!)
}

function readLines(file: string): Map<string, string> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
  return new Map(lines.map((line) => [keyOf(JSON.parse(line) as Line), line]))
}

function keyOf({ instance, seed, iterations }: Line): string {
  return `${instance} ${seed} ${iterations}`
}
