import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Issue } from '../model/issue.ts'
import { put } from './issue-cases.fixture.ts'
import type { IssueCode } from './issues.ts'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'

/** Where edges of a field are held beside those of this file's table, by field. */
const HELD_ELSEWHERE = {
  'id': ['identifiers.test.ts', 'id-cases.fixture.ts'],
  'name': ['read-marks.test.ts'],
  'reference': ['read-marks.test.ts'],
  'labels': ['read-marks.test.ts'],
  'skills': ['read-skills.test.ts'],
  'anySkills': ['read-skills.test.ts'],
  'preferredSkills': ['read-skills.test.ts'],
  'minLevel': ['read-skills.test.ts'],
  'level': ['read-skills.test.ts'],
  'seats': ['contradiction-cases.fixture.ts', 'read-seats.test.ts'],
  'employees': ['contradiction-cases.fixture.ts'],
  'contractId': ['contracts.test.ts', 'id-cases.fixture.ts'],
  'contracts': ['contracts.test.ts', 'id-cases.fixture.ts'],
  'start': ['local-times.test.ts'],
  'others': ['local-times.test.ts'],
  'weekStartsOn': ['read-calendar.test.ts'],
  'weekend': ['read-calendar.test.ts'],
  'holidays': ['read-calendar.test.ts'],
  'periods': ['read-calendar.test.ts'],
  'workBelongsTo': ['read-calendar.test.ts'],
  'period': ['read-calendar.test.ts'],
  'AVAILABLE': ['read-wishes.test.ts'],
  'repeats': ['read-wishes.test.ts', 'write-out-shifts.test.ts'],
  'everyWeeks': ['read-wishes.test.ts'],
  'measure': ['read-wishes.test.ts'],
  'absences': ['read-wishes.test.ts', 'read-absences.test.ts'],
  'creditMinutesPerDay': ['read-wishes.test.ts'],
  'accounts': ['read-wishes.test.ts'],
} as const

const SKILL = { id: 10, name: 'Nurse' }
const WISH = { type: 'UNDESIRED', start: '2026-03-02', end: '2026-03-03' }
const ABSENCE = { start: '2026-03-02', end: '2026-03-03' }
const PERIOD = { id: 'pay', start: '2026-03-02', days: 14 }
const COUNT = { kind: 'count', of: 'shifts', max: 3 }
const wish = (more: object): object[] => [{ ...WISH, ...more }]
const repeats = (more: object): object[] => wish({ repeats: more })
const absence = (more: object): object[] => [{ ...ABSENCE, ...more }]
const many = (count: number): string => 'x'.repeat(count)

/** A field, a value that is read, and what refuses the next one: where, below the field, and as what. */
interface Row {
  readonly at: string
  readonly reads?: readonly unknown[]
  readonly refuses?: readonly (readonly [value: unknown, code: IssueCode, below?: string])[]
}

