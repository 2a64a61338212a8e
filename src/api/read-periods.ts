import { OVERLAP_SCOPES } from '../model/schedule.ts'
import type { BoundaryEvidence, FreePeriodRequirement, ShiftDependencyRule } from '../model/schedule.ts'
import { checkOrder, choiceOf, integerOf, isGiven, objectOf, objectsOf, requiredInteger, requiredText, shapeOf, textOf } from './fields.ts'
import { instantOf, localDatesOf, requiredEdge } from './moments.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'
import type { Identifier } from '../model/units.ts'
import { doubtHours, doubtMinutes } from './doubts.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, idOf, isId, requiredId } from './identifiers.ts'
import { RANGES } from './limits.ts'
import { checkEmployee, checkInside, checkTag, minuteOf } from './reading.ts'
import type { Reading } from './reading.ts'
import {
  BoundaryEvidence as EvidenceSchema,
  FreePeriodCounting,
  FreePeriodDemand,
  FreePeriodRequirement as FreePeriodSchema,
  ShiftDependencyRule as DependencySchema,
} from './schemas/requirements.ts'
import { parseLocalDate } from './times.ts'

const FREE_PERIOD = shapeOf('a free period requirement', FreePeriodSchema)
const DEMAND = shapeOf('demand', FreePeriodDemand)
const COUNTING = shapeOf('counting', FreePeriodCounting)
const EVIDENCE = shapeOf('boundary evidence', EvidenceSchema)
const DEPENDENCY = shapeOf('a shift dependency rule', DependencySchema)
/** Up to here a length looks as if hours had been given: 35 hours, 55 hours and 24 hours are the defaults. */
const LIKELY_HOURS = { shortUnitMinimumMinutes: 60, connectedTwoUnitMinimumMinutes: 100, extraUnitMinutes: 48 } as const
/** From here on `withinHours` looks as if minutes had been given. */
const LIKELY_WITHIN_HOURS = 48

/** Reads `freePeriodRequirements`. */
export function readFreePeriods(document: Place, reading: Reading): FreePeriodRequirement[] {
  const seen = new Map<Identifier, number>()
  const requirements = objectsOf(document, 'freePeriodRequirements', FREE_PERIOD).map((place, index) => {
    const requirement = readFreePeriod(place, reading)
    claimId(place, requirement.id, seen, index)
    return requirement
  })
  checkTwins(reading.issues, 'requirement', seen, (id) => `/freePeriodRequirements/${seen.get(id)}/id`)
  return requirements
}

function readFreePeriod(place: Place, reading: Reading): FreePeriodRequirement {
  const employeeId = requiredId(place, 'employeeId')
  if (isId(place.fields['employeeId'])) checkEmployee(reading, `${place.pointer}/employeeId`, employeeId)
  const start = requiredEdge(place, 'windowStart', 'start', reading.clock)
  // Exclusive, so that a local date as the end is the beginning of that day.
  const end = requiredEdge(place, 'windowEnd', 'start', reading.clock)
  checkOrder(place, 'windowStart', 'windowEnd', start, end)
  const demand = isGiven(place, 'demand') ? objectOf(place, 'demand', DEMAND) : null
  const requiredLocalDates = demand === null ? [] : localDatesOf(demand, 'requiredLocalDates')
  const ineligibleLocalDates = localDatesOf(place, 'ineligibleLocalDates')
  checkIneligible(place, requiredLocalDates, ineligibleLocalDates)
  if (start !== null && end !== null && end > start) checkInside(place, 'The window of the free period', { start, end }, reading)
  if (start !== null && end !== null && end > start) checkWindow(place, { start, end, requiredLocalDates }, reading)
  const requiredUnitCount = demand === null ? 0 : requiredInteger(demand, 'requiredUnitCount', RANGES.count)
  const counting = readCounting(place)
  const preferredLocalDates = localDatesOf(place, 'preferredLocalDates')
  if (start !== null && end !== null && end > start) checkPreferred(place, { start, end, preferredLocalDates }, reading)
  if (start !== null && end !== null && end > start) checkUnits(place, { minutes: end - start, requiredUnitCount }, counting)
  return {
    id: requiredId(place, 'id'),
    employeeIndex: reading.employees.get(employeeId) ?? 0,
    windowStart: minuteOf(reading, start ?? 0),
    windowEnd: minuteOf(reading, end ?? 0),
    requiredUnitCount,
    requiredLocalDates,
    ...counting,
    eligibleLocalDateMode: choiceOf(place, 'eligibleLocalDateMode', ['fully_covered_by_free_interval']) ?? 'fully_covered_by_free_interval',
    ineligibleLocalDates,
    preferredLocalDates,
    boundaryEvidence: objectsOf(place, 'boundaryEvidence', EVIDENCE).map((evidence) => readEvidence(evidence, reading)),
  }
}

