import { formatDateTime } from '../api/times.ts'
import { createWords, type Words } from '../checker/words.ts'
import { findLimitLoads, type LimitLoad } from '../engine/explain/loads.ts'
import { type CompetenceShortage, findCompetenceShortages } from '../engine/explain/competence-shortages.ts'
import { competencesAsSkills } from '../engine/explain/competences-as-skills.ts'
import { type Candidates, findCandidates, findShortages, type Shortage } from '../engine/explain/shortages.ts'
import { hardRulesOf, minBreach, strictSchedule } from '../engine/explain/strict.ts'
import { createOffsetReader } from '../model/calendar.ts'
import { isDecided } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import type { Score } from '../model/score.ts'
import type { SettingName } from '../model/settings.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'
import type { EmployeeId, Minute, ShiftId, SkillId } from '../model/units.ts'
import { isWeekendShift } from '../model/weekend.ts'
import { ruleWords } from './rule-words.ts'
import { idsOfShifts, seatsInWords } from './sentences.ts'

/** A time at which there are too few employees: for seats, or with a skill that so many must hold. */
interface Bottleneck {
  readonly of: 'seats' | 'competence'
  /** Local date `YYYY-MM-DD`. */
  readonly date: string
  /** ISO 8601 with the offset of the schedule's time zone. */
  readonly startsAt: string
  readonly endsAt: string
  readonly skills: readonly SkillId[]
  readonly seats: number
  readonly available: number
  readonly missing: number
  readonly shiftIds: readonly ShiftId[]
  readonly employeeIds: readonly EmployeeId[]
  readonly text: string
}

interface Size {
  readonly employees: number
  readonly shifts: number
  readonly openShifts: number
  /** Of the horizon. */
  readonly days: number
  /** Of the shifts that can be planned. */
  readonly workMinutes: number
  /** Employees who may work a mandatory shift that can be planned, on average. */
  readonly candidatesPerShift: number
}

export interface EstimateAnswer {
  readonly size: Size
  readonly hardest: { readonly setting: SettingName; readonly text: string } | null
  readonly bottlenecks: readonly Bottleneck[]
  readonly missingSeats: number
  readonly leastScore: Score
  readonly expectedSeconds: number
  readonly text: string
}

/** A limit is told as the hardest rule only when the shifts take at least this share of it. */
const TIGHT = 0.5

/** Says what to expect of a schedule before it is solved, by counting alone; in the language of `teller`. */
export function estimate({ schedule }: { readonly schedule: Schedule }, teller: Teller = ENGLISH): EstimateAnswer {
  const words = createWords(schedule, teller)
  const strict = strictSchedule(schedule, hardRulesOf(schedule))
  const candidates = findCandidates(strict)
  const shortages = findShortages(strict, candidates)
  const size = sizeOf(schedule, candidates)
  const seats = shortages.map((shortage) => describeShortage(schedule, words, shortage))
  const competences = findCompetenceShortages(schedule, candidates).map((shortage) => describeCompetence(schedule, words, shortage))
  const bottlenecks = [...seats, ...competences]
  const missingSeats = seats.reduce((sum, { missing }) => sum + missing, 0)
  const load = fullestLoad(schedule, candidates)
  const hardest = describeHardest(schedule, words, shortages, load)
  const expectedSeconds = expectedSecondsOf(size)
  return {
    size,
    hardest,
    bottlenecks,
    missingSeats,
    leastScore: leastScore(schedule, shortages),
    expectedSeconds,
    text: summarize(teller, size, {
      missingSeats,
      competences: competences.length,
      isOverfull: load !== undefined && load.asked > load.allowed,
      hardest,
      expectedSeconds,
    }),
  }
}

/** The limit of contracts that the mandatory shifts use up most, or those that ask for a competence; undefined where there is none. */
function fullestLoad(schedule: Schedule, candidates: Candidates): LimitLoad | undefined {
  const loads = findLimitLoads(schedule, candidates)
  const skilled = competencesAsSkills(schedule)
  if (skilled.requirements.size > 0) {
    const strict = strictSchedule(skilled.schedule, hardRulesOf(skilled.schedule))
    loads.push(...findLimitLoads(skilled.schedule, findCandidates(strict)))
  }
  return loads.sort((a, b) => b.asked / b.allowed - a.asked / a.allowed)[0]
}

