import { expect, test } from 'vitest'
import { createRandom, randomDocument, randomRoster } from '../../test/property/any-schedule.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { judge } from '../checker/check.ts'
import { NOBODY, rosterAsPosted } from '../model/roster.ts'
import { rosterAsTold } from '../model/seats.ts'
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
  expect(changes).toEqual([{ shiftId: 7, date: '2026-03-02', before: 1, after: 2, text: 'Bo takes Early (2026-03-02 07:00–15:00) from Ada.' }])
  expect(affectedEmployees.map(({ text }) => text)).toEqual([
    'Ada no longer works Early (2026-03-02 07:00–15:00): 1 shift changed.',
    'Bo gets Early (2026-03-02 07:00–15:00): 1 shift changed.',
  ])
  expect([...rosterAsPosted(scheduleWith(1))]).toEqual([0])
})

test('a shift that somebody was taken off was theirs, also where nothing else came with anybody', () => {
  const at = { spot: 1, start: '2026-03-02T07:00:00Z', end: '2026-03-02T15:00:00Z' }
  const read = (shifts: object[]) =>
    readSubmission(
      { employees: [1, 2, 3].map((id) => ({ id, name: ['Ada', 'Bo', 'Cy'][id - 1] })), spots: [{ id: 1 }], shifts },
      { callback: 'optional' },
    ).submission!.schedule
  const one = read([{ ...at, id: 7, name: 'Early', employee: null, takenFrom: [1] }])
  expect([...rosterAsPosted(one)]).toEqual([NOBODY])
  expect([...rosterAsTold(one)]).toEqual([0])
  const { changes, affectedEmployees } = listReplanned(one, Int32Array.of(1))
  expect(changes).toMatchObject([{ before: 1, after: 2, text: 'Bo takes Early (2026-03-02 07:00–15:00) from Ada.' }])
  expect(affectedEmployees.map(({ employeeId, gained, lost }) => [employeeId, gained, lost])).toEqual([
    [1, [], [7]],
    [2, [7], []],
  ])
  expect(listReplanned(one, Int32Array.of(NOBODY)).changes).toMatchObject([{ before: 1, after: null }])
  // Of seats those that came empty, and nobody twice.
  const seated = read([
    { ...at, id: 8, seats: { min: 3 }, employees: [3], takenFrom: [3, 1, 1] },
    { ...at, id: 9, employee: 2, takenFrom: [1] },
  ])
  expect([...rosterAsTold(seated)]).toEqual([2, 0, NOBODY, 1])
  expect(judge(seated, rosterAsPosted(seated)).score).toEqual(
    judge(
      read([
        { ...at, id: 8, seats: { min: 3 }, employees: [3] },
        { ...at, id: 9, employee: 2 },
      ]),
      rosterAsPosted(seated),
    ).score,
  )
})

test('who takes a shift hears when the next day off is, and how long before its start that is', () => {
  const at = (id: number, start: string, end: string, employee: number | null) => ({
    id,
    name: `S${id}`,
    spot: 1,
    start: `${start}:00Z`,
    end: `${end}:00Z`,
    employee,
  })
  const read = (more: object) =>
    readSubmission(
      {
        timeZone: 'UTC',
        employees: [
          { id: 1, name: 'Bo' },
          { id: 2, name: 'Camilla' },
        ],
        spots: [{ id: 1 }],
        shifts: [
          at(1, '2026-03-07T23:00', '2026-03-08T07:00', 1),
          at(2, '2026-03-09T07:00', '2026-03-09T15:00', 2),
          at(3, '2026-03-11T07:00', '2026-03-11T15:00', 2),
          at(4, '2026-03-06T07:00', '2026-03-06T15:00', null),
        ],
        ...more,
      },
      { callback: 'optional' },
    ).submission!.schedule
  // She works the night from Saturday to Sunday, and Monday: Tuesday is her first day off. What is behind the last known day nobody knows.
  const answer = listReplanned(read({ noticeFrom: '2026-03-06T09:00Z' }), Int32Array.of(1, 1, NOBODY, 0))
  expect(answer.changes).toMatchObject([
    { noticeMinutes: 38 * 60, text: 'Camilla takes S1 (2026-03-07 23:00–07:00) from Bo; free again on Tuesday 2026-03-10; notice 38 h.' },
    { noticeMinutes: 118 * 60, text: 'Nobody takes S3 (2026-03-11 07:00–15:00) from Camilla; notice 118 h.' },
    {
      noticeMinutes: -120,
      text: 'Bo takes S4 (2026-03-06 07:00–15:00), which was empty; free again on Saturday 2026-03-07; told 2 h after its start.',
    },
  ])
  expect(answer.affectedEmployees.map(({ noticeMinutes, text }) => [noticeMinutes, text])).toEqual([
    [
      -120,
      'Bo gets S4 (2026-03-06 07:00–15:00) and no longer works S1 (2026-03-07 23:00–07:00): 2 shifts changed; free again on Saturday 2026-03-07; told 2 h after its start.',
    ],
    [
      38 * 60,
      'Camilla gets S1 (2026-03-07 23:00–07:00) and no longer works S3 (2026-03-11 07:00–15:00): 2 shifts changed; free again on Tuesday 2026-03-10; notice 38 h.',
    ],
  ])
  const { changes } = listReplanned(read({}), Int32Array.of(1, 1, NOBODY, 0))
  expect(changes.map((change) => 'noticeMinutes' in change)).toEqual([false, false, false])
})
