import { WEEKDAYS } from '../../src/api/weekdays.ts'
import type { Random } from '../../src/engine/random.ts'
import { dateOfEpochDay, epochDayOf } from '../../src/model/calendar.ts'
import { randomPeriods, type Dated } from './dated-documents.ts'
import type { Fields } from './draft.ts'

/** Two documents that mean the same, one of them with nothing that only says it shorter. Their lists of employees stand in one order. */
export type Pair = Readonly<Record<'long' | 'short', Fields>>

type Posted = Fields & { start: string; end: string; tags?: string[] }
type Ranges = readonly { readonly first: number; readonly last: number }[]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAY_MIN = 1440
export const ON = { firstPriorityWeight: 0, secondPriorityWeight: 3, thirdPriorityWeight: 0, fourthPriorityWeight: 0 }
export const OFF = { ...ON, secondPriorityWeight: 0 }

const shiftsOf = (document: Fields): Posted[] => document['shifts'] as Posted[]
const employeesOf = (document: Fields): Fields[] => document['employees'] as Fields[]
const dayOf = (instant: string): number => Math.floor(Date.parse(instant) / DAY_MS)
const two = (value: number): string => String(value).padStart(2, '0')
const instant = (day: number, hour: number): string => new Date(day * DAY_MS + hour * HOUR_MS).toISOString()
const weekdayOf = (day: number): number => (day + 3) % 7
const weekOf = (day: number): number => Math.floor((day + 3) / 7)
const daysFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i)

/** First and last known day, and the first of the horizon; days since 1970. */
function daysOf(document: Fields): { readonly first: number; readonly last: number; readonly horizon: number } {
  const days = shiftsOf(document).map(({ start }) => dayOf(start))
  const planned = shiftsOf(document).flatMap(({ start, historic }) => (historic === true ? [] : [dayOf(start)]))
  return { first: Math.min(...days), last: Math.max(...days), horizon: Math.min(...planned) }
}

/** The known days of each week of which one is in the horizon. */
function weeksOf(document: Fields): Ranges {
  const { first, last, horizon } = daysOf(document)
  const weeks = Map.groupBy(daysFrom(first, last - first + 1), weekOf)
  return [...weeks.values()].map((days) => ({ first: days[0]!, last: days.at(-1)! })).filter((week) => week.last >= horizon)
}

const withFields = (document: Fields, e: number, change: (employee: Fields) => Fields): Fields => ({
  ...document,
  employees: employeesOf(document).map((employee, at) => (at === e ? change(employee) : employee)),
})
const withWishes = (document: Fields, e: number, wishes: readonly Fields[]): Fields =>
  withFields(document, e, (employee) => ({ ...employee, wishes: [...((employee['wishes'] as Fields[] | undefined) ?? []), ...wishes] }))
const withCalendar = (document: Fields, calendar: Fields): Fields => ({
  ...document,
  calendar: { ...(document['calendar'] as Fields | undefined), ...calendar },
})
const withPeriods = (document: Fields, periods: readonly Fields[]): Fields => {
  const known = ((document['calendar'] as Fields | undefined)?.['periods'] as Fields[] | undefined) ?? []
  return withCalendar(document, { periods: [...known, ...periods] })
}
const periodOf = (id: string, { first, last }: Ranges[number]): Fields => ({
  id,
  ranges: [{ start: dateOfEpochDay(first), end: dateOfEpochDay(last) }],
})

/** Days of shifts that are holidays in short, with a tag of their own or none, and tags of their shifts in long. */
export function withHolidays({ long, short }: Pair, random: Random): Pair {
  const days = [...new Set(shiftsOf(long).map(({ start }) => dayOf(start)))].filter(() => random.unit() < 0.4)
  const tagOf = new Map(days.map((day) => [day, ['holiday', 'late', 'feast'][random.below(3)]!]))
  const shifts = shiftsOf(long).map((shift) => {
    const tag = tagOf.get(dayOf(shift.start))
    return tag === undefined ? shift : { ...shift, tags: [...new Set([...(shift.tags ?? []), tag])] }
  })
  const holidays = days.map((day) => ({ date: dateOfEpochDay(day), ...(tagOf.get(day) === 'holiday' ? {} : { tag: tagOf.get(day) }) }))
  return { long: { ...long, shifts }, short: withCalendar(short, { holidays }) }
}

