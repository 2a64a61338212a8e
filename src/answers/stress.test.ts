import { describe, expect, test } from 'vitest'
import { randomRoster } from '../../test/property/any-schedule.ts'
import { casesOf } from '../../test/property/cases.ts'
import { drawnSchedule } from '../../test/property/random-schedule.ts'
import { readSubmission } from '../api/read-schedule.ts'
import { judge, scoreOf } from '../checker/check.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule } from '../model/schedule.ts'
import { mayBeLaw, type SettingName } from '../model/settings.ts'
import { stress } from './stress.ts'

const ROSTERS = casesOf(30)
const LEAD = 'lead'

let nowMs = 0
const MEANS = { limits: {}, solver: null, clock: () => (nowMs += 1), mostSeconds: Infinity }
const ASKED = { missing: 'DAY', limit: 100, maxSeconds: 60 } as const

/** Two days: a shift for a lead and one for anybody on the first, one for anybody on the second. */
function ward(employees: readonly object[]): Schedule {
  const shift = (id: number, day: number, more: object) => ({
    id,
    spot: 1,
    start: `2027-03-0${day}T07:00:00Z`,
    end: `2027-03-0${day}T15:00:00Z`,
    ...more,
  })
  const { submission } = readSubmission(
    {
      timeZone: 'UTC',
      spots: [{ id: 1, name: 'Ward' }],
      skills: [{ id: LEAD, name: 'Lead' }],
      employees,
      shifts: [shift(1, 1, { skills: [LEAD] }), shift(2, 1, {}), shift(3, 2, {})],
    },
    { callback: 'optional' },
  )
  return submission!.schedule
}

const anna = { id: 1, name: 'Anna', skills: [{ id: LEAD }] }
const [bo, cai] = [
  { id: 2, name: 'Bo' },
  { id: 3, name: 'Cai' },
]

describe('a roster of which one employee alone can lead', () => {
  const schedule = ward([anna, bo, cai])
  const roster = Int32Array.of(0, 1, 2)

  test('has no one for her shift when she is missing, and others for all others', () => {
    const answer = stress({ schedule, roster, ...ASKED }, MEANS)
    expect(answer).toMatchObject({ caseCount: 3, triedCount: 3, unrepairedCount: 1, complete: true })
    expect(answer.cases).toEqual([
      {
        employeeId: 1,
        name: 'Anna',
        start: '2027-03-01',
        end: '2027-03-01',
        shiftIds: [1],
        unrepairedShiftIds: [1],
        text: 'Without Anna on 2027-03-01 nobody can take shift 1 (2027-03-01 07:00–15:00).',
      },
    ])
    expect(answer.employees).toMatchObject([{ employeeId: 1, caseCount: 1, unrepairedCount: 1, unrepairedShiftCount: 1 }])
    expect(answer.days).toEqual([{ date: '2027-03-01', unrepairedShiftCount: 1 }])
    expect(answer.skills).toEqual([{ skillId: LEAD, unrepairedShiftCount: 1 }])
  })

  test('has her back the day after, and not within the week', () => {
    const spread = Int32Array.of(0, 1, 0)
    expect(stress({ schedule, roster: spread, ...ASKED }, MEANS).caseCount).toBe(3)
    const { cases } = stress({ schedule, roster: spread, ...ASKED, missing: 'WEEK' }, MEANS)
    expect(cases).toMatchObject([{ employeeId: 1, start: '2027-03-01', end: '2027-03-02', shiftIds: [1, 3], unrepairedShiftIds: [1] }])
  })

  test('is repaired by a swap where somebody who could lead works another shift', () => {
    const dora = { id: 4, name: 'Dora', skills: [{ id: LEAD }] }
    const swapped = ward([anna, dora, cai])
    expect(stress({ schedule: swapped, roster: Int32Array.of(0, 1, 2), ...ASKED }, MEANS)).toMatchObject({ unrepairedCount: 0, cases: [] })
    const away = { ...cai, absences: [{ start: '2027-03-01', end: '2027-03-01' }] }
    const short = ward([anna, dora, away])
    expect(stress({ schedule: short, roster: Int32Array.of(0, 1, 2), ...ASKED }, MEANS).cases.map(({ employeeId }) => employeeId)).toEqual([1, 4])
  })

  test('is told as far as it was tried when the time is over', () => {
    let ms = 0
    const answer = stress({ schedule, roster, ...ASKED, maxSeconds: 1 }, { ...MEANS, clock: () => (ms += 2_000) })
    expect(answer).toMatchObject({ caseCount: 3, triedCount: 1, complete: false })
    expect(answer.cases).toMatchObject([{ employeeId: 1 }])
    expect(answer.text).toContain('The time was over after 1 of 3 cases.')
  })
})

