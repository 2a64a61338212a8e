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
    const most = limitsByHolder(schedule, (contract) => contract.maxTravelMinutes, NO_LIMIT)
    const terms = termsOf(schedule)
    return (duties) => {
      const ways = timeUnit < 0 && mostUnit < 0 ? null : dayTravelOf(schedule, demands)
      if (ways === null) return []
      const minutesOn: UnitsOn = (employee, _day, duty) => (duty === OFF ? 0 : travelOfDay(ways, duties, employee, duty))
      const beyondOn: UnitsOn = (employee, day, duty) => Math.max(0, minutesOn(employee, day, duty) - most[holderOn(terms, employee, day)]!)
      const hasMost = most.some((minutes) => minutes !== NO_LIMIT)
      return [
        ...(timeUnit < 0 ? [] : [{ unit: timeUnit, unitsOn: minutesOn }]),
        ...(mostUnit < 0 || !hasMost ? [] : [{ unit: mostUnit, unitsOn: beyondOn }]),
      ]
    }
  },
})
