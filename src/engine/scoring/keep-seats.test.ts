import { expect, test } from 'vitest'
import { sampleSchedule } from '../../../test/sample-schedule.ts'
import { compile } from '../instance/compile.ts'
import { keepSeats } from './keep-seats.ts'

/** Four seats at the same time, and two at another. */
const { schedule } = sampleSchedule({
  employees: [{}, {}, {}, {}],
  shifts: [480, 480, 480, 480, 2000, 2000].map((from) => ({ from, to: from + 60, employee: null })),
})
const instance = compile(schedule)

for (const { when, roster, given, kept } of [
  { when: 'everybody had one of them', roster: [0, 1, 2, 3, -1, -1], given: [3, 2, 1, 0, -1, -1], kept: [3, 2, 1, 0, -1, -1] },
  { when: 'somebody is new', roster: [0, 1, 2, -1, -1, -1], given: [-1, 0, 3, -1, -1, -1], kept: [1, 0, 2, -1, -1, -1] },
  { when: 'the seat that they had stays empty', roster: [0, 1, -1, -1, -1, -1], given: [-1, -1, 0, 1, -1, -1], kept: [0, 1, -1, -1, -1, -1] },
  { when: 'they had another at another time', roster: [0, 1, -1, -1, 2, 3], given: [-1, -1, -1, -1, 3, 0], kept: [0, 1, -1, -1, 3, 2] },
]) {
  test(`of equal seats everybody keeps the one that they had, where ${when}`, () => {
    expect([...keepSeats(instance, Int32Array.from(roster), Int32Array.from(given))]).toEqual(kept)
  })
}
