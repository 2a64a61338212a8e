import { WEEKDAYS as WIRE_WEEKDAYS } from '../src/api/weekdays.ts'
import { epochDayOf, type PeriodPlan } from '../src/model/calendar.ts'
import type { StartDays } from '../src/model/schedule.ts'
import type { SampleAsked, SampleHeld, SampleShift, SampleTime } from './sample-schedule.ts'

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const DAY_MIN = 1440
const TIME = /^(\w{3}(?:\+\d)?) (\d\d):(\d\d)–(?:(\w{3}(?:\+\d)?) )?(\d\d):(\d\d)(.*)$/

/** Reads days written as in docs/constraints/README.md: `DDD.N/DD`. */
export function readDays(text: string, dayShiftMin = 480): { days: number; horizonFirst: number; shifts: SampleShift[] } {
  const [before, after] = text.replaceAll(' ', '').includes('/')
    ? (text.replaceAll(' ', '').split('/') as [string, string])
    : ['', text.replaceAll(' ', '')]
  const shifts = [...(before + after)].flatMap((letter, day): SampleShift[] => {
    const historic = day < before.length
    const at = (from: number, length: number): SampleTime => ({ from: day * DAY_MIN + from, to: day * DAY_MIN + from + length })
    if (letter === 'D') return [{ ...at(420, dayShiftMin), historic, tags: ['day'] }]
    if (letter === 'P') return [{ ...at(420, dayShiftMin), historic, tags: ['day'], points: 3 }]
    if (letter === 'L') return [{ ...at(840, 480), historic, tags: ['late'], isLate: true }]
    if (letter === 'N') return [{ ...at(1380, 480), historic, tags: ['night'], isNight: true }]
    if (letter === 'W') return [{ ...at(960, 3840), historic, tags: ['duty'] }]
    if (letter === '.') return []
    throw new Error(`What is ${letter} in ${text}?`)
  })
  return { days: before.length + after.length, horizonFirst: before.length, shifts }
}

/** Reads shifts written as in docs/constraints/README.md: `Mon 07:00–15:00 fixed; Tue 23:00–07:00`. */
export function readShifts(text: string): SampleShift[] {
  return text.split(';').map((part) => {
    const { time, rest } = readTime(part.trim())
    const numbers = (word: string): number[] =>
      (new RegExp(`\\b${word} (\\d+(?:, \\d+)*)`).exec(rest)?.[1] ?? '').split(',').filter(Boolean).map(Number)
    const number = (word: string): number | undefined => numbers(word)[0]
    const beside = number('beside spot')
    const posted = number('posted')
    const tags = /tagged ([\w+]+)/.exec(rest)?.[1]
    const template = number('from template')
    const points = number('points')
    return {
      ...time,
      employee: rest.includes('empty') ? null : (number('by') ?? 1) - 1,
      ...(posted === undefined ? {} : { posted: posted - 1 }),
      ...(template === undefined ? {} : { template }),
      ...(points === undefined ? {} : { points }),
      suggested: numbers('suggests'),
      disliked: numbers('dislikes'),
      cost: number('cost') ?? 0,
      historic: rest.includes('historic'),
      fixed: rest.includes('fixed'),
      importance: rest.includes('optional') ? 'OPTIONAL' : 'MANDATORY',
      weight: number('weight') ?? 1,
      breakMin: / on (?:open )?break/.test(rest) ? 0 : (number('break') ?? 0),
      pauses: readPauses(rest, time.from),
      spot: number('at spot') ?? 1,
      beside: beside === undefined ? [] : [beside],
      tags: tags?.split('+') ?? [],
    }
  })
}

/** Reads `on break 12:00–12:30, 14:00–14:15` of a shift that begins at `from`; an open break needs no cover. */
function readPauses(rest: string, from: number): NonNullable<SampleShift['pauses']> {
  const found = / on (open )?break (\d\d:\d\d–\d\d:\d\d(?:, \d\d:\d\d–\d\d:\d\d)*)/.exec(rest)
  if (found === null) return []
  return found[2]!.split(', ').map((span) => {
    const [start, end] = span.split('–').map((clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)))
    const after = (start! - (from % DAY_MIN) + DAY_MIN) % DAY_MIN
    return { after, minutes: (end! - start! + DAY_MIN) % DAY_MIN, covered: found[1] === undefined }
  })
}

