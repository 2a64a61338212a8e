import { expect, test } from 'vitest'
import { grownBy } from '../../../test/heavy/heavy-schedules.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { createNaming } from '../naming.ts'
import { ENGLISH } from '../../model/teller.ts'
import { tellingIn, viewRoster } from '../roster-view.ts'
import type { Rule } from '../rule.ts'
import { coverageRequirements } from './coverage-requirements.ts'
import { fairness } from './fairness.ts'

/** How often the ends of shifts are asked for while all that one rule finds is told, and how much that is; no more than a few shifts of a match are named. */
function looksOf(rule: Rule, sizes: Readonly<Record<string, number>>): { looks: number; told: number } {
  const { schedule } = readSubmission(grownBy(sizes), { callback: 'optional' }).submission!
  let looks = 0
  const shifts = schedule.shifts.map((shift) => ({
    ...shift,
    get end() {
      looks += 1
      return shift.end
    },
  }))
  const roster = Int32Array.from(shifts, (_, position) => position % schedule.employees.length)
  const view = { ...viewRoster({ ...schedule, shifts }, roster, tellingIn(schedule, ENGLISH)), naming: createNaming(0) }
  let told = 0
  for (const found of rule.findMatches(view)) told += 'list' in found ? [...found.list()].length : 1
  return { looks, told }
}

// Each time at which too many are at work is told with the shifts of that time: all pairs of them would be four times as many.
test('twice as many shifts within coverage requirements take less than three times the looks to tell', () => {
  const of = (count: number) => looksOf(coverageRequirements, { 'coverage requirements of a day': 10, 'shifts of a month that all overlap': count })
  const [few, many] = [of(300), of(600)]
  expect(many.told / few.told).toBeGreaterThan(1.5)
  expect(many.looks / few.looks).toBeLessThan(3)
})

test('ten times as many rules about refused wishes look at no more shifts', () => {
  const of = (count: number) => looksOf(fairness, { 'refused wishes that are shared': count, shifts: 1000 })
  const [few, many] = [of(2), of(20)]
  expect(many.looks / few.looks).toBeLessThan(2)
})
