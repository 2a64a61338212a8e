import type { Calendar } from '../../model/calendar.ts'
import type { CountCondition, Shift } from '../../model/schedule.ts'
import { carriedAmong } from '../../model/tags.ts'
import { sumBetween, type Sums, tally } from '../tally.ts'

type Days = { readonly first: number; readonly last: number }

/** Tells how much there is on some days, of all shifts and of the historic ones among them. */
export interface DayCounter {
  all(days: Days): number
  historic(days: Days): number
}

/** Counts what a rule counts of these shifts, which are in order of start. Quickest where the days that are asked for move forward. */
export function counterOf(calendar: Calendar, shifts: readonly Shift[], rule: Pick<CountCondition, 'of' | 'tags'>): DayCounter {
  if (isOfDifferent(rule)) {
    const historic = shifts.filter((shift) => shift.historic)
    return { all: countDifferent(shifts, rule), historic: countDifferent(historic, rule) }
  }
  const counts = tally(calendar, shifts, rule.of)
  const between = (sums: Sums) => (days: Days) => sumBetween(sums, days)
  return { all: between(counts.all), historic: between(counts.historic) }
}

/** True where different things are counted: they do not add up day by day. */
export function isOfDifferent({ of }: Pick<CountCondition, 'of'>): boolean {
  return of === 'kinds' || of === 'spots'
}

/** How many different tags of the rule, or different spots, the shifts of some days have. */
export function countDifferent(shifts: readonly Shift[], rule: Pick<CountCondition, 'of' | 'tags'>): (days: Days) => number {
  const thingsAt = thingsOf(shifts, rule)
  /** By thing: how many of the shifts from `from` until `until` have it. */
  const times: number[] = []
  let different = 0
  let [from, until] = [0, 0]
  return ({ first, last }) => {
    // Back to days that were left, or that were not reached yet.
    if ((from > 0 && shifts[from - 1]!.day >= first) || (until > 0 && shifts[until - 1]!.day > last)) {
      times.fill(0)
      different = 0
      from = 0
      until = 0
    }
    for (; until < shifts.length && shifts[until]!.day <= last; until += 1) {
      for (const thing of thingsAt(until)) {
        const had = times[thing] ?? 0
        if (had === 0) different += 1
        times[thing] = had + 1
      }
    }
    for (; from < until && shifts[from]!.day < first; from += 1) {
      for (const thing of thingsAt(from)) if ((times[thing]! -= 1) === 0) different -= 1
    }
    return different
  }
}

/** What of the things that a rule counts each shift has, in numbers. Each shift is asked for twice: it comes in, and goes out. */
function thingsOf(shifts: readonly Shift[], rule: Pick<CountCondition, 'of' | 'tags'>): (at: number) => readonly number[] {
  if (rule.of === 'spots') return (at) => [shifts[at]!.spotIndex]
  const places = new Map(rule.tags.map((tag, place) => [tag, place]))
  const known: (readonly number[])[] = []
  return (at) => (known[at] ??= carriedAmong(shifts[at]!.tags, places).map((tag) => places.get(tag)!))
}
