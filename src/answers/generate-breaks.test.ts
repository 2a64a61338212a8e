// Slow: shifts with breaks are searched for hundreds of demands, and held against all that there could be.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { casesOf } from '../../test/property/cases.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { findMisplacedBreaks } from '../checker/breaks.ts'
import { judge } from '../checker/check.ts'
import type { LinearSolver } from '../engine/column-generation/linear-solver.ts'
import { materialised } from '../model/generated-shifts.ts'
import { rosterAsPosted } from '../model/roster.ts'
import { loadHighs } from '../threads/load-highs.ts'
import { compareWorths, leastWorth, weightsOf } from './best-shifts.fixture.ts'
import { generate, type GenerateAnswer } from './generate.ts'

let solver: LinearSolver
beforeAll(async () => {
  solver = await loadHighs()
})

interface WireDemand {
  readonly from: number
  readonly to: number
  readonly min?: number
  readonly ideal?: number
  readonly max?: number
  readonly weight?: number
}

interface WireRule {
  readonly overMinutes: number
  readonly minutes: number
  readonly paid: boolean
  readonly stepMinutes?: number
  readonly earliestAfter?: number
  readonly latestBefore?: number
  readonly covered?: boolean
}

interface Case {
  readonly demands: readonly WireDemand[]
  readonly rules: readonly WireRule[]
  /** Hours. */
  readonly lengths: readonly [least: number, most: number]
  readonly starts?: readonly [first: number, last: number]
  readonly cost?: number
  readonly posted?: readonly { readonly from: number; readonly to: number }[]
  readonly settings?: Readonly<Record<string, object>>
}

const clock = (hour: number): string => `2026-03-02T${String(Math.floor(hour)).padStart(2, '0')}:${hour % 1 === 0 ? '00' : '30'}`
const wall = (hour: number): string => clock(hour).slice(11)

function documentOf({ demands, rules, lengths, starts = [8, 12], cost = 0, posted = [], settings = {} }: Case): object {
  return {
    timeZone: 'UTC',
    settings,
    employees: [{ id: 1 }],
    spots: [{ id: 1, breakRules: rules.map((_, at) => at + 1) }],
    breakRules: rules.map((rule, at) => ({ id: at + 1, ...rule })),
    shifts: posted.map(({ from, to }, at) => ({ id: at + 1, spot: 1, start: clock(from), end: clock(to) })),
    demands: demands.map(({ from, to, ...rest }, at) => ({ id: at + 1, spot: 1, start: clock(from), end: clock(to), ...rest })),
    shiftTemplates: [
      {
        id: 'day',
        spots: [1],
        startsFrom: wall(starts[0]),
        startsTo: wall(starts[1]),
        stepMinutes: 60,
        minMinutes: 60 * lengths[0],
        maxMinutes: 60 * lengths[1],
        lengthStepMinutes: 60,
        cost,
      },
    ],
  }
}

/** Time stands still. */
function ask(of: Case, by: LinearSolver | null = solver): GenerateAnswer {
  const { submission, errors } = readSubmission(documentOf(of), { callback: 'optional', limits: {} })
  expect(errors).toEqual([])
  return generate({ schedule: submission!.schedule, maxSeconds: 10 }, { limits: {}, solver: by, clock: () => 0, mostSeconds: Infinity })
}

const told = ({ shifts }: GenerateAnswer): string[] =>
  shifts.map(({ start, end, seats, breaks = [] }) =>
    [
      `${start.slice(11, 16)}–${end.slice(11, 16)} ×${seats?.min ?? 1}`,
      ...breaks.map((own) => `${own.start.slice(11, 16)}–${own.end.slice(11, 16)}`),
    ].join(', '),
  )

const LUNCH: WireRule = { overMinutes: 240, minutes: 60, paid: false, stepMinutes: 60, earliestAfter: 180, latestBefore: 120 }

