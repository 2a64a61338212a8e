import { createCalendar } from '../model/calendar.ts'
import type { Calendar, CalendarRules } from '../model/calendar.ts'
import type { Issue } from '../model/issue.ts'
import type { RequestMarks } from '../model/job.ts'
import type { Schedule, Shift, ShiftTemplate, Termination } from '../model/schedule.ts'
import { createPositionReader } from '../model/seats.ts'
import type { SkillId, TeamId } from '../model/units.ts'
import { idleWeekdays } from './cut-leasts.ts'
import { doubtMoney } from './doubt-money.ts'
import { doubtNoTimeZone } from './doubts.ts'
import { choiceOf, fractionOf, integerOf, isGiven, objectOf, openObject, shapeOf, shown, textOf } from './fields.ts'
import type { Place } from './fields.ts'
import { NO_TEXT } from './hints.ts'
import { IssueList } from './issues.ts'
import { checkLoad } from './load.ts'
import { DEFAULT_LIMITS, DEFAULT_MAX_SECONDS, DEFAULT_SEED, MAX_REPEATED, RANGES } from './limits.ts'
import type { ScheduleLimits } from './limits.ts'
import { readBreakRules } from './read-break-rules.ts'
import { readCalendar } from './read-calendar.ts'
import { readCallback } from './read-callback.ts'
import type { CallbackTarget } from './read-callback.ts'
import { makeCandidates } from './make-candidates.ts'
import { readCoverage } from './read-coverage.ts'
import { checkCoverageRequirements, readCoverageRequirements } from './read-coverage-requirements.ts'
import { checkDemands, placeDemands, reachOf, type ReadDemand, readDemands } from './read-demands.ts'
import { employeePositions, readEmployees } from './read-employees.ts'
import { readFairness } from './read-fairness.ts'
import { readKeeping } from './read-keeping.ts'
import { readMarks } from './read-marks.ts'
import { checkPairings, readPairings } from './read-pairings.ts'
import { payRulePositions } from './read-pay.ts'
import { checkPay, readPayTerms } from './read-pay-rules.ts'
import { readDependencies, readFreePeriods } from './read-periods.ts'
import { areSeatsFew } from './read-seats.ts'
import { readRotations } from './read-rotations.ts'
import { readSettings, withDecidedRests } from './read-settings.ts'
import { doubtSeatTies } from './seat-ties.ts'
import { readShiftGroups } from './read-shift-groups.ts'
import { checkFixedOverlaps, findSpan, placeShifts, readShifts } from './read-shifts.ts'
import { categoryUses, checkCoverageSkills, checkSpotDemands, readNames, readShiftTags, readSpots } from './read-spots.ts'
import { checkCyclic } from './check-cyclic.ts'
import { checkFixedWithinLeave } from './fixed-within-leave.ts'
import { checkShiftSkills } from './read-skills.ts'
import { checkHeldIds } from './held-ids.ts'
import type { Horizon, Reading } from './reading.ts'
import { HORIZONS, ScheduleSubmission, Termination as TerminationSchema } from './schemas/submission.ts'
import { didYouMean } from './suggest.ts'
import { noPatterns } from './read-pattern.ts'
import { createClock, isTimeZone } from './times.ts'
import { checkShiftIds, readTemplates } from './read-templates.ts'
import { checkTravel, readTravel } from './read-travel.ts'

export type { CallbackTarget } from './read-callback.ts'

/** A posted document, understood. */
export interface Submission {
  readonly schedule: Schedule
  /** Null only where a callback is optional and none is given. */
  readonly callback: CallbackTarget | null
  /** Among the department's waiting requests a higher one goes first; 0 when absent. */
  readonly queuePriority: number
  readonly marks: RequestMarks
}

export interface ReadOptions {
  /** Whether `callbackUrl` must be given. */
  readonly callback: 'required' | 'optional'
  /** Unknown fields and settings are errors instead of warnings. */
  readonly strict?: boolean
  readonly limits?: Partial<ScheduleLimits>
}

/** `submission` is null exactly when `errors` is not empty. */
export interface ReadResult {
  readonly submission: Submission | null
  readonly errors: Issue[]
  readonly warnings: Issue[]
}

