import { epochDayOf } from '../../../model/calendar.ts'
import { DAY_OFF, type Rotation, type Schedule } from '../../../model/schedule.ts'
import type { Compiling } from '../../instance/compiling.ts'
import type { Duties } from '../../instance/duties.ts'
import { presenceOf } from '../count/presence.ts'
import { FIRST_TAG, FREE, NEVER, type RotaRule } from './rota.ts'

const DAYS_PER_WEEK = 7

/** What rotations want of each day; null where nobody works one. */
export function compileRota({ schedule, demands, units }: Compiling): (duties: Duties) => { readonly rota: RotaRule | null } {
  const { employees, rotations, calendar } = schedule
  const unit = new Int32Array(employees.length).fill(-1)
  employees.forEach(({ rotation }, e) => {
    if (rotation !== undefined) unit[e] = units.of('rotations', rotation.weights === null ? {} : { weights: rotation.weights })
  })
  if (unit.every((number) => number < 0)) return () => ({ rota: null })
  const dayCount = calendar.days.length
  const weight = new Int32Array(employees.length)
  const wanted = new Int32Array(employees.length * dayCount)
  const presence = presenceOf(schedule)
  const posted = tagsByDay(schedule)
  employees.forEach(({ rotation: turn }, e) => {
    if (turn === undefined || unit[e]! < 0) return
    weight[e] = turn.weight
    const rotation = rotations[turn.rotationIndex]!
    const days = presence[e]!
    for (let day = calendar.horizonFirst as number; day < dayCount; day += 1) {
      if (days[day + 1] === days[day]) continue
      const tag = wantedOn(schedule, rotation, turn.offset, day)
      wanted[e * dayCount + day] = tag === DAY_OFF ? FREE : posted[day]!.has(tag) ? FIRST_TAG + demands.tagIds.get(tag)! : NEVER
    }
  })
  return (duties) => ({ rota: { demands, duties, unit, weight, wanted } })
}

function tagsByDay({ shifts, candidates = [], calendar }: Schedule): ReadonlySet<string>[] {
  const posted = calendar.days.map(() => new Set<string>())
  const seen = calendar.days.map(() => new Set<readonly string[]>())
  for (const { day, tags } of [...shifts, ...candidates]) {
    if (seen[day]!.size === seen[day]!.add(tags).size) continue
    for (const tag of tags) posted[day]!.add(tag)
  }
  return posted
}

/** What a rotation wants of a day from somebody so many weeks ahead: a tag, or `DAY_OFF`. */
function wantedOn({ calendar }: Schedule, { weeks, anchorDay }: Rotation, offset: number, day: number): string {
  // Day 0 of 1970 is a Thursday.
  const sinceWeekStart = 3 - calendar.weekStart
  const weekOf = (epochDay: number): number => Math.floor((epochDay + sinceWeekStart) / DAYS_PER_WEEK)
  const epochDay = epochDayOf(calendar.days[0]!.date) + day
  const turn = (weekOf(epochDay) - weekOf(anchorDay) + offset) % weeks.length
  return weeks[turn < 0 ? turn + weeks.length : turn]![epochDay + sinceWeekStart - DAYS_PER_WEEK * weekOf(epochDay)]!
}
