import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/compile/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { Branching } from '../../src/engine/pricing/branching.ts'
import { createCosts, forbidFirst } from '../../src/engine/pricing/costs.ts'
import { divisionsOf } from '../../src/engine/pricing/divide.ts'
import { Memory } from '../../src/engine/pricing/memory.ts'
import { Prover } from '../../src/engine/pricing/prover.ts'
import { forbidsSeveralShifts, relax } from '../../src/engine/pricing/relax.ts'
import { type Decision, RowSearch } from '../../src/engine/pricing/row-search.ts'
import { SumGains } from '../../src/engine/pricing/sum-gains.ts'
import { Random } from '../../src/engine/random.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { sumOfRow } from '../../src/engine/rows/sum-limit.ts'
import { rowOf, wholeSpan } from '../../src/engine/scoring/one-row.ts'
import { cellsOf, createState, restoreCells, scoreOf } from '../../src/engine/scoring/state.ts'
import { createSoftening } from '../../src/engine/search/soften.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { isDecided, NOBODY, rosterOfDecided, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { compareScores, type Score } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { createRandom, randomDocument } from './any-schedule.ts'
import { casesOf } from './cases.ts'
import { crew } from './crew.ts'

const MOST_ROSTERS = 4_096
const WANTED = casesOf(40)
const CASES_EACH = 5
const CREWS = casesOf(5)
const TOLERANCE = 1e-3

const solver = await loadHighs()

interface Judged {
  readonly cells: Int32Array
  readonly cost: number
}

/** A search over the rows of everybody, by a roster that breaks nothing of the first priority. */
function searchOf(schedule: Schedule, roster: Roster) {
  const instance = relax(compile(schedule))
  const { active, scales } = createSoftening(instance)
  const costs = createCosts(instance, { active: active.slice(0, 2), scales })
  const state = createState(instance, rosterOfDecided(schedule))
  const whole = createState(instance, roster)
  const rows = schedule.employees.map((_, employee) => rowOf(whole, employee))
  const strict = forbidFirst(costs, instance, active[0]!)
  const means = { solver, random: new Random(1), move: createMove(instance), costs, strict, seats: strict }
  const recombining = { ...means, memory: new Memory(instance.demands.count), finders: null, spend: () => false }
  const search = new RowSearch(state, { employees: rows.map((_, e) => e), span: wholeSpan(state) }, recombining, rows)
  return {
    instance,
    search,
    costOf: (score: Score): number => score.reduce<number>((sum, penalty, p) => sum + penalty * costs.factors[p]!, 0),
    totalOf: (cost: number): number => search.totalOf(cost, scoreOf(state)),
  }
}

/** The same with all rosters that break nothing of the first priority; null where there are none, or too many. */
function prepare(schedule: Schedule) {
  const open = schedule.shifts.flatMap((shift, index) => (isDecided(shift) ? [] : [index]))
  if (open.length < 2 || (schedule.employees.length + 1) ** open.length > MOST_ROSTERS) return null
  const instance = relax(compile(schedule))
  const [first, second] = createSoftening(instance).active
  if (first === undefined || second === undefined || !forbidsSeveralShifts(instance, first)) return null
  const judged: { roster: Roster; score: Score }[] = []
  for (const roster of rostersOf(schedule, open)) {
    const { score } = judge(schedule, roster)
    if (score[first as 0] === 0) judged.push({ roster: roster.slice(), score })
  }
  if (judged.length === 0) return null
  const prepared = searchOf(schedule, judged[0]!.roster)
  const rosters: Judged[] = judged.map(({ roster, score }) => ({ cells: cellsOf(prepared.instance, roster), cost: prepared.costOf(score) }))
  return { ...prepared, rosters }
}

function* rostersOf(schedule: Schedule, open: readonly number[], roster: Roster = rosterOfDecided(schedule), at = 0): Generator<Roster> {
  if (at === open.length) yield roster
  else
    for (let employee = NOBODY; employee < schedule.employees.length; employee += 1) {
      roster[open[at]!] = employee
      yield* rostersOf(schedule, open, roster, at + 1)
    }
}

type Prepared = NonNullable<ReturnType<typeof prepare>>

