/**
 * One search that counts seconds of *processor* time of its one thread, so that a busy machine measures what a quiet one does. Writes the solution and prints what `turnus solve --json` does.
 * Usage: solve-once.ts SCHEDULE.json SOLUTION.json SECONDS SEED.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { momentWriter } from '../../src/api/write-solution.ts'
import { breaksOf } from '../../src/checker/breaks.ts'
import { peakMemoryBytes } from '../../src/cli/peak-memory.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { materialised } from '../../src/model/generated-shifts.ts'
import { NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { peopleOf, postedShifts } from '../../src/model/seats.ts'
import { isAsMustBe } from '../../src/model/settings.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'

const [schedulePath, solutionPath, seconds, seed] = process.argv.slice(2)
const { submission } = readSubmission(JSON.parse(readFileSync(schedulePath!, 'utf8')), { callback: 'optional' })
const { schedule } = submission!
const solver = await loadHighs()

const begun = threadMs()
let firstFeasibleMs: number | null = null
const { roster, score, bound, moves, elapsedMs } = solve(
  schedule,
  solveOptions({
    seed: Number(seed),
    maxMs: 1000 * Number(seconds),
    clock: () => threadMs() - begun,
    solver,
    proves: true,
    onIncumbent: (better) => {
      if (isAsMustBe(schedule.settings, better.score)) firstFeasibleMs ??= better.elapsedMs
    },
  }),
)
writeFileSync(solutionPath!, JSON.stringify({ shifts: shiftsOf(schedule, roster) }))
const statistics = {
  moves,
  movesPerSecond: Math.round((1000 * moves) / Math.max(1, elapsedMs)),
  firstFeasibleSeconds: firstFeasibleMs === null ? null : Math.round(firstFeasibleMs) / 1000,
  peakMemoryBytes: peakMemoryBytes(),
}
process.stdout.write(`${JSON.stringify({ score, bound, statistics })}\n`)

/** Of this thread alone: what collects garbage and compiles runs beside it. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Who works each posted shift; or, where shifts are found, each shift that somebody works, with its breaks. */
function shiftsOf(of: Schedule, found: Roster): readonly Readonly<Record<string, unknown>>[] {
  if (of.candidates !== undefined) return workedOf(of, found)
  return postedShifts(of.shifts).map((range) => {
    const { id, seats } = of.shifts[range.from]!
    const people = peopleOf(of, found, range).map((employee) => of.employees[employee]!.id)
    return seats === undefined ? { id, employee: people[0] ?? null } : { id, employees: people }
  })
}

function workedOf(of: Schedule, found: Roster): readonly Readonly<Record<string, unknown>>[] {
  const { schedule: whole, roster: people } = materialised(of, found)
  const write = momentWriter(whole.calendar)
  return whole.shifts.flatMap((shift, position) => {
    if (people[position] === NOBODY) return []
    const breaks = breaksOf(shift).map(({ start, end }) => ({ start: write(start), end: write(end) }))
    return [{ id: shift.id, employee: whole.employees[people[position]!]!.id, start: write(shift.start), end: write(shift.end), breaks }]
  })
}
