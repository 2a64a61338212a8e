import { describe, expect, test } from 'vitest'
import { explain } from '../../src/answers/explain.ts'
import { writeRoster } from '../../src/answers/write-roster.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { rosterAsPosted } from '../../src/model/roster.ts'

const requirement = (id: unknown) => ({
  id,
  employeeId: 1,
  windowStart: '2026-03-02T00:00',
  windowEnd: '2026-03-06T00:00',
  demand: { requiredUnitCount: 2, requiredLocalDates: ['2026-03-05'] },
  counting: { shortUnitMinimumMinutes: 2100, connectedTwoUnitMinimumMinutes: 3300, extraUnitMinutes: 1440 },
  boundaryEvidence: [{ source: 'payroll', dutyId: id, scheduleId: id, startsAt: '2026-03-05T07:00', endsAt: '2026-03-05T15:00' }],
})

const read = (...ids: readonly unknown[]) => {
  const document = {
    timeZone: 'UTC',
    employees: [{ id: 1, name: 'Ada' }],
    spots: [{ id: 1 }],
    shifts: [{ id: 1, spot: 1, start: '2026-03-02T07:00', end: '2026-03-02T15:00', employee: 1 }],
    freePeriodRequirements: ids.map(requirement),
  }
  return { document, ...readSubmission(document, { callback: 'optional' }) }
}

const LONGEST = 'x'.repeat(64)

describe('a requirement of a free period is called by its id, as it was sent,', () => {
  for (const id of [
    1,
    9_007_199_254_740_991,
    'a',
    '007',
    '3.1',
    '-',
    'leave / week 10',
    'Ærø "østra" 病棟',
    '9f1b7a30-5d7e-4f0e-9a67-0c2c3f8a1d11',
    LONGEST,
  ]) {
    test(`${JSON.stringify(id)} in sentences and answers`, () => {
      const { document, submission, errors } = read(id)
      expect(errors).toEqual([])
      const { schedule } = submission!
      const roster = rosterAsPosted(schedule)
      const judgement = judge(schedule, roster)
      const sentence = `Ada lacks free date 2026-03-05 of requirement ${id}, between 2026-03-02 00:00 and 2026-03-06 00:00.`
      expect(judgement.violations.flatMap(({ matches }) => matches.map(({ text }) => text))).toContain(sentence)
      expect(explain({ schedule, roster, employee: 0, matchLimit: 9 }).employees[0]!.remarks.map(({ text }) => text)).toContain(sentence)
      const found = { ...judgement, bound: null, noBoundReason: null, boundLeavesOut: [], stopReason: null, statistics: null, unassigned: [] }
      const owner = { requirementId: id, employeeId: 1 }
      expect(writeRoster(document, schedule, roster, found as unknown as Parameters<typeof writeRoster>[3])).toMatchObject({
        freePeriodSelections: [owner],
        residualFreeDays: [],
        unresolvedFreePeriodRequirements: [owner],
      })
    })
  }

  test('so that two of one employee are told apart', () => {
    const { schedule } = read('spring', 'summer').submission!
    const texts = judge(schedule, rosterAsPosted(schedule)).violations.flatMap(({ matches }) => matches.map(({ text }) => text))
    expect(texts.map((text) => /requirement (\w+)/.exec(text)?.[1]).filter((id) => id !== undefined)).toEqual(['spring', 'summer'])
  })

  for (const { id, code } of [
    { id: '', code: 'text-empty' },
    { id: `${LONGEST}x`, code: 'text-too-long' },
    { id: 'a\nb', code: 'text-unprintable' },
    { id: true, code: 'wrong-type' },
    { id: 1.5, code: 'not-an-integer' },
  ]) {
    test(`and ${JSON.stringify(id).slice(0, 12)} is none`, () => {
      expect(read(id).errors).toEqual(expect.arrayContaining([expect.objectContaining({ pointer: '/freePeriodRequirements/0/id', code })]))
    })
  }

  test('and two that are alike, or the number of a text, are refused', () => {
    expect(read('a', 'a').errors.map(({ pointer, code }) => [pointer, code])).toEqual([['/freePeriodRequirements/1/id', 'id-duplicate']])
    expect(read(7, '7').errors.map(({ pointer, code }) => [pointer, code])).toContainEqual(['/freePeriodRequirements/1/id', 'id-number-and-text'])
  })
})
