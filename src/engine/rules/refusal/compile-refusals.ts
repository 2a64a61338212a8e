import { dayAt } from '../../../model/calendar.ts'
import type { Fairness, Schedule, Wish } from '../../../model/schedule.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { daysTouching } from '../../instance/days-touching.ts'
import type { Duties } from '../../instance/duties.ts'
import { periodWindows, type Windows, windowsPer } from '../../instance/windows.ts'
import { capacityOfEmployee, MILLIONTHS } from '../count/fair-share.ts'
import { presenceOf } from '../count/presence.ts'
import { meetings, type WishRule } from '../wish/wish.ts'
import type { RefusalRule } from './refusal.ts'

/** Refused wishes that are shared (docs/constraints/fairness.md); null when there are none that cost anything. */
export function compileRefusals(compiling: Compiling): (duties: Duties) => { readonly refusals: RefusalRule | null } {
  const { schedule, units } = compiling
  const rules = schedule.fairness
    .filter(({ of }) => of === 'refusedWishes')
    .map((rule) => ({ rule, unit: units.of('fairness', rule.weights === null ? {} : { weights: rule.weights }) }))
    .filter(({ unit }) => unit >= 0)
  return (duties) => ({ refusals: rules.length === 0 ? null : refusalsOf(compiling, rules, duties) })
}

interface Rated {
  readonly rule: Fairness
  readonly unit: number
}

/** A wish with whose it is, and the day on which it counts. */
type OwnWish = Wish & { readonly employee: number; readonly day: number }

function refusalsOf(compiling: Compiling, rules: readonly Rated[], duties: Duties): RefusalRule | null {
  const { schedule, demands } = compiling
  const { employees, calendar } = schedule
  const sharing = new Set(rules.flatMap(({ rule }) => rule.employeeIndexes))
  const horizonStart = calendar.days[calendar.horizonFirst]!.start
  const horizonEnd = calendar.days.at(-1)!.end
  const all = [...sharing].flatMap((employee) =>
    employees[employee]!.wishes.filter(({ type, start, end }) => type !== 'UNAVAILABLE' && start < horizonEnd && end > horizonStart).map(
      (wish): OwnWish => ({ ...wish, employee, day: dayAt(calendar, Math.max(wish.start, horizonStart)) }),
    ),
  )
  const reached = reachOf(compiling, all, duties)
  const wishes = all.filter((wish, at) => wish.type !== 'DESIRED' || canBeMet(reached, wish, at))
  const { offset, listed } = byCell(compiling, wishes)
  const groups = new Groups(schedule, wishes)
  for (const rated of rules) groups.add(rated)
  if (groups.unit.length === 0) return null
  const shares = new Uint8Array(employees.length)
  for (const employee of groups.employee) shares[employee] = 1
  return {
    ...columnsOf(demands, duties, wishes),
    employee: Int32Array.from(wishes, ({ employee }) => employee),
    offset,
    wishes: listed,
    dayCount: calendar.days.length,
    count: wishes.length,
    isToWork: Uint8Array.from(wishes, ({ type }) => (type === 'DESIRED' ? 1 : 0)),
    ...groups.finish(),
    named: rules.map(({ rule: { id, name }, unit }) => ({ unit, name: name ?? String(id) })),
    shares,
  }
}

type Spoken = Pick<WishRule, 'demands' | 'duties' | 'start' | 'end' | 'tag'>

function columnsOf(demands: WishRule['demands'], duties: Duties, wishes: readonly Wish[]): Spoken {
  return {
    demands,
    duties,
    start: Float64Array.from(wishes, (wish) => wish.start),
    end: Float64Array.from(wishes, (wish) => wish.end),
    tag: Int32Array.from(wishes, (wish) => (wish.tag === null ? -1 : (demands.tagIds.get(wish.tag) ?? -2))),
  }
}

interface Reached {
  readonly schedule: Schedule
  readonly spoken: Spoken
  readonly onDay: readonly (readonly number[])[]
}

function reachOf({ schedule, demands }: Compiling, wishes: readonly OwnWish[], duties: Duties): Reached {
  const onDay: number[][] = schedule.calendar.days.map(() => [])
  // What may be made of a template is nobody's due.
  demands.day.forEach((day, d) => {
    if (demands.sample[d]!.template === undefined) onDay[day]!.push(d)
  })
  return { schedule, spoken: columnsOf(demands, duties, wishes), onDay }
}

/** Whether there is a shift, whosever, that meets a wish to work: one that nothing could meet is nobody's refusal. */
function canBeMet({ schedule, spoken, onDay }: Reached, { start, end }: Wish, at: number): boolean {
  if (spoken.tag[at] === -2) return false
  const { first, last } = daysTouching(schedule, spoken.demands, start, end)
  for (let day = first; day <= last; day += 1) if (onDay[day]!.some((d) => meetings(spoken, d + 1, at) > 0)) return true
  return false
}

