import { lengthOf } from '../model/cyclic.ts'
import type { PatternNode } from '../model/pattern.ts'
import type { Contract, ContractRule, Employee, Schedule } from '../model/schedule.ts'
import { MINUTES_PER_DAY, MINUTES_PER_HOUR } from '../model/units.ts'
import type { Place } from './fields.ts'
import { isJsonObject } from './fields.ts'

const DAYS_PER_WEEK = 7
const ANOTHER_DAY = 'Set calendar.weekStartsOn to another weekday, and let the shifts begin in such a week.'
const LEAVE_OUT = 'Leave it out, or leave horizon out.'

/** What is wrong with the horizon of a cyclic schedule, one error for each field that says what cannot go round with it. */
export function checkCyclic(document: Place, schedule: Schedule): void {
  checkDays(document, schedule)
  checkHistory(document, schedule)
  checkPeople(document, schedule)
  checkContracts(document, schedule)
  checkTogether(document, schedule)
  for (const key of ['demands', 'shiftTemplates'] as const)
    if ((schedule[key] ?? []).length > 0) refuse(document, `/${key}`, 'Shifts are not found for a roster that repeats itself.')
}

function refuse({ issues }: Place, pointer: string, detail: string, hint = LEAVE_OUT): void {
  issues.error(pointer, 'cyclic-unsupported', detail, hint)
}

/** The days: whole weeks, no weekend in two parts, no change of clocks. */
function checkDays(document: Place, { calendar, shifts }: Schedule): void {
  const { days } = calendar
  const started = shifts.reduce((span, { day }) => ({ first: Math.min(span.first, day), last: Math.max(span.last, day) }), {
    first: days.length,
    last: 0,
  })
  const weeks = Math.ceil((started.last - started.first + 1) / DAYS_PER_WEEK)
  if (weeks * DAYS_PER_WEEK < days.length) {
    const detail = `The shifts start on ${started.last - started.first + 1} days from ${days[started.first]!.date} on, which are ${weeks} weeks, and lie in ${days.length / DAYS_PER_WEEK} weeks of the calendar.`
    document.issues.error(
      '/horizon',
      'cyclic-weeks-unclear',
      detail,
      'Let the first shift be in the first week, or set calendar.weekStartsOn to its weekday.',
    )
  }
  if (days.at(-1)!.isWeekend && days[0]!.isWeekend && days[0]!.weekendPlace === 6) {
    const detail = 'The weekend lies in two weeks: its first day is the last of the horizon, and its second day the first.'
    document.issues.error('/horizon', 'cyclic-weeks-unclear', detail, ANOTHER_DAY)
  }
  if (days.some(({ start, end, clockChange }) => clockChange !== null || end - start !== MINUTES_PER_DAY)) {
    const detail = 'Clocks change within the horizon, and no day would follow on itself.'
    refuse(document, '/timeZone', detail, 'Leave timeZone out, or choose weeks without a change of clocks.')
  }
  if (overEdge({ calendar, shifts }) > MINUTES_PER_DAY)
    refuse(document, '/shifts', 'A shift of the last days reaches beyond the first day.', 'Make it shorter, or two shifts.')
  if (calendar.splitsWork) refuse(document, '/calendar/workBelongsTo', 'SPLIT does not say on which day the last night of a cyclic horizon ends.')
  for (const [index, { windows }] of calendar.periods.entries()) {
    if (windows.every(({ first, last, length }) => last - first + 1 === length)) continue
    const detail = 'A window of the period begins before the horizon, or ends after it.'
    refuse(document, `/calendar/periods/${index}`, detail, 'Let its windows lie in the horizon, or leave the period out.')
  }
}

/** A roster that repeats itself has its own history. */
function checkHistory(document: Place, { shifts, employees }: Schedule): void {
  const posted = listIn(document, 'shifts')
  if (shifts.some(({ historic }) => historic)) {
    const index = posted.findIndex((shift) => isJsonObject(shift) && shift['historic'] === true)
    const hint = 'Leave historic shifts out: what came before the first day is the last day.'
    document.issues.error(`/shifts/${Math.max(0, index)}/historic`, 'cyclic-history', 'A cyclic schedule has no history.', hint)
  }
  for (const [index, { history }] of employees.entries()) {
    if (history === null) continue
    const hint = 'Leave history out: what came before the first day is the last day.'
    document.issues.error(`/employees/${index}/history`, 'cyclic-history', 'A cyclic schedule has no history.', hint)
  }
}

