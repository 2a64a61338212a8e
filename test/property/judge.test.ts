// Slow: two independent judges count every rule of thousands of rosters.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSubmission } from '../../src/api/read-schedule.ts'
import { ScheduleSubmission } from '../../src/api/schemas/submission.ts'
import { findChangedDecidedShifts, judge, scoreOf } from '../../src/checker/check.ts'
import { grantFreePeriods } from '../../src/checker/free-periods.ts'
import { isDecided, NOBODY, type Roster } from '../../src/model/roster.ts'
import type { Schedule } from '../../src/model/schedule.ts'
import { PRIORITIES } from '../../src/model/score.ts'
import type { SettingName } from '../../src/model/settings.ts'
import type { Judgement } from '../../src/model/violation.ts'
import { anySeed, createRandom, randomDocument, randomRoster } from './any-schedule.ts'
import { casesOf, FIRST_SEED } from './cases.ts'
import { SETTINGS_OF, type Rules } from './draft.ts'

const RUNS = casesOf(200)
/** Drawn and not read: some fields are in one of a hundred. */
const DOCUMENTS = casesOf(250)

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
  'shiftCost',
  'useSuggestedEmployee',
  'useDislikedEmployee',
  'minMinutesPerShift',
  'maxMinutesPerShift',
  'restDayAfterShift',
  'restAfterShiftInRoomWithRequiredMinutes',
  'maxMinutesInKWeeks',
  'maxWorkDaysPerMonth',
  'maxWeekends',
  'maxConsecutiveLateShifts',
  'singleEmployeePerWeek',
  'sameTimeOfDayForNonHistoricShifts',
  'shiftDependency',
  'pairings',
]

/** Some of their matches are charged with other weights than the setting's. */
const RULES_WITH_OWN_WEIGHTS: readonly SettingName[] = [
  'contractRules',
  'shiftDependency',
  'shiftGroups',
  'pairings',
  'coverageRequirements',
  'fairness',
  'rotations',
  'budgets',
  // What decided shifts break of them costs as leasts do.
  'minRestBetweenShifts',
  'maxTravelMinutes',
  // Each date of `keep` has a weight of its own.
  'keepAssignment',
]

interface Drawn {
  readonly schedule: Schedule
  readonly roster: Roster
}

/** Several laws are tried on the same documents; those of a long run are too many to keep. */
const MOST_KEPT = 1_500
const KEPT = new Map<string, Drawn>()

function scheduleOf(seed: number, rules: Rules): Drawn {
  const key = `${rules} ${seed}`
  const drawn = KEPT.get(key) ?? draw(seed, rules)
  if (KEPT.size < MOST_KEPT) KEPT.set(key, drawn)
  return drawn
}

function draw(seed: number, rules: Rules): Drawn {
  const random = createRandom(seed)
  const { submission, errors } = readSubmission(randomDocument(random, { rules }), { callback: 'required' })
  if (submission === null) throw new Error(`seed ${seed} makes a document that is refused: ${JSON.stringify(errors)}`)
  return { schedule: submission.schedule, roster: randomRoster(submission.schedule, random) }
}

/** A judgement by every rule that the document may speak of. */
type Judge = (schedule: Schedule, roster: Roster) => Judgement

/** Of the rosters that were drawn; what a law makes of them is judged by itself. */
const JUDGED = new WeakMap<Roster, Judgement>()

function judgeDrawn(schedule: Schedule, roster: Roster): Judgement {
  const judgement = JUDGED.get(roster) ?? judge(schedule, roster)
  JUDGED.set(roster, judgement)
  return judgement
}

