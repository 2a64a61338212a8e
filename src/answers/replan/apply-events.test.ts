import { describe, expect, test } from 'vitest'
import { threadMsOf } from '../../../test/thread-time.ts'
import type { AnyJson } from '../../api/ward.fixture.ts'
import { absent, replanned, shift } from './week.fixture.ts'

describe('what fits nothing', () => {
  for (const { event, code, pointer } of [
    { event: 7, code: 'wrong-type', pointer: '' },
    { event: {}, code: 'event-unclear', pointer: '' },
    { event: { cancelShift: { shiftId: 1 }, addShift: shift(6, 2) }, code: 'event-unclear', pointer: '' },
    { event: { sick: { employeeId: 1 } }, code: 'field-unknown', pointer: '/sick' },
    { event: absent(4, '2026-03-02'), code: 'employee-unknown', pointer: '/absent/employeeId' },
    { event: { absent: { start: '2026-03-02', end: '2026-03-02' } }, code: 'field-missing', pointer: '/absent/employeeId' },
    {
      event: { absent: { employeeId: 'toString', start: '2026-03-02', end: '2026-03-02' } },
      code: 'employee-unknown',
      pointer: '/absent/employeeId',
    },
    { event: absent(1, '2026-03-04', '2026-03-02'), code: 'end-not-after-start', pointer: '/absent/end' },
    { event: absent(1, 'Monday', '2026-03-02'), code: 'date-time-invalid', pointer: '/absent/start' },
    { event: absent(1, '2026-03-02', '2026-03-02', { creditMinutesPerDay: 5000 }), code: 'out-of-range', pointer: '/absent/creditMinutesPerDay' },
    { event: absent(1, '2026-03-02', '2026-03-02', { reason: 'flu' }), code: 'field-unknown', pointer: '/absent/reason' },
    { event: { present: { employeeId: 1, start: '2026-03-02', end: '2026-03-02' } }, code: 'absence-unknown', pointer: '/present' },
    { event: { present: { employeeId: 1, start: '2026-03-03', end: '2026-03-02' } }, code: 'end-not-after-start', pointer: '/present/end' },
    { event: { addShift: shift(1, 2) }, code: 'id-duplicate', pointer: '/addShift/id' },
    { event: { addShift: shift(6, 2, { spot: 8 }) }, code: 'spot-unknown', pointer: '/addShift/spot' },
    { event: { addShift: shift(6, 2, { employee: 8 }) }, code: 'employee-unknown', pointer: '/addShift/employee' },
    { event: { addShift: shift(6, 2, { end: '2026-03-01T07:00:00Z' }) }, code: 'end-not-after-start', pointer: '/addShift/end' },
    { event: { addShift: shift(6, 1, { historic: true }) }, code: 'decided-shift-changed', pointer: '/addShift/historic' },
    { event: { addShift: shift(6, 2, { skils: [] }) }, code: 'field-unknown', pointer: '/addShift/skils' },
    { event: { cancelShift: { shiftId: 8 } }, code: 'shift-unknown', pointer: '/cancelShift/shiftId' },
    { event: { cancelShift: { shiftId: '1' } }, code: 'shift-unknown', pointer: '/cancelShift/shiftId' },
    { event: { cancelShift: { shiftId: '__proto__' } }, code: 'shift-unknown', pointer: '/cancelShift/shiftId' },
    { event: { cancelShift: { shiftId: 9 } }, code: 'decided-shift-changed', pointer: '/cancelShift/shiftId' },
    { event: { changeShift: { shiftId: 9, spot: 1 } }, code: 'decided-shift-changed', pointer: '/changeShift/shiftId' },
    { event: { changeShift: { shiftId: 1, historic: true } }, code: 'decided-shift-changed', pointer: '/changeShift/historic' },
    { event: { changeShift: { shiftId: 1, start: '2026-03-02T18:00:00+01:00' } }, code: 'end-not-after-start', pointer: '/changeShift' },
    { event: { changeShift: { shiftId: 1, start: null } }, code: 'field-missing', pointer: '/changeShift/start' },
    { event: { changeShift: { shiftId: 3, seats: null } }, code: 'seats-unclear', pointer: '/changeShift' },
    { event: { changeShift: { shiftId: 3, seats: { min: 1 } } }, code: 'seats-full', pointer: '/changeShift' },
    { event: { addDemand: { id: 'more', spot: 8, start: '2026-03-02', end: '2026-03-02', min: 1 } }, code: 'spot-unknown', pointer: '/addDemand' },
    {
      event: { addDemand: { id: 'more', spot: 1, start: '2026-03-03', end: '2026-03-02', min: 1 } },
      code: 'end-not-after-start',
      pointer: '/addDemand',
    },
    { event: { addDemand: { spot: 1, start: '2026-03-02', end: '2026-03-02', min: 1 } }, code: 'field-missing', pointer: '/addDemand/id' },
    { event: { cancelDemand: { demandId: 'none' } }, code: 'demand-unknown', pointer: '/cancelDemand/demandId' },
    { event: { changeDemand: { demandId: 'none', min: 2 } }, code: 'demand-unknown', pointer: '/changeDemand/demandId' },
    { event: { changeShift: { shiftId: 1, suggestedEmployees: [1, 8] } }, code: 'employee-unknown', pointer: '/changeShift/suggestedEmployees/1' },
  ] as { event: AnyJson; code: string; pointer: string }[]) {
    test(`${JSON.stringify(event).slice(0, 90)}: ${code}`, () => {
      const before = { cancelShift: { shiftId: 5 } }
      const { replanned: made, errors } = replanned({ events: [before, event] })
      expect(made).toBeNull()
      expect(errors.map((issue) => ({ code: issue.code, pointer: issue.pointer }))).toContainEqual({ code, pointer: `/events/1${pointer}` })
    })
  }

  for (const { what, events, code, pointer } of [
    {
      what: 'a shift that an earlier event cancelled',
      events: [{ cancelShift: { shiftId: 1 } }, { cancelShift: { shiftId: 1 } }],
      code: 'shift-unknown',
      pointer: '/events/1/cancelShift/shiftId',
    },
    {
      what: 'a shift that an earlier event added',
      events: [{ addShift: shift(6, 2) }, { addShift: shift(6, 3) }],
      code: 'id-duplicate',
      pointer: '/events/1/addShift/id',
    },
    {
      what: 'a number and a text as ids',
      events: [{ addShift: shift(6, 2, { id: '1' }) }],
      code: 'id-number-and-text',
      pointer: '/events/0/addShift/id',
    },
    {
      what: 'a shift for who is away',
      events: [absent(1, '2026-03-05'), { changeShift: { shiftId: 4, employee: 1 } }],
      code: 'employee-absent',
      pointer: '/events/1/changeShift/employee',
    },
    {
      what: 'a new shift for who is away',
      events: [{ addShift: shift(6, 5, { employee: 1 }) }, absent(1, '2026-03-05')],
      code: 'employee-absent',
      pointer: '/events/0/addShift/employee',
    },
    {
      what: 'the last shift',
      events: [1, 2, 3, 4, 5].map((shiftId) => ({ cancelShift: { shiftId } })),
      code: 'no-shift-to-plan',
      pointer: '/events',
    },
    {
      what: 'a shift before the history',
      events: [{ addShift: shift(6, 1, { start: '2026-02-20T07:00:00+01:00', end: '2026-02-20T15:00:00+01:00' }) }],
      code: 'historic-in-horizon',
      pointer: '/events',
    },
  ] as { what: string; events: AnyJson[]; code: string; pointer: string }[]) {
    test(`${what}: ${code}`, () => {
      const { errors } = replanned({ events })
      expect(errors.map((issue) => ({ code: issue.code, pointer: issue.pointer }))).toContainEqual({ code, pointer })
    })
  }

  for (const { what, request, code, pointer } of [
    { what: 'no object', request: [], code: 'wrong-type', pointer: '' },
    { what: 'no events', request: {}, code: 'field-missing', pointer: '/events' },
    { what: 'too many events', request: { events: Array.from({ length: 10_001 }, () => ({})) }, code: 'list-too-long', pointer: '/events' },
    { what: 'an unknown field', request: { events: [], freezeUntill: '2026-03-02' }, code: 'field-unknown', pointer: '/freezeUntill' },
    { what: 'a freeze that is no time', request: { events: [], freezeUntil: 'now' }, code: 'date-time-invalid', pointer: '/freezeUntil' },
    {
      what: 'a termination that is none',
      request: { events: [], termination: { maxSeconds: 0 } },
      code: 'out-of-range',
      pointer: '/termination/maxSeconds',
    },
    {
      what: 'an entry of keep that says no weight',
      request: { events: [], keep: [{ until: '2026-03-04', priority: 2 }] },
      code: 'field-missing',
      pointer: '/keep/0/weight',
    },
    { what: 'a callback address that is none', request: { events: [], callbackUrl: 'here' }, code: 'callback-url-invalid', pointer: '/callbackUrl' },
  ] as { what: string; request: AnyJson; code: string; pointer: string }[]) {
    test(`${what}: ${code}`, () => {
      const { errors } = replanned(request)
      expect(errors.map((issue) => ({ code: issue.code, pointer: issue.pointer }))).toContainEqual({ code, pointer })
    })
  }
})

