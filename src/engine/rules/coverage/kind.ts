import type { KindOf } from '../rule-kind.ts'
import { compileCoverage } from './compile-coverage.ts'
import { stepCoverage } from './coverage.ts'
import { coverageStateOf } from './coverage-units.ts'

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
  relaxed: {
    without: () => ({ coverage: null }),
    concerns: ({ coverage }) => coverage !== null,
    leftOut: ({ coverage, schedule }) =>
      schedule.coverageRequirements
        .filter(({ openings }) => coverage !== null && openings.length > 0)
        .map(({ id, name }) => ({ setting: 'coverageRequirements', name: name ?? String(id) })),
  },
}
