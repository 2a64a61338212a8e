import fc from 'fast-check'
import { createOffsetReader, dateOfEpochDay, epochDayOf, startOfLocalDay } from '../../src/model/calendar.ts'
import { isDecided, NOBODY, type Roster } from '../../src/model/roster.ts'
import { WISH_TYPES, type Schedule } from '../../src/model/schedule.ts'
import { MAX_WEIGHT } from '../../src/model/settings.ts'
import { randomContract, randomFullContract, randomHistory } from './any-contract.ts'
import { randomCoverage } from './any-coverage.ts'
import { randomGroups } from './any-groups.ts'
import { randomFairness, randomPairings, randomRequirements, randomRotations } from './any-requirements.ts'
import { drawSkills } from './any-skills.ts'
import { randomTravel } from './any-travel.ts'
import {
  chanceOf,
  createRandom,
  distinctIds,
  instantAfter,
  KNOWN_IDS,
  SETTINGS_OF,
  TAGS,
  type Chance,
  type Draft,
  type Fields,
  type Random,
  type Rules,
  type Size,
} from './draft.ts'

export { createRandom, type Random } from './draft.ts'

/** Documents to post, every one of them valid; by seed, so that 10,000 of them are cheap and a failure is one number. */
export const anySeed: fc.Arbitrary<number> = fc.integer({ min: 0, max: 2 ** 32 - 1 })

/** A zone and a day near which its clocks change; none for UTC, whose day is the end of a month. */
const PLACES = [
  { timeZone: 'Europe/Copenhagen', near: '2026-03-29' },
  { timeZone: 'Europe/Copenhagen', near: '2026-10-25' },
  { timeZone: 'America/New_York', near: '2026-03-08' },
  { timeZone: 'America/New_York', near: '2026-11-01' },
  { timeZone: 'UTC', near: '2026-02-28' },
  { timeZone: 'UTC', near: '2026-12-31' },
] as const

/** Half an hour of clock change, and an offset of 5:45. */
const MORE_PLACES = [
  ...PLACES,
  { timeZone: 'Australia/Lord_Howe', near: '2026-04-05' },
  { timeZone: 'Australia/Lord_Howe', near: '2026-10-04' },
  { timeZone: 'Asia/Kathmandu', near: '2026-07-31' },
] as const

const MAX_SHIFTS = 25
/** So few that all rosters can be tried. */
const TINY_SHIFTS = 4
const TINY_EMPLOYEES = 3
const DAY_MIN = 1440
const PRIORITY_FIELDS = ['firstPriorityWeight', 'secondPriorityWeight', 'thirdPriorityWeight', 'fourthPriorityWeight']

/**
 * A small schedule as a client would post it, of 1–6 employees, 1–25 shifts, 1–14 days and up to 7 days of history, with
 * whatever the rules of a plain ward look at: overlaps, nights, shifts of several days, equal seats, clock changes.
 * With the rules `all` it has up to 28 days and 21 of history, and uses every field of the contract. A `tiny` one has 1–3 employees and 1–4 shifts to plan.
 */
