import { expect, test } from 'vitest'
import { createRandom, randomDocument, randomRoster } from '../../test/property/any-schedule.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { judge } from '../checker/check.ts'
import { NOBODY, rosterAsPosted } from '../model/roster.ts'
import { subtractScores } from '../model/score.ts'
import { diff, listReplanned } from './diff.ts'

test('the changes lead from one roster to the other, and each is told to whom it concerns', () => {
  let changed = 0
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = createRandom(seed)
    const document = randomDocument(random) as { employees: { id: number; name?: string }[] }
    for (const employee of document.employees) employee.name = `Nurse <${employee.id}>`
    const { schedule } = readSubmission(document, { callback: 'optional' }).submission!
    const before = randomRoster(schedule, random)
    const after = randomRoster(schedule, random)
    const answer = diff({ schedule, before, after })
    expect(answer.scoreChange).toEqual(subtractScores(judge(schedule, after).score, judge(schedule, before).score))
    const position = new Map(schedule.employees.map(({ id }, e) => [id, e]))
    const applied = before.slice()
    for (const { shiftId, before: from, after: to } of answer.changes) {
      const shift = schedule.shifts.findIndex(({ id }) => id === shiftId)
      expect(applied[shift]).toBe(from === null ? NOBODY : position.get(from))
      applied[shift] = to === null ? NOBODY : position.get(to)!
      const told = answer.employees.filter(({ gained, lost }) => gained.includes(shiftId) || lost.includes(shiftId))
      expect(told.map(({ employeeId }) => employeeId).sort()).toEqual([from, to].filter((id) => id !== null).sort())
      changed += 1
    }
    expect([...applied], `seed ${seed}`).toEqual([...after])
    expect(answer.employees.reduce((sum, { workMinutesChange }) => sum + workMinutesChange, 0)).toBe(minutesOf(after) - minutesOf(before))
    for (const { name, text } of answer.employees) expect([...text.matchAll(/Nurse <-?\d+>/g)].map(([named]) => named)).toEqual([name])

    function minutesOf(roster: Int32Array): number {
      return schedule.shifts.reduce((sum, { workMin }, index) => sum + (roster[index] === NOBODY ? 0 : workMin), 0)
    }
  }
  expect(changed).toBeGreaterThan(500)
})

test('a result is compared with what was published, when something was', () => {
  const shift = { spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z', importance: 'MANDATORY' }
  const scheduleWith = (employee: number | null) => {
    const document = {
      employees: [
        { id: 1, name: 'Ada' },
        { id: 2, name: 'Bo' },
      ],
      spots: [{ id: 1 }],
      shifts: [{ ...shift, id: 7, name: 'Early', employee }],
    }
    return readSubmission(document, { callback: 'optional' }).submission!.schedule
  }
  const roster = Int32Array.of(1)
  expect(listReplanned(scheduleWith(null), roster)).toEqual({ changes: [], affectedEmployees: [] })
  expect(listReplanned(scheduleWith(2), roster)).toEqual({ changes: [], affectedEmployees: [] })
  const { changes, affectedEmployees } = listReplanned(scheduleWith(1), roster)
  expect(changes).toEqual([{ shiftId: 7, date: '2026-03-02', before: 1, after: 2, text: 'From Ada to Bo: Early (2026-03-02 07:00–15:00).' }])
  expect(affectedEmployees.map(({ text }) => text)).toEqual([
    'Ada no longer works Early (2026-03-02 07:00–15:00): 1 shift changed.',
    'Bo gets Early (2026-03-02 07:00–15:00): 1 shift changed.',
  ])
  expect([...rosterAsPosted(scheduleWith(1))]).toEqual([0])
})
