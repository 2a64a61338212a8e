import { PRIORITIES, type Score } from '../../model/score.ts'
import type { Instance } from '../instance/instance.ts'

/**
 * Where money counts, a penalty is a whole number of parts of a point. Here it is the number nearest to that many parts, whichever way it was added up: two rosters that cost
 * the same have the same penalty, and one that costs a part less has a lower one.
 */
export function inParts({ parts }: Pick<Instance, 'parts'>, priority: number, penalty: number): number {
  const count = parts[priority]!
  // Adding 0 makes −0, which rounding leaves of an error below nothing, a plain 0.
  return count === 1 ? penalty : Math.round(penalty * count) / count + 0
}

/** The same, where a bound is rounded up: no penalty lies between it and what it is made of. */
export function upToPart({ parts }: Pick<Instance, 'parts'>, priority: number, penalty: number): number {
  const count = parts[priority]!
  return Math.ceil(penalty * count) / count
}

/** Money in whole points of the score: rounded up, once for the whole roster. */
function wholePoints({ units }: Pick<Instance, 'units'>, unit: number, grains: number): number {
  return Math.ceil(grains / units[unit]!.parts)
}

/** Position of the unit of money among the units; −1 where none is counted. */
export function moneyUnit({ units }: Pick<Instance, 'units'>): number {
  return units.findIndex(({ parts }) => parts > 1)
}

/** A score of the search as it is told, with so much money (grains) in whole points; null = a point of money weighs 1, so that the parts say it. */
export function toldScore(instance: Pick<Instance, 'units' | 'parts'>, score: Score, grains: number | null): Score {
  const unit = moneyUnit(instance)
  if (unit < 0) return score
  const { weights, parts } = instance.units[unit]!
  const [first, second, third, fourth] = PRIORITIES.map((p) => {
    if (grains === null || weights[p] === 0) return Math.ceil(score[p])
    return Math.round(score[p] - (weights[p] * grains) / parts) + weights[p] * wholePoints(instance, unit, grains)
  }) as [number, number, number, number]
  return [first, second, third, fourth]
}

/** A change of the search as two told scores differ: of a roster that costs so many grains of money before, and so many units more. */
export function toldChange(
  instance: Pick<Instance, 'units' | 'parts'>,
  change: Score,
  { before, units }: { readonly before: number; readonly units: Float64Array },
): Score {
  const unit = moneyUnit(instance)
  if (unit < 0) return change
  const { weights, parts } = instance.units[unit]!
  const grains = units[unit]!
  const points = wholePoints(instance, unit, before + grains) - wholePoints(instance, unit, before)
  const told = PRIORITIES.map((p) => Math.round(change[p] - (weights[p] * grains) / parts) + weights[p] * points)
  return [told[0]!, told[1]!, told[2]!, told[3]!]
}
