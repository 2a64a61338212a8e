import type { Instance } from '../../instance/instance.ts'
import type { DayCost, KindOf, Tally } from '../rule-kind.ts'
import { compileWishes } from './compile-wishes.ts'
import { meetings } from './wish.ts'
import { addWishChange } from './wish-change.ts'
import { wishResourcesOf } from './wish-resource.ts'

/** wish: wishes to work, each met by any one shift. */
export const WISH: KindOf<'wishes'> = {
  name: 'wish',
  fields: ['wishes'],
  compile: compileWishes,
  count: { of: 'roster', add: countWishes },
  change: addWishChange,
  resources: {
    place: 4,
    of: ({ instance: { wishes }, employee, perUnit }) => (wishes === null ? [] : wishResourcesOf(wishes, employee, perUnit)),
    reads:
      ({ demands }) =>
      (duty) => [demands.tagSet[duty - 1]!],
  },
  dayCost: addDayCost,
}

function countWishes({ wishes, dayCount }: Instance, cells: Int32Array, { units }: Tally): void {
  if (!wishes) return
  for (let wish = 0; wish < wishes.count; wish += 1) {
    const row = wishes.employee[wish]! * dayCount
    const isMet = cells.subarray(row, row + dayCount).some((duty) => meetings(wishes, duty, wish) > 0)
    if (!isMet) units[wishes.unit]! += wishes.weight[wish]!
  }
}

/** Takes off what wishes weigh that nothing but this day could meet. */
function addDayCost({ wishes, dayCount }: Instance, { perUnit }: Parameters<DayCost>[1], at: Parameters<DayCost>[2], before: number): number {
  if (wishes === null) return before
  let cost = before
  const cell = at.employee * dayCount + at.day
  for (let k = wishes.offset[cell]!; k < wishes.offset[cell + 1]!; k += 1) {
    const wish = wishes.wishes[k]!
    if (wishes.lastOfSeveral[wish]! < 0 && meetings(wishes, at.duty, wish) > 0) cost -= wishes.weight[wish]! * perUnit[wishes.unit]!
  }
  return cost
}
