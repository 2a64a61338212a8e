import fc from 'fast-check'
import { createOffsetReader, dateOfEpochDay, epochDayOf, startOfLocalDay } from '../../src/model/calendar.ts'
import { isDecided, NOBODY, type Roster } from '../../src/model/roster.ts'
import { WISH_TYPES, type Schedule } from '../../src/model/schedule.ts'
import { BUILT_SETTINGS, MAX_WEIGHT } from '../../src/model/settings.ts'

/** Evenly spread over [0, 1), like `Math.random`. */
export type Random = () => number

/** A stream of chance that a seed repeats: mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Documents to post, every one of them valid; by seed, so that 10,000 of them are cheap and a failure is one number. */
export const anySeed: fc.Arbitrary<number> = fc.integer({ min: 0, max: 2 ** 32 - 1 })
export const anyDocument: fc.Arbitrary<object> = anySeed.map((seed) => randomDocument(createRandom(seed)))

/** A zone and a day near which its clocks change; none for UTC, whose day is the end of a month. */
const PLACES = [
  { timeZone: 'Europe/Copenhagen', near: '2026-03-29' },
  { timeZone: 'Europe/Copenhagen', near: '2026-10-25' },
  { timeZone: 'America/New_York', near: '2026-03-08' },
  { timeZone: 'America/New_York', near: '2026-11-01' },
  { timeZone: 'UTC', near: '2026-02-28' },
  { timeZone: 'UTC', near: '2026-12-31' },
] as const

const MAX_SHIFTS = 25
const DAY_MIN = 1440
const TAGS = ['early', 'late', 'night']
const KNOWN_IDS = [1, 2, 3]
const PRIORITY_FIELDS = ['firstPriorityWeight', 'secondPriorityWeight', 'thirdPriorityWeight', 'fourthPriorityWeight']

type Fields = Record<string, unknown>

/** What the parts of one document share. */
interface Draft {
  readonly chance: Chance
  readonly employeeIds: readonly number[]
  readonly spotIds: readonly number[]
  /** Days since 1970 of the first day on which a shift of the horizon may start. */
  readonly firstDay: number
  readonly horizonDays: number
  readonly historyDays: number
  /** An instant as posted: minutes of the wall clock after a day's midnight. */
  instant(epochDay: number, wallMin: number): string
}

interface Chance {
  /** True with this probability. */
  is(probability: number): boolean
  /** A whole number, both ends included. */
  whole(least: number, most: number): number
  one<T>(choices: readonly T[]): T
  some<T>(choices: readonly T[], probability: number): T[]
}

function chanceOf(random: Random): Chance {
  const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1))
  return {
    whole,
    is: (probability) => random() < probability,
    one: (choices) => choices[whole(0, choices.length - 1)]!,
    some: (choices, probability) => choices.filter(() => random() < probability),
  }
}

/**
 * A small schedule as a client would post it, of 1–6 employees, 1–25 shifts, 1–14 days and up to 7 days of history, with
 * whatever the rules of this version look at: overlaps, nights, shifts of several days, equal seats, clock changes.
 */
export function randomDocument(random: Random): Fields {
  const chance = chanceOf(random)
  const { timeZone, near } = chance.one(PLACES)
  const horizonDays = chance.one([1, 2, 7, 7, chance.whole(1, 14), 14])
  const draft: Draft = {
    chance,
    employeeIds: distinctIds(chance, chance.whole(1, 6)),
    spotIds: distinctIds(chance, chance.whole(1, 3)),
    firstDay: epochDayOf(near) - chance.whole(0, horizonDays),
    horizonDays,
    historyDays: chance.is(0.3) ? 0 : chance.whole(1, 7),
    instant: instantsOf(timeZone, chance),
  }
  const withHistory = chance.is(0.5)
  return {
    callbackUrl: 'https://consumer.example/hooks/solved',
    ...(timeZone === 'UTC' && chance.is(0.5) ? {} : { timeZone }),
    employees: draft.employeeIds.map((id) => randomEmployee(draft, id, withHistory && chance.is(0.7))),
    shifts: randomShifts(draft),
    spots: draft.spotIds.map((id) => ({ id, teams: chance.some(KNOWN_IDS, 0.2), skills: chance.some(KNOWN_IDS, 0.2) })),
    settings: randomSettings(chance),
    ...(chance.is(0.7) ? {} : { numberOfAllowedShiftCollisions: chance.whole(0, 2) }),
    termination: { maxSeconds: 1, seed: chance.whole(0, 1000) },
  }
}

/** A roster that leaves decided shifts as they were posted and is otherwise pure chance; from full to mostly empty. */
export function randomRoster(schedule: Schedule, random: Random): Roster {
  const emptyShare = [0, 0.2, 0.6][Math.floor(random() * 3)]!
  // Few employees among many make long rows; then most rules have something to say.
  const employeeCount = random() < 0.3 ? Math.min(2, schedule.employees.length) : schedule.employees.length
  return Int32Array.from(schedule.shifts, (shift) => {
    if (isDecided(shift)) return shift.employeeIndex ?? NOBODY
    return employeeCount === 0 || random() < emptyShare ? NOBODY : Math.floor(random() * employeeCount)
  })
}

