// Slow: two judges and the engine go through hundreds of random schedules.
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { WEEKDAYS } from '../../src/api/weekdays.ts'
import { judge, scoreOf } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { solve } from '../../src/engine/index.ts'
import { Random } from '../../src/engine/random.ts'
import { createState, rosterOf } from '../../src/engine/scoring/state.ts'
import { solveOptions } from '../../src/engine/solve-options.fixture.ts'
import { dateOfEpochDay, epochDayOf } from '../../src/model/calendar.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import type { Fields } from './draft.ts'
import { FEW_TRIES } from './few-tries.ts'

const MOVES = 1_000
const CASES = casesOf(90)
const HOUR_MS = 3_600_000

type Posted = Fields & { employees: Fields[]; shifts: (Fields & { start: string; end: string; breakMinutes?: number })[] }

function read(document: unknown): Schedule {
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  return submission!.schedule
}

/** Expects two documents to cost the same by engine and checker; answers whether they broke this rule. */
function expectSame(label: string, [one, other]: readonly [unknown, unknown], random: Random): Set<string> {
  const [a, b] = [read(one), read(other)]
  const broken = new Set<string>()
  const instance = compile(b)
  for (let i = 0; i < 3; i += 1) {
    const roster = randomRoster(a, () => random.unit())
    const { score, violations } = judge(a, roster)
    expect(scoreOf(b, roster), label).toEqual(score)
    // The engine takes equal seats for one another.
    const state = createState(instance, roster)
    expect([...state.score], `${label}, engine`).toEqual([...scoreOf(a, rosterOf(instance, state.cells))])
    for (const { setting } of violations) broken.add(setting)
  }
  // By moves, which count only what changes.
  const found = solve(b, solveOptions({ maxIterations: MOVES, instance, params: FEW_TRIES }))
  expect(judge(b, found.roster).score, `${label}, moves`).toEqual(found.score)
  return broken
}

/** `makes`: two documents that mean the same; null = this one is of no use. How often each rule was broken. */
function forDocuments(make: (document: Posted, random: Random) => readonly [unknown, unknown] | null): Map<string, number> {
  const broken = new Map<string, number>()
  for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed += 1) {
    const random = new Random(seed)
    const pair = make(randomDocument(() => random.unit(), { rules: 'all' }) as Posted, random)
    for (const setting of pair === null ? [] : expectSame(`seed ${seed}`, pair, random)) broken.set(setting, (broken.get(setting) ?? 0) + 1)
  }
  return broken
}

const isUtc = (document: Posted): boolean => (document['timeZone'] ?? 'UTC') === 'UTC'
const dayOf = (document: Posted): number => Math.min(...document.shifts.map(({ start }) => epochDayOf(new Date(start).toISOString().slice(0, 10))))
const two = (value: number): string => String(value).padStart(2, '0')
const instant = (day: number, hour: number): string => new Date(day * 24 * HOUR_MS + hour * HOUR_MS).toISOString()

function withWishes(document: Posted, employee: number, wishes: readonly Fields[]): Fields {
  const employees = document.employees.map((each, e) =>
    e === employee ? { ...each, wishes: [...((each['wishes'] as Fields[]) ?? []), ...wishes] } : each,
  )
  return { ...document, employees }
}

