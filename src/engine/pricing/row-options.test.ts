import { expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { rosterOfDecided } from '../../model/roster.ts'
import { SETTING_NAMES } from '../../model/settings.ts'
import { compile } from '../compile/compile.ts'
import { isSensible } from '../rules/fit.ts'
import { rowOf, wholeSpan } from '../scoring/one-row.ts'
import { createState } from '../scoring/state.ts'
import { createSoftening } from '../search/soften.ts'
import { createCosts } from './costs.ts'
import { rowOptions } from './row-options.ts'

const WEIGHTS: Readonly<Record<string, object>> = {
  assignShift: { firstPriorityWeight: 1, secondPriorityWeight: 1, thirdPriorityWeight: 0, fourthPriorityWeight: 0 },
  spotSkills: { firstPriorityWeight: 1, secondPriorityWeight: 0, thirdPriorityWeight: 0, fourthPriorityWeight: 0 },
}
const OFF = { firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: 0, fourthPriorityWeight: 0 }

/** One employee without skills, and a shift that asks for one and is worth as much to the first priority as the skill. */
function stateToTry() {
  const { submission, errors } = readSubmission(
    {
      timeZone: 'UTC',
      employees: [{ id: 1, skills: [], teams: [], contract: {}, wishes: [] }],
      shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z' }],
      spots: [{ id: 1, teams: [], skills: [9] }],
      settings: Object.fromEntries(SETTING_NAMES.map((name) => [name, WEIGHTS[name] ?? OFF])),
    },
    { callback: 'optional' },
  )
  if (submission === null) throw new Error(JSON.stringify(errors))
  const instance = compile(submission.schedule)
  return { state: createState(instance, rosterOfDecided(submission.schedule)), costs: createCosts(instance, createSoftening(instance)) }
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