describe('shifts with breaks', () => {
  test('have them one after the other, so that the demand is met while each of them is away', () => {
    const answer = ask({ demands: [{ from: 8, to: 16, min: 1 }], rules: [LUNCH], lengths: [8, 8], starts: [8, 8] })
    expect(told(answer)).toEqual(['08:00–16:00 ×1, 11:00–12:00', '08:00–16:00 ×1, 12:00–13:00'])
    expect(answer).toMatchObject({ seats: 2, paidMinutes: 840, leastPaidMinutes: 840, missingMinutes: 0, uncoveredMinutes: 0, complete: true })
    expect(answer.text).toBe('2 shifts with 2 seats, 14 h together. Everything that is demanded is met. It is proved that no shifts do better.')
  })

  test('give way to shifts that are too short for a break where these take less time', () => {
    const answer = ask({ demands: [{ from: 8, to: 16, min: 1 }], rules: [LUNCH], lengths: [4, 8] })
    expect(answer).toMatchObject({ seats: 2, paidMinutes: 480, missingMinutes: 0, complete: true })
    expect(told(answer)).toEqual(['08:00–12:00 ×1', '12:00–16:00 ×1'])
  })

  test('are seats of one shift where their breaks lie alike too, and name their rules, so that they can be posted', () => {
    const answer = ask({
      demands: [
        { from: 8, to: 11, min: 2 },
        { from: 12, to: 16, min: 2 },
      ],
      rules: [LUNCH],
      lengths: [8, 8],
      starts: [8, 8],
    })
    expect(answer.shifts).toMatchObject([{ seats: { min: 2 }, breakRules: [1], breaks: [{ ruleId: 1, start: '2026-03-02T11:00:00+00:00' }] }])
    const of = documentOf({ demands: [], rules: [LUNCH], lengths: [8, 8] })
    const { shiftTemplates: _, demands: __, ...rest } = of as Record<string, unknown>
    const { errors } = readSubmission({ ...rest, shifts: answer.shifts }, { callback: 'optional', limits: {} })
    expect(errors).toEqual([])
  })

  test('count posted shifts as away during their breaks, and cover breaks that are to be covered', () => {
    const demands = [{ from: 8, to: 9, min: 1 }]
    const posted = [{ from: 8, to: 16 }]
    const generatedMinutes = { fourthPriorityWeight: 1 }
    const open = { demands, posted, rules: [LUNCH], lengths: [4, 4] as const, settings: { generatedMinutes } }
    expect(ask(open)).toMatchObject({ seats: 0, uncoveredMinutes: 0 })
    const covered = { ...open, rules: [{ ...LUNCH, overMinutes: 120, minutes: 60, covered: true, earliestAfter: 60, latestBefore: 60 }] }
    const answer = ask({ ...covered, settings: { generatedMinutes, breakCover: { thirdPriorityWeight: 10 } } })
    expect(answer).toMatchObject({ seats: 1, uncoveredMinutes: 0, score: [0, 0, 0, 180] })
    expect(ask({ ...covered, settings: { generatedMinutes, breakCover: { fourthPriorityWeight: 10 } } })).toMatchObject({
      seats: 0,
      uncoveredMinutes: 60,
      score: [0, 0, 0, 10],
    })
  })

  test('add up over times between which no shift reaches', () => {
    const demands = [
      { from: 8, to: 9, min: 1 },
      { from: 13, to: 14, min: 2 },
    ]
    const rule = { overMinutes: 120, minutes: 30, paid: false, stepMinutes: 30, earliestAfter: 60, latestBefore: 30 }
    const answer = ask({ demands, rules: [rule], lengths: [3, 3] })
    expect(answer).toMatchObject({ seats: 3, paidMinutes: 450, missingMinutes: 0, score: [0, 0, 0, 450], bound: [0, 0, 0, 450], complete: true })
  })

  test('of a call centre are proved, day by day', () => {
    const { submission } = readSubmission(JSON.parse(readFileSync(new URL('../../examples/call-centre-breaks.json', import.meta.url), 'utf8')), {
      callback: 'optional',
      limits: {},
    })
    const answer = generate({ schedule: submission!.schedule, maxSeconds: 10 }, { limits: {}, solver, clock: () => 0, mostSeconds: Infinity })
    expect(answer).toMatchObject({ paidMinutes: 11_250, leastPaidMinutes: 11_250, missingMinutes: 0, uncoveredMinutes: 0, complete: true })
  })

  test('are as good as was found when time is over', () => {
    const { submission } = readSubmission(documentOf({ demands: [{ from: 8, to: 16, min: 1 }], rules: [LUNCH], lengths: [4, 8] }), {
      callback: 'optional',
      limits: {},
    })
    for (const looks of [0, 3, 10, 30]) {
      let now = 0
      const answer = generate(
        { schedule: submission!.schedule, maxSeconds: looks / 1000 },
        { limits: {}, solver, clock: () => (now += 1), mostSeconds: Infinity },
      )
      expect(now).toBeLessThan(looks + 100)
      expect(answer.missingMinutes).toBeGreaterThanOrEqual(0)
    }
  })

  test('are not proved without a solver', () => {
    const answer = ask({ demands: [{ from: 8, to: 16, min: 1 }], rules: [LUNCH], lengths: [8, 8], starts: [8, 8] }, null)
    expect(answer).toMatchObject({ missingMinutes: 0, bound: null, gap: null, leastPaidMinutes: null, complete: false })
    expect(answer.text).toContain('Nothing is proved of them.')
  })
})