/** What is of some dates, and does not come again with the days. */
function checkPeople(document: Place, schedule: Schedule): void {
  const over = overEdge(schedule)
  for (const [index, employee] of schedule.employees.entries()) {
    const at = `/employees/${index}`
    if (employee.contracts !== undefined) refuse(document, `${at}/contracts`, 'A contract of some days changes in a roster that repeats itself.')
    if (employee.absence !== null && employee.contracts === undefined)
      refuse(document, `${at}/absences`, 'An absence comes again with each round of the horizon.')
    for (const list of ['skills', 'teams'] as const) {
      const dated = employee[list].findIndex(({ start, end }) => start !== null || end !== null)
      if (dated >= 0) refuse(document, `${at}/${list}/${dated}`, 'It is held for a time only, and the days come again.', 'Leave start and end out.')
    }
    if (over > 0 && employee.wishes.some(({ start, end }) => start < over && end > 0)) {
      const detail = 'A wish speaks of the first hours of the horizon, into which a shift of the last day reaches.'
      refuse(document, `${at}/wishes`, detail, `${ANOTHER_DAY} Or leave these wishes out.`)
    }
  }
}

/** How many minutes of the first day shifts of the last one reach into. */
function overEdge({ calendar, shifts }: Pick<Schedule, 'calendar' | 'shifts'>): number {
  return shifts.reduce((most, { end }) => Math.max(most, end - lengthOf(calendar)), 0)
}

const MONTHLY = [
  ['maxMinutesPerMonth', 'maxHoursMonth'],
  ['minMinutesPerMonth', 'minHoursMonth'],
  ['maxWorkDaysPerMonth', 'maxWorkDaysMonth'],
] as const

/** Limits that are counted in days, or in weeks: none may look further than one round. */
const LIMITED = [
  ['maxConsecutiveDays', 'days'],
  ['minConsecutiveDays', 'days'],
  ['minConsecutiveDaysOff', 'days'],
  ['maxConsecutiveDaysOff', 'days'],
  ['maxConsecutiveLateShifts', 'days'],
  ['maxConsecutiveNightShifts', 'days'],
  ['weekendWorkFrequency', 'weeks'],
  ['inKWeeks', 'weeks'],
] as const

function checkContracts(document: Place, schedule: Schedule): void {
  const days = schedule.calendar.days.length
  const horizon = { days, weeks: days / DAYS_PER_WEEK, minutes: lengthOf(schedule.calendar) }
  const seen = new Set<Contract>()
  for (const [index, employee] of schedule.employees.entries()) {
    const { contract } = employee
    if (seen.has(contract)) continue
    seen.add(contract)
    const at = pointerTo(document, employee, index)
    for (const [field, wire] of MONTHLY) {
      if (contract[field] !== null) refuseMonth(document, `${at}/${wire}`)
    }
    for (const [field, unit] of LIMITED) {
      if ((contract[field] ?? 0) > horizon[unit]) tooLong(document, `${at}/${field}`, horizon[unit], unit)
    }
    if ((contract.minRestBetweenShifts ?? 0) > horizon.minutes) tooLong(document, `${at}/hoursBetweenShift`, horizon.minutes, 'minutes')
    for (const rule of contract.rules) checkRule(document, `${at}/rules/${rule.place}`, rule, horizon)
    for (const [place, { per }] of contract.quotas.entries()) if (per === 'month') refuseMonth(document, `${at}/quotas/${place}/per`)
  }
  for (const [index, { requiresRestOfMinutes }] of schedule.spots.entries()) {
    if ((requiresRestOfMinutes ?? 0) > horizon.minutes) tooLong(document, `/spots/${index}/requiresRestOfMinutes`, horizon.minutes, 'minutes')
  }
  const long = schedule.shifts.some(({ start, end }) => end - start > horizon.minutes)
  if (long) tooLong(document, '/shifts', horizon.minutes, 'minutes')
}

/** Refuses what is counted by month. */
function refuseMonth(document: Place, at: string): void {
  refuse(document, at, 'The months of a horizon do not come again with its weeks.', 'Count per week, per horizon, or over a rolling number of days.')
}

interface Most {
  readonly days: number
  readonly weeks: number
  readonly minutes: number
}

function tooLong({ issues }: Place, pointer: string, most: number, unit: keyof Most): void {
  issues.error(
    pointer,
    'cyclic-window-too-long',
    `It looks at more than one round, which has ${most} ${unit}.`,
    `Let it be ${most} ${unit} at most, or let the horizon have more weeks.`,
  )
}

function checkRule(document: Place, at: string, rule: ContractRule, horizon: Most): void {
  if (rule.when !== null) refuse(document, `${at}/when`, 'Which round the condition of a rule is counted in is not known.')
  const isOfRow = rule.kind === 'run' || rule.kind === 'succession' || rule.kind === 'rest' || rule.kind === 'pattern'
  if (isOfRow && rule.cap !== undefined) refuse(document, `${at}/cap`, 'A cap of the whole horizon has no whole, for the horizon has no end.')
  if ((rule.kind === 'count' || rule.kind === 'pattern') && rule.per === 'month') refuseMonth(document, `${at}/per`)
  checkLengths(document, at, rule, horizon)
  if (rule.kind === 'run' && rule.edges === 'closed') refuse(document, `${at}/edges`, 'A cyclic horizon has no edges that could be closed.')
  if (rule.kind !== 'pattern') return
  const length = longest(rule.pattern.root)
  if (Number.isNaN(length))
    refuse(document, `${at}/pattern`, 'A cyclic horizon has neither a first nor a last day for ^ and $.', 'Leave ^ and $ out.')
  else if (length > horizon.days) tooLong(document, `${at}/pattern`, horizon.days, 'days')
  if (rule.per === 'horizon' && (rule.min !== null || rule.max !== 0))
    refuse(
      document,
      `${at}/per`,
      'How many matches one round has is not known where a match goes over the edge.',
      'Count per week, or forbid the pattern with max 0.',
    )
}

