import { type Calendar, dayAt, minuteAt } from '../model/calendar.ts'
import { firstWhere } from '../model/first-where.ts'
import type { Pay, PayRule, PayTerms, SurchargeRule } from '../model/pay.ts'
import type { Shift } from '../model/schedule.ts'
import { carriesOneOf, setOfTags, TagLists } from '../model/tags.ts'

/** Minutes of a shift that a surcharge is paid for. */
interface Surcharged {
  /** Its position in the rules of the schedule. */
  readonly position: number
  readonly rule: SurchargeRule
  readonly minutes: number
}

/** A moment of a day at which a surcharge begins, or ends, to be about whoever is at work. */
interface Edge {
  readonly minute: number
  readonly position: number
  readonly begins: boolean
}

/** How many minutes of each shift a surcharge is paid for, as docs/pay.md says, to whoever is paid by some of the rules. */
export function surchargedMinutes(terms: PayTerms, { rules }: Pay, shift: Shift): readonly Surcharged[] {
  const known = CLOCKS.get(terms) ?? new SurchargeClock(terms)
  CLOCKS.set(terms, known)
  return known.minutesOf(rules, shift)
}

/** By what a schedule says of money, which stays as it is. */
const CLOCKS = new WeakMap<PayTerms, SurchargeClock>()
/** Kept of shifts that differ, and of each that are paid, together. */
const MOST_KEPT = 1_000_000

/** Reads a shift from one moment to the next at which something changes. Shifts of the same time and tags are read once. */
class SurchargeClock {
  readonly #rules: readonly PayRule[]
  readonly #calendar: Calendar
  /** The positions of those with percents, the highest first. */
  readonly #byRank: readonly number[]
  readonly #rankOf: ReadonlyMap<number, number>
  /** By day, in order. */
  readonly #edges = new Map<number, readonly Edge[]>()
  readonly #lists = new TagLists()
  /** By number of a list of tags, and by position: 1 = the surcharge is about shifts with such tags. */
  readonly #isForTags = new Map<number, Uint8Array>()
  /** By list of rules. */
  readonly #isHeld = new Map<Pay['rules'], Uint8Array>()
  readonly #kept = new Map<Pay['rules'], Map<string, readonly Surcharged[]>>()
  #keptCount = 0

  constructor({ rules, calendar }: PayTerms) {
    this.#rules = rules
    this.#calendar = calendar
    const percents = rules.flatMap((rule, position) =>
      rule.kind === 'surcharge' && rule.percent !== null ? [{ position, percent: rule.percent }] : [],
    )
    this.#byRank = percents.toSorted((a, b) => b.percent - a.percent).map(({ position }) => position)
    this.#rankOf = new Map(this.#byRank.map((position, rank) => [position, rank]))
  }

  minutesOf(held: Pay['rules'], shift: Shift): readonly Surcharged[] {
    const tags = this.#lists.numberOf(shift.tags)
    const key = `${shift.start} ${shift.end} ${shift.workMin} ${tags}`
    const found = this.#kept.get(held)?.get(key)
    if (found !== undefined) return found
    const [isHeld, isForTags] = [this.#heldBy(held), this.#forTags(tags, shift.tags)]
    const made = this.#read(shift, (position) => isHeld[position] === 1 && isForTags[position] === 1)
    if (this.#keptCount > MOST_KEPT) {
      this.#kept.clear()
      this.#keptCount = 0
    }
    const ofList = this.#kept.get(held) ?? new Map<string, readonly Surcharged[]>()
    this.#kept.set(held, ofList.set(key, made))
    this.#keptCount += 1 + made.length
    return made
  }

  #heldBy(held: Pay['rules']): Uint8Array {
    const known = this.#isHeld.get(held)
    if (known !== undefined) return known
    const ids = held === null ? null : new Set(held)
    const isHeld = Uint8Array.from(this.#rules, ({ kind, id }) => Number(kind === 'surcharge' && (ids === null || ids.has(id))))
    this.#isHeld.set(held, isHeld)
    return isHeld
  }

  #forTags(number: number, carried: readonly string[]): Uint8Array {
    const known = this.#isForTags.get(number)
    if (known !== undefined) return known
    const isFor = Uint8Array.from(this.#rules, (rule) =>
      Number(rule.kind === 'surcharge' && (rule.tags.length === 0 || carriesOneOf(carried, setOfTags(rule.tags)))),
    )
    this.#isForTags.set(number, isFor)
    return isFor
  }

