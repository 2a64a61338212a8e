import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { casesOf } from '../../test/property/cases.ts'
import { readSubmission } from '../api/read-schedule.ts'
import type { LinearSolver } from '../engine/column-generation/linear-solver.ts'
import { loadHighs } from '../threads/load-highs.ts'
import { compareWorths, leastWorth, weightsOf } from './best-shifts.fixture.ts'
import { generate, type GenerateAnswer } from './generate.ts'

let solver: LinearSolver
beforeAll(async () => {
  solver = await loadHighs()
})

const clock = (hour: number): string => `2026-03-02T${String(hour).padStart(2, '0')}:00`

interface WireDemand {
  readonly from: number
  readonly to: number
  readonly min?: number
  readonly ideal?: number
  readonly max?: number
  readonly weight?: number
}

interface Posted {
  readonly from: number
  readonly to: number
  readonly employee?: number
  readonly importance?: 'MANDATORY' | 'OPTIONAL'
}

interface Case {
  readonly demands: readonly WireDemand[]
  readonly posted?: readonly Posted[]
  readonly lengths?: readonly [least: number, most: number]
  readonly cost?: number
  readonly settings?: Readonly<Record<string, object>>
}

const FROM = 8
const TO = 16

function documentOf({ demands, posted = [], lengths = [4, 8], cost = 0, settings = {} }: Case): object {
  return {
    timeZone: 'UTC',
    settings,
    employees: [{ id: 1 }],
    spots: [{ id: 1 }],
    shifts: posted.map(({ from, to, ...rest }, at) => ({ id: at + 1, spot: 1, start: clock(from), end: clock(to), ...rest })),
    demands: demands.map(({ from, to, ...rest }, at) => ({ id: at + 1, spot: 1, start: clock(from), end: clock(to), ...rest })),
    shiftTemplates: [
      {
        id: 'day',
        spots: [1],
        startsFrom: '08:00',
        startsTo: '14:00',
        stepMinutes: 60,
        minMinutes: 60 * lengths[0],
        maxMinutes: 60 * lengths[1],
        cost,
      },
    ],
  }
}

interface Asked {
  readonly by?: LinearSolver | null
  readonly maxSeconds?: number
  /** Time is over after so many looks at the clock. */
  readonly looks?: number
}

const LATE_MS = 1e9

/** Time stands still, unless the question has none or it ends in between. */
function ask(of: Case, { by = solver, maxSeconds = 10, looks = maxSeconds > 0 ? Infinity : 0 }: Asked = {}): GenerateAnswer {
  const { submission, errors } = readSubmission(documentOf(of), { callback: 'optional', limits: {} })
  expect(errors).toEqual([])
  let looked = 0
  return generate(
    { schedule: submission!.schedule, maxSeconds },
    { limits: {}, solver: by, clock: () => (looked++ > looks ? LATE_MS : 0), mostSeconds: Infinity },
  )
}

const told = ({ shifts }: GenerateAnswer): string[] =>
  shifts.map(({ start, end, seats }) => `${start.slice(11, 13)}–${end.slice(11, 13)} ×${seats?.min ?? 1}`)

