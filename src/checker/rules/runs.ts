import type { Shift } from '../../model/schedule.ts'
import type { Row, RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { countOf } from '../words.ts'

/** A longest stretch of known days that are all alike; positions in `calendar.days`, both inclusive. */
interface Run {
  readonly first: number
  readonly last: number
  readonly length: number
}

/** Nobody works more days in a row than the contract allows. */
export const maxConsecutiveDays: Rule = {
  setting: 'maxConsecutiveDays',
  unit: 'working day too many in a row',
  findMatches(view) {
    const findings: Finding[] = []
    for (const row of view.rows) {
      const limit = row.employee.contract.maxConsecutiveDays
      if (limit === null) continue
      for (const run of runsOf(workingDays(view, row))) {
        const amount = daysTooMany(view, run, limit)
        if (amount > 0)
          findings.push(tellRun(view, row, { run, amount, claim: `works ${countOf(run.length, 'day')} in a row`, limit: `${limit} at most` }))
      }
    }
    return findings
  },
}

/** Nobody works more nights in a row than the contract allows. */
export const maxConsecutiveNightShifts: Rule = {
  setting: 'maxConsecutiveNightShifts',
  unit: 'night too many in a row',
  findMatches(view) {
    const findings: Finding[] = []
    for (const row of view.rows) {
      const limit = row.employee.contract.maxConsecutiveNightShifts
      if (limit === null) continue
      const nights = { employee: row.employee, shifts: row.shifts.filter((shift) => shift.isNight) }
      for (const run of runsOf(workingDays(view, nights))) {
        const amount = daysTooMany(view, run, limit)
        if (amount > 0)
          findings.push(tellRun(view, nights, { run, amount, claim: `works ${countOf(run.length, 'night')} in a row`, limit: `${limit} at most` }))
      }
    }
    return findings
  },
}

/** Nobody is called in for fewer days in a row than the contract asks. */
export const minConsecutiveDays: Rule = {
  setting: 'minConsecutiveDays',
  unit: 'working day missing in a row',
  findMatches(view) {
    const findings: Finding[] = []
    for (const row of view.rows) {
      const limit = row.employee.contract.minConsecutiveDays
      if (limit === null) continue
      for (const run of runsOf(workingDays(view, row))) {
        const amount = daysTooFew(view, run, limit)
        if (amount > 0)
          findings.push(tellRun(view, row, { run, amount, claim: `works only ${countOf(run.length, 'day')} in a row`, limit: `${limit} at least` }))
      }
    }
    return findings
  },
}

/** Days off come in runs that are neither too short nor too long. */
export const consecutiveDaysOff: Rule = {
  setting: 'consecutiveDaysOff',
  unit: 'day off missing or too many in a row',
  findMatches(view) {
    const findings: Finding[] = []
    for (const row of view.rows) {
      const { minConsecutiveDaysOff: least, maxConsecutiveDaysOff: most } = row.employee.contract
      if (least === null && most === null) continue
      for (const run of runsOf(workingDays(view, row).map((works) => !works))) {
        const missing = least === null ? 0 : daysTooFew(view, run, least)
        if (missing > 0)
          findings.push(
            tellRun(view, row, { run, amount: missing, claim: `has only ${countOf(run.length, 'day')} off in a row`, limit: `${least} at least` }),
          )
        const beyond = most === null ? 0 : daysTooMany(view, run, most)
        if (beyond > 0)
          findings.push(
            tellRun(view, row, { run, amount: beyond, claim: `has ${countOf(run.length, 'day')} off in a row`, limit: `${most} at most` }),
          )
      }
    }
    return findings
  },
}

/** By known day, whether a shift of the row starts on it. */
function workingDays({ schedule }: RosterView, row: Row): boolean[] {
  const works = schedule.calendar.days.map(() => false)
  for (const shift of row.shifts) works[shift.day] = true
  return works
}

function runsOf(days: readonly boolean[]): Run[] {
  const runs: Run[] = []
  for (let day = 0; day < days.length; day += 1) {
    if (!days[day]) continue
    const first = day
    while (days[day + 1]) day += 1
    runs.push({ first, last: day, length: day - first + 1 })
  }
  return runs
}

/** Edges or not; what was too long within history alone is taken off. */
function daysTooMany({ schedule }: RosterView, run: Run, limit: number): number {
  const lastHistoricDay = Math.min(run.last, schedule.calendar.horizonFirst - 1)
  const historicLength = Math.max(0, lastHistoricDay - run.first + 1)
  return Math.max(0, run.length - limit) - Math.max(0, historicLength - limit)
}

/** A run at the edge may go on outside; one that ended within history can no longer be mended. */
function daysTooFew({ schedule }: RosterView, run: Run, limit: number): number {
  const { days, horizonFirst } = schedule.calendar
  const touchesEdge = run.first === 0 || run.last === days.length - 1
  const endedInHistory = run.last + 1 < horizonFirst
  return touchesEdge || endedInHistory ? 0 : Math.max(0, limit - run.length)
}

interface RunFinding {
  readonly run: Run
  readonly amount: number
  readonly claim: string
  readonly limit: string
}

function tellRun({ schedule, words }: RosterView, row: Row, { run, amount, claim, limit }: RunFinding): Finding {
  const { days } = schedule.calendar
  const shifts: readonly Shift[] = row.shifts.filter(({ day }) => day >= run.first && day <= run.last)
  const from = days[run.first]!.date
  const to = days[run.last]!.date
  const when = from === to ? `on ${from}` : `from ${from} to ${to}`
  return {
    shiftIds: shifts.map(({ id }) => id),
    employeeIds: [row.employee.id],
    date: from,
    amount,
    text: `${words.employee(row.employee)} ${claim}, ${when}; the contract says ${limit}.`,
  }
}