/** By employee × days + day: the wishes of which a shift speaks that starts then. History refuses nobody to be free. */
function byCell({ schedule, demands }: Compiling, wishes: readonly OwnWish[]): { readonly offset: Int32Array; readonly listed: Int32Array } {
  const { days, horizonFirst } = schedule.calendar
  const lists: number[][] = Array.from({ length: schedule.employees.length * days.length }, () => [])
  for (const [index, { type, start, end, employee }] of wishes.entries()) {
    const { first, last } = daysTouching(schedule, demands, start, end)
    for (let day = type === 'DESIRED' ? first : Math.max(first, horizonFirst); day <= last; day += 1) lists[employee * days.length + day]!.push(index)
  }
  const offset = new Int32Array(lists.length + 1)
  lists.forEach((list, cell) => (offset[cell + 1] = offset[cell]! + list.length))
  return { offset, listed: Int32Array.from(lists.flat()) }
}

/** Windows of rules while they are laid out. */
class Groups {
  readonly #schedule: Schedule
  readonly #wishes: readonly OwnWish[]
  readonly #byEmployee: ReadonlyMap<number, readonly number[]>
  readonly #presence: readonly Int32Array[]
  readonly #placesOf: number[][]
  readonly firstPlace = [0]
  readonly employee: number[] = []
  readonly groupOf: number[] = []
  readonly part: number[] = []
  readonly carried: number[] = []
  readonly unit: number[] = []
  readonly times: number[] = []

  constructor(schedule: Schedule, wishes: readonly OwnWish[]) {
    this.#schedule = schedule
    this.#wishes = wishes
    this.#byEmployee = Map.groupBy(wishes.keys(), (wish) => wishes[wish]!.employee)
    this.#presence = presenceOf(schedule)
    this.#placesOf = wishes.map(() => [])
  }

  add({ rule, unit }: Rated): void {
    const { calendar } = this.#schedule
    const windows = rule.per === 'period' ? periodWindows(calendar, rule.period!) : windowsPer(calendar, rule.per)
    const byWindow = new Map<number, Map<number, number[]>>()
    for (const wish of this.#concerned(rule)) {
      const { day, employee } = this.#wishes[wish]!
      const window = windows.firstWindow[day]!
      if (window > windows.lastWindow[day]!) continue
      const ofWindow = byWindow.get(window) ?? new Map<number, number[]>()
      byWindow.set(window, ofWindow)
      const own = ofWindow.get(employee)
      if (own === undefined) ofWindow.set(employee, [wish])
      else own.push(wish)
    }
    for (const [window, ofWindow] of byWindow) this.#addGroup(rule, unit, daysOf(this.#schedule, windows, window), ofWindow)
  }

  #concerned({ tags, weekdays, employeeIndexes }: Fairness): number[] {
    const { calendar } = this.#schedule
    const [wanted, onDays] = [new Set(tags), new Set(weekdays)]
    return employeeIndexes
      .flatMap((employee) => this.#byEmployee.get(employee) ?? [])
      .filter((wish) => {
        const { tag, day } = this.#wishes[wish]!
        return (wanted.size === 0 || (tag !== null && wanted.has(tag))) && onDays.has(calendar.days[day]!.weekday)
      })
  }

  #addGroup(rule: Fairness, unit: number, [first, after]: readonly [number, number], ofWindow: ReadonlyMap<number, readonly number[]>): void {
    const { employees, calendar } = this.#schedule
    const capacities = [...ofWindow.keys()].map((e) => {
      const days = this.#presence[e]![after]! - this.#presence[e]![first]!
      return days * (rule.share === 'EQUAL' ? 1 : capacityOfEmployee(employees[e]!, calendar))
    })
    const total = capacities.reduce((sum, capacity) => sum + capacity, 0)
    const group = this.unit.length
    for (const [at, [e, wishes]] of [...ofWindow].entries()) {
      const part = total === 0 ? 0 : Math.floor((MILLIONTHS * capacities[at]!) / total)
      // Who is never there does not share.
      if (part === 0) continue
      for (const wish of wishes) this.#placesOf[wish]!.push(this.part.length)
      this.employee.push(e)
      this.groupOf.push(group)
      this.part.push(part)
      this.carried.push(rule.per === 'horizon' ? (employees[e]!.history?.carry?.get(rule.id) ?? 0) : 0)
    }
    this.firstPlace.push(this.part.length)
    this.unit.push(unit)
    this.times.push(rule.weight)
  }

  finish(): Pick<RefusalRule, 'placeOffset' | 'places' | 'firstPlace' | 'groupOf' | 'part' | 'carried' | 'unit' | 'times'> {
    const placeOffset = new Int32Array(this.#placesOf.length + 1)
    this.#placesOf.forEach((places, wish) => (placeOffset[wish + 1] = placeOffset[wish]! + places.length))
    return {
      placeOffset,
      places: Int32Array.from(this.#placesOf.flat()),
      firstPlace: Int32Array.from(this.firstPlace),
      groupOf: Int32Array.from(this.groupOf),
      part: Int32Array.from(this.part),
      carried: Float64Array.from(this.carried),
      unit: Int32Array.from(this.unit),
      times: Int32Array.from(this.times),
    }
  }
}

/** The days of the horizon in a window: the first, and the one after the last. */
function daysOf({ calendar }: Schedule, { firstWindow, lastWindow }: Windows, window: number): readonly [first: number, after: number] {
  const isIn = (day: number): boolean => day >= calendar.horizonFirst && firstWindow[day]! <= window && window <= lastWindow[day]!
  const first = calendar.days.findIndex((_, day) => isIn(day))
  return first < 0 ? [0, 0] : [first, 1 + calendar.days.findLastIndex((_, day) => isIn(day))]
}