function checkLengths(document: Place, at: string, rule: ContractRule, horizon: Most): void {
  const most = (field: string, value: number | null | undefined, unit: keyof Most): void => {
    if ((value ?? 0) > horizon[unit]) tooLong(document, `${at}/${field}`, horizon[unit], unit)
  }
  switch (rule.kind) {
    case 'count':
      if (rule.per === 'rolling') most('days', rule.days, 'days')
      break
    case 'run':
      most('min', rule.min, rule.of === 'weekends' ? 'weeks' : 'days')
      most('max', rule.max, rule.of === 'weekends' ? 'weeks' : 'days')
      break
    case 'succession':
      most('withinMinutes', rule.withinMinutes, 'minutes')
      break
    case 'rest':
      most('minMinutes', rule.minMinutes, 'minutes')
      most('afterRun/min', rule.run, 'days')
      break
    case 'restWindow':
      most('inMinutes', rule.inMinutes, 'minutes')
      break
    case 'hours':
      most('hours', rule.hours * MINUTES_PER_HOUR, 'minutes')
      break
    case 'pattern':
    case 'span':
  }
}

/** Days of the longest match; infinite where it may go on for ever, no number where it names an end of the horizon. */
function longest(node: PatternNode): number {
  switch (node.kind) {
    case 'day':
      return 1
    case 'edge':
      return Number.NaN
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + longest(part), 0)
    case 'choice':
      return Math.max(...node.options.map(longest))
    case 'repeat':
      return longest(node.part) === 0 ? 0 : longest(node.part) * (node.max ?? Infinity)
  }
}

/** Rules of several people that look at moments, which shifts over the edge would be at twice. */
function checkTogether(document: Place, schedule: Schedule): void {
  const isOver = overEdge(schedule) > 0
  const REACHED = 'A shift of the last day reaches into the first, where this does not see it yet.'
  const refuseList = (key: string, isRefused: (index: number) => boolean, count: number): void => {
    const index = Array.from({ length: count }, (_, at) => at).find(isRefused)
    if (index !== undefined) refuse(document, `/${key}/${index}`, REACHED)
  }
  if (schedule.freePeriodRequirements.length > 0)
    refuse(document, '/freePeriodRequirements', 'Free time that is owed once does not come again with the days.')
  refuseList('coverageRequirements', () => isOver, schedule.coverageRequirements.length)
  refuseList('coverageCompetencyRequirements', () => isOver, schedule.coverageCompetencyRequirements.length)
  const dependencies = schedule.shiftDependencyRules
  refuseList(
    'shiftDependencyRules',
    (at) => dependencies[at]!.overlapScope === 'WITHIN_HOURS' || (isOver && dependencies[at]!.overlapScope === 'TIME_OVERLAP'),
    dependencies.length,
  )
  refuseList('pairings', (at) => isOver && schedule.pairings[at]!.scope === 'TIME_OVERLAP', schedule.pairings.length)
  const weeks = schedule.calendar.days.length / DAYS_PER_WEEK
  const open = schedule.rotations.findIndex((rotation) => weeks % rotation.weeks.length !== 0)
  if (open >= 0) {
    const detail = `The horizon has ${weeks} weeks and the rotation ${schedule.rotations[open]!.weeks.length}, so that no week would want the same in each round.`
    refuse(document, `/rotations/${open}/weeks`, detail, 'Let the horizon have a multiple of its weeks.')
  }
  refuseList('fairness', (at) => schedule.fairness[at]!.per === 'month', schedule.fairness.length)
  refuseMonthsOfPay(document, schedule)
}

function refuseMonthsOfPay(document: Place, { pay }: Schedule): void {
  const { rules = [], budgets = [] } = pay ?? {}
  const overtime = rules.findIndex((rule) => rule.kind === 'overtime' && rule.per === 'month')
  if (overtime >= 0) refuseMonth(document, `/payRules/${overtime}/per`)
  const budget = budgets.findIndex(({ per }) => per === 'month')
  if (budget >= 0) refuseMonth(document, `/budgets/${budget}/per`)
}

/** Where the contract of an employee stands. */
function pointerTo(document: Place, { contract }: Employee, index: number): string {
  const employee = listIn(document, 'employees')[index]
  const id = isJsonObject(employee) ? employee['contractId'] : null
  if ((id ?? null) === null || contract === null) return `/employees/${index}/contract`
  return `/contracts/${listIn(document, 'contracts').findIndex((posted) => isJsonObject(posted) && posted['id'] === id)}`
}

function listIn({ fields }: Place, key: string): readonly unknown[] {
  const value = fields[key]
  return Array.isArray(value) ? value : []
}
