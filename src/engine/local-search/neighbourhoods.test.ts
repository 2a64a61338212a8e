import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../api/read-schedule.ts'
import { OFF } from '../instance/duties.ts'
import { compile } from '../instance/compile.ts'
import { DEFAULT_PARAMS } from '../portfolio/params.ts'
import { Random } from '../random.ts'
import { createMove } from '../scoring/evaluate.ts'
import { createState } from '../scoring/state.ts'
import { NEIGHBOURHOODS } from './neighbourhoods.ts'

const exchange = NEIGHBOURHOODS.find(({ name }) => name === 'exchange weekends')!
/** A Monday, four weeks before the end. */
const FIRST = Date.UTC(2027, 1, 1)
const DAYS = 28

/** Two people, of whom the first works every day, and the second none. */
function ward(frequency: number) {
  const shifts = Array.from({ length: DAYS }, (_, day) => {
    const date = new Date(FIRST + day * 86_400_000).toISOString().slice(0, 10)
    return { id: day + 1, spot: 1, start: `${date}T08:00:00Z`, end: `${date}T16:00:00Z` }
  })
  const contract = { weekendWorkFrequency: frequency, completeWeekends: true }
  const document = {
    timeZone: 'UTC',
    employees: [
      { id: 1, contract },
      { id: 2, contract },
    ],
    spots: [{ id: 1 }],
    shifts,
  }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  const instance = compile(submission!.schedule)
  return { instance, state: createState(instance, new Int32Array(DAYS)) }
}

describe('exchanging weekends', () => {
  test('is tried where somebody may work some of them only', () => {
    expect([1, 2].map((frequency) => exchange.supports!(ward(frequency).instance))).toEqual([false, true])
  })

  test('leaves the days between them as they are, and comes to each of them, to several and to all that are left', () => {
    const { instance, state } = ward(2)
    const move = createMove(instance)
    const random = new Random(1)
    const seen = new Set<string>()
    for (let i = 0; i < 500; i += 1) {
      if (!exchange.propose(state, random, move, DEFAULT_PARAMS.moves)) continue
      expect([move.rows, move.keepsCover]).toEqual([2, true])
      const taken = move.employee[0] === 1 ? move.next[0]! : move.next[1]!
      const days = Array.from({ length: move.to[0]! - move.from[0]! + 1 }, (_, k) => move.from[0]! + k).filter((day) => taken[day] !== OFF)
      // Counted from the first day of the calendar that is known.
      const weekday = (day: number): number => (day - instance.horizonFirst) % 7
      expect(days.every((day) => weekday(day) >= 5)).toBe(true)
      seen.add([...new Set(days.map((day) => Math.floor((day - instance.horizonFirst) / 7)))].join())
    }
    expect([...seen].sort()).toEqual(['0', '0,1', '0,1,2,3', '1', '1,2', '1,2,3', '2', '2,3', '3'])
  })
})
