import { createCalendar, dayAt } from '../model/calendar.ts'
import type { Calendar } from '../model/calendar.ts'
import { IMPORTANCES } from '../model/schedule.ts'
import type { Shift } from '../model/schedule.ts'
import { createPositionReader } from '../model/seats.ts'
import type { DayIndex, EmployeeId, Identifier, Minute, ShiftId, SpotId } from '../model/units.ts'
import { SATURDAY, SUNDAY } from '../model/weekend.ts'
import { checkOrder, choiceOf, flagOf, integerOf, isGiven, objectsOf, shapeOf, textOf, textsOf } from './fields.ts'
import { instantOf } from './moments.ts'
import { HistoryDoubts } from './doubt-history.ts'
import { doubtMinutes, doubtOffset, doubtSuggestions } from './doubts.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, idOf, idsOf, isId, requiredId } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import { LONG_SHIFT_MIN, MAX_SHIFT_DAYS, MAX_SHIFT_MIN, RANGES, SHIFT_YEARS } from './limits.ts'
import { unpaidMinutes } from './read-break-rules.ts'
import { breakRulesOf, breaksGiven } from './read-breaks.ts'
import { askedSkillsOf, SharedLists } from './read-skills.ts'
import { checkEmployee, checkSpot } from './reading.ts'
import type { CalendarRead } from './read-calendar.ts'
import type { Reading } from './reading.ts'
import { expandSeats, readSeats, type SeatsRead } from './read-seats.ts'
import { Shift as ShiftSchema } from './schemas/shift.ts'
import { createKindTable, isLateShift, isNightShift, worksOn } from './shift-kinds.ts'
import { splitWork } from './split-work.ts'
import { isInShiftYears } from './times.ts'
import { writeOutShifts } from './write-out-shifts.ts'

const SHIFT = shapeOf('a shift', ShiftSchema)
/** Up to here a break looks as if hours had been given. */
const LIKELY_BREAK_HOURS = 4
const LIKELY_PAID_HOURS = 12

/** What the calendar says of a shift. */
type ShiftTimes = Pick<Shift, 'start' | 'end' | 'day' | 'workMin' | 'splitMin' | 'isLate' | 'isNight' | 'worksSaturday' | 'worksSunday'>

/** A shift as read, before there is a calendar; times in minutes since 1970, null when they could not be read. */
export interface ReadShift extends Omit<Shift, keyof ShiftTimes | 'seats' | 'isSpare'>, SeatsRead {
  readonly pointer: string
  readonly start: number | null
  readonly end: number | null
  readonly paidMin: number | null
  /** Of a shift with seats: where the breaks lie of those who come with it, by position of the employee. */
  readonly breaksOf?: ReadonlyMap<number, readonly number[]>
}

type ShiftReading = Pick<Reading, 'issues' | 'settings' | 'limits' | 'clock' | 'repeats' | 'spots' | 'employees' | 'breaks' | 'breaksAt'> &
  CalendarRead & { readonly isCyclic: boolean }

interface ReadShifts {
  /** Those that repeat once for each time. */
  readonly shifts: ReadShift[]
  /** Where each id stands. */
  readonly positions: Map<Identifier, number>
  readonly tags: Set<string>
  /** False, with an error, where they are no list, or one that is too long. */
  readonly isWhole: boolean
}

/** Reads `shifts`, where each id stands, and which tags there are. */
export function readShifts(document: Place, reading: ShiftReading): ReadShifts {
  const positions = new Map<Identifier, number>()
  const tags = new Set<string>()
  const lists = new SharedLists()
  const history = new HistoryDoubts()
  const posted = writeOutShifts(document, reading)
  const shifts = objectsOf(posted, 'shifts', SHIFT, reading.limits.shifts).map((place, index) => {
    const shift = readShift(place, reading, lists)
    claimId(place, shift.id, positions, index)
    history.see(place)
    for (const tag of shift.tags) tags.add(tag)
    return shift
  })
  history.finish(reading.issues)
  checkTwins(reading.issues, 'shift', positions, (id) => `/shifts/${positions.get(id)}/id`)
  const list = posted.fields['shifts']
  return { shifts, positions, tags, isWhole: Array.isArray(list) && list.length <= reading.limits.shifts }
}

