import { Random } from '../src/engine/random.ts'

/** What `largeDocument` is made from. All whole numbers; `employees` and `weeks` from 1. */
export interface Size {
  readonly employees: number
  readonly weeks: number
  /** On average, the optional ones included; 0 to 24 in four weeks. */
  readonly shiftsPerEmployee: number
  /** 0 to 2³² − 1; the same size and seed make the same document everywhere. */
  readonly seed: number
}

type Employment = (typeof EMPLOYMENTS)[number]['name']
type Kind = keyof typeof KINDS

interface Person {
  readonly id: number
  readonly employment: Employment
  readonly skills: readonly number[]
  /** Own ward first. */
  readonly wards: readonly number[]
  /** By day: what the planted roster gives them; null = a day off. */
  readonly planted: readonly (Kind | null)[]
}

interface Seat {
  readonly day: number
  readonly kind: Kind
  readonly spot: number
  /** Null for an optional seat, which nobody is needed for. */
  readonly plantedFor: number | null
}

const FIRST_DAY = Date.UTC(2027, 1, 1) // a Monday
const EMPLOYEES_A_WARD = 25
/** Minutes after midnight. Eight hours with half an hour of break. */
const KINDS = { early: 6 * 60, late: 14 * 60, night: 22 * 60 } as const
const KIND_NAMES = ['early', 'late', 'night'] as const
const SHIFT_MIN = 480
const BREAK_MIN = 30
const WORK_MIN = SHIFT_MIN - BREAK_MIN

/** Everybody is a nurse; of the others each is held by so many in a hundred. */
const NURSE = 1
const SKILLS = [
  { skill: 2, percent: 55 },
  { skill: 3, percent: 30 },
  { skill: 4, percent: 20 },
]
/** Spots of each ward: basic care, and one for each further skill. */
const SPOTS_A_WARD = [NURSE, ...SKILLS.map(({ skill }) => skill)]

/** How much of a full post each works, how many of a hundred employees have it, and which shifts. */
const EMPLOYMENTS = [
  { name: 'full', percent: 50, share: 1 },
  { name: 'most', percent: 25, share: 0.8 },
  { name: 'part', percent: 15, share: 0.6 },
  { name: 'nights', percent: 10, share: 0.8 },
] as const
const MEAN_SHARE = EMPLOYMENTS.reduce((sum, { percent, share }) => sum + (percent * share) / 100, 0)
/** Of all seats, those that the planted roster fills; the others are optional. */
const MANDATORY = 0.92
const LONGEST_RUN = 5
const LONGEST_NIGHT_RUN = 4
/** Of somebody who does not work nights alone, over all weeks. */
const MAX_NIGHTS = 3
const WISHES = 3

/**
 * What a large house looks like: wards of 25 with four skills and second wards, four kinds of posts, nights, every second weekend, wishes,
 * suggestions and histories. A roster is planted in it that fills every mandatory seat and breaks no first-priority rule, so there is one;
 * the limits of hours are one shift above what is planted.
 */
export function largeDocument(size: Partial<Size> = {}) {
  return plantedDocument(size).document
}

/** The same with the planted roster: by position in `shifts` the employee's id, null for an optional seat. */
export function plantedDocument({ employees = 1000, weeks = 4, shiftsPerEmployee = 20, seed = 1 }: Partial<Size> = {}) {
  const random = new Random(seed)
  const wards = Math.max(1, Math.round(employees / EMPLOYEES_A_WARD))
  const people = Array.from({ length: employees }, (_, i) => drawPerson(random, i, { wards, weeks, shiftsPerEmployee }))
  const seats = people.flatMap((person) => seatsOf(random, person))
  while (seats.length < employees * shiftsPerEmployee) seats.push(optionalSeat(random, wards, 7 * weeks))
  seats.sort((a, b) => a.day - b.day || KINDS[a.kind] - KINDS[b.kind] || a.spot - b.spot)
  return {
    document: {
      callbackUrl: 'http://127.0.0.1:8099/callback',
      employees: people.map((person) => employeeFields(random, person)),
      spots: Array.from({ length: wards }, (_, ward) =>
        SPOTS_A_WARD.map((skill) => ({ id: spotOf(ward, skill), teams: [ward + 1], skills: skill === NURSE ? [NURSE] : [NURSE, skill] })),
      ).flat(),
      shifts: seats.map((seat, i) => shiftFields(random, seat, i)),
      shiftTags: KIND_NAMES.map((tag, i) => ({ id: i + 1, tag, category: 'time', active: true })),
      settings: {},
    },
    planted: seats.map(({ plantedFor }) => plantedFor),
  }
}

