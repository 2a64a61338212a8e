/**
 * Evaluated moves per second of one search on one core, without thread or server around it. Usage: moves.ts [SCHEDULE] [SECONDS].
 * Prints one line per run; the median of three is the figure to quote.
 */
import { readFileSync } from 'node:fs'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { solve } from '../../src/engine/index.ts'
import { formatScore } from '../../src/model/score.ts'

const file = process.argv[2] ?? 'examples/hospital-month.json'
const seconds = Number(process.argv[3] ?? 5)
const RUNS = 3

const { submission, errors } = readSubmission(JSON.parse(readFileSync(file, 'utf8')), { callback: 'optional' })
if (submission === null) throw new Error(`${file} cannot be read: ${errors[0]?.detail}`)
const rates: number[] = []
for (let run = 1; run <= RUNS; run += 1) {
  const result = solve(submission.schedule, {
    seed: run,
    maxMs: 1000 * seconds,
    stallMs: null,
    maxIterations: null,
    targetGap: 0,
    start: null,
    clock: () => performance.now(),
    shouldStop: () => false,
    onIncumbent: () => {},
  })
  const rate = (1000 * result.moves) / (result.elapsedMs - result.firstRosterMs)
  rates.push(rate)
  console.log(
    `run ${run}: ${Math.round(rate).toLocaleString('en')} moves/s, first roster after ${result.firstRosterMs.toFixed(0)} ms, score ${formatScore(result.score)}, ${result.stopReason}`,
  )
}
rates.sort((a, b) => a - b)
console.log(`median: ${Math.round(rates[1]!).toLocaleString('en')} moves/s (${file}, ${seconds} s a run)`)
