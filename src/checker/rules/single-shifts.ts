import { contractOn } from '../../model/contract-periods.ts'
import { isDecided, NOBODY, type Roster } from '../../model/roster.ts'
import type { Contract, Employee, Shift } from '../../model/schedule.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { sharedShifts } from '../shared-shifts.ts'

/** What one shift costs in the hands of one employee, and why; 0 = nothing. */
interface Cost {
  readonly amount: number
  readonly because: string
}

/** Work costs as little as possible. */
export const shiftCost: Rule = {
  setting: 'shiftCost',
  unit: 'unit of cost of an assigned shift',
  findMatches: (view) => costsOfShifts(view, ({ cost }) => ({ amount: cost, because: `, which costs ${cost}` })),
}

/** A shift goes to one of the employees that were suggested for it. */
export const useSuggestedEmployee: Rule = {
  setting: 'useSuggestedEmployee',
  unit: 'shift with an employee who was not suggested',
  findMatches: (view) =>
    costsOfShifts(view, ({ suggestedEmployees: suggested }, { id }) => ({
      amount: suggested.length === 0 || suggested.includes(id) ? 0 : 1,
      because: `, for which ${suggested.length === 1 ? 'somebody else was' : 'others were'} suggested`,
    })),
}

/** A shift goes to nobody who is disliked for it. */
export const useDislikedEmployee: Rule = {
  setting: 'useDislikedEmployee',
  unit: 'shift with an employee who is disliked for it',
  findMatches: (view) =>
    costsOfShifts(view, ({ dislikedEmployees }, { id }) => ({
      amount: dislikedEmployees.includes(id) ? 1 : 0,
      because: ' and is disliked for it',
    })),
}

/** Nobody is called in for less work than the contract asks of one shift. */
export const minMinutesPerShift: Rule = {
  setting: 'minMinutesPerShift',
  unit: 'minute below the limit of a shift',
  findMatches: (view) =>
    minutesAgainst(view, {
      limitOf: (contract) => contract.minMinutesPerShift,
      amountOf: (minutes, limit) => limit - minutes,
      word: 'less',
    }),
}

/** No shift is more work than the contract allows in one. */
export const maxMinutesPerShift: Rule = {
  setting: 'maxMinutesPerShift',
  unit: 'minute over the limit of a shift',
  findMatches: (view) =>
    minutesAgainst(view, {
      limitOf: (contract) => contract.maxMinutesPerShift,
      amountOf: (minutes, limit) => minutes - limit,
      word: 'more',
    }),
}

interface ShiftLimit {
  limitOf(contract: Contract): number | null
  amountOf(minutes: number, limit: number): number
  readonly word: 'less' | 'more'
}

function minutesAgainst(view: RosterView, { limitOf, amountOf, word }: ShiftLimit): Finding[] {
  const { duration, contract: contractInWords } = view.words
  return costsOfShifts(view, ({ workMin, day }, employee) => {
    const contract = contractOn(employee, day)
    const limit = contract === null ? null : limitOf(contract)
    const amount = limit === null ? 0 : Math.max(0, amountOf(workMin, limit))
    return {
      amount,
      because: amount === 0 ? '' : `: ${duration(workMin)} of work, ${word} than the ${duration(limit!)} of ${contractInWords(contract)}`,
    }
  })
}

function costsOfShifts({ schedule, rows, words }: RosterView, costOf: (shift: Shift, employee: Employee) => Cost): Finding[] {
  const findings: Finding[] = []
  for (const { employee, shifts } of rows) {
    for (const shift of shifts) {
      if (shift.historic) continue
      const { amount, because } = costOf(shift, employee)
      if (amount === 0) continue
      findings.push({
        shiftIds: [shift.id],
        employeeIds: [employee.id],
        date: schedule.calendar.days[shift.day]!.date,
        amount,
        text: `${words.employee(employee)} works ${words.shift(shift)}${because}.`,
      })
    }
  }
  return findings
}

/** A shift stays with the employee whom it came with. */
export const keepAssignment: Rule = {
  setting: 'keepAssignment',
  unit: 'shift that changed hands',
  weighsItself: ({ keep }) => keep !== undefined,
  findMatches({ schedule, roster, words }) {
    const { calendar, employees, keep } = schedule
    const leavers = leaversOf(schedule.shifts, roster)
    const findings: Finding[] = []
    for (const [position, shift] of schedule.shifts.entries()) {
      if (!leavers.isLeft(position)) continue
      const before = employees[shift.employeeIndex!]!
      const after = employees[leavers.takerOf(position)]
      const nobody = shift.seats === undefined ? 'nobody works it now' : 'nobody works that seat now'
      const then = after === undefined ? nobody : `${words.employee(after)} works it now`
      const dated = keep?.filter(({ until }) => until > shift.start).toSorted((a, b) => a.until - b.until)[0]
      findings.push({
        ...(dated === undefined ? {} : { weights: dated.weights }),
        shiftIds: [shift.id],
        employeeIds: [before, ...(after === undefined ? [] : [after])].map(({ id }) => id),
        date: calendar.days[shift.day]!.date,
        amount: 1,
        text: `${words.shift(shift)} came with ${words.employee(before)}, and ${then}.`,
      })
    }
    return findings
  },
}

/** Who left which seat, and who has it now. */
interface Leavers {
  /** Whether the seat came with somebody who is not on it, or, of a shift with seats, on none of them any more. */
  isLeft(seat: number): boolean
  /** Position of the employee who took it; `NOBODY` where nobody did. */
  takerOf(seat: number): number
}

function leaversOf(shifts: readonly Shift[], roster: Roster): Leavers {
  // By seat of shared shifts: those who came with none of them and are on one, one for each seat that was left.
  const takers = new Map<number, number>()
  const staying = new Set<number>()
  for (const seats of sharedShifts(shifts)) {
    const now = new Set(seats.map((seat) => roster[seat]!))
    const came = new Set(seats.map((seat) => shifts[seat]!.employeeIndex))
    const newcomers = [...now].filter((employee) => employee !== NOBODY && !came.has(employee))
    for (const seat of seats) {
      const { employeeIndex } = shifts[seat]!
      if (employeeIndex !== null && now.has(employeeIndex)) staying.add(seat)
      else if (employeeIndex !== null) takers.set(seat, newcomers.shift() ?? NOBODY)
    }
  }
  return {
    isLeft(seat) {
      const shift = shifts[seat]!
      if (shift.employeeIndex === null || isDecided(shift)) return false
      return shift.seats === undefined ? roster[seat] !== shift.employeeIndex : !staying.has(seat)
    },
    takerOf: (seat) => takers.get(seat) ?? (shifts[seat]!.seats === undefined ? roster[seat]! : NOBODY),
  }
}
