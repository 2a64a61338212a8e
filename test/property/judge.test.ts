import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { findChangedDecidedShifts, judge } from '../../src/checker/check.ts'
import { isDecided, NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { PRIORITIES } from '../../src/model/score.ts'
import type { SettingName } from '../../src/model/settings.ts'
import { anySeed, createRandom, randomDocument, randomRoster } from './any-schedule.ts'

const RUNS = 500

/** Rules that only speak of shifts that somebody works: history alone can never cost anything under them. */
const RULES_OF_WORK: readonly SettingName[] = [
  'spotSkills',
  'spotTeams',
  'shiftCollision',
  'oneShiftPerDay',
  'unavailable',
  'undesired',
  'minRestBetweenShifts',
  'maxMinutesPerDay',
  'maxMinutesPerWeek',
  'maxMinutesPerMonth',
  'maxConsecutiveDays',
  'weekendWorkFrequency',
  'maxConsecutiveNightShifts',
]

function scheduleOf(seed: number): { schedule: Schedule; roster: Roster } {
  const random = createRandom(seed)
  const { submission, errors } = readSubmission(randomDocument(random), { callback: 'required' })
  if (submission === null) throw new Error(`seed ${seed} makes a document that is refused: ${JSON.stringify(errors)}`)
  return { schedule: submission.schedule, roster: randomRoster(submission.schedule, random) }
}

function forAnySchedule(law: (schedule: Schedule, roster: Roster) => void): void {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const { schedule, roster } = scheduleOf(seed)
      law(schedule, roster)
    }),
    { numRuns: RUNS },
  )
}

describe('judge', () => {
  test('gives a score that is the sum of the penalties, each the weight times the units', () => {
    forAnySchedule((schedule, roster) => {
      const { score, violations } = judge(schedule, roster)
      for (const priority of PRIORITIES) {
        const ofPriority = violations.filter((violation) => violation.priority === priority)
        expect(score[priority]).toBe(ofPriority.reduce((sum, { penalty }) => sum + penalty, 0))
      }
      for (const { setting, priority, penalty, matches } of violations) {
        const units = matches.reduce((sum, { amount }) => sum + amount, 0)
        expect(penalty).toBe(schedule.settings.weights[setting][priority] * units)
        expect(penalty).toBeGreaterThan(0)
      }
    })
  })

  test('tells matches that speak of known shifts, employees and dates, in whole units and one sentence', () => {
    forAnySchedule((schedule, roster) => {
      const shiftIds = new Set(schedule.shifts.map(({ id }) => id))
      const employeeIds = new Set(schedule.employees.map(({ id }) => id))
      for (const match of judge(schedule, roster).violations.flatMap(({ matches }) => matches)) {
        expect(Number.isSafeInteger(match.amount) && match.amount > 0, match.text).toBe(true)
        expect(match.shiftIds.every((id) => shiftIds.has(id)) && match.employeeIds.every((id) => employeeIds.has(id)), match.text).toBe(true)
        expect(match.date ?? '2026-03-01').toMatch(/^\d{4}-\d\d-\d\d$/)
        expect(match.text).toMatch(/^[^\n]{10,}\.$/)
        expect(match.text).not.toMatch(/undefined|null|NaN|-\d+ (?:h|min)\b/)
      }
    })
  })

  test('charges nothing for what history alone breaks', () => {
    forAnySchedule((schedule, roster) => {
      const historyAlone = roster.map((employee, position) => (schedule.shifts[position]!.historic ? employee : NOBODY))
      const broken = judge(schedule, historyAlone).violations.map(({ setting }) => setting)
      expect(broken.filter((setting) => RULES_OF_WORK.includes(setting))).toEqual([])
    })
  })

  test('gives the same score in whatever order shifts and employees were posted', () => {
    forAnySchedule((schedule, roster) => {
      const last = schedule.employees.length - 1
      const mirrored = {
        ...schedule,
        employees: schedule.employees.toReversed(),
        shifts: schedule.shifts
          .toReversed()
          .map((shift) => ({ ...shift, employeeIndex: shift.employeeIndex === null ? null : last - shift.employeeIndex })),
      }
      const mirroredRoster = roster.toReversed().map((employee) => (employee === NOBODY ? NOBODY : last - employee))
      expect(judge(mirrored, mirroredRoster).score).toEqual(judge(schedule, roster).score)
    })
  })
})

describe('random rosters', () => {
  test('leave every decided shift as it was posted', () => {
    forAnySchedule((schedule, roster) => {
      expect(findChangedDecidedShifts(schedule, roster)).toEqual([])
    })
  })

  test('break every rule of this version somewhere', () => {
    const broken = new Set<SettingName>()
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { schedule, roster } = scheduleOf(seed)
      for (const { setting } of judge(schedule, roster).violations) broken.add(setting)
    }
    expect([...broken].sort()).toEqual(
      ['assignOptionalShift', 'assignShift', 'consecutiveDaysOff', 'desired', 'evenShiftDistribution', ...RULES_OF_WORK, 'minConsecutiveDays'].sort(),
    )
  })

  test('come with decided, historic, equal and long shifts, and with allowed collisions', () => {
    const schedules = Array.from({ length: RUNS }, (_, seed) => scheduleOf(seed).schedule)
    const shareOf = (claim: (schedule: Schedule) => boolean): number => schedules.filter(claim).length / RUNS
    expect(shareOf(({ shifts }) => shifts.some((shift) => isDecided(shift) && !shift.historic))).toBeGreaterThan(0.3)
    expect(shareOf(({ shifts }) => shifts.some((shift) => shift.historic))).toBeGreaterThan(0.3)
    expect(
      shareOf(({ shifts }) => new Set(shifts.map(({ spotIndex, start, end }) => `${spotIndex} ${start} ${end}`)).size < shifts.length),
    ).toBeGreaterThan(0.5)
    expect(shareOf(({ shifts }) => shifts.some(({ start, end }) => end - start > 1440))).toBeGreaterThan(0.1)
    expect(shareOf(({ shifts }) => shifts.some(({ allowedCollisionSpots }) => allowedCollisionSpots.length > 0))).toBeGreaterThan(0.2)
    expect(shareOf(({ allowedShiftCollisions }) => allowedShiftCollisions > 0)).toBeGreaterThan(0.1)
    expect(shareOf(({ calendar }) => calendar.days.some(({ clockChange }) => clockChange !== null))).toBeGreaterThan(0.2)
  })
})