function readShift(place: Place, reading: ShiftReading, lists: SharedLists): ReadShift {
  const spot = requiredId(place, 'spot')
  const spotIndex = reading.spots.get(spot)
  if (spotIndex === undefined && isId(place.fields['spot'])) checkSpot(reading, `${place.pointer}/spot`, spot)
  const start = isGiven(place, 'start') ? instantOf(place, 'start', reading.clock) : null
  const end = isGiven(place, 'end') ? instantOf(place, 'end', reading.clock) : null
  const plainBreakMin = integerOf(place, 'breakMinutes', RANGES.minutes) ?? 0
  const breakRules = breakRulesOf(place, { start, end, spotIndex }, reading)
  const breakMin = plainBreakMin + unpaidMinutes(breakRules)
  checkShiftTimes(place, start, end, breakMin)
  doubtOffset(place, 'start', start, reading.clock)
  doubtOffset(place, 'end', end, reading.clock)
  doubtMinutes(place, 'breakMinutes', LIKELY_BREAK_HOURS)
  doubtMinutes(place, 'paidMinutes', LIKELY_PAID_HOURS)
  const isEmployee = (id: Identifier, pointer: string): boolean => checkEmployee(reading, pointer, id)
  const seats = readSeats(place, reading)
  const employeeIndex = seats.seats === null ? readEmployee(place, reading) : null
  const historic = flagOf(place, 'historic', false)
  const points = integerOf(place, 'points', RANGES.points) ?? 0
  const shift: ReadShift = {
    pointer: place.pointer,
    id: requiredId(place, 'id') as ShiftId,
    name: textOf(place, 'name'),
    spotIndex: spotIndex ?? 0,
    skills: lists.of(askedSkillsOf(place, 'skills')),
    anySkills: lists.of(askedSkillsOf(place, 'anySkills')),
    preferredSkills: lists.of(askedSkillsOf(place, 'preferredSkills')),
    start,
    end,
    breakMin,
    paidMin: integerOf(place, 'paidMinutes', RANGES.minutes),
    importance: choiceOf(place, 'importance', IMPORTANCES) ?? 'MANDATORY',
    weight: integerOf(place, 'weight', RANGES.shiftWeight) ?? 1,
    cost: integerOf(place, 'cost', RANGES.cost) ?? 0,
    ...(points === 0 ? {} : { points }),
    ...takenFrom(place, reading),
    suggestedEmployees: idsOf(place, 'suggestedEmployees', isEmployee) as readonly EmployeeId[],
    dislikedEmployees: idsOf(place, 'dislikedEmployees', isEmployee) as readonly EmployeeId[],
    allowedCollisionSpots: idsOf(place, 'allowedCollisionSpots', (id, pointer) => checkSpot(reading, pointer, id)) as readonly SpotId[],
    fixed: readFixed(place, historic),
    historic,
    employeeIndex,
    seats: seats.seats,
    employeeIndexes: seats.employeeIndexes,
    foreignInt: integerOf(place, 'foreignInt', RANGES.id),
    tags: withHolidays(textsOf(place, 'tags'), start, reading),
    ...(breakRules === null ? {} : { breakRules }),
    ...breaksGiven(place, { start, end, breakRules, historic, employeeIndex, ...seats }, reading),
  }
  doubtSuggestions(place, shift)
  return shift
}

/** Who was taken off it, as positions, each once. */
function takenFrom(place: Place, reading: ShiftReading): Pick<Shift, 'takenFrom'> {
  const ids = idsOf(place, 'takenFrom', (id, pointer) => checkEmployee(reading, pointer, id))
  return ids.length === 0 ? {} : { takenFrom: [...new Set(ids)].flatMap((id) => reading.employees.get(id) ?? []) }
}