/** One to three decisions that a roster keeps, or just does not. */
function randomDecisions({ instance, search, rosters }: Prepared, random: Random): Decision[] {
  const { dayCount, employeeCount, demands, openDemands } = instance
  const open = openDemands.flatMap((those) => [...those])
  const { cells } = rosters[random.below(rosters.length)]!
  return Array.from({ length: 1 + random.below(3) }, () => {
    const [who, day] = [random.below(employeeCount), random.below(dayCount)]
    const duty = cells[who * dayCount + day]!
    const demand = open[random.below(open.length)]!
    const cover = coverOf(instance, cells, demand)
    const draw = random.below(4)
    const rules = search.sumRulesOf(who)
    if (rules.length > 0 && random.below(2) === 0) {
      const rule = rules[random.below(rules.length)]!
      const sum = sumOfRow(instance, rule, who, cells.slice(who * dayCount, (who + 1) * dayCount))
      return draw % 2 === 0
        ? { kind: 'sum', who, rule, least: 0, most: Math.max(0, sum - random.below(2)) }
        : { kind: 'sum', who, rule, least: sum + random.below(2), most: Infinity }
    }
    if (draw > 1 && duty > 0) return { kind: 'duty', who, day, duty, isTaken: draw === 2 }
    return draw % 2 === 0
      ? { kind: 'cover', demand, least: 0, most: Math.max(0, cover - random.below(2)) }
      : { kind: 'cover', demand, least: Math.min(demands.seats[demand]!, cover + random.below(2)), most: Infinity }
  })
}

/** How many employees have open seats of a demand. */
function coverOf({ duties, demands }: Prepared['instance'], cells: Int32Array, demand: number): number {
  if (demands.isDecided[demand] === 1) return 0
  return cells.reduce((sum, duty) => sum + duties.partsOf(duty).filter((d) => d === demand).length, 0)
}

function keeps({ instance }: Pick<Prepared, 'instance'>, cells: Int32Array, decision: Decision): boolean {
  if (decision.kind === 'duty') return (cells[decision.who * instance.dayCount + decision.day] === decision.duty) === decision.isTaken
  if (decision.kind === 'sum') {
    const { who, rule, least, most } = decision
    const sum = sumOfRow(instance, rule, who, cells.slice(who * instance.dayCount, (who + 1) * instance.dayCount))
    return sum >= least && sum <= most
  }
  const cover = coverOf(instance, cells, decision.demand)
  return cover >= decision.least && cover <= decision.most
}

test(`no roster that keeps decisions costs less than is said of them, on ${WANTED} tiny schedules`, { timeout: 600_000 }, () => {
  let near = 0
  let dearer = 0
  let tried = 0
  for (let seed = 1; tried < WANTED; seed += 1) {
    const { submission } = readSubmission(randomDocument(createRandom(seed), { rules: seed % 2 === 0 ? 'plain' : 'all' }), { callback: 'optional' })
    const prepared = prepare(submission!.schedule)
    if (prepared === null) continue
    tried += 1
    const { search, rosters, totalOf } = prepared
    const random = new Random(seed)
    const best = Math.min(...rosters.map(({ cost }) => cost))
    for (let i = 0; i < CASES_EACH; i += 1) {
      const decisions = i === CASES_EACH - 1 ? [] : distinctDemands(randomDecisions(prepared, random))
      search.enter(decisions)
      search.solveRoot(Infinity)
      const said = totalOf(search.master.bound)
      const those = rosters.filter(({ cells }) => decisions.every((decision) => keeps(prepared, cells, decision)))
      const least = Math.min(...those.map(({ cost }) => cost))
      expect(said, `seed ${seed}, case ${i}: ${JSON.stringify(decisions)}`).toBeLessThanOrEqual(least + TOLERANCE + 1e-9 * Math.abs(said))
      if (said > least - 1) near += 1
      if (said > best + TOLERANCE) dearer += 1
    }
    search.dispose()
  }
  expect(near).toBeGreaterThan((WANTED * CASES_EACH) / 4)
  expect(dearer).toBeGreaterThan(WANTED / 4)
})

test('every roster is in just one of the cases that a case is divided into', () => {
  const times = { cover: 0, duty: 0, sum: 0 }
  for (let seed = 1; Object.values(times).some((of) => of < 3) && seed < 200; seed += 1) {
    const schedule = crew(seed)
    const { instance, search } = searchOf(schedule, rosterOfDecided(schedule))
    const random = new Random(seed)
    const gains = new SumGains()
    for (let decisions: readonly Decision[] = []; ; ) {
      search.enter(decisions)
      search.solveRoot(Infinity)
      const divisions = divisionsOf(search, decisions, gains)
      if (divisions.length === 0) break
      const { parts } = divisions[random.below(divisions.length)]!
      times[parts[0]!.at(-1)!.kind] += 1
      const had = decisions.filter((decision) => parts.some((part) => !part.includes(decision)))
      const added = parts.map((part) => part.filter((decision) => !decisions.includes(decision)))
      for (let i = 0; i < 50; i += 1) {
        const cells = anyCells(instance, random)
        if (!had.every((decision) => keeps({ instance }, cells, decision))) continue
        const kept = added.filter((those) => those.every((decision) => keeps({ instance }, cells, decision)))
        expect(kept, `seed ${seed}: ${JSON.stringify(added)}`).toHaveLength(1)
      }
      decisions = parts[random.below(parts.length)]!
    }
    search.dispose()
  }
  expect(Math.min(...Object.values(times))).toBeGreaterThanOrEqual(3)
})