type Counting = Pick<FreePeriodRequirement, 'shortUnitMinimumMinutes' | 'connectedTwoUnitMinimumMinutes' | 'extraUnitMinutes'>

function readCounting(requirement: Place): Counting {
  const place = objectOf(requirement, 'counting', COUNTING)
  if (place !== null) for (const [key, mostHours] of Object.entries(LIKELY_HOURS)) doubtMinutes(place, key, mostHours)
  const counting: Counting = {
    shortUnitMinimumMinutes: (place && integerOf(place, 'shortUnitMinimumMinutes', RANGES.minutes)) ?? 2100,
    connectedTwoUnitMinimumMinutes: (place && integerOf(place, 'connectedTwoUnitMinimumMinutes', RANGES.minutes)) ?? 3300,
    extraUnitMinutes: (place && integerOf(place, 'extraUnitMinutes', RANGES.atLeastOne)) ?? 1440,
  }
  const { shortUnitMinimumMinutes: short, connectedTwoUnitMinimumMinutes: connected } = counting
  if (place !== null && short > connected) {
    const detail = `One unit takes ${short} minutes and two connected ones take ${connected}, so there is never a single one.`
    place.issues.warn(place.pointer, 'counting-unordered', detail, 'Exchange the two, or correct one of them.')
  }
  return counting
}

/** A date that no free time of the window contains is never granted first. */
function checkPreferred(
  place: Place,
  window: { readonly start: number; readonly end: number; readonly preferredLocalDates: readonly string[] },
  { clock }: Reading,
): void {
  for (const [index, date] of window.preferredLocalDates.entries()) {
    const day = parseLocalDate(date)
    if (clock.startOfDay(day) >= window.start && clock.startOfDay(day + 1) <= window.end) continue
    place.issues.warn(
      `${place.pointer}/preferredLocalDates/${index}`,
      'date-never-granted',
      `The date ${date} is preferred and does not lie within the window, so it changes nothing.`,
      'Let the window reach to the end of that day, or leave the date out: a windowEnd that is a date is the beginning of that day.',
    )
  }
}

/** Warns of more units than the whole window counts when it is free from end to end. Where parts of it could count more than the whole nothing is said. */
function checkUnits(place: Place, window: { readonly minutes: number; readonly requiredUnitCount: number }, counting: Counting): void {
  const { shortUnitMinimumMinutes: short, connectedTwoUnitMinimumMinutes: connected, extraUnitMinutes: extra } = counting
  if (extra > short || 2 * short < connected) return
  const one = window.minutes < short ? 0 : 1
  const most = window.minutes < connected ? one : 2 + Math.floor((window.minutes - connected) / extra)
  if (window.requiredUnitCount <= most) return
  place.issues.warn(
    `${place.pointer}/demand/requiredUnitCount`,
    'free-units-unreachable',
    `requiredUnitCount is ${window.requiredUnitCount}, and a window that is free from end to end counts ${most}.`,
    'Ask for fewer, or let the window be longer: a windowEnd that is a date is the beginning of that day, which is not part of the window.',
  )
}

/** An ineligible date counts as worked, so asking for it asks for what never is. */
function checkIneligible(place: Place, required: readonly string[], ineligible: readonly string[]): void {
  const refused = new Set(ineligible)
  for (const [index, date] of required.entries()) {
    if (!refused.has(date)) continue
    const detail = `The date ${date} is both required and ineligible, so it is never granted.`
    place.issues.warn(`${place.pointer}/demand/requiredLocalDates/${index}`, 'date-never-granted', detail, 'Take it out of one of the two.')
  }
}

/** As long as the longest horizon (docs/limits.md). */
const MAX_WINDOW_DAYS = 400

