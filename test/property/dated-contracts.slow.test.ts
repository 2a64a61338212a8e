// Slow: two judges and the engine go through hundreds of random schedules; TURNUS_TIMES_CASES=40 tries 10,000.
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge, scoreOf } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { Random } from '../../src/engine/random.ts'
import { createState, rosterOf } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { dateOfEpochDay, epochDayOf } from '../../src/model/calendar.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { createMove } from '../../src/engine/scoring/evaluate.ts'
import { wholeSpan } from '../../src/engine/scoring/one-row.ts'
import { createPenaltyWeights } from '../../src/engine/local-search/penalty-weights.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { BestRowPricer } from '../../src/engine/rows/best-row.ts'
import { UNPRICED } from '../../src/engine/rows/row-pricer.ts'
import { relax } from '../../src/engine/bounds/relax.ts'
import { isDecided } from '../../src/model/roster.ts'
import { compareScores } from '../../src/model/score.ts'
import { loadHighs } from '../../src/threads/load-highs.ts'
import { bestByForce } from '../golden/rule-examples.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { type Dated, datedDocument, dayOf, type Posted, randomPeriods } from './dated-documents.ts'
import type { Fields } from './draft.ts'
import { FEW_TRIES } from './few-tries.ts'
import { addToRules } from './rule-additions.ts'
import { choicesOf, costOfRow, minByForce } from './rows.ts'

/** They notice the seven mutants of the checker's terms that 240 notice. */
const CASES = casesOf(120)
const MOVES = 300

function read(document: unknown, label: string): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors, label).toEqual([])
  return submission!.schedule
}

/** Expects engine and checker to give the same score from scratch and by moves; answers which rules were broken. */
function expectAgreement(document: unknown, label: string, random: Random): Set<string> {
  const schedule = read(document, label)
  const instance = compile(schedule)
  const broken = new Set<string>()
  for (let i = 0; i < 2; i += 1) {
    const state = createState(
      instance,
      randomRoster(schedule, () => random.unit()),
    )
    const { score, violations } = judge(schedule, rosterOf(instance, state.cells))
    expect([...state.score], label).toEqual([...score])
    for (const { setting } of violations) broken.add(setting)
  }
  const found = solve(schedule, solveOptions({ maxIterations: MOVES, instance, params: FEW_TRIES }))
  expect(judge(schedule, found.roster).score, `${label}, moves`).toEqual(found.score)
  return broken
}

test('engine and checker agree on whoever changes the contract', () => {
  const broken = new Map<string, number>()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed += 1) {
    const random = new Random(seed)
    const document = datedDocument(random, 'all', seed % 2 === 0)
    for (const setting of expectAgreement(document, `seed ${seed}`, random)) broken.set(setting, (broken.get(setting) ?? 0) + 1)
  }
  const rare = [
    'minRestBetweenShifts maxMinutesPerDay maxMinutesPerWeek maxMinutesPerMonth minMinutesPerWeek minMinutesPerMonth maxMinutesInKWeeks minMinutesInKWeeks',
    'totalWork maxWorkDaysPerMonth maxConsecutiveDays minConsecutiveDays consecutiveDaysOff weekendWorkFrequency maxWeekends completeWeekends',
    'maxConsecutiveLateShifts maxConsecutiveNightShifts minMinutesPerShift maxMinutesPerShift minWeeklyRestMinutes contractRules categoryShiftQuota',
    'evenShiftDistribution',
  ].flatMap((names) => names.split(' '))
  for (const setting of rare) expect(broken.get(setting) ?? 0, setting).toBeGreaterThan(CASES / 50)
})

/** Expects two documents to cost the same, by engine and checker. */
function expectSame([one, other]: readonly [unknown, unknown], label: string, random: Random): Set<string> {
  const [a, b] = [read(one, label), read(other, label)]
  const instance = compile(b)
  const broken = new Set<string>()
  for (let i = 0; i < 3; i += 1) {
    const { cells } = createState(
      instance,
      randomRoster(a, () => random.unit()),
    )
    const roster = rosterOf(instance, cells)
    const { score, violations } = judge(a, roster)
    expect(scoreOf(b, roster), label).toEqual(score)
    expect([...createState(instance, roster).score], `${label}, engine`).toEqual([...score])
    for (const { setting } of violations) broken.add(setting)
  }
  return broken
}

