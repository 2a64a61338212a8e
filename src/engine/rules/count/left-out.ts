import type { Instance } from '../../instance/instance.ts'
import { NO_LIMIT } from '../../instance/limits.ts'
import { type LeftOut, leftOutBy } from '../left-out.ts'
import type { CountRule } from './count.ts'

/** By name, counts that are left out: above their most, and below their least, where there is one. */
export function countedBy(instance: Instance, rules: readonly CountRule[]): LeftOut[] {
  return leftOutBy(
    instance,
    rules.flatMap(({ overUnit, underUnit, most, least, name }) => [
      ...(most.some((limit) => limit !== NO_LIMIT) ? [{ unit: overUnit, name }] : []),
      ...(least.some((limit) => limit > 0) ? [{ unit: underUnit, name }] : []),
    ]),
  )
}