/** By the checker: the law that a roster breaks, by rule. */
function brokenLaw(schedule: Schedule, roster: Roster): Map<SettingName, number> {
  const sums = new Map<SettingName, number>()
  for (const { setting, priority, penalty } of judge(schedule, roster).violations)
    if (priority === 0 && mayBeLaw(setting)) sums.set(setting, (sums.get(setting) ?? 0) + penalty)
  return sums
}

test(`nobody who could take a shift directly is missed, as the checker says, of ${ROSTERS} rosters`, () => {
  let [missed, repaired] = [0, 0]
  for (let seed = 1; seed <= ROSTERS; seed += 1) {
    const { schedule, random } = drawnSchedule(seed, 'all')
    const roster = randomRoster(schedule, random)
    const before = roster.slice()
    const answer = stress({ schedule, roster, ...ASKED, limit: 1000 }, MEANS)
    expect(roster, `seed ${seed}`).toEqual(before)
    expect(answer.score).toEqual(scoreOf(schedule, roster))
    repaired += answer.triedCount - answer.unrepairedCount
    const single = answer.cases.filter(({ shiftIds }) => shiftIds.length === 1).slice(0, 3)
    for (const { employeeId, unrepairedShiftIds } of single) {
      const missing = schedule.employees.findIndex(({ id }) => id === employeeId)
      const shift = schedule.shifts.findIndex(({ id }, index) => id === unrepairedShiftIds[0] && roster[index] === missing)
      const empty = roster.with(shift, NOBODY)
      const now = brokenLaw(schedule, empty)
      for (const other of schedule.employees.keys()) {
        if (other === missing) continue
        const after = empty.with(shift, other)
        const isLawful = [...brokenLaw(schedule, after)].every(([setting, penalty]) => penalty <= (now.get(setting) ?? 0))
        const isThere = !judge(schedule, after).violations.some(
          ({ setting, matches }) =>
            setting === 'unavailable' &&
            matches.some(
              ({ shiftIds, employeeIds }) => shiftIds.includes(unrepairedShiftIds[0]!) && employeeIds.includes(schedule.employees[other]!.id),
            ),
        )
        // A rule of one row may be broken more while that of another is broken less: the sum of the checker does not tell.
        if (isLawful && isThere && schedule.shifts[shift]!.seats === undefined)
          expect(isLawfulAlone(schedule, { empty, after, other }), `seed ${seed}`).toBe(false)
        missed += 1
      }
    }
  }
  expect(missed).toBeGreaterThan(ROSTERS / 2)
  expect(repaired).toBeGreaterThan(ROSTERS / 2)
})

function isLawfulAlone(schedule: Schedule, { empty, after, other }: { empty: Roster; after: Roster; other: number }): boolean {
  const alone = (roster: Roster): Roster => roster.map((employee) => (employee === other ? employee : NOBODY))
  const now = brokenLaw(schedule, alone(empty))
  return [...brokenLaw(schedule, alone(after))].every(([setting, penalty]) => penalty <= (now.get(setting) ?? 0))
}
