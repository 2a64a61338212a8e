// Slow: hundreds of random schedules are paid by the engine and by the checker.
import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge, scoreOf as judgedScore } from '../../src/checker/check.ts'
import { costsOf } from '../../src/checker/costs.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { NEIGHBOURHOODS } from '../../src/engine/local-search/neighbourhoods.ts'
import { DEFAULT_PARAMS } from '../../src/engine/portfolio/params.ts'
import { Random } from '../../src/engine/random.ts'
import { apply, createMove, evaluate } from '../../src/engine/scoring/evaluate.ts'
import { createState, rosterOf, scoreFromScratch, scoreOf, type State, toldScoreOf } from '../../src/engine/scoring/state.ts'
import { dayAt } from '../../src/model/calendar.ts'
import { GRAINS_PER_MINOR } from '../../src/model/pay.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import type { Roster } from '../../src/model/roster.ts'
import { randomPaid, restricted } from './any-pay.ts'
import { createRandom, randomRoster } from './any-schedule.ts'
import { casesOf } from './cases.ts'
import type { Fields } from './draft.ts'

function read(document: Fields, seed: number): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors, `seed ${seed}`).toEqual([])
  return submission!.schedule
}

function drawn(seed: number): { readonly schedule: Schedule; readonly roster: Roster } {
  const schedule = read(restricted(randomPaid(seed), seed), seed)
  return { schedule, roster: randomRoster(schedule, createRandom(seed, 99)) }
}

const LEDGERS = casesOf(400)

test(`lines add up to what the checker says, on ${LEDGERS} random schedules`, () => {
  let paid = 0
  for (let seed = 1; seed <= LEDGERS; seed += 1) {
    const { schedule, roster } = drawn(seed)
    const { total = 0, regular = 0, overtime = 0, surcharges = 0, activation = 0, byEmployee = [] } = costsOf(schedule, roster)
    const lines = byEmployee.flatMap((employee) => employee.lines)
    const sum = lines.reduce((all, { amount }) => all + amount, 0)
    expect([sum, regular + overtime + surcharges + activation, byEmployee.reduce((all, each) => all + each.total, 0)]).toEqual([total, total, total])
    const exact = minuteByMinute(schedule, roster)
    // Each line is rounded once, by half a minor unit at most.
    expect(Math.abs(total * GRAINS_PER_MINOR - exact), `seed ${seed}`).toBeLessThanOrEqual((lines.length * GRAINS_PER_MINOR) / 2)
    const charged = judge(schedule, roster).violations.filter(({ setting }) => setting === 'payCost')
    for (const { units, penalty, priority, matches } of charged) {
      expect(units, `seed ${seed}`).toBe(Math.ceil(exact / (schedule.pay!.currencyUnit * GRAINS_PER_MINOR)))
      expect(penalty).toBe(units * schedule.settings.weights.payCost[priority])
      expect(matches.reduce((all, { amount }) => all + amount, 0)).toBe(units)
    }
    if (total > 0) paid += 1
  }
  expect(paid).toBeGreaterThan(LEDGERS / 4)
})

const STATES = casesOf(400)

test(`engine and checker agree on the score of ${STATES} random rosters that are paid`, () => {
  for (let seed = 1; seed <= STATES; seed += 1) {
    const { schedule, roster } = drawn(seed)
    const instance = compile(schedule)
    const state = createState(instance, roster)
    const counted = judgedScore(schedule, rosterOf(instance, state.cells))
    expect(toldScoreOf(instance, state.cells, scoreOf(state)), `seed ${seed}`).toEqual(counted)
  }
})

const WALKS = casesOf(120)

test(`moves cost what the whole roster costs more, on ${WALKS} random walks`, () => {
  let moves = 0
  for (let seed = 1; seed <= WALKS; seed += 1) {
    const { schedule, roster } = drawn(seed)
    const state = createState(compile(schedule), roster)
    moves += walk(state, seed)
  }
  expect(moves).toBeGreaterThan(WALKS * 5)
})

function walk(state: State, seed: number): number {
  const random = new Random(seed)
  const move = createMove(state.instance)
  let moves = 0
  for (let step = 0; step < 60; step += 1) {
    const neighbourhood = NEIGHBOURHOODS[step % NEIGHBOURHOODS.length]!
    if (neighbourhood.supports?.(state.instance) === false) continue
    if (!neighbourhood.propose(state, random, move, DEFAULT_PARAMS.moves) || !evaluate(state, move)) continue
    apply(state, move)
    moves += 1
    expect(scoreOf(state), `seed ${seed}, step ${step}`).toEqual(scoreFromScratch(state))
  }
  return moves
}

