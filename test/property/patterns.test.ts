// Slow: thousands of rosters are scored by the engine and judged by the checker.
import { describe, expect, test } from 'vitest'
import { isFault, parsePattern } from '../../src/api/parse-pattern.ts'
import { judge } from '../../src/checker/check.ts'
import { matchEnds } from '../../src/checker/rules/match-days.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { OFF } from '../../src/engine/instance/duties.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import { createPenaltyWeights, weightedUnits } from '../../src/engine/local-search/penalty-weights.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { costAlong } from '../../src/engine/rows/resource.ts'
import { PATTERN } from '../../src/engine/rules/pattern/kind.ts'
import { apply, createMove, evaluate } from '../../src/engine/scoring/evaluate.ts'
import { fillWithRow, rowOf } from '../../src/engine/scoring/one-row.ts'
import { createState, rosterOf, scoreFromScratch, scoreOf } from '../../src/engine/scoring/state.ts'
import { automatonOf, type PatternAutomaton } from '../../src/model/pattern-automaton.ts'
import type { Pattern } from '../../src/model/pattern.ts'
import { NOBODY } from '../../src/model/roster.ts'
import { createRandom } from './any-schedule.ts'
import { randomExpression, wardWithPatterns } from './any-pattern.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { chanceOf } from './draft.ts'

const EXPRESSIONS = casesOf(4000)
const ROWS = casesOf(400)
const STEPS = 10
const NAMES = ['A', 'B', 'o']
const SETTINGS = { contractRules: { firstPriorityWeight: 3 }, assignShift: { secondPriorityWeight: 1 } }

/** A pattern of days each of which one name alone fits. */
function patternOf(text: string): Pattern {
  const parsed = parsePattern(text)
  if (isFault(parsed)) throw new Error(`${text}: ${parsed.detail}`)
  const days = parsed.names.map((name) => (name === 'o' ? { name, tags: [], off: true } : { name, tags: [name], off: false }))
  return { text, days, root: parsed.root, starts: null }
}

/** Days on which a match ends, by an engine of regular expressions that is not ours: every stretch of the row is tried. */
function endsByRegExp(text: string, row: string): number[] {
  const body = text.replaceAll(' ', '')
  return [...row].flatMap((_, day) => {
    const isEnd = Array.from({ length: day + 1 }, (_start, start) => {
      const expression = new RegExp(`(?:${body})(?<=^.{${day + 1}})`, 'y')
      expression.lastIndex = start
      return expression.test(row)
    })
    return isEnd.includes(true) ? [day] : []
  })
}

/** Days on which the automaton says that a match ends, in a row without history. */
function endsByAutomaton({ letterOf, letters, states, next, accepts, variantOf }: PatternAutomaton, { days }: Pattern, row: string): number[] {
  let state = 0
  return [...row].flatMap((letter, day) => {
    const names = days.reduce((bits, { name }, at) => (name === letter ? bits | (1 << at) : bits), 0)
    state = next[(variantOf[day === 0 ? 3 : 1] * states + state) * letters + letterOf[names]!]!
    return (accepts[state]! & (day === row.length - 1 ? 2 : 1)) === 0 ? [] : [day]
  })
}

test(`automaton, checker and JavaScript say the same of ${EXPRESSIONS} random expressions and rows`, () => {
  let [matched, large] = [0, 0]
  for (let seed = FIRST_SEED; seed < FIRST_SEED + EXPRESSIONS; seed += 1) {
    const chance = chanceOf(createRandom(seed))
    const pattern = patternOf(randomExpression(chance, NAMES, 2))
    const { automaton } = automatonOf(pattern)
    const row = Array.from({ length: chance.whole(1, 8) }, () => chance.one(NAMES)).join('')
    const label = `seed ${seed}: ${pattern.text} on ${row}`
    const wanted = endsByRegExp(pattern.text, row)
    const fits = pattern.days.map(({ name }) => Uint8Array.from(row, (letter) => (letter === name ? 1 : 0)))
    const checked = matchEnds(pattern, { weekdays: [...row].map((_, day) => day % 7), first: 0, fits })
    expect(
      checked.map(({ day }) => day),
      label,
    ).toEqual(wanted)
    if (automaton === null) large += 1
    else expect(endsByAutomaton(automaton, pattern, row), label).toEqual(wanted)
    if (wanted.length > 0) matched += 1
  }
  expect(matched).toBeGreaterThan(EXPRESSIONS / 4)
  expect(large).toBeLessThan(EXPRESSIONS / 50)
})

describe('on random rows under random patterns', () => {
  test(`engine from scratch, engine by difference, resource and checker say the same, ${ROWS} schedules and ${STEPS} changes of each`, () => {
    let broken = 0
    for (let seed = FIRST_SEED; seed < FIRST_SEED + ROWS; seed += 1) {
      const chance = chanceOf(createRandom(seed))
      const schedule = wardWithPatterns(chance, { days: chance.whole(2, 16), historyDays: chance.whole(0, 6), settings: SETTINGS })
      const instance = compile(schedule)
      const state = createState(
        instance,
        schedule.shifts.map(({ historic, employeeIndex }) => (historic ? (employeeIndex ?? NOBODY) : chance.whole(-1, 1))) as unknown as Int32Array,
      )
      const move = createMove(instance)
      for (let step = 0; step < STEPS; step += 1) {
        const label = `seed ${seed}, step ${step}`
        const employee = chance.whole(0, 1)
        const from = chance.whole(instance.horizonFirst, instance.dayCount - 1)
        const to = chance.whole(from, Math.min(instance.dayCount - 1, from + 3))
        const row = rowOf(state, employee)
        for (let day = from; day <= to; day += 1) {
          const free = [...instance.openDemands[day]!].filter((d) => state.filled[d] === 0)
          row[day] = free.length === 0 || chance.is(0.3) ? OFF : chance.one(free) + 1
        }
        fillWithRow(move, employee, row, { from, to })
        expect(evaluate(state, move), label).toBe(true)
        apply(state, move)
        expect(scoreOf(state), label).toEqual(scoreFromScratch(state))
        const { score } = judge(schedule, rosterOf(instance, state.cells))
        expect(scoreOf(state), label).toEqual(score)
        expectFollowed(state, employee, label)
        if (score[0] > 0) broken += 1
      }
    }
    expect(broken).toBeGreaterThan((ROWS * STEPS) / 3)
  })
})

/** A resource costs along the row what the row is counted with. */
function expectFollowed(state: ReturnType<typeof createState>, employee: number, label: string): void {
  const instance = relax(state.instance)
  const { perUnit } = createPenaltyWeights(instance, DEFAULT_PARAMS)
  const units = new Float64Array(instance.units.length)
  if (PATTERN.count.of === 'kept') PATTERN.count.add(instance, state.cells, employee, units)
  const cells = rowOf(state, employee)
  const options = Array.from(cells, (duty) => [duty])
  const followed = PATTERN.resources!.of({ instance, employee, options, perUnit }).reduce((sum, resource) => sum + costAlong(resource, cells), 0)
  expect(followed, label).toBeCloseTo(weightedUnits({ perUnit }, units), 6)
}
