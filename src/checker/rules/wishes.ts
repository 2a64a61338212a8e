import { NO_CONTRACT, type Shift, type Wish } from '../../model/schedule.ts'
import type { SentenceName } from '../../model/teller.ts'
import type { RosterView } from '../roster-view.ts'
import type { CountedFindings, Finding, Rule } from '../rule.ts'
import { indexSpans, type SpanIndex } from '../spans.ts'
import { oneLine, type Words } from '../words.ts'
import { costOf, countWishesAbout, wishesAbout } from '../wish-index.ts'
import { taggedShifts } from './rule-match.ts'

/** Nobody works while unavailable. */
export const unavailable: Rule = {
  setting: 'unavailable',
  unit: "shift in one unavailable period, times the wish's weight",
  findMatches: (view) => shiftsAgainstWishes(view, { type: 'UNAVAILABLE', said: 'broken.unavailable' }),
}

/** Nobody works when they asked not to. */
export const undesired: Rule = {
  setting: 'undesired',
  unit: "shift in one undesired period, times the wish's weight",
  findMatches: (view) => shiftsAgainstWishes(view, { type: 'UNDESIRED', said: 'broken.undesired' }),
}

function* shiftsAgainstWishes(
  { schedule, rows, words }: RosterView,
  { type, said }: { type: Wish['type']; said: SentenceName },
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
          text: words.teller.say(said, {
            who: words.employee(employee),
            shift: words.shift(shift),
            reason: reasonInWords(wish, words),
            span: words.span(wish),
          }),
        }))
      yield { count, amount: weight, list }
    }
  }
}

/** ` (holiday)`: why somebody is unavailable, where that is said. */
function reasonInWords({ reason }: Wish, { teller }: Words): string {
  if (reason === undefined) return ''
  return ` (${reason === NO_CONTRACT ? teller.say('broken.noContract') : oneLine(reason)})`
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
        const told = { who: words.employee(employee), span: words.span(wish, 'and') }
        const { say } = words.teller
        findings.push({
          shiftIds: [],
          employeeIds: [employee.id],
          date: words.dateAt(wish.start),
          amount: wish.weight,
          text: wish.tag === null ? say('broken.desired', told) : say('broken.desiredTagged', { ...told, tag: wish.tag }),
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
