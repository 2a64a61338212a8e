import { expect, test } from 'vitest'
import { randomRoster } from '../../../test/property/any-schedule.ts'
import { drawnSchedule } from '../../../test/property/random-schedule.ts'
import { casesOf } from '../../../test/property/cases.ts'
import { judge } from '../../checker/check.ts'
import { isDecided, NOBODY } from '../../model/roster.ts'
import { compareScores, subtractScores, type Score } from '../../model/score.ts'
import type { SettingName } from '../../model/settings.ts'
import type { Judgement } from '../../model/violation.ts'
import { readSubmission } from '../../api/read-schedule.ts'
import { compile } from '../instance/compile.ts'
import { createState, rosterOf } from '../scoring/state.ts'
import { explainUnassigned } from './unassigned.ts'

const DOCUMENTS = casesOf(75)

function penaltiesOf({ violations }: Judgement, setting: SettingName): Score {
  const of = (priority: number): number => violations.find((v) => v.setting === setting && v.priority === priority)?.penalty ?? 0
  return [of(0), of(1), of(2), of(3)]
}

test('the score change of every empty shift and employee is what the checker finds', () => {
  let pairs = 0
  for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
    const { schedule, random } = drawnSchedule(seed, 'all')
    const instance = compile(schedule)
    const roster = rosterOf(instance, createState(instance, randomRoster(schedule, random)).cells)
    const before = judge(schedule, roster)
    for (const { shiftId, complete, employees } of explainUnassigned(schedule, roster, () => false)) {
      const shift = schedule.shifts.findIndex(({ id }) => id === shiftId)
      expect(roster[shift]).toBe(NOBODY)
      expect(complete).toBe(true)
      if (isDecided(schedule.shifts[shift]!)) {
        expect(employees).toEqual([])
        continue
      }
      expect(employees).toHaveLength(schedule.employees.length)
      employees.forEach(({ scoreChange, settings }, e) => {
        const filled = roster.slice()
        filled[shift] = e
        const after = judge(schedule, filled)
        expect(scoreChange, `seed ${seed}, shift ${shiftId}, employee ${e}`).toEqual(subtractScores(after.score, before.score))
        for (const setting of settings) {
          const change = compareScores(penaltiesOf(after, setting), penaltiesOf(before, setting))
          expect(change, `seed ${seed}, shift ${shiftId}, employee ${e}: ${setting} costs more`).toBeGreaterThan(0)
        }
        pairs += 1
      })
    }
  }
  expect(pairs).toBeGreaterThan((DOCUMENTS * 20) / 3)
})

test('the time may be over among the many employees of one shift, which is then listed without any', () => {
  const employees = Array.from({ length: 200 }, (_, id) => ({ id }))
  const shifts = [1, 2].map((day) => ({ id: day, spot: 1, start: `2027-03-0${day}T08:00Z`, end: `2027-03-0${day}T16:00Z` }))
  const { submission } = readSubmission({ timeZone: 'UTC', employees, spots: [{ id: 1 }], shifts }, { callback: 'optional' })
  const { schedule } = submission!
  const isOverAt = (look: number) => {
    let looks = 0
    return explainUnassigned(schedule, new Int32Array(2).fill(NOBODY), () => (looks += 1) >= look).map((shift) => [
      shift.complete,
      shift.leftOutFor,
      shift.employees.length,
    ])
  }
  const [whole, none] = [
    [true, null, 200],
    [false, 'time', 0],
  ]
  expect([isOverAt(1), isOverAt(3), isOverAt(100)]).toEqual([
    [none, none],
    [none, none],
    [whole, whole],
  ])
})
