// Slow: six whole examples are solved.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { explainedScore } from '../test/explained-score.ts'
import { explain } from '../src/answers/explain.ts'
import { readSubmission } from '../src/api/read-schedule.ts'
import { findMisplacedBreaks } from '../src/checker/breaks.ts'
import { judge } from '../src/checker/check.ts'
import { costBound } from '../src/checker/cost-bound.ts'
import { costsOf } from '../src/checker/costs.ts'
import { coverageOf } from '../src/checker/demand-course.ts'
import { solve } from '../src/engine/index.ts'
import { solveOptions } from '../src/engine/solve-options.fixture.ts'
import { materialised } from '../src/model/generated-shifts.ts'
import type { Roster } from '../src/model/roster.ts'
import type { Schedule } from '../src/model/schedule.ts'
import { loadHighs } from '../src/threads/load-highs.ts'
import { makeCallCentre } from './make-call-centre.ts'

const DAY_MIN = 1440

const MAX_ITERATIONS = 60_000

describe.each(['volunteer-rota', 'us-shop', 'ward-change'])('%s', (name) => {
  const document: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'))
  const { schedule } = readSubmission(document, { callback: 'required' }).submission!
  const { roster, score } = solve(schedule, solveOptions({ maxIterations: MAX_ITERATIONS }))
  const told = explain({ schedule, roster, employee: null, matchLimit: Number.POSITIVE_INFINITY })

  test('is solved with nothing on the first two priorities, as the checker finds', () => {
    expect(judge(schedule, roster).score).toEqual(score)
    expect(score.slice(0, 2)).toEqual([0, 0])
  })

  test('is explained: sentences add up to the score, and say names in the place of numbers', () => {
    expect(told.score).toEqual(score)
    expect(explainedScore(told.constraintRelease)).toEqual([...score])
    expect(told.unassigned).toEqual([])
    const texts = [told.constraintRelease, told.employees].flatMap((part) => JSON.stringify(part).match(/"text":"[^"]*"/g) ?? [])
    expect(texts.length).toBeGreaterThan(schedule.shifts.length)
    for (const text of texts) expect(text).not.toMatch(/(?:[Ee]mployee|[Ss]kill|[Ss]pot|[Cc]ontract) \d/)
  })
})

/** Two seconds of processor time. */
const RESTAURANT_ITERATIONS = 400_000
/** Four seconds. */
const CALL_CENTRE_ITERATIONS = 600_000

describe('the day of a call centre', () => {
  const { schedule } = readSubmission(makeCallCentre(), { callback: 'required' }).submission!
  const solved = solve(schedule, solveOptions({ maxIterations: CALL_CENTRE_ITERATIONS }))
  const { schedule: made, roster } = materialised(schedule, solved.roster)

  test('has as many at the telephones of each line as its calls take, those on a break not counted, as the checker finds', () => {
    expect(judge(made, roster).score).toEqual(solved.score)
    expect(solved.score.slice(0, 2)).toEqual([0, 0])
    expect(coverageOf(made, roster).filter(({ missing }) => missing > 0)).toEqual([])
    expect(findMisplacedBreaks(made, roster)).toEqual([])
  })

  test('has lunch in every shift of more than six hours, at many times of day', () => {
    const lunches = made.shifts.filter(({ template, start, end }) => template !== undefined && end - start > 360).map(({ start, breaks }) => (start + breaks![0]!) % DAY_MIN)
    expect(lunches.length).toBeGreaterThan(50)
    expect(new Set(lunches).size).toBeGreaterThan(10)
  })
})

describe('the week of a restaurant', () => {
  const document = JSON.parse(readFileSync(new URL('restaurant-week.json', import.meta.url), 'utf8')) as { employees: { contractId: string }[] }
  const { schedule } = readSubmission(document, { callback: 'required' }).submission!
  const solved = solve(schedule, solveOptions({ maxIterations: RESTAURANT_ITERATIONS }))
  const { schedule: made, roster } = materialised(schedule, solved.roster)

  test('has as many people at every moment as are asked for, within every contract, as the checker finds', () => {
    expect(judge(made, roster).score).toEqual(solved.score)
    expect(solved.score.slice(0, 3)).toEqual([0, 0, 0])
    expect(coverageOf(made, roster).filter(({ missing }) => missing > 0)).toEqual([])
  })

  test('has somebody at noon and again in the evening, and nobody whose contract does not say so', () => {
    const twice = gapsWithinDays(made, roster)
    expect(twice.length).toBeGreaterThan(3)
    expect(new Set(twice.map(({ employeeIndex }) => document.employees[employeeIndex]!.contractId))).toEqual(new Set(['split']))
    for (const { gapMin } of twice) expect(gapMin).toBeLessThanOrEqual(240)
  })
})

/** Four seconds of processor time, of the sixty that a planner waits. */
const SHOP_ITERATIONS = 1_500_000

test('the month of a shop costs less than one per cent more than any roster has to that is as good in everything else', async () => {
  const document: unknown = JSON.parse(readFileSync(new URL('shop-month.json', import.meta.url), 'utf8'))
  const { schedule } = readSubmission(document, { callback: 'required' }).submission!
  const solved = solve(schedule, solveOptions({ maxIterations: SHOP_ITERATIONS, solver: await loadHighs(), proves: true }))
  const judgement = judge(schedule, solved.roster)
  expect(judgement.score).toEqual(solved.score)
  expect(solved.score.slice(0, 3)).toEqual([0, 0, 0])
  expect(solved.boundLeavesOut).toEqual([])
  const { total, overtime, activation } = costsOf(schedule, solved.roster)
  const { bound } = costBound(schedule, judgement, solved.bound)
  expect(bound! / total!).toBeGreaterThan(0.99)
  expect(bound! / total!).toBeLessThanOrEqual(1)
  expect(overtime! + activation!).toBeGreaterThan(0)
})

/** The minutes between two shifts that somebody starts on one day; `employeeIndex` is a position among the employees. */
function gapsWithinDays({ shifts }: Schedule, roster: Roster): { employeeIndex: number; gapMin: number }[] {
  const worked = shifts.map((shift, position) => ({ ...shift, employeeIndex: roster[position]! })).filter(({ employeeIndex }) => employeeIndex >= 0)
  worked.sort((a, b) => a.employeeIndex - b.employeeIndex || a.start - b.start)
  return worked.slice(1).flatMap(({ employeeIndex, start }, before) => {
    const earlier = worked[before]!
    const isSameDay = earlier.employeeIndex === employeeIndex && Math.floor(earlier.start / DAY_MIN) === Math.floor(start / DAY_MIN)
    return isSameDay ? [{ employeeIndex, gapMin: start - earlier.end }] : []
  })
}
