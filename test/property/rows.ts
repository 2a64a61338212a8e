import { expect } from 'vitest'
import { relax } from '../../src/engine/bounds/relax.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { OFF } from '../../src/engine/instance/duties.ts'
import type { Instance } from '../../src/engine/instance/instance.ts'
import { isSensible } from '../../src/engine/rules/fit/fit.ts'
import { evaluate, type Move } from '../../src/engine/scoring/evaluate.ts'
import { fillWithRow } from '../../src/engine/scoring/one-row.ts'
import type { State } from '../../src/engine/scoring/state.ts'
import { weightedCost } from '../../src/engine/local-search/penalty-weights.ts'
import type { Schedule } from '../../src/model/schedule.ts'

/** With the rules alone that one row follows: how many are at work is a matter of all. */
export function followedAlone(schedule: Schedule): Instance {
  return { ...relax(compile(schedule)), coverage: null }
}

/** By day, what one employee could do: what they do, nothing, or any one shift with a free seat that is worth trying. */
export function choicesOf({ instance, cells, filled }: State, employee: number): number[][] {
  return Array.from({ length: instance.dayCount }, (_, day) => {
    const now = cells[employee * instance.dayCount + day]!
    if (day < instance.horizonFirst || instance.decidedDuty[employee * instance.dayCount + day] !== OFF) return [now]
    const open = [...instance.openDemands[day]!].filter((d) => filled[d]! < instance.demands.seats[d]! && isSensible(instance.fit, employee, day, d))
    return [...new Set([now, OFF, ...open.map((d) => d + 1)])]
  })
}

export function costOfRow(
  state: State,
  penaltyWeights: Parameters<typeof weightedCost>[0],
  move: Move,
  employee: number,
  row: readonly number[],
): number {
  fillWithRow(move, employee, row, { from: 0, to: row.length - 1 })
  expect(evaluate(state, move)).toBe(true)
  return weightedCost(penaltyWeights, move)
}

/** The cost of the best of all rows, each costed. */
export function minByForce(choices: readonly (readonly number[])[], costOf: (row: readonly number[]) => number): number {
  let lowest = Infinity
  const row = choices.map((duties) => duties[0]!)
  const visit = (day: number): void => {
    if (day === row.length) {
      lowest = Math.min(lowest, costOf(row))
      return
    }
    for (const duty of choices[day]!) {
      row[day] = duty
      visit(day + 1)
    }
  }
  visit(0)
  return lowest
}
