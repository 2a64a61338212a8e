// Slow: rosters of hundreds of random schedules are explained, each count held against the engine and the checker.
import { describe, expect, test, vi } from 'vitest'
import { explainedScore } from '../../test/explained-score.ts'
import { readExample } from '../../test/golden/rule-examples.ts'
import { createRandom, randomDocument, randomRoster } from '../../test/property/any-schedule.ts'
import { casesOf } from '../../test/property/cases.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { judge } from '../checker/check.ts'
import { findFairLoads } from '../checker/rules/fairness.ts'
import { compile } from '../engine/instance/compile.ts'
import { createState, scoreFromScratch } from '../engine/scoring/state.ts'
import { Probe } from '../engine/explain/probe.ts'
import { solve } from '../engine/index.ts'
import { solveOptions } from '../engine/solve-options.fixture.ts'
import { materialised } from '../model/generated-shifts.ts'
import { NOBODY, type Roster, rosterAsPosted } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import type { FairLoad } from '../model/solution.ts'
import { SETTING_NAMES } from '../model/settings.ts'
import { explain, type ExplainAnswer } from './explain.ts'
import { compareIds } from '../model/units.ts'

const DOCUMENTS = casesOf(75)

function explainAll(schedule: Schedule, roster: Roster): ExplainAnswer {
  return explain({ schedule, roster, employee: null, matchLimit: Number.POSITIVE_INFINITY })
}

interface Drawn {
  readonly schedule: Schedule
  readonly roster: Roster
}

const drawn = new Map<number, Drawn>()
const explained = new Map<number, ExplainAnswer>()

function randomSchedule(seed: number): Drawn {
  const known = drawn.get(seed)
  if (known !== undefined) return known
  const random = createRandom(seed)
  const document = randomDocument(random, { rules: 'all' }) as { employees: { id: number; name?: string }[] }
  for (const employee of document.employees) employee.name = `Nurse <${employee.id}>`
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  const made = { schedule, roster: randomRoster(schedule, random) }
  drawn.set(seed, made)
  return made
}

/** What is explained of a random schedule as it was drawn. */
function explainDrawn(seed: number): ExplainAnswer {
  const known = explained.get(seed)
  if (known !== undefined) return known
  const { schedule, roster } = randomSchedule(seed)
  const answer = explainAll(schedule, roster)
  explained.set(seed, answer)
  return answer
}

describe('what is explained adds up to the score', () => {
  for (const setting of SETTING_NAMES) {
    test(`of the solved example of ${setting}`, () => {
      const schedule = readExample(setting)
      const { score, roster } = solve(schedule, solveOptions({ maxIterations: 2_000 }))
      const whole = materialised(schedule, roster)
      const answer = explainAll(whole.schedule, whole.roster)
      expect(explainedScore(answer.constraintRelease)).toEqual([...score])
      expect(answer.score).toEqual(score)
    })
  }

  test(`of random rosters of ${DOCUMENTS} random schedules, as the engine counts it`, () => {
    for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
      const { schedule, roster } = randomSchedule(seed)
      const answer = explainDrawn(seed)
      expect(explainedScore(answer.constraintRelease), `seed ${seed}`).toEqual([...new Probe(schedule, roster).score])
      expect(answer.score, `seed ${seed}`).toEqual(judge(schedule, roster).score)
      const state = createState(compile(schedule), roster)
      expect(scoreFromScratch(state)).toEqual([...state.score])
    }
  })
})

test('every rule that has a weight is either broken or kept, and never both', () => {
  for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
    const { schedule } = randomSchedule(seed)
    const { constraintRelease, kept } = explainDrawn(seed)
    const broken = new Set(constraintRelease.map(({ setting }) => setting))
    const weighed = SETTING_NAMES.filter((setting) => schedule.settings.weights[setting].some((weight) => weight > 0))
    expect([...new Set([...broken, ...kept.settings])].sort()).toEqual([...new Set([...weighed, ...broken])].sort())
    expect(kept.settings.filter((setting) => broken.has(setting))).toEqual([])
  }
})