const DOCUMENT = shapeOf('the schedule', ScheduleSubmission)
const TERMINATION = shapeOf('termination', TerminationSchema)
const [TO_BE_CYCLIC, TO_BE_OPEN] = ['Did you mean "CYCLIC"?', 'Did you mean "OPEN"?']
/** What others call a roster that repeats itself, or one that does not; and whoever sends the days. */
const HORIZON_WORDS: ReadonlyMap<string, string> = new Map<string, string>([
  ...['CYCLE', 'CYCLICAL', 'CIRCULAR', 'PERIODIC', 'REPEAT', 'REPEATS', 'REPEATING', 'CLOSED'].map((word) => [word, TO_BE_CYCLIC] as const),
  ...['ACYCLIC', 'NONCYCLIC', 'NON_CYCLIC', 'NOT_CYCLIC', 'FINITE', 'LINEAR', 'ONCE', 'NONE'].map((word) => [word, TO_BE_OPEN] as const),
  [NO_TEXT, 'Leave it out, since the days are those of the shifts; or use one of OPEN, CYCLIC.'],
])

/**
 * Reads a parsed JSON document as a schedule submission. Never throws: everything that is wrong or doubtful comes back as issues,
 * at most `MAX_ISSUES` errors and as many warnings. About 0.3 s for 100,000 shifts.
 */
export function readSubmission(document: unknown, options: ReadOptions): ReadResult {
  const issues = new IssueList({ strict: options.strict ?? false })
  const place = openObject(issues, '', document, DOCUMENT)
  const submission = place === null ? null : readDocument(place, { ...DEFAULT_LIMITS, ...options.limits }, options.callback)
  const found = issues.finish()
  return { submission: found.errors.length === 0 ? submission : null, ...found }
}

function readDocument(place: Place, limits: ScheduleLimits, need: ReadOptions['callback']): Submission {
  const { issues } = place
  const callback = readCallback(place, need)
  for (const key of ['employees', 'shifts', 'spots']) isGiven(place, key)
  const settings = readSettings(place)
  const clock = createClock(readTimeZone(place), (place.fields['timeZone'] ?? null) !== null)
  const { spots, named } = readNamed(place)
  const calendarRead = readCalendar(place)
  const isCyclic = choiceOf(place, 'horizon', HORIZONS, HORIZON_WORDS) === 'CYCLIC'
  const early = { issues, settings, isCyclic, limits, clock, repeats: { left: MAX_REPEATED }, ...calendarRead, ...named }
  const read = readShifts(place, early)
  const wanted = readWanted(place, early, read.positions)
  const { calendar, shifts, ofDemand } = placeAll(read, { wanted, spots }, early)
  const shiftTags = readShiftTags(place)
  const carried = new Set([...read.tags, ...wanted.templates.flatMap((template) => template.tags)])
  const holidayTags = [...calendarRead.holidays.values()].flat()
  const tags = new Set([...carried, ...holidayTags])
  const { rotations, positions: rotationPositions } = readRotations(place, { issues, tags })
  const reading: Reading = {
    ...early,
    calendar,
    shifts: read.positions,
    rotations: rotationPositions,
    payRules: payRulePositions(place.fields['payRules']),
    tags,
    categories: categoryUses(shiftTags, carried),
    horizon: ofDemand === null ? null : horizonOf(calendar, { shifts, ...ofDemand }, calendarRead.calendarRules),
    originEpochMin: calendar.originEpochMin,
    patterns: noPatterns(),
  }
  const employees = readEmployees(place, reading)
  checkFixedWithinLeave(issues, shifts, employees)
  checkDeclaredTags(reading, shifts, [...shiftTags.map(({ tag }) => tag), ...holidayTags])
  const schedule = withDecidedRests({
    calendar,
    employees,
    shifts,
    spots,
    skillNames: readNames<SkillId>(place, 'skills'),
    teamNames: readNames<TeamId>(place, 'teams'),
    settings,
    allowedShiftCollisions: integerOf(place, 'numberOfAllowedShiftCollisions', RANGES.collisions) ?? 0,
    shiftTags,
    rotations,
    ...readRequirements(place, reading, { shifts, spots, employees }),
    ...readPayTerms(place, reading, { employees, shifts: [...shifts, ...(ofDemand?.candidates ?? [])] }),
    termination: readTermination(place, limits),
    ...(named.breaks.rules.length === 0 ? {} : { breakRules: named.breaks.rules }),
    ...ofDemand,
    ...(isCyclic ? { isCyclic } : {}),
  })
  checkSchedule(place, schedule, limits)
  return { schedule, callback, queuePriority: integerOf(place, 'queuePriority', RANGES.queuePriority) ?? 0, marks: readMarks(place) }
}

