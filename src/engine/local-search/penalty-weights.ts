import { PRIORITIES } from '../../model/score.ts'
import { SETTING_NAMES, type SettingName } from '../../model/settings.ts'
import type { Demands } from '../instance/demands.ts'
import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Move } from '../scoring/evaluate.ts'
import { unitsFromScratch, type State } from '../scoring/state.ts'

/**
 * The four priorities as one number, for local search only: incumbents are compared lexicographically. Low enough on the first priority
 * that local search may pass through rosters that break it, and tuned until they end without. Never part of any score.
 */
export interface PenaltyWeights {
  /** What `activePriorities` says. */
  readonly active: readonly number[]
  /**
   * Of these the first, and the second where it is about empty seats and others follow: what a roster has to come to before anything else. As soon as nothing of
   * them is broken, they are closed to whoever looks for rows.
   */
  readonly kept: readonly number[]
  /** By priority: what its heaviest and its lightest rule weigh. */
  readonly scales: readonly Scale[]
  /** Cost of one penalty point by priority. */
  readonly factors: Float64Array
  /** Cost of one unit of `instance.units`: its weights × the factors, minutes scaled down on the first priority. */
  readonly perUnit: Float64Array
  /** By unit: how many times dearer than by its weight it is on the first active priority, at least 1. */
  readonly multipliers: Float64Array
  readonly params: SearchParams
}

/** What weighs how much on one priority; all 0 where nothing can cost. */
interface Scale {
  /** One unit of the heaviest rule, or the dearest seat where that is dearer. */
  readonly heaviest: number
  /** One unit of the heaviest rule; where there is none, the heaviest of all. */
  readonly rule: number
  readonly lightest: number
}

/** Priorities on which a roster can cost anything, in order. */
export function activePriorities(instance: Instance): number[] {
  return PRIORITIES.filter((p) => scaleOf(instance, p).heaviest > 0)
}

/** The penalty weights that a search starts with. */
export function createPenaltyWeights(instance: Instance, params: SearchParams): PenaltyWeights {
  const scales = PRIORITIES.map((p) => scaleOf(instance, p))
  const active = activePriorities(instance)
  const penaltyWeights = {
    active,
    kept: active.slice(0, active.length > 2 && isAboutSeats(instance, active[1]!) ? 2 : 1),
    scales,
    factors: new Float64Array(4),
    perUnit: new Float64Array(instance.units.length),
    multipliers: new Float64Array(instance.units.length).fill(1),
    params,
  }
  freeze(instance, penaltyWeights, 0, false)
  return penaltyWeights
}

/** Whether empty seats, or people who are missing, cost on a priority, and wishes for a shift do not: closing it would leave rows that grant all of them alone. */
function isAboutSeats({ demands, wishes, weights, units }: Instance, priority: number): boolean {
  const costs = fillingCosts(demands, priority)
  const isDemanded = units.some(({ setting }, k) => setting === 'demandUnder' && weights[4 * k + priority]! > 0)
  return (isDemanded || costs.some((cost) => cost > 0)) && (wishes === null || weights[4 * wishes.unit + priority] === 0)
}

/**
 * Freezes the first `frozen` active priorities: local search hardly ever makes them worse, and their penalties count as they are, every minute of
 * them. Of the others it trades one for another as at the start, or with `alone` looks at the first of them only.
 */
export function freeze(instance: Instance, penaltyWeights: PenaltyWeights, frozen: number, alone: boolean): void {
  const { active, factors, params } = penaltyWeights
  const weighed = alone ? weighAlone(instance, penaltyWeights, frozen) : weighAll(instance, penaltyWeights)
  active.forEach((p, i) => {
    factors[p] =
      i < frozen ? params.weighting.frozenStep ** (frozen - i) * weighed[frozen]! * sizeOf(penaltyWeights, instance, active[frozen]!) : weighed[i]!
  })
  spread(instance, penaltyWeights, { minutesPerUnit: frozen > 0 ? 1 : params.weighting.minutesPerUnit, isMultiplied: frozen === 0 && !alone })
}

