import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { compile } from '../../src/engine/compile/compile.ts'
import type { Instance } from '../../src/engine/compile/instance.ts'
import { NO_LIMIT } from '../../src/engine/compile/limits.ts'
import { OFF } from '../../src/engine/compile/duties.ts'
import { Random } from '../../src/engine/random.ts'
import { findBestRow } from '../../src/engine/rows/best-row.ts'
import { isSensible } from '../../src/engine/rules/fit.ts'
import { createMove, evaluate, type Move } from '../../src/engine/scoring/evaluate.ts'
import { createState, type State } from '../../src/engine/scoring/state.ts'
import { createSoftening, softCost, type Softening } from '../../src/engine/search/soften.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'

const SCHEDULES = Number(process.env.TURNUS_ROWS ?? 1500)
/** Rows that are tried one by one. */
const MOST_ROWS = 4000

/** The instance without the rules that finding rows does not follow. */
function onlyFollowed(instance: Instance): Instance {
  const counts = instance.counts.map((rule) =>
    rule.isPartition ? rule : { ...rule, most: rule.most.map(() => NO_LIMIT), least: rule.least.map(() => 0) },
  )
  return {
    ...instance,
    counts,
    countsOf: instance.countsOf.map((mine) => mine.filter((r) => counts[r]!.isPartition)),
    weeklyRest: null,
    freePeriods: null,
    conditionals: instance.conditionals.map(() => []),
    sameTime: null,
    links: null,
    wishes: null,
  }
}

/** By day, what one employee could do: what they do, nothing, or any one shift with a free seat that is worth trying. */
function choicesOf({ instance, cells, filled }: State, employee: number): number[][] {
  return Array.from({ length: instance.dayCount }, (_, day) => {
    const now = cells[employee * instance.dayCount + day]!
    if (day < instance.horizonFirst || instance.decidedDuty[employee * instance.dayCount + day] !== OFF) return [now]
    const open = [...instance.openDemands[day]!].filter((d) => filled[d]! < instance.demands.seats[d]! && isSensible(instance.fit, employee, day, d))
    return [...new Set([now, OFF, ...open.map((d) => d + 1)])]
  })
}

function costOfRow(state: State, softening: Softening, move: Move, employee: number, row: readonly number[]): number {
  move.rows = 1
  move.keepsCover = false
  move.employee[0] = employee
  move.from[0] = 0
  move.to[0] = row.length - 1
  move.next[0]!.set(row)
  expect(evaluate(state, move)).toBe(true)
  return softCost(softening, move)
}

/** The cost of the best of all rows, each evaluated. */
function bestByForce(state: State, softening: Softening, move: Move, employee: number, choices: readonly number[][]): number {
  let lowest = Infinity
  const row = choices.map((duties) => duties[0]!)
  const visit = (day: number): void => {
    if (day === row.length) {
      lowest = Math.min(lowest, costOfRow(state, softening, move, employee, row))
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

test(`a row that is said to be the best is the best of all, on ${SCHEDULES} random schedules`, { timeout: 600_000 }, () => {
  let compared = 0
  let bettered = 0
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const random = new Random(seed)
    const isPlain = seed % 3 === 0
    const document = randomDocument(() => random.unit(), { rules: isPlain ? 'plain' : 'all' })
    const { submission } = readSubmission(document, { callback: 'optional' })
    const { schedule } = submission!
    const instance = isPlain ? compile(schedule) : onlyFollowed(compile(schedule))
    const state = createState(
      instance,
      randomRoster(schedule, () => random.unit()),
    )
    const softening = createSoftening(instance)
    const move = createMove(instance)
    for (let employee = 0; employee < instance.employeeCount; employee += 1) {
      const choices = choicesOf(state, employee)
      const rows = choices.reduce((product, duties) => product * duties.length, 1)
      if (rows < 2 || rows > MOST_ROWS) continue
      const { cells, isExact } = findBestRow(state, softening, employee, { from: instance.horizonFirst, to: instance.dayCount - 1 })
      const found = costOfRow(state, softening, move, employee, [...cells])
      if (!isExact) continue
      compared += 1
      if (found < 0) bettered += 1
      const best = bestByForce(state, softening, move, employee, choices)
      expect(found, `seed ${seed}, employee ${employee}`).toBeCloseTo(best, 6)
    }
  }
  expect(compared).toBeGreaterThan(SCHEDULES / 20)
  expect(bettered).toBeGreaterThan(SCHEDULES / 50)
})