describe('hostile events', () => {
  const document = (text: string): AnyJson => JSON.parse(text)

  test('names of prototypes change nothing but what they say', () => {
    const event = document('{"changeShift": {"shiftId": 1, "__proto__": {"historic": true}}}')
    expect(replanned({ events: [event] }).errors).toMatchObject([{ code: 'field-unknown', pointer: '/events/0/changeShift/__proto__' }])
    expect(replanned(document('{"events": [{"__proto__": {"absent": {}}}]}')).errors.map(({ code }) => code)).toContain('event-unclear')
    expect(({} as { historic?: unknown }).historic).toBeUndefined()
  })

  test('absences of one employee and as many presences take no more time each when there are ten times as many', () => {
    const day = (at: number): string => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
    const workOf = (count: number): number => {
      const events = [
        ...Array.from({ length: count }, (_, at) => absent(1, day(2 * at))),
        ...Array.from({ length: count }, (_, at) => ({ present: { employeeId: 1, start: day(2 * at), end: day(2 * at) } })),
      ]
      return threadMsOf(() => expect(replanned({ events }).errors).toEqual([]))
    }
    // Not the first, which compiles.
    workOf(250)
    // Measured 13 to 15 times as long; 48 where each presence copies all absences.
    expect(workOf(2500) / workOf(250)).toBeLessThan(30)
  })
})
