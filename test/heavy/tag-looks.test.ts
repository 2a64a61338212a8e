import { afterEach, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { judge } from '../../src/checker/check.ts'
import { compile } from '../../src/engine/instance/compile.ts'
import { rosterAsPosted } from '../../src/model/roster.ts'
import { grownBy } from './heavy-schedules.ts'

const { has } = Set.prototype
const { includes } = Array.prototype
let looks = 0

function countLooks(): void {
  looks = 0
  Set.prototype.has = function (value) {
    looks += 1
    return has.call(this, value)
  }
  Array.prototype.includes = function (value, from) {
    looks += 1
    return includes.call(this, value, from)
  }
}

function countNoMore(): void {
  Set.prototype.has = has
  Array.prototype.includes = includes
}

afterEach(countNoMore)

/** How often something is looked for in a set or in a list while a schedule is read, compiled and judged. */
function looksOf(name: string, size: number, mostShifts = Infinity): number {
  const document = grownBy({ [name]: size })
  document.shifts.splice(mostShifts)
  countLooks()
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  compile(schedule)
  judge(schedule, rosterAsPosted(schedule))
  countNoMore()
  return looks
}

// A hundred shifts that each carry a thousand tags: each group names two.
test('a further group of shifts by tag takes a few looks at each of them, however many tags they carry', () => {
  const name = 'shift groups by tags of shifts with many'
  expect(looksOf(name, 2, 100) - looksOf(name, 1, 100)).toBeLessThan(1000)
})

// Of twenty tags that a shift carries each is looked for once, however many a surcharge names.
test('ten times as many tags of all surcharges take no more than twice the looks', () => {
  const name = 'tags of all surcharges'
  expect(looksOf(name, 50_000) / looksOf(name, 5000)).toBeLessThan(2)
})
