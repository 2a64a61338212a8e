import type { FreePeriodRequirement } from '../../model/schedule.ts'
import { createLocalDays, measureFreePeriod, type FreePeriod } from '../free-periods.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { countOf } from '../words.ts'

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
    return requirements.flatMap((requirement) => {
      if (requirement.windowEnd <= horizonStart) return []
      const measured = measureFreePeriod(requirement, view.rows[requirement.employeeIndex]!.shifts, localDays)
      const period = { ...measured, missingLocalDates: measured.missingLocalDates.filter((date) => date >= horizonDate) }
      return period.missingUnits + period.missingLocalDates.length === 0 ? [] : [tellRequirement(view, requirement, period)]
    })
  },
}

function tellRequirement({ rows, words }: RosterView, requirement: FreePeriodRequirement, period: FreePeriod): Finding {
  const { employee, shifts } = rows[requirement.employeeIndex]!
  const { missingUnits, missingLocalDates } = period
  const lacks = [
    ...(missingUnits > 0 ? [countOf(missingUnits, 'free unit')] : []),
    ...(missingLocalDates.length > 0 ? [`free ${missingLocalDates.length === 1 ? 'date' : 'dates'} ${missingLocalDates.join(', ')}`] : []),
  ]
  return {
    shiftIds: shifts.filter(({ start, end }) => start < requirement.windowEnd && end > requirement.windowStart).map(({ id }) => id),
    employeeIds: [employee.id],
    date: words.time(requirement.windowStart).slice(0, 10),
    amount: missingUnits + missingLocalDates.length,
    text: `${words.employee(employee)} lacks ${lacks.join(' and ')} of requirement ${requirement.id}, between ${words.time(requirement.windowStart)} and ${words.time(requirement.windowEnd)}.`,
  }
}
