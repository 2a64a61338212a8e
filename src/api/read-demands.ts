import type { Demand, Schedule } from '../model/schedule.ts'
import type { Identifier, Minute, SpotId } from '../model/units.ts'
import { checkMinMax, checkOrder, integerOf, isGiven, objectsOf, shapeOf, shown } from './fields.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, isId, requiredId } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import { MAX_DEMAND_TIMES, RANGES } from './limits.ts'
import { requiredEdge } from './moments.ts'
import { readRepeats } from './read-repeats.ts'
import { checkSpot } from './reading.ts'
import type { Reading } from './reading.ts'
import { Demand as DemandSchema } from './schemas/demand.ts'
import { createClock, formatDateTime, isInShiftYears } from './times.ts'
import { type UnservedTime, unservedTimes } from './unserved-times.ts'

const LOCAL_MINUTE = '2026-03-02T07:00'.length
/** Demands by the half hour are many; a few show what is wrong. */
const SHOWN_OF_A_KIND = 5
const DEMAND = shapeOf('a demand', DemandSchema)

/** In minutes since 1970; the end exclusive. */
interface Span {
  readonly start: number
  readonly end: number
}

/** A demand as read, before there is a calendar. */
export interface ReadDemand extends Omit<Demand, 'openings'> {
  readonly spans: readonly Span[]
}

export type DemandReading = Pick<Reading, 'issues' | 'limits' | 'clock' | 'spots' | 'calendarRules' | 'repeats' | 'breaks'>

/** Reads `demands`; those that repeat have a span for each time. */
export function readDemands(document: Place, reading: DemandReading): ReadDemand[] {
  const seen = new Map<Identifier, number>()
  const demands = objectsOf(document, 'demands', DEMAND).map((place, index): ReadDemand => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    const spot = requiredId(place, 'spot')
    if (isId(place.fields['spot'])) checkSpot(reading, `${place.pointer}/spot`, spot)
    const demand: ReadDemand = {
      id,
      spotId: spot as SpotId,
      spans: readSpans(place, reading),
      min: integerOf(place, 'min', RANGES.people) ?? 0,
      ideal: integerOf(place, 'ideal', RANGES.people),
      max: integerOf(place, 'max', RANGES.people),
      weight: integerOf(place, 'weight', RANGES.weight) ?? 1,
    }
    for (const [low, high] of [['min', 'ideal'] as const, ['ideal', 'max'] as const, ['min', 'max'] as const]) checkMinMax(place, low, high)
    if (demand.ideal === null && demand.max === null) isGiven(place, 'min')
    return demand
  })
  checkTwins(reading.issues, 'demand', seen, (id) => `/demands/${seen.get(id)}/id`)
  const times = demands.reduce((sum, { spans }) => sum + spans.length, 0)
  if (times > MAX_DEMAND_TIMES) {
    const detail = `The demands come to ${times} times with what repeats; at most ${MAX_DEMAND_TIMES} are allowed.`
    reading.issues.error('/demands', 'list-too-long', detail, 'Let fewer of them repeat, join what follows on one another, or plan fewer days.')
  }
  return demands
}

/** The times at which they are wanted. */
function readSpans(place: Place, reading: DemandReading): readonly Span[] {
  const start = requiredEdge(place, 'start', 'start', reading.clock)
  const end = requiredEdge(place, 'end', 'end', reading.clock)
  checkOrder(place, 'start', 'end', start, end)
  if (start === null || end === null || start >= end || !isShort(place, { start, end }, reading)) return []
  const spans = readRepeats(place, { start, end }, { ...reading, horizon: { start, end } }) ?? [{ start, end }]
  if (spans.length === 0 && reading.issues.errorCount === 0)
    place.issues.warn(
      `${place.pointer}/repeats`,
      'demand-never',
      'None of the times at which the demand repeats lies between its start and its end, so it asks for nobody.',
      'Correct its weekdays, start or end, or leave it out.',
    )
  return spans
}

/** The planned days begin and end with the demands, so that none may be longer than they may be. */
function isShort({ issues, pointer }: Place, { start, end }: Span, { clock, limits: { horizonDays } }: DemandReading): boolean {
  if (!isInShiftYears(start) || !isInShiftYears(end)) {
    const key = isInShiftYears(start) ? 'end' : 'start'
    issues.error(`${pointer}/${key}`, 'date-out-of-range', `The demand’s ${key} is outside the years in which shifts may lie.`, 'Correct the year.')
    return false
  }
  const days = clock.dayOf(end - 1) - clock.dayOf(start) + 1
  if (days <= horizonDays) return true
  const detail = `The demand covers ${days} days; at most ${horizonDays} are allowed.`
  issues.error(`${pointer}/end`, 'horizon-too-long', detail, 'Let it end with the days that are planned.')
  return false
}