/** Its own tags, and those of the holiday on which it starts. */
function withHolidays(tags: readonly string[], start: number | null, { holidays, clock }: ShiftReading): readonly string[] {
  if (holidays.size === 0 || start === null || !isInShiftYears(start)) return tags
  const more = (holidays.get(clock.dayOf(start)) ?? []).filter((tag) => !tags.includes(tag))
  return more.length === 0 ? tags : [...tags, ...more]
}

function readEmployee(place: Place, reading: ShiftReading): number | null {
  const id = idOf(place, 'employee')
  if (id === null) return null
  const index = reading.employees.get(id)
  if (index === undefined) checkEmployee(reading, `${place.pointer}/employee`, id)
  return index ?? null
}

/** Fixed with somebody, or empty where the document says that nobody works it. */
function readFixed(place: Place, historic: boolean): boolean {
  if (!flagOf(place, 'fixed', false)) return false
  const { employee, employees } = place.fields
  const hasSeats = (place.fields['seats'] ?? null) !== null
  if (hasSeats ? Array.isArray(employees) : employee !== undefined) return true
  if (!historic) {
    place.issues.warn(
      `${place.pointer}/fixed`,
      'fixed-without-employee',
      'The shift is fixed but names no employee, so it is planned like any other.',
      `Name the employee; send "${hasSeats ? 'employees": []' : 'employee": null'} for a shift that stays empty; or leave fixed out.`,
    )
  }
  return false
}

function checkShiftTimes(place: Place, start: number | null, end: number | null, breakMin: number): void {
  const { issues, pointer } = place
  checkOrder(place, 'start', 'end', start, end)
  for (const [key, instant] of [
    ['start', start],
    ['end', end],
  ] as const) {
    if (instant === null || isInShiftYears(instant)) continue
    issues.error(
      `${pointer}/${key}`,
      'date-out-of-range',
      `The shift’s ${key} is outside the years ${SHIFT_YEARS.min} to ${SHIFT_YEARS.max}.`,
      'Correct the year.',
    )
  }
  if (start === null || end === null || end <= start) return
  const length = end - start
  if (breakMin > length)
    issues.error(
      `${pointer}/breakMinutes`,
      'break-longer-than-shift',
      `The break of ${breakMin} minutes is longer than the shift of ${length}.`,
      'Send the break in minutes.',
    )
  if (length > MAX_SHIFT_MIN)
    issues.error(
      `${pointer}/end`,
      'shift-too-long',
      `The shift lasts ${Math.floor(length / 1440)} days; at most ${MAX_SHIFT_DAYS} are allowed.`,
      'Correct start or end.',
    )
  else if (length > LONG_SHIFT_MIN)
    issues.warn(
      `${pointer}/end`,
      'shift-very-long',
      `The shift lasts ${Math.floor(length / 60)} hours.`,
      'Correct start or end if that is not meant.',
    )
}

const DAYS_PER_WEEK = 7

/** First and last local days, in days since 1970, of which the calendar is made. */
interface Span {
  readonly first: number
  readonly horizonFirst: number
  readonly last: number
  readonly lastEnd: number
}

