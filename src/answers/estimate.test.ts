import { describe, expect, test } from 'vitest'
import { readSubmission } from '../api/read-schedule.ts'
import type { Schedule } from '../model/schedule.ts'
import { estimate } from './estimate.ts'

const AT_SEVEN = { spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T15:00:00+01:00', importance: 'MANDATORY', name: 'Early' }

function scheduleOf(fields: object): Schedule {
  const document = { timeZone: 'Europe/Copenhagen', spots: [{ id: 1, skills: [7] }], ...fields }
  const { submission, errors } = readSubmission(document, { callback: 'optional' })
  expect(errors).toEqual([])
  return submission!.schedule
}

const nurse = (id: number, more: object = {}) => ({ id, skills: [{ id: 7 }], ...more })

const AWAY = { wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-02' }] }

describe('a bottleneck', () => {
  const shifts = [1, 2, 3].map((id) => ({ ...AT_SEVEN, id, weight: id }))

  test('tells when, which shifts and skills, who is there, and how many stay empty', () => {
    const away = { wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02', end: '2026-03-02' }] }
    const { bottlenecks, missingSeats } = estimate({ schedule: scheduleOf({ employees: [nurse(1), nurse(2, away), { id: 3 }], shifts }) })
    expect(bottlenecks).toEqual([
      {
        of: 'seats',
        date: '2026-03-02',
        startsAt: '2026-03-02T07:00:00+01:00',
        endsAt: '2026-03-02T15:00:00+01:00',
        skills: [7],
        seats: 3,
        available: 1,
        missing: 2,
        shiftIds: [1, 2, 3],
        employeeIds: [1],
        text: 'For 3 × Early (2026-03-02 07:00–15:00) only 1 employee is qualified and free, and nobody can work two of them: 2 will stay empty or break a rule.',
      },
    ])
    expect(missingSeats).toBe(2)
  })

  test('tells the skills of shifts beside those of their spots, and that they are the hardest rule', () => {
    const own = shifts.map((shift) => ({ ...shift, skills: [{ id: 8, minLevel: 2 }], anySkills: [9, 7] }))
    const employees = [nurse(1), { id: 2, skills: [{ id: 7 }, { id: 8, level: 2 }] }, { id: 3, skills: [{ id: 7 }, { id: 8 }, { id: 9 }] }]
    const { bottlenecks, hardest } = estimate({ schedule: scheduleOf({ spots: [{ id: 1 }], employees, shifts: own }) })
    expect(bottlenecks).toMatchObject([{ skills: [8, 9, 7], available: 1, missing: 2, employeeIds: [2] }])
    expect(hardest!.setting).toBe('spotSkills')
  })

  test('costs at least what the cheapest of its shifts cost when they are empty, or one breach of a hard rule', () => {
    const costing = (weight: number) => ({ assignShift: { firstPriorityWeight: weight } })
    const of = (settings: object) => estimate({ schedule: scheduleOf({ employees: [nurse(1)], shifts, settings }) }).leastScore[0]
    expect(of(costing(2))).toBe(2 * 1 + 2 * 2)
    expect(of(costing(20))).toBe(20 + 20)
  })

  test('is none where there are people enough, or where they may work side by side', () => {
    expect(estimate({ schedule: scheduleOf({ employees: [nurse(1), nurse(2), nurse(3)], shifts }) }).bottlenecks).toEqual([])
    const settings = { oneShiftPerDay: { firstPriorityWeight: 0 } }
    const beside = { employees: [nurse(1)], shifts, numberOfAllowedShiftCollisions: 2, settings }
    expect(estimate({ schedule: scheduleOf(beside) }).bottlenecks).toEqual([])
  })

  test('reaches as far as the rest that every contract asks for', () => {
    const night = { ...AT_SEVEN, id: 9, start: '2026-03-02T23:00:00+01:00', end: '2026-03-03T07:00:00+01:00' }
    const rested = (hours: number) => ({ contract: { hoursBetweenShift: 60 * hours } })
    const bottlenecksWith = (...rests: number[]) =>
      estimate({
        schedule: scheduleOf({
          employees: rests.map((rest, i) => nurse(i + 1, rested(rest))),
          shifts: [...rests.map((_, i) => ({ ...AT_SEVEN, id: i + 1, start: '2026-03-03T17:00:00+01:00', end: '2026-03-03T23:00:00+01:00' })), night],
        }),
      }).bottlenecks
    expect(bottlenecksWith(11, 11).map(({ missing }) => missing)).toEqual([1])
    expect(bottlenecksWith(11, 10)).toEqual([])
    expect(bottlenecksWith(10, 10)).toEqual([])
  })
})

describe('in words', () => {
  const textOf = (fields: object) => estimate({ schedule: scheduleOf(fields) }).text

  test('a shift that nobody can work is not said to compete', () => {
    const { bottlenecks, hardest } = estimate({ schedule: scheduleOf({ employees: [{ id: 1 }, nurse(2, AWAY)], shifts: [{ ...AT_SEVEN, id: 1 }] }) })
    expect(hardest!.text).toBe('Nobody can work Early (2026-03-02 07:00–15:00).')
    expect(bottlenecks.map(({ text }) => text)).toEqual([
      'For Early (2026-03-02 07:00–15:00) nobody is qualified and free: 1 will stay empty or break a rule.',
    ])
  })

  test('shifts of one day that do not overlap are not said to be at one time', () => {
    const evening = { ...AT_SEVEN, id: 2, start: '2026-03-02T17:00:00+01:00', end: '2026-03-02T23:00:00+01:00' }
    expect(textOf({ employees: [nurse(1)], shifts: [{ ...AT_SEVEN, id: 1 }, evening] })).toMatch(
      /2 shifts of which nobody can work two compete for 1 employee\./,
    )
  })

  test('without employees only shifts that overlap or lie on one day are taken together', () => {
    const later = { ...AT_SEVEN, id: 2, start: '2026-03-05T07:00:00+01:00', end: '2026-03-05T15:00:00+01:00' }
    expect(estimate({ schedule: scheduleOf({ employees: [], shifts: [{ ...AT_SEVEN, id: 1 }, later] }) }).bottlenecks).toHaveLength(2)
  })

  test('a time without a competence is a time with too few people', () => {
    const coverageCompetencyRequirements = [{ id: 1, skill: 9, minimumCount: 1, shiftIds: [1] }]
    const skilled = { id: 2, skills: [{ id: 9 }], ...AWAY }
    expect(textOf({ employees: [nurse(1), skilled], shifts: [{ ...AT_SEVEN, id: 1 }], coverageCompetencyRequirements })).toMatch(
      / At one time too few people can be there with a skill that is asked for\./,
    )
  })
})

describe('hours that no whole shifts come to', () => {
  const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07']
  const month = (maxHoursWeek: number, shifts: number, hours = 8) =>
    estimate({
      schedule: scheduleOf({
        employees: [1, 2, 3].map((id) => nurse(id, { contract: { maxHoursWeek } })),
        shifts: Array.from({ length: shifts }, (_, i) => {
          const date = DAYS[i % DAYS.length]
          return { ...AT_SEVEN, id: i + 1, start: `${date}T07:00:00+01:00`, end: `${date}T${String(7 + hours).padStart(2, '0')}:00:00+01:00` }
        }),
      }),
    })

  test('do not count: of 20 hours a week two shifts of eight can be worked', () => {
    expect(month(1200, 6).hardest!.text).toContain('are allowed 48 h (100 %)')
    const seven = month(1200, 7)
    expect(seven.hardest!.text).toContain('are allowed 48 h (117 %)')
    expect(seven.text).toContain('Contracts allow less than the mandatory shifts take, so some will stay empty, or break a rule.')
    expect(month(1440, 9).hardest!.text).toContain('are allowed 72 h (100 %)')
  })
})

test('a rule of a contract is a limit too, and those who hold a competence are counted by themselves', () => {
  const days = Array.from({ length: 7 }, (_, day) => `2026-03-0${day + 2}`)
  const rules = [{ kind: 'count', of: 'days', per: 'week', max: 5 }]
  const { hardest, text } = estimate({
    schedule: scheduleOf({
      employees: [nurse(1, { skills: [{ id: 7 }, { id: 9 }], contract: { rules } }), nurse(2), nurse(3)],
      shifts: days.flatMap((date, day) =>
        [0, 1].map((seat) => ({ ...AT_SEVEN, id: 2 * day + seat + 1, start: `${date}T07:00:00+01:00`, end: `${date}T15:00:00+01:00` })),
      ),
      coverageCompetencyRequirements: [{ id: 1, skill: 9, minimumCount: 1, start: days[0], end: days[6] }],
    }),
  })
  expect(hardest).toMatchObject({
    setting: 'contractRules',
    text: expect.stringContaining('1 employee, are allowed 5 (140 %): a rule of the contract.'),
  })
  expect(text).toContain('some will stay empty')
})

describe('a competence', () => {
  const LATE = { ...AT_SEVEN, name: 'Late', start: '2026-03-02T13:00:00+01:00', end: '2026-03-02T21:00:00+01:00' }
  const of = (fields: object) => {
    const coverageCompetencyRequirements = [{ id: 1, skill: 9, minimumCount: 2, shiftIds: [1, 4, 2, 3] }]
    const shifts = [
      { ...AT_SEVEN, id: 1 },
      { ...LATE, id: 2 },
      { ...LATE, id: 3, importance: 'OPTIONAL' },
      { ...AT_SEVEN, id: 4 },
    ]
    return estimate({ schedule: scheduleOf({ shifts, coverageCompetencyRequirements, ...fields }) }).bottlenecks
  }
  const expert = (id: number, more: object = {}) => ({ id, skills: [{ id: 7 }, { id: 9 }], ...more })

  test('that too few hold who can be there is told, with the time as one', () => {
    expect(of({ employees: [expert(1), nurse(2), nurse(3)] })).toEqual([
      {
        of: 'competence',
        date: '2026-03-02',
        startsAt: '2026-03-02T07:00:00+01:00',
        endsAt: '2026-03-02T21:00:00+01:00',
        skills: [9],
        seats: 2,
        available: 1,
        missing: 1,
        shiftIds: [1, 2, 3, 4],
        employeeIds: [1],
        text: 'From 2026-03-02 07:00 to 2026-03-02 21:00 2 of those at work must hold skill 9; only 1 employee who does can be there.',
      },
    ])
  })

  test('is not short where enough hold it, on optional shifts too, or where it weighs nothing', () => {
    expect(of({ employees: [expert(1), expert(2), nurse(3)] })).toEqual([])
    expect(of({ employees: [expert(1), nurse(2), nurse(3)], settings: { coverageCompetency: { thirdPriorityWeight: 5 } } })).toEqual([])
  })

  test('is short where there are too few shifts for those who hold it', () => {
    const coverageCompetencyRequirements = [{ id: 1, skill: 9, minimumCount: 3, shiftIds: [1, 4] }]
    const [shortage, ...others] = of({ employees: [expert(1), expert(2), expert(3)], coverageCompetencyRequirements })
    expect(others).toEqual([])
    expect(shortage).toMatchObject({ seats: 3, available: 2, missing: 1 })
    expect(shortage!.text).toMatch(/there are only 2 shifts for them/)
  })

  test('is short while its holders are away', () => {
    const away = { wishes: [{ type: 'UNAVAILABLE', start: '2026-03-02T20:00:00+01:00', end: '2026-03-02T22:00:00+01:00' }] }
    expect(of({ employees: [expert(1), expert(2, away), nurse(3)] }).map(({ startsAt, endsAt }) => [startsAt, endsAt])).toEqual([
      ['2026-03-02T15:00:00+01:00', '2026-03-02T21:00:00+01:00'],
    ])
  })
})

describe('a coverage requirement that counts who has a skill', () => {
  const expert = (id: number, more: object = {}) => ({ id, skills: [{ id: 7 }, { id: 9, level: 3 }], ...more })
  const asking = (requirement: object = {}, more: object = {}) => ({
    coverageRequirements: [
      {
        id: 1,
        start: '2026-03-02',
        end: '2026-03-02',
        repeats: { from: '09:00', to: '18:00' },
        who: { skill: 9, minLevel: 2 },
        min: 2,
        ...requirement,
      },
    ],
    shifts: [1, 2].map((id) => ({ ...AT_SEVEN, id })),
    ...more,
  })
  const of = (fields: object) => estimate({ schedule: scheduleOf(fields) }).bottlenecks

  test('is short where too few hold it at its level, as far as shifts run in its time', () => {
    const junior = { id: 2, skills: [{ id: 7 }, { id: 9, level: 1 }] }
    expect(of({ employees: [expert(1), junior, nurse(3)], ...asking() })).toEqual([
      {
        of: 'competence',
        date: '2026-03-02',
        startsAt: '2026-03-02T09:00:00+01:00',
        endsAt: '2026-03-02T15:00:00+01:00',
        skills: [9],
        seats: 2,
        available: 1,
        missing: 1,
        shiftIds: [1, 2],
        employeeIds: [1],
        text: 'From 2026-03-02 09:00 to 2026-03-02 15:00 2 of those at work must hold skill 9 (level 2 or higher); only 1 employee who does can be there.',
      },
    ])
  })

  test('is short of those whom a team alone may have, if too few hold it at all', () => {
    const who = { skill: 9, team: 5 }
    expect(of({ employees: [expert(1), nurse(2, { teams: [{ id: 5 }] })], ...asking({ who }) })).toMatchObject([{ available: 1, missing: 1 }])
  })

  test('is not short where enough hold it, where fewer are asked for, or where it weighs on wishes alone', () => {
    expect(of({ employees: [expert(1), expert(2)], ...asking() })).toEqual([])
    expect(of({ employees: [expert(1), nurse(2)], ...asking({ min: 1 }) })).toEqual([])
    expect(of({ employees: [expert(1), nurse(2)], ...asking({ priority: 3 }) })).toEqual([])
    expect(of({ employees: [expert(1), nurse(2)], ...asking({ min: null, ideal: 2 }) })).toEqual([])
  })

  test('is short each day on which its holders are away', () => {
    const requirement = { end: '2026-03-03', repeats: { from: '07:00', to: '15:00' }, min: 1 }
    const shifts = [1, 2].map((id) => ({ ...AT_SEVEN, id, start: `2026-03-0${id + 1}T07:00:00+01:00`, end: `2026-03-0${id + 1}T15:00:00+01:00` }))
    expect(of({ employees: [expert(1, AWAY), nurse(2)], ...asking(requirement, { shifts }) }).map(({ date }) => date)).toEqual(['2026-03-02'])
  })

  test('where shifts may be made, is short when fewer hold it who are there than it asks for', () => {
    const demand = {
      shifts: [],
      demands: [{ id: 1, spot: 1, start: '2026-03-02T07:00:00+01:00', end: '2026-03-02T19:00:00+01:00', min: 1 }],
      shiftTemplates: [{ id: 'day', spots: [1], startsFrom: '07:00', startsTo: '13:00', stepMinutes: 60, minMinutes: 360, maxMinutes: 480 }],
    }
    expect(of({ employees: [expert(1), expert(2)], ...asking({}, demand) })).toEqual([])
    for (const other of [nurse(2), expert(2, AWAY)])
      expect(of({ employees: [expert(1), other], ...asking({}, demand) })).toMatchObject([
        { of: 'competence', skills: [9], seats: 2, available: 1, missing: 1, shiftIds: [], employeeIds: [1] },
      ])
  })
})

test('the size, the hardest limit and the words of a week', () => {
  const days = ['02', '03', '04', '05']
  const shifts = days.map((day, i) => ({ ...AT_SEVEN, id: i + 1, start: `2026-03-${day}T07:00:00+01:00`, end: `2026-03-${day}T15:00:00+01:00` }))
  const { size, hardest, text } = estimate({
    schedule: scheduleOf({ employees: [nurse(1, { contract: { maxHoursWeek: 40 * 60 } }), { id: 2 }], shifts }),
  })
  expect(size).toEqual({ employees: 2, shifts: 4, openShifts: 4, days: 4, workMinutes: 4 * 480, candidatesPerShift: 1 })
  expect(hardest).toEqual({
    setting: 'maxMinutesPerWeek',
    text: 'Mandatory shifts take 32 h from 2026-03-02; those who may work them, 1 employee, are allowed 40 h (80 %): the most hours a week.',
  })
  expect(text).toMatch(/^4 shifts to plan for 2 employees over 4 days, each with 1 candidate on average\. At no time are there too few people\./)
})