/** The first moment at which anybody is wanted and the last, in minutes since 1970; null where nobody ever is. */
export function reachOf(demands: readonly ReadDemand[]): Span | null {
  const spans = demands.flatMap((demand) => demand.spans)
  if (spans.length === 0) return null
  return spans.reduce((all, { start, end }) => ({ start: Math.min(all.start, start), end: Math.max(all.end, end) }))
}

/** The demands in their calendar. */
export function placeDemands(read: readonly ReadDemand[], originEpochMin: number): Demand[] {
  const at = (epochMin: number): Minute => (epochMin - originEpochMin) as Minute
  return read.map(({ spans, ...demand }) => ({ ...demand, openings: spans.map(({ start, end }) => ({ start: at(start), end: at(end) })) }))
}

/** Warns of demands that nobody can be at work for, at all or at some of their times, and of those that ask for more people than there are. */
export function checkDemands(issues: IssueList, schedule: Schedule): void {
  const { demands = [], shiftTemplates = [], shifts, spots, employees } = schedule
  if (demands.length === 0) return
  const unserved = issues.errorCount === 0 ? unservedTimes(schedule) : null
  const served = new Set<Identifier>([
    ...shiftTemplates.flatMap((template) => template.spots),
    ...shifts.map(({ spotIndex }) => spots[spotIndex]?.id ?? 0),
  ])
  for (const [index, { spotId, min, ideal, openings }] of demands.entries()) {
    if (openings.length === 0) continue
    const pointer = `/demands/${index}`
    if (!served.has(spotId)) {
      const detail = `No shift and no template is at the spot ${shown(spotId)}, so nobody can be at work for the demand.`
      issues.warn(`${pointer}/spot`, 'demand-unserved', detail, 'Add the spot to a template, or a shift at it.')
    } else if (min > 0 && min <= employees.length) tellUnserved(issues, pointer, timesWithin(unserved?.get(spotId) ?? [], openings), schedule)
    const [key, most] = min > employees.length ? ['min', min] : ['ideal', ideal ?? 0]
    if (employees.length === 0 || (most as number) <= employees.length) continue
    const detail = `${key} is ${most}, and there are only ${employees.length} employees.`
    issues.warn(`${pointer}/${key}`, 'demand-unreachable', detail, 'Ask for fewer, or send more employees.')
  }
}

/** Those of the times, in order, that a demand asks for, cut to its openings. */
function timesWithin(times: readonly UnservedTime[], openings: readonly Span[]): UnservedTime[] {
  const found: UnservedTime[] = []
  let next = 0
  for (const time of times) {
    while (next < openings.length && openings[next]!.end <= time.start) next += 1
    for (let k = next; k < openings.length && openings[k]!.start < time.end; k += 1)
      found.push({ ...time, start: Math.max(time.start, openings[k]!.start), end: Math.min(time.end, openings[k]!.end) })
  }
  return found
}

function tellUnserved(issues: IssueList, pointer: string, times: readonly UnservedTime[], { calendar }: Schedule): void {
  const [first] = times
  if (first === undefined) return
  const { offsetAt } = createClock(calendar.timeZone)
  const onClock = (minute: number): string => {
    const instant = calendar.originEpochMin + minute
    return formatDateTime(instant, offsetAt(instant)).slice(0, LOCAL_MINUTE).replace('T', ' ')
  }
  const more = times.length === 1 ? '' : ` and at ${times.length - 1} more ${times.length === 2 ? 'time' : 'times'}`
  const who =
    first.seats === 0 ? 'no posted shift runs' : `posted shifts have ${first.seats} ${first.seats === 1 ? 'seat' : 'seats'} for ${first.wanted}`
  issues.warn(
    pointer,
    'demand-unserved',
    `From ${onClock(first.start)} to ${onClock(first.end)}${more} ${who} at the spot, and no template makes a shift that runs then.`,
    'Let starts, weekdays and lengths of a template reach there, add shifts, or ask for fewer then.',
    { kind: 'demand-unserved times', atMost: SHOWN_OF_A_KIND },
  )
}