export function randomDocument(random: Random, { rules = 'plain', size = 'small' }: { rules?: Rules; size?: Size } = {}): Fields {
  const chance = chanceOf(random)
  const all = rules === 'all'
  const { timeZone, near } = chance.one(all ? MORE_PLACES : PLACES)
  const horizonDays = chance.one(all ? [1, 2, 7, 7, chance.whole(1, 14), 14, 28] : [1, 2, 7, 7, chance.whole(1, 14), 14])
  const draft: Draft = {
    chance,
    rules,
    size,
    employeeIds: distinctIds(chance, chance.whole(1, size === 'tiny' ? TINY_EMPLOYEES : 6)),
    spotIds: distinctIds(chance, chance.whole(1, 3)),
    firstDay: epochDayOf(near) - chance.whole(0, horizonDays),
    horizonDays,
    historyDays: chance.is(0.3) ? 0 : chance.whole(1, all ? 21 : 7),
    instant: instantsOf(timeZone, chance),
  }
  const withHistory = chance.is(0.5)
  const beginning = {
    callbackUrl: 'https://consumer.example/hooks/solved',
    ...(timeZone === 'UTC' && chance.is(0.5) ? {} : { timeZone }),
    employees: draft.employeeIds.map((id) => randomEmployee(draft, id, withHistory && chance.is(0.7))),
  }
  const shifts = randomShifts(draft)
  const { weights, groups } = randomGroups(draft, shifts)
  const spots = draft.spotIds.map((id) => randomSpot(draft, id))
  const { settings: withPairings, ...pairings } = all ? randomPairings(draft, shifts.length) : { settings: {} }
  const { settings: withCoverage, ...coverage } = all ? randomCoverage(draft, shifts.length) : { settings: {} }
  const document = {
    ...beginning,
    shifts,
    spots,
    settings: { ...randomSettings(draft), ...(all ? { shiftGroups: weightsOf(weights) } : {}), ...withPairings, ...withCoverage },
    ...pairings,
    ...coverage,
    ...(all ? randomRequirements(draft, shifts) : {}),
    ...(all ? { shiftGroups: groups } : {}),
    ...(all ? { skills: namesOf('Skill'), teams: namesOf('Team') } : {}),
    ...(chance.is(0.7) ? {} : { numberOfAllowedShiftCollisions: chance.whole(0, 2) }),
    termination: { maxSeconds: 1, seed: chance.whole(0, 1000) },
    ...(all ? randomRotations(draft, beginning.employees) : {}),
    ...(all ? randomFairness(draft, beginning.employees) : {}),
  }
  if (all) drawSkills(draft, document)
  if (all) drawKeeping(draft, document)
  return all ? { ...document, ...randomTravel(draft, shifts.length, document) } : document
}

/** What changes cost by date, and when people hear of them; whether at all, by a chance of its own. */
function drawKeeping({ firstDay, horizonDays, instant }: Draft, document: Fields & { termination: { seed: number } }): void {
  const chance = chanceOf(createRandom(document.termination.seed))
  if (chance.is(0.5)) return
  document['keep'] = Array.from({ length: chance.whole(1, 3) }, () => ({
    until: instant(firstDay + chance.whole(0, horizonDays), chance.whole(0, 1439)),
    weight: chance.whole(0, 9),
    priority: chance.whole(1, 4),
  }))
  // A whole day: an instant would take from the chance of all that is drawn after it.
  if (chance.is(0.5)) document['noticeFrom'] = dateOfEpochDay(firstDay - 1)
}

