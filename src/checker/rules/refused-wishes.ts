import { dayAt } from '../../model/calendar.ts'
import type { Fairness, Schedule, Shift, Wish } from '../../model/schedule.ts'
import type { RosterView } from '../roster-view.ts'
import { capacityIn, carriedOf, partsOf, type Standing, stretchByDay, stretchesOf, toHundredths } from './fair-standing.ts'
import { isPosted } from './fair-share.ts'
import { PerRow } from './rule-match.ts'
import { createMeeting } from './wishes.ts'

/** Where those who share refused wishes stand in each window, in order of windows. A share is a part of what all of them are refused. */
export function refusalStandings(view: RosterView, rule: Fairness): Standing[] {
  const { schedule } = view
  const stretches = stretchesOf(schedule, rule)
  const tallies = stretches.map(() => rule.employeeIndexes.map(() => ({ wishes: 0, refused: 0 })))
  const dayOf = concernedDays(schedule, rule)
  const byDay = stretchByDay(schedule, stretches)
  // What may be made of a template depends on the roster: it is nobody's due.
  const exists = createMeeting(postedOf(schedule.shifts))
  for (const [at, index] of rule.employeeIndexes.entries()) {
    const { employee, shifts } = view.rows[index]!
    const works = createMeeting(shifts)
    const isAgainst = createMeeting(plannedOf(shifts))
    for (const wish of employee.wishes) {
      const day = dayOf(wish)
      const stretch = day === null ? -1 : byDay[day]!
      // Nobody is refused what nothing could grant.
      if (stretch < 0 || (wish.type === 'DESIRED' && !exists(wish))) continue
      const tally = tallies[stretch]![at]!
      tally.wishes += 1
      if (wish.type === 'DESIRED' ? !works(wish) : isAgainst(wish)) tally.refused += 1
    }
  }
  return stretches.flatMap((stretch, number) => {
    const ofStretch = tallies[number]!
    const parts = partsOf(
      rule.employeeIndexes.map((index, at) => (ofStretch[at]!.wishes === 0 ? 0 : capacityIn(schedule, rule, schedule.employees[index]!, stretch))),
    )
    // Who is never there takes no part, nor do their wishes.
    const loads = ofStretch.map(({ refused }, at) => (parts[at] === 0 ? 0 : refused))
    const total = loads.reduce((sum, load) => sum + load, 0)
    return rule.employeeIndexes.map((index, at): Standing => {
      const share = toHundredths(total * parts[at]!)
      const carried = share > 0 ? carriedOf(schedule.employees[index]!, rule, stretch) : 0
      return { index, window: stretch.window, load: loads[at]!, ofMandatory: share, ofAll: share, carried }
    })
  })
}

const PLANNED = new PerRow<readonly Shift[]>()

/** Once for all rules. */
function plannedOf(shifts: readonly Shift[]): readonly Shift[] {
  return PLANNED.of(shifts, '', () => shifts.filter(({ historic }) => !historic))
}

const POSTED = new PerRow<readonly Shift[]>()

/** Once for all rules. */
function postedOf(shifts: readonly Shift[]): readonly Shift[] {
  return POSTED.of(shifts, '', () => (shifts.every(isPosted) ? shifts : shifts.filter(isPosted)))
}

/** The day on which a wish counts: the first of the horizon that it reaches; null where the rule does not speak of it. */
function concernedDays({ calendar }: Schedule, { tags, weekdays }: Fairness): (wish: Wish) => number | null {
  const { days, horizonFirst } = calendar
  const [wanted, onDays] = [new Set(tags), new Set(weekdays)]
  const from = days[horizonFirst]?.start ?? days.at(-1)!.end
  return ({ type, tag, start, end }) => {
    if (type === 'UNAVAILABLE' || end <= from || start >= days.at(-1)!.end) return null
    if (wanted.size > 0 && (tag === null || !wanted.has(tag))) return null
    const day = dayAt(calendar, Math.max(start, from))
    return onDays.has(days[day]!.weekday) ? day : null
  }
}
