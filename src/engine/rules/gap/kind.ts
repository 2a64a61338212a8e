import type { Instance } from '../../instance/instance.ts'
import type { KindOf } from '../rule-kind.ts'
import { compileGap } from './compile-gap.ts'
import { addGapUnits } from './gap.ts'
import { GapResource } from './gap-resource.ts'

/** gap: what shifts of one employee that lie near one another cost each other. */
export const GAP: KindOf<'gap'> = {
  name: 'gap',
  fields: ['gap'],
  compile: compileGap,
  count: { of: 'row', add: countGaps },
  change: addGapUnits,
  resources: {
    place: 0,
    of: ({ instance: { gap, duties, dayCount }, employee, perUnit }) => [new GapResource(gap, duties, employee, dayCount, perUnit)],
    reads: readsOf,
  },
}

function countGaps({ gap, duties, dayCount, horizonFirst }: Instance, cells: Int32Array, employee: number, units: Float64Array): void {
  const row = employee * dayCount
  addGapUnits(gap, duties, cells, row, employee, 0, dayCount - 1, 1, units)
  addGapUnits(gap, duties, cells, row, employee, 0, horizonFirst - 1, -1, units)
}

/** Rest days and rests of its spot; the spot itself only where some shift may overlap with those of certain spots, or a way takes time; tags, for successions name them. */
function readsOf({ gap, demands }: Instance): (duty: number) => number[] {
  const readsSpots = gap.travel !== null || gap.allowedSpots.some((spots) => spots !== null)
  return (duty) => {
    const d = duty - 1
    return [gap.restDay[d]!, gap.spotRestMin[d]!, readsSpots ? demands.spot[d]! : -1, demands.tagSet[d]!]
  }
}