const anyDemand: fc.Arbitrary<WireDemand> = fc
  .record({
    span: fc.tuple(fc.integer({ min: 8, max: 14 }), fc.integer({ min: 1, max: 5 })),
    numbers: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 1 })),
    has: fc.tuple(fc.boolean(), fc.boolean()),
    weight: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ span: [from, length], numbers: [min, more, further], has: [hasIdeal, hasMax], weight }) => ({
    from,
    to: Math.min(17, from + length),
    min,
    ...(hasIdeal ? { ideal: min + more } : {}),
    ...(hasMax ? { max: min + more + further } : {}),
    weight,
  }))

const anyRule: fc.Arbitrary<WireRule> = fc.record({
  overMinutes: fc.constantFrom(120, 120, 120, 200),
  minutes: fc.constantFrom(30, 60),
  paid: fc.boolean(),
  stepMinutes: fc.constantFrom(30, 60),
  earliestAfter: fc.constantFrom(0, 60),
  latestBefore: fc.constantFrom(0, 30),
  covered: fc.boolean(),
})

const anyWeights = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 20 }))
  .map(([priority, weight]) => ({ [['', 'second', 'third', 'fourth'][priority]! + 'PriorityWeight']: weight }))

/** Mostly behind all that is demanded. */
const anyPrice = fc.oneof({ arbitrary: fc.constant({ fourthPriorityWeight: 1 }), weight: 4 }, { arbitrary: anyWeights, weight: 1 })

const anyCase = fc
  .record({
    demands: fc.array(anyDemand, { minLength: 1, maxLength: 3 }),
    rules: fc.array(anyRule, { minLength: 1, maxLength: 2 }),
    lengths: fc.constantFrom([3, 4] as const, [4, 4] as const, [3, 3] as const),
    starts: fc.constantFrom([8, 12] as const, [9, 11] as const, [8, 9] as const),
    cost: fc.integer({ min: 0, max: 2 }),
    settings: fc.record({
      demandUnder: anyWeights,
      demandIdeal: anyWeights,
      demandOver: anyWeights,
      breakCover: anyWeights,
      generatedMinutes: anyPrice,
      shiftCost: anyPrice,
    }),
  })
  // Two breaks of an hour are too much for a shift of three.
  .filter(({ rules, lengths }) => allShifts({ demands: [{ from: 0, to: 24, min: 1 }], rules, lengths }).length > 0)