describe('shifts for a demand', () => {
  test('meet it in least time, and two people at the same time are seats of one shift', () => {
    const answer = ask({
      demands: [
        { from: 8, to: 16, min: 2 },
        { from: 10, to: 14, min: 1 },
      ],
    })
    expect(told(answer)).toEqual(['08–16 ×2', '10–14 ×1'])
    expect(answer).toMatchObject({
      seats: 3,
      paidMinutes: 1200,
      leastPaidMinutes: 1200,
      missingMinutes: 0,
      surplusMinutes: 0,
      complete: true,
      gap: 0,
    })
    expect(answer.coverage).toContainEqual(
      expect.objectContaining({ demandId: 1, start: '2026-03-02T10:00:00+00:00', end: '2026-03-02T14:00:00+00:00', assigned: 3 }),
    )
    expect(answer.text).toBe('2 shifts with 3 seats, 20 h together. Everything that is demanded is met. It is proved that no shifts do better.')
  })

  test('count those who are at work by posted shifts: of somebody, and that must be filled', () => {
    const demands = [{ from: 8, to: 16, min: 3 }]
    expect(
      told(
        ask({
          demands,
          posted: [
            { from: 8, to: 16, employee: 1 },
            { from: 8, to: 12 },
          ],
        }),
      ),
    ).toEqual(['08–16 ×1', '12–16 ×1'])
    expect(told(ask({ demands, posted: [{ from: 8, to: 16, importance: 'OPTIONAL' }] }))).toEqual(['08–16 ×3'])
  })

  test('leave somebody missing for an hour that no shift covers, and say so', () => {
    const answer = ask({ demands: [{ from: 6, to: 16, min: 1, weight: 3 }] })
    expect(answer).toMatchObject({ missingMinutes: 120, score: [0, 120, 0, 480], bound: [0, 120, 0, 480] })
    expect(answer.text).toContain('What is demanded is missed by 2 h below the least.')
  })

  test('are fewer where too many weigh as much as too few', () => {
    const demands = [
      { from: 8, to: 10, min: 1, max: 1 },
      { from: 10, to: 12, min: 0, max: 0 },
    ]
    expect(told(ask({ demands }))).toEqual(['08–12 ×1'])
    const settings = { demandOver: { secondPriorityWeight: 20 }, generatedMinutes: { fourthPriorityWeight: 1 } }
    expect(told(ask({ demands, settings }))).toEqual([])
  })

  test('are not proved without a solver or without time, and still meet the demand or say what is missing', () => {
    const demands = [{ from: 8, to: 16, min: 2 }]
    expect(ask({ demands }, { by: null })).toMatchObject({
      seats: 2,
      missingMinutes: 0,
      bound: null,
      gap: null,
      leastPaidMinutes: null,
      complete: false,
    })
    expect(ask({ demands }, { maxSeconds: 0 })).toMatchObject({ seats: 0, missingMinutes: 960, bound: null, complete: false })
  })

  test('say how far their proof has come, whenever time is over', () => {
    const demands = Array.from({ length: 8 }, (_, at) => ({ from: FROM + at, to: FROM + at + 1, min: 1 + ((3 * at) % 4) }))
    const best = ask({ demands })
    const said = new Set<string>()
    for (let looks = 0; !said.has('It is proved that no shifts do better.'); looks += 1) {
      const answer = ask({ demands }, { looks })
      if (answer.bound !== null) expect(compareWorths(answer.bound, best.score)).toBeLessThanOrEqual(0)
      expect(compareWorths(answer.score, best.score)).toBeGreaterThanOrEqual(0)
      said.add(answer.text.split(/(?<=\.) /).at(-1)!)
    }
    expect([...said]).toEqual(['Nothing is proved of them.', 'Whether others do better was not proved.', 'It is proved that no shifts do better.'])
  })
})

const anyDemand: fc.Arbitrary<WireDemand> = fc
  .record({
    span: fc.tuple(fc.integer({ min: FROM - 1, max: TO }), fc.integer({ min: 1, max: 5 })),
    numbers: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 1 })),
    has: fc.tuple(fc.boolean(), fc.boolean()),
    weight: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ span: [from, length], numbers: [min, more, further], has: [hasIdeal, hasMax], weight }) => ({
    from,
    to: Math.min(TO + 1, from + length),
    min,
    ...(hasIdeal ? { ideal: min + more } : {}),
    ...(hasMax ? { max: min + more + further } : {}),
    weight,
  }))

const anyWeights = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 20 }))
  .map(([priority, weight]) => ({ [['', 'second', 'third', 'fourth'][priority]! + 'PriorityWeight']: weight }))