function sizeOf({ employees, shifts, calendar }: Schedule, { employees: able, wanted }: Candidates): Size {
  const open = shifts.filter((shift) => !isDecided(shift))
  const seats = wanted.reduce((sum, count) => sum + count, 0)
  const pairs = wanted.reduce((sum, count, d) => sum + count * able[d]!.length, 0)
  return {
    employees: employees.length,
    shifts: shifts.length,
    openShifts: open.length,
    days: calendar.days.length - calendar.horizonFirst,
    workMinutes: open.reduce((sum, { workMin }) => sum + workMin, 0),
    candidatesPerShift: seats === 0 ? 0 : Math.round((10 * pairs) / seats) / 10,
  }
}

function describeShortage(schedule: Schedule, words: Words, { shifts: positions, employees, missing }: Shortage): Bottleneck {
  const { calendar, spots } = schedule
  const shifts = positions.map((index) => schedule.shifts[index]!)
  const first = shifts.reduce((earliest, shift) => (shift.start < earliest.start ? shift : earliest))
  const skills = [
    ...new Set(shifts.flatMap(({ spotIndex, skills: own, anySkills }) => [...spots[spotIndex]!.skills, ...own, ...anySkills].map(({ id }) => id))),
  ]
  const told = { shifts: seatsInWords(words, shifts), missing, count: employees.length }
  return {
    of: 'seats',
    date: calendar.days[first.day]!.date,
    ...spanOf(schedule, first.start, Math.max(...shifts.map(({ end }) => end))),
    skills,
    seats: shifts.length,
    available: employees.length,
    missing,
    shiftIds: idsOfShifts(shifts),
    employeeIds: employees.map((index) => schedule.employees[index]!.id),
    text: words.teller.say(employees.length === 0 ? 'estimate.shortNobody' : 'estimate.short', told),
  }
}

function spanOf({ calendar }: Schedule, start: number, end: number): Pick<Bottleneck, 'startsAt' | 'endsAt'> {
  const offsetAt = createOffsetReader(calendar.timeZone)
  const momentOf = (minute: number): string => formatDateTime(calendar.originEpochMin + minute, offsetAt(calendar.originEpochMin + minute))
  return { startsAt: momentOf(start), endsAt: momentOf(end) }
}

function describeCompetence(schedule: Schedule, words: Words, { requirement, start, end, shifts, employees, most }: CompetenceShortage): Bottleneck {
  const { minimumCount, skill, minLevel } = requirement
  const { say } = words.teller
  const holders = employees.length === 0 ? say('estimate.holdersNone') : say('estimate.holders', { count: employees.length })
  const available = most < employees.length ? say('estimate.shiftsForThem', { count: most }) : holders
  const span = words.span({ start: start as Minute, end: end as Minute })
  return {
    of: 'competence',
    date: words.dateAt(start as Minute),
    ...spanOf(schedule, start, end),
    skills: [skill],
    seats: minimumCount,
    available: most,
    missing: minimumCount - most,
    shiftIds: idsOfShifts(shifts.map((index) => schedule.shifts[index]!)),
    employeeIds: employees.map((index) => schedule.employees[index]!.id),
    text: say('estimate.competence', { span, count: minimumCount, skill: words.skill(skill, minLevel), available }),
  }
}

/**
 * No roster is better. Each shift that is missing in a shortage is empty, or worked by somebody who breaks a hard rule by it: whichever of the two costs less on the first
 * priority. Where empty shifts cost nothing there, all of them are empty in a roster that costs nothing there either. No shift is in two shortages.
 */
