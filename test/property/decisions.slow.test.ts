// Slow: columns are priced anew for each decision, and what is said of it is held against all rosters.
import { expect, test } from 'vitest'
import { scoreOf } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { divisionsOf } from '../../src/engine/bounds/divide.ts'
import { forbidsSeveralShifts, relax } from '../../src/engine/bounds/relax.ts'
import type { Decision } from '../../src/engine/column-generation/column-generation.ts'
import { SumGains } from '../../src/engine/bounds/sum-gains.ts'
import { Random } from '../../src/engine/random.ts'
import { sumOfRow } from '../../src/engine/rows/sum-limit.ts'
import { cellsOf } from '../../src/engine/scoring/state.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { isDecided, NOBODY, rosterOfDecided, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Score } from '../../src/model/score.ts'
import { casesOf } from './cases.ts'
import { drawnSchedule } from './random-schedule.ts'
import { smallWard } from './small-ward.ts'
import { searchOf } from './search-of.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'

const MAX_ROSTERS = 1_024
/** They notice every mutant. */
const WANTED = casesOf(8)
const CASES_EACH = 5
const TOLERANCE = 1e-3

interface Judged {
  readonly cells: Int32Array
  readonly cost: number
}

/** The same with all rosters that break nothing of the first priority; null where there are none, or too many. */
function prepare(schedule: Schedule) {
  const open = schedule.shifts.flatMap((shift, index) => (isDecided(shift) ? [] : [index]))
  if (open.length < 2 || (schedule.employees.length + 1) ** open.length > MAX_ROSTERS) return null
  const instance = relax(compile(schedule))
  const [first, second] = createPenaltyWeights(instance, DEFAULT_PARAMS).active
  if (first === undefined || second === undefined || !forbidsSeveralShifts(instance, first)) return null
  const judged: { roster: Roster; score: Score }[] = []
  for (const roster of rostersOf(schedule, open)) {
    const score = scoreOf(schedule, roster)
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
        ? { kind: 'sum', who, rule, min: 0, max: Math.max(0, sum - random.below(2)) }
        : { kind: 'sum', who, rule, min: sum + random.below(2), max: Infinity }
    }
    if (draw > 1 && duty > 0) return { kind: 'duty', who, day, duty, isTaken: draw === 2 }
    return draw % 2 === 0
      ? { kind: 'cover', demand, min: 0, max: Math.max(0, cover - random.below(2)) }
      : { kind: 'cover', demand, min: Math.min(demands.seats[demand]!, cover + random.below(2)), max: Infinity }
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
    const { who, rule, min, max } = decision
    const sum = sumOfRow(instance, rule, who, cells.slice(who * instance.dayCount, (who + 1) * instance.dayCount))
    return sum >= min && sum <= max
  }
  const cover = coverOf(instance, cells, decision.demand)
  return cover >= decision.min && cover <= decision.max
}

test(`no roster that keeps decisions costs less than is said of them, on ${WANTED} tiny schedules`, () => {
  let near = 0
  let dearer = 0
  let tried = 0
  for (let seed = 1; tried < WANTED; seed += 1) {
    const prepared = prepare(drawnSchedule(seed, seed % 2 === 0 ? 'plain' : 'all').schedule)
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
      const min = Math.min(...those.map(({ cost }) => cost))
      expect(said, `seed ${seed}, case ${i}: ${JSON.stringify(decisions)}`).toBeLessThanOrEqual(min + TOLERANCE + 1e-9 * Math.abs(said))
      if (said > min - 1) near += 1
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
    const schedule = smallWard(seed)
    const { instance, search } = searchOf(schedule, rosterOfDecided(schedule))
    const random = new Random(seed)
    const gains = new SumGains(DEFAULT_PARAMS.bounds)
    for (let decisions: readonly Decision[] = []; ; ) {
      search.enter(decisions)
      search.solveRoot(Infinity)
      const divisions = divisionsOf(search, DEFAULT_PARAMS.bounds, decisions, gains)
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
