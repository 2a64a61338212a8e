import { decidedDuties } from '../../instance/decided-duties.ts'
import { OFF } from '../../instance/duties.ts'
import { limitsByHolder, NO_LIMIT } from '../../instance/limits.ts'
import { holderOn, termsOf } from '../../instance/terms.ts'
import { dayTravelOf, travelOfDay } from '../../instance/travel.ts'
import { dayKind, type DayRule } from '../plain-kind.ts'

type UnitsOn = DayRule['unitsOn']

/** travel: what an employee travels on each day, and what of it is more than their contract allows. */
export const TRAVEL = dayKind({
  name: 'travel',
  compile: (compiling) => {
    const { schedule, demands, units } = compiling
    const timeUnit = units.of('travelTime')
    const mostUnit = units.of('maxTravelMinutes', { isMinutes: true })
    const decidedWeights = schedule.settings.decidedWeights?.maxTravelMinutes
    const decidedUnit = mostUnit < 0 || decidedWeights === undefined ? -1 : units.of('maxTravelMinutes', { weights: decidedWeights, isMinutes: true })
    const most = limitsByHolder(schedule, (contract) => contract.maxTravelMinutes, NO_LIMIT)
    const terms = termsOf(schedule)
    return (duties) => {
      const ways = timeUnit < 0 && mostUnit < 0 ? null : dayTravelOf(schedule, demands)
      if (ways === null) return []
      const minutesOn: UnitsOn = (employee, _day, duty) => (duty === OFF ? 0 : travelOfDay(ways, duties, employee, duty))
      const beyondOn: UnitsOn = (employee, day, duty) => Math.max(0, minutesOn(employee, day, duty) - most[holderOn(terms, employee, day)]!)
      const time = timeUnit < 0 ? [] : [{ unit: timeUnit, unitsOn: minutesOn }]
      if (mostUnit < 0 || most.every((minutes) => minutes === NO_LIMIT)) return time
      const days = schedule.calendar.days.length
      const decided = decidedUnit < 0 ? null : decidedDuties(schedule, demands, duties)
      const decidedOn: UnitsOn = (employee, day) => (decided === null ? 0 : beyondOn(employee, day, decided[employee * days + day]!))
      if (decided === null || !decided.some((duty, cell) => duty !== OFF && decidedOn(Math.floor(cell / days), cell % days, OFF) > 0))
        return [...time, { unit: mostUnit, unitsOn: beyondOn }]
      // As much as decided shifts alone are too far apart counts by a unit of its own.
      const moreOn: UnitsOn = (employee, day, duty) => Math.max(0, beyondOn(employee, day, duty) - decidedOn(employee, day, OFF))
      const firstOn: UnitsOn = (employee, day, duty) => Math.min(beyondOn(employee, day, duty), decidedOn(employee, day, OFF))
      return [...time, { unit: mostUnit, unitsOn: moreOn }, { unit: decidedUnit, unitsOn: firstOn }]
    }
  },
})
