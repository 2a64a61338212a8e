import { type Calendar, dayAt, minuteAt } from '../../../model/calendar.ts'
import { firstWhere } from '../../../model/first-where.ts'
import type { SurchargeRule } from '../../../model/pay.ts'
import type { Shift } from '../../../model/schedule.ts'
import { carriesOneOf, setOfTags, TagLists } from '../../../model/tags.ts'
import { MINUTES_PER_DAY } from '../../../model/units.ts'

/** A time, end exclusive. */
export type Span = readonly [start: number, end: number]

/** Minutes that a surcharge is about. */
export interface RuleSpan {
  readonly span: Span
  /** Position of the surcharge among all. */
  readonly number: number
  /** In the place of 100; null where `onTop` is paid. */
  readonly percent: number | null
  /** For an hour, in minor units. */
  readonly onTop: number
}

/** Finds what surcharges are about: of a day once for all shifts, and of a list of tags once for all that carry it. */
export class SurchargeSpans {
  readonly #surcharges: readonly SurchargeRule[]
  readonly #calendar: Calendar
  /** The dearest first. */
  readonly #order: readonly number[]
  readonly #ofDay = new Map<number, readonly RuleSpan[]>()
  readonly #lists = new TagLists()
  /** By number of a list of tags, and by number of a surcharge. */
  readonly #isFor: Uint8Array[] = []

  constructor(surcharges: readonly SurchargeRule[], calendar: Calendar) {
    this.#surcharges = surcharges
    this.#calendar = calendar
    this.#order = [...surcharges.keys()].sort((a, b) => (surcharges[b]!.percent ?? 0) - (surcharges[a]!.percent ?? 0))
  }

  /** When surcharges are about the minutes of a shift, day by day; of each day the dearest first. */
  of({ start, end, tags }: Shift): RuleSpan[] {
    const { days } = this.#calendar
    const isFor = this.#isForTags(tags)
    const spans: RuleSpan[] = []
    for (let day = dayAt(this.#calendar, start); day < days.length && days[day]!.start < end; day += 1)
      for (const each of this.#onDay(day)) {
        const span: Span = [Math.max(each.span[0], start), Math.min(each.span[1], end)]
        if (span[0] < span[1] && isFor[each.number] === 1) spans.push({ ...each, span })
      }
    return spans
  }

  #isForTags(tags: readonly string[]): Uint8Array {
    const list = this.#lists.numberOf(tags)
    const isFor = (rule: SurchargeRule): boolean => rule.tags.length === 0 || carriesOneOf(tags, setOfTags(rule.tags))
    return (this.#isFor[list] ??= Uint8Array.from(this.#surcharges, (rule) => Number(isFor(rule))))
  }

  #onDay(day: number): readonly RuleSpan[] {
    const known = this.#ofDay.get(day)
    if (known !== undefined) return known
    const spans = this.#order.flatMap((number) => {
      const { percent, amount } = this.#surcharges[number]!
      return spansOn(this.#calendar, day, this.#surcharges[number]!).map((span) => ({ span, number, percent, onTop: amount ?? 0 }))
    })
    this.#ofDay.set(day, spans)
    return spans
  }
}

/** When a surcharge is about the minutes of a day, in order, none of them twice. */
function spansOn(calendar: Calendar, day: number, { between, onHolidays, weekdays }: SurchargeRule): Span[] {
  const { weekday, start: opens, end: closes } = calendar.days[day]!
  if ((onHolidays && !calendar.holidays.has(day)) || (weekdays !== null && !weekdays.includes(weekday))) return []
  if (between === null) return [[opens, closes]]
  if (between.from < between.to) return [[minuteAt(calendar, day, between.from), Math.min(closes, minuteAt(calendar, day, between.to))]]
  const until = minuteAt(calendar, day, between.to)
  const from = Math.max(until, minuteAt(calendar, day, between.from % MINUTES_PER_DAY))
  return [
    [opens, until],
    [from, closes],
  ]
}

/** The parts of a time that nobody has taken. */
export class FreeTime {
  /** In order, none of them empty. */
  readonly #free: Span[]

  constructor(all: Span) {
    this.#free = [all]
  }

  /** Takes what is free of a time, and says what that is. */
  take([from, to]: Span): readonly Span[] {
    const first = firstWhere(this.#free.length, (at) => this.#free[at]![1] > from)
    const after = firstWhere(this.#free.length, (at) => this.#free[at]![0] >= to)
    if (first >= after) return NONE
    const touched = this.#free.slice(first, after)
    const [opens, closes] = [touched[0]![0], touched.at(-1)![1]]
    const left: Span[] = []
    if (opens < from) left.push([opens, from])
    if (closes > to) left.push([to, closes])
    this.#free.splice(first, touched.length, ...left)
    return touched.map(([start, end]) => [Math.max(start, from), Math.min(end, to)])
  }
}

const NONE: readonly Span[] = []
