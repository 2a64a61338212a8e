/**
 * How fast the engine is on one core, without thread or server around it: evaluated moves per second of local search, compiled and in plain code in turn, on the hospital month as it is,
 * with a pattern, a pairing and two fairness rules for everybody, and with every rule in use, and on public instance 8 where the instances are there; how long a large house takes to read, compile, fill and judge, and how moves slow down as houses grow. Usage: moves.ts [SECONDS a run].
 *
 * With `--against FOLDER` another checkout is measured in the same run, its engine and this one in turn on the hospital month, and the ratio of the medians is all there is: figures of two
 * runs on a shared machine differ by more than the engines. `--runs` says how often, 5 times where it does not.
 *
 * The clock is the processor time of this process, so that a busy machine does not count.
 */
import { parseArgs } from 'node:util'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve, type SolveResult } from '../../src/engine/index.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { formatScore } from '../../src/model/score.ts'
import { hospitalMonth, hospitalMonthWithAdditions, hospitalMonthWithAllRules } from '../documents.ts'
import { largeDocument } from '../large-document.ts'
import { medianOf, raceAgainst, verdictOf } from './against.ts'
import { cpuSeconds } from './cpu-seconds.ts'
import { NRP } from '../sets/nrp.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { loadLocalSearch } from '../../src/threads/load-local-search.ts'

const RUNS = 3
/** Employees of the houses of the curve, each with twenty shifts for everybody. */
const SIZES = [30, 100, 300, 1000, 3000]
/** About, on the hospital month: a race is about as long as the runs of its engines would be. */
const ITERATIONS_A_SECOND = 500_000
const { values: flags, positionals } = parseArgs({
  options: { against: { type: 'string' }, runs: { type: 'string', default: '5' } },
  allowPositionals: true,
})
const seconds = Number(positionals[0] ?? 4)
if (flags.against !== undefined) {
  console.log(verdictOf(raceAgainst(flags.against, { runs: Number(flags.runs), iterations: ITERATIONS_A_SECOND * seconds }, console.log)))
  process.exit()
}

function scheduleOf(document: object): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  if (submission === null) throw new Error(`The document cannot be read: ${errors[0]?.pointer} ${errors[0]?.detail}`)
  return submission.schedule
}

const compiled = loadLocalSearch()

function search(schedule: Schedule, seed: number, localSearch: typeof compiled | null = compiled): SolveResult {
  return solve(schedule, solveOptions({ seed, maxMs: 1000 * seconds, clock: () => 1000 * cpuSeconds(), localSearch }))
}

function runOnce(schedule: Schedule, seed: number, localSearch: typeof compiled | null): { rate: number; line: string } {
  const result = search(schedule, seed, localSearch)
  const rate = (1000 * result.moves) / result.movesMs
  const overall = (1000 * result.moves) / result.elapsedMs
  const line = `${Math.round(rate).toLocaleString('en')} moves/s of local search (${Math.round(overall).toLocaleString('en')} of the whole search), first roster ${result.firstRosterMs.toFixed(0)} ms, score ${formatScore(result.score)}`
  return { rate, line }
}

function measureMoves(name: string, schedule: Schedule): void {
  const rates: number[] = []
  const ratios: number[] = []
  for (let run = 1; run <= RUNS; run += 1) {
    const { rate, line } = runOnce(schedule, run, compiled)
    rates.push(rate)
    ratios.push(rate / runOnce(schedule, run, null).rate)
    console.log(`  run ${run}: ${line}`)
  }
  const [median, ratio] = [medianOf(rates), medianOf(ratios)]
  console.log(`${name}: median ${Math.round(median).toLocaleString('en')} moves/s a core, ${ratio.toFixed(2)} times as many as in plain code\n`)
}

function timed<T>(name: string, work: () => T): T {
  const before = cpuSeconds()
  const result = work()
  console.log(`  ${name}: ${(cpuSeconds() - before).toFixed(2)} s of processor time`)
  return result
}

measureMoves('hospital month', scheduleOf(hospitalMonth()))
measureMoves('hospital month with a pattern, a pairing and two fairness rules for everybody', scheduleOf(hospitalMonthWithAdditions()))
measureMoves('hospital month with every rule in use', scheduleOf(hospitalMonthWithAllRules()))
const folder = process.env['TURNUS_BENCHMARKS']
if (folder === undefined) console.log('Public instance 8 is left out: TURNUS_BENCHMARKS does not say where it is.\n')
else measureMoves('public instance 8', scheduleOf(await NRP.loadSchedule(folder, '8')))

const large = timed('read 1,000 employees and 20,000 shifts', () => scheduleOf(largeDocument()))
timed('compile', () => compile(large))
const { firstRosterMs, score, roster } = timed('search of as long as above', () => search(large, 1))
console.log(`  first complete roster after ${(firstRosterMs / 1000).toFixed(1)} s by the clock, score ${formatScore(score)}`)
timed('judge', () => judge(large, roster))
console.log(`large house: peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`)

/** Moves a second of processor time from the first roster on. */
function localSearchRate(schedule: Schedule): number {
  let begun: { cpu: number; at: number } | null = null
  const onIncumbent = (): void => {
    begun ??= { cpu: cpuSeconds(), at: performance.now() }
  }
  const shouldStop = (): boolean => begun !== null && performance.now() - begun.at > 1000 * seconds
  const { moves } = solve(schedule, solveOptions({ onIncumbent, shouldStop }))
  return moves / (cpuSeconds() - begun!.cpu)
}

console.log('\nHow moves slow down as houses grow, from the first roster on:')
let first: number | null = null
for (const employees of SIZES) {
  const rate = localSearchRate(scheduleOf(largeDocument({ employees, weeks: 4, shiftsPerEmployee: 20, seed: 1 })))
  first ??= rate
  const log = Math.log(employees) / Math.log(SIZES[0]!)
  console.log(
    `  ${employees} employees: ${Math.round(rate).toLocaleString('en')} moves/s a core, a move takes ${(first / rate).toFixed(2)} times as long; the logarithm of the size is ${log.toFixed(2)} times as large`,
  )
}
