// Slow: each seed plays a dozen nodes on a real PostgreSQL, statement by statement.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulate } from './simulate.ts'
import type { Report } from './simulate.ts'
import { describeFailure, explore, openTheatre, seedsBetween } from './stage.ts'
import type { Theatre } from './stage.ts'

/** simulation.long.test.ts tries more. */
const RUNS = 60

let theatre: Theatre
beforeAll(async () => {
  theatre = await openTheatre()
})
afterAll(() => theatre.close())

test(`whatever goes wrong in ${RUNS} runs, no law is broken and all jobs and deliveries come to their end; submissions are stored together, and that goes wrong too`, async () => {
  const { runs, tally, failed } = await explore(theatre, seedsBetween(1, RUNS))
  if (failed !== null) expect.fail(describeFailure(failed))
  expect(runs).toBe(RUNS)
  expect(tally.largest).toBeGreaterThan(1)
  expect(tally.groups).toBeGreaterThan(RUNS / 10)
  expect(tally.broken).toBeGreaterThan(0)
  expect(tally.refused).toBeGreaterThan(0)
  expect(tally.full).toBeGreaterThan(0)
})

/** Runs a seed on every stage. */
function playOnAll(seed: number): Promise<Report[]> {
  return Promise.all(theatre.stages.slice(0, 2).map((stage) => simulate(stage, seed)))
}

for (const seed of [3, 14, 15, 92]) {
  test(`seed ${seed} gives the same trace every time`, async () => {
    const [first, again] = await playOnAll(seed)
    expect(again!.trace).toEqual(first!.trace)
    expect(first!.steps).toBeGreaterThan(20)
  })
}

test('a run in which submissions are stored together gives the same trace every time', async () => {
  for (const seed of seedsBetween(1, RUNS)) {
    const [first, again] = await playOnAll(seed)
    expect(again!.trace).toEqual(first!.trace)
    if (first!.tally.largest > 1) return
  }
  expect.fail('nothing was stored together')
})
