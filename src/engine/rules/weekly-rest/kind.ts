import type { Instance } from '../../instance/instance.ts'
import { leftOutBy } from '../left-out.ts'
import type { KindOf } from '../rule-kind.ts'
import { compileWeeklyRest } from './compile-weekly-rest.ts'
import { findMissingRest } from './weekly-rest.ts'
import { addRestChange } from './weekly-rest-change.ts'

/** weekly rest: every week has a long enough stretch free of work. */
export const WEEKLY_REST: KindOf<'weeklyRest'> = {
  name: 'weekly-rest',
  fields: ['weeklyRest'],
  compile: (compiling) => {
    const weeklyRest = compileWeeklyRest(compiling)
    return () => ({ weeklyRest })
  },
  count: { of: 'kept', add: countMissingRest },
  change: addRestChange,
  relaxed: {
    without: () => ({ weeklyRest: null }),
    concerns: ({ weeklyRest }, employee) => weeklyRest !== null && weeklyRest.applies[employee] === 1,
    leftOut: (instance) => {
      const { weeklyRest } = instance
      return weeklyRest !== null && weeklyRest.applies.includes(1) ? leftOutBy(instance, [weeklyRest]) : []
    },
  },
}

function countMissingRest({ weeklyRest, duties, dayCount }: Instance, cells: Int32Array, employee: number, units: Float64Array): void {
  if (weeklyRest === null || weeklyRest.applies[employee] === 0) return
  findMissingRest(weeklyRest, duties, cells, employee * dayCount, employee, 0, weeklyRest.missing.length - 1, dayCount)
  for (const missing of weeklyRest.missing) units[weeklyRest.unit]! += missing
}