test('two equal contracts that follow one another cost what one costs', () => {
  const broken = new Map<string, number>()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES / 4; seed += 1) {
    const random = new Random(seed)
    const document = randomDocument(() => random.unit(), { rules: 'all' }) as Posted
    if (seed % 2 === 0) addToRules(document, () => random.unit())
    const first = dayOf(document)
    const contracts = document.employees.flatMap(({ contract }, e) => ['a', 'b'].map((half) => ({ ...(contract as Fields), id: `${e} ${half}` })))
    const employees = document.employees.map(({ contract: _contract, ...rest }, e) => {
      const day = first + random.below(30) - 2
      return {
        ...rest,
        contracts: [
          { contractId: `${e} a`, end: dateOfEpochDay(day) },
          { contractId: `${e} b`, start: dateOfEpochDay(day + 1) },
        ],
      }
    })
    const found = expectSame([document, { ...document, contracts, employees }], `seed ${seed}`, random)
    for (const setting of found) broken.set(setting, (broken.get(setting) ?? 0) + 1)
  }
  for (const setting of ['minMinutesPerWeek', 'maxConsecutiveDays', 'contractRules', 'totalWork', 'categoryShiftQuota'])
    expect(broken.get(setting), setting).toBeGreaterThan(CASES / 100)
})

const COUNTS = [
  { of: 'minutes', max: [400, 2400], min: [0, 2400] },
  { of: 'shifts', max: [0, 5], min: [0, 5] },
  { of: 'days', max: [0, 5], min: [0, 5] },
] as const

/** The limit of a week, from the contracts of its days as they stand in the document: what docs/constraints says, with nothing of the product. */
function limitOf(days: readonly number[], limitOn: (day: number) => number | null, side: 'max' | 'min'): number {
  const held = days.flatMap((day) => limitOn(day) ?? [])
  const sum = held.reduce((total, limit) => total + limit, 0)
  return side === 'max' ? Math.floor(sum / held.length) : Math.ceil(sum / days.length)
}

test('counts of a contract that changes cost what one count for each week costs', () => {
  const broken = new Map<string, number>()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES / 2; seed += 1) {
    const random = new Random(seed)
    const document = randomDocument(() => random.unit(), { rules: 'all' }) as Posted
    if ((document['timeZone'] ?? 'UTC') !== 'UTC') continue
    const starts = document.shifts.map(({ start }) => epochDayOf(new Date(start).toISOString().slice(0, 10)))
    const [first, last] = [Math.min(...starts), Math.max(...starts)]
    const weekOf = (day: number): number => Math.floor((day + 3) / 7)
    const weeks = [
      ...Map.groupBy(
        Array.from({ length: last - first + 1 }, (_, i) => first + i),
        weekOf,
      ),
    ]
    const calendar = {
      periods: weeks.map(([week]) => ({ id: `w${week}`, ranges: [{ start: dateOfEpochDay(7 * week - 3), end: dateOfEpochDay(7 * week + 3) }] })),
    }
    const side = random.unit() < 0.5 ? 'max' : 'min'
    const { of, ...range } = COUNTS[random.below(COUNTS.length)]!
    const limits = { a: 0, b: 0 }
    for (const id of ['a', 'b'] as const) limits[id] = range[side][0] + random.below(range[side][1] - range[side][0] + 1)
    const periods = randomPeriods(first, ['a', 'b'], random)
    const edgeOf = (text: string | undefined, open: number): number => (text === undefined ? open : epochDayOf(text))
    const heldOn = (day: number): Dated | undefined =>
      periods.find(({ start, end }) => edgeOf(start, -Infinity) <= day && day <= edgeOf(end, Infinity))
    const limitOn = (day: number): number | null => {
      const held = heldOn(day)
      return held === undefined ? null : limits[held.contractId as 'a' | 'b']
    }
    const rules = weeks.flatMap(([week, days]) => {
      const limit = limitOf(days, limitOn, side)
      return Number.isNaN(limit) ? [] : [{ kind: 'count', of, per: 'period', period: `w${week}`, [side]: limit }]
    })
    const away = Array.from({ length: last - first + 33 }, (_, i) => first + i).filter((day) => heldOn(day) === undefined)
    const absences = away.map((day) => ({ start: dateOfEpochDay(day), end: dateOfEpochDay(day) }))
    const withFirst = (fields: Fields): Fields[] =>
      document.employees.map((employee, e) => (e === 0 ? { ...employee, contract: undefined, ...fields } : employee))
    const contracts = (['a', 'b'] as const).map((id) => ({ id, rules: [{ kind: 'count', of, per: 'week', [side]: limits[id] }] }))
    const settings = { others: 'off', unavailable: ON, contractRules: ON }
    const long = { ...document, settings, calendar, employees: withFirst({ contract: { rules }, absences: joined(absences) }) }
    const short = { ...document, settings, calendar, contracts, employees: withFirst({ contracts: periods }) }
    for (const setting of expectSame([long, short], `seed ${seed}`, random)) broken.set(setting, (broken.get(setting) ?? 0) + 1)
  }
  for (const setting of ['contractRules', 'unavailable']) expect(broken.get(setting), setting).toBeGreaterThan(CASES / 40)
})