/** A period that repeats every so many days, with a rule of everybody's, and each of its ranges. */
export function withFortnights({ long, short }: Pair, random: Random): Pair {
  const { first, last } = daysOf(long)
  const [days, start] = [1 + random.below(20), first - random.below(20)]
  const from = start - days * Math.ceil(Math.max(0, start - first) / days)
  const ranges = daysFrom(0, Math.ceil((last - from + 1) / days)).map((i) => ({
    start: dateOfEpochDay(from + i * days),
    end: dateOfEpochDay(from + (i + 1) * days - 1),
  }))
  const rule = {
    kind: 'count',
    of: ['minutes', 'shifts', 'days'][random.below(3)],
    per: 'period',
    period: 'pay',
    [random.unit() < 0.5 ? 'max' : 'min']: 1 + random.below(4),
  }
  const give = (document: Fields): Fields => ({
    ...document,
    employees: employeesOf(document).map((employee) => {
      const contract = employee['contract'] as Fields
      return { ...employee, contract: { ...contract, rules: [...((contract['rules'] as Fields[] | undefined) ?? []), rule] } }
    }),
  })
  return {
    long: withPeriods(give(long), [{ id: 'pay', ranges }]),
    short: withPeriods(give(short), [{ id: 'pay', start: dateOfEpochDay(start), days }]),
  }
}

/** A wish at times of some weekdays, as one that repeats and as one for each day. */
export function withRepeats({ long, short }: Pair, random: Random, e: number): Pair {
  const [first, days] = [daysOf(long).first - random.below(9), 10 + random.below(20)]
  const weekdays = WEEKDAYS.filter(() => random.unit() < 0.5)
  if (weekdays.length === 0) return { long, short }
  const [from, to, everyWeeks] = [random.below(24), random.below(25), 1 + random.below(3)]
  const isWhole = random.unit() < 0.3
  const wish = { type: random.unit() < 0.5 ? 'UNAVAILABLE' : 'UNDESIRED', weight: 1 + random.below(3) }
  const chosen = daysFrom(first, days).filter(
    (day) => weekdays.includes(WEEKDAYS[weekdayOf(day)]!) && (weekOf(day) - weekOf(first)) % everyWeeks === 0,
  )
  const timesOn = (day: number): Fields => {
    if (isWhole) return { start: dateOfEpochDay(day), end: dateOfEpochDay(day) }
    // What goes on beyond the last day ends with it.
    const end = to > from ? instant(day, to) : day + 1 < first + days ? instant(day + 1, to) : instant(day + 1, 0)
    return { start: instant(day, from), end }
  }
  const written = chosen.map((day) => ({ ...wish, ...timesOn(day) }))
  const repeats = { weekdays, everyWeeks, ...(isWhole ? {} : { from: `${two(from)}:00`, to: `${two(to)}:00` }) }
  const repeated = { ...wish, start: dateOfEpochDay(first), end: dateOfEpochDay(first + days - 1), repeats }
  return { long: withWishes(long, e, written), short: withWishes(short, e, [repeated]) }
}

