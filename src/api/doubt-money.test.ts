import { describe, expect, test } from 'vitest'
import type { Issue } from '../model/issue.ts'
import { readSubmission } from './read-schedule.ts'
import { cleanDocument } from './ward.fixture.ts'
import type { AnyJson } from './ward.fixture.ts'

/** What is said of a clean document, of two shifts of eight hours, whose people have these hourly pays. */
function warnings(hourly: readonly (number | null)[], more: AnyJson = {}): Issue[] {
  const document = { ...cleanDocument(), ...more }
  for (const [index, amount] of hourly.entries()) if (amount !== null) document.employees[index].pay = { hourly: amount }
  const found = readSubmission(document, { callback: 'optional' })
  expect(found.errors).toEqual([])
  return found.warnings
}

const codes = (found: readonly Issue[]): string[] => found.map(({ code, pointer }) => `${code} ${pointer}`)
const budget = (max: number, more: AnyJson = {}): AnyJson => ({ budgets: [{ id: 1, per: 'week', max, ...more }] })
const surcharge = (more: AnyJson): AnyJson => ({ payRules: [{ id: 1, kind: 'surcharge', weekdays: ['SUNDAY'], ...more }] })
const activation = (amount: number): AnyJson => ({ payRules: [{ id: 1, kind: 'activation', amount }] })

describe('hourly pay in whole units', () => {
  test('is told once, where the first stands, with what to send', () => {
    expect(warnings([20, 25], { currency: 'EUR' })).toEqual([
      {
        pointer: '/employees/0/pay/hourly',
        code: 'looks-like-whole-units',
        detail: 'hourly is in minor units of the currency, and nobody is paid more than 25 of them, 0.25 EUR, for an hour.',
        hint: 'If 25.00 EUR are meant, send 2500, and so everywhere.',
      },
    ])
  })

  test('is told of contracts too', () => {
    const found = warnings([], { contracts: [{ id: 'a' }, { id: 'b', pay: { hourly: 25 } }], employees: [{ id: 1, contractId: 'b' }] })
    expect(codes(found)).toContain('looks-like-whole-units /contracts/1/pay/hourly')
  })

  for (const [hourly, currency] of [
    [[99, 100], 'EUR'],
    [[0, 0], 'EUR'],
    [[50, 60], 'JPY'],
  ] as const) {
    test(`is not told of ${hourly.join(' and ')} in ${currency}`, () => expect(warnings(hourly, { currency })).toEqual([]))
  }

  test('is told below one whole unit, and not of points', () => {
    expect(codes(warnings([99, null]))).toEqual(['looks-like-whole-units /employees/0/pay/hourly'])
    expect(warnings([99, null], { currencyUnit: 1 })).toEqual([])
  })
})

describe('hourly pay a hundred times too high', () => {
  for (const { hourly, currency, isTold } of [
    { hourly: [100_000, 250_000], currency: 'EUR', isTold: true },
    { hourly: [99_999, 250_000], currency: 'EUR', isTold: false },
    { hourly: [150_000], currency: 'JPY', isTold: true },
    { hourly: [1500], currency: 'JPY', isTold: false },
    { hourly: [250_000], currency: 'HUF', isTold: false },
    { hourly: [250_000], currency: undefined, isTold: false },
  ]) {
    test(`is ${isTold ? '' : 'not '}told of ${hourly.join(' and ')} in ${currency ?? 'no currency'}`, () => {
      expect(codes(warnings(hourly, { currency }))).toEqual(isTold ? ['looks-like-hundredfold /employees/0/pay/hourly'] : [])
    })
  }

  test('is told with what to send', () => {
    const [found] = warnings([150_000], { currency: 'JPY' })
    expect(`${found!.detail} ${found!.hint}`).toBe(
      'hourly is in minor units of the currency, and nobody is paid less than 150000 of them, 150000 JPY, for an hour. If 1500 JPY are meant, send 1500.',
    )
  })
})

