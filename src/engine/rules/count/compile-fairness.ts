import type { Fairness, Schedule, Shift } from '../../../model/schedule.ts'
import { isWeekendShift } from '../../../model/weekend.ts'
import { MINUTES_PER_HOUR } from '../../../model/units.ts'
import type { Compiling } from '../../instance/compiling.ts'
import type { Demands } from '../../instance/demands.ts'
import { type CandidateLists, findCandidates } from '../../instance/eligible.ts'
import { NO_LIMIT } from '../../instance/limits.ts'
import { periodWindows, type Windows, windowsPer } from '../../instance/windows.ts'
import type { CountDraft } from './compile-counts.ts'
import { capacityOfEmployee, toHundredths, MILLIONTHS } from './fair-share.ts'
import { presenceOf } from './presence.ts'

/** A rule that shares shifts, or what they come to. */
type SharedWork = Fairness & { readonly of: Exclude<Fairness['of'], 'refusedWishes'> }

/** The fairness rules of work: of each window one count, whose limits are the shares (docs/constraints/fairness.md). */
export function fairness(c: Compiling): CountDraft[] {
  const { schedule, demands, units } = c
  const rules = schedule.fairness.filter((rule): rule is SharedWork => rule.of !== 'refusedWishes')
  if (rules.length === 0 || !units.isOn('fairness')) return []
  const candidateLists = findCandidates(schedule, demands, c.staff, c.dayWishes)
  const presence = presenceOf(schedule)
  return rules.flatMap((rule) => draftsOf(c, rule, { candidateLists, presence }))
}

interface Known {
  readonly candidateLists: CandidateLists
  readonly presence: readonly Int32Array[]
}

function draftsOf({ schedule, demands, measures, units, weekends }: Compiling, rule: SharedWork, known: Known): CountDraft[] {
  const { calendar } = schedule
  const windows = rule.per === 'period' ? periodWindows(calendar, rule.period!) : windowsPer(calendar, rule.per)
  const isMeant = concerned(schedule, rule, demands)
  const meant = Uint8Array.from(demands.sample, (shift) => (isMeant(shift) ? 1 : 0))
  const column = measures.columnOfThose(JSON.stringify([rule.of === 'weekends', rule.tags, rule.weekdays, rule.spotIndexes]), meant, rule.of)
  const dayOf = (day: number): number => {
    const weekend = rule.of === 'weekends' ? weekends.weekendOf[day]! : -1
    return weekend < 0 ? day : weekends.anchor[weekend]!
  }
  const byWindow = new Map<number, number[]>()
  for (const [index, shift] of schedule.shifts.entries()) {
    if (shift.historic || meant[demands.demandOfShift[index]!] === 0) continue
    const day = dayOf(shift.day)
    const window = windows.firstWindow[day]!
    if (window > windows.lastWindow[day]! || windows.inHorizon[window] === 0) continue
    const indexes = byWindow.get(window)
    if (indexes === undefined) byWindow.set(window, [index])
    else indexes.push(index)
  }
  const unit = units.of('fairness', rule.weights === null ? {} : { weights: rule.weights })
  return [...byWindow].map(
    ([window, indexes]): CountDraft => ({
      overUnit: unit,
      underUnit: unit,
      times: rule.weight,
      of: rule.of === 'weekends' ? 'weekend' : 'sum',
      column,
      windows: single(windows, window),
      ...sharesIn(schedule, rule, { ...known, indexes, demandOfShift: demands.demandOfShift, days: daysOf(schedule, windows, window) }),
      squared: rule.of === 'minutes' ? MINUTES_PER_HOUR : 1,
      horizonOnly: true,
    }),
  )
}

function concerned({ calendar }: Schedule, { of, tags, weekdays, spotIndexes }: SharedWork, demands: Demands): (shift: Shift) => boolean {
  const [onDays, atSpots] = [new Set(weekdays), new Set(spotIndexes)]
  const isCarried = tags.length === 0 ? null : demands.tags.carrying(new Set(tags), demands.count)
  return (shift) =>
    // As many are made of templates as there are people for them: nobody has a share of those.
    shift.template === undefined &&
    (of !== 'weekends' || isWeekendShift(shift)) &&
    (isCarried === null || isCarried(shift.tags)) &&
    onDays.has(calendar.days[shift.day]!.weekday) &&
    (atSpots.size === 0 || atSpots.has(shift.spotIndex))
}

/** One of several windows, whole: its limits are told as they are. */
function single({ firstWindow, lastWindow }: Windows, window: number): Windows {
  const isIn = firstWindow.map((first, day) => (first <= window && window <= lastWindow[day]! ? 1 : 0))
  return {
    count: 1,
    firstWindow: isIn.map((has) => 1 - has),
    lastWindow: isIn.map((has) => has - 1),
    known: Int32Array.of(1),
    full: Int32Array.of(1),
    inHorizon: Uint8Array.of(1),
  }
}

