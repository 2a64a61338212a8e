import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { judge } from '../../src/checker/check.ts'
import { freeStretchesOf } from '../../src/checker/rules/free-stretches.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { NEIGHBOURHOODS } from '../../src/engine/local-search/neighbourhoods.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { Random } from '../../src/engine/random.ts'
import { apply, createMove, evaluate } from '../../src/engine/scoring/evaluate.ts'
import { createState, rosterOf, scoreFromScratch } from '../../src/engine/scoring/state.ts'
import type { Schedule, Shift } from '../../src/model/schedule.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { randomRestRule } from './any-rest.ts'
import { createRandom, randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { chanceOf, type Fields } from './draft.ts'

const WALKS = casesOf(120)
const ROWS = casesOf(300)
const STEPS = 8
const SETTINGS = { others: 'off', contractRules: { firstPriorityWeight: 1 }, assignShift: { secondPriorityWeight: 1 } }

/** A random schedule in which everybody has rules about rests, and no other costs anything; null where it is refused. */
function scheduleWithRests(seed: number): Schedule | null {
  const random = createRandom(seed)
  const chance = chanceOf(random)
  const document = randomDocument(random, { rules: 'plain' }) as Fields & { readonly employees: Fields[] }
  for (const employee of document.employees)
    Object.assign(employee, { contract: { rules: Array.from({ length: chance.whole(1, 4) }, () => randomRestRule(chance)) }, contractId: undefined })
  return readSubmission({ ...document, settings: SETTINGS }, { callback: 'optional' }).submission?.schedule ?? null
}

test(`rests, spans and windows of hours cost the same by the search, from scratch and by the checker, on ${WALKS} random walks`, () => {
  let [read, broken] = [0, 0]
  for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed += 1) {
    const schedule = scheduleWithRests(seed)
    if (schedule === null) continue
    read += 1
    const random = new Random(seed)
    const instance = compile(schedule)
    const state = createState(
      instance,
      randomRoster(schedule, () => random.unit()),
    )
    const move = createMove(instance)
    for (let step = 0; step < STEPS; step += 1) {
      const neighbourhood = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
      if (!neighbourhood.propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
      apply(state, move)
      expect([...state.score], `seed ${seed} step ${step}: ${neighbourhood.name}`).toEqual(scoreFromScratch(state))
    }
    const { score, violations } = judge(schedule, rosterOf(instance, state.cells))
    expect(score, `seed ${seed}`).toEqual([...state.score])
    if (violations.some(({ setting }) => setting === 'contractRules')) broken += 1
  }
  expect(read).toBeGreaterThan(WALKS / 2)
  expect(broken).toBeGreaterThan(read / 2)
})

test('a bound follows rests between neighbours and spans: of two nurses and three days the best roster is proved', async () => {
  const rules = [
    { kind: 'rest', after: ['night'], before: ['day'], minMinutes: 2880, priority: 3 },
    { kind: 'rest', minMinutes: 600, priority: 3 },
    { kind: 'span', maxMinutes: 720, priority: 3, weight: 2 },
  ]
  const times = { day: ['T06:00', 'T14:00'], long: ['T08:00', 'T20:01'], night: ['T20:00', 'T23:59'] }
  const shifts = ['2027-03-01', '2027-03-02', '2027-03-03'].flatMap((date, day) =>
    Object.entries(times).map(([tag, [from, to]], at) => ({ id: 3 * day + at + 1, spot: 1, start: date + from, end: date + to, tags: [tag] })),
  )
  const document = {
    timeZone: 'UTC',
    settings: { ...SETTINGS, oneShiftPerDay: { firstPriorityWeight: 20 } },
    contracts: [{ id: 1, rules }],
    employees: [
      { id: 1, contractId: 1 },
      { id: 2, contractId: 1 },
    ],
    spots: [{ id: 1 }],
    shifts: shifts.filter((_, at) => at % 4 !== 3),
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = submission!
  const found = solve(schedule, solveOptions({ seed: 1, maxIterations: 20_000, solver: await loadHighs(), proves: true }))
  const best = bestByForce(schedule).score
  expect([found.score, found.bound, found.boundLeavesOut]).toEqual([best, best, []])
  // A long shift is a minute too long, twice weighed; the rest from it to the day shift of the third day is a minute too short.
  expect(best).toEqual([0, 1, 3, 0])
})

test(`the longest time without work in a window is what looking at each minute finds, in ${ROWS} rows`, () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + ROWS; seed += 1) {
    const chance = chanceOf(createRandom(seed))
    const shifts = Array.from({ length: chance.whole(1, 7) }, () => {
      const start = chance.whole(0, 60)
      return { start, end: start + chance.whole(1, 12) } as unknown as Shift
    }).sort((a, b) => a.start - b.start)
    const free = freeStretchesOf(shifts)
    for (const { start: from } of shifts) {
      const until = from + chance.whole(1, 50)
      let [longest, length] = [0, 0]
      for (let minute: number = from; minute < until; minute += 1) {
        length = shifts.some(({ start, end }) => start <= minute && minute < end) ? 0 : length + 1
        longest = Math.max(longest, length)
      }
      expect(free.longest(from, until), `seed ${seed} from ${from} to ${until}`).toBe(longest)
    }
  }
})
