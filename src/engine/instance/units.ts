import { GRAINS_PER_MINOR } from '../../model/pay.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { SettingName, Weights } from '../../model/settings.ts'

/** One thing that is counted: the setting it belongs to, and what one unit of it costs on each priority, or so many parts of one. */
export interface Unit {
  readonly setting: SettingName
  readonly weights: Weights
  /** True when a unit is one minute: local search then counts many of them as one. */
  readonly isMinutes: boolean
  /** How many of it the weights of the setting are about: 1, but for money, which is counted in small parts. */
  readonly parts: number
}

/** Gives every counted thing a number. A setting can have several: in minutes and in shifts, or with a priority of its own. */
export class UnitTable {
  readonly units: Unit[] = []
  readonly #known = new Map<string, number>()
  readonly #schedule: Schedule

  constructor(schedule: Schedule) {
    this.#schedule = schedule
  }

  /** The number of a setting's unit; −1 when its four weights are zero, so that nobody counts it. */
  of(setting: SettingName, options: { readonly weights?: Weights; readonly isMinutes?: boolean } = {}): number {
    if (!this.isOn(setting)) return -1
    const weights = options.weights ?? this.#schedule.settings.weights[setting]
    const isMinutes = options.isMinutes ?? false
    return this.#numberOf({ setting, weights, isMinutes, parts: 1 })
  }

  /** The number of the unit of money, a grain; −1 when nobody counts it. */
  ofMoney(): number {
    const { pay, settings } = this.#schedule
    if (pay === undefined || !this.isOn('payCost')) return -1
    return this.#numberOf({ setting: 'payCost', weights: settings.weights.payCost, isMinutes: false, parts: pay.currencyUnit * GRAINS_PER_MINOR })
  }

  #numberOf(unit: Unit): number {
    const key = JSON.stringify([unit.setting, unit.weights, unit.isMinutes])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    this.units.push(unit)
    this.#known.set(key, this.units.length - 1)
    return this.units.length - 1
  }

  isOn(setting: SettingName): boolean {
    return this.#schedule.settings.weights[setting].some((weight) => weight > 0)
  }
}
