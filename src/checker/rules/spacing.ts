import { contractOn, contractsHeld } from '../../model/contract-periods.ts'
import type { Employee, Schedule, Shift } from '../../model/schedule.ts'
import { decidedRowOf } from '../decided-rows.ts'
import { isPermittedBeside, isPermittedOverlap } from '../eligibility.ts'
import type { Finding, Rule } from '../rule.ts'
import { restBetween, wayBetween, wayInWords } from '../ways.ts'

/** No employee works two shifts at the same time. */
export const shiftCollision: Rule = {
  setting: 'shiftCollision',
  unit: 'overlapping shift too many',
  findMatches({ schedule, rows, words, naming }) {
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      const before = predecessors(shifts)
      for (const { shift, running, count } of collisionsOf(schedule, shifts)) {
        if (shift.historic) continue
        const earlier = before.get(shift) ?? null
        if (schedule.allowedShiftCollisions === 0 && earlier !== null && isTooFar(schedule, earlier, shift)) {
          findings.push({
            shiftIds: [earlier.id, shift.id],
            employeeIds: [employee.id],
            date: schedule.calendar.days[shift.day]!.date,
            amount: 1,
            text: words.teller.say('broken.tooFar', {
              who: words.employee(employee),
              between: words.duration(shift.start - earlier.end),
              before: words.shift(earlier),
              shift: words.shift(shift),
              way: wayInWords(schedule, words, earlier, shift),
            }),
          })
          continue
        }
        const amount = count - schedule.allowedShiftCollisions
        if (amount <= 0) continue
        const { shiftIds, ...rest } = naming.nameListed(count, (most) => collidingWith(schedule, { running, shift, most }))
        const told = words.shifts([...collidingWith(schedule, { running, shift, most: MOST_TOLD })], count)
        findings.push({
          shiftIds: [...shiftIds, shift.id],
          ...rest,
          employeeIds: [employee.id],
          date: schedule.calendar.days[shift.day]!.date,
          amount,
          text: words.teller.say('broken.collision', { who: words.employee(employee), shift: words.shift(shift), others: told }),
        })
      }
    }
    return findings
  },
}

/** By shift of a row: of the shifts before it the one that ends last, of several the latest; none before the first. */
function predecessors(shifts: readonly Shift[]): Map<Shift, Shift> {
  const found = new Map<Shift, Shift>()
  let last: Shift | null = null
  for (const shift of shifts) {
    if (last !== null) found.set(shift, last)
    if (last === null || shift.end >= last.end) last = shift
  }
  return found
}

/** True where the way from a shift that has ended takes longer than the time up to the next, and the two may not overlap. */
function isTooFar(schedule: Schedule, earlier: Shift, shift: Shift): boolean {
  const free = shift.start - earlier.end
  return free >= 0 && free < wayBetween(schedule, earlier, shift) && !isPermittedBeside(schedule, earlier, shift)
}

/** A text names no more shifts than this. */
const MOST_TOLD = 5

/** A shift of a row, what runs when it starts, and how many of these it may not run beside. */
interface Collision {
  readonly shift: Shift
  readonly running: ReadonlySet<Shift>
  readonly count: number
}

/** Shifts that permit the same beside them; how many of them run. */
interface Kind {
  readonly example: Shift
  running: number
}

/** Every shift of a row, one after the other; `running` changes in between. */
function* collisionsOf(schedule: Schedule, shifts: readonly Shift[]): Generator<Collision> {
  const byEnd = [...shifts].sort((a, b) => a.end - b.end)
  const byKey = new Map<string, Kind>()
  const kinds = new Map<Shift, Kind>()
  const running = new Set<Shift>()
  let ended = 0
  for (const shift of shifts) {
    // Rows are in order of start: what has ended by now overlaps with none of the later shifts either.
    for (; byEnd[ended]!.end <= shift.start; ended += 1) {
      running.delete(byEnd[ended]!)
      kinds.get(byEnd[ended]!)!.running -= 1
    }
    let count = 0
    if (running.size > 0)
      for (const { example, running: alike } of byKey.values()) if (alike > 0 && !isPermittedBeside(schedule, example, shift)) count += alike
    yield { shift, running, count }
    running.add(shift)
    const key = JSON.stringify([shift.spotIndex, shift.allowedCollisionSpots])
    const kind = byKey.get(key) ?? { example: shift, running: 0 }
    kind.running += 1
    byKey.set(key, kind)
    kinds.set(shift, kind)
  }
}

