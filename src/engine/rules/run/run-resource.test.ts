import { expect, test } from 'vitest'
import { NO_LIMIT } from '../../instance/limits.ts'
import { Random } from '../../random.ts'
import { costAlong } from '../../rows/resource.ts'
import { addRunUnits, type RunRule } from './run.ts'
import { RunResource } from './run-resource.ts'

const PRICES = Float64Array.of(1, 100, 10_000)

/** Of days with a flag that lack neighbours: at least so many in a row. */
function ruleOf(least: number, closedAt: number, more: Partial<Record<'most' | 'mostOff' | 'leastOff', number>> = {}): RunRule {
  const { most = NO_LIMIT, mostOff = NO_LIMIT, leastOff = 0 } = more
  const one = (value: number): Int32Array => Int32Array.of(value)
  return {
    terms: null,
    horizonFirst: 0,
    flag: 0,
    times: 1,
    most: one(most),
    least: one(least),
    mostOff: one(mostOff),
    leastOff: one(leastOff),
    maxUnit: 0,
    minUnit: 1,
    offUnit: 2,
    openFrom: closedAt < 0 ? 0 : -1,
    closedAt,
    applies: Uint8Array.of(1),
  }
}

/** A duty is 1 when it has the flag. */
const FLAGS = Uint8Array.of(0, 1)

function counted(rule: RunRule, cells: Int32Array): number {
  const units = new Float64Array(PRICES.length)
  addRunUnits(rule, FLAGS, cells, 0, 0, 0, cells.length - 1, cells.length, 1, units)
  return units.reduce((sum, amount, unit) => sum + amount * PRICES[unit]!, 0)
}

for (const { days, least, open, closed } of [
  { days: [1, 0, 0, 1, 1], least: 2, open: 0, closed: 1 },
  { days: [0, 0, 0, 0, 1], least: 2, open: 0, closed: 1 },
  { days: [0, 1, 0, 0, 0], least: 2, open: 1, closed: 1 },
  { days: [1, 1, 1, 1, 1], least: 5, open: 0, closed: 0 },
  { days: [1, 1, 1, 1, 1], least: 6, open: 0, closed: 1 },
]) {
  test(`of the days ${days.join(' ')} runs of ${least} at least lack ${open} with open edges and ${closed} with closed ones`, () => {
    const cells = Int32Array.from(days)
    const along = (closedAt: number): number => costAlong(new RunResource(ruleOf(least, closedAt), 0, FLAGS, PRICES), cells) / PRICES[1]!
    expect([along(-1), along(cells.length)]).toEqual([open, closed])
    expect([counted(ruleOf(least, -1), cells), counted(ruleOf(least, cells.length), cells)]).toEqual([100 * open, 100 * closed])
  })
}

test('a run costs along a row what it is counted with, whatever its limits and edges, on 2,000 random rows', () => {
  const random = new Random(1)
  for (let i = 0; i < 2_000; i += 1) {
    const cells = Int32Array.from({ length: 1 + random.below(12) }, () => random.below(2))
    const limits = { most: 1 + random.below(4), mostOff: 1 + random.below(4), leastOff: random.below(4) }
    const rule = ruleOf(random.below(4), random.below(2) === 0 ? -1 : cells.length, limits)
    expect(costAlong(new RunResource(rule, 0, FLAGS, PRICES), cells), `${cells.join()} ${JSON.stringify(limits)}`).toBe(counted(rule, cells))
  }
})
