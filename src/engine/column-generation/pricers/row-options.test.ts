import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../../test/sample-schedule.ts'
import { compile } from '../../instance/compile.ts'
import { isSensible } from '../../rules/fit/fit.ts'
import { rowOf, wholeSpan } from '../../scoring/one-row.ts'
import { createState } from '../../scoring/state.ts'
import { createPenaltyWeights } from '../../local-search/penalty-weights.ts'
import { createCosts } from '../costs.ts'
import { rowOptions } from './row-options.ts'
import { DEFAULT_PARAMS } from '../../portfolio/params.ts'

/** One employee without skills, and a shift that asks for one and is worth as much to the first priority as the skill, or less. */
function stateToTry(skill = 1) {
  const { schedule, roster } = sampleSchedule({
    shifts: [{ from: 7 * 60, to: 15 * 60, employee: null }],
    spotSkills: [9],
    weights: { assignShift: [1, 1, 0, 0], spotSkills: [skill, 0, 0, 0] },
  })
  const instance = compile(schedule)
  return { state: createState(instance, roster), costs: createCosts(instance, createPenaltyWeights(instance, DEFAULT_PARAMS)) }
}

test('no row has a shift that breaks the first priority by itself, even where filling it is worth as much', () => {
  const { state, costs } = stateToTry()
  const day = state.instance.demands.day[0]!
  expect(isSensible(state.instance.fit, 0, day, 0)).toBe(true)
  const { duties } = rowOptions(state, costs, 0, wholeSpan(state), rowOf(state, 0))
  expect(duties[day]).toEqual([0])
})

test('it stays among what an employee may have who had it', () => {
  const { state, costs } = stateToTry()
  const day = state.instance.demands.day[0]!
  const row = rowOf(state, 0)
  row[day] = 1
  expect(rowOptions(state, costs, 0, wholeSpan(state), row).duties[day]).toEqual([0, 1])
})

test('so does one that nobody would try', () => {
  const { state, costs } = stateToTry(2)
  const day = state.instance.demands.day[0]!
  const row = rowOf(state, 0)
  expect(rowOptions(state, costs, 0, wholeSpan(state), row).duties[day]).toEqual([0])
  row[day] = 1
  expect(isSensible(state.instance.fit, 0, day, 0)).toBe(false)
  expect(rowOptions(state, costs, 0, wholeSpan(state), row).duties[day]).toEqual([0, 1])
})

test('a shift is allowed that breaks no more of the first priority than the day off in its place', () => {
  const at = (from: number, tag: string) => ({ from: from * 60, to: (from + 4) * 60, tags: [tag], employee: null })
  const { schedule, roster } = sampleSchedule({
    shifts: [at(7, 'early'), at(14, 'late')],
    rotations: [{ id: 1, name: null, weeks: [Array.from({ length: 7 }, () => 'early')], anchorDay: 0 }],
    employees: [{ rotation: { rotationIndex: 0, offset: 0, weight: 1, weights: null } }],
    weights: { rotations: [1, 0, 0, 0], assignShift: [0, 1, 0, 0] },
  })
  const instance = compile(schedule)
  const state = createState(instance, roster)
  const costs = createCosts(instance, createPenaltyWeights(instance, DEFAULT_PARAMS))
  const options = rowOptions(state, costs, 0, wholeSpan(state), rowOf(state, 0))
  const day = instance.demands.day[0]!
  expect(options.duties[day]).toEqual([0, 1, 2])
  expect(Array.from(options.costs[day]!, (cost) => cost > 0)).toEqual([true, false, true])
})
