/**
 * What answers are worth and how long they take. A corpus of schedules that cannot be filled: whether every empty shift has a cause, every conflict stands against
 * brute force, and a repair helps. Then the time of each question, from JSON to answer, in one thread that has warmed up. Usage: run.ts [SCHEDULES of the corpus, 0 = none].
 * Exits with 1 when an answer is wrong. The clock is the processor time of the thread, so that a busy machine counts little; its load is printed all the same.
 */
import { loadavg } from 'node:os'
import { CORPUS_SIZE, examineCase } from '../../test/answers/corpus.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { QUESTIONS, type QuestionName } from '../../src/answers/questions.ts'
import type { Means } from '../../src/answers/means.ts'
import { listReplanned } from '../../src/answers/diff.ts'
import { explainLeastChanges } from '../../src/answers/least-changes.ts'
import { recommend } from '../../src/answers/recommend.ts'
import { CostChanges } from '../../src/checker/cost-changes.ts'
import { costsOf } from '../../src/checker/costs.ts'
import { judge } from '../../src/checker/check.ts'
import { solve } from '../../src/engine/index.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { KeptDocument } from '../../src/http/rpc/kept-document.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { hospitalMonth } from '../documents.ts'
import { plantedDocument } from '../large-document.ts'
import { disrupt, publish } from '../replan/disrupt.ts'

/** Nothing is dropped while it is measured. */
const KEPT_MS = 600_000

const means: Means = { limits: {}, solver: await loadHighs(), clock: () => performance.now(), mostSeconds: Infinity }

function examineCorpus(size: number): boolean {
  const before = performance.now()
  const cases = Array.from({ length: size }, (_, i) => examineCase(i + 1, means))
  const sum = (read: (examined: (typeof cases)[number]) => number): number => cases.reduce((total, examined) => total + read(examined), 0)
  const faults = cases.flatMap(({ seed, faults: found }) => found.map((fault) => `seed ${seed}: ${fault}`))
  console.log(`${size} schedules that cannot be filled, in ${((performance.now() - before) / 1000).toFixed(0)} s:`)
  console.log(`  empty shifts ${sum(({ emptyShifts }) => emptyShifts)}, each with a cause`)
  console.log(`  conflicts ${sum(({ conflicts }) => conflicts)}, of which ${sum(({ conflictsTried }) => conflictsTried)} were tried by force`)
  console.log(`  repairs ${sum(({ repairs }) => repairs)}, at least ${Math.min(...cases.map(({ repairs }) => repairs))} for each schedule`)
  console.log(`  faults ${faults.length}`)
  for (const fault of faults) console.log(`    ${fault}`)
  return faults.length === 0
}

