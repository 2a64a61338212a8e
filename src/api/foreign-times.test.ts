import { describe, expect, test } from 'vitest'
import { hintForClock, hintForMoment } from './foreign-times.ts'
import { readSubmission } from './read-schedule.ts'

describe('a moment of another system', () => {
  for (const { value, says } of [
    { value: 46_109.291_666_67, says: 'send "2026-03-28T07:00"' },
    { value: '46109', says: 'send "2026-03-28T00:00"' },
    { value: 29_999, says: null },
    { value: 80_001, says: null },
    { value: 1_774_684_800, says: 'If seconds since 1970 are meant, send "2026-03-28T08:00Z".' },
    { value: 1_774_684_800_000, says: 'If milliseconds since 1970 are meant, send "2026-03-28T08:00Z".' },
    { value: '2026-03-28 7:00 AM', says: 'send 2026-03-28T07:00.' },
    { value: '2026-03-28 12:30 am', says: 'send 2026-03-28T00:30.' },
    { value: '2026-03-28T12:00 p.m.', says: 'send 2026-03-28T12:00.' },
    { value: '2026-03-28 13:00 PM', says: null },
    { value: '3/4/2026 7:00', says: 'With slashes' },
    { value: 'tomorrow', says: null },
    { value: true, says: null },
  ])
    test(`${JSON.stringify(value)} is told ${says ?? 'nothing'}`, () => {
      const hint = hintForMoment(value)
      if (says === null) expect(hint).toBeNull()
      else expect(hint).toContain(says)
    })

  for (const { value, time } of [
    { value: '7:00 AM', time: '07:00' },
    { value: '7pm', time: '19:00' },
    { value: '12:15 AM', time: '00:15' },
    { value: '25:00', time: null },
  ])
    test(`the time of day ${value} is ${time ?? 'nothing known'}`, () =>
      expect(hintForClock(value)).toBe(time === null ? null : `The clock has 24 hours: send "${time}".`))
})

describe('words and fields of other systems are answered with what to send', () => {
  const wish = { type: 'AVAILABLE', start: '2026-03-28', end: '2026-04-28' }
  const rule = (per: string) => ({ contract: { rules: [{ kind: 'count', of: 'minutes', per, max: 900 }] } })
  for (const { name, given, employee = {}, pointer, hint } of [
    {
      name: 'Mon',
      employee: { wishes: [{ ...wish, repeats: { weekdays: ['Mon'] } }] },
      pointer: '/employees/0/wishes/0/repeats/weekdays/0',
      hint: 'Did you mean "MONDAY"?',
    },
    { name: 'Fri', given: { calendar: { weekend: ['Fri', 'SATURDAY'] } }, pointer: '/calendar/weekend/0', hint: 'Did you mean "FRIDAY"?' },
    { name: 'Sun', given: { calendar: { weekStartsOn: 'Sun' } }, pointer: '/calendar/weekStartsOn', hint: 'Did you mean "SUNDAY"?' },
    { name: 'weekday 0', given: { calendar: { weekStartsOn: 0 } }, pointer: '/calendar/weekStartsOn', hint: /^Use one of MONDAY, / },
    {
      name: '7:00 AM',
      employee: { wishes: [{ ...wish, repeats: { weekdays: ['MONDAY'], from: '7:00 AM' } }] },
      pointer: '/employees/0/wishes/0/repeats/from',
      hint: 'The clock has 24 hours: send "07:00".',
    },
    { name: 'a fortnight', employee: rule('fortnight'), pointer: '/employees/0/contract/rules/0/per', hint: /"days": 14/ },
    { name: 'weekly', employee: rule('weekly'), pointer: '/employees/0/contract/rules/0/per', hint: 'Did you mean "week"?' },
    {
      name: 'a bare holiday',
      given: { calendar: { holidays: ['2026-03-28'] } },
      pointer: '/calendar/holidays/0',
      hint: 'Send an object, such as {"date": "2026-03-28"}.',
    },
    {
      name: 'from of a contract',
      employee: { contracts: [{ contractId: 1, from: '2026-03-28' }] },
      pointer: '/employees/0/contracts/0/from',
      hint: 'Did you mean "start"?',
    },
    { name: 'id of a contract', employee: { contracts: [{ id: 1 }] }, pointer: '/employees/0/contracts/0/id', hint: 'Did you mean "contractId"?' },
    {
      name: 'type of an absence',
      employee: { absences: [{ start: '2026-03-28', end: '2026-03-28', type: 'leave' }] },
      pointer: '/employees/0/absences/0/type',
      hint: 'Did you mean "kind"?',
    },
  ] as const)
    test(`${name}`, () => {
      const document = {
        timeZone: 'UTC',
        contracts: [{ id: 1 }],
        spots: [{ id: 1 }],
        employees: [{ id: 1, ...employee }],
        shifts: [{ id: 1, spot: 1, start: '2026-03-28T07:00', end: '2026-03-28T15:00' }],
        ...given,
      }
      const { errors, warnings } = readSubmission(document, { callback: 'optional' })
      const told = [...errors, ...warnings].find((issue) => issue.pointer === pointer)
      if (typeof hint === 'string') expect(told?.hint).toBe(hint)
      else expect(told?.hint).toMatch(hint)
    })
})
