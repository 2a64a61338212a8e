import { contractOn } from '../../model/contract-periods.ts'
import { isDecided, NOBODY, type Roster } from '../../model/roster.ts'
import type { Contract, Employee, Shift } from '../../model/schedule.ts'
import type { TextValues } from '../../model/language.ts'
import type { SentenceName } from '../../model/teller.ts'
import type { RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { sharedShifts } from '../shared-shifts.ts'

/** What one shift costs in the hands of one employee, and why; 0 = nothing. */
interface Cost {
  readonly amount: number
  readonly said: SentenceName
  /** What is said besides who works which shift. */
  readonly values: TextValues
}

/** Work costs as little as possible. */
export const shiftCost: Rule = {
  setting: 'shiftCost',
  unit: 'unit of cost of an assigned shift',
  findMatches: (view) => costsOfShifts(view, ({ cost }) => ({ amount: cost, said: 'broken.costs', values: { cost } })),
}

/** A shift goes to one of the employees that were suggested for it. */
export const useSuggestedEmployee: Rule = {
  setting: 'useSuggestedEmployee',
  unit: 'shift with an employee who was not suggested',
  findMatches: (view) =>
    costsOfShifts(view, ({ suggestedEmployees: suggested }, { id }) => ({
      amount: suggested.length === 0 || suggested.includes(id) ? 0 : 1,
      said: 'broken.suggested',
      values: { count: suggested.length },
    })),
}

/** A shift goes to nobody who is disliked for it. */
export const useDislikedEmployee: Rule = {
  setting: 'useDislikedEmployee',
  unit: 'shift with an employee who is disliked for it',
  findMatches: (view) =>
    costsOfShifts(view, ({ dislikedEmployees }, { id }) => ({
      amount: dislikedEmployees.includes(id) ? 1 : 0,
      said: 'broken.disliked',
      values: {},
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
      said: 'broken.shiftShort',
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
      said: 'broken.shiftLong',
    }),
}

interface ShiftLimit {
  limitOf(contract: Contract): number | null
  amountOf(minutes: number, limit: number): number
  readonly said: SentenceName
}

function minutesAgainst(view: RosterView, { limitOf, amountOf, said }: ShiftLimit): Finding[] {
  const { duration, contract: contractInWords } = view.words
  return costsOfShifts(view, ({ workMin, day }, employee) => {
    const contract = contractOn(employee, day)
    const limit = contract === null ? null : limitOf(contract)
    const amount = limit === null ? 0 : Math.max(0, amountOf(workMin, limit))
    const values = amount === 0 ? {} : { work: duration(workMin), limit: duration(limit!), contract: contractInWords(contract) }
    return { amount, said, values }
  })
}

function costsOfShifts({ schedule, rows, words }: RosterView, costOf: (shift: Shift, employee: Employee) => Cost): Finding[] {
  const findings: Finding[] = []
  for (const { employee, shifts } of rows) {
    for (const shift of shifts) {
      if (shift.historic) continue
      const { amount, said, values } = costOf(shift, employee)
      if (amount === 0) continue
      findings.push({
        shiftIds: [shift.id],
        employeeIds: [employee.id],
        date: schedule.calendar.days[shift.day]!.date,
        amount,
        text: words.teller.say(said, { who: words.employee(employee), shift: words.shift(shift), ...values }),
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
      const { say } = words.teller
      const told = { shift: words.shift(shift), before: words.employee(before) }
      const text =
        after === undefined
          ? say(shift.seats === undefined ? 'broken.keptEmpty' : 'broken.keptSeatEmpty', told)
          : say('broken.keptTaken', { ...told, after: words.employee(after) })
      const dated = keep?.filter(({ until }) => until > shift.start).toSorted((a, b) => a.until - b.until)[0]
      findings.push({
        ...(dated === undefined ? {} : { weights: dated.weights }),
        shiftIds: [shift.id],
        employeeIds: [before, ...(after === undefined ? [] : [after])].map(({ id }) => id),
        date: calendar.days[shift.day]!.date,
        amount: 1,
        text,
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