/** Not drawn: every one that is known has its name. */
function namesOf(kind: string): Fields[] {
  return KNOWN_IDS.map((id) => ({ id, name: `${kind} ${id}` }))
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
    contract: draft.rules === 'all' ? randomFullContract(chance) : randomContract(chance),
    wishes: Array.from({ length: chance.one([0, 0, 1, 2, 4]) }, () => randomWish(draft)),
    ...(withHistory ? { history: draft.rules === 'all' ? randomHistory(chance) : { shiftsWorked: chance.whole(0, 12) } } : {}),
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

function randomSpot({ chance, rules }: Draft, id: number): Fields {
  const spot = { id, teams: chance.some(KNOWN_IDS, 0.2), skills: chance.some(KNOWN_IDS, 0.2) }
  if (rules === 'plain') return spot
  return {
    ...spot,
    ...(chance.is(0.3) ? { name: `Ward ${id}`, foreignInt: id } : {}),
    ...(chance.is(0.4) ? { requiresRestAfterShiftHere: chance.is(0.8) } : {}),
    ...(chance.is(0.4) ? { requiresRestOfMinutes: chance.one([0, 660, chance.whole(0, 3000)]) } : {}),
    ...(chance.is(0.5) ? { singleEmployeePerWeekPreferred: chance.is(0.8) } : {}),
  }
}

function randomSettings({ chance, rules }: Draft): Fields {
  const settings: Fields = {}
  for (const name of SETTINGS_OF[rules]) {
    // Drawn apart: any-groups.ts, randomPairings, any-coverage.ts, any-travel.ts and any-pay.ts with streams of their own.
    if (
      name === 'shiftGroups' ||
      name === 'pairings' ||
      name === 'coverageRequirements' ||
      name === 'travelTime' ||
      name === 'maxTravelMinutes' ||
      chance.is(0.2)
    )
      continue
    const weights = [0, 0, 0, 0]
    const priorities = chance.one([0, 1, 1, 1, 2, 4])
    for (let i = 0; i < priorities; i += 1) weights[chance.whole(0, 3)] = chance.whole(0, MAX_WEIGHT)
    settings[name] = weightsOf(weights)
  }
  if (chance.is(0.4)) settings.weekendUnassignedMultiplier = chance.whole(1, 4)
  if (chance.is(0.2)) settings.shiftKinds = { night: { from: chance.one(['22:00', '00:00']), to: '05:00', minMinutes: chance.whole(60, 240) } }
  if (rules === 'all') {
    if (chance.is(0.5)) settings.weekendMandatoryCoverageFloorPercent = chance.whole(0, 100)
    if (chance.is(0.2)) settings.shiftKinds = { late: { startsAtOrAfter: chance.one(['12:00', '15:30']), endsBy: chance.one(['23:00', '03:00']) } }
  }
  return settings
}

function weightsOf(weights: readonly number[]): Fields {
  return Object.fromEntries(PRIORITY_FIELDS.map((field, priority) => [field, weights[priority]]))
}

function randomShifts(draft: Draft): Fields[] {
  const { chance } = draft
  const count =
    draft.size === 'tiny' ? chance.whole(1, TINY_SHIFTS) : chance.one([chance.whole(1, 5), chance.whole(1, MAX_SHIFTS), chance.whole(10, MAX_SHIFTS)])
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
function randomSeat({ chance, rules, employeeIds, spotIds, instant }: Draft, epochDay: number): Fields {
  const { from, length } = chance.one([
    { from: 420, length: 480 },
    { from: 900, length: 480 },
    { from: 1380, length: 480 },
    { from: 1320, length: 600 },
    { from: 30 * chance.whole(0, 47), length: 30 * chance.whole(1, 24) },
    { from: chance.whole(0, 1439), length: chance.whole(1, 900) },
    { from: 60 * chance.whole(0, 23), length: chance.is(0.3) ? 60 * chance.one([chance.whole(12, 60), 64, chance.whole(60, 240)]) : 120 },
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
    ...(rules === 'all' ? randomPreferences(chance, employeeIds) : {}),
  }
}

/** What a shift says of its cost and of who should work it. */
function randomPreferences(chance: Chance, employeeIds: readonly number[]): Fields {
  return {
    ...(chance.is(0.3) ? { cost: chance.whole(0, 50) } : {}),
    ...(chance.is(0.3) ? { suggestedEmployees: chance.some(employeeIds, 0.4) } : {}),
    ...(chance.is(0.3) ? { dislikedEmployees: chance.some(employeeIds, 0.4) } : {}),
    ...(chance.is(0.1) ? { name: 'Duty', foreignInt: chance.whole(1, 99) } : {}),
  }
}

function randomDecision({ chance, rules, employeeIds }: Draft): Fields {
  // Something to keep, more often than a first roster has.
  if (rules === 'all' && chance.is(0.3)) return { employee: chance.one(employeeIds) }
  const kind = chance.whole(1, 20)
  if (kind <= 2) return { fixed: true, employee: chance.one(employeeIds) }
  if (kind === 3) return { fixed: true, employee: null }
  if (kind <= 6) return { employee: chance.one(employeeIds) }
  return kind <= 12 ? { employee: null, fixed: false } : {}
}