function drawPerson(random: Random, i: number, { wards, weeks, shiftsPerEmployee }: Omit<Size, 'employees' | 'seed'> & { wards: number }): Person {
  const { name: employment, share } = EMPLOYMENTS[chooseBy(random, EMPLOYMENTS)]!
  const home = i % wards
  const second = random.below(wards)
  return {
    id: i + 1,
    employment,
    skills: [NURSE, ...SKILLS.flatMap(({ skill, percent }) => (random.below(100) < percent ? [skill] : []))],
    wards: random.below(100) < 30 && second !== home ? [home, second] : [home],
    planted: plantRow(random, employment, { weeks, shifts: Math.round((MANDATORY * shiftsPerEmployee * share) / MEAN_SHARE) }),
  }
}

function chooseBy(random: Random, shares: readonly { readonly percent: number }[]): number {
  let left = random.below(100)
  return shares.findIndex(({ percent }) => {
    left -= percent
    return left < 0
  })
}

/** Working days of every second weekend and of short runs in between, and what is worked in each run: never earlier than the day before. */
function plantRow(random: Random, employment: Employment, { weeks, shifts }: { weeks: number; shifts: number }): (Kind | null)[] {
  const works = plantDays(random, { weeks, shifts, longestRun: employment === 'nights' ? LONGEST_NIGHT_RUN : LONGEST_RUN })
  let now = -1
  let nights = 0
  return works.map((isWork, day) => {
    if (!isWork) {
      now = -1
      return null
    }
    if (employment === 'nights') return 'night'
    if (now < 0) now = random.below(5) < 3 ? 0 : 1
    else if (random.below(4) === 0) now = Math.min(2, now + 1)
    const runsOn = works.slice(day).findIndex((next) => !next)
    const left = runsOn < 0 ? works.length - day : runsOn
    if (now === 2 && nights + left > MAX_NIGHTS) now = 1
    if (now === 2) nights += 1
    return KIND_NAMES[now]!
  })
}

function plantDays(random: Random, { weeks, shifts, longestRun }: { weeks: number; shifts: number; longestRun: number }): boolean[] {
  const works = Array.from({ length: 7 * weeks }, () => false)
  const parity = random.below(2)
  let left = shifts
  const take = (day: number): void => {
    if (left <= 0 || works[day] !== false || runThrough(works, day) > longestRun || workedInWeek(works, day) >= 6) return
    works[day] = true
    left -= 1
  }
  for (let week = parity; week < weeks; week += 2) for (const day of [5, 6]) take(7 * week + day)
  // Days beside worked ones first, so that there are runs and not single days.
  for (let round = 0; round < 400 && left > 0; round += 1) {
    const day = 7 * random.below(weeks) + random.below(5)
    if (round > 100 || works[day - 1] === true || works[day + 1] === true || random.below(4) === 0) take(day)
  }
  return works
}

/** Length of the run that a day would be part of. */
function runThrough(works: readonly boolean[], day: number): number {
  let first = day
  let last = day
  while (works[first - 1] === true) first -= 1
  while (works[last + 1] === true) last += 1
  return last - first + 1
}

function workedInWeek(works: readonly boolean[], day: number): number {
  const monday = day - (day % 7)
  return works.slice(monday, monday + 7).filter(Boolean).length
}

function spotOf(ward: number, skill: number): number {
  return 10 * (ward + 1) + skill
}

/** Mostly at home, mostly at the spot that asks for the most that somebody can. */
function seatsOf(random: Random, { id, skills, wards, planted }: Person): Seat[] {
  return planted.flatMap((kind, day) => {
    if (kind === null) return []
    const ward = wards[random.below(10) === 0 ? wards.length - 1 : 0]!
    const skill = random.below(3) === 0 ? NURSE : skills[random.below(skills.length)]!
    return [{ day, kind, spot: spotOf(ward, skill), plantedFor: id }]
  })
}

