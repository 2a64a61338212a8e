import { beforeAll, describe, expect, test } from 'vitest'
import { findFairLoads } from '../../checker/rules/fairness.ts'
import texts from '../texts/en.json' with { type: 'json' }
import { NOBODY, rosterAsPosted } from '../../model/roster.ts'
import type { ShownSchedule } from '../roster/roster-model.ts'
import { WARD, wardModel } from '../roster/ward.fixture.ts'
import { takeTexts } from '../texts/texts.ts'
import { balanceOf, inOrder, standingOf } from './balance.ts'

beforeAll(() => takeTexts(texts))

const FAIRNESS: ShownSchedule['fairness'] = [
  { id: 'desk', name: 'Desk', of: 'shifts', spots: [22], employees: [12, 13], share: 'EQUAL' },
  { id: 'hours', of: 'minutes', employees: [11, 12, 13], share: 'EQUAL' },
]

describe('how even it is', () => {
  const model = wardModel({ fairness: FAIRNESS, employees: WARD.employees.map((one) => ({ ...one, skills: [{ id: 7 }, { id: 8 }] })) })
  const roster = rosterAsPosted(model.schedule)
  const columns = balanceOf(model, roster, findFairLoads(model.schedule, roster))
  const column = (title: string) => columns.find((one) => one.title === title)!

  test('hours, nights and weekends stand beside the contract, and what is shared beside the fair share', () => {
    expect(columns.map(({ title, unit }) => [title, unit])).toEqual([
      ['Hours', 'minutes'],
      ['Nights', 'count'],
      ['Weekends', 'count'],
      ['Desk', 'count'],
      ['Fair share hours', 'minutes'],
    ])
    // Of the five days two are beyond March: the least of a month is cut to the days that are known.
    expect(column('Hours').loads[0]).toMatchObject({ has: 480, most: 9600 })
    expect(column('Weekends').loads.map((load) => [load!.has, load!.most])).toEqual([
      [0, 1],
      [1, null],
      [0, null],
    ])
    const shared = columns.find(({ key }) => key === 'fair desk')!
    // One of the two is optional: of it nobody has too little.
    expect(shared.loads).toEqual([null, { has: 2, least: 1, most: 1, carry: 1 }, { has: 0, least: 1, most: 1, carry: -0.5 }])
  })

  test('bars keep a length that can be seen where a limit lies far away', () => {
    const { loads, scale } = column('Hours')
    const longest = Math.max(...loads.map((load) => load!.has))
    expect(scale).toBe(1.5 * longest)
  })

  test('most comes first, and who has no part in it last', () => {
    expect(inOrder(3, columns.find(({ key }) => key === 'fair desk')!)).toEqual([1, 2, 0])
    expect(inOrder(3, null)).toEqual([0, 1, 2])
  })

  test.each([
    [{ has: 3, least: 1, most: 2, carry: null }, 'over'],
    [{ has: 0, least: 1, most: 2, carry: null }, 'under'],
    [{ has: 2, least: 1, most: 2, carry: null }, 'within'],
    [{ has: 2, least: null, most: null, carry: null }, 'within'],
  ] as const)('%j is %s', (load, standing) => {
    expect(standingOf(load)).toBe(standing)
  })

  test('what nobody has any of is left out', () => {
    expect(balanceOf(model, roster.slice().fill(NOBODY), [])).toEqual([])
  })
})