/** The local days that shifts and demands cover; `demanded`: when the first demand begins and the last one ends. Null, with an error, when no calendar can be made of them. */
export function findSpan(
  shifts: readonly ReadShift[],
  demanded: { readonly start: number; readonly end: number } | null,
  reading: ShiftReading,
): Span | null {
  let first = demanded?.start ?? Infinity
  let horizonFirst = first
  let last = demanded === null ? -Infinity : demanded.end - 1
  let lastEnd = demanded?.end ?? -Infinity
  for (const { start, end, historic } of shifts) {
    if (start === null || !isInShiftYears(start)) continue
    first = Math.min(first, start)
    last = Math.max(last, start)
    if (!historic) horizonFirst = Math.min(horizonFirst, start)
    if (end !== null && end - start <= MAX_SHIFT_MIN) lastEnd = Math.max(lastEnd, end)
  }
  if (demanded === null && shifts.every((shift) => shift.historic)) {
    const detail = shifts.length === 0 ? 'There is no shift.' : 'All shifts are historic.'
    reading.issues.error(
      '/shifts',
      'no-shift-to-plan',
      `${detail} Nothing is left to plan.`,
      'Add at least one shift that is not historic, or a demand.',
    )
    return null
  }
  if (horizonFirst === Infinity) return null
  const dayOf = reading.clock.dayOf
  const covered = { first: dayOf(first), horizonFirst: dayOf(horizonFirst), last: dayOf(last), lastEnd: dayOf(Math.max(last, lastEnd)) }
  const span = reading.isCyclic ? inWholeWeeks(covered, reading) : covered
  return isSpanAllowed(span, reading) ? span : null
}

/** The calendar weeks of a span. */
function inWholeWeeks({ first, horizonFirst, last, lastEnd }: Span, { calendarRules: { weekStart } }: ShiftReading): Span {
  // 1970-01-01 was a Thursday.
  const start = (day: number): number => day - ((((day + 3 - weekStart) % DAYS_PER_WEEK) + DAYS_PER_WEEK) % DAYS_PER_WEEK)
  const end = start(last) + DAYS_PER_WEEK - 1
  return { first: Math.min(first, start(horizonFirst)), horizonFirst: start(horizonFirst), last: end, lastEnd: Math.max(lastEnd, end) }
}

function isSpanAllowed(span: Span, reading: ShiftReading): boolean {
  const { horizonDays } = reading.limits
  const horizon = span.last - span.horizonFirst + 1
  const history = span.horizonFirst - span.first
  if (horizon > horizonDays) {
    reading.issues.error(
      '/shifts',
      'horizon-too-long',
      `There are ${horizon} days from the first shift or demand to the last; at most ${horizonDays} are allowed.`,
      'Correct a wrong date, or split the schedule.',
    )
  }
  if (history > horizonDays) {
    reading.issues.error(
      '/shifts',
      'history-too-long',
      `Historic shifts reach back ${history} days; at most ${horizonDays} are allowed.`,
      'Leave the oldest out; employee.history can sum them up.',
    )
  }
  return horizon <= horizonDays && history <= horizonDays
}

/** Gives the shifts their places in the calendar, each as many times as it has seats, and reports historic ones that lie in the horizon. */
export function placeShifts(read: readonly ReadShift[], span: Span, reading: ShiftReading): { calendar: Calendar; shifts: Shift[] } {
  const { clock, issues, settings, calendarRules } = reading
  const calendar = createCalendar(clock.timeZone, span.first, span.last, span.horizonFirst, clock.offsetAt, calendarRules)
  const table = createKindTable(
    settings.shiftKinds,
    calendar,
    { firstEpochDay: span.first, lastEndEpochDay: span.lastEnd, rules: calendarRules },
    clock.offsetAt,
  )
  const place = (from: ReadShift): Shift => {
    const start = ((from.start ?? calendar.originEpochMin) - calendar.originEpochMin) as Minute
    const end = ((from.end ?? calendar.originEpochMin) - calendar.originEpochMin) as Minute
    const day = dayAt(calendar, start) as DayIndex
    if (from.historic && from.start !== null && day >= calendar.horizonFirst) {
      const firstDate = calendar.days[calendar.horizonFirst]!.date
      issues.error(
        `${from.pointer}/historic`,
        'historic-in-horizon',
        `The historic shift starts on or after ${firstDate}, the first day that is planned.`,
        'Send it as fixed instead of historic, or correct its start.',
      )
    }
    return withTimes(from, {
      start,
      end,
      day,
      ...(calendarRules.splitsWork ? splitWork(from, clock) : { workMin: from.paidMin ?? end - start - from.breakMin }),
      isLate: isLateShift(table, day, start, end),
      isNight: isNightShift(table, day, start, end),
      worksSaturday: worksOn(table, SATURDAY, day, end),
      worksSunday: worksOn(table, SUNDAY, day, end),
    })
  }
  if (read.every(({ seats }) => seats === null)) return { calendar, shifts: read.map(place) }
  const shifts: Shift[] = []
  for (const from of read) for (const seat of expandSeats(place(from), from, { isFixed: from.fixed, weights: settings.weights })) shifts.push(seat)
  return { calendar, shifts }
}

