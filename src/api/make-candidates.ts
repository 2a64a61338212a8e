import { type BreakRule, canHold } from '../model/breaks.ts'
import type { Calendar } from '../model/calendar.ts'
import type { Demand, Shift, ShiftTemplate, Spot } from '../model/schedule.ts'
import { firstWhere } from '../model/first-where.ts'
import type { DayIndex, Minute, ShiftId, SpotId } from '../model/units.ts'
import type { IssueList } from './issues.ts'
import { MAX_CANDIDATES, MAX_CONSIDERED_CANDIDATES } from './limits.ts'
import type { Reading } from './reading.ts'
import { checkBreaksFit, unpaidMinutes } from './read-break-rules.ts'
import { splitWork } from './split-work.ts'
import { createKindTable, isLateShift, isNightShift, worksOn } from './shift-kinds.ts'
import type { KindTable } from './shift-kinds.ts'
import { formatDateTime, instantOfWall } from './times.ts'
import { SATURDAY, SUNDAY } from '../model/weekend.ts'

const LOCAL_MINUTE = '2026-03-02T07:00'.length
const MINUTES_PER_DAY = 1440

interface Making extends Pick<Reading, 'issues' | 'settings' | 'clock' | 'calendarRules' | 'spots' | 'breaks' | 'breaksAt'> {
  readonly holidays: ReadonlyMap<number, readonly string[]>
  readonly calendar: Calendar
}

interface Given {
  readonly demands: readonly Demand[]
  readonly templates: readonly ShiftTemplate[]
  readonly spots: readonly Spot[]
}

interface Span {
  readonly start: Minute
  readonly end: Minute
}

/** A moment at which a shift of a template may start. */
interface Start {
  readonly day: DayIndex
  readonly start: Minute
  readonly id: ShiftId
  readonly tags: readonly string[]
}

/**
 * One shift for each start and length that a template allows on a planned day, at each of its spots where somebody is wanted at some moment of it; in order of start, end, spot and template. Starts that the
 * clock skips are left out, and of one that it shows twice the first is taken.
 */
export function makeCandidates({ demands, templates, spots }: Given, making: Making): Shift[] {
  const { issues, calendar, settings, clock, calendarRules } = making
  const wanted = wantedAt(demands)
  if (isTooMany(issues, templates, calendar)) return []
  const places = new Map(spots.map(({ id }, index) => [id, index]))
  const made: { readonly shift: Shift; readonly template: number }[] = []
  const longest = templates.reduce((most, { maxMinutes }) => Math.max(most, maxMinutes), 0)
  const firstEpochDay = clock.dayOf(calendar.originEpochMin)
  const lastEndEpochDay = firstEpochDay + calendar.days.length + 1 + Math.ceil(longest / MINUTES_PER_DAY)
  const table = createKindTable(settings.shiftKinds, calendar, { firstEpochDay, lastEndEpochDay, rules: calendarRules }, clock.offsetAt)
  for (const [position, template] of templates.entries()) {
    const before = made.length
    const starts = startsOf(template, making)
    for (const spotId of template.spots) {
      const spans = wanted.get(spotId)
      const spotIndex = places.get(spotId)
      if (spans === undefined || spotIndex === undefined) continue
      const lengths = lengthsOf(template, position, spotIndex, making)
      for (const start of starts) {
        for (const { length, breakRules } of lengths) {
          if (made.length > MAX_CANDIDATES || !isWanted(spans, start.start, start.start + length)) continue
          made.push({ shift: shiftOf(template, { ...start, spotIndex, length, breakRules }, { table, ...making }), template: position })
        }
      }
    }
    if (made.length === before) tellEmpty(issues, position)
  }
  if (made.length > MAX_CANDIDATES) {
    tellTooMany(issues, `The templates allow more than ${MAX_CANDIDATES.toLocaleString('en-US')} different shifts`)
    return []
  }
  made.sort((a, b) => a.shift.start - b.shift.start || a.shift.end - b.shift.end || a.shift.spotIndex - b.shift.spotIndex || a.template - b.template)
  return made.map(({ shift }) => shift)
}

interface Length {
  readonly length: number
  /** Null = none. */
  readonly breakRules: readonly BreakRule[] | null
}

/** The lengths that shifts of a template may have at a spot, with their breaks: those that cannot hold them are none. An error where none can. */
function lengthsOf(template: ShiftTemplate, position: number, spotIndex: number, { issues, breaks, breaksAt }: Making): Length[] {
  const { minMinutes, maxMinutes, lengthStepMinutes } = template
  const named = template.breakRules ?? breaksAt[spotIndex] ?? []
  const lengths: Length[] = []
  for (let length = minMinutes; length <= maxMinutes; length += lengthStepMinutes) {
    const breakRules = breaks.within(named, length)
    if (breakRules === null || canHold(breakRules, length)) lengths.push({ length, breakRules })
  }
  if (lengths.length > 0) return lengths
  const pointer = template.breakRules === null ? `/shiftTemplates/${position}` : `/shiftTemplates/${position}/breakRules`
  checkBreaksFit(issues, pointer, breaks.within(named, maxMinutes)!, maxMinutes)
  return lengths
}

