// Slow: three whole examples are solved.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { explainedScore } from '../test/explained-score.ts'
import { explain } from '../src/answers/explain.ts'
import { readSubmission } from '../src/api/read-schedule.ts'
import { judge } from '../src/checker/check.ts'
import { solve } from '../src/engine/index.ts'
import { solveOptions } from '../src/engine/solve-options.fixture.ts'

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
