/**
 * What a replan comes to: rosters that are published, each disrupted at random, planned again on one core.
 *
 * run.ts [--cases 500] [--seconds 5] [--employees 12,25,50,100,200] [--large 1000]; 500 cases take most of an hour.
 *
 * For each size: how many disruptions leave nobody absent at work, break nothing and fill what can be filled, how far the changes are from
 * the fewest, and how long the first roster and all of it take. *What can be filled* is what the first two priorities say: a roster fills it when none breaks as little law and leaves less empty for the changes that
 * it makes, where an empty shift weighs as much as 20 changes. So a shift that twenty more changes would fill may stay empty, and one that fewer fill may not, whatever wishes weigh. Then one absence in a large house, phase by phase. Exits with 1 when somebody who is away works, a law is broken, or a shift is empty that
 * could be filled.
 */
import { parseArgs } from 'node:util'
import { explainLeastChanges } from '../../src/answers/least-changes.ts'
import { listReplanned } from '../../src/answers/diff.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { prepare } from '../../src/engine/instance/prepare.ts'
import { NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { SETTING_NAMES, type SettingName, type Weights } from '../../src/model/settings.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { loadLocalSearch } from '../../src/threads/load-local-search.ts'
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

/** Houses up to this size are small enough to ask what can be filled. */
const SMALL = 25
const SECONDS = Number(values.seconds)
/** How long fewer changes are looked for, and a roster that fills more, or a proof that none does. */
const LEAST_MS = 1000
const PROOF_SECONDS = 2
/** After so many rounds what was found up to then is told. */
const ROUNDS_TOLD = 20

const SEARCH = {
  seed: 1,
  localSearch: loadLocalSearch(),
  maxIterations: null,
  targetGap: 0,
  start: null,
  clock: now,
  shouldStop: () => false,
  onIncumbent: () => {},
  onBound: () => {},
  meet: null,
  solver,
}

function planAgain(schedule: Schedule, seconds: number): { roster: Roster; firstMs: number } {
  let firstMs = 0
  const startedMs = now()
  const { roster } = solve(schedule, {
    ...SEARCH,
    maxMs: 1000 * seconds,
    // Chains of several people are found late: a search that ends where nothing better came for a while leaves shifts empty.
    stallMs: null,
    onIncumbent: () => {
      firstMs ||= now() - startedMs
    },
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

/** Empty shifts that have to be filled, each by its weight. */
function emptyIn(schedule: Schedule, roster: Roster): number {
  return schedule.shifts.reduce((sum, { importance, historic, weight }, at) => {
    return importance === 'MANDATORY' && !historic && roster[at] === NOBODY ? sum + weight : sum
  }, 0)
}

/** The same schedule where nothing counts but what must be kept, then how many shifts are empty, and beside them what changes cost or nothing does. */
function coverAlone(asked: Schedule, { withChanges }: { readonly withChanges: boolean }): Schedule {
  const { keep, ...schedule } = asked
  const { weights } = schedule.settings
  const counts = new Set<SettingName>(withChanges ? ['assignShift', 'keepAssignment'] : ['assignShift'])
  const bare = Object.fromEntries(
    SETTING_NAMES.map((name): [SettingName, Weights] => [name, [weights[name][0], counts.has(name) ? weights[name][1] : 0, 0, 0]]),
  ) as Record<SettingName, Weights>
  const kept = withChanges && keep !== undefined ? { keep } : {}
  return { ...schedule, ...kept, settings: { ...schedule.settings, weights: bare } }
}

/** Of a roster with empty shifts: proved to fill what can be filled; short of it, since another fills more for what it changes; full but for shifts that cost more changes than they are worth; not known. */
type Filling = 'proved' | 'short' | 'dear' | 'open'

function fillingOf(asked: Schedule, roster: Roster, seconds: number): Filling {
  const schedule = coverAlone(asked, { withChanges: true })
  const [law, target] = judge(schedule, roster).score
  let isBetter = false
  let isProved = false
  const isLower = ([first, second]: readonly number[], than: number): boolean => first! < law || (first! <= law && second! < than)
  const { score, bound } = solve(schedule, {
    ...SEARCH,
    start: roster,
    maxMs: 1000 * seconds,
    stallMs: null,
    shouldStop: () => isBetter || isProved,
    onIncumbent: (found) => {
      isBetter ||= isLower(found.score, target)
    },
    onBound: (found) => {
      isProved ||= !isLower(found, target)
    },
    proves: true,
  })
  if (isBetter || isLower(score, target)) return 'short'
  if (isProved || (bound !== null && !isLower(bound, target))) return 'proved'
  return fillsMore(asked, emptyIn(asked, roster), seconds) ? 'dear' : 'open'
}

/** Whether a search for cover alone leaves less empty, whatever it changes. */
function fillsMore(asked: Schedule, empty: number, seconds: number): boolean {
  const schedule = coverAlone(asked, { withChanges: false })
  let fills = false
  const note = (roster: Roster, law: number): void => {
    fills ||= law === 0 && emptyIn(schedule, roster) < empty
  }
  const { roster, score } = solve(schedule, {
    ...SEARCH,
    maxMs: 1000 * seconds,
    stallMs: null,
    shouldStop: () => fills,
    onIncumbent: (found) => note(found.roster, found.score[0]),
    proves: false,
  })
  note(roster, score[0])
  return fills
}

/** What the disruptions of one house come to. */
class Told {
  count = 0
  perfect = 0
  broken = 0
  away = 0
  empty = 0
  readonly cover = { proved: 0, short: 0, dear: 0, open: 0 }
  proved = 0
  reached = 0
  within1 = 0
  provedWithin1 = 0
  changes = 0
  firstMs = 0
  ms = 0
}

function examine(disrupted: Disrupted, told: Told, { name, proves }: { readonly name: string; readonly proves: boolean }): void {
  const { schedule } = disrupted
  const fromMs = now()
  const { roster, firstMs } = planAgain(schedule, SECONDS)
  told.count += 1
  told.ms = Math.max(told.ms, now() - fromMs)
  told.firstMs = Math.max(told.firstMs, firstMs)
  const { score } = judge(schedule, roster)
  if (score[0] > 0) told.broken += 1
  if (worksWhileAway(disrupted, roster)) told.away += 1
  const empty = emptyIn(schedule, roster)
  if (empty === 0 && score[0] === 0) told.perfect += 1
  if (empty > 0) told.empty += 1
  if (empty > 0 && proves) {
    const filling = fillingOf(schedule, roster, PROOF_SECONDS)
    told.cover[filling] += 1
    console.log(`  ${name}: empty shifts of weight ${empty}, ${filling}; score ${score.join(' / ')}`)
  }
  const leastFrom = now()
  const { leastChanges } = explainLeastChanges(schedule, roster, () => now() - leastFrom > LEAST_MS)
  const { changes } = listReplanned(schedule, roster)
  told.changes += changes.length
  const over = changes.length - leastChanges!.count
  if (over === 0) told.reached += 1
  if (over <= 1) told.within1 += 1
  if (!leastChanges!.proved) return
  told.proved += 1
  if (over <= 1) told.provedWithin1 += 1
}

function inWords(employees: number, shifts: number, told: Told): string {
  const { proved, short, dear, open } = told.cover
  const cover =
    employees <= SMALL
      ? ` (${proved} proved to fill what can be filled, ${short} short of it, ${dear} where more takes more changes than it is worth, ${open} not known)`
      : ''
  return (
    `${employees} employees, ${shifts} shifts, ${told.count} disruptions: ${told.perfect} filled without a breach, ${told.empty} with an empty mandatory shift${cover}, ` +
    `${told.broken} with a breach, ${told.away} with somebody absent at work; fewest changes known in ${told.reached}, within one in ${told.within1}; ` +
    `proved in ${told.proved}, of them within one ${told.provedWithin1}; ` +
    `${(told.changes / told.count).toFixed(1)} changes; first roster after ${Math.round(told.firstMs)} ms at most, all after ${Math.round(told.ms)} ms (processor time).`
  )
}

const houses = sizes.map((employees) => ({ employees, published: publish(employees), told: new Told() }))
const rounds = Math.ceil(Number(values.cases) / sizes.length)
// House after house in each round, so that what is told on the way is of all sizes.
for (let seed = 1; seed <= rounds; seed += 1) {
  for (const { employees, published, told } of houses) {
    const name = `${employees} employees, disruption ${1000 * employees + seed}`
    examine(disrupt(published, 1000 * employees + seed), told, { name, proves: employees <= SMALL })
  }
  if (seed % ROUNDS_TOLD === 0 || seed === rounds)
    for (const { employees, published, told } of houses) console.log(inWords(employees, published.schedule.shifts.length, told))
}
const wrong = houses.reduce((sum, { told }) => sum + told.away + told.broken + told.cover.short, 0)

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
