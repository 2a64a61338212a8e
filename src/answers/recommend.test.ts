import { expect, test } from 'vitest'
import { createRandom, randomDocument, randomRoster } from '../../test/property/any-schedule.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { judge } from '../checker/check.ts'
import { NOBODY } from '../model/roster.ts'
import { compareScores, subtractScores } from '../model/score.ts'
import { recommend } from './recommend.ts'

test('everybody is ranked by what the checker says of them, and chains are better than any of them', () => {
  let chained = 0
  for (let seed = 1; seed <= 120; seed += 1) {
    const random = createRandom(seed)
    const { schedule } = readSubmission(randomDocument(random, { rules: 'all' }), { callback: 'optional' }).submission!
    const roster = randomRoster(schedule, random)
    const planned = schedule.shifts.flatMap(({ historic }, index) => (historic ? [] : [index]))
    const shift = planned[Math.floor(random() * planned.length)]!
    const answer = recommend({ schedule, roster, shift, limit: 100 })
    const emptied = roster.with(shift, NOBODY)
    const before = judge(schedule, emptied).score
    expect(answer.score, `seed ${seed}`).toEqual(before)
    expect(answer.employeeId).toBe(roster[shift] === NOBODY ? null : schedule.employees[roster[shift]!]!.id)
    const position = new Map(schedule.employees.map(({ id }, e) => [id, e]))
    for (const { employeeId, scoreChange } of answer.employees) {
      const after = judge(schedule, emptied.with(shift, position.get(employeeId)!)).score
      expect(scoreChange, `seed ${seed}`).toEqual(subtractScores(after, before))
    }
    const changes = answer.employees.map(({ scoreChange }) => scoreChange)
    expect(changes).toEqual([...changes].sort(compareScores))
    for (const { steps, scoreChange, employeeIds } of answer.chains) {
      const after = emptied.slice()
      for (const { shiftId, to } of steps) after[schedule.shifts.findIndex(({ id }) => id === shiftId)] = position.get(to!)!
      expect(scoreChange, `seed ${seed}`).toEqual(subtractScores(judge(schedule, after).score, before))
      expect(compareScores(scoreChange, changes[0]!)).toBeLessThan(0)
      expect(employeeIds.length).toBeGreaterThan(1)
      expect(employeeIds.length).toBeLessThan(4)
      chained += 1
    }
  }
  expect(chained).toBeGreaterThan(50)
})
