import { describe, expect, test } from 'vitest'
import { SETTING_NAMES } from '../model/settings.ts'
import { CONTRACT_FIELDS } from './contract-fields.ts'
import { contract, coverage, dependency, freePeriod, put, rule } from './issue-cases.fixture.ts'
import { readSubmission } from './read-schedule.ts'
import { ScheduleSubmission } from './schemas/submission.ts'
import { cleanDocument, fullDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

/** The hints of all issues at a pointer. */
function hintsAt(pointer: string, spoil: (document: AnyJson) => void): string[] {
  const document = cleanDocument()
  spoil(document)
  const { errors, warnings } = readSubmission(document, { callback: 'required' })
  return [...errors, ...warnings].filter((issue) => issue.pointer === pointer).map((issue) => issue.hint)
}

/** A name as it is mistyped: the third letter left out. */
const mistyped = (name: string): string => `${name.slice(0, 2)}${name.slice(3)}`

describe('a mistyped name is answered with the one that was meant', () => {
  for (const { wire } of CONTRACT_FIELDS) {
    test(`in a contract: ${mistyped(wire)}`, () => {
      expect(hintsAt(`/employees/1/contract/${mistyped(wire)}`, contract({ [mistyped(wire)]: 1 }))).toEqual([`Did you mean "${wire}"?`])
    })
  }

  for (const name of SETTING_NAMES) {
    test(`in settings: ${mistyped(name)}`, () => {
      expect(hintsAt(`/settings/${mistyped(name)}`, put(`/settings/${mistyped(name)}`, {}))).toEqual([`Did you mean "${name}"?`])
    })
  }

  for (const name of Object.keys(ScheduleSubmission.properties)) {
    test(`in the document: ${mistyped(name)}`, () => {
      expect(hintsAt(`/${mistyped(name)}`, put(`/${mistyped(name)}`, 1))).toEqual([`Did you mean "${name}"?`])
    })
  }

  for (const [pointer, spoil, meant] of [
    ['/employees/0/nmae', put('/employees/0/nmae', 'Ada'), 'name'],
    ['/employees/0/skills/0/strat', put('/employees/0/skills/0/strat', '2026-03-02'), 'start'],
    ['/employees/0/wishes/0/wieght', put('/employees/0/wishes/0/wieght', 2), 'weight'],
    ['/shifts/0/breakMinuts', put('/shifts/0/breakMinuts', 30), 'breakMinutes'],
    ['/shifts/0/break_minutes', put('/shifts/0/break_minutes', 30), 'breakMinutes'],
    ['/spots/0/skils', put('/spots/0/skils', []), 'skills'],
    ['/employees/1/contract/rules/0/forbiden', rule({ kind: 'succession', after: ['a'], forbiden: ['b'], nextDay: true }), 'forbidden'],
    ['/freePeriodRequirements/0/preferedLocalDates', freePeriod({ preferedLocalDates: [] }), 'preferredLocalDates'],
    ['/coverageCompetencyRequirements/0/minimumCuont', coverage({ minimumCuont: 1 }), 'minimumCount'],
    ['/shiftDependencyRules/0/withinHour', dependency({ withinHour: 3 }), 'withinHours'],
    ['/settings/assignShift/firstPrioritWeight', put('/settings/assignShift', { firstPrioritWeight: 3 }), 'firstPriorityWeight'],
    ['/settings/shiftKinds/nihgt', put('/settings/shiftKinds', { nihgt: {} }), 'night'],
    ['/termination/maxSecond', put('/termination', { maxSecond: 3 }), 'maxSeconds'],
  ] as const) {
    test(`at ${pointer}`, () => expect(hintsAt(pointer, spoil)).toEqual([`Did you mean "${meant}"?`]))
  }
})

describe('a mistyped word of a choice is answered with the one that was meant', () => {
  for (const [pointer, spoil, meant] of [
    ['/shifts/0/importance', put('/shifts/0/importance', 'mandatory'), 'MANDATORY'],
    ['/employees/0/wishes/0/type', put('/employees/0/wishes/0/type', 'UNDESIERD'), 'UNDESIRED'],
    ['/employees/1/contract/rules/0/kind', rule({ kind: 'sucession' }), 'succession'],
    ['/employees/1/contract/rules/0/of', rule({ kind: 'run', of: 'days off', max: 2 }), 'daysOff'],
    ['/employees/1/contract/rules/0/per', rule({ kind: 'count', of: 'days', per: 'weak', max: 2 }), 'week'],
    ['/employees/1/contract/quotas/0/per', contract({ quotas: [{ tag: 'a', max: 2, per: 'months' }] }), 'month'],
    ['/shiftDependencyRules/0/overlapScope', dependency({ overlapScope: 'SAMEDAY' }), 'SAME_DAY'],
    ['/shiftDependencyRules/0/constraintLevel', dependency({ constraintLevel: 'Soft' }), 'soft'],
    [
      '/freePeriodRequirements/0/eligibleLocalDateMode',
      freePeriod({ eligibleLocalDateMode: 'fully_covered_by_free_intervals' }),
      'fully_covered_by_free_interval',
    ],
    ['/timeZone', put('/timeZone', 'Europe/Copenhagn'), 'Europe/Copenhagen'],
  ] as const) {
    test(`at ${pointer}`, () => expect(hintsAt(pointer, spoil)).toEqual([`Did you mean "${meant}"?`]))
  }
})

test('minutes in the fields of hours that they cannot fit are refused, with the hours that were meant', () => {
  for (const [wire, minutes, hours] of [
    ['minWeeklyRestHours', 2100, 35],
    ['maxHoursPerShiftExcludingBreak', 750, 12.5],
    ['minHoursPerShiftExcludingBreak', 745, 12.4167],
  ] as const) {
    expect(hintsAt(`/employees/1/contract/${wire}`, contract({ [wire]: minutes }))).toEqual([`If ${minutes} minutes are meant, send ${hours}.`])
  }
})

test('every issue of a document with many different mistakes has a hint, and they all come at once', () => {
  const document = fullDocument()
  document.shifts[1].spot = 99
  document.shifts[2].end = document.shifts[2].start
  document.employees[1].id = 1
  document.employees[0].contract.rules[0].kind = 'counts'
  document.employees[0].contract.quotas[0].min = 11
  document.freePeriodRequirements[0].windowEnd = '2026-03-02T12:00:00+01:00'
  document.coverageCompetencyRequirements[0].shiftIds = [999]
  document.shiftDependencyRules[0].withinHours = null
  document.spots[1].skills = [99]
  const { errors, warnings } = readSubmission(document, { callback: 'required' })
  expect(errors.map((issue) => issue.code).toSorted()).toEqual([
    'choice-unknown',
    'employee-unknown',
    'end-not-after-start',
    'id-duplicate',
    'min-above-max',
    'shift-unknown',
    'spot-unknown',
    'window-without-days',
    'within-hours-missing',
  ])
  expect(warnings.map((issue) => issue.code)).toContain('skill-unheld')
  for (const issue of [...errors, ...warnings]) expect(issue.hint).not.toBe('')
})