describe.each<{ rules: Rules }>([{ rules: 'plain' }, { rules: 'all' }])('judge, on schedules with $rules rules,', ({ rules }) => {
  const forAnySchedule = (law: (schedule: Schedule, roster: Roster, judgeAll: Judge) => void): void =>
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { schedule, roster } = scheduleOf(seed, rules)
        law(schedule, roster, judgeDrawn)
      }),
      { numRuns: RUNS, seed: FIRST_SEED },
    )

  test('gives a score that is the sum of the penalties, each the weight times the units', () => {
    forAnySchedule((schedule, roster, judgeAll) => {
      const { score, violations } = judgeAll(schedule, roster)
      expect(scoreOf(schedule, roster)).toEqual(score)
      for (const priority of PRIORITIES) {
        const ofPriority = violations.filter((violation) => violation.priority === priority)
        expect(score[priority]).toBe(ofPriority.reduce((sum, { penalty }) => sum + penalty, 0))
      }
      for (const { setting, priority, penalty, matches } of violations) {
        const units = matches.reduce((sum, { amount }) => sum + amount, 0)
        if (!RULES_WITH_OWN_WEIGHTS.includes(setting)) expect(penalty).toBe(schedule.settings.weights[setting][priority] * units)
        expect(penalty).toBeGreaterThan(0)
        expect(matches.reduce((sum, match) => sum + match.penalty, 0)).toBe(penalty)
        expect(matches.every((match) => match.penalty > 0)).toBe(true)
      }
    })
  })

  test('tells matches that speak of known shifts, employees and dates, in whole units and one sentence', () => {
    forAnySchedule((schedule, roster, judgeAll) => {
      const shiftIds = new Set(schedule.shifts.map(({ id }) => id))
      const employeeIds = new Set(schedule.employees.map(({ id }) => id))
      for (const match of judgeAll(schedule, roster).violations.flatMap(({ matches }) => matches)) {
        expect(Number.isSafeInteger(match.amount) && match.amount > 0, match.text).toBe(true)
        expect(match.shiftIds.every((id) => shiftIds.has(id)) && match.employeeIds.every((id) => employeeIds.has(id)), match.text).toBe(true)
        expect(match.date ?? '2026-03-01').toMatch(/^\d{4}-\d\d-\d\d$/)
        expect(match.text).toMatch(/^[^\n]{10,}\.$/)
        expect(match.text).not.toMatch(/undefined|null|NaN|Infinity|-\d+ (?:h|min)\b/)
      }
    })
  })

  test('charges nothing for what history alone breaks', () => {
    forAnySchedule((schedule, roster, judgeAll) => {
      const historyAlone = roster.map((employee, position) => (schedule.shifts[position]!.historic ? employee : NOBODY))
      const broken = judgeAll(schedule, historyAlone).violations.map(({ setting }) => setting)
      expect(broken.filter((setting) => RULES_OF_WORK.includes(setting))).toEqual([])
    })
  })

  test('gives the same score in whatever order shifts and employees were posted', () => {
    forAnySchedule((schedule, roster, judgeAll) => {
      const last = schedule.employees.length - 1
      const mirroredRoster = roster.toReversed().map((employee) => (employee === NOBODY ? NOBODY : last - employee))
      expect(judgeAll(mirror(schedule), mirroredRoster).score).toEqual(judgeAll(schedule, roster).score)
    })
  })

  test('breaks every rule somewhere', () => {
    const broken = new Set<SettingName>()
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const { schedule, roster } = scheduleOf(seed, rules)
      for (const { setting } of judgeDrawn(schedule, roster).violations) broken.add(setting)
    }
    expect(SETTINGS_OF[rules].filter((setting) => !broken.has(setting))).toEqual([])
  })
})

/** The same schedule with employees and shifts posted the other way round. */
function mirror(schedule: Schedule): Schedule {
  const last = schedule.employees.length - 1
  const lastShift = schedule.shifts.length - 1
  return {
    ...schedule,
    employees: schedule.employees.toReversed(),
    shifts: schedule.shifts
      .toReversed()
      .map((shift) => ({ ...shift, employeeIndex: shift.employeeIndex === null ? null : last - shift.employeeIndex })),
    fairness: schedule.fairness.map((rule) => ({ ...rule, employeeIndexes: rule.employeeIndexes.map((index) => last - index).toReversed() })),
    freePeriodRequirements: schedule.freePeriodRequirements.map((requirement) => ({
      ...requirement,
      employeeIndex: last - requirement.employeeIndex,
    })),
    coverageCompetencyRequirements: schedule.coverageCompetencyRequirements.map((requirement) => ({
      ...requirement,
      shiftIndexes: requirement.shiftIndexes.map((position) => lastShift - position),
    })),
    shiftGroups: schedule.shiftGroups.map((group) => ({ ...group, shiftIndexes: group.shiftIndexes.map((position) => lastShift - position) })),
  }
}

