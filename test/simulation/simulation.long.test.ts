import { afterAll, beforeAll, expect, test } from 'vitest'
import { HANG_MS } from '../patience.ts'
import { simulate } from './simulate.ts'
import { describeFailure, explore, openTheatre, seedsBetween } from './stage.ts'
import type { Theatre } from './stage.ts'

const GIVEN_SEED = process.env.TURNUS_SIMULATION_SEED
const SEEDS = GIVEN_SEED === undefined ? [...seedsBetween(1, Number(process.env.TURNUS_SIMULATIONS ?? 1000))] : [Number(GIVEN_SEED)]

let theatre: Theatre
beforeAll(async () => {
  theatre = await openTheatre()
})
afterAll(() => theatre.close())

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}

test(`whatever goes wrong in ${SEEDS.length} runs, no law is broken and all jobs and deliveries come to their end`, {
  timeout: SEEDS.length * HANG_MS,
}, async () => {
  const startedMs = performance.now()
  const { runs, steps, tally, failed } = await explore(theatre, SEEDS, { tell })
  tell(`${runs} seeds, ${steps} steps, ${Math.round((performance.now() - startedMs) / 1000)} s, ${tally.groups} groups of submissions`)
  if (failed !== null) expect.fail(describeFailure(failed))
  expect(runs).toBe(SEEDS.length)
})

test.runIf(GIVEN_SEED !== undefined)('the given seed gives the same trace every time, which is told', async () => {
  const [first, again] = await Promise.all(theatre.stages.slice(0, 2).map((stage) => simulate(stage, SEEDS[0]!)))
  tell(first!.trace.join('\n'))
  expect(again!.trace).toEqual(first!.trace)
})