  /** What is paid is spread evenly over the length of a shift: up to a minute so much of it as of the length, rounded down. */
  #read({ start, end, workMin }: Shift, isMeant: (position: number) => boolean): Surcharged[] {
    const paidUntil = (minute: number): number => Math.floor((workMin * (Math.min(Math.max(minute, start), end) - start)) / (end - start))
    const minutes = new Map<number, number>()
    const pay = (position: number, from: number, until: number): void => {
      const more = paidUntil(until) - paidUntil(from)
      if (more > 0) minutes.set(position, (minutes.get(position) ?? 0) + more)
    }
    // Of several percents the highest counts, and of equal ones the first rule; amounts add up.
    const ranks: number[] = []
    const highest = (): number | null => (ranks.length === 0 ? null : this.#byRank[ranks[0]!]!)
    const amountsSince = new Map<number, number>()
    let highestSince: number = start
    const change = ({ minute, position, begins }: Edge): void => {
      if (!this.#rankOf.has(position)) {
        if (begins) amountsSince.set(position, minute)
        else pay(position, amountsSince.get(position)!, minute)
        return
      }
      const before = highest()
      toggle(ranks, this.#rankOf.get(position)!)
      if (before === highest()) return
      if (before !== null) pay(before, highestSince, minute)
      highestSince = minute
    }
    for (let day = dayAt(this.#calendar, start); day <= dayAt(this.#calendar, end - 1); day += 1)
      for (const edge of this.#edgesOf(day)) if (isMeant(edge.position)) change(edge)
    return [...minutes].sort(([a], [b]) => a - b).map(([position, of]) => ({ position, rule: this.#ruleAt(position), minutes: of }))
  }

  #ruleAt(position: number): SurchargeRule {
    return this.#rules[position] as SurchargeRule
  }

  /** Everything that begins on a day ends on it: the next one says for itself what it is about. */
  #edgesOf(day: number): readonly Edge[] {
    const known = this.#edges.get(day)
    if (known !== undefined) return known
    const edges: Edge[] = []
    for (const [position, rule] of this.#rules.entries()) {
      if (rule.kind !== 'surcharge') continue
      for (const [from, until] of timesOn(this.#calendar, day, rule))
        if (from < until) edges.push({ minute: from, position, begins: true }, { minute: until, position, begins: false })
    }
    edges.sort((a, b) => a.minute - b.minute || Number(a.begins) - Number(b.begins))
    this.#edges.set(day, edges)
    return edges
  }
}

/** When a surcharge is about the minutes of a day. */
function timesOn(calendar: Calendar, day: number, { between, onHolidays, weekdays }: SurchargeRule): (readonly [from: number, until: number])[] {
  const { weekday, start, end } = calendar.days[day]!
  if (onHolidays && !calendar.holidays.has(day)) return []
  if (weekdays !== null && !weekdays.includes(weekday)) return []
  if (between === null) return [[start, end]]
  const [from, until] = [minuteAt(calendar, day, between.from), minuteAt(calendar, day, between.to)]
  if (between.from < between.to) return [[from, until]]
  return [
    [start, until],
    [from, end],
  ]
}

/** Puts a number where it belongs in a list that is in order, or takes it out of it. */
function toggle(list: number[], value: number): void {
  const at = firstWhere(list.length, (place) => list[place]! >= value)
  if (list[at] === value) list.splice(at, 1)
  else list.splice(at, 0, value)
}
