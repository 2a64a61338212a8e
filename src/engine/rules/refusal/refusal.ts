import { OFF } from '../../instance/duties.ts'
import { MILLIONTHS, toHundredths } from '../count/fair-share.ts'
import { meetings, type WishRule } from '../wish/wish.ts'

/** refusal: how many of their wishes are refused to each employee, shared evenly. Serves fairness of refused wishes. */
export interface RefusalRule extends Pick<WishRule, 'demands' | 'duties' | 'start' | 'end' | 'tag' | 'employee' | 'offset' | 'wishes'> {
  readonly dayCount: number
  readonly count: number
  /** By wish: 1 when it asks for work, which no shift refuses; 0 when it asks to be free, which one does. */
  readonly isToWork: Uint8Array
  /** By wish: the places at which it counts, `places[placeOffset[wish] … placeOffset[wish + 1] − 1]`. */
  readonly placeOffset: Int32Array
  readonly places: Int32Array
  /**
   * By group, which is one window of one rule: its places are those from `firstPlace[g]` to before `firstPlace[g + 1]`, one for each employee who shares.
   */
  readonly firstPlace: Int32Array
  readonly groupOf: Int32Array
  /** By place: the part of all refusals that is fair, in millionths, and what was carried over, in hundredths. */
  readonly part: Int32Array
  readonly carried: Float64Array
  readonly unit: Int32Array
  readonly times: Int32Array
  /** Rules by name, each once. */
  readonly named: readonly { readonly unit: number; readonly name: string }[]
  /** By employee: 1 for who shares. */
  readonly shares: Uint8Array
}

/** Running sums of refused wishes. */
export interface RefusalState {
  /** By wish: how many shifts speak for it, or against it. */
  readonly met: Int32Array
  /** By place: refused wishes. */
  readonly refused: Int32Array
  /** By group: refused wishes of all its places, and the units that they come to. */
  readonly total: Int32Array
  readonly units: Float64Array
}

/** Whether a wish is refused with so many shifts that meet it. */
export function isRefused({ isToWork }: RefusalRule, wish: number, met: number): boolean {
  return isToWork[wish] === 1 ? met === 0 : met > 0
}

/** What a group costs: squared refusals above the fair share. Nobody is owed a refusal. */
export function unitsOfGroup({ firstPlace, part, carried }: RefusalRule, refused: Int32Array, total: number, group: number): number {
  let units = 0
  for (let place = firstPlace[group]!, last = firstPlace[group + 1]!; place < last; place += 1) {
    const own = refused[place]!
    if (own === 0) continue
    const share = toHundredths(total * part[place]!)
    const most = Math.max(0, Math.ceil((share - (share > 0 ? carried[place]! : 0)) / HUNDREDTHS))
    if (own > most) units += (own - most) ** 2
  }
  return units
}

const HUNDREDTHS = MILLIONTHS / 10_000

/** Lets one employee take (`step` 1) or leave (−1) a duty on a day on which they have nothing else, and adds what that changes to `units`. */
export function stepRefusals(
  rule: RefusalRule,
  state: RefusalState,
  employee: number,
  day: number,
  duty: number,
  step: number,
  units: Float64Array,
): void {
  const cell = employee * rule.dayCount + day
  for (let k = rule.offset[cell]!, last = rule.offset[cell + 1]!; k < last; k += 1) {
    const wish = rule.wishes[k]!
    const speaking = meetings(rule, duty, wish)
    if (speaking === 0) continue
    const before = state.met[wish]!
    const after = before + step * speaking
    state.met[wish] = after
    if (before > 0 === after > 0) continue
    const change = isRefused(rule, wish, after) ? 1 : -1
    for (let p = rule.placeOffset[wish]!, until = rule.placeOffset[wish + 1]!; p < until; p += 1)
      stepPlace(rule, state, rule.places[p]!, change, units)
  }
}

function stepPlace(rule: RefusalRule, state: RefusalState, place: number, change: number, units: Float64Array): void {
  const group = rule.groupOf[place]!
  state.refused[place]! += change
  state.total[group]! += change
  const now = unitsOfGroup(rule, state.refused, state.total[group]!, group)
  units[rule.unit[group]!]! += (now - state.units[group]!) * rule.times[group]!
  state.units[group] = now
}

/** The sums of these cells, counted wish by wish; what they cost is added to `units`. */
export function refusalStateOf(rule: RefusalRule, cells: Int32Array, units: Float64Array): RefusalState {
  const groups = rule.unit.length
  const state = {
    met: new Int32Array(rule.count),
    refused: new Int32Array(rule.groupOf.length),
    total: new Int32Array(groups),
    units: new Float64Array(groups),
  }
  for (let cell = 0; cell + 1 < rule.offset.length; cell += 1) {
    if (cells[cell] === OFF) continue
    for (const wish of rule.wishes.subarray(rule.offset[cell], rule.offset[cell + 1])) state.met[wish]! += meetings(rule, cells[cell]!, wish)
  }
  for (let wish = 0; wish < rule.count; wish += 1) {
    if (!isRefused(rule, wish, state.met[wish]!)) continue
    for (const place of rule.places.subarray(rule.placeOffset[wish], rule.placeOffset[wish + 1])) {
      state.refused[place]! += 1
      state.total[rule.groupOf[place]!]! += 1
    }
  }
  for (let group = 0; group < groups; group += 1) {
    state.units[group] = unitsOfGroup(rule, state.refused, state.total[group]!, group)
    units[rule.unit[group]!]! += state.units[group]! * rule.times[group]!
  }
  return state
}