/** A window without one whole local day can grant nothing, nor can one that does not reach the dates asked for. */
function checkWindow(
  place: Place,
  window: { readonly start: number; readonly end: number; readonly requiredLocalDates: readonly string[] },
  reading: Reading,
): void {
  const { clock, issues } = reading
  const day = clock.dayOf(window.start)
  const firstWhole = clock.startOfDay(day) === window.start ? day : day + 1
  if (clock.startOfDay(firstWhole + 1) > window.end) {
    issues.error(
      `${place.pointer}/windowEnd`,
      'window-without-days',
      'The window contains no whole local day.',
      'Let it reach from one midnight to a later one.',
    )
    return
  }
  if (window.end - window.start > MAX_WINDOW_DAYS * MINUTES_PER_DAY) {
    issues.error(
      `${place.pointer}/windowEnd`,
      'window-too-long',
      `The window is longer than ${MAX_WINDOW_DAYS} days.`,
      'Ask for free time within the horizon; for a longer time, send one requirement for each part.',
    )
    return
  }
  for (const [index, date] of window.requiredLocalDates.entries()) {
    const start = clock.startOfDay(parseLocalDate(date))
    if (start >= window.start && start < window.end) continue
    issues.error(
      `${place.pointer}/demand/requiredLocalDates/${index}`,
      'window-without-days',
      `The date ${date} is not within the window.`,
      'Widen the window, or leave the date out.',
    )
  }
}

function readEvidence(place: Place, reading: Reading): BoundaryEvidence {
  const start = isGiven(place, 'startsAt') ? instantOf(place, 'startsAt', reading.clock) : null
  const end = isGiven(place, 'endsAt') ? instantOf(place, 'endsAt', reading.clock) : null
  checkOrder(place, 'startsAt', 'endsAt', start, end)
  return {
    source: textOf(place, 'source') ?? '',
    dutyId: idOf(place, 'dutyId'),
    scheduleId: idOf(place, 'scheduleId'),
    startsAt: minuteOf(reading, start ?? 0),
    endsAt: minuteOf(reading, end ?? 0),
  }
}

/** Reads `shiftDependencyRules`. */
export function readDependencies(document: Place, reading: Reading): ShiftDependencyRule[] {
  const seen = new Map<Identifier, number>()
  const rules = objectsOf(document, 'shiftDependencyRules', DEPENDENCY).map((place, index): ShiftDependencyRule => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    const anchorShiftTag = requiredText(place, 'anchorShiftTag')
    const requiredShiftTag = requiredText(place, 'requiredShiftTag')
    checkTag(reading, `${place.pointer}/anchorShiftTag`, anchorShiftTag)
    checkTag(reading, `${place.pointer}/requiredShiftTag`, requiredShiftTag)
    const unsaid = (place.fields['withinHours'] ?? null) === null ? 'TIME_OVERLAP' : 'WITHIN_HOURS'
    const overlapScope = choiceOf(place, 'overlapScope', OVERLAP_SCOPES) ?? unsaid
    return {
      id,
      departmentId: idOf(place, 'departmentId'),
      anchorShiftTag,
      requiredShiftTag,
      minRequiredCount: integerOf(place, 'minRequiredCount', RANGES.atLeastOne) ?? 1,
      overlapScope,
      withinHours: readWithinHours(place, overlapScope),
      constraintLevel: choiceOf(place, 'constraintLevel', ['hard', 'soft']) ?? 'hard',
      weight: integerOf(place, 'weight', RANGES.weight) ?? 1,
    }
  })
  checkTwins(reading.issues, 'rule', seen, (id) => `/shiftDependencyRules/${seen.get(id)}/id`)
  return rules
}

function readWithinHours(place: Place, scope: ShiftDependencyRule['overlapScope']): number | null {
  const isGivenHere = (place.fields['withinHours'] ?? null) !== null
  const pointer = `${place.pointer}/withinHours`
  const hours = integerOf(place, 'withinHours', RANGES.withinHours)
  doubtHours(place, 'withinHours', LIKELY_WITHIN_HOURS)
  if (scope === 'WITHIN_HOURS') {
    if (!isGivenHere) place.issues.error(pointer, 'within-hours-missing', 'The scope WITHIN_HOURS does not say how many.', 'Add withinHours.')
    return hours
  }
  if (isGivenHere)
    place.issues.warn(pointer, 'field-ignored', `withinHours has no effect with the scope ${scope}.`, 'Leave it out, or use WITHIN_HOURS.')
  return null
}
