import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoginGateway, medianOf, type Pair, startLoginGateway } from './login-timing.ts'

const PAIRS = 200
/** Half of the pairs differ by less than this share of how long a refusal takes. */
const MOST_APART = 0.05
/** A machine that does other things at the same time may spoil a measurement, not three. */
const TRIES = 3

let gateway: LoginGateway

beforeAll(async () => {
  gateway = await startLoginGateway()
})
afterAll(() => gateway.close())

/** By pairs, since what else the machine does comes and goes: two medians of all of it may lie in different stretches. */
function distanceOf(pairs: readonly Pair[]): number {
  const apart = medianOf(pairs.map(({ known, unknown }) => known - unknown))
  return Math.abs(apart) / medianOf(pairs.map(({ known, unknown }) => Math.min(known, unknown)))
}

test(`an unknown e-mail and a wrong password are refused after the same time: within 5 % at the median of ${PAIRS} pairs`, async () => {
  const all: Pair[] = []
  let apart = Number.POSITIVE_INFINITY
  for (let i = 0; i < TRIES && apart > MOST_APART; i += 1) {
    const pairs = await gateway.measure(PAIRS)
    all.push(...pairs)
    apart = Math.min(distanceOf(pairs), distanceOf(all))
  }
  expect(apart, `differences at the median of ${medianOf(all.map(({ known, unknown }) => known - unknown)).toFixed(1)} ms`).toBeLessThan(MOST_APART)
})
