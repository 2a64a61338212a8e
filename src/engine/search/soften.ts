import { PRIORITIES } from '../../model/score.ts'
import type { Instance } from '../compile/instance.ts'
import type { Move } from '../scoring/evaluate.ts'

/**
 * The four priorities as one number, for the walk only: incumbents are compared lexicographically. Low enough on the first priority
 * that the walk may pass through rosters that break it, and tuned until they end without. Never part of any score.
 */
export interface Softening {
  /** Cost of one penalty point by priority. */
  readonly factors: Float64Array
  /** Cost of one unit of `instance.units`: its weights × the factors, minutes scaled down on the first priority. */
  readonly perUnit: Float64Array
}

const FIRST_FACTORS = [64, 32, 4, 1]
/** A breach of half an hour counts as much as one of a counted unit while walking; in the score every minute counts. */
const MINUTES_PER_SOFT_UNIT = 30
/** How far a frozen priority stands above the next one: more than any sum of penalties that the walk trades. */
const FROZEN_STEP = 100_000
/** What one unit of the heaviest rule costs while its priority is looked at alone: as much as the walk is warm, so that it can pass. */
const ALONE_UNIT = 20
/** What is left of each further priority while one is looked at alone. */
const ALONE_STEP = 0.001

/** The softening that a search starts with. */
export function createSoftening(instance: Instance): Softening {
  const softening = { factors: Float64Array.from(FIRST_FACTORS), perUnit: new Float64Array(instance.units.length) }
  spread(instance, softening, MINUTES_PER_SOFT_UNIT)
  return softening
}

/**
 * Freezes the first `frozen` priorities: the walk hardly ever makes them worse, and their penalties count as they are, every minute of
 * them. Of the others it trades one for another as at the start, or with `alone` looks at the first of them only.
 */
export function freeze(instance: Instance, softening: Softening, frozen: number, alone: boolean): void {
  for (const p of PRIORITIES) {
    const above = FIRST_FACTORS[0]! * FROZEN_STEP ** (frozen - p)
    const among = alone ? (ALONE_UNIT / heaviestWeight(instance, frozen)) * ALONE_STEP ** (p - frozen) : FIRST_FACTORS[p]!
    softening.factors[p] = p < frozen ? above : among
  }
  spread(instance, softening, frozen > 0 ? 1 : MINUTES_PER_SOFT_UNIT)
}

/** The largest weight that any rule has on a priority; at least 1. */
function heaviestWeight({ schedule: { settings } }: Instance, priority: number): number {
  return Object.values(settings.weights).reduce((most, weights) => Math.max(most, weights[priority]!), 1)
}

function spread(instance: Instance, { factors, perUnit }: Softening, minutesPerUnit: number): void {
  instance.units.forEach(({ isMinutes }, k) => {
    let sum = 0
    for (const p of PRIORITIES) {
      const scale = p === 0 && isMinutes ? 1 / minutesPerUnit : 1
      sum += instance.weights[4 * k + p]! * factors[p]! * scale
    }
    perUnit[k] = sum
  })
}

/** What so many units cost the walk. */
export function softUnits({ perUnit }: Softening, units: Float64Array): number {
  let sum = 0
  for (let k = 0; k < units.length; k += 1) sum += units[k]! * perUnit[k]!
  return sum
}

/** What an evaluated move costs the walk. */
export function softCost(softening: Softening, move: Move): number {
  const { factors } = softening
  const { penalties, units } = move
  const seats = penalties[0]! * factors[0]! + penalties[1]! * factors[1]! + penalties[2]! * factors[2]! + penalties[3]! * factors[3]!
  return seats + softUnits(softening, units)
}