function anyCells({ employeeCount, dayCount, openDemands }: Prepared['instance'], random: Random): Int32Array {
  return Int32Array.from({ length: employeeCount * dayCount }, (_, cell) => {
    const open = openDemands[cell % dayCount]!
    // The duty of one demand is the next number.
    return random.below(2) === 0 || open.length === 0 ? 0 : open[random.below(open.length)]! + 1
  })
}

/** As cases of branching: one decision for each demand. */
function distinctDemands(decisions: readonly Decision[]): Decision[] {
  return decisions.filter(
    (decision, i) => decision.kind !== 'cover' || decisions.findIndex((d) => d.kind === 'cover' && d.demand === decision.demand) === i,
  )
}

test(`cases together come to the cost of the best roster, on ${CREWS} crews whose linear programme stays below it`, { timeout: 600_000 }, () => {
  let divided = 0
  for (let seed = 1; divided < CREWS; seed += 1) {
    const schedule = crew(seed)
    const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 300_000, solver }))
    if (score[0] > 0) continue
    const { instance, search, totalOf, costOf } = searchOf(schedule, roster)
    search.enter([])
    search.solveRoot(Infinity)
    const root = totalOf(search.master.bound)
    const branching = new Branching(search)
    expect(branching.run(Infinity, () => false)).toBe(true)
    const said = totalOf(branching.bound)
    const best = createState(instance, rosterOfDecided(schedule))
    restoreCells(best, Int32Array.from(branching.rows!.flatMap((row) => [...row])))
    const least = costOf(scoreOf(best))
    expect(said, `seed ${seed}`).toBeLessThanOrEqual(Math.min(least, costOf(score)) + TOLERANCE)
    expect(said, `seed ${seed}`).toBeGreaterThan(least - 1)
    if (root < least - 1) divided += 1
    search.dispose()
  }
})

test('a roster that proving came to is taken once', () => {
  let taken = 0
  for (let seed = 1; taken < CREWS; seed += 1) {
    const schedule = crew(seed)
    // Stopped early, so that there is a better one to come to.
    const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 20_000 }))
    if (score[0] > 0) continue
    const instance = compile(schedule)
    const prover = Prover.create(instance, createSoftening(instance), {
      solver,
      random: new Random(seed),
      move: createMove(instance),
      memory: new Memory(instance.demands.count),
    })!
    prover.improve(cellsOf(instance, roster), score, () => false)
    const cells = prover.takeRoster()
    expect(prover.takeRoster(), `seed ${seed}`).toBe(null)
    prover.dispose()
    if (cells === null) continue
    const state = createState(instance, rosterOfDecided(schedule))
    restoreCells(state, cells)
    expect(scoreOf(state).slice(0, 2), `seed ${seed}`).toEqual(prover.bound?.slice(0, 2))
    taken += 1
  }
})

test('as long as rosters become better, earlier priorities are not looked at case by case', () => {
  let [waited, goneOn] = [0, 0]
  for (let seed = 1; Math.min(waited, goneOn) < CREWS && seed < 300; seed += 1) {
    const schedule = crew(seed, true)
    const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 5_000 }))
    if (score[0] > 0) continue
    const instance = compile(schedule)
    const cells = cellsOf(instance, roster)
    const means = { solver, random: new Random(seed), move: createMove(instance), memory: new Memory(instance.demands.count) }
    const prover = Prover.create(instance, createSoftening(instance), means)!
    prover.improve(cells, score, () => false, true)
    const first = prover.bound
    const isReached = first !== null && score[1] === first[1]
    if (!isReached) {
      expect(prover.isReachedBy(score), `seed ${seed}`).toBe(false)
      expect(first?.[2] ?? 0, `seed ${seed}`).toBe(0)
      expect(prover.isReachedBy([0, first?.[1] ?? 0, 0, 0]), `seed ${seed}`).toBe(true)
      waited += 1
    }
    prover.improve(cells, score, () => false)
    expect(compareScores(prover.bound!, first ?? [0, 0, 0, 0]), `seed ${seed}`).toBeGreaterThanOrEqual(0)
    if (!isReached && prover.bound![1] > (first?.[1] ?? 0)) goneOn += 1
    prover.dispose()
  }
  expect(Math.min(waited, goneOn)).toBeGreaterThanOrEqual(CREWS)
})