/** By spot: the times at which somebody is wanted, in order, none of them touching the next. */
function wantedAt(demands: readonly Demand[]): ReadonlyMap<SpotId, readonly Span[]> {
  const asked = demands.filter(({ min, ideal }) => min > 0 || (ideal ?? 0) > 0)
  const merged = new Map<SpotId, readonly Span[]>()
  for (const [spotId, own] of Map.groupBy(asked, (demand) => demand.spotId)) {
    const spans: Span[] = []
    for (const { start, end } of own.flatMap(({ openings }) => openings).toSorted((a, b) => a.start - b.start)) {
      const last = spans.at(-1)
      if (last === undefined || start > last.end) spans.push({ start, end })
      else if (end > last.end) spans[spans.length - 1] = { start: last.start, end }
    }
    merged.set(spotId, spans)
  }
  return merged
}

function isWanted(spans: readonly Span[], start: number, end: number): boolean {
  const at = firstWhere(spans.length, (k) => spans[k]!.end > start)
  return at < spans.length && spans[at]!.start < end
}

/** What has to be looked at: all starts and lengths on all planned days, wanted or not. */
function isTooMany(issues: IssueList, templates: readonly ShiftTemplate[], { days, horizonFirst }: Calendar): boolean {
  const considered = templates.reduce((sum, { spots, startsFrom, startsTo, stepMinutes, minMinutes, maxMinutes, lengthStepMinutes }) => {
    const starts = 1 + Math.floor((startsTo - startsFrom) / stepMinutes)
    const lengths = 1 + Math.floor((maxMinutes - minMinutes) / lengthStepMinutes)
    return sum + spots.length * starts * lengths * (days.length - horizonFirst)
  }, 0)
  if (considered <= MAX_CONSIDERED_CANDIDATES) return false
  tellTooMany(issues, `The templates allow ${considered.toLocaleString('en-US')} starts and lengths on the planned days`)
  return true
}

function tellTooMany(issues: IssueList, what: string): void {
  issues.error(
    '/shiftTemplates',
    'candidates-too-many',
    `${what}; a search can choose among ${MAX_CANDIDATES.toLocaleString('en-US')}.`,
    'Choose larger steps, shorter spans of starts and lengths, fewer spots, or fewer days.',
  )
}

function tellEmpty(issues: IssueList, position: number): void {
  issues.warn(
    `/shiftTemplates/${position}`,
    'template-unused',
    'The template allows no shift while somebody is wanted at its spots on the planned days, so none is made of it.',
    'Correct its spots, weekdays or times, or leave it out.',
  )
}

/** The moments of the planned days at which shifts of a template may start. */
function startsOf(template: ShiftTemplate, { calendar, clock, holidays }: Making): Start[] {
  const { days, horizonFirst, originEpochMin } = calendar
  const origin = clock.dayOf(originEpochMin)
  const starts: Start[] = []
  const tagsOn = holidayTags(template.tags)
  for (let day = horizonFirst as number; day < days.length; day += 1) {
    if (template.weekdays !== null && !template.weekdays.includes(days[day]!.weekday)) continue
    for (let wallMin = template.startsFrom; wallMin <= template.startsTo; wallMin += template.stepMinutes) {
      const { instant, shown } = instantOfWall(clock, origin + day, wallMin)
      // On the day after the last planned one nothing is planned.
      const on = day + Math.floor(wallMin / MINUTES_PER_DAY)
      if (shown === 'never' || on >= days.length) continue
      starts.push({
        day: on as DayIndex,
        start: (instant - originEpochMin) as Minute,
        id: `${template.id}/${formatDateTime(instant, clock.offsetAt(instant)).slice(0, LOCAL_MINUTE)}` as ShiftId,
        tags: tagsOn(holidays.get(origin + on) ?? NONE),
      })
    }
  }
  return starts
}

/** Tags of a template with those of a holiday: one list for all shifts of the same. */
function holidayTags(tags: readonly string[]): (holiday: readonly string[]) => readonly string[] {
  const own = new Set(tags)
  const known = new Map<string, readonly string[]>()
  return (holiday) => {
    const more = holiday.filter((tag) => !own.has(tag))
    if (more.length === 0) return tags
    const key = JSON.stringify(more)
    const list = known.get(key) ?? [...tags, ...more]
    known.set(key, list)
    return list
  }
}

function shiftOf(
  template: ShiftTemplate,
  { day, start, id, tags, spotIndex, length, breakRules }: Start & Length & { readonly spotIndex: number },
  { table, calendar, calendarRules, clock }: Making & { readonly table: KindTable },
): Shift {
  const end = (start + length) as Minute
  const { originEpochMin } = calendar
  const breakMin = unpaidMinutes(breakRules)
  const split = calendarRules.splitsWork
    ? splitWork({ start: originEpochMin + start, end: originEpochMin + end, breakMin, paidMin: null }, clock)
    : null
  const shift: Shift = {
    id,
    name: template.name,
    spotIndex,
    skills: NONE,
    anySkills: NONE,
    preferredSkills: NONE,
    start,
    end,
    day,
    breakMin,
    workMin: split?.workMin ?? length - breakMin,
    ...(breakRules === null ? {} : { breakRules }),
    importance: 'OPTIONAL',
    weight: 0,
    cost: template.cost,
    suggestedEmployees: NONE,
    dislikedEmployees: NONE,
    allowedCollisionSpots: NONE,
    fixed: false,
    historic: false,
    employeeIndex: null,
    foreignInt: null,
    tags,
    template: template.id,
    isLate: isLateShift(table, day, start, end),
    isNight: isNightShift(table, day, start, end),
    worksSaturday: worksOn(table, SATURDAY, day, end),
    worksSunday: worksOn(table, SUNDAY, day, end),
  }
  return split === null ? shift : { ...shift, splitMin: split.splitMin }
}

const NONE: readonly never[] = []