/** Field by field: measured 60 ms for 100,000 shifts, where rest and spread took 150 ms. */
function withTimes(from: ReadShift, times: ShiftTimes): Shift {
  return {
    id: from.id,
    name: from.name,
    spotIndex: from.spotIndex,
    skills: from.skills,
    anySkills: from.anySkills,
    preferredSkills: from.preferredSkills,
    start: times.start,
    end: times.end,
    day: times.day,
    breakMin: from.breakMin,
    workMin: times.workMin,
    ...(times.splitMin === undefined ? {} : { splitMin: times.splitMin }),
    importance: from.importance,
    weight: from.weight,
    cost: from.cost,
    ...(from.points === undefined ? {} : { points: from.points }),
    ...(from.takenFrom === undefined ? {} : { takenFrom: from.takenFrom }),
    suggestedEmployees: from.suggestedEmployees,
    dislikedEmployees: from.dislikedEmployees,
    allowedCollisionSpots: from.allowedCollisionSpots,
    fixed: from.fixed,
    historic: from.historic,
    employeeIndex: from.employeeIndex,
    foreignInt: from.foreignInt,
    tags: from.tags,
    ...(from.breakRules === undefined ? {} : { breakRules: from.breakRules }),
    ...(from.breaks === undefined ? {} : { breaks: from.breaks }),
    isLate: times.isLate,
    isNight: times.isNight,
    worksSaturday: times.worksSaturday,
    worksSunday: times.worksSunday,
  }
}

/** Most decided shifts of one employee beside one another that are compared; more are beyond any duty. */
const MAX_BESIDE = 100

/** Warns of decided shifts of one employee that overlap and may not; more at once than are allowed, as docs/constraints/shiftCollision.md counts. */
export function checkFixedOverlaps(
  issues: IssueList,
  shifts: readonly Shift[],
  permitted: { readonly spotIds: readonly SpotId[]; readonly allowedShiftCollisions: number },
): void {
  const decided = shifts.flatMap((shift, index) => ((shift.fixed || shift.historic) && shift.employeeIndex !== null ? [index] : []))
  decided.sort((a, b) => shifts[a]!.employeeIndex! - shifts[b]!.employeeIndex! || shifts[a]!.start - shifts[b]!.start || a - b)
  const positionOf = createPositionReader(shifts)
  let beside: Shift[] = []
  for (const index of decided) {
    const shift = shifts[index]!
    beside = beside.filter((earlier) => earlier.employeeIndex === shift.employeeIndex && earlier.end > shift.start)
    const colliding = shift.historic ? [] : beside.filter((earlier) => !isPermittedBeside(shift, earlier, permitted.spotIds))
    if (colliding.length > permitted.allowedShiftCollisions) {
      const detail = `The fixed shifts ${colliding.at(-1)!.id} and ${shift.id} of one employee overlap.`
      const hint = 'Correct their times, or permit it with allowedCollisionSpots or numberOfAllowedShiftCollisions.'
      issues.warn(`/shifts/${positionOf(index)}`, 'fixed-shifts-overlap', detail, hint)
    }
    if (beside.length < MAX_BESIDE) beside.push(shift)
  }
}

function isPermittedBeside(a: Shift, b: Shift, spotIds: readonly SpotId[]): boolean {
  return a.allowedCollisionSpots.includes(spotIds[b.spotIndex]!) || b.allowedCollisionSpots.includes(spotIds[a.spotIndex]!)
}
