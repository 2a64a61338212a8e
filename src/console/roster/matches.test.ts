import { describe, expect, test } from 'vitest'
import type { Release } from '../gateway/documents.ts'
import { brokenRulesOf, byImportance, cellKey, dayOf, highlightOf, placeOf, todayOf } from './matches.ts'
import { changeText, scoreDifference, shortChangeText, signed, verdictOf } from './roster-words.ts'
import { wardModel } from './ward.fixture.ts'

const model = wardModel()
const match = { shiftIds: [] as number[], employeeIds: [] as number[], amount: 1, unit: 'a shift', penalty: 1, text: 'Broken.' }
const release = (setting: Release['setting'], priority: number, penalty: number, shiftIds: readonly number[]): Release => ({
  setting,
  priority,
  penalty,
  matches: [{ ...match, shiftIds: [...shiftIds], text: setting }],
})

describe('places', () => {
  test('ids are positions, and what the schedule does not know is left out', () => {
    const place = placeOf(model, { ...match, shiftIds: [5, 99], employeeIds: [13], date: '2027-03-29' })
    expect(place).toEqual({ shifts: [4], employees: [2], day: 4 })
  })

  for (const { date, day } of [
    { date: '2027-03-24', day: null },
    { date: '2027-03-25', day: 0 },
    { date: '2027-03-29', day: 4 },
    { date: '2027-03-30', day: null },
  ]) {
    test(`${date} is day ${day}`, () => expect(dayOf(model, date)).toBe(day))
  }

  test('today is told by the schedule’s time zone', () => {
    expect(todayOf(model, Date.parse('2027-03-28T21:59:00Z'))).toBe(3)
    expect(todayOf(model, Date.parse('2027-03-28T22:00:00Z'))).toBe(4)
    expect(todayOf(model, Date.parse('2027-04-28T22:00:00Z'))).toBeNull()
  })

  test('shifts are lit up before cells, cells before rows', () => {
    expect([...highlightOf({ shifts: [1], employees: [0], day: 1 }).shifts]).toEqual([1])
    expect([...highlightOf({ shifts: [], employees: [0], day: 1 }).cells]).toEqual([cellKey(0, 1)])
    expect([...highlightOf({ shifts: [], employees: [0], day: null }).employees]).toEqual([0])
  })
})

describe('rules that are broken', () => {
  const releases = [release('desired', 2, 9, [3]), release('unavailable', 1, 1, [3, 4]), release('spotSkills', 1, 5, [4])]

  test('the first priority stands first, and within one the largest penalty', () => {
    expect(byImportance(releases).map(({ setting }) => setting)).toEqual(['spotSkills', 'unavailable', 'desired'])
  })

  test('every shift knows what it is part of, the most important first', () => {
    const brokenRules = brokenRulesOf(model, releases)
    expect(brokenRules.get(2)!.map(({ setting }) => setting)).toEqual(['unavailable', 'desired'])
    expect(brokenRules.get(3)!.map(({ priority }) => priority)).toEqual([1, 1])
    expect(brokenRules.get(0)).toBeUndefined()
  })
})

describe('changes of the score', () => {
  for (const { change, verdict, text, short } of [
    { change: [0, 0, 0, 0], verdict: 'same', text: 'No change of the score', short: 'No change of the score' },
    { change: [-20, 0, 5, 0], verdict: 'better', text: 'Better: −20 on the first priority, +5 on the third', short: '1 · Law and contract: −20 …' },
    {
      change: [0, 3, -900, 0],
      verdict: 'worse',
      text: 'Worse: +3 on the second priority, −900 on the third',
      short: '2 · Who has to be there: +3 …',
    },
    { change: [0, 0, 0, -1], verdict: 'better', text: 'Better: −1 on the fourth priority', short: '4 · Costs and preferences: −1' },
  ]) {
    test(`${change.join(' ')} is ${verdict}`, () => {
      expect(verdictOf(change)).toBe(verdict)
      expect(changeText(change)).toBe(text)
      expect(shortChangeText(change)).toBe(short)
    })
  }

  test('is after minus before', () => {
    expect(scoreDifference([1, 2, 3, 4], [4, 2, 0, 1])).toEqual([-3, 0, 3, 3])
    expect([signed(-1200), signed(0), signed(7)]).toEqual(['−1,200', '0', '+7'])
  })
})