describe('the account of an employee', () => {
  test('adds up to what everybody works, and names nobody else', () => {
    for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
      const { schedule, roster } = randomSchedule(seed)
      const { employees } = explainDrawn(seed)
      const assigned = schedule.shifts.filter((shift, index) => !shift.historic && roster[index] !== NOBODY)
      expect(employees.reduce((sum, { shifts }) => sum + shifts, 0)).toBe(assigned.length)
      expect(employees.reduce((sum, { workMinutes }) => sum + workMinutes, 0)).toBe(assigned.reduce((sum, { workMin }) => sum + workMin, 0))
      expect(employees.flatMap(({ worked }) => worked.map(({ shiftId }) => shiftId)).sort(compareIds)).toEqual(
        assigned.map(({ id }) => id).sort(compareIds),
      )
      for (const account of employees) {
        const own = new Set(account.worked.map(({ shiftId }) => shiftId))
        for (const shift of schedule.shifts)
          if (shift.historic && roster[schedule.shifts.indexOf(shift)] === employees.indexOf(account)) own.add(shift.id)
        expect(
          account.remarks.flatMap(({ shiftIds }) => shiftIds).filter((id) => !own.has(id)),
          `seed ${seed}`,
        ).toEqual([])
        const named = [...JSON.stringify(account).matchAll(/Nurse <-?\d+>/g)].map(([name]) => name)
        expect(
          named.filter((name) => name !== account.name),
          `seed ${seed}`,
        ).toEqual([])
      }
    }
  })

  test('grants and refuses wishes as the checker charges them', () => {
    let refused = 0
    for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
      const { schedule, roster } = randomSchedule(seed)
      const weights = { ...schedule.settings.weights, unavailable: [1, 0, 0, 0], undesired: [1, 0, 0, 0], desired: [1, 0, 0, 0] } as const
      const charged = { ...schedule, settings: { ...schedule.settings, weights } }
      const { violations } = judge(charged, roster)
      explainAll(charged, roster).employees.forEach(({ employeeId, wishes }) => {
        for (const [setting, type] of [
          ['unavailable', 'UNAVAILABLE'],
          ['undesired', 'UNDESIRED'],
          ['desired', 'DESIRED'],
        ] as const) {
          const matches = violations
            .filter((v) => v.setting === setting)
            .flatMap((v) => v.matches)
            .filter((m) => m.employeeIds.includes(employeeId))
          const told = wishes.filter((wish) => wish.type === type && !wish.granted)
          expect(
            told.reduce((sum, wish) => sum + Math.max(1, wish.shiftIds.length), 0),
            `seed ${seed}, ${type}`,
          ).toBe(matches.length)
          refused += told.length
        }
      })
    }
    expect(refused).toBeGreaterThan((2 * DOCUMENTS) / 3)
  })

  test('sets hours beside the contract as the checker does', () => {
    let compared = 0
    for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
      const { schedule, roster } = randomSchedule(seed)
      const minutes = { ...schedule.settings.weights, minMinutesPerWeek: [1, 0, 0, 0], minMinutesPerMonth: [1, 0, 0, 0] } as const
      const charged = { ...schedule, settings: { ...schedule.settings, weights: minutes } }
      const matches = judge(charged, roster).violations.filter(({ setting }) => setting === 'minMinutesPerWeek' || setting === 'minMinutesPerMonth')
      const missing = explainAll(charged, roster).employees.flatMap(({ hours }) =>
        hours.map(({ worked, credited, least }) => Math.max(0, (least ?? 0) - worked - credited)),
      )
      expect(
        missing.reduce((sum, amount) => sum + amount, 0),
        `seed ${seed}`,
      ).toBe(matches.reduce((sum, { penalty }) => sum + penalty, 0))
      compared += matches.length
    }
    expect(compared).toBeGreaterThan(DOCUMENTS / 8)
  })

  test('tells of each fairness rule what the solution carries over, and names nobody', () => {
    let told = 0
    for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
      const { schedule, roster } = randomSchedule(seed)
      const accounts = explainDrawn(seed).employees
      const fairness = accounts.flatMap(({ employeeId, fairness: own }) =>
        own.map(({ id, load, share, carry }) => ({ employeeId, id, load, share, carry })),
      )
      const inOrder = (list: readonly FairLoad[]) => list.toSorted((a, b) => `${a.employeeId} ${a.id}`.localeCompare(`${b.employeeId} ${b.id}`))
      expect(inOrder(fairness), `seed ${seed}`).toEqual(inOrder(findFairLoads(schedule, roster)))
      for (const { fairness: own } of accounts)
        for (const { text } of own) expect(text).toMatch(/^Has .*, with a fair share of .*; .* is carried over\.$/)
      told += fairness.length
    }
    expect(told).toBeGreaterThan(DOCUMENTS)
  })

  test('is all that is told when one employee is asked for', () => {
    const { schedule, roster } = randomSchedule(7)
    const answer = explain({ schedule, roster, employee: 0, matchLimit: 10 })
    expect(answer.employees.map(({ employeeId }) => employeeId)).toEqual([schedule.employees[0]!.id])
    expect(answer.constraintRelease).toEqual([])
    expect(answer.unassigned).toEqual([])
  })
})

