import { expect, test } from 'vitest'
import { randomRoster } from '../../test/property/any-schedule.ts'
import { drawnSchedule } from '../../test/property/random-schedule.ts'
import { casesOf } from '../../test/property/cases.ts'
import { judge, scoreOf } from '../checker/check.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { compareScores, subtractScores } from '../model/score.ts'
import { recommend } from './recommend.ts'
import { compareIds, type EmployeeId } from '../model/units.ts'

const ROSTERS = casesOf(40)

interface Case {
  readonly seed: string
  readonly schedule: Schedule
  readonly roster: Roster
  readonly shift: number
}

function caseOf(seed: number): Case {
  const { schedule, random } = drawnSchedule(seed, 'all')
  const roster = randomRoster(schedule, random)
  const planned = schedule.shifts.flatMap(({ historic }, index) => (historic ? [] : [index]))
  return { seed: `seed ${seed}`, schedule, roster, shift: planned[Math.floor(random() * planned.length)]! }
}

/** By the checker: whose assignment to the shift would break `unavailable` more than the shift empty does. */
function absentByForce({ schedule, roster, shift }: Case): EmployeeId[] {
  const brokenWith = (employee: number): number =>
    judge(schedule, roster.with(shift, employee))
      .violations.filter(({ setting }) => setting === 'unavailable')
      .reduce((sum, { penalty }) => sum + penalty, 0)
  const before = brokenWith(NOBODY)
  return schedule.employees.flatMap(({ id }, employee) => (brokenWith(employee) > before ? [id] : []))
}

for (const asItStands of [false, true]) {
  test(`everybody who is there is ranked against the ${asItStands ? 'roster as it stands' : 'shift empty'} by what the checker says, and chains are better, of ${ROSTERS} rosters`, () => {
    let chained = 0
    for (let number = 1; number <= ROSTERS; number += 1) {
      const it = caseOf(number)
      const { seed, schedule, roster, shift } = it
      const answer = recommend({ schedule, roster, shift, limit: 100, asItStands })
      const now = roster[shift]!
      const emptied = roster.with(shift, NOBODY)
      const before = scoreOf(schedule, asItStands ? roster : emptied)
      expect(answer.score, seed).toEqual(before)
      expect(answer.employeeId).toBe(now === NOBODY ? null : schedule.employees[now]!.id)
      expect(answer.absentEmployeeIds, seed).toEqual(absentByForce(it))
      const position = new Map(schedule.employees.map(({ id }, e) => [id, e]))
      const left = asItStands && now !== NOBODY ? [schedule.employees[now]!.id] : []
      const ranked = schedule.employees.map(({ id }) => id).filter((id) => !absentByForce(it).includes(id) && !left.includes(id))
      expect(answer.employees.map(({ employeeId }) => employeeId).sort(compareIds), seed).toEqual(ranked.sort(compareIds))
      for (const { employeeId, scoreChange } of answer.employees) {
        const after = scoreOf(schedule, emptied.with(shift, position.get(employeeId)!))
        expect(scoreChange, seed).toEqual(subtractScores(after, before))
      }
      const changes = answer.employees.map(({ scoreChange }) => scoreChange)
      expect(changes).toEqual([...changes].sort(compareScores))
      for (const { steps, scoreChange, employeeIds } of answer.chains) {
        const after = emptied.slice()
        for (const { shiftId, to } of steps) {
          after[schedule.shifts.findIndex(({ id }) => id === shiftId)] = position.get(to!)!
          expect(shiftId !== schedule.shifts[shift]!.id || !answer.absentEmployeeIds.includes(to!), seed).toBe(true)
        }
        expect(scoreChange, seed).toEqual(subtractScores(scoreOf(schedule, after), before))
        if (changes.length > 0) expect(compareScores(scoreChange, changes[0]!)).toBeLessThan(0)
        if (asItStands) expect(compareScores(scoreChange, [0, 0, 0, 0]), seed).toBeLessThan(0)
        expect(employeeIds.length).toBeGreaterThan(1)
        expect(employeeIds.length).toBeLessThan(4)
        chained += 1
      }
    }
    expect(chained).toBeGreaterThan(ROSTERS / 4)
  })
}
