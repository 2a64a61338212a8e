import { PRIORITIES } from '../../model/score.ts'
import { UNIT_SETTINGS, type Instance } from '../compile/instance.ts'
import type { Move } from '../scoring/evaluate.ts'

/**
 * The four priorities as one number, for the walk only: incumbents are compared lexicographically. Low enough on the first priority
 * that the walk may pass through rosters that break it, and tuned until they end without. Never part of any score.
 */
export interface Softening {
  /** Cost of one penalty point by priority. */
  readonly factors: Float64Array
  /** Cost of one unit by `UNIT_SETTINGS`: its weights × the factors, minutes scaled down on the first priority. */
  readonly perUnit: Float64Array
}

const FIRST_FACTORS = [64, 32, 4, 1]
/** A breach of half an hour counts as much as one of a counted unit while walking; in the score every minute counts. */
const MINUTES_PER_SOFT_UNIT = 30
/** How far a frozen priority stands above the next one: more than any sum of penalties that the walk trades. */
const FROZEN_STEP = 100_000
/** What is left of each further priority while one is looked at alone. */
const ALONE_STEP = 0.001

const MINUTE_SETTINGS: ReadonlySet<string> = new Set(['minRestBetweenShifts', 'maxMinutesPerDay', 'maxMinutesPerWeek', 'maxMinutesPerMonth'])

/** The softening that a search starts with. */
export function createSoftening(instance: Instance): Softening {
  const softening = { factors: Float64Array.from(FIRST_FACTORS), perUnit: new Float64Array(UNIT_SETTINGS.length) }
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
    const among = alone ? FIRST_FACTORS[0]! * ALONE_STEP ** (p - frozen) : FIRST_FACTORS[p]!
    softening.factors[p] = p < frozen ? above : among
  }
  spread(instance, softening, frozen > 0 || alone ? 1 : MINUTES_PER_SOFT_UNIT)
}

function spread(instance: Instance, { factors, perUnit }: Softening, minutesPerUnit: number): void {
  UNIT_SETTINGS.forEach((setting, k) => {
    let sum = 0
    for (const p of PRIORITIES) {
      const scale = p === 0 && MINUTE_SETTINGS.has(setting) ? 1 / minutesPerUnit : 1
      sum += instance.weights[4 * k + p]! * factors[p]! * scale
    }
    perUnit[k] = sum
  })
}

/** What an evaluated move costs the walk. */
export function softCost(softening: Softening, move: Move): number {
  const { factors, perUnit } = softening
  const { penalties, units } = move
  let sum = penalties[0]! * factors[0]! + penalties[1]! * factors[1]! + penalties[2]! * factors[2]! + penalties[3]! * factors[3]!
  for (let k = 0; k < UNIT_SETTINGS.length; k += 1) sum += units[k]! * perUnit[k]!
  return sum
}
