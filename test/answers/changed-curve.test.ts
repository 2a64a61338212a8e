// Slow: the roster of a week is found for a curve, and planned again for three others.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { diff } from '../../src/answers/diff.ts'
import { replan } from '../../src/answers/replan/replan.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { solve } from '../../src/engine/index.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { materialisedPair } from '../../src/model/generated-shifts.ts'
import { rosterAsPosted } from '../../src/model/roster.ts'

interface WireDemand {
  readonly id: unknown
  readonly spot: unknown
  readonly start: string
  readonly min?: number
}

const posted = JSON.parse(readFileSync(new URL('../../examples/shop-curve.json', import.meta.url), 'utf8')) as { demands: readonly WireDemand[] }
const SEARCH = { seed: 1, maxIterations: 30_000 }

/** The roster that was found, as a schedule in which its shifts are posted. */
let kept: object & { readonly demands?: readonly WireDemand[] }

beforeAll(() => {
  const { schedule } = readSubmission(posted, { callback: 'optional' }).submission!
  const { roster } = solve(schedule, solveOptions(SEARCH))
  kept = replan({ posted: { ...posted }, schedule, roster }, { events: [] }, { callback: 'optional' }).replanned!.document
})

/** Who has another shift once the demands are others, and how many shifts are others. */
function changedBy(change: (demands: readonly WireDemand[]) => readonly object[]) {
  const { submission, errors } = readSubmission({ ...kept, demands: change(kept.demands!) }, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = submission!
  const { roster } = solve(schedule, solveOptions(SEARCH))
  const { changes, employees } = diff(materialisedPair(schedule, rosterAsPosted(schedule), roster))
  return { changes: changes.length, employees: employees.map(({ lost, gained }) => [lost.length, gained.length]) }
}

/** One more for an hour of the first day. */
const anHourMore = (demands: readonly WireDemand[]): readonly object[] => {
  const [{ spot, start }] = demands as [WireDemand]
  const day = start.slice(0, 10)
  return [...demands, { id: 'more', spot, start: `${day}T12:00`, end: `${day}T13:00`, min: 1, max: 1 }]
}

/** One fewer while the first demand holds. */
const oneFewer = ([first, ...rest]: readonly WireDemand[]): readonly object[] => [{ ...first, min: first!.min! - 1 }, ...rest]

test('a curve that stays changes nobody, and an hour more or one fewer few people, who are told what they lose and gain', () => {
  expect(changedBy((demands) => demands)).toEqual({ changes: 0, employees: [] })
  const more = changedBy(anHourMore)
  // Somebody stays longer, or comes: one shift for another, or one more.
  expect(more.changes).toBeGreaterThan(0)
  expect(more.employees.length).toBeLessThanOrEqual(2)
  for (const [lost, gained] of more.employees) expect([lost! <= 1, gained]).toEqual([true, 1])
  expect(changedBy(oneFewer).employees.length).toBeLessThanOrEqual(1)
})
