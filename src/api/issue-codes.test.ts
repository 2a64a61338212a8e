// Slow: every code that a schedule can be refused with is provoked.
import { describe, expect, test } from 'vitest'
import { BREAK_ERROR_CASES, BREAK_WARNING_CASES } from './break-cases.fixture.ts'
import { CONTRADICTION_CASES } from './contradiction-cases.fixture.ts'
import { DOUBT_CASES } from './doubt-cases.fixture.ts'
import { DEMAND_ERROR_CASES, DEMAND_WARNING_CASES } from './demand-cases.fixture.ts'
import { ERROR_CASES } from './error-cases.fixture.ts'
import { PAY_ERROR_CASES, PAY_WARNING_CASES } from './pay-cases.fixture.ts'
import { RULE_CASES } from './rule-cases.fixture.ts'
import { ID_CASES } from './id-cases.fixture.ts'
import { spoiled } from './issue-cases.fixture.ts'
import { ISSUE_CODES } from './issues.ts'
import { readSubmission } from './read-schedule.ts'
import { WARNING_CASES } from './warning-cases.fixture.ts'
import { cleanDocument } from './ward.fixture.ts'

test('the document that the cases spoil is free of issues', () => {
  expect(readSubmission(cleanDocument(), { callback: 'required', strict: true })).toMatchObject({ errors: [], warnings: [] })
})

describe('errors', () => {
  for (const mistake of [
    ...ERROR_CASES,
    ...DEMAND_ERROR_CASES,
    ...BREAK_ERROR_CASES,
    ...PAY_ERROR_CASES,
    ...RULE_CASES,
    ...CONTRADICTION_CASES,
    ...ID_CASES,
  ]) {
    test(`${mistake.code} is reported at ${mistake.pointer}`, () => {
      const { submission, errors } = readSubmission(spoiled(mistake), { callback: 'required' })
      expect(submission).toBeNull()
      expect(errors.map((issue) => ({ code: issue.code, pointer: issue.pointer }))).toContainEqual({ code: mistake.code, pointer: mistake.pointer })
    })
  }
})

describe('warnings', () => {
  for (const mistake of [...WARNING_CASES, ...DEMAND_WARNING_CASES, ...BREAK_WARNING_CASES, ...PAY_WARNING_CASES, ...DOUBT_CASES]) {
    test(`${mistake.code} is reported at ${mistake.pointer}, and the schedule is read all the same`, () => {
      const { submission, errors, warnings } = readSubmission(spoiled(mistake), { callback: 'required' })
      expect(errors).toEqual([])
      expect(submission).not.toBeNull()
      expect(warnings.map((issue) => ({ code: issue.code, pointer: issue.pointer }))).toContainEqual({ code: mistake.code, pointer: mistake.pointer })
    })
  }
})

test('every code has a case', () => {
  // `read-calendar.test.ts`, `check-cyclic.test.ts`, `local-times.test.ts`, `solution.test.ts` and `answers/replan/` have these.
  const ofCalendar = ['period-missing', 'period-unknown', 'periods-overlap', 'weekend-unclear']
  const ofCyclic = ['cyclic-weeks-unclear', 'cyclic-history', 'cyclic-window-too-long', 'cyclic-unsupported']
  const ofReplan = ['event-unclear', 'absence-unknown', 'employee-absent', 'requirement-left-out']
  const elsewhere = new Set<string>([
    ...ofCalendar,
    ...ofCyclic,
    ...ofReplan,
    'time-skipped',
    'time-shown-twice',
    'more-left-out',
    'question-unclear',
    'shift-missing',
    'template-shift-unknown',
    'demand-unknown',
    'decided-shift-changed',
  ])
  const tested = new Set<string>(
    [
      ...ERROR_CASES,
      ...DEMAND_ERROR_CASES,
      ...PAY_ERROR_CASES,
      ...BREAK_ERROR_CASES,
      ...RULE_CASES,
      ...CONTRADICTION_CASES,
      ...ID_CASES,
      ...WARNING_CASES,
      ...DEMAND_WARNING_CASES,
      ...PAY_WARNING_CASES,
      ...BREAK_WARNING_CASES,
      ...DOUBT_CASES,
    ].map((known) => known.code),
  )
  expect(Object.keys(ISSUE_CODES).filter((code) => !tested.has(code) && !elsewhere.has(code))).toEqual([])
})