/** By active priority: what a point costs while all are traded. The lightest unit of the last one costs 1 where there are two at most. */
function weighAll(instance: Instance, penaltyWeights: PenaltyWeights): number[] {
  const { active, scales, params } = penaltyWeights
  if (active.length > 2) {
    const steps = active.map((_, i) => params.weighting.steps.slice(0, active.length - i).reduce((product, step) => product * step))
    return steps.map((step, i) => step / sizeOf(penaltyWeights, instance, active[i]!))
  }
  const [first, last] = [scales[active[0]!], scales[active.at(-1)!]]
  if (first === undefined || last === undefined) return []
  const point = 1 / last.lightest
  return first === last ? [point] : [(params.weighting.stepOfTwo * last.heaviest * point) / first.rule, point]
}

/** How far the dearest shift that is paid stands above what a heavy rule weighs; 1 where it does not. */
function sizeOf({ params }: Pick<PenaltyWeights, 'params'>, instance: Instance, p: number): number {
  const dearest = weightOfMoney(instance, p) * most(paidSizes(instance))
  return Math.max(1, dearest / params.weighting.dearestShift)
}

/** How many times the lightest unit of the last active priority its heaviest is. */
export function rangeOf({ active, scales }: PenaltyWeights): number {
  const last = active.at(-1)
  return last === undefined ? 1 : scales[last]!.heaviest / scales[last]!.lightest
}

function weighAlone(instance: Instance, { active, params }: PenaltyWeights, frozen: number): number[] {
  const first = params.weighting.aloneUnit / heaviestWeight(instance, active[frozen]!)
  return active.map((_, i) => first * params.weighting.aloneStep ** Math.max(0, i - frozen))
}

/** The largest weight that any rule has on a priority. */
function heaviestWeight(instance: Instance, priority: number): number {
  const { schedule } = instance
  const { settings, pairings, shiftGroups, coverageRequirements, rotations, pay, shifts, breakRules = [] } = schedule
  // By default these weigh something, whether a schedule has any or not.
  const isUsed: Partial<Record<SettingName, boolean>> = {
    breakCover: breakRules.some(({ covered }) => covered),
    coverageRequirements: coverageRequirements.length > 0,
    pairings: pairings.length > 0,
    rotations: rotations.length > 0,
    shiftGroups: shiftGroups.length > 0,
    payCost: false,
    budgets: (pay?.budgets ?? []).length > 0,
    preferredSkills: shifts.some(({ preferredSkills }) => preferredSkills.length > 0),
  }
  return SETTING_NAMES.reduce(
    (high, name) => (isUsed[name] === false ? high : Math.max(high, settings.weights[name][priority]!)),
    Math.max(1, weightOfMoney(instance, priority) * most(paidSizes(instance))),
  )
}

/**
 * After a cycle: rules that are broken on the first active priority become dearer, the others cheaper again, down to their weights. What a
 * breach is worth depends on how it comes about: an hour above a limit may be one shift too many, which is worth far more than two half hours.
 */
export function raiseBroken(state: State, { active, multipliers, params }: PenaltyWeights): void {
  const { weights } = state.instance
  unitsFromScratch(state).forEach((amount, k) => {
    if (weights[4 * k + active[0]!] === 0) return
    multipliers[k] =
      amount > 0
        ? Math.min(params.weighting.maxMultiplier, multipliers[k]! * params.weighting.multiplier)
        : Math.max(1, multipliers[k]! / params.weighting.lower)
  })
}

/** Who sits where counts only when there is nothing else: one such cost may be the sum of many. */
function scaleOf(instance: Instance, p: number): Scale {
  const { units, weights, demands, fit } = instance
  const rules = units.flatMap(({ parts }, k) => (parts > 1 ? [] : [weights[4 * k + p]!]))
  const money = paidSizes(instance).map((points) => points * weightOfMoney(instance, p))
  const seats = fillingCosts(demands, p)
  const sitting = [...fit.cost.keys()].filter((i) => i % 4 === p).map((i) => Math.abs(fit.cost[i]!))
  const heaviest = Math.max(most(rules), most(seats), most(money)) || most(sitting)
  if (heaviest === 0) return { heaviest, rule: 0, lightest: 0 }
  return { heaviest, rule: most(rules) || heaviest, lightest: Math.min(least(rules), least(seats), least(sitting), least(money)) }
}

