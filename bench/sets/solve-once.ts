/**
 * One search that counts seconds of *processor* time of its one thread, so that a busy machine measures what a quiet one does. Writes the solution and prints what `turnus solve --json` does.
 * Usage: solve-once.ts SCHEDULE.json SOLUTION.json SECONDS SEED.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { writeRoster } from '../../src/answers/write-roster.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { peakMemoryBytes } from '../../src/cli/peak-memory.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import { isAsMustBe } from '../../src/model/settings.ts'
import { threadMs } from '../../src/threads/clock.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { loadLocalSearch } from '../../src/threads/load-local-search.ts'

const [schedulePath, solutionPath, seconds, seed] = process.argv.slice(2)
const posted: unknown = JSON.parse(readFileSync(schedulePath!, 'utf8'))
const { schedule } = readSubmission(posted, { callback: 'optional' }).submission!
const solver = await loadHighs()

const begun = threadMs()
let firstFeasibleMs: number | null = null
const searched = solve(
  schedule,
  solveOptions({
    seed: Number(seed),
    maxMs: 1000 * Number(seconds),
    clock: () => threadMs() - begun,
    solver,
    proves: true,
    localSearch: loadLocalSearch(),
    onIncumbent: (better) => {
      if (isAsMustBe(schedule.settings, better.score)) firstFeasibleMs ??= better.elapsedMs
    },
  }),
)
const { score, bound, moves, elapsedMs } = searched
const statistics = {
  moves,
  movesPerSecond: Math.round((1000 * moves) / Math.max(1, elapsedMs)),
  firstFeasibleSeconds: firstFeasibleMs === null ? null : Math.round(firstFeasibleMs) / 1000,
  peakMemoryBytes: peakMemoryBytes(),
}
const found = materialised(schedule, searched.roster)
const solution = writeRoster(posted, found.schedule, found.roster, {
  ...searched,
  ...judge(found.schedule, found.roster),
  noBoundReason: bound === null ? searched.noBoundReason : null,
  unassigned: [],
  statistics: { solveMs: Math.round(elapsedMs), firstRosterMs: Math.round(searched.firstRosterMs), moves, threads: 1, seed: Number(seed) },
})
writeFileSync(solutionPath!, JSON.stringify(solution))
process.stdout.write(`${JSON.stringify({ score, bound, statistics })}\n`)