function distinctIds(chance: Chance, count: number): number[] {
  const ids = new Set<number>()
  while (ids.size < count) ids.add(chance.whole(1, 900))
  return [...ids]
}

const offsetReaders = new Map<string, (epochMin: number) => number>()

function instantsOf(timeZone: string, chance: Chance): Draft['instant'] {
  const offsetAt = offsetReaders.get(timeZone) ?? createOffsetReader(timeZone)
  offsetReaders.set(timeZone, offsetAt)
  return (epochDay, wallMin) => {
    const midnight = startOfLocalDay(offsetAt, epochDay + Math.floor(wallMin / DAY_MIN))
    const uncorrected = midnight + (wallMin % DAY_MIN)
    const epochMin = uncorrected - (offsetAt(uncorrected) - offsetAt(midnight))
    const offset = chance.is(0.5) ? 0 : offsetAt(epochMin)
    const text = new Date((epochMin + offset) * 60_000).toISOString().slice(0, 16)
    if (offset === 0) return `${text}Z`
    const hours = String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')
    return `${text}:00${offset < 0 ? '-' : '+'}${hours}:${String(Math.abs(offset) % 60).padStart(2, '0')}`
  }
}

function randomEmployee(draft: Draft, id: number, withHistory: boolean): Fields {
  const { chance } = draft
  return {
    id,
    ...(chance.is(0.3) ? { name: `Nurse ${id}` } : {}),
    skills: chance.some(KNOWN_IDS, 0.7).map((skill) => randomHeld(draft, skill)),
    teams: chance.some(KNOWN_IDS, 0.6).map((team) => randomHeld(draft, team)),
    contract: randomContract(chance),
    wishes: Array.from({ length: chance.one([0, 0, 1, 2, 4]) }, () => randomWish(draft)),
    ...(withHistory ? { history: { shiftsWorked: chance.whole(0, 12) } } : {}),
  }
}

function randomHeld(draft: Draft, id: number): Fields {
  const { chance } = draft
  const middle = chance.whole(-1, draft.horizonDays)
  return {
    id,
    ...(chance.is(0.15) ? { start: randomEdge(draft, middle) } : {}),
    ...(chance.is(0.15) ? { end: randomEdge(draft, middle + chance.whole(1, 7)) } : {}),
  }
}

/** A date-time or a whole day, `dayOffset` days after the horizon may start. */
function randomEdge({ chance, firstDay, instant }: Draft, dayOffset: number): string {
  return chance.is(0.3) ? dateOfEpochDay(firstDay + dayOffset) : instant(firstDay + dayOffset, 30 * chance.whole(0, 47))
}

function randomWish(draft: Draft): Fields {
  const { chance } = draft
  const day = chance.whole(-draft.historyDays, draft.horizonDays)
  const from = 30 * chance.whole(0, 40)
  const times = chance.is(0.5)
    ? { start: draft.instant(draft.firstDay + day, from), end: instantAfter(draft.instant, draft.firstDay + day, from, 30 * chance.whole(1, 80)) }
    : { start: dateOfEpochDay(draft.firstDay + day), end: dateOfEpochDay(draft.firstDay + day + chance.whole(0, 3)) }
  return {
    type: chance.one(WISH_TYPES),
    ...times,
    ...(chance.is(0.3) ? { tag: chance.one(TAGS) } : {}),
    ...(chance.is(0.5) ? { weight: chance.whole(1, 4) } : {}),
  }
}

/** Every limit of this version is there or not by itself, tight more often than not, sometimes 0. */
function randomContract(chance: Chance): Fields {
  const presence = chance.one([0, 0.3, 0.6, 1])
  const maxConsecutiveDays = chance.whole(1, 5)
  const minConsecutiveDaysOff = chance.whole(1, 3)
  const limits: Fields = {
    hoursBetweenShift: chance.one([660, 660, 60 * chance.whole(0, 20), chance.whole(0, 1500)]),
    maxHoursDay: chance.one([480, 600, chance.whole(0, 1500)]),
    maxHoursWeek: chance.one([900, 1440, 2280, chance.whole(0, 3000)]),
    maxHoursMonth: chance.one([1800, 4800, 9600, chance.whole(0, 9600)]),
    maxMinutesTotal: chance.whole(0, 6000),
    maxConsecutiveDays,
    minConsecutiveDays: chance.whole(1, Math.min(3, maxConsecutiveDays)),
    minConsecutiveDaysOff,
    maxConsecutiveDaysOff: minConsecutiveDaysOff + chance.whole(0, 3),
    weekendWorkFrequency: chance.whole(1, 4),
    maxConsecutiveNightShifts: chance.whole(0, 3),
  }
  const named = chance.some(Object.entries(limits), presence)
  const severalWeeks = chance.is(presence / 2) ? { maxNhours: chance.whole(0, 9000), inKWeeks: chance.whole(1, 4) } : {}
  return { ...Object.fromEntries(named), ...severalWeeks }
}