/** Runs something a number of times and prints the first, the median and the 95th percentile in milliseconds. */
function time(name: string, runs: number, work: (run: number) => unknown): void {
  const times = Array.from({ length: runs }, (_, run) => {
    const before = process.threadCpuUsage()
    work(run)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  const [first] = times
  const sorted = times.slice(1).sort((a, b) => a - b)
  const at = (share: number): string => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(0).padStart(6)
  console.log(`  ${name.padEnd(72)}${first!.toFixed(0).padStart(6)}${at(0.5)}${at(0.95)}`)
}

function timeAsked(name: string, runs: number, question: QuestionName, parametersOf: (run: number) => object): void {
  time(`${question}, ${name}`, runs, (run) => QUESTIONS[question].answer(parametersOf(run), means))
}

/** The same where the thread was asked about the schedule before: as it is sent again, and as it is stored, from bytes to answer. The first time of each reads and compiles. */
function timeKept(name: string, runs: number, { document, solution }: ReturnType<typeof house>): void {
  const bytes = { schedule: Buffer.from(JSON.stringify(document)), solution: Buffer.from(JSON.stringify(solution)) }
  const ask = (kept: KeptDocument, run: number, given: { readonly schedule: unknown; readonly solution: unknown }): object => {
    const shiftId = document.shifts[(97 * run) % document.shifts.length]!.id
    return QUESTIONS['schedule.recommend'].answer({ ...given, shiftId }, { ...means, readBefore: kept.readBefore })
  }
  const [sent, stored] = [new KeptDocument(KEPT_MS), new KeptDocument(KEPT_MS)]
  time(`${name}: sent again`, runs, (run) => ask(sent, run, { schedule: sent.ofValue(1, document), solution }))
  time(`${name}: stored, asked again`, runs, (run) => {
    const schedule = stored.ofBytes(1, bytes.schedule, () => JSON.parse(bytes.schedule.toString()) as object)
    return ask(stored, run, { schedule, solution: JSON.parse(bytes.solution.toString()) })
  })
  sent.drop()
  stored.drop()
}

/** A house with its planted roster as a solution. */
function house(employees: number) {
  const { document, planted } = plantedDocument({ employees })
  return { document, solution: { shifts: document.shifts.map(({ id }, i) => ({ id, employee: planted[i]! })) } }
}

/** The house with everybody paid: tiers of overtime, nights and Sundays. */
function paidHouse({ document, solution }: ReturnType<typeof house>) {
  const employees = document.employees.map((employee, at) => ({ ...employee, pay: { hourly: 1500 + 7 * at } }))
  const payRules = [
    { id: 'week', kind: 'overtime', per: 'week', overMinutes: 2400, percent: 125 },
    { id: 'long week', kind: 'overtime', per: 'week', overMinutes: 2880, percent: 150 },
    { id: 'night', kind: 'surcharge', from: '22:00', to: '06:00', percent: 125 },
    { id: 'sunday', kind: 'surcharge', weekdays: ['SUNDAY'], percent: 150 },
  ]
  return { document: { ...document, currency: 'EUR', employees, payRules }, solution }
}

/** What the console does while a shift is dragged over one employee after another: nothing is asked, and only the rows that are touched are paid again. */
function timeDrag(schedule: Schedule, roster: Roster): void {
  const costs = new CostChanges(schedule, roster)
  const shift = roster.findIndex((employee) => employee !== NOBODY)
  costsOf(schedule, roster)
  time('a drag over 200 employees, all of it', 40, () => schedule.employees.map((_, to) => costs.of([{ shift, from: roster[shift]!, to }])))
}

/** One absence in a large house, from the new schedule as JSON to the solution with its fewest changes: the search ends where nothing better came for a tenth of its time. */
function timeReplan(): void {
  const published = publish(1000)
  const seconds = 3
  const texts = Array.from({ length: 8 }, (_, run) => JSON.stringify(disrupt(published, 1 + run, 1).document))
  let changed = 0
  time('1,000 employees × 20,000 shifts, one absence: first roster', texts.length, (run) => planAgain(texts[run]!, { seconds, onlyFirst: true }))
  time('the same, searched to the end', texts.length, (run) => {
    const { schedule, roster } = planAgain(texts[run]!, { seconds, onlyFirst: false })
    changed += listReplanned(schedule, roster).changes.length
    explainLeastChanges(schedule, roster, () => false)
    judge(schedule, roster)
  })
  console.log(`    ${(changed / texts.length).toFixed(1)} changes`)
}

/** Reads a schedule and searches it for so many seconds of processor time at most, or until there is a roster that fills what the one that came with it left empty. */
function planAgain(
  text: string,
  { seconds, onlyFirst }: { readonly seconds: number; readonly onlyFirst: boolean },
): { schedule: Schedule; roster: Roster } {
  const { schedule } = readSubmission(JSON.parse(text), { callback: 'optional' }).submission!
  let isFound = false
  const { roster } = solve(schedule, {
    seed: 1,
    maxMs: 1000 * seconds,
    stallMs: 100 * seconds,
    maxIterations: null,
    targetGap: 0,
    start: null,
    clock: () => process.threadCpuUsage().user / 1000 + process.threadCpuUsage().system / 1000,
    shouldStop: () => onlyFirst && isFound,
    onIncumbent: () => {
      isFound = true
    },
    onBound: () => {},
    meet: null,
    solver: means.solver,
    proves: false,
  })
  return { schedule, roster }
}

function timeAll(): void {
  const month = hospitalMonth()
  const [large, middle, ward] = [house(1000), house(200), house(30)]
  const shiftOf = (run: number): number => middle.document.shifts[(97 * run) % middle.document.shifts.length]!.id
  console.log(
    `\nMilliseconds; load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  )
  console.log(`  ${''.padEnd(72)} first median  p95`)
  timeAsked('1,000 employees × 20,000 shifts', 12, 'schedule.evaluate', () => ({ schedule: large.document, solution: large.solution }))
  timeAsked('1,000 employees × 20,000 shifts', 20, 'schedule.recommend', (run) => ({
    schedule: large.document,
    solution: large.solution,
    shiftId: large.document.shifts[(97 * run) % large.document.shifts.length]!.id,
  }))
  timeKept('the same', 20, large)
  timeReplan()
  timeAsked('200 employees × 4,000 shifts', 100, 'schedule.recommend', (run) => ({
    schedule: middle.document,
    solution: middle.solution,
    shiftId: shiftOf(run),
  }))
  const { schedule } = readSubmission(middle.document, { callback: 'optional' }).submission!
  const roster = Int32Array.from(middle.solution.shifts, ({ employee }) => (employee === null ? -1 : employee - 1))
  compile(schedule)
  time('the same where the schedule is at hand', 100, (run) =>
    recommend({ schedule, roster, shift: (97 * run) % roster.length, limit: 10, asItStands: true }),
  )
  const paid = paidHouse(middle)
  timeAsked('the same, with everybody paid', 100, 'schedule.recommend', (run) => ({
    schedule: paid.document,
    solution: paid.solution,
    shiftId: shiftOf(run),
  }))
  timeKept('the same', 100, paid)
  timeDrag(readSubmission(paid.document, { callback: 'optional' }).submission!.schedule, roster)
  timeAsked('hospital month, 32 employees × 646 shifts', 40, 'schedule.estimate', () => ({ schedule: month }))
  timeAsked('30 employees × 600 shifts', 40, 'schedule.estimate', () => ({ schedule: ward.document }))
  timeAsked('30 employees × 600 shifts', 20, 'schedule.explain', () => ({ schedule: ward.document, solution: ward.solution }))
  timeAsked('1,000 employees × 20,000 shifts', 4, 'schedule.explain', () => ({ schedule: large.document, solution: large.solution, matchLimit: 100 }))
  timeAsked('1,000 employees × 20,000 shifts', 4, 'schedule.estimate', () => ({ schedule: large.document }))
}

const size = Number(process.argv[2] ?? CORPUS_SIZE)
const isSound = size === 0 || examineCorpus(size)
timeAll()
if (!isSound) process.exitCode = 1
