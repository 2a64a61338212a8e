import { beforeAll, describe, expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { LANGUAGES } from '../../model/language.ts'
import { readTexts } from '../../../test/console/texts.ts'
import english from '../texts/en.json' with { type: 'json' }
import { takeTexts } from '../texts/texts.ts'
import { SAMPLES, samplePlan } from './sample-plans.ts'

beforeAll(() => takeTexts(english))

/** A Wednesday. */
const TODAY = new Date(2027, 0, 27)

describe('a plan to begin with', () => {
  for (const sample of SAMPLES) {
    for (const language of LANGUAGES) {
      test(`of ${sample}, in ${language}, has nothing wrong or doubtful`, () => {
        takeTexts(readTexts(language) as typeof english)
        const { errors, warnings, submission } = readSubmission(samplePlan(sample, 'Europe/Copenhagen', TODAY), { callback: 'optional' })
        takeTexts(english)
        expect([errors, warnings]).toEqual([[], []])
        expect(submission!.schedule.employees.length).toBeGreaterThanOrEqual(8)
      })
    }

    test(`of ${sample} begins on the next Monday, and nobody is called twice the same`, () => {
      const plan = samplePlan(sample, 'UTC', TODAY)
      const starts = [...(plan.shifts ?? []), ...((plan['demands'] ?? []) as { readonly start: string }[])]
        .map(({ start }) => start.slice(0, 10))
        .sort()
      expect(starts[0]! >= '2027-02-01' && starts.at(-1)! <= '2027-02-14').toBe(true)
      const names = plan.employees!.map(({ name }) => name)
      expect(new Set(names).size).toBe(names.length)
    })
  }

  test('begins a week later when today is a Monday, on the other side of the turn of the year too', () => {
    const firstOf = (today: Date): string => samplePlan('ward', 'UTC', today).shifts![0]!.start
    expect(firstOf(new Date(2027, 1, 1))).toBe('2027-02-08T07:00:00')
    expect(firstOf(new Date(2026, 11, 31))).toBe('2027-01-04T07:00:00')
    expect(firstOf(new Date(2027, 0, 3))).toBe('2027-01-04T07:00:00')
  })
})