/** First and last day of the horizon that lie in a window. */
function daysOf({ calendar }: Schedule, { firstWindow, lastWindow }: Windows, window: number): readonly [first: number, last: number] {
  const days = [...firstWindow.keys()].filter((day) => day >= calendar.horizonFirst && firstWindow[day]! <= window && window <= lastWindow[day]!)
  return [days[0] ?? 0, days.at(-1) ?? -1]
}

interface Sharing extends Known {
  /** The shifts that are shared. */
  readonly indexes: readonly number[]
  readonly demandOfShift: Int32Array
  readonly days: readonly [first: number, last: number]
}

/** By employee, from `least` to `most`: their share less what they have had before. Nobody else is limited. */
function sharesIn(schedule: Schedule, rule: SharedWork, sharing: Sharing): Pick<CountDraft, 'least' | 'most'> {
  const { employees, shifts } = schedule
  const capacity = capacitiesOf(schedule, rule, sharing)
  const total = capacity.reduce((sum, one) => sum + one, 0)
  const ofAll = sharing.indexes.map((index) => shifts[index]!)
  const [low, high] = amounts(
    schedule,
    rule,
    ofAll.filter(({ importance }) => importance === 'MANDATORY'),
    ofAll,
  )
  const least = new Int32Array(employees.length)
  const most = new Int32Array(employees.length).fill(NO_LIMIT)
  for (const e of rule.employeeIndexes) {
    const part = total === 0 ? 0 : Math.floor((MILLIONTHS * capacity[e]!) / total)
    const share = toHundredths(high * part)
    // Who may work none of it makes up for nothing.
    const carried = rule.per === 'horizon' && share > 0 ? (employees[e]!.history?.carry?.get(rule.id) ?? 0) : 0
    least[e] = Math.max(0, Math.floor((toHundredths(low * part) - carried) / 100))
    most[e] = Math.min(NO_LIMIT - 1, Math.max(0, Math.ceil((share - carried) / 100)))
  }
  return { least, most }
}

/** By employee: what their share is in proportion to; 0 for who does not share, or may work none of it. */
function capacitiesOf(
  { employees, calendar }: Schedule,
  rule: SharedWork,
  { candidateLists, presence, indexes, demandOfShift, days }: Sharing,
): Float64Array {
  const may = new Uint8Array(employees.length)
  const isSharing = new Uint8Array(employees.length)
  for (const e of rule.employeeIndexes) isSharing[e] = 1
  let left = rule.employeeIndexes.length
  for (const list of new Set(indexes.map((index) => candidateLists.candidateListOf[demandOfShift[index]!]!))) {
    if (left === 0) break
    const { qualified, absent } = candidateLists.lists[list]!
    let next = 0
    for (const e of qualified) {
      if (absent[next] === e) next += 1
      else if (may[e] === 0) {
        may[e] = 1
        left -= isSharing[e]!
      }
    }
  }
  const [first, last] = days
  const capacity = new Float64Array(employees.length)
  for (const e of rule.employeeIndexes) {
    if (may[e] === 0) continue
    const sums = presence[e]!
    capacity[e] = (rule.share === 'EQUAL' ? 1 : capacityOfEmployee(employees[e]!, calendar)) * (sums[last + 1]! - sums[first]!)
  }
  return capacity
}

/** What the shifts come to that must, and that may be worked: of weekends as many people as its busier day needs, and somebody else for each. */
function amounts(
  { calendar }: Schedule,
  { of }: SharedWork,
  mandatory: readonly Shift[],
  all: readonly Shift[],
): readonly [low: number, high: number] {
  if (of === 'shifts') return [mandatory.length, all.length]
  if (of !== 'weekends') return [sumOf(mandatory, of), sumOf(all, of)]
  const byWeekend = new Map<number, Map<number, number>>()
  for (const shift of mandatory) {
    const ofDays = byWeekend.get(calendar.days[shift.day]!.weekend) ?? new Map<number, number>()
    byWeekend.set(calendar.days[shift.day]!.weekend, ofDays.set(shift.day, (ofDays.get(shift.day) ?? 0) + 1))
  }
  const low = [...byWeekend.values()].reduce((sum, ofDays) => sum + Math.max(...ofDays.values()), 0)
  return [low, all.length]
}

function sumOf(shifts: readonly Shift[], of: 'minutes' | 'points'): number {
  return shifts.reduce((sum, { workMin, points }) => sum + (of === 'minutes' ? workMin : (points ?? 0)), 0)
}
