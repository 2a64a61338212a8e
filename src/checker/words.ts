import { type Calendar, createOffsetReader, dayAt, formatOffset, isShownTwice } from '../model/calendar.ts'
import type { AskedSkill, Contract, Employee, Schedule, Shift, Spot, Titled } from '../model/schedule.ts'
import { ENGLISH, SILENT_TELLER, type Teller } from '../model/teller.ts'
import type { Identifier, Minute, SkillId, TeamId } from '../model/units.ts'

/** Names and times as people read them. */
export interface Words {
  /** Who says the rest of the sentence, in the same language. */
  readonly teller: Teller
  /** `Anna`, or `employee 7` without a name. */
  employee(employee: Employee): string
  /** `Early (2026-03-02 07:00–15:00)`, or `shift 12 (…)` without a name; local time. On a holiday that has a name `Early (2026-12-25 07:00–15:00, Christmas)`. */
  shift(shift: Shift): string
  /** Several shifts, the first three by name; of `count`, the others need not be handed over. */
  shifts(shifts: readonly Shift[], count?: number): string
  /** `Ward`, or `spot 3` without a name. */
  spot(spot: Spot): string
  /** `nurse`, or `7` without a name; `nurse (level 3 or higher)` where a level is asked for. */
  skill(id: SkillId, minLevel?: number): string
  /** `Ward 2`, or `7` without a name. */
  team(id: TeamId): string
  /** `the contract`, with the name of one that several employees have: `the contract Full time`. */
  contract(contract: Pick<Contract, 'name'> | null): string
  /** Several of them, the first ten by name; of `count`, the others need not be handed over. */
  skills(asked: readonly AskedSkill[], count?: number): string
  teams(ids: readonly TeamId[]): string
  /** `2026-03-02 07:00`, local time; `2026-10-25 02:30+01:00` where the clock shows that twice. */
  time(minute: Minute): string
  /** As `time`, without the date. */
  clock(minute: Minute): string
  /** The local date of a moment as the interface has it, in every language: `2026-03-02`. */
  dateAt(minute: Minute): string
  /** `2026-12-25 07:00 (Christmas) to 2026-12-26 15:00`: two moments, with `joiner` between them and the holidays that they are on; the end is not in it. */
  span(span: { readonly start: Minute; readonly end: Minute }, joiner?: 'to' | 'and'): string
  /** A local date with the name of the holiday that it is: `2026-12-25 (Christmas)`. */
  date(date: string): string
  /** `11 h`, `8 h 30 min` or `45 min`. */
  duration(minutes: number): string
}

/** Says nothing of anything. */
export const NO_WORDS: Words = {
  teller: SILENT_TELLER,
  employee: () => '',
  shift: () => '',
  shifts: () => '',
  spot: () => '',
  skill: () => '',
  team: () => '',
  contract: () => '',
  skills: () => '',
  teams: () => '',
  time: () => '',
  clock: () => '',
  dateAt: () => '',
  span: () => '',
  date: () => '',
  duration: () => '',
}

const NAMED_SHIFTS = 3
/** Skills and teams that a text has by name. */
export const NAMED_SKILLS = 10
const DAY_MIN = 1440

/** A name that a text can hold: on one line, and without codes that a terminal would obey. */
export function oneLine(name: string): string {
  // eslint-disable-next-line no-control-regex
  return name.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
}

function nameOr<Id extends Identifier>(id: Id, names: ReadonlyMap<Id, string>): string {
  const name = names.get(id)
  return name === undefined ? String(id) : oneLine(name)
}

/** The names of the first of `count`. */
function firstNames<Item>({ say }: Teller, items: readonly Item[], nameOf: (item: Item) => string, count: number): string {
  const listed = items.slice(0, NAMED_SKILLS).map(nameOf).join(', ')
  return count > NAMED_SKILLS ? say('list.more', { listed, count: count - NAMED_SKILLS }) : listed
}

/** `nurse (level 3 or higher)`; without the lowest level, which everybody has who has the skill. */
function levelInWords(skill: string, minLevel: number, { say }: Teller): string {
  if (minLevel === 1) return skill
  return say(minLevel === HIGHEST_LEVEL ? 'words.level' : 'words.levelOrHigher', { skill, level: String(minLevel) })
}

const HIGHEST_LEVEL = 9

/** ` (level 3 or higher)`; nothing of the lowest level, which everybody has who has the skill. */
export function levelWords(minLevel: number): string {
  if (minLevel === 1) return ''
  return minLevel === HIGHEST_LEVEL ? ` (level ${minLevel})` : ` (level ${minLevel} or higher)`
}

/** The name of the holiday that a day is, after `before`; '' where it is none, or has no name. */
export function holidayWords({ holidays }: Calendar, day: number, before: string): string {
  const name = holidays.get(day) ?? ''
  return name === '' ? '' : `${before}${oneLine(name)}`
}

/** ` (Christmas)` after a day; '' where it is no holiday, or has no name. */
function holidayAfter(calendar: Calendar, day: number): string {
  const named = holidayWords(calendar, day, ' (')
  return named === '' ? '' : `${named})`
}

