import type { Instance } from '../../instance/instance.ts'
import { type LeftOut, leftOutBy } from '../left-out.ts'

/** By name, the rules about shifts that lie near one another. */
export function gapRules(instance: Instance): LeftOut[] {
  const { collisionUnit, restUnit, restDayUnit, spotRestUnit, restMin, restDay, spotRestMin, successions, rests } = instance.gap
  return leftOutBy(instance, [
    { unit: collisionUnit },
    ...(restMin.some((minutes) => minutes > 0) ? [{ unit: restUnit }] : []),
    ...(restDay.some((day) => day >= 0) ? [{ unit: restDayUnit }] : []),
    ...(spotRestMin.some((minutes) => minutes > 0) ? [{ unit: spotRestUnit }] : []),
    ...new Set(successions.flat()),
    ...new Set(rests.flat()),
  ])
}