/** What is asked of a roster beside what employees and shifts say of themselves, in the order in which it is told what is wrong with it. */
function readRequirements(place: Place, reading: Reading, { shifts, spots, employees }: Pick<Schedule, 'shifts' | 'spots' | 'employees'>) {
  return {
    freePeriodRequirements: readFreePeriods(place, reading),
    coverageCompetencyRequirements: readCoverage(place, reading, shifts, spots),
    coverageRequirements: readCoverageRequirements(place, reading),
    shiftDependencyRules: readDependencies(place, reading),
    shiftGroups: readShiftGroups(place, reading, shifts, spots),
    pairings: readPairings(place, reading),
    fairness: readFairness(place, reading, employees),
    travel: readTravel(place, reading, employees),
    ...readKeeping(place, reading, shifts),
  }
}

/** The spots, and what shifts name: where spots and employees stand, and breaks. */
function readNamed(place: Place): {
  readonly spots: Schedule['spots']
  readonly named: Pick<Reading, 'spots' | 'employees' | 'breaks' | 'breaksAt'>
} {
  const breaks = readBreakRules(place)
  const { spots, positions, breaksAt } = readSpots(place, breaks)
  return { spots, named: { spots: positions, employees: employeePositions(place.fields['employees']), breaks, breaksAt } }
}

/** What is read before there is a calendar. */
interface Wanted {
  readonly demands: readonly ReadDemand[]
  readonly templates: readonly ShiftTemplate[]
}

function readWanted(place: Place, reading: Parameters<typeof readDemands>[1], posted: Parameters<typeof checkShiftIds>[2]): Wanted {
  const wanted = { demands: readDemands(place, reading), templates: readTemplates(place, reading) }
  checkShiftIds(place.issues, wanted.templates, posted)
  return wanted
}

/** Demands, templates and what they come to in a calendar; each is left out where there is none. */
function placeDemand(
  { demands: wanted, templates }: Wanted,
  spots: Schedule['spots'],
  making: Parameters<typeof makeCandidates>[1],
): Pick<Schedule, 'demands' | 'shiftTemplates' | 'candidates'> {
  const demands = placeDemands(wanted, making.calendar.originEpochMin)
  const candidates = making.issues.errorCount === 0 ? makeCandidates({ demands, templates, spots }, making) : []
  return {
    ...(demands.length === 0 ? {} : { demands }),
    ...(templates.length === 0 ? {} : { shiftTemplates: templates }),
    ...(candidates.length === 0 ? {} : { candidates }),
  }
}

/** What shows only when all has been read. */
function checkSchedule(place: Place, schedule: Schedule, limits: ScheduleLimits): void {
  const { issues } = place
  const { shifts, spots, allowedShiftCollisions } = schedule
  checkFixedOverlaps(issues, shifts, { spotIds: spots.map((spot) => spot.id), allowedShiftCollisions })
  checkAnybody(place)
  if (schedule.isCyclic && schedule.shifts.length > 0) checkCyclic(place, schedule)
  if (issues.errorCount === 0) doubtSeatTies(issues, schedule)
  checkHeldIds(issues, schedule)
  checkSpotDemands(issues, schedule)
  checkShiftSkills(issues, schedule)
  checkCoverageSkills(issues, schedule)
  checkPairings(issues, schedule)
  checkCoverageRequirements(issues, schedule)
  checkDemands(issues, schedule)
  checkTravel(issues, schedule)
  checkPay(issues, schedule)
  if (issues.errorCount === 0) doubtMoney(place, schedule)
  if (issues.errorCount === 0) checkLoad(issues, schedule, limits)
}

function horizonOf(calendar: Calendar, work: Pick<Schedule, 'shifts' | 'candidates' | 'demands'>, rules: CalendarRules): Horizon {
  const { shifts } = work
  const first = calendar.days[calendar.horizonFirst]!
  const last = calendar.days.at(-1)!
  const end = shifts.reduce((latest, shift) => (shift.historic ? latest : Math.max(latest, shift.end)), last.end as number)
  const { originEpochMin } = calendar
  const days = calendar.days.length - calendar.horizonFirst
  const idle = idleWeekdays(calendar, work, rules)
  return { days, firstDate: first.date, lastDate: last.date, start: originEpochMin + first.start, end: originEpochMin + end, idle }
}