type AnyCase = Case & { readonly settings: Readonly<Record<string, Readonly<Record<string, number>>>> }

interface BruteShift {
  readonly from: number
  readonly to: number
  readonly breaks: readonly { readonly from: number; readonly to: number; readonly rule: WireRule }[]
}

const HALF_HOURS = 2

/** What shifts come to, half an hour after half an hour: the four priorities, paid minutes, cost, and how many they are. */
function worthOf({ demands, cost = 0, settings }: AnyCase, shifts: readonly BruteShift[]): number[] {
  const result = [0, 0, 0, 0]
  const add = (name: string, units: number): void => weightsOf(settings[name]!).forEach((weight, at) => (result[at]! += units * weight))
  for (let half = 7 * HALF_HOURS; half < 18 * HALF_HOURS; half += 1) {
    const isIn = ({ from, to }: { readonly from: number; readonly to: number }): boolean => from * HALF_HOURS <= half && half < to * HALF_HOURS
    const there = shifts.filter((shift) => isIn(shift) && !shift.breaks.some(isIn)).length
    if (there === 0 && shifts.some(({ breaks }) => breaks.some((own) => own.rule.covered === true && isIn(own)))) add('breakCover', 1 / HALF_HOURS)
    const asked = demands.filter(isIn)
    if (asked.length === 0) continue
    const times = Math.max(...asked.map(({ weight = 1 }) => weight)) / HALF_HOURS
    const sum = (of: (demand: WireDemand) => number): number => asked.reduce((total, demand) => total + of(demand), 0)
    const [min, ideal] = [sum((demand) => demand.min ?? 0), sum((demand) => demand.ideal ?? demand.min ?? 0)]
    add('demandUnder', times * Math.max(0, min - there))
    add('demandIdeal', times * Math.max(0, ideal - Math.max(min, there)))
    add('demandOver', times * Math.max(0, there - sum(({ max }) => max ?? Infinity)))
  }
  const minutes = shifts.reduce(
    (sum, { from, to, breaks }) => sum + 60 * (to - from) - breaks.reduce((off, { rule }) => off + (rule.paid ? 0 : rule.minutes), 0),
    0,
  )
  add('generatedMinutes', minutes)
  add('shiftCost', cost * shifts.length)
  return [...result, minutes, cost * shifts.length, shifts.length]
}

/** Each shift that a template makes, which is where somebody is wanted at some moment of it, with its breaks in each place. */
function allShifts({ demands, rules, lengths, starts = [8, 12] }: Case): BruteShift[] {
  const shifts: BruteShift[] = []
  const isWanted = (from: number, to: number): boolean =>
    demands.some((demand) => (demand.ideal ?? demand.min ?? 0) > 0 && demand.from < to && demand.to > from)
  for (let from = starts[0]; from <= starts[1]; from += 1) {
    for (let length = lengths[0]; length <= lengths[1]; length += 1) {
      if (!isWanted(from, from + length)) continue
      const own = rules.filter(({ overMinutes }) => 60 * length > overMinutes)
      let ways: BruteShift['breaks'][] = [[]]
      for (const rule of own) {
        const places: number[] = []
        for (let after = 0; after + rule.minutes <= 60 * length - rule.latestBefore!; after += rule.stepMinutes!)
          if (after >= rule.earliestAfter!) places.push(after)
        ways = ways.flatMap((breaks) =>
          places
            .map((after) => ({ from: from + after / 60, to: from + (after + rule.minutes) / 60, rule }))
            .filter((next) => breaks.every((other) => other.to <= next.from || other.from >= next.to))
            .map((next) => [...breaks, next]),
        )
      }
      for (const breaks of ways) shifts.push({ from, to: from + length, breaks })
    }
  }
  return shifts
}

