import type { FreePeriodRequirement } from '../../model/schedule.ts'
import { createLocalDays, measureFreePeriod, type FreePeriod } from '../free-periods.ts'
import type { RosterView, Row } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { indexSpans, type SpanIndex } from '../spans.ts'

/** Everybody gets the free time that was promised. */
export const freePeriod: Rule = {
  setting: 'freePeriod',
  unit: 'free unit or required date that is not granted',
  findMatches(view) {
    const { calendar, freePeriodRequirements: requirements } = view.schedule
    if (requirements.length === 0) return []
    const localDays = createLocalDays(view.schedule)
    const horizonStart = calendar.days[calendar.horizonFirst]?.start ?? calendar.days.at(-1)!.end
    const horizonDate = calendar.days[calendar.horizonFirst]?.date ?? ''
    const indexes = new Map<Row, SpanIndex>()
    return requirements.flatMap((requirement) => {
      if (requirement.windowEnd <= horizonStart) return []
      const row = view.rows[requirement.employeeIndex]!
      const measured = measureFreePeriod(requirement, row.shifts, localDays)
      const period = { ...measured, missingLocalDates: measured.missingLocalDates.filter((date) => date >= horizonDate) }
      if (period.missingUnits + period.missingLocalDates.length === 0) return []
      const index = indexes.get(row) ?? indexSpans(row.shifts)
      indexes.set(row, index)
      return [tellRequirement(view, requirement, { period, index })]
    })
  },
}

/** What is not granted, and what the employee works. */
interface Lack {
  readonly period: FreePeriod
  readonly index: SpanIndex
}

function tellRequirement({ rows, words, naming }: RosterView, requirement: FreePeriodRequirement, { period, index }: Lack): Finding {
  const { employee, shifts } = rows[requirement.employeeIndex]!
  const { missingUnits, missingLocalDates } = period
  const window = { start: requirement.windowStart, end: requirement.windowEnd }
  const { say, listed } = words.teller
  const dates = missingLocalDates.map((date) => words.date(date)).join(', ')
  const lacks = [
    ...(missingUnits > 0 ? [say('broken.freeUnits', { count: missingUnits })] : []),
    ...(missingLocalDates.length > 0 ? [say('broken.freeDates', { count: missingLocalDates.length, dates })] : []),
  ]
  return {
    ...naming.nameListed(index.countOverlapping(window), (most) => index.overlapping(window, most).map((at) => shifts[at]!)),
    employeeIds: [employee.id],
    date: words.dateAt(requirement.windowStart),
    amount: missingUnits + missingLocalDates.length,
    text: say('broken.freePeriod', {
      who: words.employee(employee),
      lacks: listed(lacks),
      id: String(requirement.id),
      span: words.span(window, 'and'),
    }),
  }
}