/** The shifts in their calendar, with what is demanded. When no calendar can be made of them there is an error, and an empty stand-in lets the reading go on. */
function placeAll(
  { shifts: read, isWhole }: ReturnType<typeof readShifts>,
  { wanted, spots }: { readonly wanted: Wanted; readonly spots: Schedule['spots'] },
  reading: Parameters<typeof placeShifts>[2] & Omit<Parameters<typeof makeCandidates>[1], 'calendar'>,
): { calendar: Calendar; shifts: readonly Shift[]; ofDemand: ReturnType<typeof placeDemand> | null } {
  // What is not a list, or too long, has been reported; "there is no shift" would be one complaint too many.
  const isRead = isWhole && areSeatsFew(reading.issues, read, reading.limits.shifts)
  const span = isRead ? findSpan(read, reachOf(wanted.demands), reading) : null
  if (span === null) return { calendar: createCalendar('UTC', 0, 0, 0, undefined, reading.calendarRules), shifts: [], ofDemand: null }
  const placed = placeShifts(read, span, reading)
  return { ...placed, ofDemand: placeDemand(wanted, spots, { ...reading, calendar: placed.calendar }) }
}

/** The commonest of the names that Windows has, of which each stands for several zones. */
const WINDOWS_ZONES: ReadonlyMap<string, string> = new Map([
  ['GMT Standard Time', 'Europe/London'],
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['Romance Standard Time', 'Europe/Paris'],
  ['Central Europe Standard Time', 'Europe/Budapest'],
  ['Central European Standard Time', 'Europe/Warsaw'],
  ['E. Europe Standard Time', 'Europe/Chisinau'],
  ['GTB Standard Time', 'Europe/Bucharest'],
  ['FLE Standard Time', 'Europe/Helsinki'],
  ['Turkey Standard Time', 'Europe/Istanbul'],
  ['Eastern Standard Time', 'America/New_York'],
  ['Central Standard Time', 'America/Chicago'],
  ['Mountain Standard Time', 'America/Denver'],
  ['Pacific Standard Time', 'America/Los_Angeles'],
  ['India Standard Time', 'Asia/Kolkata'],
  ['China Standard Time', 'Asia/Shanghai'],
  ['Tokyo Standard Time', 'Asia/Tokyo'],
  ['AUS Eastern Standard Time', 'Australia/Sydney'],
  ['New Zealand Standard Time', 'Pacific/Auckland'],
])

function readTimeZone(place: Place): string {
  const name = textOf(place, 'timeZone')
  if ((place.fields['timeZone'] ?? null) === null) doubtNoTimeZone(place)
  if (name === null) return 'UTC'
  if (isTimeZone(name)) return name
  const iana = WINDOWS_ZONES.get(name)
  const hint =
    iana !== undefined
      ? `That is a name of Windows. Did you mean "${iana}"?`
      : didYouMean(name, Intl.supportedValuesOf('timeZone'), 'Use a name of the IANA database, such as Europe/Copenhagen.')
  place.issues.error('/timeZone', 'time-zone-unknown', `There is no time zone ${shown(name)}.`, hint)
  return 'UTC'
}

function checkAnybody(place: Place): void {
  const value = place.fields['employees']
  if (Array.isArray(value) && value.length === 0)
    place.issues.warn('/employees', 'no-employees', 'There are no employees, so every shift stays empty.', 'Add employees.')
}

/** Warns of tags that shifts carry and `shiftTags`, where it is given, does not list. */
function checkDeclaredTags(reading: Reading, shifts: readonly Shift[], declared: readonly string[]): void {
  if (reading.categories.size === 0) return
  const positionOf = createPositionReader(shifts)
  const missing = new Set(reading.tags)
  for (const tag of declared) missing.delete(tag)
  for (let index = 0; missing.size > 0 && index < shifts.length; index += 1) {
    for (const [at, tag] of shifts[index]!.tags.entries()) {
      if (!missing.delete(tag)) continue
      reading.issues.warn(`/shifts/${positionOf(index)}/tags/${at}`, 'tag-undeclared', `The tag ${shown(tag)} is not listed in shiftTags.`, () =>
        didYouMean(tag, declared, 'Add it to shiftTags.'),
      )
    }
  }
}

function readTermination(document: Place, limits: ScheduleLimits): Termination {
  const place = objectOf(document, 'termination', TERMINATION)
  const seconds = { min: RANGES.seconds.min, max: limits.solveSeconds }
  return {
    maxSeconds: (place && integerOf(place, 'maxSeconds', seconds)) ?? Math.min(DEFAULT_MAX_SECONDS, limits.solveSeconds),
    stallSeconds: place && integerOf(place, 'stallSeconds', RANGES.seconds),
    targetGap: (place && fractionOf(place, 'targetGap', RANGES.share)) ?? 0,
    seed: (place && integerOf(place, 'seed', RANGES.seed)) ?? DEFAULT_SEED,
  }
}
