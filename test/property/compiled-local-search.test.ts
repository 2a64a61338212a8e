// Slow: local search in WebAssembly and in plain code goes side by side over schedules with every rule.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import type { Incumbent } from '../../src/engine/local-search/incumbent.ts'
import { freeze, raiseBroken } from '../../src/engine/local-search/penalty-weights.ts'
import { PlainLocalSearch, type LocalSearch } from '../../src/engine/local-search/local-search.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { createSearch, type Search } from '../../src/engine/portfolio/search.ts'
import { Random } from '../../src/engine/random.ts'
import { createState, scoreFromScratch, scoreOf } from '../../src/engine/scoring/state.ts'
import { CompiledLocalSearch } from '../../src/engine/local-search/compiled/compiled-local-search.ts'
import { createSpace } from '../../src/engine/local-search/compiled/space.ts'
import { rosterAsPosted } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { loadLocalSearch } from '../../src/threads/load-local-search.ts'
import { wardWithPatterns } from './any-pattern.ts'
import { createRandom, randomDocument } from './any-schedule.ts'
import { scheduleByDefault } from './by-default.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { datedDocument, type Posted } from './dated-documents.ts'
import { type Chance, chanceOf, type Fields, TAGS } from './draft.ts'
import { everything } from './everything.ts'
import { randomSchedule } from './random-schedule.ts'

const SCHEDULES = casesOf(120)
const ITERATIONS = 300
const WITH_PATTERNS = { contractRules: { firstPriorityWeight: 3 }, assignShift: { secondPriorityWeight: 1 } }
/** From warm to cold, in units of the lightest rule. */
const TEMPERATURES = [1000, 30, 3, 0.3, 0.01]
const EXAMPLES = [
  'clinic-week',
  'hospital-month',
  'shop-curve',
  'call-centre-breaks',
  'every-field',
  'restaurant-week',
  'repeating-rota',
  'shop-month',
]

const code = loadLocalSearch()

/** A search of a schedule that has just begun. */
function begin(schedule: Schedule, localSearch: typeof code | null): Search {
  const state = createState(compile(schedule), rosterAsPosted(schedule))
  const incumbent: Incumbent = { cells: state.cells.slice(), score: scoreOf(state), revision: 1, bound: null }
  const pace = { clock: () => 0, progress: () => 0, onLook: () => {}, onCycle: () => {}, onNeighbourhood: () => {} }
  const help = { solver: null, proves: false, isAlone: () => true, localSearch }
  return createSearch({ state, incumbent, random: new Random(7), pace, help, params: DEFAULT_PARAMS })
}

/** All that local search leaves behind. */
function standOf({ state, incumbent, changed, random }: Search) {
  const words = new Int32Array(4)
  random.leave(words)
  return {
    cells: [...state.cells],
    filled: [...state.filled],
    sums: state.sums.map((sums) => [...sums]),
    met: [...state.met],
    rest: state.rows.rest.map((rest) => [...rest]),
    score: [...state.score],
    best: [...incumbent.cells],
    bestScore: incumbent.score,
    revision: incumbent.revision,
    changed: [...changed.rows.subarray(0, changed.count)],
    words: [...words],
  }
}

/** Takes both from warm to cold, with other penalty weights in between; answers how many moves were evaluated. */
function searchBoth(
  label: string,
  [plain, compiled]: readonly [Search, Search],
  [first, second]: readonly [LocalSearch, LocalSearch],
  iterations: number,
): number {
  let moves = 0
  for (const [at, temperature] of TEMPERATURES.entries()) {
    if (at === 2) {
      for (const { state, penaltyWeights } of [plain, compiled]) {
        raiseBroken(state, penaltyWeights)
        freeze(state.instance, penaltyWeights, 0, false)
      }
      first.refresh()
      second.refresh()
    }
    const evaluated = first.step(iterations, temperature)
    expect(second.step(iterations, temperature), label).toBe(evaluated)
    expect(standOf(compiled), `${label} at ${temperature}`).toEqual(standOf(plain))
    moves += evaluated
  }
  expect(scoreOf(compiled.state), label).toEqual(scoreFromScratch(compiled.state))
  return moves
}

