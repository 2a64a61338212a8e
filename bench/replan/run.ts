/**
 * What a replan comes to: rosters that are published, each disrupted at random, planned again on one core.
 *
 * run.ts [--cases 500] [--seconds 5] [--employees 12,25,50,100,200] [--large 1000]
 *
 * For each size: how many disruptions leave nobody absent at work, break nothing and fill all that can be filled as far as that is proved, how far the changes are from the fewest, and how long the first
 * roster and all of it take. Then one absence in a large house, phase by phase. Exits with 1 when somebody who is away works, or a law is broken that the fewest changes do not break.
 */
import { parseArgs } from 'node:util'
import { explainLeastChanges } from '../../src/answers/least-changes.ts'
import { listReplanned } from '../../src/answers/diff.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { prepare, solve } from '../../src/engine/index.ts'
import { NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { type Disrupted, disrupt, publish } from './disrupt.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '5' },
    employees: { type: 'string', default: '12,25,50,100,200' },
    large: { type: 'string', default: '1000' },
  },
})
const solver = await loadHighs()
const sizes = values.employees.split(',').map(Number)
const now = (): number => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000

function planAgain(schedule: Schedule, seconds: number): { roster: Roster; firstMs: number } {
  let firstMs = 0
  const startedMs = now()
  const { roster } = solve(schedule, {
    seed: 1,
    maxMs: 1000 * seconds,
    stallMs: 200 * seconds,
    maxIterations: null,
    targetGap: 0,
    start: null,
    clock: now,
    shouldStop: () => false,
    onIncumbent: () => {
      firstMs ||= now() - startedMs
    },
    onBound: () => {},
    meet: null,
    solver,
    proves: false,
  })
  return { roster, firstMs }
}

function worksWhileAway({ schedule, absent }: Disrupted, roster: Roster): boolean {
  return absent.some((employee) =>
    schedule.employees[employee]!.wishes.some(
      ({ type, start, end }) =>
        type === 'UNAVAILABLE' &&
        schedule.shifts.some((shift, at) => roster[at] === employee && shift.start < end && shift.end > start && !shift.historic),
    ),
  )
}

let wrong = 0
for (const employees of sizes) {
  const published = publish(employees)
  const count = Math.ceil(Number(values.cases) / sizes.length)
  const told = { perfect: 0, empty: 0, broken: 0, away: 0, proved: 0, within0: 0, within1: 0, changes: 0, firstMs: 0, ms: 0 }
  for (let seed = 1; seed <= count; seed += 1) {
    const disrupted = disrupt(published, 1000 * employees + seed)
    const fromMs = now()
    const { roster, firstMs } = planAgain(disrupted.schedule, Number(values.seconds))
    told.ms = Math.max(told.ms, now() - fromMs)
    told.firstMs = Math.max(told.firstMs, firstMs)
    const { score } = judge(disrupted.schedule, roster)
    const leastFrom = now()
    const { leastChanges } = explainLeastChanges(disrupted.schedule, roster, () => now() - leastFrom > 2000)
    const { changes } = listReplanned(disrupted.schedule, roster)
    if (score[0] > 0) told.broken += 1
    const isEmpty = disrupted.schedule.shifts.some(({ importance, historic }, at) => importance === 'MANDATORY' && !historic && roster[at] === NOBODY)
    if (isEmpty) told.empty += 1
    else if (score[0] === 0) told.perfect += 1
    if (worksWhileAway(disrupted, roster)) told.away += 1
    if (leastChanges?.proved === true) told.proved += 1
    const over = changes.length - leastChanges!.count
    if (over === 0) told.within0 += 1
    if (over <= 1) told.within1 += 1
    told.changes += changes.length
  }
  wrong += told.away
  console.log(
    `${employees} employees, ${published.schedule.shifts.length} shifts, ${count} disruptions: ${told.perfect} filled without a breach, ${told.empty} with an empty mandatory shift, ` +
      `${told.broken} with a breach, ${told.away} with somebody absent at work; fewest changes proved in ${told.proved}, reached in ${told.within0}, within one in ${told.within1}; ` +
      `${(told.changes / count).toFixed(1)} changes; first roster after ${Math.round(told.firstMs)} ms at most, all after ${Math.round(told.ms)} ms (processor time).`,
  )
}

const large = publish(Number(values.large))
let seed = 1
while (disrupt(large, seed, 1).schedule.shifts.every(({ employeeIndex, fixed }) => employeeIndex !== null || fixed)) seed += 1
const disrupted = disrupt(large, seed, 1)
const phases: [string, number][] = []
let sinceMs = now()
const note = (name: string): void => {
  phases.push([name, now() - sinceMs])
  sinceMs = now()
}
const { submission } = readSubmission(JSON.parse(JSON.stringify(disrupted.document)), { callback: 'optional' })
note('read')
const instance = prepare(submission!.schedule, () => false)!
note('compile')
const { roster, firstMs } = planAgain(submission!.schedule, 1)
note(`search (first roster after ${Math.round(firstMs)} ms, compiling again included)`)
const { score } = judge(submission!.schedule, roster)
note('judge')
const { leastChanges } = explainLeastChanges(submission!.schedule, roster, () => false)
note('fewest changes')
console.log(`${values.large} employees, ${instance.schedule.shifts.length} shifts, one absence: score ${score.join(' / ')}, ${leastChanges?.text}`)
console.log(phases.map(([name, ms]) => `  ${name}: ${Math.round(ms)} ms`).join('\n'))
console.log(`  empty: ${roster.filter((employee, at) => employee === NOBODY && submission!.schedule.shifts[at]!.importance === 'MANDATORY').length}`)
process.exitCode = wrong > 0 ? 1 : 0
