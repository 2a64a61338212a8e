import { expect, test } from 'vitest'
import { compile } from '../../src/engine/instance/compile.ts'
import type { Instance } from '../../src/engine/instance/instance.ts'
import { apply, createMove, evaluate, type Move } from '../../src/engine/scoring/evaluate.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { type Neighbourhood, NEIGHBOURHOODS } from '../../src/engine/local-search/neighbourhoods.ts'
import { hasBreaks } from '../../src/engine/local-search/break-moves.ts'
import { hasCandidates } from '../../src/engine/instance/candidate-times.ts'
import type { Random } from '../../src/engine/random.ts'
import type { Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { addBreaks } from './any-breaks.ts'
import { FREE, fullRoster, randomDemand } from './any-demand.ts'
import { randomRoster } from './any-schedule.ts'
import { casesOf } from './cases.ts'
import { chanceOf } from './draft.ts'
import { randomSchedule } from './random-schedule.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'

/** 9 of them notice every mutant. */
const SCHEDULES = casesOf(40)
const STEPS = 30

/** Moves of shifts that are found need a schedule that finds some, and those of breaks one that has them. */
function drawn(seed: number, supports: Neighbourhood['supports']): { schedule: Schedule; roster: Roster; random: Random } {
  const { schedule, random } = randomSchedule(seed)
  if (supports !== hasCandidates && supports !== hasBreaks) return { schedule, random, roster: randomRoster(schedule, () => random.unit()) }
  const found = supports === hasBreaks ? randomDemand(seed, FREE, addBreaks) : randomDemand(seed, FREE)
  return {
    schedule: found,
    random,
    roster: fullRoster(
      found,
      chanceOf(() => random.unit()),
    ),
  }
}

for (const { name, propose, supports } of NEIGHBOURHOODS) {
  test(`'${name}' changes days that are planned, keeps what is decided, and keeps cover where it says so, on ${SCHEDULES} random rosters`, () => {
    let moves = 0
    for (let seed = 1; seed <= SCHEDULES; seed += 1) {
      const { schedule, roster, random } = drawn(seed, supports)
      const instance = compile(schedule)
      const state = createState(instance, roster)
      const move = createMove(instance)
      for (let step = 0; step < STEPS; step += 1) {
        if (!propose(state, random, move, DEFAULT_PARAMS.moves)) continue
        expect(wrongIn(instance, move), `seed ${seed}, step ${step}`).toEqual([])
        const filled = filledBy(instance, state.cells)
        if (!evaluate(state, move)) continue
        apply(state, move)
        moves += 1
        if (move.keepsCover) expect(filledBy(instance, state.cells), `seed ${seed}, step ${step}`).toEqual(filled)
      }
    }
    expect(moves).toBeGreaterThan(0)
  })
}

/** What a move does that none may. */
function wrongIn({ duties, decidedDuty, dayCount, horizonFirst }: Instance, { rows, employee, from, to, next }: Move): string[] {
  const wrong: string[] = []
  if (new Set(employee.subarray(0, rows)).size < rows) wrong.push('changes a row twice')
  for (let i = 0; i < rows; i += 1) {
    if (from[i]! < horizonFirst || to[i]! >= dayCount) wrong.push(`changes days ${from[i]} to ${to[i]}`)
    for (let day = from[i]!; day <= to[i]!; day += 1) {
      const now = duties.partsOf(next[i]![day]!)
      const decided = duties.partsOf(decidedDuty[employee[i]! * dayCount + day]!)
      if (!decided.every((d) => now.includes(d))) wrong.push(`takes a decided shift away on day ${day}`)
    }
  }
  return wrong
}

/** By demand: its seats that are filled, counted anew. */
function filledBy({ duties, demands, employeeCount, dayCount }: Instance, cells: Int32Array): Int32Array {
  const filled = new Int32Array(demands.count)
  // Behind the duties stands where breaks lie.
  for (const duty of cells.subarray(0, employeeCount * dayCount)) for (const d of duties.partsOf(duty)) filled[d]! += 1
  return filled
}