function optionalSeat(random: Random, wards: number, days: number): Seat {
  const kind = KIND_NAMES[random.below(2)]!
  return { day: random.below(days), kind, spot: spotOf(random.below(wards), NURSE), plantedFor: null }
}

function employeeFields(random: Random, { id, employment, skills, wards, planted }: Person) {
  return {
    id,
    skills: skills.map((skill) => ({ id: skill })),
    teams: wards.map((ward) => ({ id: ward + 1 })),
    contract: contractOf(employment, planted),
    wishes: Array.from({ length: WISHES }, () => wishFields(random, planted)),
    history: {
      shiftsWorked: 30 + random.below(10),
      minutesWorked: WORK_MIN * 35,
      weekendsWorked: 4 + random.below(3),
      byTag: { night: { shiftsWorked: random.below(6) } },
    },
  }
}

function contractOf(employment: Employment, planted: Person['planted']) {
  const always = {
    hoursBetweenShift: 660,
    maxHoursDay: 600,
    maxHoursWeek: 6 * WORK_MIN,
    maxConsecutiveDays: 6,
    minConsecutiveDays: 2,
    minConsecutiveDaysOff: 2,
    maxConsecutiveNightShifts: 4,
    weekendWorkFrequency: 2,
    completeWeekends: true,
    minWeeklyRestHours: 24,
  }
  const monthly = { maxHoursMonth: maxMinutes(planted, 31) + WORK_MIN, minHoursMonth: Math.max(0, maxMinutes(planted, 28) - 2 * WORK_MIN) }
  const earlyAfterNight = { kind: 'succession', after: ['night'], forbidden: ['early'], nextDay: true, weight: 1 }
  if (employment === 'nights') return { ...always, ...monthly, quotas: [{ tag: 'early', max: 0, per: 'month' }] }
  if (employment === 'part') return { ...always, inKWeeks: 4, maxNhours: maxMinutes(planted, 28) + WORK_MIN, rules: [earlyAfterNight] }
  const fewNights = { kind: 'count', of: 'shifts', tags: ['night'], per: 'rolling', days: 14, max: 4, weight: 1 }
  return { ...always, ...monthly, maxConsecutiveLateShifts: 5, rules: [earlyAfterNight, fewNights] }
}

/** The most work that is planted in so many consecutive days. */
function maxMinutes(planted: Person['planted'], days: number): number {
  const from = [...planted.keys()].slice(0, Math.max(1, planted.length - days + 1))
  return WORK_MIN * Math.max(...from.map((first) => planted.slice(first, first + days).filter((kind) => kind !== null).length))
}

/** Nobody is unavailable when the planted roster needs them; what else they wish has nothing to do with it. */
function wishFields(random: Random, planted: readonly (Kind | null)[]) {
  const day = random.below(planted.length)
  // A night before reaches into the day.
  const isFree = planted[day] === null && planted[day - 1] !== 'night'
  const span = { start: timeAt(day, 0), end: timeAt(day + 1, 0) }
  const chance = random.below(10)
  if (isFree && chance < 6) return { type: 'UNAVAILABLE', ...span }
  if (chance < 8) return { type: 'UNDESIRED', ...span, ...(chance < 4 ? { tag: KIND_NAMES[random.below(3)]! } : {}) }
  return { type: 'DESIRED', ...span, tag: KIND_NAMES[random.below(2)]! }
}

function shiftFields(random: Random, { day, kind, spot, plantedFor }: Seat, i: number) {
  const start = KINDS[kind]
  const named = random.below(100)
  return {
    id: i + 1,
    spot,
    start: timeAt(day, start),
    end: timeAt(day, start + SHIFT_MIN),
    breakMinutes: BREAK_MIN,
    tags: [kind],
    importance: plantedFor === null ? 'OPTIONAL' : 'MANDATORY',
    ...(named === 0 && plantedFor !== null ? { suggestedEmployees: [plantedFor] } : {}),
    ...(named === 1 && plantedFor !== null ? { dislikedEmployees: [plantedFor] } : {}),
  }
}

function timeAt(day: number, minute: number): string {
  return new Date(FIRST_DAY + day * 86_400_000 + minute * 60_000).toISOString().replace('.000Z', 'Z')
}
