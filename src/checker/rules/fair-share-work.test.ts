import { expect, test } from 'vitest'
import { grownBy } from '../../../test/heavy/heavy-schedules.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { rosterAsPosted } from '../../model/roster.ts'
import { scoreOf } from '../check.ts'

/** How often skills, teams or wishes of employees are asked for while a roster is judged. */
function looksOf(names: readonly string[], count: number): number {
  const { schedule } = readSubmission(grownBy(Object.fromEntries(names.map((name) => [name, count]))), { callback: 'optional' }).submission!
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
    get wishes() {
      looks += 1
      return employee.wishes
    },
  }))
  scoreOf({ ...schedule, employees }, rosterAsPosted(schedule))
  return looks
}

// Pairs of an employee and a spot are four times as many; nearly all spots ask for the same, or for what few have.
for (const names of [['homes far from spots'], ['employees', 'spots'], ['employees', 'spots that each ask for another skill and team']]) {
  test(`twice as many ${names.join(' and ')} take less than three times the looks`, () => {
    expect(looksOf(names, 800) / looksOf(names, 400)).toBeLessThan(3)
  })
}
