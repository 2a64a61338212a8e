import { expect, test } from 'vitest'
import { readSubmission } from '../../../api/read-schedule.ts'
import { compile } from '../../instance/compile.ts'
import { costAlong } from '../../rows/resource.ts'
import { GapResource } from './gap-resource.ts'
import { GAP } from './kind.ts'

const TIMES = { day: ['T08:00', 'T16:00'], night: ['T22:00', 'T23:00'] } as const
const SETTINGS = { others: 'off', contractRules: { firstPriorityWeight: 1 } }
type Tag = keyof typeof TIMES

/** What a row costs that has these shifts on days one after the other, along the row and counted: minutes or pairs, by the rules of its contract. */
function costsOf(rules: readonly object[], worked: readonly (Tag | null)[]): readonly number[] {
  const shifts = worked.flatMap((_, at) =>
    Object.entries(TIMES).map(([tag, [from, to]]) => ({
      id: `${tag}${at}`,
      spot: 1,
      start: `2027-03-0${at + 1}${from}`,
      end: `2027-03-0${at + 1}${to}`,
      tags: [tag],
    })),
  )
  const document = { timeZone: 'UTC', settings: SETTINGS, employees: [{ id: 1, contract: { rules } }], spots: [{ id: 1 }], shifts }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  const { schedule } = submission!
  const instance = compile(schedule)
  const { demands, duties, gap, dayCount } = instance
  const cells = Int32Array.from(worked, (tag, at) =>
    tag === null ? 0 : duties.of([demands.demandOfShift[schedule.shifts.findIndex(({ id }) => id === `${tag}${at}`)]!]),
  )
  const units = new Float64Array(instance.units.length)
  if (GAP.count.of === 'row') GAP.count.add(instance, cells, 0, units)
  const along = costAlong(
    new GapResource(
      gap,
      duties,
      0,
      dayCount,
      units.map(() => 1),
    ),
    cells,
  )
  return [along, units.reduce((sum, amount) => sum + amount, 0)]
}

const AFTER_NIGHT = { kind: 'rest', after: ['night'], before: ['day'], minMinutes: 5000 }
const NIGHTS_APART = { kind: 'succession', after: ['night'], forbidden: ['night'], withinMinutes: 7200 }
/** Of shifts that are not there: it makes all others felt for as long. */
const LONG_REST = { kind: 'rest', after: ['none'], minMinutes: 7200 }

for (const { title, rules, worked, cost } of [
  { title: 'a rest is felt until it is over', rules: [AFTER_NIGHT], worked: ['night', null, null, 'day'], cost: 1580 },
  { title: 'a shift between two others is the neighbour of the later', rules: [AFTER_NIGHT], worked: ['night', 'day', 'day', 'day'], cost: 4460 },
  { title: 'it hides the one before, whatever it is itself', rules: [AFTER_NIGHT], worked: ['night', 'night', null, 'day'], cost: 3020 },
  {
    title: 'a shift that others may not follow for days is felt behind another',
    rules: [NIGHTS_APART, LONG_REST],
    worked: ['night', 'day', null, 'night'],
    cost: 1,
  },
] as const) {
  test(`along a row ${title}`, () => {
    expect(costsOf(rules, worked)).toEqual([cost, cost])
  })
}
