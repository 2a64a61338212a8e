import { firstWhere } from '../../model/first-where.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { Demands } from './demands.ts'
import { addWishUnits, applies, type FitUnits } from '../rules/fit/fit-units.ts'
import { firstShiftOf, Numbering } from './staff.ts'

/** Which wishes speak of which demands. Demands of one day with the same start, end and tags share a place: no wish tells them apart. */
export interface DayWishes {
  /** By demand: its place on its day. */
  readonly placeOf: Int32Array
  /** By day: one demand of each place, in order of start. */
  readonly places: readonly (readonly number[])[]
  /** By place, as `places` has them: the employees who are unavailable then, in order. */
  readonly absent: readonly (readonly number[][])[]
  /** For each employee and day with a wish that costs something there: units by place. In order of employees. */
  readonly entries: readonly { readonly employee: number; readonly day: number; readonly units: readonly FitUnits[] }[]
}

/** Finds the demands that wishes against work speak of. */
export function compileDayWishes(schedule: Schedule, demands: Demands): DayWishes {
  const { placeOf, places } = findPlaces(schedule, demands)
  const absent = places.map((day) => day.map((): number[] => []))
  let longestMin = 0
  for (let d = 0; d < demands.count; d += 1) longestMin = Math.max(longestMin, demands.end[d]! - demands.start[d]!)
  const { days } = schedule.calendar
  const entries = schedule.employees.flatMap(({ wishes }, employee) => {
    const byDay = new Map<number, FitUnits[]>()
    for (const wish of wishes) {
      if (wish.type === 'DESIRED') continue
      for (let day = firstDayEndingAfter(days, wish.start - longestMin); day < days.length && days[day]!.start < wish.end; day += 1) {
        places[day]!.forEach((d, place) => {
          const shift = firstShiftOf(demands, d)
          if (demands.isHistoric[d] === 1 || !applies(wish, shift)) return
          const units = byDay.get(day) ?? places[day]!.map((): FitUnits => ({}))
          byDay.set(day, units)
          addWishUnits(wish, shift, units[place]!)
          if (wish.type === 'UNAVAILABLE' && absent[day]![place]!.at(-1) !== employee) absent[day]![place]!.push(employee)
        })
      }
    }
    return [...byDay].map(([day, units]) => ({ employee, day, units }))
  })
  return { placeOf, places, absent, entries }
}

function findPlaces(schedule: Schedule, demands: Demands): Pick<DayWishes, 'placeOf' | 'places'> {
  const numberings = schedule.calendar.days.map(() => new Numbering())
  const placeOf = Int32Array.from({ length: demands.count }, (_, d) => {
    const key = JSON.stringify([demands.start[d], demands.end[d], demands.isHistoric[d], demands.tagList[d]])
    return numberings[demands.day[d]!]!.of(key, d)
  })
  return { placeOf, places: numberings.map(({ examples }) => examples) }
}

function firstDayEndingAfter(days: Schedule['calendar']['days'], minute: number): number {
  return firstWhere(days.length, (day) => days[day]!.end > minute)
}
