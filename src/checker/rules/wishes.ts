import type { Shift, Wish } from '../../model/schedule.ts'
import type { RosterView } from '../roster-view.ts'
import type { CountedFindings, Finding, Rule } from '../rule.ts'
import { indexSpans, type SpanIndex } from '../spans.ts'
import { oneLine } from '../words.ts'
import { costOf, countWishesAbout, wishesAbout } from '../wish-index.ts'
import { taggedShifts } from './rule-match.ts'

/** Nobody works while unavailable. */
export const unavailable: Rule = {
  setting: 'unavailable',
  unit: "shift in one unavailable period, times the wish's weight",
  findMatches: (view) => shiftsAgainstWishes(view, { type: 'UNAVAILABLE', clause: 'is unavailable' }),
}

/** Nobody works when they asked not to. */
export const undesired: Rule = {
  setting: 'undesired',
  unit: "shift in one undesired period, times the wish's weight",
  findMatches: (view) => shiftsAgainstWishes(view, { type: 'UNDESIRED', clause: 'asked not to work' }),
}

function* shiftsAgainstWishes(
  { schedule, rows, words }: RosterView,
  { type, clause }: { type: Wish['type']; clause: string },
): Generator<CountedFindings> {
  for (const { employee, shifts } of rows) {
    for (const shift of shifts) {
      if (shift.historic) continue
      const { count, weight } = countWishesAbout(employee, type, shift)
      if (count === 0) continue
      const list = (): Iterable<Finding> =>
        wishesAbout(employee, type, shift).map((wish) => ({
          shiftIds: [shift.id],
          employeeIds: [employee.id],
          date: schedule.calendar.days[shift.day]!.date,
          amount: costOf(wish, shift),
          text: `${words.employee(employee)} works ${words.shift(shift)} but ${clause}${wish.reason === undefined ? '' : ` (${oneLine(wish.reason)})`} from ${words.span(wish)}.`,
        }))
      yield { count, amount: weight, list }
    }
  }
}

/** Everybody works when they asked to. */
export const desired: Rule = {
  setting: 'desired',
  unit: 'wish to work that is not met, times its weight',
  findMatches({ schedule, rows, words }) {
    const { calendar } = schedule
    const horizonStart = calendar.days[calendar.horizonFirst]?.start ?? calendar.days.at(-1)!.end
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      const meets = createMeeting(shifts)
      for (const wish of employee.wishes) {
        if (wish.type !== 'DESIRED' || wish.end <= horizonStart) continue
        if (meets(wish)) continue
        const what = wish.tag === null ? 'a shift' : `a shift tagged ${wish.tag}`
        findings.push({
          shiftIds: [],
          employeeIds: [employee.id],
          date: words.time(wish.start).slice(0, 10),
          amount: wish.weight,
          text: `${words.employee(employee)} asked for ${what} between ${words.span(wish, 'and')} and has none.`,
        })
      }
    }
    return findings
  },
}

/** By list of shifts, many rules ask about the same, and by tag: an index of them. */
const MEETINGS = new WeakMap<readonly Shift[], Map<string | null, SpanIndex>>()

/** Tells whether one of some shifts meets a wish to work. */
export function createMeeting(shifts: readonly Shift[]): (wish: Wish) => boolean {
  const known = MEETINGS.get(shifts) ?? new Map<string | null, SpanIndex>()
  MEETINGS.set(shifts, known)
  return (wish) => {
    const index = known.get(wish.tag) ?? indexSpans(taggedShifts(shifts, wish.tag === null ? [] : [wish.tag]))
    known.set(wish.tag, index)
    return index.someOverlap(wish)
  }
}
