import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulate } from './simulate.ts'
import { describeFailure, explore, openTheatre, seedsBetween } from './stage.ts'
import type { Theatre } from './stage.ts'

const GIVEN_SEED = process.env.TURNUS_SIMULATION_SEED
const GIVEN_RUNS = process.env.TURNUS_SIMULATIONS
const RUNS = Number(GIVEN_RUNS ?? 200)
const SEEDS = GIVEN_SEED === undefined ? [...seedsBetween(1, RUNS)] : [Number(GIVEN_SEED)]
/** Of one seed, on a machine that has much else to do. */
const PATIENCE_MS = 2000

let theatre: Theatre
beforeAll(async () => {
  theatre = await openTheatre()
})
afterAll(() => theatre.close())

function tell(line: string): void {
  if (GIVEN_RUNS !== undefined || GIVEN_SEED !== undefined) process.stdout.write(`${line}\n`)
}

test(`whatever goes wrong in ${SEEDS.length} runs, no law is broken and all jobs and deliveries come to their end`, {
  timeout: 60_000 + SEEDS.length * PATIENCE_MS,
}, async () => {
  const startedMs = performance.now()
  const { runs, steps, tally, failed } = await explore(theatre, SEEDS, { tell })
  tell(`${runs} seeds, ${steps} steps, ${Math.round((performance.now() - startedMs) / 1000)} s`)
  if (failed !== null) expect.fail(describeFailure(failed))
  tell(JSON.stringify(tally))
  expect(runs).toBe(SEEDS.length)
})

for (const seed of GIVEN_SEED === undefined ? [3, 14, 15, 92] : SEEDS) {
  test(`seed ${seed} gives the same trace every time`, { timeout: 60_000 }, async () => {
    const [first, again] = await Promise.all(theatre.stages.slice(0, 2).map((stage) => simulate(stage, seed)))
    if (GIVEN_SEED !== undefined) tell(first!.trace.join('\n'))
    expect(again!.trace).toEqual(first!.trace)
    expect(first!.steps).toBeGreaterThan(20)
  })
}
