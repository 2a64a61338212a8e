import type { Inrc2Instance } from '../../src/formats/inrc2.ts'
import type { Inrc2Nurse, Inrc2Past, Inrc2ShiftType, Inrc2Week } from '../../src/formats/inrc2-files.ts'
import { createRandom } from '../../test/property/draft.ts'

/** How large a planted ward is. */
export interface WardSize {
  readonly nurses: number
  readonly weeks: number
  readonly seed: number
}

/** What a nurse works on a day. */
export interface PlantedDuty {
  readonly type: string
  readonly skill: string
}

/** A ward with a roster that came first. */
export interface PlantedWard {
  readonly instance: Inrc2Instance
  /** By nurse, by day of the weeks; null = off. */
  readonly roster: readonly (readonly (PlantedDuty | null)[])[]
  /** What that roster costs, in points of the competition; it breaks nothing that is forbidden. */
  readonly cost: number
}

const DAYS_PER_WEEK = 7
const SATURDAY = 5
/** Days before the first week of which runs are made, so that the past of a nurse is one that may be. */
const PAST_DAYS = 14

const SKILLS = ['HeadNurse', 'Nurse', 'Caretaker', 'Trainee']
const TYPES: readonly Inrc2ShiftType[] = [
  { name: 'Early', run: { least: 2, most: 5 }, notNext: [] },
  { name: 'Day', run: { least: 2, most: 28 }, notNext: [] },
  { name: 'Late', run: { least: 2, most: 5 }, notNext: ['Early', 'Day'] },
  { name: 'Night', run: { least: 3, most: 5 }, notNext: ['Early', 'Day', 'Late'] },
]
/** Of the whole staff, the share that has these skills. */
const CREWS: readonly { readonly name: string; readonly share: number; readonly skills: readonly string[] }[] = [
  { name: 'HN', share: 0.125, skills: ['HeadNurse', 'Nurse'] },
  { name: 'NU', share: 0.125, skills: ['Nurse', 'Caretaker'] },
  { name: 'CT', share: 0.5, skills: ['Caretaker'] },
  { name: 'TR', share: 0.25, skills: ['Trainee'] },
]
type Contract = Omit<Inrc2Nurse, 'name' | 'skills'>
/** For four weeks: totals and weekends grow with the weeks. The first asks for more days than stretches of five with two days off between them have room for. */
const CONTRACTS: readonly Contract[] = [
  { total: { least: 22, most: 24 }, work: { least: 3, most: 5 }, off: { least: 2, most: 3 }, maxWeekends: 2, completeWeekends: true },
  { total: { least: 10, most: 15 }, work: { least: 3, most: 5 }, off: { least: 2, most: 5 }, maxWeekends: 2, completeWeekends: true },
  { total: { least: 7, most: 11 }, work: { least: 3, most: 6 }, off: { least: 4, most: 8 }, maxWeekends: 1, completeWeekends: true },
  { total: { least: 5, most: 8 }, work: { least: 3, most: 4 }, off: { least: 4, most: 10 }, maxWeekends: 1, completeWeekends: true },
]
/** Rows that are drawn for a nurse, of which the one with the most work is planted: little is left over. */
const ROWS_DRAWN = 60
const MOST_TRIES = 10_000
/** Of one row: with more, another beginning is sooner found. */
const MOST_STEPS = 300
/** Any type may be worked so many days in a row. */
const LONGEST_RUN = 5
/** Requests that the planted roster refuses, and grants, for each nurse and four weeks. */
const REFUSED = 0.1
const GRANTED = 0.5
const POINTS_PER_DAY = 20
const POINTS_PER_REQUEST = 10

/**
 * A ward in the form of the Second International Nurse Rostering Competition with a roster that is about the best there is, for it came first: everybody has a row that keeps what the contract says of runs and
 * weekends, and works as much as that leaves room for; the demand is what they cover. Where contracts ask for more days than there is room for, each day costs less than what would have to be broken for it. A few
 * requests are refused, some of which another roster may grant.
 */