const TABLE: readonly Row[] = [
  // Ids: one character, 64, and numbers to the edge of what is exact.
  {
    at: '/employees/1/id',
    reads: ['x', many(64), '0', 'Ä ß/7', 'a b', 0, -1, Number.MAX_SAFE_INTEGER],
    refuses: [
      ['', 'text-empty'],
      [many(65), 'text-too-long'],
      ['a\u0000', 'text-unprintable'],
      [1.5, 'not-an-integer'],
      [2 ** 53, 'integer-unsafe'],
      [null, 'field-missing'],
      [[], 'wrong-type'],
      [true, 'wrong-type'],
      [1, 'id-duplicate'],
      ['1', 'id-number-and-text'],
    ],
  },
  {
    at: '/skills',
    reads: [[], null, [{ id: 10, name: 'Nurse' }], [{ id: 10, name: many(1000) }]],
    refuses: [
      ['Nurse', 'wrong-type'],
      [['Nurse'], 'wrong-type', '/0'],
      [[{ name: 'Nurse' }], 'field-missing', '/0/id'],
      [[{ id: 10, name: 7 }], 'wrong-type', '/0/name'],
      [[{ id: 10, name: many(1001) }], 'text-too-long', '/0/name'],
      [[{ id: 10 }], 'field-missing', '/0/name'],
      [[SKILL, SKILL], 'id-duplicate', '/1/id'],
    ],
  },
  {
    at: '/teams',
    reads: [[], null, [{ id: 20, name: 'Ward' }]],
    refuses: [
      [{}, 'wrong-type'],
      [[20], 'wrong-type', '/0'],
      [[{ name: 'Ward' }], 'field-missing', '/0/id'],
      [[{ id: 20, name: many(1001) }], 'text-too-long', '/0/name'],
      [[{ id: 20 }], 'field-missing', '/0/name'],
      [[SKILL, SKILL], 'id-duplicate', '/1/id'],
    ],
  },
  ...['/shifts/0/skills', '/shifts/0/anySkills', '/shifts/0/preferredSkills'].map(
    (at): Row => ({
      at,
      reads: [[], null, [10], [{ id: 10, minLevel: 1 }], [{ id: 10, minLevel: 9 }], [10, 10]],
      refuses: [
        [10, 'wrong-type'],
        [[null], 'wrong-type', '/0'],
        [[{ id: 10, minLevel: '3' }], 'wrong-type', '/0/minLevel'],
      ],
    }),
  ),
  {
    at: '/employees/0/skills/0/level',
    reads: [1, 9, null],
    refuses: [
      [0, 'out-of-range'],
      [10, 'out-of-range'],
      [2.5, 'not-an-integer'],
      ['3', 'wrong-type'],
    ],
  },
  {
    at: '/shifts/0/seats',
    reads: [null, { min: 1 }, { min: 0, ideal: 1 }, { min: 0, max: 1 }, { min: 2, ideal: 2, max: 2 }, { min: 1000 }],
    refuses: [
      [2, 'wrong-type'],
      [{}, 'field-missing', '/min'],
      [{ min: -1 }, 'out-of-range', '/min'],
      [{ min: 1001 }, 'out-of-range', '/min'],
      [{ min: 1, ideal: 1.5 }, 'not-an-integer', '/ideal'],
      [{ min: '2' }, 'wrong-type', '/min'],
    ],
  },
  {
    at: '/contracts',
    reads: [[], null, [{ id: 'a' }], [{ id: many(64), name: 'Full time' }]],
    refuses: [
      [{}, 'wrong-type'],
      [['a'], 'wrong-type', '/0'],
      [[{ name: 'Full time' }], 'field-missing', '/0/id'],
      [[{ id: 'a' }, { id: 'a' }], 'id-duplicate', '/1/id'],
    ],
  },
  {
    at: '/employees/1',
    refuses: [
      [{ id: 2, contractId: true }, 'wrong-type', '/contractId'],
      [{ id: 2, contractId: 'none' }, 'contract-unknown', '/contractId'],
      [{ id: 2, contracts: {} }, 'wrong-type', '/contracts'],
      [{ id: 2, contracts: ['a'] }, 'wrong-type', '/contracts/0'],
      [{ id: 2, contracts: [{}] }, 'field-missing', '/contracts/0/contractId'],
      [{ id: 2, contracts: [{ contractId: 'none' }] }, 'contract-unknown', '/contracts/0/contractId'],
      [{ id: 2, contract: {}, contracts: [] }, 'contract-unclear', '/contracts'],
    ],
  },
  {
    at: '/calendar/weekStartsOn',
    reads: ['SUNDAY', 'MONDAY', 'SATURDAY', null],
    refuses: [
      ['sunday', 'choice-unknown'],
      ['', 'choice-unknown'],
      [0, 'wrong-type'],
    ],
  },
  {
    at: '/calendar/weekend',
    reads: [['FRIDAY', 'SATURDAY'], ['SUNDAY'], ['SATURDAY', 'SUNDAY'], null],
    refuses: [
      ['FRIDAY', 'wrong-type'],
      [['FRI'], 'choice-unknown', '/0'],
      [[], 'weekend-unclear'],
      [['FRIDAY', 'SUNDAY'], 'weekend-unclear'],
    ],
  },
  {
    at: '/calendar/holidays',
    reads: [[], null, [{ date: '2026-03-02' }], [{ date: '2026-03-02', name: 'Day', tag: 'free' }]],
    refuses: [
      [['2026-03-02'], 'wrong-type', '/0'],
      [[{ date: '2026-06-31' }], 'date-invalid', '/0/date'],
      [[{ date: '2026-03-02T00:00' }], 'date-invalid', '/0/date'],
      [[{ date: 20260302 }], 'wrong-type', '/0/date'],
      [[{ date: '2026-03-02', tag: '' }], 'text-empty', '/0/tag'],
    ],
  },
  {
    at: '/calendar/periods',
    reads: [
      [],
      null,
      [PERIOD],
      [{ ...PERIOD, days: 1 }],
      [{ ...PERIOD, days: 400 }],
      [{ id: 1, ranges: [{ start: '2026-03-02', end: '2026-03-02' }] }],
    ],
    refuses: [
      [{}, 'wrong-type'],
      [[{ ...PERIOD, id: undefined }], 'field-missing', '/0/id'],
      [[{ ...PERIOD, days: 0 }], 'out-of-range', '/0/days'],
      [[{ ...PERIOD, days: 10_001 }], 'out-of-range', '/0/days'],
      [[{ ...PERIOD, days: '14' }], 'wrong-type', '/0/days'],
      [[PERIOD, PERIOD], 'id-duplicate', '/1/id'],
    ],
  },
  {
    at: '/calendar/workBelongsTo',
    reads: ['START_DAY', 'SPLIT', null],
    refuses: [
      ['split', 'choice-unknown'],
      [true, 'wrong-type'],
    ],
  },
  {
    at: '/employees/1/contract/rules',
    reads: [[{ ...COUNT, per: 'week' }]],
    refuses: [
      [[{ ...COUNT, per: 'period' }], 'period-missing', '/0/period'],
      [[{ ...COUNT, per: 'period', period: 'pay' }], 'period-unknown', '/0/period'],
    ],
  },
  {
    at: '/settings/others',
    reads: ['off', null],
    refuses: [
      ['OFF', 'choice-unknown'],
      [false, 'wrong-type'],
    ],
  },
  {
    at: '/employees/1/wishes',
    reads: [
      wish({ type: 'AVAILABLE' }),
      wish({ measure: 'SHIFTS' }),
      wish({ measure: 'HOURS' }),
      repeats({}),
      repeats({ weekdays: ['MONDAY'] }),
      repeats({ from: '00:00', to: '24:00' }),
      repeats({ from: '22:00', to: '06:00' }),
      repeats({ from: '16:00', to: '16:00' }),
      repeats({ everyWeeks: 1 }),
      repeats({ everyWeeks: 53 }),
    ],
    refuses: [
      [wish({ type: 'available' }), 'choice-unknown', '/0/type'],
      [wish({ measure: 'MINUTES' }), 'choice-unknown', '/0/measure'],
      [wish({ measure: 1 }), 'wrong-type', '/0/measure'],
      [wish({ repeats: 'MONDAY' }), 'wrong-type', '/0/repeats'],
      [repeats({ weekdays: 'MONDAY' }), 'wrong-type', '/0/repeats/weekdays'],
      [repeats({ weekdays: ['MON'] }), 'choice-unknown', '/0/repeats/weekdays/0'],
      [repeats({ from: 7 }), 'wrong-type', '/0/repeats/from'],
      [repeats({ from: '24:01' }), 'time-of-day-invalid', '/0/repeats/from'],
      [repeats({ to: '25:00' }), 'time-of-day-invalid', '/0/repeats/to'],
      [repeats({ everyWeeks: 0 }), 'out-of-range', '/0/repeats/everyWeeks'],
      [repeats({ everyWeeks: 1.5 }), 'not-an-integer', '/0/repeats/everyWeeks'],
    ],
  },
  {
    at: '/employees/1/absences',
    reads: [
      [],
      null,
      absence({}),
      absence({ creditMinutesPerDay: 0 }),
      absence({ creditMinutesPerDay: 1440 }),
      absence({ kind: 'x', weekdays: ['MONDAY'] }),
      absence({ weekdays: null }),
    ],
    refuses: [
      [{}, 'wrong-type'],
      [absence({ start: undefined }), 'field-missing', '/0/start'],
      [absence({ end: undefined }), 'field-missing', '/0/end'],
      [absence({ end: '2026-03-01' }), 'end-not-after-start', '/0/end'],
      [absence({ end: '2026-06-31' }), 'date-time-invalid', '/0/end'],
      [absence({ creditMinutesPerDay: -1 }), 'out-of-range', '/0/creditMinutesPerDay'],
      [absence({ creditMinutesPerDay: 1441 }), 'out-of-range', '/0/creditMinutesPerDay'],
      [absence({ creditMinutesPerDay: 7.4 }), 'not-an-integer', '/0/creditMinutesPerDay'],
      [absence({ kind: 7 }), 'wrong-type', '/0/kind'],
      [absence({ weekdays: [] }), 'field-missing', '/0/weekdays'],
      [absence({ weekdays: ['Mo'] }), 'choice-unknown', '/0/weekdays/0'],
    ],
  },
  {
    at: '/shifts/0/paidMinutes',
    reads: [0, 1, 480, null],
    refuses: [
      [-1, 'out-of-range'],
      [0.5, 'not-an-integer'],
      ['480', 'wrong-type'],
    ],
  },
]