/** The first `most` of those that run and that a shift may not run beside. */
function* collidingWith(schedule: Schedule, { running, shift, most }: Omit<Collision, 'count'> & { most: number }): Generator<Shift> {
  let left = most
  for (const earlier of running) {
    if (left === 0) return
    if (isPermittedBeside(schedule, earlier, shift)) continue
    left -= 1
    yield earlier
  }
}

/** Between two shifts an employee rests at least as long as the contract asks. */
export const minRestBetweenShifts: Rule = {
  setting: 'minRestBetweenShifts',
  unit: 'minute of missing rest',
  findMatches(view) {
    const { schedule, rows, words } = view
    const findings: Finding[] = []
    const weights = schedule.settings.decidedWeights?.minRestBetweenShifts
    for (const { employee, shifts } of rows) {
      if (contractsHeld(employee).every((contract) => contract.minRestBetweenShifts === null)) continue
      // By day: minutes that decided shifts alone lack.
      const byDecided = new Map<number, number>()
      if (weights !== undefined) {
        for (const { shift, asked, rest } of lackingRests(schedule, employee, decidedRowOf(view, employee).shifts))
          byDecided.set(shift.day, (byDecided.get(shift.day) ?? 0) + asked - rest)
      }
      for (const { earlier, shift, asked, rest } of lackingRests(schedule, employee, shifts)) {
        const amount = asked - rest
        const decided = Math.min(amount, byDecided.get(shift.day) ?? 0)
        byDecided.set(shift.day, (byDecided.get(shift.day) ?? 0) - decided)
        const finding = {
          shiftIds: [earlier.id, shift.id],
          employeeIds: [employee.id],
          date: schedule.calendar.days[shift.day]!.date,
          text: words.teller.say('broken.rest', {
            who: words.employee(employee),
            rest: words.duration(rest),
            before: words.shift(earlier),
            shift: words.shift(shift),
            way: wayInWords(schedule, words, earlier, shift),
            missing: words.duration(amount),
            limit: words.duration(asked),
            contract: words.contract(contractOn(employee, shift.day)),
          }),
        }
        if (amount > decided) findings.push({ ...finding, amount: amount - decided })
        if (weights !== undefined && decided > 0) findings.push({ ...finding, amount: decided, weights })
      }
    }
    return findings
  },
}

interface LackingRest {
  readonly earlier: Shift
  readonly shift: Shift
  /** In minutes: what is asked for, and less that there is. */
  readonly asked: number
  readonly rest: number
}

/** The shifts of a row before which there is too little rest, in order. */
function* lackingRests(schedule: Schedule, employee: Employee, shifts: readonly Shift[]): Generator<LackingRest> {
  let predecessor: Shift | null = null
  for (const shift of shifts) {
    const earlier: Shift | null = predecessor
    if (predecessor === null || shift.end >= predecessor.end) predecessor = shift
    if (earlier === null || (earlier.historic && shift.historic)) continue
    if (isPermittedOverlap(schedule, earlier, shift)) continue
    const asked = contractOn(employee, shift.day)?.minRestBetweenShifts ?? 0
    const rest = restBetween(schedule, earlier, shift)
    if (rest < asked) yield { earlier, shift, asked, rest }
  }
}

/** An employee works at most one shift a day. */
export const oneShiftPerDay: Rule = {
  setting: 'oneShiftPerDay',
  unit: 'shift beyond the first on a day',
  findMatches({ schedule, rows, words }) {
    const findings: Finding[] = []
    for (const { employee, shifts } of rows) {
      for (const [day, shiftsOfDay] of Map.groupBy(shifts, (shift) => shift.day)) {
        const historic = shiftsOfDay.filter((shift) => shift.historic)
        const amount = beyondFirst(shiftsOfDay) - beyondFirst(historic)
        if (amount === 0) continue
        const { date } = schedule.calendar.days[day]!
        findings.push({
          shiftIds: shiftsOfDay.map(({ id }) => id),
          employeeIds: [employee.id],
          date,
          amount,
          text: words.teller.say('broken.sameDay', {
            who: words.employee(employee),
            count: shiftsOfDay.length,
            date: words.teller.date(date),
            shifts: words.shifts(shiftsOfDay),
          }),
        })
      }
    }
    return findings
  },
}

function beyondFirst(shifts: readonly Shift[]): number {
  return Math.max(0, shifts.length - 1)
}