function randomSettings(chance: Chance): Fields {
  const settings: Fields = {}
  for (const name of BUILT_SETTINGS) {
    if (chance.is(0.2)) continue
    const weights = [0, 0, 0, 0]
    const priorities = chance.one([0, 1, 1, 1, 2, 4])
    for (let i = 0; i < priorities; i += 1) weights[chance.whole(0, 3)] = chance.whole(0, MAX_WEIGHT)
    settings[name] = Object.fromEntries(PRIORITY_FIELDS.map((field, priority) => [field, weights[priority]]))
  }
  if (chance.is(0.4)) settings.weekendUnassignedMultiplier = chance.whole(1, 4)
  if (chance.is(0.2)) settings.shiftKinds = { night: { from: chance.one(['22:00', '00:00']), to: '05:00', minMinutes: chance.whole(60, 240) } }
  return settings
}

function randomShifts(draft: Draft): Fields[] {
  const { chance } = draft
  const count = chance.one([chance.whole(1, 5), chance.whole(1, MAX_SHIFTS), chance.whole(10, MAX_SHIFTS)])
  const planned: { day: number; fields: Fields }[] = []
  while (planned.length < count) {
    const day = draft.firstDay + chance.whole(0, draft.horizonDays - 1)
    const seat = randomSeat(draft, day)
    // Equal seats: only one in three shifts stands alone.
    const seats = chance.is(0.33) ? 1 : chance.whole(2, 4)
    for (let i = 0; i < seats && planned.length < count; i += 1) planned.push({ day, fields: { ...seat, ...randomDecision(draft) } })
  }
  // History ends where the first shift of the horizon starts: a historic shift after that is refused.
  const edge = Math.min(...planned.map(({ day }) => day))
  const historicCount = draft.historyDays === 0 ? 0 : Math.min(chance.whole(0, 8), MAX_SHIFTS - count)
  const historic = Array.from(
    { length: historicCount },
    (): Fields => ({
      ...randomSeat(draft, edge - chance.whole(1, draft.historyDays)),
      historic: true,
      employee: chance.is(0.1) ? null : chance.one(draft.employeeIds),
    }),
  )
  const shifts = [...planned.map(({ fields }) => fields), ...historic]
  const ids = distinctIds(chance, shifts.length)
  const ordered = chance.is(0.3) ? shifts.toSorted((a, b) => String(a.start).localeCompare(String(b.start))) : shifts
  return ordered.map((shift, index) => ({ id: ids[index], ...shift }))
}

/** Everything about a shift but its id and who works it. */
function randomSeat({ chance, spotIds, instant }: Draft, epochDay: number): Fields {
  const { from, length } = chance.one([
    { from: 420, length: 480 },
    { from: 900, length: 480 },
    { from: 1380, length: 480 },
    { from: 1320, length: 600 },
    { from: 30 * chance.whole(0, 47), length: 30 * chance.whole(1, 24) },
    { from: chance.whole(0, 1439), length: chance.whole(1, 900) },
    { from: 60 * chance.whole(0, 23), length: chance.is(0.3) ? 60 * chance.whole(12, 60) : 120 },
  ])
  return {
    spot: chance.one(spotIds),
    start: instant(epochDay, from),
    end: instantAfter(instant, epochDay, from, length),
    ...(length >= 120 && chance.is(0.2) ? { breakMinutes: 30 } : {}),
    ...(chance.is(0.25) ? { importance: chance.one(['OPTIONAL', 'MANDATORY']) } : {}),
    ...(chance.is(0.3) ? { weight: chance.whole(0, 5) } : {}),
    ...(chance.is(0.15) ? { allowedCollisionSpots: chance.some(spotIds, 0.6) } : {}),
    ...(chance.is(0.5) ? { tags: chance.some(TAGS, 0.4) } : {}),
  }
}

/** On the day of a clock change the wall clock can skip the whole of a short period; then it lasts a minute. */
function instantAfter(instant: Draft['instant'], epochDay: number, from: number, length: number): string {
  const start = Date.parse(instant(epochDay, from))
  const end = Date.parse(instant(epochDay, from + length))
  return new Date(Math.max(end, start + 60_000)).toISOString()
}

function randomDecision({ chance, employeeIds }: Draft): Fields {
  const kind = chance.whole(1, 20)
  if (kind <= 2) return { fixed: true, employee: chance.one(employeeIds) }
  if (kind === 3) return { fixed: true, employee: null }
  if (kind <= 6) return { employee: chance.one(employeeIds) }
  return kind <= 12 ? { employee: null, fixed: false } : {}
}
