import { type Calendar, createOffsetReader, dayAt, formatOffset, isShownTwice } from '../model/calendar.ts'
import type { AskedSkill, Contract, Employee, Schedule, Shift, Spot, Titled } from '../model/schedule.ts'
import type { Identifier, Minute, SkillId, TeamId } from '../model/units.ts'

/** Names and times as people read them. */
export interface Words {
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
  /** `2026-12-25 07:00 (Christmas) to 2026-12-26 15:00`: two moments, with `joiner` between them and the holidays that they are on; the end is not in it. */
  span(span: { readonly start: Minute; readonly end: Minute }, joiner?: 'to' | 'and'): string
  /** A local date with the name of the holiday that it is: `2026-12-25 (Christmas)`. */
  date(date: string): string
  /** `11 h`, `8 h 30 min` or `45 min`. */
  duration(minutes: number): string
}

/** Says nothing of anything. */
export const NO_WORDS: Words = {
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
  span: () => '',
  date: () => '',
  duration: () => '',
}

const NAMED_SHIFTS = 3
/** Skills and teams that a text has by name. */
export const NAMED_SKILLS = 10
const DAY_MIN = 1440
const DATE_LENGTH = '2026-03-02 '.length

/** A name that a text can hold: on one line, and without codes that a terminal would obey. */
export function oneLine(name: string): string {
  // eslint-disable-next-line no-control-regex
  return name.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
}

function nameOr<Id extends Identifier>(id: Id, names: ReadonlyMap<Id, string>): string {
  const name = names.get(id)
  return name === undefined ? String(id) : oneLine(name)
}

function firstNames<Item>(items: readonly Item[], nameOf: (item: Item) => string, count = items.length): string {
  const named = items.slice(0, NAMED_SKILLS).map(nameOf)
  return `${named.join(', ')}${count > NAMED_SKILLS ? ` and ${count - NAMED_SKILLS} more` : ''}`
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

/** Words for one schedule, in its time zone. */
export function createWords(schedule: Schedule): Words {
  const { timeZone, originEpochMin } = schedule.calendar
  const offsetAt = createOffsetReader(timeZone)
  const time = (minute: Minute): string => {
    const epochMin = originEpochMin + minute
    const offset = offsetAt(epochMin)
    const wall = new Date((epochMin + offset) * 60_000).toISOString().slice(0, 16).replace('T', ' ')
    return isShownTwice(offsetAt, epochMin) ? `${wall}${formatOffset(offset)}` : wall
  }
  const span = ({ start, end }: { readonly start: Minute; readonly end: Minute }, joiner = 'to'): string => {
    const { calendar } = schedule
    const [first, last] = [dayAt(calendar, start), dayAt(calendar, end)]
    const isOver = last === first || calendar.days[last]?.start === end
    return `${time(start)}${holidayAfter(calendar, first)} ${joiner} ${time(end)}${isOver ? '' : holidayAfter(calendar, last)}`
  }
  let dayOf: ReadonlyMap<string, number> | null = null
  const date = (text: string): string => {
    dayOf ??= new Map([...schedule.calendar.holidays.keys()].map((day) => [schedule.calendar.days[day]!.date, day]))
    return `${text}${holidayAfter(schedule.calendar, dayOf.get(text) ?? -1)}`
  }
  const write = ({ name, id, start, end, day }: Shift): string => {
    const until = end - start < DAY_MIN ? `–${time(end).slice(DATE_LENGTH)}` : ` to ${time(end)}`
    return `${name === null ? `shift ${id}` : oneLine(name)} (${time(start)}${until}${holidayWords(schedule.calendar, day, ', ')})`
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
  const skill: Words['skill'] = (id, minLevel = 1) => `${nameOr(id, schedule.skillNames)}${levelWords(minLevel)}`
  return {
    employee: ({ name, id }) => (name === null ? `employee ${id}` : oneLine(name)),
    shift,
    shifts(shifts, count = shifts.length) {
      const named = shifts.slice(0, NAMED_SHIFTS).map(shift)
      if (count > NAMED_SHIFTS) return `${named.join(', ')} and ${count - NAMED_SHIFTS} more`
      return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
    },
    spot: ({ name, id }) => (name === null ? `spot ${id}` : oneLine(name)),
    skill,
    team: (id) => nameOr(id, schedule.teamNames),
    contract: (contract) => (contract === null || contract.name === null ? 'the contract' : `the contract ${oneLine(contract.name)}`),
    skills: (asked, count) => firstNames(asked, ({ id, minLevel }) => skill(id, minLevel), count),
    teams: (ids) => firstNames(ids, (id) => nameOr(id, schedule.teamNames)),
    time,
    span,
    date,
    duration(minutes) {
      const hours = Math.floor(minutes / 60)
      const rest = minutes % 60
      if (hours === 0) return `${rest} min`
      return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
    },
  }
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
