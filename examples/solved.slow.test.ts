// Slow: four whole examples are solved.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { explainedScore } from '../test/explained-score.ts'
import { explain } from '../src/answers/explain.ts'
import { readSubmission } from '../src/api/read-schedule.ts'
import { judge } from '../src/checker/check.ts'
import { costBound } from '../src/checker/cost-bound.ts'
import { costsOf } from '../src/checker/costs.ts'
import { solve } from '../src/engine/index.ts'
import { solveOptions } from '../src/engine/solve-options.fixture.ts'
import { loadHighs } from '../src/threads/load-highs.ts'

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