/** A point of the score that is paid costs on a priority. */
function weightOfMoney({ units }: Instance, p: number): number {
  return units.find(({ parts }) => parts > 1)?.weights[p] ?? 0
}

const SIZES = new WeakMap<Instance, readonly number[]>()

/** What the cheapest and the dearest shift cost whoever works it, or what it costs that somebody works at all, in points; empty where nobody is paid. */
function paidSizes(instance: Instance): readonly number[] {
  const sizes = SIZES.get(instance) ?? findPaidSizes(instance)
  SIZES.set(instance, sizes)
  return sizes
}

function findPaidSizes({ units, pay, counts, demands }: Instance): readonly number[] {
  const unit = units.findIndex(({ parts }) => parts > 1)
  if (unit < 0) return []
  const { parts } = units[unit]!
  let [low, high] = [Infinity, 0]
  const add = (grains: number): void => {
    if (grains > 0) [low, high] = [Math.min(low, grains), Math.max(high, grains)]
  }
  for (let number = 1; pay !== null && number < pay.hourly.length; number += 1) {
    const at = pay.offset[number]!
    for (let d = 0; d < demands.count; d += 1) add(pay.hourly[number]! * pay.shares[at + d]! + pay.onTop[at + d]!)
  }
  for (const { overUnit, of, timesOf } of counts) if (overUnit === unit && of === 'weekend') timesOf?.forEach(add)
  return high === 0 ? [1] : [low / parts, high / parts]
}

/** What each seat adds or saves when it is filled, in absolute terms. */
function fillingCosts({ count, seats, coverOffset, coverCost, candidateOf }: Demands, p: number): number[] {
  const costs: number[] = []
  for (let d = 0; d < count; d += 1) {
    if (candidateOf[d]! >= 0) continue
    const first = coverOffset[d]!
    for (let i = first; i < first + seats[d]!; i += 1) costs.push(Math.abs(coverCost[4 * i + 4 + p]! - coverCost[4 * i + p]!))
  }
  return costs
}

function most(sizes: readonly number[]): number {
  return sizes.reduce((high, size) => Math.max(high, size), 0)
}

/** Of those above 0; infinite when there is none. */
function least(sizes: readonly number[]): number {
  return sizes.reduce((low, size) => (size > 0 && size < low ? size : low), Infinity)
}

function spread(
  instance: Instance,
  { active, factors, perUnit, multipliers }: PenaltyWeights,
  { minutesPerUnit, isMultiplied }: { minutesPerUnit: number; isMultiplied: boolean },
): void {
  instance.units.forEach(({ isMinutes }, k) => {
    let sum = 0
    for (const p of PRIORITIES) {
      const scale = p === 0 && isMinutes ? 1 / minutesPerUnit : 1
      const multiplier = isMultiplied && p === active[0] ? multipliers[k]! : 1
      sum += instance.weights[4 * k + p]! * factors[p]! * scale * multiplier
    }
    perUnit[k] = sum
  })
}

/** What so many units cost local search. */
export function weightedUnits({ perUnit }: Pick<PenaltyWeights, 'perUnit'>, units: Float64Array): number {
  let sum = 0
  for (let k = 0; k < units.length; k += 1) sum += units[k]! * perUnit[k]!
  return sum
}

/** What an evaluated move costs local search. */
export function weightedCost(penaltyWeights: Pick<PenaltyWeights, 'factors' | 'perUnit'>, move: Move): number {
  const { factors } = penaltyWeights
  const { penalties, units } = move
  const seats = penalties[0]! * factors[0]! + penalties[1]! * factors[1]! + penalties[2]! * factors[2]! + penalties[3]! * factors[3]!
  return seats + weightedUnits(penaltyWeights, units)
}