/** What a roster costs in grains, minute by minute, as docs/pay.md says it: by no code that engine or checker use. */
function minuteByMinute(schedule: Schedule, roster: Roster): number {
  const { pay, employees, calendar } = schedule
  if (pay === undefined) return 0
  let grains = 0
  for (const [e, employee] of employees.entries()) {
    const mine = schedule.shifts.filter((_, at) => roster[at] === e)
    const planned = mine.filter(({ historic }) => !historic)
    const of = employee.pay ?? employee.contract.pay
    if (of === undefined) continue
    const rules = pay.rules.filter(({ id }) => of.rules === null || of.rules.includes(id))
    for (const shift of planned) {
      for (let minute: number = shift.start; minute < shift.end; minute += 1) {
        const upTo = (until: number): number => Math.floor((shift.workMin * (until - shift.start)) / (shift.end - shift.start))
        const paid = upTo(minute + 1) - upTo(minute)
        if (paid === 0) continue
        const matching = rules.filter((rule) => rule.kind === 'surcharge' && isAt(rule, pay.calendar, shift, minute))
        const percents = matching.flatMap((rule) => (rule.kind === 'surcharge' && rule.percent !== null ? [rule.percent] : []))
        const onTop = matching.reduce((sum, rule) => sum + (rule.kind === 'surcharge' ? (rule.amount ?? 0) : 0), 0)
        grains += paid * (of.hourly * (percents.length === 0 ? 100 : Math.max(...percents)) + 100 * onTop)
      }
    }
    for (const rule of rules) if (rule.kind === 'activation' && planned.length > 0) grains += rule.amount * GRAINS_PER_MINOR
    const families = Map.groupBy(
      rules.filter((rule) => rule.kind === 'overtime'),
      ({ per, period }) => `${per} ${period}`,
    )
    for (const family of families.values()) {
      const { per, period } = family[0]!
      const tierAt = (minutes: number): number =>
        Math.max(100, ...family.filter(({ overMinutes }) => overMinutes < minutes).map(({ percent }) => percent))
      const windowOf = (day: number): number => {
        const { week, month } = calendar.days[day]!
        if (per !== 'period') return { day, week, month, horizon: 0 }[per]
        return calendar.periods[period!]!.windows.findIndex(({ first, last }) => day >= first && day <= last)
      }
      const sums = new Map<number, { before: number; all: number }>()
      for (const { day, workMin, historic, splitMin } of mine) {
        if (per === 'horizon' && historic) continue
        const pieces = per === 'horizon' || splitMin === undefined ? [workMin] : splitMin
        for (const [later, minutes] of pieces.entries()) {
          if (day + later >= calendar.days.length) continue
          const window = windowOf(day + later)
          const sum = sums.get(window) ?? { before: 0, all: 0 }
          sums.set(window, { before: sum.before + (historic ? minutes : 0), all: sum.all + minutes })
        }
      }
      for (const [window, { before, all }] of sums) {
        if (window < 0 || !calendar.days.some((_, day) => day >= calendar.horizonFirst && windowOf(day) === window)) continue
        for (let minute = before + 1; minute <= all; minute += 1) grains += of.hourly * (tierAt(minute) - 100)
      }
    }
  }
  return grains
}

function isAt(
  { between, onHolidays, weekdays, tags }: Extract<NonNullable<Schedule['pay']>['rules'][number], { kind: 'surcharge' }>,
  calendar: NonNullable<Schedule['pay']>['calendar'],
  shift: Schedule['shifts'][number],
  minute: number,
): boolean {
  const local = calendar.days[dayAt(calendar, minute)]!
  const change = local.clockChange
  // The first time that the clock shows a time is meant, so that what comes after the change is later than all before it.
  const wall = minute - local.start + (change !== null && minute >= change.at ? change.offsetChangeMin : 0)
  if (onHolidays && !calendar.holidays.has(dayAt(calendar, minute))) return false
  if (weekdays !== null && !weekdays.includes(local.weekday)) return false
  if (tags.length > 0 && !shift.tags.some((tag) => tags.includes(tag))) return false
  if (between === null) return true
  const { from, to } = between
  if (change !== null && change.offsetChangeMin < 0) return within(minute, calendar, between)
  return from < to ? wall >= from && wall < to : wall >= from || wall < to
}

/** On a day on which the clock is put back: from when it first shows `from` to when it first shows `to`. */
function within(
  minute: number,
  calendar: NonNullable<Schedule['pay']>['calendar'],
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const { start, end, clockChange } = calendar.days[dayAt(calendar, minute)]!
  const shows = (at: number): number => at - start + (at >= clockChange!.at ? clockChange!.offsetChangeMin : 0)
  const firstAt = (wall: number): number => {
    for (let at: number = start; at < end; at += 1) if (shows(at) >= wall) return at
    return end
  }
  const [opens, closes] = [firstAt(from), firstAt(to)]
  return from < to ? minute >= opens && minute < closes : minute >= opens || minute < closes
}

test('a week that ends in the horizon holds overtime of who is paid nothing on its days', () => {
  // Above the five hours of history, on the day on which Anna's contract ends, the four of Monday are overtime of one week: half of 15.00 an hour more.
  const shift = (id: number, date: string, hours: number): Fields => ({
    id,
    spot: 1,
    employee: 'anna',
    start: `${date}T08:00`,
    end: `${date}T${String(8 + hours).padStart(2, '0')}:00`,
  })
  const { submission, errors } = readSubmission(
    {
      timeZone: 'UTC',
      calendar: { weekStartsOn: 'SUNDAY' },
      settings: { others: 'off', budgets: { thirdPriorityWeight: 1 } },
      payRules: [{ id: 1, kind: 'overtime', per: 'week', overMinutes: 240, percent: 150 }],
      budgets: [{ id: 1, per: 'horizon', max: 0 }],
      contracts: [{ id: 1, pay: { hourly: 1500 } }],
      employees: [{ id: 'anna', contracts: [{ contractId: 1, end: '2026-03-01' }] }],
      spots: [{ id: 1 }],
      shifts: [
        { ...shift(1, '2026-03-01', 5), historic: true },
        { ...shift(2, '2026-03-02', 4), fixed: true },
      ],
    },
    { callback: 'optional' },
  )
  expect(errors).toEqual([])
  const { schedule } = submission!
  const state = createState(compile(schedule), Int32Array.of(0, 0))
  expect([judge(schedule, Int32Array.of(0, 0)).score, [...state.score]]).toEqual([
    [0, 0, 30, 0],
    [0, 0, 30, 0],
  ])
})