function read(pointer: string, value: unknown): { readonly errors: readonly Issue[]; readonly isRead: boolean } {
  const document = { ...cleanDocument(), calendar: {}, skills: [], teams: [] }
  put(pointer, value)(document)
  const { submission, errors } = readSubmission(document, { callback: 'required' })
  return { errors, isRead: submission !== null }
}

describe.each(TABLE)('$at', ({ at, reads = [], refuses = [] }) => {
  for (const value of reads) {
    test(`is read as ${JSON.stringify(value).slice(0, 80)}`, () => expect(read(at, value)).toEqual({ errors: [], isRead: true }))
  }

  for (const [value, code, below = ''] of refuses) {
    test(`is refused as ${JSON.stringify(value)?.slice(0, 80)}: ${code}, with its field and a remedy`, () => {
      const { errors, isRead } = read(at, value)
      expect(isRead).toBe(false)
      expect(errors.map((issue) => `${issue.code} ${issue.pointer}`)).toEqual([`${code} ${at}${below}`])
      const field = `${at}${below}`.split('/').findLast((part) => !/^\d+$/.test(part))!
      expect(`${errors[0]!.detail} ${errors[0]!.hint}`.toLowerCase()).toContain(field.toLowerCase().replace(/s$|id$/, ''))
      expect(errors[0]!.hint).toMatch(/\S.*[.?]$/)
    })
  }
})

test.each(Object.entries(HELD_ELSEWHERE))('edges of %s are held in %s too', (field, files) => {
  for (const file of files) expect(readFileSync(new URL(file, import.meta.url), 'utf8'), file).toContain(field)
})