export function plantWard(size: WardSize): PlantedWard {
  const draw = drawerOf(size.seed)
  const nurses = nursesOf(size, draw)
  const rows = nurses.map((nurse) => plantRow(nurse, size.weeks * DAYS_PER_WEEK, draw))
  const roster = rows.map((row, n) => row.slice(PAST_DAYS).map((type) => (type === null ? null : { type, skill: draw.oneOf(nurses[n]!.skills) })))
  const fours = size.weeks / 4
  const missing = nurses.reduce((sum, { total }, n) => sum + Math.max(0, total.least - roster[n]!.filter((duty) => duty !== null).length), 0)
  const refused = Math.round(size.nurses * REFUSED * fours)
  const weeks = requirementsOf(roster, draw)
  const requests = requestsOf({ nurses, roster }, { refused, granted: Math.round(size.nurses * GRANTED * fours) }, draw)
  return {
    instance: {
      scenario: { name: nameOf(size), weeks: size.weeks, skills: SKILLS, shiftTypes: TYPES, nurses },
      history: { weeksBefore: 0, pasts: rows.map((row) => pastOf(row.slice(0, PAST_DAYS))) },
      weeks: weeks.map((requirements, w) => ({
        requirements,
        offRequests: requests
          .filter(({ day }) => Math.floor(day / DAYS_PER_WEEK) === w)
          .map((request) => ({ ...request, day: request.day % DAYS_PER_WEEK })),
      })),
    },
    roster,
    cost: POINTS_PER_DAY * missing + POINTS_PER_REQUEST * refused,
  }
}

function nameOf({ nurses, weeks }: WardSize): string {
  return `n${String(nurses).padStart(3, '0')}w${weeks}`
}

interface Drawer {
  /** A whole number from 0 up to `count`, without it. */
  readonly below: (count: number) => number
  readonly oneOf: <Item>(items: readonly Item[]) => Item
  readonly shuffled: <Item>(items: readonly Item[]) => Item[]
}

function drawerOf(seed: number): Drawer {
  const random = createRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  return {
    below,
    oneOf: (items) => items[below(items.length)]!,
    shuffled(items) {
      const left = [...items]
      return items.map(() => left.splice(below(left.length), 1)[0]!)
    },
  }
}

function nursesOf({ nurses, weeks }: WardSize, draw: Drawer): readonly Inrc2Nurse[] {
  let before = 0
  return CREWS.flatMap(({ name, share, skills }, crew) => {
    const last = crew === CREWS.length - 1
    const count = last ? nurses - before : Math.round(share * nurses)
    const first = before
    before += count
    return Array.from({ length: count }, (_, i) => ({ name: `${name}_${first + i}`, skills, ...contractFor(draw.oneOf(CONTRACTS), weeks) }))
  })
}

function contractFor(contract: Contract, weeks: number): Contract {
  const { total, maxWeekends } = contract
  const grown = (number: number): number => Math.round((number * weeks) / 4)
  return { ...contract, total: { least: grown(total.least), most: grown(total.most) }, maxWeekends: grown(maxWeekends) }
}

type Row = readonly (string | null)[]

/** Of some rows that keep all of the contract the one with the most work: types by day, from the first day of the past on. */
function plantRow(nurse: Inrc2Nurse, days: number, draw: Drawer): Row {
  const rows: (readonly boolean[])[] = []
  for (let tries = 0; rows.length < ROWS_DRAWN; tries += 1) {
    if (tries > MOST_TRIES) throw new Error(`No row was found that keeps the contract of ${nurse.name}.`)
    const row = drawDays(nurse, PAST_DAYS + days, draw)
    if (row !== null) rows.push(row)
  }
  return typesOf(
    rows.reduce((best, row) => (workOf(row) > workOf(best) ? row : best)),
    draw,
  )
}

/** Days of work of the weeks, among the first `days` of a row. */
function workOf(row: readonly boolean[], days = row.length): number {
  let work = 0
  for (let day = PAST_DAYS; day < days; day += 1) if (row[day]!) work += 1
  return work
}

/** Whether each day is one of work: stretches of work and of days off in turn, each tried in all its lengths; null where the contract wants something else of them, or that took too long. */
function drawDays(nurse: Inrc2Nurse, days: number, draw: Drawer): readonly boolean[] | null {
  const row: boolean[] = []
  let steps = 0
  const goOn = (works: boolean): boolean => {
    steps += 1
    if (steps > MOST_STEPS || !mayBegin(nurse, row, Math.min(row.length, days))) return false
    if (row.length >= days) return true
    const before = row.length
    const { least, most } = works ? nurse.work : nurse.off
    for (const length of draw.shuffled(Array.from({ length: most - least + 1 }, (_, more) => least + more))) {
      for (let day = 0; day < length; day += 1) row.push(works)
      if (goOn(!works)) return true
      row.length = before
    }
    return false
  }
  return goOn(draw.below(2) === 0) ? row.slice(0, days) : null
}

