import { MAX_BREAK_RULES } from './limits.ts'
import type { AnyJson } from './ward.fixture.ts'
import type { Case } from './issue-cases.fixture.ts'

const LUNCH: AnyJson = { id: 'lunch', overMinutes: 360, minutes: 30, paid: false, earliestAfter: 120, latestBefore: 120 }
const TEMPLATE: AnyJson = { id: 'T', spots: [30], startsFrom: '06:00', startsTo: '10:00', stepMinutes: 60, minMinutes: 240, maxMinutes: 480 }

/** The first shift, 07:00 to 15:00 and with an employee, has the break of a rule. */
const breaks =
  (rule: AnyJson, shift: AnyJson = {}) =>
  (document: AnyJson) => {
    document.breakRules = [{ ...LUNCH, ...rule }]
    Object.assign(document.shifts[0], { breakRules: ['lunch'], employee: 1, ...shift })
  }
const given = (each: AnyJson, ...others: AnyJson[]) =>
  breaks({}, { breaks: [{ start: '2026-03-02T11:00:00+01:00', end: '2026-03-02T11:30:00+01:00', ...each }, ...others] })

/** What can be wrong with breaks. */
export const BREAK_ERROR_CASES: Case[] = [
  { code: 'field-missing', pointer: '/breakRules/0/overMinutes', spoil: breaks({ overMinutes: null }) },
  { code: 'field-missing', pointer: '/breakRules/0/minutes', spoil: breaks({ minutes: null }) },
  { code: 'field-missing', pointer: '/breakRules/0/paid', spoil: breaks({ paid: null }) },
  { code: 'out-of-range', pointer: '/breakRules/0/minutes', spoil: breaks({ minutes: 0 }) },
  { code: 'out-of-range', pointer: '/breakRules/0/stepMinutes', spoil: breaks({ stepMinutes: 4 }) },
  { code: 'wrong-type', pointer: '/breakRules/0/covered', spoil: breaks({ covered: 'yes' }) },
  {
    code: 'id-duplicate',
    pointer: '/breakRules/1/id',
    spoil: (document) => {
      document.breakRules = [LUNCH, LUNCH]
    },
  },
  {
    code: 'list-too-long',
    pointer: '/breakRules',
    spoil: (document) => {
      document.breakRules = Array.from({ length: MAX_BREAK_RULES + 1 }, (_, id) => ({ ...LUNCH, id }))
    },
  },
  {
    code: 'list-too-long',
    pointer: '/spots/0/breakRules',
    spoil: (document) => {
      document.breakRules = [1, 2, 3, 4, 5].map((id) => ({ ...LUNCH, id }))
      document.spots[0].breakRules = [1, 2, 3, 4, 5]
    },
  },
  { code: 'break-rule-unknown', pointer: '/shifts/0/breakRules/0', spoil: breaks({}, { breakRules: ['tea'] }) },
  {
    code: 'break-rule-unknown',
    pointer: '/spots/0/breakRules/1',
    spoil: (document) => {
      document.breakRules = [LUNCH]
      document.spots[0].breakRules = ['lunch', 'tea']
    },
  },
  {
    code: 'break-rule-unknown',
    pointer: '/shiftTemplates/0/breakRules/0',
    spoil: (document) => {
      document.shiftTemplates = [{ ...TEMPLATE, breakRules: ['tea'] }]
    },
  },
  { code: 'breaks-unfit', pointer: '/shifts/0/breakRules', spoil: breaks({ earliestAfter: 240, latestBefore: 240 }) },
  {
    code: 'breaks-unfit',
    pointer: '/shifts/0',
    spoil: (document) => {
      document.breakRules = [{ ...LUNCH, earliestAfter: 240, latestBefore: 240 }]
      document.spots[0].breakRules = ['lunch']
    },
  },
  {
    code: 'breaks-unfit',
    pointer: '/shiftTemplates/0/breakRules',
    spoil: (document) => {
      document.breakRules = [{ ...LUNCH, overMinutes: 0, earliestAfter: 240, latestBefore: 240 }]
      document.demands = [{ id: 1, spot: 30, start: '2026-03-02', end: '2026-03-02', min: 1 }]
      document.shiftTemplates = [{ ...TEMPLATE, breakRules: ['lunch'] }]
    },
  },
  { code: 'break-longer-than-shift', pointer: '/shifts/0/breakMinutes', spoil: breaks({}, { breakMinutes: 451 }) },
  { code: 'break-misplaced', pointer: '/shifts/0/breaks/0', spoil: given({ end: '2026-03-02T11:45:00+01:00' }) },
  { code: 'break-misplaced', pointer: '/shifts/0/breaks/0', spoil: given({ start: '2026-03-02T11:05:00+01:00', end: '2026-03-02T11:35:00+01:00' }) },
  { code: 'break-misplaced', pointer: '/shifts/0/breaks/0', spoil: given({ start: '2026-03-02T08:45:00+01:00', end: '2026-03-02T09:15:00+01:00' }) },
  { code: 'break-misplaced', pointer: '/shifts/0/breaks/0', spoil: given({ start: '2026-03-02T12:45:00+01:00', end: '2026-03-02T13:15:00+01:00' }) },
  { code: 'break-misplaced', pointer: '/shifts/0/breaks/0', spoil: given({ start: '2026-03-03T11:00:00+01:00', end: '2026-03-03T11:30:00+01:00' }) },
  { code: 'break-misplaced', pointer: '/shifts/0/breaks/0', spoil: given({ ruleId: 'tea' }) },
  { code: 'break-misplaced', pointer: '/shifts/0/breaks/0', spoil: given({ employeeId: 2 }) },
  {
    code: 'break-misplaced',
    pointer: '/shifts/0/breaks/1',
    spoil: given({}, { start: '2026-03-02T12:00:00+01:00', end: '2026-03-02T12:30:00+01:00' }),
  },
  {
    code: 'break-misplaced',
    pointer: '/shifts/0/breaks/1',
    spoil: (document) => {
      given({ ruleId: 'lunch' }, { ruleId: 'tea', start: '2026-03-02T11:15:00+01:00', end: '2026-03-02T11:45:00+01:00' })(document)
      document.breakRules.push({ ...LUNCH, id: 'tea' })
      document.shifts[0].breakRules.push('tea')
    },
  },
  {
    code: 'break-misplaced',
    pointer: '/shifts/0/breaks',
    spoil: (document) => {
      given({})(document)
      document.breakRules.push({ ...LUNCH, id: 'tea' })
      document.shifts[0].breakRules.push('tea')
    },
  },
]

/** What is doubtful about them. */
export const BREAK_WARNING_CASES: Case[] = [
  {
    code: 'field-ignored',
    pointer: '/shifts/1/breaks',
    spoil: (document) => {
      document.shifts[1].breaks = [{ start: '2026-03-03T17:00:00+01:00', end: '2026-03-03T17:30:00+01:00' }]
    },
  },
]
