import { PRIORITIES, type Score } from '../../model/score.ts'
import type { Instance } from '../instance/instance.ts'
import { wholeStep } from './penalty-step.ts'

/** By instance: of which number each penalty is a multiple where money is whole points. */
const STEPS = new WeakMap<Instance, readonly number[]>()

/** A bound of the search as it is told: the lowest told score that is not below it. */
export function toldBound(instance: Instance, bound: Score): Score {
  const { parts } = instance
  if (parts.every((count) => count === 1)) return bound
  const steps = STEPS.get(instance) ?? PRIORITIES.map((p) => (parts[p] === 1 ? 1 : wholeStep(instance, p)))
  STEPS.set(instance, steps)
  const [first, second, third, fourth] = bound.map((least, p) => (parts[p] === 1 ? least : steps[p]! * Math.ceil(least / steps[p]!))) as [
    number,
    number,
    number,
    number,
  ]
  return [first, second, third, fourth]
}