/** Writes moments in a schedule's time zone: with the date, and without. */
function createTimes({ calendar: { timeZone, originEpochMin } }: Schedule, teller: Teller): Pick<Words, 'time' | 'clock' | 'dateAt'> {
  const offsetAt = createOffsetReader(timeZone)
  const partsOf = (minute: Minute): { readonly date: string; readonly clock: string } => {
    const epochMin = originEpochMin + minute
    const offset = offsetAt(epochMin)
    const [date, clock] = new Date((epochMin + offset) * 60_000).toISOString().slice(0, 16).split('T') as [string, string]
    return { date, clock: `${teller.clock(clock)}${isShownTwice(offsetAt, epochMin) ? formatOffset(offset) : ''}` }
  }
  return {
    time(minute) {
      const { date, clock } = partsOf(minute)
      return `${teller.date(date)} ${clock}`
    },
    clock: (minute) => partsOf(minute).clock,
    dateAt: (minute) => partsOf(minute).date,
  }
}

/** `11 h`, `8 h 30 min` or `45 min`. */
function durationInWords(total: number, { say }: Teller): string {
  const hours = String(Math.floor(total / 60))
  const minutes = String(total % 60)
  if (total < 60) return say('words.minutes', { minutes })
  return minutes === '0' ? say('words.hours', { hours }) : say('words.hoursMinutes', { hours, minutes })
}

/** Words for one schedule, in its time zone, and in the language of `teller`. */
export function createWords(schedule: Schedule, teller: Teller = ENGLISH): Words {
  const { say } = teller
  const { time, clock, dateAt } = createTimes(schedule, teller)
  const span = ({ start, end }: { readonly start: Minute; readonly end: Minute }, joiner = 'to'): string => {
    const { calendar } = schedule
    const [first, last] = [dayAt(calendar, start), dayAt(calendar, end)]
    const isOver = last === first || calendar.days[last]?.start === end
    return say(joiner === 'to' ? 'words.spanTo' : 'words.spanAnd', {
      start: `${time(start)}${holidayAfter(calendar, first)}`,
      end: `${time(end)}${isOver ? '' : holidayAfter(calendar, last)}`,
    })
  }
  let dayOf: ReadonlyMap<string, number> | null = null
  const date = (text: string): string => {
    dayOf ??= new Map([...schedule.calendar.holidays.keys()].map((day) => [schedule.calendar.days[day]!.date, day]))
    return `${teller.date(text)}${holidayAfter(schedule.calendar, dayOf.get(text) ?? -1)}`
  }
  const write = ({ name, id, start, end, day }: Shift): string => {
    const times = end - start < DAY_MIN ? `${time(start)}–${clock(end)}` : say('words.spanTo', { start: time(start), end: time(end) })
    return `${name === null ? say('words.shift', { id: String(id) }) : oneLine(name)} (${times}${holidayWords(schedule.calendar, day, ', ')})`
  }
  // A bad roster names each shift a dozen times, and a moment takes 1 µs to write.
  const written = new Map<Shift, string>()
  const shift = (named: Shift): string => {
    const known = written.get(named)
    if (known !== undefined) return known
    const text = write(named)
    written.set(named, text)
    return text
  }
  const skill: Words['skill'] = (id, minLevel = 1) => levelInWords(nameOr(id, schedule.skillNames), minLevel, teller)
  return {
    teller,
    employee: ({ name, id }) => (name === null ? say('words.employee', { id: String(id) }) : oneLine(name)),
    shift,
    shifts(shifts, count = shifts.length) {
      const named = shifts.slice(0, NAMED_SHIFTS).map(shift)
      return count > NAMED_SHIFTS ? say('list.more', { listed: named.join(', '), count: count - NAMED_SHIFTS }) : teller.listed(named)
    },
    spot: ({ name, id }) => (name === null ? say('words.spot', { id: String(id) }) : oneLine(name)),
    skill,
    team: (id) => nameOr(id, schedule.teamNames),
    contract(contract) {
      const name = contract?.name ?? null
      return name === null ? say('words.contract') : say('words.contractNamed', { name: oneLine(name) })
    },
    skills: (asked, count = asked.length) => firstNames(teller, asked, ({ id, minLevel }) => skill(id, minLevel), count),
    teams: (ids) => firstNames(teller, ids, (id) => nameOr(id, schedule.teamNames), ids.length),
    time,
    clock,
    dateAt,
    span,
    date,
    duration: (minutes) => durationInWords(minutes, teller),
  }
}

/** `on 2026-03-02`, or `from 2026-03-02 to 2026-03-04`: some days, by their local dates. */
export function daysInWords({ teller: { say }, date }: Words, { from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? say('window.on', { date: date(from) }) : say('window.fromTo', { from: date(from), to: date(to) })
}

/** ` (Nights a week, Working Time Act section 6)`: what people call a rule and where it is written; empty where neither is said. */
export function titleInWords(titled: Titled): string {
  const title = titleOf(titled)
  return title === '' ? '' : ` (${title})`
}

/** As `titleInWords`, without what stands around it. */
export function titleOf({ name, reference }: Titled): string {
  return [name, reference].flatMap((part) => (part === undefined ? [] : [oneLine(part)])).join(', ')
}

/** `1 shift`, `2 shifts`. */
export function countOf(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