/** Reads wishes, which are written like shifts. */
export function readWishes(text: string): (SampleTime & { weight: number; tag: string | null })[] {
  return readShifts(text).map(({ from, to, weight, tags }) => ({ from, to, weight: weight!, tag: tags![0] ?? null }))
}

/** Reads skills that are asked for, `1, 2 at level 3`; `–` is none. */
export function readAsked(text: string): SampleAsked[] {
  return text === '–' ? [] : text.split(',').map((part) => [Number.parseInt(part, 10), levelIn(part) ?? 1] as const)
}

function levelIn(text: string): number | null {
  const level = /at level (\d)/.exec(text)?.[1]
  return level === undefined ? null : Number(level)
}

/** Reads `1, 2 at level 3 from Mon 07:00 until Mon 12:00`; `–` is none. */
export function readHeld(text: string): SampleHeld[] {
  if (text === '–') return []
  return text.split(',').map((part) => {
    const from = /from (\w{3}) (\d\d):(\d\d)/.exec(part)
    const until = /until (\w{3}) (\d\d):(\d\d)/.exec(part)
    const level = levelIn(part)
    return {
      id: Number.parseInt(part, 10),
      ...(level === null ? {} : { level }),
      ...(from === null ? {} : { from: minuteOf(from[1]!, from[2]!, from[3]!) }),
      ...(until === null ? {} : { until: minuteOf(until[1]!, until[2]!, until[3]!) }),
    }
  })
}

/** Reads a stretch of time written like a shift. */
export function readPeriod(text: string): SampleTime {
  return readTime(text).time
}

/** Reads what is written as JSON in a table; `–` is nothing. */
export function readJson<T>(text: string): T | null {
  return text === '–' ? null : (JSON.parse(text) as T)
}

/** Reads dates; `–` is none. */
export function readDates(text: string): string[] {
  return text === '–' ? [] : text.split(',').map((date) => date.trim())
}

/** Reads `1, 2`; `–` stands for nothing, alone or as one of several. */
export function readNumbers(text: string): (number | null)[] {
  return text.split(',').map((part) => (part.trim() === '–' ? null : Number(part)))
}

function readTime(text: string): { time: SampleTime; rest: string } {
  const found = TIME.exec(text)
  if (found === null) throw new Error(`What is ${text}?`)
  const [, day, hour, minute, endDay, endHour, endMinute, rest] = found
  const from = minuteOf(day!, hour!, minute!)
  const to = minuteOf(endDay ?? day!, endHour!, endMinute!)
  return { time: { from, to: endDay === undefined && to <= from ? to + DAY_MIN : to }, rest: rest! }
}

function minuteOf(weekday: string, hour: string, minute: string): number {
  const [day, weeks] = weekday.split('+')
  return (WEEKDAYS.indexOf(day!) + 7 * Number(weeks ?? 0)) * DAY_MIN + Number(hour) * 60 + Number(minute)
}

/** When shifts have to start to count for a rule, as a model has it. */
export function startDaysOf({ weekdays, dates }: { readonly weekdays?: unknown; readonly dates?: unknown }): { readonly on?: StartDays } {
  if (weekdays === undefined && dates === undefined) return {}
  const named = (weekdays ?? []) as (typeof WIRE_WEEKDAYS)[number][]
  return { on: { weekdays: named.map((name) => WIRE_WEEKDAYS.indexOf(name)), dates: (dates ?? []) as readonly string[] } }
}

/** Reads an entry of `calendar.periods` as it is posted, but for its id, which is `pay`. */
export function readPeriodPlan(text: string): PeriodPlan {
  const { start, days, ranges = [] } = JSON.parse(text) as { start?: string; days?: number; ranges?: { start: string; end: string }[] }
  const every = start === undefined || days === undefined ? null : { start: epochDayOf(start), days }
  return { id: 'pay', every, ranges: ranges.map((range) => ({ first: epochDayOf(range.start), last: epochDayOf(range.end) })) }
}
