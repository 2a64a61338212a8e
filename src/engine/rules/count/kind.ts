import type { CompiledRules, Instance } from '../../instance/instance.ts'
import { askedOf, NO_LIMIT } from '../../instance/limits.ts'
import type { Resource } from '../../rows/resource.ts'
import type { KindOf, RowToFollow } from '../rule-kind.ts'
import { compileCounts } from './compile-counts.ts'
import { addCountChange } from './count-change.ts'
import { CountResource, maxAdded } from './count-resource.ts'
import { countCounts } from './count-units.ts'
import { countedBy } from './left-out.ts'

/** count: sums over windows of days. Rows follow those of which no day belongs to two windows; the others are relaxed. */
export const COUNT: KindOf<'counts' | 'countsOf'> = {
  name: 'count',
  fields: ['counts', 'countsOf'],
  compile: (compiling) => {
    const counts = compileCounts(compiling)
    return () => ({ counts, countsOf: askedOf(compiling.schedule, counts) })
  },
  count: { of: 'row', add: countCounts },
  change: addCountChange,
  resources: { place: 2, of: resourcesOf, reads: 'columns' },
  relaxed: {
    without: withoutOverlaps,
    concerns: ({ counts, countsOf }, employee) => !countsOf[employee]!.every((r) => counts[r]!.isPartition),
    leftOut: (instance) =>
      countedBy(
        instance,
        instance.counts.filter(({ isPartition, applies }) => !isPartition && applies.includes(1)),
      ),
  },
}

function resourcesOf({ instance: { counts, countsOf, duties }, employee, options, perUnit }: RowToFollow): Resource[] {
  const most = maxAdded(options)
  return [...countsOf[employee]!].filter((r) => counts[r]!.isPartition).map((r) => new CountResource(counts[r]!, employee, duties, perUnit, most))
}

/** The rules keep their positions; those that are left out apply to nobody. */
function withoutOverlaps(instance: Instance): Pick<CompiledRules, 'counts' | 'countsOf'> {
  const counts = instance.counts.map((rule) =>
    rule.isPartition ? rule : { ...rule, most: rule.most.map(() => NO_LIMIT), least: rule.least.map(() => 0) },
  )
  return { counts, countsOf: instance.countsOf.map((mine) => mine.filter((r) => counts[r]!.isPartition)) }
}
