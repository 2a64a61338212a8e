// Slow: each schedule goes through many linear programs.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { Prover } from '../../src/engine/bounds/prover.ts'
import { createCosts } from '../../src/engine/column-generation/costs.ts'
import type { LinearSolver } from '../../src/engine/column-generation/linear-solver.ts'
import { ColumnPool } from '../../src/engine/column-generation/column-pool.ts'
import { diveAway, relaxAndFix } from '../../src/engine/column-generation/solve-neighbourhood.ts'
import { LargeNeighbourhoodSearch } from '../../src/engine/column-generation/large-neighbourhood.ts'
import { Random } from '../../src/engine/random.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { wholeSpan } from '../../src/engine/scoring/one-row.ts'
import { createState, rosterOf, scoreFromScratch, scoreOf } from '../../src/engine/scoring/state.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { compareScores } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf } from './cases.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'

const SCHEDULES = casesOf(20)
const STEPS = 10_000

/** A random roster of a random schedule, everybody on all days, and what pricing works with; null where the schedule has no employees. */
function randomWork(seed: number, solver: LinearSolver) {
  const random = new Random(seed)
  const unit = (): number => random.unit()
  const document = randomDocument(unit, { rules: seed % 3 === 0 ? 'plain' : 'all' })
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  const instance = compile(schedule)
  if (instance.employeeCount === 0) return null
  const state = createState(instance, randomRoster(schedule, unit))
  const penaltyWeights = createPenaltyWeights(instance, DEFAULT_PARAMS)
  const costs = createCosts(instance, penaltyWeights)
  const means = { solver, random, move: createMove(instance), pool: ColumnPool.for(instance, DEFAULT_PARAMS.columns), canDiveAway: false }
  const tools = { ...means, costs, finders: null, strict: null, seats: costs, spend: () => false }
  const neighbourhood = { employees: Array.from({ length: instance.employeeCount }, (_, e) => e), span: wholeSpan(state) }
  return { schedule, instance, state, penaltyWeights, means, tools, neighbourhood }
}

test(`a large neighbourhood never makes a roster worse, on ${SCHEDULES} random schedules with every rule`, async () => {
  const highs = await loadHighs()
  let bettered = 0
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const work = randomWork(seed, highs)
    if (work === null) continue
    const { schedule, instance, state, penaltyWeights, means } = work
    const neighbourhoods = new LargeNeighbourhoodSearch(state, penaltyWeights, means)
    let last = scoreOf(state)
    const isOver = (steps: number): boolean => steps > STEPS
    const onBetter = (): void => {
      const now = scoreOf(state)
      expect(compareScores(now, last), `seed ${seed}`).toBeLessThan(0)
      last = now
    }
    const left = (steps: number): number => (isOver(steps) ? 0 : 1)
    const { isBetter } = neighbourhoods.run(state, {
      progress: (steps) => steps / STEPS,
      isOver,
      left,
      onBetter,
      climb: () => ({ prices: null, steps: 0 }),
      excursion: { isOn: () => false, begin: () => {}, giveUp: () => {} },
    })
    if (isBetter) bettered += 1
    expect(scoreOf(state), `seed ${seed}`).toEqual(last)
    expect(scoreFromScratch(state), `seed ${seed}`).toEqual(last)
    expect(judge(schedule, rosterOf(instance, state.cells)).score, `seed ${seed}`).toEqual(last)
  }
  expect(bettered).toBeGreaterThan(SCHEDULES / 2)
})

test('nor does relax-and-fix, or a neighbourhood of a single day', async () => {
  const highs = await loadHighs()
  let [bettered, kept] = [0, 0]
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const work = randomWork(seed, highs)
    if (work === null) continue
    const { schedule, instance, state, tools, neighbourhood } = work
    for (let again = 0; again < 4; again += 1) {
      const before = scoreOf(state)
      const outcome = relaxAndFix(
        state,
        neighbourhood,
        tools,
        { share: 0.02, rounds: 12, stopsWhenTailing: true },
        ColumnPool.for(instance, DEFAULT_PARAMS.columns),
      )
      if (outcome === 'better') bettered += 1
      else kept += 1
      const now = scoreOf(state)
      const change = compareScores(now, before)
      expect(outcome === 'better' ? change < 0 : change === 0, `seed ${seed}: ${outcome}`).toBe(true)
      expect(scoreFromScratch(state), `seed ${seed}`).toEqual(now)
      expect(judge(schedule, rosterOf(instance, state.cells)).score, `seed ${seed}`).toEqual(now)
    }
  }
  expect(bettered).toBeGreaterThan(SCHEDULES / 4)
  expect(kept).toBeGreaterThan(SCHEDULES / 4)
})

