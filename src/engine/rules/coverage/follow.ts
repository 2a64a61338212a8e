import type { Instance } from '../../instance/instance.ts'
import type { LeftOut } from '../left-out.ts'
import { type CoverageRule, eachStretch, NO_MAX, OF_DEMAND } from './coverage.ts'

/**
 * Masters follow how many are at work at every moment, stretch by stretch (`column-generation/cover-rows.ts`), but for two things: a ratio, which ties two numbers of people; and a most where shifts of
 * several days overlap, for who works two of them at once is one person and would be counted twice.
 */
export function withoutUnfollowed({ coverage }: Instance): { coverage: CoverageRule | null } {
  if (coverage === null) return { coverage }
  const isMet = severalDays(coverage)
  return {
    coverage: {
      ...coverage,
      thousandths: coverage.thousandths.map(() => -1),
      max: coverage.max.map((most, stretch) => (isMet[stretch] === 1 ? NO_MAX : most)),
    },
  }
}

/** The requirements of which something is left out so. */
export function unfollowed({ coverage, schedule }: Instance): LeftOut[] {
  if (coverage === null) return []
  const isMet = severalDays(coverage)
  const named = new Set<number>()
  coverage.thousandths.forEach((of, opening) => {
    if (of >= 0) named.add(coverage.requirement[opening]!)
  })
  coverage.max.forEach((most, stretch) => {
    if (most !== NO_MAX && isMet[stretch] === 1) named.add(coverage.requirement[coverage.opening[stretch]!]!)
  })
  const ofDemand: LeftOut[] = named.has(OF_DEMAND) ? [{ setting: 'demandOver' }] : []
  return schedule.coverageRequirements
    .filter((_, at) => named.has(at))
    .map(({ id, name }): LeftOut => ({ setting: 'coverageRequirements', name: name ?? String(id) }))
    .concat(ofDemand)
}

/** By stretch: 1 where it has shifts of several days. */
function severalDays(coverage: CoverageRule): Uint8Array {
  const { demands, stretchCount } = coverage
  const day = new Int32Array(stretchCount).fill(-1)
  const several = new Uint8Array(stretchCount)
  for (let d = 0; d < demands.count; d += 1) {
    eachStretch(coverage, d, (stretch) => {
      if (day[stretch] !== -1 && day[stretch] !== demands.day[d]) several[stretch] = 1
      day[stretch] = demands.day[d]!
    })
  }
  return several
}
