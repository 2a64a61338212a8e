import { PRIORITIES, type Score } from '../model/score.ts'
import type { Schedule } from '../model/schedule.ts'
import type { Costs } from '../model/solution.ts'
import type { Judgement } from '../model/violation.ts'

/**
 * What a proved bound of the score says of money, in minor units: no roster that is as good in everything else, up to the priority of `payCost` and on it, costs less before lines are rounded. Nothing where no
 * bound is proved, or it is lower on an earlier priority: a roster that is better there may cost anything.
 *
 * On its priority a roster costs what money does and what other rules do. Of those that do as well by the other rules none is below the bound less what these cost here. A told score rounds money up
 * to whole points, so that the last of them is left out.
 */
export function costBound({ pay, settings }: Schedule, { score, violations }: Judgement, bound: Score | null): Pick<Costs, 'bound'> {
  const priority = PRIORITIES.find((p) => settings.weights.payCost[p] > 0)
  if (pay === undefined || bound === null || priority === undefined) return {}
  if (PRIORITIES.some((p) => p < priority && bound[p] !== score[p])) return {}
  const others = violations.filter((each) => each.priority === priority && each.setting !== 'payCost').reduce((sum, { penalty }) => sum + penalty, 0)
  const points = Math.ceil((bound[priority] - others) / settings.weights.payCost[priority])
  return { bound: Math.max(0, points - 1) * pay.currencyUnit }
}
