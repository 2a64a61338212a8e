import type { Instance } from '../../instance/instance.ts'
import type { SearchParams } from '../../portfolio/params.ts'
import { daysOf, wholeSpan } from '../../scoring/one-row.ts'
import { isTooMuchForDive } from '../size.ts'

/** How a horizon is gone along. */
export interface RollingPlan {
  /** Days that are solved together, and those of them that are kept. */
  readonly windowDays: number
  readonly stepDays: number
  /** How carefully windows are solved, at first and at most: 1 is what `rounds` and `atOnce` say. */
  readonly firstEffort: number
  readonly mostEffort: number
  /** Whether large neighbourhoods begin with the roster although it costs more than what there is. */
  readonly isBeginning: boolean
}

/** How the horizon of an instance is gone along; null = all of it can be taken at once, in one dive. */
export function planOf(instance: Instance, { rolling, neighbourhoods }: Pick<SearchParams, 'rolling' | 'neighbourhoods'>): RollingPlan | null {
  const whole = wholeSpan({ instance })
  const days = daysOf(whole)
  const { windowDays, stepDays, firstEffort } = rolling
  if (days >= rolling.minDays) return { windowDays, stepDays, firstEffort, mostEffort: 1, isBeginning: false }
  if (days < rolling.minDaysOfMany || !isTooMuchForDive(instance, neighbourhoods, instance.employeeCount, whole)) return null
  return {
    windowDays: rolling.windowDaysOfMany,
    stepDays: rolling.stepDaysOfMany,
    firstEffort: rolling.effortOfMany,
    mostEffort: rolling.effortOfMany,
    isBeginning: true,
  }
}
