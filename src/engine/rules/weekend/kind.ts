import type { Instance } from '../../instance/instance.ts'
import type { KindOf } from '../rule-kind.ts'
import { compileWeekends } from './compile-weekends.ts'
import { addWeekendUnits } from './weekend.ts'
import { WeekendResource } from './weekend-resource.ts'

/** weekend: which weekends of one employee are worked, and whether as a whole. */
export const WEEKEND: KindOf<'weekends'> = {
  name: 'weekend',
  fields: ['weekends'],
  compile: (compiling) => {
    const weekends = compileWeekends(compiling)
    return () => ({ weekends })
  },
  count: { of: 'row', add: countWeekends },
  change: addWeekendUnits,
  resources: {
    place: 3,
    of: ({ instance: { weekends, duties }, employee, perUnit }) =>
      weekends !== null && weekends.applies[employee] === 1 ? [new WeekendResource(weekends, employee, duties, perUnit)] : [],
    reads: 'columns',
  },
}

function countWeekends({ weekends, duties, dayCount, horizonFirst }: Instance, cells: Int32Array, employee: number, units: Float64Array): void {
  if (weekends === null) return
  const row = employee * dayCount
  const last = weekends.weekends.count - 1
  addWeekendUnits(weekends, duties, cells, row, employee, 0, last, dayCount, 1, units)
  addWeekendUnits(weekends, duties, cells, row, employee, 0, last, horizonFirst, -1, units)
}
