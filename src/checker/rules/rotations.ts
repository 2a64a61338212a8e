import { epochDayOf } from '../../model/calendar.ts'
import { DAY_OFF, type Rotation, type Schedule, type Shift, type Turn } from '../../model/schedule.ts'
import { carries } from '../../model/tags.ts'
import { daysThere } from '../absence.ts'
import { rangeOf } from '../naming.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { oneLine, type Words } from '../words.ts'

const DAYS_PER_WEEK = 7

/** Each day has the kind of shift that the rotation of its employee wants. */
export const rotations: Rule = {
  setting: 'rotations',
  unit: "day that is not worked as the employee's rotation wants it, times the rotation's weight",
  *findMatches(view) {
    const { calendar, rotations: known } = view.schedule
    for (const { employee, shifts } of view.rows) {
      const turn = employee.rotation
      if (turn === undefined) continue
      const rotation = known[turn.rotationIndex]!
      const there = daysThere(calendar, employee.wishes)
      const byDay = Map.groupBy(shifts, ({ day }) => day as number)
      for (let day = calendar.horizonFirst as number; day < calendar.days.length; day += 1) {
        if (there[day + 1] === there[day]) continue
        const wanted = wantedOn(view.schedule, rotation, turn, day)
        const worked = byDay.get(day) ?? []
        if (isAsWanted(wanted, worked)) continue
        yield tell(view, { rotation, turn, wanted, worked, day, who: view.words.employee(employee), employeeIds: [employee.id] })
      }
    }
  },
}

/** What a rotation wants of a day: of the week that lies so many calendar weeks after that of the anchor, and after the last one of the first again. */
function wantedOn({ calendar }: Schedule, { weeks, anchorDay }: Rotation, { offset }: Turn, day: number): string {
  const today = epochDayOf(calendar.days[day]!.date)
  const place = placeInWeek(today, calendar.weekStart)
  const ahead = (today - place - (anchorDay - placeInWeek(anchorDay, calendar.weekStart))) / DAYS_PER_WEEK + offset
  return weeks.at(ahead % weeks.length)![place]!
}

/** 0 on the first day of a calendar week. 1970 began on a Thursday, three days after Monday. */
function placeInWeek(epochDay: number, weekStart: number): number {
  const sinceMonday = epochDay + 3
  return sinceMonday - weekStart - DAYS_PER_WEEK * Math.floor((sinceMonday - weekStart) / DAYS_PER_WEEK)
}

function isAsWanted(wanted: string, worked: readonly Shift[]): boolean {
  return wanted === DAY_OFF ? worked.length === 0 : worked.some(({ tags }) => carries(tags, wanted))
}

interface Unmet {
  readonly rotation: Rotation
  readonly turn: Turn
  readonly wanted: string
  readonly worked: readonly Shift[]
  readonly day: number
  readonly who: string
  readonly employeeIds: Finding['employeeIds']
}

function tell({ schedule, words, naming }: RosterView, { rotation, turn, wanted, worked, day, who, employeeIds }: Unmet): Finding {
  const { date } = schedule.calendar.days[day]!
  const said = wanted === DAY_OFF ? 'broken.rotationFree' : worked.length === 0 ? 'broken.rotationNone' : 'broken.rotationOther'
  return {
    ...naming.name(rangeOf(worked)),
    employeeIds,
    date,
    amount: turn.weight,
    ...(turn.weights === null ? {} : { weights: turn.weights }),
    text: words.teller.say(said, {
      rotation: nameOf(rotation, words),
      tag: oneLine(wanted),
      date: words.date(date),
      who,
      shifts: words.shifts(worked),
    }),
  }
}

function nameOf({ name, id }: Rotation, { teller: { say } }: Words): string {
  return name === null ? String(id) : say('broken.quoted', { name: oneLine(name) })
}
