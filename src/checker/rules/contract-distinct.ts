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
  const wanted = new Map(rule.tags.map((tag) => [tag, true]))
  // Each shift comes in, and goes out.
  const known: (readonly (string | number)[])[] = []
  const thingsAt = (at: number): readonly (string | number)[] =>
    (known[at] ??= rule.of === 'spots' ? [shifts[at]!.spotIndex] : carriedAmong(shifts[at]!.tags, wanted))
  const times = new Map<string | number, number>()
  let [from, until] = [0, 0]
  return ({ first, last }) => {
    // Back to days that were left, or that were not reached yet.
    if ((from > 0 && shifts[from - 1]!.day >= first) || (until > 0 && shifts[until - 1]!.day > last)) {
      times.clear()
      from = 0
      until = 0
    }
    for (; until < shifts.length && shifts[until]!.day <= last; until += 1)
      for (const thing of thingsAt(until)) times.set(thing, (times.get(thing) ?? 0) + 1)
    for (; from < until && shifts[from]!.day < first; from += 1) {
      for (const thing of thingsAt(from)) {
        const left = times.get(thing)! - 1
        if (left === 0) times.delete(thing)
        else times.set(thing, left)
      }
    }
    return times.size
  }
}
