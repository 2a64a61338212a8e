import { expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { createState } from '../../src/engine/scoring/state.ts'
import { rosterAsPosted } from '../../src/model/roster.ts'
import { grownBy } from './heavy-schedules.ts'

/** How often something is looked up of the breaks of shifts while a roster is scored. */
function looksOf(name: string, size: number): number {
  const document = grownBy({ [name]: size })
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  const instance = compile(schedule)
  const coverage = instance.coverage!
  const breaks = coverage.breaks!
  let looks = 0
  const offset = new Proxy(breaks.offset, {
    get: (target, key) => {
      looks += 1
      return Reflect.get(target, key) as unknown
    },
  })
  createState({ ...instance, coverage: { ...coverage, breaks: { ...breaks, offset } } }, rosterAsPosted(schedule))
  return looks
}

// Each employee has a fourth of a day's shifts at once: pairs of them are four times as many, and triples eight times.
test('twice as many breaks of shifts that one employee has at once take less than six times the looks', () => {
  const name = 'breaks of shifts that are fixed'
  expect(looksOf(name, 12_000) / looksOf(name, 6000)).toBeLessThan(6)
})
