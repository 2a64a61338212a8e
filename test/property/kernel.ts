import { expect, test } from 'vitest'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { penaltyOf } from '../../src/engine/scoring/evaluate.ts'
import type { Kernel } from '../../src/engine/scoring/kernel.ts'
import { rosterOf, scoreFromScratch, scoreOf, type State } from '../../src/engine/scoring/state.ts'
import { NEIGHBOURHOODS } from '../../src/engine/local-search/neighbourhoods.ts'
import { PRIORITIES, type Score } from '../../src/model/score.ts'
import { sampleSchedule } from '../sample-schedule.ts'
import { randomRoster } from './any-schedule.ts'
import { casesOf } from './cases.ts'
import { randomSchedule } from './random-schedule.ts'

const SCHEDULES = casesOf(30)
const STEPS = 60

/**
 * What every kernel has to do, by the words of `Kernel`, on random walks over random schedules with every rule: an evaluated move adds what two scores from scratch differ by, the state stays
 * as it was until the move is made, and then is what it would be if it were counted anew; the judge that shares no code says the same.
 */
export function describeKernel(name: string, kernel: Kernel): void {
  test(`${name}: a move costs what two scores from scratch differ by, whole and in parts, on ${SCHEDULES} random schedules`, () => {
    let [made, inParts] = [0, 0]
    for (let seed = 1; seed <= SCHEDULES; seed += 1) {
      const { schedule, random } = randomSchedule(seed)
      const instance = compile(schedule)
      const state = kernel.createState(
        instance,
        randomRoster(schedule, () => random.unit()),
      )
      const move = kernel.createMove(instance)
      const added = (): Score => PRIORITIES.map((p) => penaltyOf(instance, move, p)) as unknown as Score
      expect(scoreOf(state), `seed ${seed}`).toEqual(scoreFromScratch(state))
      for (let step = 0; step < STEPS; step += 1) {
        const { propose } = NEIGHBOURHOODS[random.below(NEIGHBOURHOODS.length)]!
        if (!propose(state, random, move, DEFAULT_PARAMS.moves)) continue
        const label = `seed ${seed}, step ${step}`
        const before = plainOf(state)
        expect(kernel.evaluate(state, move), label).toBe(true)
        expect(plainOf(state), label).toEqual(before)
        const whole = added()
        if (random.below(2) === 0) {
          expect(kernel.evaluateSeats(state, move), label).toBe(true)
          for (let row = 0; row < move.rows; row += 1) {
            kernel.evaluateCounts(state, move, row)
            kernel.evaluateShapes(state, move, row, true)
            kernel.evaluatePlain(state, move, row)
          }
          expect(added(), label).toEqual(whole)
          inParts += 1
        }
        kernel.apply(state, move)
        const after = scoreFromScratch(state)
        expect(
          PRIORITIES.map((p) => after[p] - before.score[p]!),
          label,
        ).toEqual(whole)
        expect(plainOf(state), label).toEqual(plainOf(kernel.createState(instance, rosterOf(instance, state.cells))))
        made += 1
      }
      expect(judge(schedule, rosterOf(instance, state.cells)).score, `seed ${seed}`).toEqual(scoreOf(state))
    }
    expect(Math.min(made, inParts)).toBeGreaterThan(SCHEDULES)
  })

  test(`${name}: a move that takes a seat more than there is is refused`, () => {
    expect([takeOnlySeat(kernel, -1), takeOnlySeat(kernel, 0)]).toEqual([true, false])
  })

  test(`${name}: a roster that is restored is counted as if it had been there from the first`, () => {
    for (let seed = 1; seed <= SCHEDULES; seed += 1) {
      const { schedule, random } = randomSchedule(seed)
      const instance = compile(schedule)
      const [one, other] = [0, 1].map(() =>
        kernel.createState(
          instance,
          randomRoster(schedule, () => random.unit()),
        ),
      )
      kernel.restore(one!, other!.cells)
      expect(plainOf(one!), `seed ${seed}`).toEqual(plainOf(other!))
    }
  })
}

/** Evaluates a move that gives the second employee the only shift, which has one seat and `first` has it, or nobody (−1). */
function takeOnlySeat(kernel: Kernel, first: number): boolean {
  const { schedule } = sampleSchedule({
    employees: [{}, {}],
    shifts: [{ from: 480, to: 960, employee: null }],
    weights: { assignShift: [1, 0, 0, 0] },
  })
  const instance = compile(schedule)
  const state = kernel.createState(instance, Int32Array.of(first))
  const move = kernel.createMove(instance)
  const day = instance.demands.day[0]!
  move.rows = 1
  move.employee[0] = 1
  move.from[0] = move.to[0] = day
  move.next[0]![day] = 1
  const before = plainOf(state)
  const fits = kernel.evaluate(state, move)
  expect(kernel.evaluateSeats(state, move)).toBe(fits)
  expect(plainOf(state)).toEqual(before)
  return fits
}

/** All that a state counts, as copies. */
function plainOf({ cells, filled, sums, met, score }: State) {
  return structuredClone({ cells, filled, sums, met, score })
}