test('every empty shift has a cause', () => {
  let empty = 0
  for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
    for (const { cause } of explainDrawn(seed).unassigned) {
      expect(cause, `seed ${seed}`).toMatch(/^[A-Z].{20,}\.$/)
      empty += 1
    }
  }
  expect(empty).toBeGreaterThan((2 * DOCUMENTS) / 3)
})

test('a refused wish that costs nothing to grant is told in a sentence that holds', () => {
  const night = { id: 1, name: 'Night', spot: 1, start: '2026-03-02T23:00:00Z', end: '2026-03-03T07:00:00Z', importance: 'OPTIONAL' }
  const wishes = [{ type: 'UNDESIRED', start: '2026-03-02', end: '2026-03-04' }]
  const none = { assignOptionalShift: {}, undesired: {}, evenShiftDistribution: {}, evenNightDistribution: {} }
  const off = { firstPriorityWeight: 0, secondPriorityWeight: 0, thirdPriorityWeight: 0, fourthPriorityWeight: 0 }
  const settings = Object.fromEntries(Object.keys(none).map((setting) => [setting, off]))
  const document = { employees: [{ id: 1, wishes }], spots: [{ id: 1 }], shifts: [night], settings }
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  const [account] = explainAll(schedule, Int32Array.of(0)).employees
  expect(account!.wishes[0]!.text).toMatch(/: leaving it empty, or giving it to anybody else, makes the roster no better and no worse at best\.$/)
})

test('fifty wishes of the same days try no more changes than one of them', () => {
  const shifts = [2, 3].map((day) => ({ id: day, spot: 1, start: `2026-03-0${day}T09:00`, end: `2026-03-0${day}T17:00` }))
  const triesWith = (count: number): number => {
    const tried = vi.spyOn(Probe.prototype, 'changeOf')
    const wishes = Array.from({ length: count }, () => ({ type: 'DESIRED', start: '2026-03-02', end: '2026-03-04' }))
    const document = { timeZone: 'UTC', employees: [{ id: 1, wishes }], spots: [{ id: 1 }], shifts }
    const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
    const [account] = explainAll(schedule, rosterAsPosted(schedule)).employees
    expect(account!.wishes).toHaveLength(count)
    expect(new Set(account!.wishes.map(({ text }) => text)).size).toBe(1)
    const { length } = tried.mock.calls
    tried.mockRestore()
    return length
  }
  expect(triesWith(50)).toBe(triesWith(1))
})
