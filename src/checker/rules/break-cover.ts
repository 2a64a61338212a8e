import { dayAt } from '../../model/calendar.ts'
import { NOBODY } from '../../model/roster.ts'
import type { Employee, Shift } from '../../model/schedule.ts'
import type { Minute } from '../../model/units.ts'
import { bareTimes, breaksOf, type PlacedBreak, spellsOf, type Time } from '../breaks.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'

const QUARTER_MIN = 15
const QUARTERS_PER_HOUR = 4
/** Breaks of a day that a sentence names. */
const NAMED_BREAKS = 3

/** While somebody is on a break that is to be covered, somebody is at work at the spot. */
export const breakCover: Rule = {
  setting: 'breakCover',
  unit: 'hour begun of a day at a spot in which nobody covers a break',
  *findMatches(view) {
    const { shifts } = view.schedule
    const worked = [...shifts.keys()].filter((position) => view.roster[position] !== NOBODY)
    const bySpot = Map.groupBy(worked, (position) => shifts[position]!.spotIndex)
    for (const spotIndex of [...bySpot.keys()].sort((a, b) => a - b)) yield* judgeSpot(view, spotIndex, bySpot.get(spotIndex)!)
  },
}

interface Covered extends PlacedBreak {
  readonly shift: Shift
  readonly employee: Employee
}

/** `worked`: positions of the shifts at the spot that somebody works. */
function* judgeSpot(view: RosterView, spotIndex: number, worked: readonly number[]): Generator<Finding> {
  const { schedule, roster } = view
  const covered = worked.flatMap((position): Covered[] => {
    const shift = schedule.shifts[position]!
    const employee = schedule.employees[roster[position]!]!
    // What is historic asks for nobody.
    return shift.historic ? [] : breaksOf(shift).flatMap((own) => (own.rule.covered ? [{ ...own, shift, employee }] : []))
  })
  if (covered.length === 0) return
  const bare = bareTimes(
    covered,
    worked.flatMap((position) => spellsOf(schedule.shifts[position]!)),
  )
  for (const [day, times] of Map.groupBy(
    bare.flatMap((time) => byDay(view, time)),
    ({ day: on }) => on,
  )) {
    yield tell(view, { spotIndex, day, times, covered })
  }
}

interface DayTime extends Time {
  readonly day: number
}

/** A time cut at midnight; what lies behind the last known day counts with that one. */
function byDay({ schedule: { calendar } }: RosterView, { start, end }: Time): DayTime[] {
  const last = calendar.days.length - 1
  const parts: DayTime[] = []
  for (let from = start; from < end; ) {
    const day = Math.min(last, dayAt(calendar, from as Minute))
    const until = day === last ? end : Math.min(end, calendar.days[day]!.end)
    parts.push({ day, start: from, end: until })
    from = until
  }
  return parts
}

interface Uncovered {
  readonly spotIndex: number
  readonly day: number
  readonly times: readonly DayTime[]
  readonly covered: readonly Covered[]
}

function tell({ schedule, words, naming }: RosterView, { spotIndex, day, times, covered }: Uncovered): Finding {
  const { date, start: midnight } = schedule.calendar.days[day]!
  const quarters = new Set<number>()
  for (const { start, end } of times) {
    for (let quarter = Math.floor((start - midnight) / QUARTER_MIN); midnight + quarter * QUARTER_MIN < end; quarter += 1) quarters.add(quarter)
  }
  const wrong = covered.filter((own) => times.some(({ start, end }) => own.start < end && own.end > start)).sort((a, b) => a.start - b.start)
  const { say, listed } = words.teller
  const named = wrong
    .slice(0, NAMED_BREAKS)
    .map((own) => say('broken.break', { who: words.employee(own.employee), times: `${words.clock(own.start)}–${words.clock(own.end)}` }))
  const more = wrong.length - named.length
  const breaks = more > 0 ? [...named, say('broken.breaksMore', { count: more })] : named
  const place = { spot: words.spot(schedule.spots[spotIndex]!), date: words.date(date) }
  return {
    ...naming.nameListed(wrong.length, () => wrong.map(({ shift }) => shift)),
    employeeIds: [...new Set(wrong.map(({ employee }) => employee.id))],
    date,
    amount: Math.ceil(quarters.size / QUARTERS_PER_HOUR),
    text: say('broken.breaks', { ...place, breaks: listed(breaks), count: breaks.length }),
  }
}