const ON = { firstPriorityWeight: 0, secondPriorityWeight: 3, thirdPriorityWeight: 0, fourthPriorityWeight: 0 }

/** Neighbouring days as one absence, for each that a shift touches costs. */
function joined(absences: readonly { start: string; end: string }[]): { start: string; end: string }[] {
  const long: { start: string; end: string }[] = []
  for (const { start, end } of absences) {
    const before = long.at(-1)
    if (before !== undefined && epochDayOf(before.end) + 1 === epochDayOf(start)) before.end = end
    else long.push({ start, end })
  }
  return long
}

test('a row that is said to be the best of whoever changes the contract is the best of all', () => {
  let compared = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES / 2; seed += 1) {
    const random = new Random(seed)
    const schedule = read(datedDocument(random), `seed ${seed}`)
    const instance = relax(compile(schedule))
    const state = createState(
      instance,
      randomRoster(schedule, () => random.unit()),
    )
    const penaltyWeights = createPenaltyWeights(instance, DEFAULT_PARAMS)
    const move = createMove(instance)
    for (const [employee, { contracts }] of schedule.employees.entries()) {
      const choices = choicesOf(state, employee)
      const rows = choices.reduce((product, duties) => product * duties.length, 1)
      if (contracts === undefined || rows < 2 || rows > 2_000) continue
      const { rows: found, least } = new BestRowPricer(state, penaltyWeights, employee, wholeSpan(state), DEFAULT_PARAMS.polishing).find(UNPRICED)
      if (least === -Infinity) continue
      compared += 1
      const best = minByForce(choices, (row) => costOfRow(state, penaltyWeights, move, employee, row))
      expect(costOfRow(state, penaltyWeights, move, employee, [...found[0]!.cells]), `seed ${seed}, employee ${employee}`).toBeCloseTo(best, 6)
    }
  }
  expect(compared).toBeGreaterThan(CASES / 20)
})

/** A bound begins with a first priority that lets nobody work two shifts of a day, and that some roster breaks nowhere. */
function withProvableFirstPriority(document: Fields): Fields {
  const weights = Object.entries(document['settings'] as Readonly<Record<string, object>>).map(([name, value]) =>
    Object.hasOwn(value, 'firstPriorityWeight') ? [name, { ...value, firstPriorityWeight: 0 }] : [name, value],
  )
  return { ...document, settings: { ...Object.fromEntries(weights), others: 'off', oneShiftPerDay: { ...ON, firstPriorityWeight: 1 } } }
}

test('no roster goes below a bound where contracts change', async () => {
  const solver = await loadHighs()
  let tried = 0
  let proved = 0
  for (let seed = FIRST_SEED; tried < CASES / 5; seed += 1) {
    const document = datedDocument(new Random(seed), seed % 2 === 0 ? 'plain' : 'all')
    // Of some as they are drawn, nothing is proved.
    const schedule = read(seed % 8 === 0 ? document : withProvableFirstPriority(document), `seed ${seed}`)
    const open = schedule.shifts.filter((shift) => !isDecided(shift)).length
    if (open < 2 || (schedule.employees.length + 1) ** open > 600) continue
    tried += 1
    const { bound, score, stopReason } = solve(schedule, solveOptions({ seed, maxIterations: 20_000, solver, proves: true }))
    if (bound === null) continue
    proved += 1
    const best = bestByForce(schedule).score
    expect(compareScores(bound, best), `seed ${seed}: ${bound.join()} is proved, ${best.join()} is there`).toBeLessThanOrEqual(0)
    if (stopReason === 'OPTIMAL') expect(score, `seed ${seed}`).toEqual(best)
  }
  expect(proved).toBeGreaterThan(tried / 2)
})