describe('what is said in short costs what it costs written out', () => {
  test('a wish that repeats', () => {
    const broken = forDocuments((document, random) => {
      if (!isUtc(document)) return null
      const [first, days] = [dayOf(document) - random.below(9), 10 + random.below(20)]
      const weekdays = WEEKDAYS.filter(() => random.unit() < 0.5)
      const [from, to, everyWeeks] = [random.below(24), random.below(25), 1 + random.below(3)]
      const wish = { type: ['UNAVAILABLE', 'UNDESIRED', 'DESIRED'][random.below(3)]!, weight: 1 + random.below(3) }
      if (weekdays.length === 0) return null
      const weekOf = (day: number): number => Math.floor((day + 3) / 7)
      const long = Array.from({ length: days }, (_, i) => first + i)
        .filter((day) => weekdays.includes(WEEKDAYS[(day + 3) % 7]!) && (weekOf(day) - weekOf(first)) % everyWeeks === 0)
        .map((day) => ({
          ...wish,
          start: instant(day, from),
          end: instant(Math.min(first + days, to > from ? day : day + 1), to > from ? to : day + 1 < first + days ? to : 0),
        }))
      const repeats = { weekdays, from: `${two(from)}:00`, to: `${two(to)}:00`, everyWeeks }
      const short = { ...wish, start: dateOfEpochDay(first), end: dateOfEpochDay(first + days - 1), repeats }
      const planned = long.filter(({ type, end }) => type !== 'DESIRED' || new Date(end).getTime() > 0)
      // A wish to work that is never planned costs nothing in short, and something written out.
      const last = Math.max(...document.shifts.map(({ end }) => new Date(end).getTime()))
      if (wish.type === 'DESIRED' && first + days > last / (24 * HOUR_MS)) return null
      return [withWishes(document, 0, planned), withWishes(document, 0, [short])]
    })
    expect(broken.get('unavailable')! + broken.get('undesired')! + broken.get('desired')!).toBeGreaterThan(CASES / 15)
  })

  test('AVAILABLE, as UNAVAILABLE at all other times of those days', () => {
    const broken = forDocuments((document, random) => {
      if (!isUtc(document)) return null
      const first = dayOf(document)
      const wishes = Array.from({ length: 1 + random.below(4) }, () => {
        const [day, from] = [first + random.below(8), random.below(24)]
        return { day, from, hours: 1 + random.below(30) }
      })
      const available = wishes.map(({ day, from, hours }) => ({ type: 'AVAILABLE', start: instant(day, from), end: instant(day, from + hours) }))
      const start = 24 * Math.min(...wishes.map(({ day }) => day))
      const end = 24 * Math.ceil(Math.max(...wishes.map(({ day, from, hours }) => 24 * day + from + hours)) / 24)
      const isFree = (hour: number): boolean => wishes.some(({ day, from, hours }) => hour >= 24 * day + from && hour < 24 * day + from + hours)
      const gaps: { start: string; end: string; type: string }[] = []
      for (let hour = start; hour < end; hour += 1) {
        if (isFree(hour)) continue
        const begin = hour
        while (hour < end && !isFree(hour)) hour += 1
        gaps.push({ type: 'UNAVAILABLE', start: instant(0, begin), end: instant(0, hour) })
      }
      return [withWishes(document, 0, gaps), withWishes(document, 0, available)]
    })
    expect(broken.get('unavailable')).toBeGreaterThan(CASES / 15)
  })

  test('paid minutes, as a break that leaves as much', () => {
    const broken = forDocuments((document, random) => {
      const paid = document.shifts.map((shift) => {
        const length = (new Date(shift.end).getTime() - new Date(shift.start).getTime()) / 60_000
        const paidMinutes = random.below(length + 1)
        return { paid: { ...shift, paidMinutes }, long: { ...shift, breakMinutes: length - paidMinutes } }
      })
      return [
        { ...document, shifts: paid.map(({ long }) => long) },
        { ...document, shifts: paid.map(({ paid: each }) => each) },
      ]
    })
    expect(broken.get('maxMinutesPerWeek')).toBeGreaterThan(CASES / 20)
  })
})

describe('engine and checker agree', () => {
  test('on wishes of which each started hour costs', () => {
    const broken = forDocuments((document, random) => {
      const employees = document.employees.map((employee) => ({
        ...employee,
        wishes: ((employee['wishes'] as Fields[]) ?? []).map((wish) => ({ ...wish, measure: random.unit() < 0.7 ? 'HOURS' : 'SHIFTS' })),
      }))
      return [
        { ...document, employees },
        { ...document, employees },
      ]
    })
    expect(broken.get('undesired')).toBeGreaterThan(CASES / 10)
  })

  test('on absences with and without a credit', () => {
    const broken = forDocuments((document, random) => {
      const first = dayOf(document)
      const employees = document.employees.map((employee) => ({
        ...employee,
        absences: Array.from({ length: random.below(4) }, () => {
          const [day, whole] = [first + random.below(20) - 3, random.unit() < 0.6]
          const [start, end] = whole
            ? [dateOfEpochDay(day), dateOfEpochDay(day + random.below(9))]
            : [instant(day, 5), instant(day, 6 + random.below(60))]
          return { start, end, kind: 'leave', ...(random.unit() < 0.7 ? { creditMinutesPerDay: random.below(600) } : {}) }
        }),
      }))
      return [
        { ...document, employees },
        { ...document, employees },
      ]
    })
    for (const setting of ['minMinutesPerWeek', 'maxMinutesPerWeek', 'minMinutesInKWeeks', 'totalWork', 'contractRules'])
      expect(broken.get(setting), setting).toBeGreaterThan(CASES / 20)
  })
})
