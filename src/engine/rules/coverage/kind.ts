import type { KindOf } from '../rule-kind.ts'
import { compileCoverage } from './compile-coverage.ts'
import { stepCoverage } from './coverage.ts'
import { coverageStateOf } from './coverage-units.ts'
import { unfollowed, withoutUnfollowed } from './follow.ts'

/** coverage: how many are at work at every moment. */
export const COVERAGE: KindOf<'coverage'> = {
  name: 'coverage',
  fields: ['coverage'],
  compile: (compiling) => {
    const coverage = compileCoverage(compiling)
    return () => ({ coverage })
  },
  count: {
    of: 'roster',
    add: (instance, cells, { units }) => {
      coverageStateOf(instance, cells, units)
    },
  },
  change: stepCoverage,
  isCover: true,
  relaxed: {
    without: withoutUnfollowed,
    concerns: ({ coverage }) => coverage !== null,
    leftOut: unfollowed,
  },
}
