import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { NOBODY } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { bestByForce } from '../golden/rule-examples.ts'

const NORA = 0
const SPLIT = [
  ['2027-03-02T06:00', '2027-03-02T09:00'],
  ['2027-03-02T10:00', '2027-03-02T14:00'],
  ['2027-03-02T15:00', '2027-03-02T18:00'],
]
const APART = [
  ['2027-03-01T20:00', '2027-03-01T23:00'],
  ['2027-03-02T10:00', '2027-03-02T14:00'],
  ['2027-03-03T06:00', '2027-03-03T14:00'],
]

/** Nora's shifts are fixed, but for the second and what is open besides; she is on leave on the day of the second. */
function read(rule: object, times: readonly string[][], { isFixed = true, open = 1 }: { isFixed?: boolean; open?: number } = {}): Schedule {
  const { submission, errors } = readSubmission(
    {
      timeZone: 'UTC',
      settings: { others: 'off', assignShift: {}, unavailable: {}, contractRules: {} },
      spots: [{ id: 1 }],
      employees: [{ id: 'nora', contract: { rules: [rule] }, wishes: [{ type: 'UNAVAILABLE', start: '2027-03-02T09:30', end: '2027-03-02T14:30' }] }],
      shifts: times.map(([start, end], at) => ({
        id: at + 1,
        spot: 1,
        start,
        end,
        tags: [['late'], ['visit'], ['early']][at],
        ...(at === 1 || at === open ? {} : { employee: 'nora', fixed: isFixed }),
      })),
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  return submission!.schedule
}

function scoreBy(schedule: Schedule, roster: readonly number[]): readonly number[] {
  const { score } = judge(schedule, Int32Array.from(roster))
  expect([...createState(compile(schedule), Int32Array.from(roster)).score], 'the engine says the same').toEqual([...score])
  return score
}

const RULES = [
  // From 09:00 to 15:00 are 360 minutes.
  { says: 'the longest gap of a day', rule: { kind: 'span', maxGapMinutes: 359 }, times: SPLIT, lacking: 1 },
  {
    says: 'a rest between two kinds of shifts',
    rule: { kind: 'rest', after: ['late'], before: ['early'], minMinutes: 1861 },
    times: APART,
    lacking: 1,
  },
  { says: 'a rest after a day', rule: { kind: 'rest', weekdays: ['MONDAY'], before: ['early'], minMinutes: 1890 }, times: APART, lacking: 30 },
] as const

describe.each(RULES)('work in leave that would mend $says', ({ rule, times, lacking }) => {
  test('is no way out where fixed shifts break it: they cost on the third priority, and a best roster leaves the leave alone', () => {
    const schedule = read(rule, times)
    expect(scoreBy(schedule, [NORA, NOBODY, NORA])).toEqual([0, 20, lacking, 0])
    expect(scoreBy(schedule, [NORA, NORA, NORA])).toEqual([20, 0, 0, 0])
    expect([...solve(schedule, solveOptions({ maxIterations: 20_000 })).roster]).toEqual([NORA, NOBODY, NORA])
    expect(bestByForce(schedule).score).toEqual([0, 20, lacking, 0])
  })

  test('costs nothing of the kind where they are planned: then it is they who break it, on the first', () => {
    expect(scoreBy(read(rule, times, { isFixed: false }), [NORA, NOBODY, NORA])[0]).toBe(20 * lacking)
  })
})

test('what planned shifts lack beyond what fixed ones do stays on the first priority', () => {
  const [first, , last] = SPLIT
  const gap = { kind: 'span', maxGapMinutes: 60 }
  const late = read(gap, [first!, ['2027-03-02T23:59', '2027-03-03T02:00'], last!])
  expect(scoreBy(late, [NORA, NOBODY, NORA])).toEqual([0, 20, 300, 0])
  // From 18:00 to 23:59 are 359 minutes, less than the 360 that the fixed ones leave between them.
  expect(scoreBy(late, [NORA, NORA, NORA])).toEqual([0, 0, 300, 0])
  const shorter = read(gap, [first!, ['2027-03-02T10:00', '2027-03-02T12:00'], last!])
  // From 12:00 to 15:00 are 180 minutes: less is lacking than the fixed ones lack alone, and all of it is theirs.
  expect(scoreBy(shorter, [NORA, NORA, NORA])).toEqual([20, 0, 120, 0])
  const later = read(gap, [first!, ['2027-03-02T15:10', '2027-03-02T16:00'], ['2027-03-02T10:05', '2027-03-02T11:00']])
  // 5 minutes of the 65 from 09:00 are those of the fixed ones, the second of which lies in the leave; from 11:00 to 15:10 are 250.
  expect(scoreBy(later, [NORA, NORA, NORA])).toEqual([20 * (250 - 60 - 5) + 20, 0, 5, 0])
})

test('what a planned shift lacks of a rest on the day of a fixed breach stays on the first priority', () => {
  const [first, , last] = APART
  const rest = { kind: 'rest', after: ['late', 'visit'], before: ['early'], minMinutes: 1861 }
  const late = read(rest, [first!, ['2027-03-02T15:00', '2027-03-02T22:00'], last!])
  // From Monday 23:00 to Wednesday 06:00 are 1,860 minutes, from Tuesday 22:00 on 480.
  expect(scoreBy(late, [NORA, NOBODY, NORA])).toEqual([0, 20, 1, 0])
  expect(scoreBy(late, [NORA, NORA, NORA])).toEqual([20 * 1380, 0, 1, 0])
})

test('what fixed shifts lack on one day pays for nothing that planned ones lack on another', () => {
  const [first, , last] = SPLIT
  const early = ['2027-03-03T06:00', '2027-03-03T09:00']
  const open = ['2027-03-03T12:00', '2027-03-03T14:00']
  const mended = read({ kind: 'span', maxGapMinutes: 60 }, [first!, ['2027-03-02T09:00', '2027-03-02T15:00'], last!, early, open], { open: 4 })
  // The fixed ones leave 360 minutes between them on Tuesday.
  expect(scoreBy(mended, [NORA, NOBODY, NORA, NORA, NOBODY])).toEqual([0, 40, 300, 0])
  // The planned one fills them, and another leaves 180 minutes on Wednesday.
  expect(scoreBy(mended, [NORA, NORA, NORA, NORA, NORA])).toEqual([20 * 120 + 20, 0, 0, 0])
})
