import { expect, test } from 'vitest'
import { sampleSchedule, type SampleEmployee } from '../../../test/sample-schedule.ts'
import type { Weights } from '../../model/settings.ts'
import { compile } from '../instance/compile.ts'
import { createState } from '../scoring/state.ts'
import { ANY_DAY, breachOf } from './breaches.ts'

const DAY_MIN = 1440
const FIRST: Weights = [1, 0, 0, 0]

/** Where a nurse breaks a priority, from some day on, who works from 8 to 16 on each of fifteen days from a Monday on. */
function breachIn({ employee = {}, priority = 0, from = 0 }: { employee?: SampleEmployee; priority?: 0 | 1; from?: number }) {
  const { schedule, roster } = sampleSchedule({
    employees: [employee],
    shifts: Array.from({ length: 15 }, (_, day) => ({ from: day * DAY_MIN + 480, to: day * DAY_MIN + 960 })),
    weights: { maxConsecutiveDays: FIRST, unavailable: FIRST, minWeeklyRestMinutes: FIRST },
  })
  return breachOf(createState(compile(schedule), roster), 0, priority, from)
}

/** A duty elsewhere on these days. */
function away(...days: readonly number[]): SampleEmployee {
  return { wishes: days.map((day) => ({ type: 'UNAVAILABLE', from: day * DAY_MIN, to: (day + 1) * DAY_MIN })) }
}

test('a row that breaks nothing has no breach', () => {
  expect(breachIn({})).toBe(null)
})

test('a rule over several days is broken on no day in particular', () => {
  expect(breachIn({ employee: { contract: { maxConsecutiveDays: 15 } } })).toBe(null)
  expect(breachIn({ employee: { contract: { maxConsecutiveDays: 14 } } })).toEqual({ day: ANY_DAY })
})

test('so is a rule that reads whole rows', () => {
  // 16 h each night; what lies beyond either end is free.
  expect(breachIn({ employee: { contract: { minWeeklyRestMinutes: 16 * 60 } } })).toBe(null)
  expect(breachIn({ employee: { contract: { minWeeklyRestMinutes: 17 * 60 } } })).toEqual({ day: ANY_DAY })
})

test('a day on which somebody should not do what they do is told, the next one from that on which it is looked for, in a circle', () => {
  for (const { from, day } of [
    { from: 0, day: 2 },
    { from: 2, day: 2 },
    { from: 3, day: 5 },
    { from: 6, day: 2 },
  ]) {
    expect(breachIn({ employee: away(2, 5), from }), `from day ${from}`).toEqual({ day })
  }
})

test('what breaks one priority breaks no other', () => {
  expect(breachIn({ employee: { ...away(2), contract: { maxConsecutiveDays: 14 } }, priority: 1 })).toBe(null)
})