describe('amounts of pay rules', () => {
  for (const { rules, at } of [
    { rules: surcharge({ amount: 9 }), at: '/payRules/0/amount' },
    { rules: surcharge({ amount: 10 }), at: null },
    { rules: activation(2), at: '/payRules/0/amount' },
    { rules: activation(99), at: '/payRules/0/amount' },
    { rules: activation(100), at: null },
    { rules: activation(1), at: null },
    { rules: { payRules: [...activation(50).payRules, { id: 2, kind: 'activation', amount: 5000 }] }, at: null },
  ]) {
    test(`${at === null ? 'pass' : 'are told of'} ${JSON.stringify(rules.payRules)}`, () => {
      expect(codes(warnings([1500, 1500], rules))).toEqual(at === null ? [] : [`looks-like-whole-units ${at}`])
    })
  }
})

describe('a percent of what is paid on top', () => {
  for (const { percent, tags, isTold } of [
    { percent: 25, isTold: true },
    { percent: 99, isTold: true },
    { percent: 100, isTold: false },
    { percent: 0, isTold: false },
    { percent: 25, tags: ['oncall'], isTold: false },
  ]) {
    test(`${percent} ${tags === undefined ? '' : 'of shifts on call '}is ${isTold ? '' : 'not '}told`, () => {
      const found = codes(warnings([1500, 1500], surcharge({ percent, tags }))).filter((code) => !code.startsWith('tag-unused'))
      expect(found).toEqual(isTold ? ['looks-like-increase /payRules/0/percent'] : [])
    })
  }

  test('is told with what to send', () => {
    const [found] = warnings([1500, 1500], surcharge({ percent: 25 }))
    expect(found!.hint).toBe('If 25 percent on top are meant, send 125.')
  })
})

describe('a budget below the pay of any shift', () => {
  test('is told with both amounts', () => {
    expect(warnings([1500, 2000], budget(5000))).toEqual([
      {
        pointer: '/budgets/0/max',
        code: 'budget-below-shift',
        detail: 'max is 50.00, and the shortest shift that the budget is for costs 120.00 at least.',
        hint: 'max is in minor units of the currency: if 5000.00 are meant, send 500000.',
      },
    ])
  })

  for (const { title, hourly, more, isTold } of [
    { title: 'one minor unit below', hourly: [1500, 1500], more: budget(11_999), isTold: true },
    { title: 'just enough for one', hourly: [1500, 1500], more: budget(12_000), isTold: false },
    { title: 'nothing to be paid', hourly: [1500, 1500], more: budget(0), isTold: false },
    { title: 'somebody who is not paid', hourly: [1500, null], more: budget(5000), isTold: false },
    {
      title: 'a spot without shifts',
      hourly: [1500, 1500],
      more: { ...budget(5000, { spots: [31] }), spots: [{ id: 30 }, { id: 31 }] },
      isTold: false,
    },
    { title: 'a spot with shifts', hourly: [1500, 1500], more: budget(5000, { spots: [30] }), isTold: true },
    { title: 'yen', hourly: [1500, 1500], more: { ...budget(5000), currency: 'JPY' }, isTold: true },
  ]) {
    test(`is ${isTold ? '' : 'not '}told: ${title}`, () => {
      expect(codes(warnings(hourly, more))).toEqual(isTold ? ['budget-below-shift /budgets/0/max'] : [])
    })
  }

  test('a surcharge below 100 makes a shift cheaper', () => {
    const onCall = { payRules: [{ id: 1, kind: 'surcharge', weekdays: ['MONDAY'], percent: 0 }] }
    expect(codes(warnings([1500, 1500], { ...budget(5000), ...onCall }))).toEqual([])
  })

  test('where whole units would not do either, the hint does not name them', () => {
    expect(warnings([1500, 1500], budget(3))[0]!.hint).toBe('Raise max; send 0 where nothing may be paid.')
  })
})