function leastScore(schedule: Schedule, shortages: readonly Shortage[]): Score {
  const { weights, weekendUnassignedMultiplier } = schedule.settings
  const breach = minBreach(schedule)
  const times = (shift: Shift): number => shift.weight * (isWeekendShift(shift) ? weekendUnassignedMultiplier : 1)
  const least = (priority: 0 | 1 | 2 | 3, most = Infinity): number =>
    shortages.reduce((sum, { shifts, missing }) => {
      const costs = shifts.map((index) => Math.min(most, weights.assignShift[priority] * times(schedule.shifts[index]!))).sort((a, b) => a - b)
      return sum + costs.slice(0, missing).reduce((part, cost) => part + cost, 0)
    }, 0)
  return weights.assignShift[0] > 0 ? [least(0, breach), 0, 0, 0] : [0, least(1), least(2), least(3)]
}

function describeHardest(schedule: Schedule, words: Words, shortages: readonly Shortage[], load: LimitLoad | undefined): EstimateAnswer['hardest'] {
  const worst = shortages[0]
  const isTight = load !== undefined && load.asked >= TIGHT * load.allowed
  // Too few people at one time leave shifts empty for sure, whatever contracts allow.
  if (worst !== undefined && !(isTight && load.asked > load.allowed)) {
    const setting = worst.shifts.some((index) => asksForSkill(schedule, schedule.shifts[index]!)) ? 'spotSkills' : 'assignShift'
    return { setting, text: competitionInWords(schedule, words, worst) }
  }
  if (!isTight) return null
  const { teller } = words
  const amount = (value: number): string => (load.isMinutes ? words.duration(value) : teller.number(value))
  const told = {
    asked: amount(load.asked),
    allowed: amount(load.allowed),
    share: Math.round((100 * load.asked) / load.allowed),
    count: load.employees.length,
    rule: ruleWords(load.setting, teller),
  }
  const { firstDay } = load
  const text =
    firstDay === null
      ? teller.say('estimate.loadHorizon', told)
      : teller.say('estimate.loadFrom', { ...told, date: teller.date(schedule.calendar.days[firstDay]!.date) })
  return { setting: load.setting, text }
}

function asksForSkill({ spots }: Schedule, { spotIndex, skills, anySkills }: Shift): boolean {
  return spots[spotIndex]!.skills.length + skills.length + anySkills.length > 0
}

function competitionInWords(schedule: Schedule, words: Words, { shifts, employees }: Shortage): string {
  const { say } = words.teller
  if (employees.length > 0) return say('estimate.competition', { shifts: shifts.length, count: employees.length })
  const named = shifts.map((index) => schedule.shifts[index]!)
  return say('estimate.nobody', { shifts: seatsInWords(words, named) })
}

/**
 * Of a shift that can be planned, until a search on one core hardly gets better: within 5 % of what it has after 30 to 60 s, on the first three priorities. Measured: 3.1 s for
 * 300 shifts, 9.8 s for 510 (the hospital month), 5.1 s for 600, 6.3 s for 1,200; 0.1 s for 26.
 */
const SECONDS_PER_SHIFT = 0.01

function expectedSecondsOf({ openShifts }: Size): number {
  return Math.max(1, Math.round(SECONDS_PER_SHIFT * openShifts))
}

function summarize(
  { say }: Teller,
  size: Size,
  {
    missingSeats,
    competences,
    isOverfull,
    hardest,
    expectedSeconds,
  }: Pick<EstimateAnswer, 'missingSeats' | 'hardest' | 'expectedSeconds'> & { readonly competences: number; readonly isOverfull: boolean },
): string {
  const people = [
    ...(missingSeats === 0 ? [] : [say('estimate.missing', { count: missingSeats })]),
    ...(competences === 0 ? [] : [say('estimate.times', { count: competences })]),
  ]
  if (isOverfull && people.length === 0) people.push(say('estimate.overfull'))
  const plan = say('estimate.plan', {
    shifts: say('count.shifts', { count: size.openShifts }),
    people: say('preview.people', { count: size.employees }),
    days: say('estimate.days', { count: size.days }),
    candidates: say('estimate.candidates', { count: size.candidatesPerShift }),
  })
  const told = people.length === 0 ? [say('estimate.enough')] : people
  return [plan, ...told, ...(hardest === null ? [] : [hardest.text]), say('estimate.seconds', { count: expectedSeconds })].join(' ')
}
