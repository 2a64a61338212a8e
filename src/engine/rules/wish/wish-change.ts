import type { Move } from '../../scoring/evaluate.ts'
import type { State } from '../../scoring/state.ts'
import { meetings } from './wish.ts'

/** Adds to the move what the wishes to work of an employee cost more with the duties `next` on days `from` to `to` (inclusive). */
export function addWishChange(state: State, employee: number, from: number, to: number, next: Int32Array, move: Move): void {
  const { instance, cells, met } = state
  const wishes = instance.wishes!
  const { meetChange } = move.scratch
  const row = employee * instance.dayCount
  const first = wishes.offset[row + from]!
  const last = wishes.offset[row + to + 1]!
  if (first === last) return
  for (let day = from; day <= to; day += 1) {
    const old = cells[row + day]!
    const duty = next[day]!
    if (old === duty) continue
    for (let k = wishes.offset[row + day]!; k < wishes.offset[row + day + 1]!; k += 1) {
      const wish = wishes.wishes[k]!
      meetChange[wish]! += meetings(wishes, duty, wish) - meetings(wishes, old, wish)
    }
  }
  for (let k = first; k < last; k += 1) {
    const wish = wishes.wishes[k]!
    const change = meetChange[wish]!
    if (change === 0) continue
    meetChange[wish] = 0
    if (met[wish] === 0) move.units[wishes.unit]! -= wishes.weight[wish]!
    else if (met[wish]! + change === 0) move.units[wishes.unit]! += wishes.weight[wish]!
  }
}
