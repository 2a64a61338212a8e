/**
 * What large neighbourhoods are worth: annealing alone, without a solver of linear programs, against all of the search in the same time, one thread each, on the public
 * shift-scheduling instances (`TURNUS_BENCHMARKS`). Writes a table in Markdown. Usage: run.ts --instances 1,2,3 [--seconds 20] [--seeds 3].
 *
 * The clock is the processor time of this process, so that a busy machine does not count.
 */
import { parseArgs } from 'node:util'
import { solve } from '../../src/engine/index.ts'
import type { LinearSolver } from '../../src/engine/column-generation/linear-solver.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, type Score } from '../../src/model/score.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { loadLocalSearch } from '../../src/threads/load-local-search.ts'
import { NRP } from '../sets/nrp.ts'

const { values: flags } = parseArgs({
  options: { instances: { type: 'string' }, seconds: { type: 'string', default: '20' }, seeds: { type: 'string', default: '3' } },
})
const folder = process.env['TURNUS_BENCHMARKS']
if (folder === undefined || flags.instances === undefined) {
  console.error('Name the instances, as in --instances 1,2,3, and where they lie, in TURNUS_BENCHMARKS.')
  process.exit(2)
}
const seeds = Array.from({ length: Number(flags.seeds) }, (_, i) => i + 1)
const maxMs = 1000 * Number(flags.seconds)

async function loadSchedule(instance: string): Promise<Schedule> {
  const { submission, errors } = readSubmission(await NRP.loadSchedule(folder!, instance), { callback: 'optional' })
  if (submission === null) throw new Error(`Instance ${instance} cannot be read: ${errors[0]?.pointer} ${errors[0]?.detail}`)
  return submission.schedule
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function search(schedule: Schedule, seed: number, solver: LinearSolver | null): Score {
  return solve(schedule, solveOptions({ seed, maxMs, clock: cpuMs, solver, proves: solver !== null, localSearch })).score
}

/** The second priority, and what is broken of the first, if anything is. */
function penaltyOf([first, second]: Score): string {
  return first === 0 ? second.toLocaleString('en') : `${second.toLocaleString('en')} (${first} broken)`
}

const solver = await loadHighs()
const localSearch = loadLocalSearch()
const known = await NRP.readKnown(folder)
console.log(`| instance | annealing alone, seeds ${seeds.join(', ')} | all of the search | better or equal | best known |\n|---|---|---|---|---|`)
for (const instance of flags.instances.split(',')) {
  const schedule = await loadSchedule(instance)
  // One right after the other: what the machine does beside this changes from minute to minute, and half as many moves a second are a worse roster.
  const pairs = seeds.map((seed) => ({ alone: search(schedule, seed, null), whole: search(schedule, seed, solver) }))
  const wins = pairs.filter(({ alone, whole }) => compareScores(whole, alone) <= 0).length
  const listed = (scores: readonly Score[]): string => scores.map(penaltyOf).join(' · ')
  console.log(
    `| ${instance} | ${listed(pairs.map(({ alone }) => alone))} | ${listed(pairs.map(({ whole }) => whole))} | ${wins} of ${seeds.length} | ${known.get(instance)?.best.toLocaleString('en')} |`,
  )
}
