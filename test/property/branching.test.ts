// Slow: cases of proofs are solved to their end and held against all rosters.
import { expect, test } from 'vitest'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { Branching } from '../../src/engine/bounds/branching.ts'
import { ColumnPool } from '../../src/engine/column-generation/column-pool.ts'
import type { FirstOnly } from '../../src/engine/bounds/proof-methods.ts'
import { Prover } from '../../src/engine/bounds/prover.ts'
import { Random } from '../../src/engine/random.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { cellsOf, createState, restoreCells, scoreOf } from '../../src/engine/scoring/state.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { rosterOfDecided } from '../../src/model/roster.ts'
import { compareScores, PERFECT, type Score } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { casesOf } from './cases.ts'
import { smallWard } from './small-ward.ts'
import { searchOf } from './search-of.ts'
import { DEFAULT_PARAMS, type SearchParams } from '../../src/engine/portfolio/params.ts'

const WARDS = casesOf(1)
const TOLERANCE = 1e-3
/** None of the wards before it is divided: what their linear programs say is what their best roster costs. */
const FIRST_DIVIDED_SEED = 12

/** Large neighbourhoods, and proofs that do not wait, look at two priorities. */
const TWO: SearchParams = { ...DEFAULT_PARAMS, neighbourhoods: { ...DEFAULT_PARAMS.neighbourhoods, maxPriorities: 2 } }

const solver = await loadHighs()

test(`nodes together come to the cost of the best roster, on ${WARDS} small wards whose linear program stays below it`, () => {
  let divided = 0
  for (let seed = FIRST_DIVIDED_SEED; divided < WARDS; seed += 1) {
    const schedule = smallWard(seed)
    const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 300_000, solver }))
    if (score[0] > 0) continue
    const { instance, search, totalOf, costOf } = searchOf(schedule, roster)
    search.enter([])
    search.solveRoot(Infinity)
    const root = totalOf(search.master.bound)
    const branching = new Branching(search, DEFAULT_PARAMS.bounds)
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

test('a bound is as high where pricing leaves off early at first, for then it looks further', () => {
  const hasty = { ...DEFAULT_PARAMS, rows: { ...DEFAULT_PARAMS.rows, maxLabels: 1, labelsToProve: 1, often: 1000 } }
  let [roots, lower] = [0, 0]
  for (let seed = 1; roots < 10 * WARDS; seed += 1) {
    const schedule = smallWard(seed)
    const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 5_000 }))
    if (score[0] > 0) continue
    const rootOf = (params: SearchParams): number => {
      const { search, totalOf } = searchOf(schedule, roster, params)
      search.enter([])
      expect(search.solveRoot(Infinity)).toBe('open')
      const bound = totalOf(search.master.bound)
      search.dispose()
      return bound
    }
    const plain = rootOf(DEFAULT_PARAMS)
    expect(rootOf(hasty), `seed ${seed}`).toBeGreaterThan(plain - 1)
    if (rootOf({ ...hasty, columns: { ...hasty.columns, maxEffort: 1 } }) < plain - 1) lower += 1
    roots += 1
  }
  // So early that it matters.
  expect(lower).toBeGreaterThan(WARDS)
})

test('a roster that proving came to is taken once', () => {
  let taken = 0
  for (let seed = 1; taken < WARDS; seed += 1) {
    const schedule = smallWard(seed)
    // Stopped early, so that there is a better one to come to.
    const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 20_000 }))
    if (score[0] > 0) continue
    const instance = compile(schedule)
    const prover = Prover.create(instance, createPenaltyWeights(instance, DEFAULT_PARAMS), {
      solver,
      random: new Random(seed),
      move: createMove(instance),
      pool: ColumnPool.for(instance, DEFAULT_PARAMS.columns),
    })!
    prover.improve('branching', { cells: cellsOf(instance, roster), score }, () => false)
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
  for (let seed = 1; Math.min(waited, goneOn) < WARDS && seed < 60 * WARDS; seed += 1) {
    const schedule = smallWard(seed, true)
    const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 5_000 }))
    if (score[0] > 0) continue
    const instance = compile(schedule)
    const cells = cellsOf(instance, roster)
    const means = {
      solver,
      random: new Random(seed),
      move: createMove(instance),
      pool: ColumnPool.for(instance, DEFAULT_PARAMS.columns),
    }
    const prover = Prover.create(instance, createPenaltyWeights(instance, DEFAULT_PARAMS), means)!
    prover.improve('branching', { cells, score }, () => false, { firstOnly: 'earlier' })
    const first = prover.bound
    const isReached = first !== null && score[1] === first[1]
    if (!isReached) {
      expect(prover.isReachedBy(score), `seed ${seed}`).toBe(false)
      expect(first?.[2] ?? 0, `seed ${seed}`).toBe(0)
      expect(prover.isReachedBy([0, first?.[1] ?? 0, 0, 0]), `seed ${seed}`).toBe(true)
      waited += 1
    }
    prover.improve('branching', { cells, score }, () => false)
    expect(compareScores(prover.bound!, first ?? [0, 0, 0, 0]), `seed ${seed}`).toBeGreaterThanOrEqual(0)
    if (!isReached && prover.bound![1] > (first?.[1] ?? 0)) goneOn += 1
    prover.dispose()
  }
  expect(Math.min(waited, goneOn)).toBeGreaterThanOrEqual(WARDS)
})