/** When somebody can work, and that they cannot at all other times of those days. */
export function withAvailability({ long, short }: Pair, random: Random, e: number): Pair {
  // Whoever says so in other wishes too is available at both.
  const isAvailable = (wish: Fields): boolean => wish['type'] === 'AVAILABLE'
  if (((employeesOf(long)[e]!['wishes'] as Fields[] | undefined) ?? []).some(isAvailable)) return { long, short }
  const { first } = daysOf(long)
  const free = daysFrom(0, 1 + random.below(4)).map(() => {
    const from = 24 * (first + random.below(8)) + random.below(24)
    return { from, to: from + 1 + random.below(30) }
  })
  const start = 24 * Math.floor(Math.min(...free.map(({ from }) => from)) / 24)
  const end = 24 * Math.ceil(Math.max(...free.map(({ to }) => to)) / 24)
  const isFree = (hour: number): boolean => free.some(({ from, to }) => from <= hour && hour < to)
  const gaps: Fields[] = []
  for (let hour = start; hour < end; hour += 1) {
    if (isFree(hour)) continue
    const begin = hour
    while (hour < end && !isFree(hour)) hour += 1
    gaps.push({ type: 'UNAVAILABLE', start: instant(0, begin), end: instant(0, hour) })
  }
  const available = free.map(({ from, to }) => ({ type: 'AVAILABLE', start: instant(0, from), end: instant(0, to) }))
  return { long: withWishes(long, e, gaps), short: withWishes(short, e, available) }
}

/**
 * An absence with a credit on some weekdays beside limits on the minutes of a week, and a period for each week with the limits that are left: a least of the known
 * days less the credit, at most what the days of presence can hold, and a most less the credit.
 */
export function withCredit({ long, short }: Pair, random: Random, e: number): Pair {
  const { first, last, horizon } = daysOf(long)
  // No credit lies in a week of which a part is history.
  const open = first === horizon ? horizon : horizon + ((7 - weekdayOf(horizon)) % 7)
  const start = open + random.below(3)
  const away = daysFrom(start, 1 + random.below(9))
  const weekdays = WEEKDAYS.filter(() => random.unit() < 0.7)
  const credit = random.below(500)
  const [least, most] = [random.below(2400), 3500 + random.below(600)]
  const absence = { start: dateOfEpochDay(start), end: dateOfEpochDay(away.at(-1)!) }
  const counted = weeksOf(long)
  const rules = counted.flatMap(({ first: from, last: to }, w): Fields[] => {
    const days = daysFrom(from, to - from + 1)
    const absent = days.filter((day) => away.includes(day))
    const credited = credit * absent.filter((day) => weekdays.includes(WEEKDAYS[weekdayOf(day)]!) || weekdays.length === 0).length
    const asked = Math.floor((least * days.length) / 7)
    const held = absent.length === 0 ? asked : Math.min(asked, credited + DAY_MIN * (days.length - absent.length))
    const rule = { kind: 'count', of: 'minutes', per: 'period', period: `credit ${w}` }
    return [
      { ...rule, min: Math.max(0, held - credited) },
      { ...rule, max: most - credited },
    ]
  })
  if (start > last) return { long, short }
  const weekly = { kind: 'count', of: 'minutes', per: 'week' }
  const written = withPeriods(
    long,
    counted.map((week, w) => periodOf(`credit ${w}`, week)),
  )
  const credited = { ...absence, creditMinutesPerDay: credit, ...(weekdays.length === 0 ? {} : { weekdays }) }
  const contract = {
    rules: [
      { ...weekly, min: least },
      { ...weekly, max: most },
    ],
  }
  return {
    long: withWishes(
      withFields(written, e, (employee) => ({ ...employee, contract: { rules } })),
      e,
      [{ type: 'UNAVAILABLE', ...absence }],
    ),
    short: withFields(short, e, ({ contractId: _contractId, contracts: _contracts, ...employee }) => ({
      ...employee,
      contract,
      absences: [credited],
    })),
  }
}