const anyCase: fc.Arbitrary<Case> = fc.record({
  demands: fc.array(anyDemand, { minLength: 1, maxLength: 3 }),
  posted: fc.array(
    fc.record({ from: fc.constantFrom(8, 10), to: fc.constantFrom(12, 16), importance: fc.constantFrom('MANDATORY' as const, 'OPTIONAL' as const) }),
    { maxLength: 1 },
  ),
  lengths: fc.constantFrom([3, 5] as const, [4, 4] as const, [2, 3] as const),
  cost: fc.integer({ min: 0, max: 2 }),
  settings: fc.record({
    demandUnder: anyWeights,
    demandIdeal: anyWeights,
    demandOver: anyWeights,
    generatedMinutes: anyWeights,
    shiftCost: anyWeights,
  }),
})

type Weighed = Readonly<Record<string, Readonly<Record<string, number>>>>

/** What shifts come to, hour by hour: the four priorities in sixtieths, minutes, cost and number. */
function judge({ demands, posted = [], cost = 0, settings }: Case, shifts: readonly { readonly from: number; readonly to: number }[]): number[] {
  const weigh = (name: string): readonly number[] => weightsOf((settings as Weighed)[name]!)
  const [under, ideal, over] = [weigh('demandUnder'), weigh('demandIdeal'), weigh('demandOver')]
  const result = [0, 0, 0, 0]
  const add = (weights: readonly number[], units: number): void => weights.forEach((weight, p) => (result[p]! += weight * units))
  const present = [...shifts, ...posted.filter(({ importance }) => importance === 'MANDATORY')]
  for (let hour = FROM - 1; hour <= TO + 8; hour += 1) {
    const asked = demands.filter(({ from, to }) => from <= hour && hour < to)
    if (asked.length === 0) continue
    const there = present.filter(({ from, to }) => from <= hour && hour < to).length
    const weight = Math.max(...asked.map((demand) => demand.weight!))
    const min = asked.reduce((sum, demand) => sum + demand.min!, 0)
    const best = asked.reduce((sum, demand) => sum + (demand.ideal ?? demand.min!), 0)
    const max = asked.reduce((sum, demand) => sum + (demand.max ?? Infinity), 0)
    add(under, weight * Math.max(0, min - there))
    add(ideal, weight * Math.max(0, best - Math.max(min, there)))
    add(over, weight * Math.max(0, there - max))
  }
  const minutes = shifts.reduce((sum, { from, to }) => sum + 60 * (to - from), 0)
  add(weigh('generatedMinutes'), minutes)
  add(weigh('shiftCost'), cost * shifts.length)
  return [...result, minutes, cost * shifts.length, shifts.length]
}

/** Each start with each length. */
function allShifts({ lengths }: Case): { readonly from: number; readonly to: number }[] {
  const [least, most] = lengths!
  const shifts: { readonly from: number; readonly to: number }[] = []
  for (let from = 8; from <= 14; from += 1) for (let length = least; length <= most; length += 1) shifts.push({ from, to: from + length })
  return shifts
}

const MOST = 4

test('no shifts are better than those that are proved to be best', () => {
  fc.assert(
    fc.property(anyCase, (of) => {
      // The least is filled first, so that it weighs as much as the ideal at the least.
      const { demandUnder, demandIdeal } = of.settings as Weighed
      fc.pre(compareWorths(weightsOf(demandUnder!), weightsOf(demandIdeal!)) >= 0)
      const answer = ask(of)
      expect(answer.complete).toBe(true)
      fc.pre(answer.seats <= MOST)
      const shifts = answer.shifts.flatMap(({ start, end, seats }) =>
        Array.from({ length: seats?.min ?? 1 }, () => ({ from: Number(start.slice(11, 13)), to: Number(end.slice(11, 13)) })),
      )
      const found = judge(of, shifts)
      expect(found).toEqual([...answer.score, answer.paidMinutes, answer.cost, answer.seats])
      expect(found).toEqual(leastWorth(allShifts(of), MOST, (those) => judge(of, those)))
    }),
    { numRuns: casesOf(120) },
  )
})

test('taking one shift after another never does better than what is proved', () => {
  fc.assert(
    fc.property(anyCase, (of) => {
      const [proved, taken] = [ask(of), ask(of, { by: null })]
      expect(compareWorths(proved.score, taken.score)).toBeLessThanOrEqual(0)
    }),
    { numRuns: casesOf(300) },
  )
})