test('a dive that leads away leaves a roster that is what it says, or the one that there was', async () => {
  const highs = await loadHighs()
  const outcomes = new Map<string, number>()
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const work = randomWork(seed, highs)
    if (work === null) continue
    const { schedule, instance, state, penaltyWeights, means, tools } = work
    const prover = Prover.create(instance, penaltyWeights, means)
    for (let again = 0; prover !== null && again < 4; again += 1) {
      const [before, cells] = [scoreOf(state), state.cells.slice()]
      const { climbed } = prover.climb(cells, 1, () => false)
      // The last time, time is over soon.
      let steps = 0
      const spend = (more: number): boolean => again === 3 && (steps += 1 + more) > 20
      const outcome = diveAway(state, climbed!.ascent, { ...tools, spend })
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      const now = scoreOf(state)
      if (outcome === 'none') expect(state.cells, `seed ${seed}`).toEqual(cells)
      else expect(Math.sign(compareScores(now, before)), `seed ${seed}`).toBe({ better: -1, other: 0, away: 1, proved: NaN }[outcome])
      expect(scoreFromScratch(state), `seed ${seed}`).toEqual(now)
      expect(judge(schedule, rosterOf(instance, state.cells)).score, `seed ${seed}`).toEqual(now)
    }
    prover?.dispose()
  }
  expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['better', 'away', 'none']))
})

/** Looks at a clock that shows a millisecond more each time: as long as the search, whatever the machine. */
const LOOKS = 3000

function everyLook(): () => number {
  let now = 0
  return () => (now += 1)
}

test('within a cycle, what others found is gone on from where time ends the search, and not heard where iterations do', async () => {
  const { schedule } = readSubmission(JSON.parse(await readFile('examples/hospital-month.json', 'utf8')), { callback: 'optional' }).submission!
  const solver = await loadHighs()
  const cycles = new Set<number>()
  let calls = 0
  const known = solve(schedule, solveOptions({ seed: 2, maxMs: LOOKS, clock: everyLook(), solver }))
  const heard = solve(
    schedule,
    solveOptions({
      maxMs: LOOKS,
      clock: everyLook(),
      solver,
      meet: ({ cycle }) => {
        cycles.add(cycle)
        calls += 1
        return calls === 1 ? known : null
      },
    }),
  )
  expect(calls).toBeGreaterThan(cycles.size)
  expect(compareScores(heard.score, known.score)).toBeLessThanOrEqual(0)
  expect(judge(schedule, heard.roster).score).toEqual(heard.score)
  const met: number[] = []
  solve(
    schedule,
    solveOptions({
      maxIterations: 300_000,
      maxMs: LOOKS,
      clock: everyLook(),
      solver,
      meet: ({ cycle }) => {
        met.push(cycle)
        return null
      },
    }),
  )
  expect(met).toEqual([...new Set(met)])
})

test('the same seed and iterations give the same roster with large neighbourhoods', async () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const random = new Random(seed)
    const { schedule } = readSubmission(
      randomDocument(() => random.unit(), { rules: 'all' }),
      { callback: 'optional' },
    ).submission!
    const search = async () => solve(schedule, solveOptions({ seed, maxIterations: 60_000, solver: await loadHighs(), proves: true }))
    const once = await search()
    const again = await search()
    expect(again.roster, `seed ${seed}`).toEqual(once.roster)
    expect(again.score, `seed ${seed}`).toEqual(once.score)
    expect(judge(schedule, once.roster).score).toEqual(once.score)
  }
})
