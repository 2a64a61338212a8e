import { expect, test } from 'vitest'
import { grownBy } from '../../../test/heavy/heavy-schedules.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { compile } from './compile.ts'

/** How often the skills or the teams of an employee are asked for while a schedule is compiled. */
function looksOf(name: string, count: number): number {
  const document = grownBy({ employees: count, [name]: count })
  const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
  let looks = 0
  const employees = schedule.employees.map((employee) => ({
    ...employee,
    get skills() {
      looks += 1
      return employee.skills
    },
    get teams() {
      looks += 1
      return employee.teams
    },
  }))
  compile({ ...schedule, employees })
  return looks
}

// Employees who differ and spots that differ make four times as many pairs, most of which have nothing in common.
test('twice as many employees, and shifts that each ask for another skill, take less than three times the looks', () => {
  const name = 'shifts that each ask for another skill'
  expect(looksOf(name, 400) / looksOf(name, 200)).toBeLessThan(3)
})

test('twice as many employees, and spots that each ask for another skill, take less than three times the looks', () => {
  const name = 'spots that each ask for another skill and team'
  expect(looksOf(name, 400) / looksOf(name, 200)).toBeLessThan(3)
})

// Tables of employees × shifts take seconds: a search that is over, or stopped, does not wait for all of them.
test('the clock is looked at for each group of employees that is compiled, and each shift that asks for something of its own', () => {
  const looksAtClock = (names: readonly string[]): number => {
    let looks = 0
    compile(
      readSubmission(grownBy(Object.fromEntries(names.map((name) => [name, 300]))), { callback: 'optional' }).submission!.schedule,
      () => (looks += 1),
    )
    return looks
  }
  const few = looksAtClock([])
  expect(looksAtClock(['shifts that each ask for another skill']) - few).toBeGreaterThan(500)
  const both = looksAtClock(['shifts that each ask for another skill', 'employees that all differ'])
  expect(both - looksAtClock(['shifts that each ask for another skill'])).toBeGreaterThan(250)
})
