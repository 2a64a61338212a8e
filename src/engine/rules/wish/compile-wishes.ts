import type { Compiling } from '../../instance/compiling.ts'
import { daysTouching } from '../../instance/days-touching.ts'
import type { Duties } from '../../instance/duties.ts'
import { meetings, type WishRule } from './wish.ts'

/** Wishes to work; null when there are none that the horizon could meet. */
export function compileWishes(compiling: Compiling): (duties: Duties) => { readonly wishes: WishRule | null } {
  const unit = compiling.units.of('desired')
  return (duties) => ({ wishes: unit < 0 ? null : wishesOf(compiling, unit, duties) })
}

function wishesOf({ schedule, demands }: Compiling, unit: number, duties: Duties): WishRule | null {
  const { employees, calendar } = schedule
  const dayCount = calendar.days.length
  const horizonStart = calendar.days[calendar.horizonFirst]!.start
  const wishes = employees.flatMap(({ wishes }, employee) =>
    wishes.filter((wish) => wish.type === 'DESIRED' && wish.end > horizonStart).map((wish) => ({ ...wish, employee })),
  )
  if (wishes.length === 0) return null
  const lists: number[][] = Array.from({ length: employees.length * dayCount }, () => [])
  wishes.forEach((wish, index) => {
    const { first, last } = daysTouching(schedule, demands, wish.start, wish.end)
    for (let day = first; day <= last; day += 1) lists[wish.employee * dayCount + day]!.push(index)
  })
  const offset = new Int32Array(lists.length + 1)
  lists.forEach((list, i) => {
    offset[i + 1] = offset[i]! + list.length
  })
  const rule = {
    unit,
    demands,
    duties,
    count: wishes.length,
    employee: Int32Array.from(wishes, (wish) => wish.employee),
    start: Float64Array.from(wishes, (wish) => wish.start),
    end: Float64Array.from(wishes, (wish) => wish.end),
    tag: Int32Array.from(wishes, (wish) => (wish.tag === null ? -1 : (demands.tagIds.get(wish.tag) ?? -2))),
    weight: Int32Array.from(wishes, (wish) => wish.weight),
    offset,
    wishes: Int32Array.from(lists.flat()),
    lastOfSeveral: new Int32Array(wishes.length).fill(-1),
  }
  noteLastDays(rule, dayCount)
  return rule
}

/** Notes the last days of wishes that shifts of several days could meet. */
function noteLastDays(rule: WishRule, dayCount: number): void {
  const { demands, offset, wishes, lastOfSeveral } = rule
  const onDay: number[][] = Array.from({ length: dayCount }, () => [])
  demands.day.forEach((day, d) => onDay[day]!.push(d))
  const isOnDay = new Uint8Array(rule.count)
  for (let cell = 0; cell + 1 < offset.length; cell += 1) {
    const day = cell % dayCount
    for (const wish of wishes.subarray(offset[cell], offset[cell + 1])) {
      if (!onDay[day]!.some((d) => meetings(rule, d + 1, wish) > 0)) continue
      if (isOnDay[wish] === 1) lastOfSeveral[wish] = day
      isOnDay[wish] = 1
    }
  }
}
