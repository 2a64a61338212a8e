import type { RestWindowRule } from '../../model/schedule.ts'
import type { OpenAtEnd } from '../../model/solution.ts'
import type { Minute } from '../../model/units.ts'
import type { Row, RosterView } from '../roster-view.ts'
import { type Held, rulesOf } from '../terms.ts'
import { titleInWords } from '../words.ts'
import { conditionOf } from './contract-condition.ts'
import { beginnings, lastDayOf } from './contract-rest.ts'
import { freeStretchesOf } from './free-stretches.ts'
import { findOpenRests } from './rest.ts'
import { countedShifts } from './rule-match.ts'

/** What holds only if somebody stays free after the last known day: rests of the last week, then those of windows of contracts' rules, each in the order of the schedule. */
export function findOpenAtEnd(view: RosterView): OpenAtEnd[] {
  return [...findOpenRests(view), ...findOpenWindows(view)]
}

function findOpenWindows(view: RosterView): OpenAtEnd[] {
  const { schedule } = view
  if (schedule.settings.weights.contractRules.every((weight) => weight === 0)) return []
  if (!schedule.employees.some(({ contract, contracts }) => contracts !== undefined || contract.rules.some(({ kind }) => kind === 'restWindow')))
    return []
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
      text: words.teller.say('open.window', {
        who: words.employee(employee),
        rest: words.duration(rule.minMinutes),
        window: words.duration(rule.inMinutes),
        start: words.time(first.start),
        number: String(rule.place + 1),
        contract: words.contract(contract),
        title: titleInWords(rule),
        until: words.time(until),
      }),
    },
  ]
}
