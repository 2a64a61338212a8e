import { contractOn, contractsHeld } from '../../model/contract-periods.ts'
import type { Contract, Shift } from '../../model/schedule.ts'
import { rangeOfDays } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { runsOf, tooFew, tooMany, type Run, type RunEdges } from '../runs.ts'
import { daysInWords } from '../words.ts'

/** Nobody works more days in a row than the contract allows. */
export const maxConsecutiveDays: Rule = {
  setting: 'maxConsecutiveDays',
  unit: 'working day too many in a row',
  findMatches(view) {
    const findings: Finding[] = []
    for (const row of view.rows) {
      const limitOf = limitsOf(row, (contract) => contract.maxConsecutiveDays)
      if (limitOf === null) continue
      for (const run of runsOf(workingDays(view, row))) {
        const limit = limitOf(run)
        if (limit === null) continue
        const amount = tooMany(run, limit, edgesOf(view))
        if (amount > 0) findings.push(tellRun(view, row, { run, amount, claim: 'broken.runDays', limit }))
      }
    }
    return findings
  },
}

/** Nobody works more nights in a row than the contract allows. */
export const maxConsecutiveNightShifts: Rule = {
  setting: 'maxConsecutiveNightShifts',
  unit: 'night too many in a row',
  findMatches: (view) =>
    runsOfKind(view, { limitOf: (contract) => contract.maxConsecutiveNightShifts, isOfKind: (shift) => shift.isNight, claim: 'broken.runNights' }),
}

/** Nobody works more late shifts in a row than the contract allows. */
export const maxConsecutiveLateShifts: Rule = {
  setting: 'maxConsecutiveLateShifts',
  unit: 'late shift too many in a row',
  findMatches: (view) =>
    runsOfKind(view, { limitOf: (contract) => contract.maxConsecutiveLateShifts, isOfKind: (shift) => shift.isLate, claim: 'broken.runLates' }),
}

interface Kind {
  limitOf(contract: Contract): number | null
  isOfKind(shift: Shift): boolean
  readonly claim: Claim
}

function runsOfKind(view: RosterView, { limitOf, isOfKind, claim }: Kind): Finding[] {
  const findings: Finding[] = []
  for (const row of view.rows) {
    const limitOfRun = limitsOf(row, limitOf)
    if (limitOfRun === null) continue
    const ofKind = { employee: row.employee, shifts: row.shifts.filter(isOfKind) }
    for (const run of runsOf(workingDays(view, ofKind))) {
      const limit = limitOfRun(run)
      if (limit === null) continue
      const amount = tooMany(run, limit, edgesOf(view))
      if (amount === 0) continue
      findings.push(tellRun(view, ofKind, { run, amount, claim, limit }))
    }
  }
  return findings
}

/** Nobody is called in for fewer days in a row than the contract asks. */
export const minConsecutiveDays: Rule = {
  setting: 'minConsecutiveDays',
  unit: 'working day missing in a row',
  findMatches(view) {
    const findings: Finding[] = []
    for (const row of view.rows) {
      const limitOf = limitsOf(row, (contract) => contract.minConsecutiveDays)
      if (limitOf === null) continue
      for (const run of runsOf(workingDays(view, row))) {
        const limit = limitOf(run)
        if (limit === null) continue
        const amount = tooFew(run, limit, edgesOf(view))
        if (amount > 0) findings.push(tellRun(view, row, { run, amount, claim: 'broken.runOnlyDays', limit }))
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
      const leastOf = limitsOf(row, (contract) => contract.minConsecutiveDaysOff)
      const mostOf = limitsOf(row, (contract) => contract.maxConsecutiveDaysOff)
      if (leastOf === null && mostOf === null) continue
      for (const run of runsOf(workingDays(view, row).map((works) => !works))) {
        const [least, most] = [leastOf?.(run) ?? null, mostOf?.(run) ?? null]
        const missing = least === null ? 0 : tooFew(run, least, edgesOf(view))
        if (missing > 0) findings.push(tellRun(view, row, { run, amount: missing, claim: 'broken.runOnlyOff', limit: least! }))
        const beyond = most === null ? 0 : tooMany(run, most, edgesOf(view))
        if (beyond > 0) findings.push(tellRun(view, row, { run, amount: beyond, claim: 'broken.runOff', limit: most! }))
      }
    }
    return findings
  },
}

/** What the contract of the last day of a run says; null where no contract of the employee says anything. */
function limitsOf({ employee }: Row, read: (contract: Contract) => number | null): ((run: Run) => number | null) | null {
  if (contractsHeld(employee).every((contract) => read(contract) === null)) return null
  return ({ last }) => {
    const contract = contractOn(employee, last)
    return contract === null ? null : read(contract)
  }
}

/** By known day, whether a shift of the row starts on it. */
function workingDays({ schedule }: RosterView, row: Row): boolean[] {
  const works = schedule.calendar.days.map(() => false)
  for (const shift of row.shifts) works[shift.day] = true
  return works
}

function edgesOf({ schedule }: RosterView): RunEdges {
  return { count: schedule.calendar.days.length, historic: schedule.calendar.horizonFirst }
}

const AT_LEAST = ['broken.runOnlyDays', 'broken.runOnlyOff'] as const

/** What is said of a run: that it is longer than the contract says, or shorter. */
type Claim = (typeof AT_LEAST)[number] | 'broken.runDays' | 'broken.runNights' | 'broken.runLates' | 'broken.runOff'

interface RunFinding {
  readonly run: Run
  readonly amount: number
  readonly claim: Claim
  readonly limit: number
}

function tellRun({ schedule, words, naming }: RosterView, row: Row, { run, amount, claim, limit }: RunFinding): Finding {
  const { days } = schedule.calendar
  const from = days[run.first]!.date
  const to = days[run.last]!.date
  const { say } = words.teller
  const isShort = AT_LEAST.some((short) => short === claim)
  return {
    ...naming.name(rangeOfDays(row.shifts, run)),
    employeeIds: [row.employee.id],
    date: from,
    amount,
    text: say(isShort ? 'broken.runAtLeast' : 'broken.runAtMost', {
      who: words.employee(row.employee),
      claim: say(claim, { count: run.length }),
      when: daysInWords(words, { from, to }),
      contract: words.contract(contractOn(row.employee, run.last)),
      limit,
    }),
  }
}
