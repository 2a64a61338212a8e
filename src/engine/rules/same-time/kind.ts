import { leftOutBy } from '../left-out.ts'
import type { KindOf } from '../rule-kind.ts'
import { addSameTimeUnits } from './same-time.ts'

/** same time: an employee's work begins at the same time of day. */
export const SAME_TIME: KindOf<'sameTime'> = {
  name: 'same-time',
  fields: ['sameTime'],
  compile: ({ schedule, demands, units }) => {
    const unit = units.of('sameTimeOfDayForNonHistoricShifts')
    return () => ({ sameTime: unit < 0 ? null : { demands, unit, horizonFirst: schedule.calendar.horizonFirst } })
  },
  count: {
    of: 'row',
    add: ({ sameTime, duties, dayCount }, cells, employee, units) => {
      if (sameTime !== null) addSameTimeUnits(sameTime, duties, cells, employee * dayCount, 0, dayCount - 1, dayCount, 1, units)
    },
  },
  change: addSameTimeUnits,
  relaxed: {
    without: () => ({ sameTime: null }),
    concerns: ({ sameTime }) => sameTime !== null,
    leftOut: (instance) => (instance.sameTime === null ? [] : leftOutBy(instance, [instance.sameTime])),
  },
}
