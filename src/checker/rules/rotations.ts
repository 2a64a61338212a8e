import { type Calendar, epochDayOf } from '../../model/calendar.ts'
import { DAY_OFF, type Employee, type Rotation, type Shift, type Turn } from '../../model/schedule.ts'
import { carries } from '../../model/tags.ts'
import { daysThere } from '../absence.ts'
import { rangeOf } from '../naming.ts'
import type { RosterView } from '../roster-view.ts'
import type { CountedFindings, Finding, Rule } from '../rule.ts'
import { oneLine, type Words } from '../words.ts'

const DAYS_PER_WEEK = 7
const NONE: readonly Shift[] = []

/** Each day has the kind of shift that the rotation of its employee wants. */
export const rotations: Rule = {
  setting: 'rotations',
  unit: "day that is not worked as the employee's rotation wants it, times the rotation's weight",
  *findMatches(view) {
    const { calendar, rotations: known } = view.schedule
    const epochDays = calendar.days.map(({ date }) => epochDayOf(date))
    for (const { employee, shifts } of view.rows) {
      const turn = employee.rotation
      if (turn === undefined) continue
      const rotation = known[turn.rotationIndex]!
      const there = daysThere(calendar, employee.wishes)
      const byDay = Map.groupBy(shifts, ({ day }) => day as number)
      const unmet: Unmet[] = []
      for (let day = calendar.horizonFirst as number; day < calendar.days.length; day += 1) {
        if (there[day + 1] === there[day]) continue
        const wanted = wantedOn(calendar, rotation, turn, epochDays[day]!)
        const worked = byDay.get(day) ?? NONE
        if (!isAsWanted(wanted, worked)) unmet.push({ wanted, worked, day })
      }
      if (unmet.length > 0) yield foundBy(view, { employee, rotation, turn, unmet })
    }
  },
}

/** What a rotation wants of a day: of the week that lies so many calendar weeks after that of the anchor, and after the last one of the first again. */
function wantedOn({ weekStart }: Calendar, { weeks, anchorDay }: Rotation, { offset }: Turn, epochDay: number): string {
  const place = placeInWeek(epochDay, weekStart)
  const ahead = (epochDay - place - (anchorDay - placeInWeek(anchorDay, weekStart))) / DAYS_PER_WEEK + offset
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

/** A day that is not as the rotation wants it. */
interface Unmet {
  readonly wanted: string
  readonly worked: readonly Shift[]
  readonly day: number
}

interface Following {
  readonly employee: Employee
  readonly rotation: Rotation
  readonly turn: Turn
}

/** What is found in the row of one employee. */
function foundBy(view: RosterView, { unmet, ...following }: Following & { readonly unmet: readonly Unmet[] }): CountedFindings {
  const { weight, weights } = following.turn
  return {
    count: unmet.length,
    amount: unmet.length * weight,
    ...(weights === null ? {} : { weights }),
    *list() {
      for (const day of unmet) yield tell(view, following, day)
    },
  }
}

function tell({ schedule, words, naming }: RosterView, { employee, rotation, turn }: Following, { wanted, worked, day }: Unmet): Finding {
  const { date } = schedule.calendar.days[day]!
  const said = wanted === DAY_OFF ? 'broken.rotationFree' : worked.length === 0 ? 'broken.rotationNone' : 'broken.rotationOther'
  return {
    ...naming.name(rangeOf(worked)),
    employeeIds: [employee.id],
    date,
    amount: turn.weight,
    text: words.teller.say(said, {
      rotation: nameOf(rotation, words),
      tag: oneLine(wanted),
      date: words.date(date),
      who: words.employee(employee),
      shifts: words.shifts(worked),
    }),
  }
}

function nameOf({ name, id }: Rotation, { teller: { say } }: Words): string {
  return name === null ? String(id) : say('broken.quoted', { name: oneLine(name) })
}
