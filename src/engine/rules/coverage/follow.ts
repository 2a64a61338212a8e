import type { Instance } from '../../instance/instance.ts'
import type { LeftOut } from '../left-out.ts'
import { breakCount } from './break-places.ts'
import { type CoverageRule, eachStretch, NO_MAX, OF_BREAKS, OF_DEMAND } from './coverage.ts'

/**
 * Masters follow how many are at work at every moment, stretch by stretch (`column-generation/cover-rows.ts`), but for two things: a ratio, which ties two numbers of people; and a most where shifts of
 * several days overlap, for who works two of them at once is one person and would be counted twice. Of breaks they know nothing: whoever works a shift is at work all of it, so that nobody is missing who is not,
 * and no most holds where somebody may be on one.
 */
export function withoutUnfollowed(instance: Instance): { coverage: CoverageRule | null } {
  const { coverage } = instance
  if (coverage === null) return { coverage }
  const isMet = countedWrong(instance, coverage)
  return {
    coverage: {
      ...coverage,
      breaks: null,
      thousandths: coverage.thousandths.map(() => -1),
      max: coverage.max.map((most, stretch) => (isMet[stretch] === 1 ? NO_MAX : most)),
    },
  }
}

/** The requirements of which something is left out so. */
export function unfollowed(instance: Instance): LeftOut[] {
  const { coverage, schedule } = instance
  if (coverage === null) return []
  const isMet = countedWrong(instance, coverage)
  const named = new Set<number>()
  coverage.thousandths.forEach((of, opening) => {
    if (of >= 0) named.add(coverage.requirement[opening]!)
  })
  coverage.max.forEach((most, stretch) => {
    if (most !== NO_MAX && isMet[stretch] === 1) named.add(coverage.requirement[coverage.opening[stretch]!]!)
  })
  const ofDemand: LeftOut[] = [
    ...(named.has(OF_DEMAND) ? [{ setting: 'demandOver' } as const] : []),
    ...(named.has(OF_BREAKS) ? [{ setting: 'breakCover' } as const] : []),
    ...breaksLeftOut(coverage),
  ]
  return schedule.coverageRequirements
    .filter((_, at) => named.has(at))
    .map(({ id, name }): LeftOut => ({ setting: 'coverageRequirements', name: name ?? String(id) }))
    .concat(ofDemand)
}

/** What the places of breaks change. */
function breaksLeftOut({ breaks, requirement }: CoverageRule): LeftOut[] {
  if (breaks === null) return []
  const name = 'breaks'
  return [
    ...(requirement.includes(OF_DEMAND) ? [{ setting: 'demandUnder', name } as const, { setting: 'demandIdeal', name } as const] : []),
    ...(requirement.some((place) => place >= 0) ? [{ setting: 'coverageRequirements', name } as const] : []),
  ]
}

/** By stretch: 1 where masters may count more than are there. */
function countedWrong(instance: Instance, coverage: CoverageRule): Uint8Array {
  const isMet = countedTwice(instance, coverage)
  const { breaks, demands } = coverage
  for (let d = 0; breaks !== null && d < demands.count; d += 1) {
    if (breakCount(breaks, d) > 0) eachStretch(coverage, d, (stretch) => (isMet[stretch] = 1))
  }
  return isMet
}

/** By stretch: 1 where a row that is looked at may have somebody there twice. Of what is demanded none has where two shifts at the same time break the first priority, which no bound speaks of. */
function countedTwice({ gap, weights, schedule, demands }: Instance, coverage: CoverageRule): Uint8Array {
  const several = severalDays(coverage)
  const isForbidden =
    gap.collisionUnit >= 0 &&
    weights[4 * gap.collisionUnit]! > 0 &&
    schedule.allowedShiftCollisions === 0 &&
    demands.sample.every(({ allowedCollisionSpots }) => allowedCollisionSpots.length === 0)
  return several.map((has, stretch) => (isForbidden && coverage.requirement[coverage.opening[stretch]!] === OF_DEMAND ? 0 : has))
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