function exampleOf(name: string): Schedule {
  const posted: unknown = JSON.parse(readFileSync(new URL(`../../examples/${name}.json`, import.meta.url), 'utf8'))
  return readSubmission(posted, { callback: 'optional' }).submission!.schedule
}

/** The document with other contracts; null where it is refused. */
function withContracts(document: Posted, change: (contract: Fields) => Fields): Schedule | null {
  const employees = document.employees.map((employee) =>
    employee['contract'] === undefined ? employee : { ...employee, contract: change(employee['contract'] as Fields) },
  )
  const contracts = ((document['contracts'] ?? []) as Fields[]).map(change)
  return readSubmission({ ...document, contracts, employees }, { callback: 'optional' }).submission?.schedule ?? null
}

function randomSuccession(chance: Chance): Fields {
  const limit = chance.one<Fields>([{ nextDay: true }, { withinMinutes: 60 * chance.whole(1, 40) }])
  return { kind: 'succession', after: [chance.one(TAGS)], forbidden: [chance.one(TAGS), ...chance.some(TAGS, 0.3)], ...limit }
}

/** Schedules by seed; null where the one of a seed is refused. */
const DRAWN: Readonly<Record<string, (seed: number) => Schedule | null>> = {
  'with every rule': (seed) => randomSchedule(seed).schedule,
  'with all rules at once': (seed) => everything(seed)?.schedule ?? null,
  'that nobody weighs, with shifts that are decided': scheduleByDefault,
  'with patterns alone': (seed) => {
    const chance = chanceOf(createRandom(seed))
    return wardWithPatterns(chance, { days: chance.whole(5, 16), historyDays: chance.whole(0, 6), settings: WITH_PATTERNS })
  },
  'with successions alone': (seed) => {
    const chance = chanceOf(createRandom(-seed))
    return withContracts(randomDocument(createRandom(seed), { rules: 'all' }) as Posted, (contract) => ({
      ...contract,
      rules: [randomSuccession(chance), randomSuccession(chance)],
    }))
  },
  // Contract rules with conditions would be asked for whoever has which contract.
  'of people whose contracts change': (seed) => withContracts(datedDocument(new Random(seed)), (contract) => ({ ...contract, rules: [] })),
}

test.each(Object.entries(DRAWN))(`both make the same moves on ${SCHEDULES} schedules %s`, (kind, draw) => {
  let [drawn, moves] = [0, 0]
  for (let seed = FIRST_SEED; drawn < SCHEDULES; seed += 1) {
    const schedule = draw(seed)
    if (schedule === null) continue
    const both = [begin(schedule, null), begin(schedule, code)] as const
    expect(both[1].space).not.toBeNull()
    const searches = [new PlainLocalSearch(both[0]), new CompiledLocalSearch(both[1], both[1].space!)] as const
    moves += searchBoth(`${kind}, seed ${seed}`, both, searches, ITERATIONS)
    drawn += 1
  }
  expect(moves).toBeGreaterThan(100 * SCHEDULES)
})

test.each(EXAMPLES)('both make the same moves on the example %s', (name) => {
  const schedule = exampleOf(name)
  const both = [begin(schedule, null), begin(schedule, code)] as const
  expect(searchBoth(name, both, [new PlainLocalSearch(both[0]), new CompiledLocalSearch(both[1], both[1].space!)], 4000)).toBeGreaterThan(1000)
})

test('where there is no room left for duties of several shifts local search goes on without the code, from where it stands', () => {
  const schedule = exampleOf('hospital-month')
  const plain = begin(schedule, null)
  const without = begin(schedule, null)
  const space = createSpace(code, without.state, DEFAULT_PARAMS, 20)!
  const compiled = { ...without, state: space.state, move: space.move, space }
  const known = compiled.state.instance.duties.count
  expect(searchBoth('no room', [plain, compiled], [new PlainLocalSearch(plain), new CompiledLocalSearch(compiled, space)], 4000)).toBeGreaterThan(
    1000,
  )
  expect(compiled.state.instance.duties.count).toBeGreaterThan(known + 20)
})
