import type { Roster } from '../../model/roster.ts'
import type { RestWindowRule, Schedule } from '../../model/schedule.ts'
import type { OpenAtEnd } from '../../model/solution.ts'
import type { Minute } from '../../model/units.ts'
import { ENGLISH } from '../../model/teller.ts'
import { type Row, type RosterView, tellingIn, viewRoster } from '../roster-view.ts'
import { type Held, rulesOf } from '../terms.ts'
import { titleInWords } from '../words.ts'
import { conditionOf } from './contract-condition.ts'
import { beginnings, lastDayOf } from './contract-rest.ts'
import { freeStretchesOf } from './free-stretches.ts'
import { findOpenRests } from './rest.ts'
import { countedShifts } from './rule-match.ts'

/** What holds only if somebody stays free after the last known day: rests of the last week, then those of windows of contracts' rules, each in the order of the schedule. */
export function findOpenAtEnd(schedule: Schedule, roster: Roster): OpenAtEnd[] {
  return [...findOpenRests(schedule, roster), ...findOpenWindows(schedule, roster)]
}

function findOpenWindows(schedule: Schedule, roster: Roster): OpenAtEnd[] {
  if (schedule.settings.weights.contractRules.every((weight) => weight === 0)) return []
  if (!schedule.employees.some(({ contract, contracts }) => contracts !== undefined || contract.rules.some(({ kind }) => kind === 'restWindow')))
    return []
  const view = viewRoster(schedule, roster, tellingIn(schedule, ENGLISH))
  return view.rows.flatMap((row) =>
    rulesOf(row.employee).flatMap(({ rule, ...held }) => (rule.kind === 'restWindow' ? openWindowOf(view, row, { ...held, rule }) : [])),
  )
}

/** The first window of a row whose rest the time after the last known day completes, unless it ends so late that another rest may follow on work after that day; they all end with the same stretch. */
function openWindowOf(view: RosterView, row: Row, { rule, contract, isOn }: Held<RestWindowRule>): OpenAtEnd[] {
  const { shifts, employee } = row
  if (shifts.length === 0) return []
  const { words } = view
  const { calendar } = view.schedule
  const knownEnd = calendar.days.at(-1)!.end
  const free = freeStretchesOf(shifts)
  const until = (free.lastFrom + rule.minMinutes) as Minute
  if (until <= knownEnd) return []
  const isMet = rule.when === null ? () => true : conditionOf(view, row, rule.when)
  const first = beginnings(countedShifts(calendar, shifts, { ...rule, tags: [] })).find(({ start, day }) => {
    const end = start + rule.inMinutes
    const isKept = free.longest(start, end) >= rule.minMinutes
    return isKept && free.longest(start, Math.min(end, knownEnd)) < rule.minMinutes && isOn(lastDayOf(calendar, end)) && isMet(day)
  })
  if (first === undefined || first.start + rule.inMinutes - rule.minMinutes > knownEnd) return []
  return [
    {
      employeeId: employee.id,
      setting: 'contractRules',
      date: calendar.days[first.day]!.date,
      until,
      text: `${words.employee(employee)} has the ${words.duration(rule.minMinutes)} free of work in the ${words.duration(rule.inMinutes)} from ${words.time(first.start)} of rule ${rule.place + 1} of ${words.contract(contract)}${titleInWords(rule)} only without work until ${words.time(until)}.`,
    },
  ]
}