function isUsual({ settings: { demandUnder, demandIdeal } }: AnyCase): boolean {
  return compareWorths(weightsOf(demandUnder!), weightsOf(demandIdeal!)) >= 0
}

function shiftsOf({ shifts }: GenerateAnswer, { rules }: Case): BruteShift[] {
  const hour = (moment: string): number => Number(moment.slice(11, 13)) + Number(moment.slice(14, 16)) / 60
  return shifts.flatMap(({ start, end, seats, breaks = [] }) =>
    Array.from({ length: seats?.min ?? 1 }, () => ({
      from: hour(start),
      to: hour(end),
      breaks: breaks.map((own) => ({ from: hour(own.start), to: hour(own.end), rule: rules[Number(own.ruleId) - 1]! })),
    })),
  )
}

const MOST = 3
const MOST_CHOICES = 36
const TRIED = casesOf(60)

test(`no shifts with breaks are better than those that are found, and none below what is proved, on ${TRIED} tiny demands`, () => {
  let [tried, proved, broken] = [0, 0, 0]
  fc.assert(
    fc.property(anyCase, (any) => {
      const of = any as AnyCase
      fc.pre(isUsual(of) && allShifts(of).length <= MOST_CHOICES)
      const answer = ask(of)
      fc.pre(answer.seats <= MOST)
      const found = worthOf(of, shiftsOf(answer, of))
      expect(found.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
        ...answer.score.map((value) => Math.round(value * 1e6) / 1e6),
        answer.paidMinutes,
        answer.cost,
        answer.seats,
      ])
      const best = leastWorth(allShifts(of), MOST, (shifts) => worthOf(of, shifts))
      expect(compareWorths(found, best)).toBe(0)
      expect(compareWorths(answer.bound!, best.slice(0, 4))).toBeLessThanOrEqual(0)
      if (compareWorths(found.slice(0, 4), best.slice(0, 4)) === 0 && answer.leastPaidMinutes !== null)
        expect(answer.leastPaidMinutes).toBeLessThanOrEqual(best[4]!)
      tried += 1
      if (answer.complete) proved += 1
      if (answer.shifts.some(({ breaks }) => breaks !== undefined)) broken += 1
    }),
    { numRuns: TRIED },
  )
  expect(proved).toBeGreaterThan(tried / 2)
  expect(broken).toBeGreaterThan(tried / 3)
})

test('what is made is judged by the checker as it says, once it is posted with people on it', () => {
  fc.assert(
    fc.property(anyCase, (any) => {
      const answer = ask(any)
      fc.pre(answer.seats > 0)
      const document = documentOf(any)
      const people = Array.from({ length: answer.seats }, (_, at) => ({ id: at + 1 }))
      let next = 0
      const shifts = answer.shifts.flatMap(({ seats, ...shift }) =>
        Array.from({ length: seats?.min ?? 1 }, (__, at) => ({
          ...shift,
          id: `${shift.id}/${at}`,
          employee: (next += 1),
          fixed: true,
        })),
      )
      const { submission, errors } = readSubmission({ ...document, employees: people, shifts }, { callback: 'optional' })
      expect(errors).toEqual([])
      const { schedule, roster } = materialised(submission!.schedule, rosterAsPosted(submission!.schedule))
      expect(findMisplacedBreaks(schedule, roster)).toEqual([])
      const penaltyOf = (setting: string): number =>
        judge(schedule, roster)
          .violations.filter((own) => own.setting === setting)
          .reduce((sum, { penalty }) => sum + penalty, 0)
      expect(penaltyOf('demandUnder') > 0).toBe(answer.missingMinutes > 0)
      expect(penaltyOf('demandIdeal') > 0).toBe(answer.belowIdealMinutes > 0)
      expect(penaltyOf('demandOver') > 0).toBe(answer.surplusMinutes > 0)
      expect(penaltyOf('breakCover') > 0).toBe(answer.uncoveredMinutes > 0)
    }),
    { numRuns: casesOf(60) },
  )
})