/** Two contracts with a limit for a week in turn, and a limit for each week, with absences for the days in neither. */
export function withDatedContracts({ long, short }: Pair, random: Random, e: number): Pair {
  const { first, last, horizon } = daysOf(long)
  const side = random.unit() < 0.5 ? 'max' : 'min'
  const of = ['minutes', 'shifts', 'days'][random.below(3)]!
  const limits = Object.fromEntries(['a', 'b'].map((id) => [id, random.below(of === 'minutes' ? 2400 : 6)]))
  const periods = randomPeriods(first, ['a', 'b'], random)
  const edgeOf = (text: string | undefined, open: number): number => (text === undefined ? open : epochDayOf(text))
  const heldOn = (day: number): Dated | undefined => periods.find(({ start, end }) => edgeOf(start, -Infinity) <= day && day <= edgeOf(end, Infinity))
  // Whoever is never there has no share of anything, and whoever is away has one.
  if (daysFrom(horizon, last - horizon + 1).every((day) => heldOn(day) === undefined)) return { long, short }
  const counted = weeksOf(long)
  const rules = counted.flatMap(({ first: from, last: to }, w): Fields[] => {
    const days = daysFrom(from, to - from + 1)
    const held = days.flatMap((day) => limits[heldOn(day)?.contractId ?? ''] ?? [])
    if (held.length === 0) return []
    const sum = held.reduce((total, limit) => total + limit, 0)
    // The mean of the days with a contract for a most, of all for a least, of which a part of a week asks its part.
    const limit = side === 'max' ? Math.floor(sum / held.length) : Math.floor((Math.ceil(sum / days.length) * days.length) / 7)
    return [{ kind: 'count', of, per: 'period', period: `dated ${w}`, [side]: limit }]
  })
  const absences: { start: string; end: string }[] = []
  for (const day of daysFrom(first, last - first + 33).filter((each) => heldOn(each) === undefined)) {
    const before = absences.at(-1)
    if (before !== undefined && epochDayOf(before.end) + 1 === day) before.end = dateOfEpochDay(day)
    else absences.push({ start: dateOfEpochDay(day), end: dateOfEpochDay(day) })
  }
  const dated = ['a', 'b'].map((id) => ({ id, rules: [{ kind: 'count', of, per: 'week', [side]: limits[id] }] }))
  const written = withPeriods(
    long,
    counted.map((week, w) => periodOf(`dated ${w}`, week)),
  )
  return {
    long: withFields(written, e, (employee) => ({ ...employee, contract: { rules }, absences })),
    short: {
      ...withFields(short, e, ({ contractId: _contractId, contracts: _contracts, ...employee }) => ({ ...employee, contracts: periods })),
      contracts: [...((short['contracts'] as Fields[] | undefined) ?? []), ...dated],
    },
  }
}

/** Contracts that stand once, named by whoever has them; with some of them a second one that is equal follows on some day. */
export function withSharedContracts({ long, short }: Pair, random: Random): Pair {
  const drawn = employeesOf(long).map(({ contract }) => contract as Fields)
  const holders = drawn.map((_, e) => (random.below(2) === 0 ? random.below(e + 1) : e))
  const { first } = daysOf(long)
  const named = holders.map((holder): Fields => {
    if (random.unit() < 0.7) return { contractId: holder + 1 }
    const day = first + random.below(30) - 2
    return {
      contracts: [
        { contractId: holder + 1, end: dateOfEpochDay(day) },
        { contractId: drawn.length + holder + 1, start: dateOfEpochDay(day + 1) },
      ],
    }
  })
  return {
    long: { ...long, employees: employeesOf(long).map((employee, e) => ({ ...employee, contract: drawn[holders[e]!] })) },
    short: {
      ...short,
      employees: employeesOf(short).map(({ contract: _contract, ...employee }, e) => ({ ...employee, ...named[e] })),
      contracts: [...drawn, ...drawn].map((contract, c) => ({ ...contract, id: c + 1 })),
    },
  }
}

/** Minutes that are paid in the place of the length, and breaks that leave as much. */
export function withPaidMinutes({ long, short }: Pair): Pair {
  const shifts = shiftsOf(long).map(({ paidMinutes, ...shift }): Fields => {
    const length = (Date.parse(shift.end) - Date.parse(shift.start)) / 60_000
    return paidMinutes === undefined ? shift : { ...shift, breakMinutes: length - (paidMinutes as number) }
  })
  return { long: { ...long, shifts }, short }
}

/** Times of the clock on the wall, without an offset. */
export function withWallClock({ long, short }: Pair): Pair {
  const local = (text: string): string => new Date(text).toISOString().slice(0, 16)
  const shifts = shiftsOf(short).map((shift) => ({ ...shift, start: local(shift.start), end: local(shift.end) }))
  return { long, short: { ...short, timeZone: 'UTC', shifts } }
}
