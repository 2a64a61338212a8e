import { expect, test } from 'vitest'
import { grownBy } from '../../../test/heavy/heavy-schedules.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { createNaming } from '../naming.ts'
import { NOBODY } from '../../model/roster.ts'
import { ENGLISH, type Teller } from '../../model/teller.ts'
import { SILENT, tellingIn, viewRoster } from '../roster-view.ts'
import type { CountedFindings, Rule } from '../rule.ts'
import { coverageRequirements } from './coverage-requirements.ts'
import { fairness } from './fairness.ts'
import { rotations } from './rotations.ts'

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

// A contract, a rotation or a share may be broken in millions of places, and a search has thousands of rosters scored.
test.each([
  { rule: fairness, sizes: { 'fairness rules of weeks': 100, shifts: 1000 } },
  { rule: rotations, sizes: { 'employees who each work a rotation over a year': 100 } },
])('what breaks the rule $rule.setting is put into words where it is listed', ({ rule, sizes }) => {
  const { schedule } = readSubmission(grownBy(sizes), { callback: 'optional' }).submission!
  let said = 0
  const counting: Teller = { ...ENGLISH, say: (key, values) => ((said += 1), ENGLISH.say(key, values)) }
  const view = viewRoster(schedule, new Int32Array(schedule.shifts.length).fill(NOBODY), tellingIn(schedule, counting))
  const found = [...rule.findMatches(view)] as CountedFindings[]
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(100)
  expect(said).toBe(0)
  expect([...found[0]!.list()]).toHaveLength(found[0]!.count)
  expect(said).toBeGreaterThan(0)
})

test('fair shares are found once for all rosters of a schedule', () => {
  const { schedule } = readSubmission(grownBy({ 'fairness rules of weeks': 10, shifts: 100 }), { callback: 'optional' }).submission!
  let looks = 0
  const shifts = schedule.shifts.map((shift) => ({
    ...shift,
    get importance() {
      looks += 1
      return shift.importance
    },
  }))
  const observed = { ...schedule, shifts }
  const looksOfNext = (employee: number): number => {
    const before = looks
    const found = [...fairness.findMatches(viewRoster(observed, new Int32Array(shifts.length).fill(employee), SILENT))]
    expect(found).not.toHaveLength(0)
    return looks - before
  }
  expect(looksOfNext(0)).toBeGreaterThan(shifts.length)
  expect(looksOfNext(1)).toBeLessThan(shifts.length)
})
