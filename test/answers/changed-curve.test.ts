// Slow: the roster of a week is found for a curve, and planned again for three others.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { diff } from '../../src/answers/diff.ts'
import { replan, type SolvedRequest } from '../../src/answers/replan/replan.ts'
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

interface WireShop {
  readonly demands: readonly WireDemand[]
  readonly employees: readonly { readonly contract: { readonly minMinutesTotal: number } }[]
}

const shop = JSON.parse(readFileSync(new URL('../../examples/shop-curve.json', import.meta.url), 'utf8')) as WireShop
// Hours are owed by the week, of which six days of seven are planned: so there are people to spare.
const owedByWeek = ({ contract: { minMinutesTotal, ...limits }, ...employee }: WireShop['employees'][number]): object => ({
  ...employee,
  contract: { ...limits, minHoursWeek: minMinutesTotal },
})
const posted = { ...shop, employees: shop.employees.map(owedByWeek) }
const SEARCH = { seed: 1, maxIterations: 30_000 }

let base: SolvedRequest

beforeAll(() => {
  const { schedule } = readSubmission(posted, { callback: 'optional' }).submission!
  const { roster } = solve(schedule, solveOptions(SEARCH))
  base = { posted: { ...posted }, schedule, roster }
})

/** Who has another shift once the curve is planned again with these events, and how many shifts are others. */
function changedBy(events: readonly object[]) {
  const { replanned, errors } = replan(base, { events }, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = replanned!.submission
  const { roster } = solve(schedule, solveOptions(SEARCH))
  const { changes, employees } = diff(materialisedPair(schedule, rosterAsPosted(schedule), roster))
  return { changes: changes.length, employees: employees.map(({ lost, gained }) => [lost.length, gained.length]) }
}

const [first] = posted.demands as [WireDemand]
const day = first.start.slice(0, 10)

test('a curve that stays changes nobody, and an hour more or one fewer few people, who are told what they lose and gain', () => {
  expect(changedBy([])).toEqual({ changes: 0, employees: [] })
  const more = changedBy([{ addDemand: { id: 'more', spot: first.spot, start: `${day}T12:00`, end: `${day}T13:00`, min: 1, max: 1 } }])
  // Somebody stays longer, or comes: one shift for another, or one more.
  expect(more.changes).toBeGreaterThan(0)
  expect(more.employees.length).toBeLessThanOrEqual(2)
  for (const [lost, gained] of more.employees) expect([lost! <= 1, gained]).toEqual([true, 1])
  expect(changedBy([{ changeDemand: { demandId: first.id, min: first.min! - 1 } }]).employees.length).toBeLessThanOrEqual(1)
})

test('a part of the curve that is cut takes nobody off a shift that is wanted for the rest', () => {
  const cut = changedBy([{ cancelDemand: { demandId: first.id } }])
  for (const [lost, gained] of cut.employees) expect(gained!).toBeLessThanOrEqual(lost!)
})