/** True where a row may begin with so many days of this one: weekends are whole, and there are no more of them, and no more days, than the contract allows. */
function mayBegin({ total, maxWeekends, completeWeekends }: Inrc2Nurse, row: readonly boolean[], days: number): boolean {
  let weekends = 0
  for (let saturday = SATURDAY; saturday < days; saturday += DAYS_PER_WEEK) {
    const first = row[saturday]!
    const second = saturday + 1 < days ? row[saturday + 1]! : first
    if (completeWeekends && first !== second) return false
    if (saturday >= PAST_DAYS && (first || second)) weekends += 1
  }
  return weekends <= maxWeekends && workOf(row, days) <= total.most
}

function typesOf(row: readonly boolean[], draw: Drawer): Row {
  const types: (string | null)[] = []
  while (types.length < row.length) {
    const works = row[types.length]!
    const end = row.indexOf(!works, types.length)
    const length = (end === -1 ? row.length : end) - types.length
    // The last stretch may go on after the last day: it is drawn as long as it may be, and cut.
    const drawn = works ? drawStretch(end === -1 ? Math.max(length, LONGEST_RUN) : length, null, draw) : null
    types.push(...Array.from({ length }, (_, day) => drawn?.[day] ?? null))
  }
  return types
}

/** Types of so many days of work that follow `before`, each as often in a row as it may; null where there are none. */
function drawStretch(days: number, before: Inrc2ShiftType | null, draw: Drawer): readonly string[] | null {
  if (days === 0) return []
  for (const type of draw.shuffled(TYPES)) {
    if (type === before || before?.notNext.includes(type.name) === true) continue
    const lengths = Array.from({ length: days + 1 }, (_, length) => length).filter((length) => length >= type.run.least && length <= type.run.most)
    for (const length of draw.shuffled(lengths)) {
      const rest = drawStretch(days - length, type, draw)
      if (rest !== null) return [...Array.from({ length }, () => type.name), ...rest]
    }
  }
  return null
}

function pastOf(row: Row): Inrc2Past {
  const last = row.at(-1)!
  const trailing = (is: (type: string | null) => boolean): number => row.length - 1 - row.findLastIndex((type) => !is(type))
  return {
    assignments: 0,
    weekends: 0,
    lastType: last,
    sameType: last === null ? 0 : trailing((type) => type === last),
    work: trailing((type) => type !== null),
    off: trailing((type) => type === null),
  }
}

/** What the roster covers, as optimal, and somewhat less as the minimum; by week. */
function requirementsOf(roster: PlantedWard['roster'], draw: Drawer): readonly Inrc2Week['requirements'][] {
  const days = roster[0]!.length
  const asked = TYPES.flatMap(({ name }) => SKILLS.map((skill) => ({ type: name, skill, filled: new Int32Array(days) })))
  for (const row of roster) {
    row.forEach((duty, day) => {
      if (duty !== null) asked.find(({ type, skill }) => type === duty.type && skill === duty.skill)!.filled[day]! += 1
    })
  }
  const limits = asked.map(({ type, skill, filled }) => ({
    type,
    skill,
    days: Array.from(filled, (count) => ({ least: count - draw.below(Math.floor(count / 2) + 1), most: count })),
  }))
  return Array.from({ length: days / DAYS_PER_WEEK }, (_, week) =>
    limits.map(({ type, skill, days: all }) => ({ type, skill, days: all.slice(week * DAYS_PER_WEEK, (week + 1) * DAYS_PER_WEEK) })),
  )
}

/** Requests for days, or for shifts of one type, off: no two of a nurse on one day. */
function requestsOf(
  { nurses, roster }: { readonly nurses: readonly Inrc2Nurse[]; readonly roster: PlantedWard['roster'] },
  { refused, granted }: { readonly refused: number; readonly granted: number },
  draw: Drawer,
): Inrc2Week['offRequests'] {
  const places = draw.shuffled(nurses.flatMap((_, n) => roster[n]!.map((duty, day) => ({ n, day, duty }))))
  const worked = places.filter(({ duty }) => duty !== null).slice(0, refused)
  const free = places.filter(({ duty }) => duty === null).slice(0, granted)
  return [...worked, ...free].map(({ n, day, duty }) => {
    const ofType = draw.below(2) === 0
    return { nurse: nurses[n]!.name, type: ofType ? (duty?.type ?? draw.oneOf(TYPES).name) : null, day }
  })
}
