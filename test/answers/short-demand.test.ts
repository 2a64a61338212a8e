import { describe, expect, test } from 'vitest'
import { recommend } from '../../src/answers/recommend.ts'
import { repair } from '../../src/answers/repair.ts'
import type { Duty } from '../../src/answers/recommend-duties.ts'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { scoreOf } from '../../src/checker/check.ts'
import { generatedOf, materialised, withGenerated } from '../../src/model/generated-shifts.ts'
import type { Roster } from '../../src/model/roster.ts'
import { subtractScores } from '../../src/model/score.ts'

/** A shop in which two are wanted all day, by shifts of four and of eight hours. */
const SHOP = {
  timeZone: 'Europe/Copenhagen',
  settings: {
    others: 'off',
    assignShift: {},
    demandUnder: {},
    unavailable: {},
    shiftCollision: {},
    oneShiftPerDay: {},
    totalWork: { firstPriorityWeight: 1 },
    generatedMinutes: {},
  },
  spots: [{ id: 1, name: 'Floor' }],
  employees: [
    { id: 1, name: 'Anna' },
    { id: 2, name: 'Bo' },
    { id: 3, name: 'Cleo', wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-02' }] },
    { id: 4, name: 'Dan', contract: { maxMinutesTotal: 120 } },
  ],
  shifts: [],
  demands: [
    { id: 'day', spot: 1, start: '2026-03-02T08:00', end: '2026-03-02T16:00', min: 2 },
    { id: 'next', spot: 1, start: '2026-03-03T08:00', end: '2026-03-03T12:00', min: 1 },
  ],
  shiftTemplates: [
    {
      id: 'T',
      name: 'Day',
      spots: [1],
      startsFrom: '08:00',
      startsTo: '12:00',
      stepMinutes: 240,
      minMinutes: 240,
      maxMinutes: 480,
      lengthStepMinutes: 240,
    },
  ],
}

const { submission, errors } = readSubmission(SHOP, { callback: 'optional' })
const schedule = submission!.schedule

function candidate(start: string, minutes: number): number {
  return schedule.candidates!.findIndex((shift) => shift.id === `T/${start}` && shift.end - shift.start === minutes)
}

const MORNING = candidate('2026-03-02T08:00', 240)
const WHOLE = candidate('2026-03-02T08:00', 480)

/** Anna works the morning, Bo nothing. */
const roster = withGenerated(new Int32Array(0), [{ candidate: MORNING, employeeIndex: 0 }])

function ask(over: object = {}) {
  return recommend({ ...materialised(schedule, roster), asked: schedule, demand: 0, date: null, limit: 10, asItStands: true, ...over })
}

/** The roster with a duty. */
function withDuty(of: Roster, { employeeId, start, end, replacesShiftId }: Duty): Roster {
  const employeeIndex = schedule.employees.findIndex(({ id }) => id === employeeId)
  const minutes = (Date.parse(end) - Date.parse(start)) / 60_000
  const kept = generatedOf(schedule, of).filter((own) => replacesShiftId === null || own.employeeIndex !== employeeIndex)
  return withGenerated(new Int32Array(0), [...kept, { candidate: candidate(start.slice(0, 16), minutes), employeeIndex }])
}

const scoreWith = (of: Roster) => {
  const whole = materialised(schedule, of)
  return scoreOf(whole.schedule, whole.roster)
}

describe('people for times at which somebody is missing', () => {
  test('are told with the further shift that betters the roster most, or a longer one in the place of theirs', () => {
    expect(errors).toEqual([])
    const { demandId, shortTimes, duties, absentEmployeeIds, otherCount } = ask()
    expect(demandId).toBe('day')
    expect(shortTimes).toEqual([
      { start: '2026-03-02T08:00:00+01:00', end: '2026-03-02T12:00:00+01:00', missing: 1 },
      { start: '2026-03-02T12:00:00+01:00', end: '2026-03-02T16:00:00+01:00', missing: 2 },
    ])
    expect(absentEmployeeIds).toEqual([3])
    expect(otherCount).toBe(1)
    expect(
      duties.map(({ employeeId, start, end, replacesShiftId, missingMinutes }) => [
        employeeId,
        start.slice(11, 16),
        end.slice(11, 16),
        replacesShiftId,
        missingMinutes,
      ]),
    ).toEqual([
      [2, '08:00', '16:00', null, 480],
      [1, '08:00', '16:00', 'T/2026-03-02T08:00/1', 480],
    ])
    expect(duties[0]!.text).toMatch(/^With Bo on Day \(2026-03-02 08:00–16:00\) the roster is 160 better/)
    expect(duties[1]!.text).toMatch(
      /^With Anna on Day \(2026-03-02 08:00–16:00\) in the place of Day \(2026-03-02 08:00–12:00\) the roster is 80 better/,
    )
  })

  test('change the score by exactly what they say', () => {
    for (const duty of ask({ others: true }).duties)
      expect(subtractScores(scoreWith(withDuty(roster, duty)), scoreWith(roster))).toEqual(duty.scoreChange)
  })

  test('who would break the law are listed where they are asked for, with the rule', () => {
    const { otherDuties } = ask({ others: true })
    expect(otherDuties.map(({ employeeId, breaks }) => [employeeId, breaks])).toEqual([[4, ['totalWork']]])
    expect(ask().otherDuties).toEqual([])
  })

  test('are of the day that is asked about, and nobody where nobody is missing', () => {
    expect(ask({ date: '2026-03-03' })).toMatchObject({ shortTimes: [], duties: [], absentEmployeeIds: [], otherCount: 0 })
    const next = ask({ demand: 1, date: '2026-03-03' })
    expect(next.shortTimes).toHaveLength(1)
    expect(next.duties.map(({ employeeId, start }) => [employeeId, start.slice(0, 16)])).toEqual([
      [1, '2026-03-03T08:00'],
      [2, '2026-03-03T08:00'],
      [3, '2026-03-03T08:00'],
    ])
  })
})

test('a longer shift is one that the template allows', () => {
  expect([MORNING, WHOLE].every((at) => at >= 0)).toBe(true)
})

describe('repairs of times at which somebody is missing', () => {
  const MEANS = { limits: {}, solver: null, clock: () => 0, mostSeconds: 60 }

  function repaired(over: object) {
    const document = { ...SHOP, ...over }
    const read = readSubmission(document, { callback: 'optional' })
    expect(read.errors).toEqual([])
    const own = read.submission!.schedule
    return repair({ ...materialised(own, new Int32Array(0)), asked: own, limit: 10, maxSeconds: 10 }, MEANS)
  }
  const { demands, employees } = SHOP
  const [day] = demands

  test('name the people who are there, and ask for one more', () => {
    const { score, conflicts, repairs } = repaired({ employees: employees.slice(0, 3), demands: [{ ...day, min: 3 }] })
    // Of three who are wanted two come: eight hours are missing.
    expect(score.slice(0, 2)).toEqual([0, 160])
    expect(conflicts.length).toBeGreaterThan(0)
    expect(conflicts[0]!.employeeIds).toEqual([1, 2])
    expect(conflicts[0]!.text).toMatch(/^Of 3 shifts, .*at most 2 can be filled: only Anna and Bo can work any of them/)
    const kinds = new Set(repairs.map(({ kind }) => kind))
    // Nobody is asked to come who is absent, and there is no shift that could be made optional, or be moved.
    expect([...kinds]).toEqual(['add-employee'])
    for (const { scoreChange } of repairs) expect(scoreChange[1]).toBeLessThan(0)
    expect(repairs[0]!.text).toMatch(/^One more person who can work /)
  })

  test('let a limit give way that keeps somebody off', () => {
    const [, next] = demands
    const dan = { ...employees[3]!, contract: { maxMinutesTotal: 240 } }
    const { conflicts, repairs } = repaired({ employees: [dan], demands: [{ ...day, end: '2026-03-02T12:00', min: 1 }, next] })
    expect(conflicts).toHaveLength(1)
    expect(conflicts[0]).toMatchObject({ employeeIds: [4], most: 1, minimal: true })
    expect(conflicts[0]!.rules.map(({ setting }) => setting)).toEqual(['totalWork'])
    expect(repairs.find(({ kind }) => kind === 'relax-limit')).toMatchObject({
      setting: 'totalWork',
      employeeIds: [4],
      scoreChange: [0, -80, 0, 240],
    })
  })

  test('are not there where the search meets the demand, which changes nothing', () => {
    expect(repaired({})).toMatchObject({ conflicts: [], repairs: [], complete: true })
  })
})
