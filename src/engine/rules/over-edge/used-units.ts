import { NO_LIMIT } from '../../instance/limits.ts'
import type { Instance } from '../../instance/instance.ts'

const isMost = (limits: Int32Array): boolean => limits.some((limit) => limit !== NO_LIMIT)
const isAbove =
  (least: number) =>
  (limit: number): boolean =>
    limit > least

/** The units that the rules of rows of an instance count: those that have a limit for somebody, or shifts that they are about. */
export function usedUnits(instance: Instance): ReadonlySet<number> {
  const { gap, counts, weekends, weeklyRest, sameTime, conditionals, patterns } = instance
  const used = [
    gap.collisionUnit,
    ...(gap.restMin.some(isAbove(0)) ? [gap.restUnit] : []),
    ...(gap.restDay.some(isAbove(-1)) ? [gap.restDayUnit] : []),
    ...(gap.spotRestMin.some(isAbove(0)) ? [gap.spotRestUnit] : []),
    ...gap.successions.flat().map(({ unit }) => unit),
    ...gap.rests.flat().map(({ unit }) => unit),
    ...usedByRuns(instance),
    ...counts.flatMap(({ overUnit, underUnit, most, least }) => [
      ...(isMost(most) ? [overUnit] : []),
      ...(least.some(isAbove(0)) ? [underUnit] : []),
    ]),
    ...(weekends !== null && weekends.every.some(isAbove(1)) ? [weekends.frequencyUnit] : []),
    ...(weeklyRest === null ? [] : [weeklyRest.unit]),
    ...(sameTime === null ? [] : [sameTime.unit]),
    ...conditionals.flat().map(({ unit }) => unit),
    ...patterns.map(({ unit }) => unit),
  ]
  return new Set(used)
}

function usedByRuns({ runs }: Instance): number[] {
  return runs.flatMap(({ most, least, mostOff, leastOff, maxUnit, minUnit, offUnit }) => [
    ...(isMost(most) ? [maxUnit] : []),
    ...(least.some(isAbove(1)) ? [minUnit] : []),
    ...(isMost(mostOff) || leastOff.some(isAbove(1)) ? [offUnit] : []),
  ])
}