test('what free periods lack in the answer is what they cost', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const { schedule, roster } = scheduleOf(seed, 'all')
      const charged = judge(schedule, roster).violations.find(({ setting }) => setting === 'freePeriod')
      if (charged === undefined) return
      const horizonStart = schedule.calendar.days[schedule.calendar.horizonFirst]!.start
      const reaching = schedule.freePeriodRequirements.filter(({ windowEnd }) => windowEnd > horizonStart).map(({ id }) => id)
      const { selections, residualFreeDays, unresolved } = grantFreePeriods(schedule, roster)
      const lacking = unresolved.filter(({ requirementId }) => reaching.includes(requirementId))
      const isCharged = (date: string): boolean => date >= schedule.calendar.days[schedule.calendar.horizonFirst]!.date
      const units = lacking.reduce((sum, { missingUnits, missingLocalDates }) => sum + missingUnits + missingLocalDates.filter(isCharged).length, 0)

      expect(units).toBe(charged.matches.reduce((sum, { amount }) => sum + amount, 0))
      for (const { id, requiredUnitCount } of schedule.freePeriodRequirements) {
        const granted = selections.filter(({ requirementId }) => requirementId === id)
        const missing = unresolved.find(({ requirementId }) => requirementId === id)?.missingUnits ?? 0
        expect(granted.reduce((sum, interval) => sum + interval.units, missing)).toBeGreaterThanOrEqual(requiredUnitCount)
        const left = new Set(residualFreeDays.filter(({ requirementId }) => requirementId === id).map(({ date }) => date))
        expect(granted.flatMap(({ localDates }) => localDates).filter((date) => left.has(date))).toEqual([])
      }
    }),
    { numRuns: RUNS, seed: FIRST_SEED },
  )
})

describe('random rosters', () => {
  test('leave every decided shift as it was posted', () => {
    for (const rules of ['plain', 'all'] as const) {
      for (let seed = 1; seed <= RUNS; seed += 1) {
        const { schedule, roster } = scheduleOf(seed, rules)
        expect(findChangedDecidedShifts(schedule, roster)).toEqual([])
      }
    }
  })

  test('come with decided, historic, equal and long shifts, and with allowed collisions', () => {
    const schedules = Array.from({ length: RUNS }, (_, seed) => scheduleOf(seed, 'plain').schedule)
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

/** What calendar.test.ts, availability.test.ts, seats.test.ts, dated-contracts.slow.test.ts, rule-additions.test.ts, rests.test.ts, cyclic.test.ts and demand.test.ts draw, and what only gives names or shares what others say: contracts.test.ts. */
const DRAWN_ELSEWHERE =
  /^\/calendar|^\/currency|^\/payRules|^\/budgets|\/pay(?:\/|$)|^\/settings\/(?:payCost|budgets)|^\/breakRules|\/breakRules$|^\/shifts\/breaks|^\/settings\/breakCover|^\/demands|^\/shiftTemplates|^\/settings\/(?:demand(?:Under|Ideal|Over)|generatedMinutes)|^\/horizon$|^\/shifts\/(?:seats|employees)|\/period$|\/absences|\/repeats|\/measure$|\/paidMinutes$|^\/contracts|\/contractId$|^\/settings\/others$|^\/employees\/history\/fairness|^\/employees\/contracts|^\/shifts\/points$|^\/employees\/contract\/(?:rules|quotas)\/(?:name|reference|weekdays|dates|cap|edges|required|hours|before|afterRun|afterRun\/(?:tags|min)|inMinutes|minMinutes|maxMinutes|maxGapMinutes)$/

test('documents with all rules use every field of the contract', () => {
  const used = new Set<string>()
  for (let seed = 1; seed <= DOCUMENTS; seed += 1) noteFields(randomDocument(createRandom(seed), { rules: 'all' }), '', used)
  const unused = [...fieldsOf(ScheduleSubmission, '')].filter((field) => !used.has(field) && !DRAWN_ELSEWHERE.test(field))
  expect(unused).toEqual([
    '/name',
    '/reference',
    '/labels',
    '/callbackAuthenticationHeaderName',
    '/callbackAuthenticationHeaderValue',
    // Who was told of a shift before: words of its changes alone.
    '/shifts/takenFrom',
    // Among how many rosters they choose who ask for a replan.
    '/alternatives',
    '/termination/stallSeconds',
    '/termination/targetGap',
    '/queuePriority',
  ])
})

/** Every field that an object of the schema may have, as a path without positions. */
function* fieldsOf(schema: object, path: string): Generator<string> {
  const { properties = {}, items, anyOf = [] } = schema as { properties?: Record<string, object>; items?: object; anyOf?: object[] }
  for (const [name, field] of Object.entries(properties)) {
    yield `${path}/${name}`
    yield* fieldsOf(field, `${path}/${name}`)
  }
  for (const part of [...(items === undefined ? [] : [items]), ...anyOf]) yield* fieldsOf(part, path)
}

function noteFields(value: unknown, path: string, used: Set<string>): void {
  if (Array.isArray(value)) for (const entry of value) noteFields(entry, path, used)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      used.add(`${path}/${name}`)
      noteFields(field, `${path}/${name}`, used)
    }
  }
}
