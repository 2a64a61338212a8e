import { plainKind } from '../plain-kind.ts'
import { compileFreePeriods } from './compile-free-periods.ts'

/** free period: free stretches that employees were promised. */
export const FREE_PERIOD = plainKind({
  name: 'free-period',
  compile: (compiling) => {
    const rule = compileFreePeriods(compiling)
    return () => (rule === null ? [] : [rule])
  },
  relaxed: 'as a whole',
})