test('as long as rosters become better beside others, no priority is looked at case by case, and going on comes to the same bound', () => {
  let waited = 0
  for (let seed = FIRST_DIVIDED_SEED; waited < WARDS && seed < 60 * WARDS; seed += 1) {
    const schedule = smallWard(seed)
    const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 5_000 }))
    if (score[0] > 0) continue
    const instance = compile(schedule)
    const incumbent = { cells: cellsOf(instance, roster), score }
    const boundsOf = (...turns: readonly FirstOnly[]): readonly Score[] => {
      const means = { solver, random: new Random(seed), move: createMove(instance), pool: ColumnPool.for(instance, TWO.columns) }
      const prover = Prover.create(instance, createPenaltyWeights(instance, TWO), means)!
      const bounds = turns.map((firstOnly) => {
        prover.improve('branching', incumbent, () => false, { firstOnly })
        return prover.bound ?? PERFECT
      })
      prover.dispose()
      return bounds
    }
    const [first, goneOn] = boundsOf('all', 'none')
    const [earlier] = boundsOf('earlier')
    const [whole] = boundsOf('none')
    expect(compareScores(first!, earlier!), `seed ${seed}`).toBeLessThanOrEqual(0)
    expect(goneOn, `seed ${seed}`).toEqual(whole)
    if (compareScores(first!, earlier!) < 0) waited += 1
  }
  expect(waited).toBeGreaterThanOrEqual(WARDS)
})

test('linear programs begin with the rows by which prices climbed last', () => {
  const counts = [20, 0].map((rememberedRounds) => {
    const params = { ...TWO, bounds: { ...TWO.bounds, largeMaster: 0, rememberedRounds } }
    const schedule = smallWard(FIRST_DIVIDED_SEED)
    const { roster, score } = solve(schedule, solveOptions({ maxIterations: 5_000 }))
    const instance = compile(schedule)
    const pool = ColumnPool.for(instance, params.columns)
    const prover = Prover.create(instance, createPenaltyWeights(instance, params), {
      solver,
      random: new Random(1),
      move: createMove(instance),
      pool,
    })!
    const incumbent = { cells: cellsOf(instance, roster), score }
    while (prover.dueFor(score) === 'ascent') prover.improve('ascent', incumbent, () => false)
    // The linear program is solved once.
    prover.improve('branching', incumbent, () => true)
    prover.dispose()
    return schedule.employees.map((_, employee) => pool.rowsOf(employee).length)
  })
  const [begun, notBegun] = counts.map((each) => each.reduce((sum, count) => sum + count, 0))
  expect(begun).toBeGreaterThan(2 * notBegun!)
})

test('where prices climb first, the two methods take turns with each priority, and come to the same bound as linear programs alone', () => {
  const params = { ...DEFAULT_PARAMS, bounds: { ...DEFAULT_PARAMS.bounds, largeMaster: 0 } }
  let handedOver = 0
  for (let seed = 1; handedOver < WARDS && seed < 60 * WARDS; seed += 1) {
    const schedule = smallWard(seed, true)
    const { roster, score } = solve(schedule, solveOptions({ seed, maxIterations: 5_000 }))
    if (score[0] > 0) continue
    const instance = compile(schedule)
    const incumbent = { cells: cellsOf(instance, roster), score }
    const proverWith = (of: typeof DEFAULT_PARAMS): Prover => {
      const means = { solver, random: new Random(seed), move: createMove(instance), pool: ColumnPool.for(instance, of.columns) }
      return Prover.create(instance, createPenaltyWeights(instance, of), means)!
    }
    const alone = proverWith(DEFAULT_PARAMS)
    expect(alone.improve('branching', incumbent, () => false).isHandedOver, `seed ${seed}`).toBe(false)
    const both = proverWith(params)
    const took: string[] = []
    for (let isHandedOver = true; isHandedOver && took.length < 10; ) {
      const method = both.dueFor(score)
      took.push(method)
      const improvement = both.improve(method, incumbent, () => false)
      ;({ isHandedOver } = improvement)
      expect(improvement.steps, `seed ${seed}, ${method}`).toBeGreaterThan(0)
      if (isHandedOver) expect(both.dueFor(score), `seed ${seed}`).not.toBe(method)
    }
    expect(took[0]).toBe('ascent')
    expect(took.length).toBeLessThan(10)
    if (took.length > 1) handedOver += 1
    expect(both.bound, `seed ${seed}`).toEqual(alone.bound)
    alone.dispose()
    both.dispose()
  }
  expect(handedOver).toBeGreaterThanOrEqual(WARDS)
})

test('a method that it is not up to does nothing', () => {
  const schedule = smallWard(1, true)
  const { roster, score } = solve(schedule, solveOptions({ maxIterations: 5_000 }))
  const instance = compile(schedule)
  const means = { solver, random: new Random(1), move: createMove(instance), pool: ColumnPool.for(instance, DEFAULT_PARAMS.columns) }
  const prover = Prover.create(instance, createPenaltyWeights(instance, DEFAULT_PARAMS), means)!
  expect(prover.improve('ascent', { cells: cellsOf(instance, roster), score }, () => false)).toEqual({ steps: 0, isHandedOver: true })
  expect(prover.bound).toBe(null)
})
