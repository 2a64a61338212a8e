import type { Schedule } from '../../model/schedule.ts'
import type { SettingName, Weights } from '../../model/settings.ts'

/** One thing that is counted: the setting it belongs to, and what one unit of it costs on each priority. */
export interface Unit {
  readonly setting: SettingName
  readonly weights: Weights
  /** True when a unit is one minute: local search then counts many of them as one. */
  readonly isMinutes: boolean
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
    const key = JSON.stringify([setting, weights, isMinutes])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    this.units.push({ setting, weights, isMinutes })
    this.#known.set(key, this.units.length - 1)
    return this.units.length - 1
  }

  isOn(setting: SettingName): boolean {
    return this.#schedule.settings.weights[setting].some((weight) => weight > 0)
  }
}
