import { candidateTimesOf, type CandidateTimes, type TimeTable } from '../instance/candidate-times.ts'
import { OFF } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { isSensible } from '../rules/fit/fit.ts'
import { OF_DEMAND } from '../rules/coverage/coverage.ts'
import { firstWhere } from '../../model/first-where.ts'
import type { Move } from '../scoring/evaluate.ts'
import type { State } from '../scoring/state.ts'

type MoveParams = SearchParams['moves']

/** The candidate that an employee works on a day and nothing else; −1 where it is not so. */
function candidateOn({ instance: { demands, duties, dayCount }, cells }: State, employee: number, day: number): number {
  const duty = cells[employee * dayCount + day]!
  return duty === OFF || duties.size[duty] !== 1 || demands.candidateOf[duty - 1]! < 0 ? -1 : duty - 1
}

/** A day of an employee, of some that are tried, on which they work a candidate and nothing else; −1 where none was met. */
function dayWithCandidate(state: State, random: Random, params: MoveParams, employee: number): number {
  const { horizonFirst, dayCount } = state.instance
  for (let attempt = 0; attempt < params.candidateTries; attempt += 1) {
    const day = horizonFirst + random.below(dayCount - horizonFirst)
    if (candidateOn(state, employee, day) >= 0) return day
  }
  return -1
}

/** 1 to the most, short steps more often than long ones. */
function randomSteps(random: Random, { maxTimeSteps }: MoveParams): number {
  let steps = 1
  while (steps < maxTimeSteps && (random.next() & 1) === 1) steps += 1
  return steps
}

function demandAt({ starts, lengths, demands }: TimeTable, start: number, length: number): number {
  if (start < 0 || start >= starts.length || length < 0 || length >= lengths.length) return -1
  return demands[start * lengths.length + length]!
}

function placeOf(times: Int32Array, minutes: number): number {
  const place = firstWhere(times.length, (at) => times[at]! >= minutes)
  return times[place] === minutes ? place : -1
}

/** The candidate from `start` to `end` of the same template, spot and day. */
function demandFrom(table: TimeTable, start: number, end: number): number {
  const [first, length] = [placeOf(table.starts, start), placeOf(table.lengths, end - start)]
  return first < 0 || length < 0 ? -1 : table.demands[first * table.lengths.length + length]!
}

/** Another candidate near one: it starts some steps earlier or later as a whole, or one of its ends does. −1 where there is none. */
function nearby({ tables, tableOf, startOf, lengthOf }: CandidateTimes, random: Random, params: MoveParams, d: number): number {
  const table = tables[tableOf[d]!]!
  const steps = (random.next() & 1) === 1 ? randomSteps(random, params) : -randomSteps(random, params)
  const [start, length] = [startOf[d]!, lengthOf[d]!]
  if ((random.next() & 1) === 0) return demandAt(table, start + steps, length)
  if ((random.next() & 1) === 0) return demandAt(table, start, length + steps)
  const moved = table.starts[start + steps]
  return moved === undefined ? -1 : demandFrom(table, moved, table.starts[start]! + table.lengths[length]!)
}

/** One day of one employee: what they work there starts or ends at another time. */
export function changeTime(state: State, random: Random, move: Move, params: MoveParams): boolean {
  const { instance } = state
  const employee = random.below(instance.employeeCount)
  const day = dayWithCandidate(state, random, params, employee)
  if (day < 0) return false
  const next = nearby(candidateTimesOf(instance), random, params, candidateOn(state, employee, day))
  if (next < 0) return false
  move.rows = 1
  move.keepsCover = false
  move.employee[0] = employee
  move.from[0] = day
  move.to[0] = day
  move.next[0]![day] = next + 1
  return true
}

/** Another day on which the employee works a candidate and nothing else: the first from a random one on; −1 where there is none. */
function otherDay(state: State, random: Random, employee: number, day: number): number {
  const { horizonFirst, dayCount } = state.instance
  const days = dayCount - horizonFirst
  const first = random.below(days)
  for (let i = 0; i < days; i += 1) {
    const other = horizonFirst + ((first + i) % days)
    if (other !== day && candidateOn(state, employee, other) >= 0) return other
  }
  return -1
}

/** Two days of one employee change their times: one may become longer for the other. */
export function changeTimes(state: State, random: Random, move: Move, params: MoveParams): boolean {
  const { instance, cells } = state
  const times = candidateTimesOf(instance)
  const employee = random.below(instance.employeeCount)
  const a = dayWithCandidate(state, random, params, employee)
  const b = a < 0 ? -1 : otherDay(state, random, employee, a)
  if (b < 0) return false
  const nextOfA = nearby(times, random, params, candidateOn(state, employee, a))
  const nextOfB = nearby(times, random, params, candidateOn(state, employee, b))
  if (nextOfA < 0 || nextOfB < 0) return false
  const [from, to] = [Math.min(a, b), Math.max(a, b)]
  move.rows = 1
  move.keepsCover = false
  move.employee[0] = employee
  move.from[0] = from
  move.to[0] = to
  const next = move.next[0]!
  for (let day = from; day <= to; day += 1) next[day] = cells[employee * instance.dayCount + day]!
  next[a] = nextOfA + 1
  next[b] = nextOfB + 1
  return true
}

/** Two employees of one day change their times: where one leaves, the other may come, or stay. */
export function passTime(state: State, random: Random, move: Move, params: MoveParams): boolean {
  const { instance } = state
  const { employeeCount, demands } = instance
  if (employeeCount < 2) return false
  const times = candidateTimesOf(instance)
  const a = random.below(employeeCount)
  const day = dayWithCandidate(state, random, params, a)
  if (day < 0) return false
  const ofA = candidateOn(state, a, day)
  for (let attempt = 0; attempt < params.candidateTries; attempt += 1) {
    const b = random.below(employeeCount)
    const ofB = b === a ? -1 : candidateOn(state, b, day)
    if (ofB < 0 || demands.spot[ofA] !== demands.spot[ofB]) continue
    const nextOfA = nearby(times, random, params, ofA)
    const nextOfB = nextOfA < 0 ? -1 : answering(demands, times, { ofA, nextOfA, ofB })
    if (nextOfB < 0) return false
    move.rows = 2
    move.keepsCover = false
    ;[a, b].forEach((employee, i) => {
      move.employee[i] = employee
      move.from[i] = day
      move.to[i] = day
      move.next[i]![day] = (i === 0 ? nextOfA : nextOfB) + 1
    })
    return true
  }
  return false
}

/** What another one works who makes up for what changes at one end of a shift: by one of their ends. */
function answering(
  demands: Instance['demands'],
  times: CandidateTimes,
  { ofA, nextOfA, ofB }: { readonly ofA: number; readonly nextOfA: number; readonly ofB: number },
): number {
  const table = times.tables[times.tableOf[ofB]!]!
  const [start, end] = [demands.start[ofB]!, demands.end[ofB]!]
  const atStart = demands.start[nextOfA]! - demands.start[ofA]!
  const atEnd = demands.end[nextOfA]! - demands.end[ofA]!
  // As a whole they change places in time; at one end the other end of the other one follows, or the same goes back.
  if (atStart !== 0 && atEnd !== 0) return demandFrom(table, start - atStart, end - atEnd)
  const changed = atStart + atEnd
  const met = atEnd !== 0 ? Math.abs(start - demands.end[ofA]!) : Math.abs(end - demands.start[ofA]!)
  const alike = atEnd !== 0 ? Math.abs(end - demands.end[ofA]!) : Math.abs(start - demands.start[ofA]!)
  if (met <= alike) return atEnd !== 0 ? demandFrom(table, start + changed, end) : demandFrom(table, start, end + changed)
  return atEnd !== 0 ? demandFrom(table, start, end - changed) : demandFrom(table, start - changed, end)
}

/** A stretch in which too few are at work, of some that are tried; −1 where none was met. */
function shortStretch({ instance: { coverage }, coverage: sums }: State, random: Random, params: MoveParams): number {
  if (coverage === null || coverage.stretchCount === 0) return -1
  for (let attempt = 0; attempt < params.wantedSeatTries; attempt += 1) {
    const stretch = random.below(coverage.stretchCount)
    if (coverage.requirement[coverage.opening[stretch]!] !== OF_DEMAND) continue
    if (sums!.counted[stretch]! < Math.max(coverage.min[stretch]!, coverage.ideal[stretch]!)) return stretch
  }
  return -1
}

/** A candidate that runs at a moment at a spot, of this day; −1 where chance met none. */
function candidateAt(times: CandidateTimes, random: Random, { day, spot, minute }: { day: number; spot: number; minute: number }): number {
  const there = times.ofDay[day]!
  if (there.length === 0) return -1
  const table = times.tables[there[random.below(there.length)]!]!
  if (table.spot !== spot) return -1
  const { starts, lengths } = table
  const first = firstWhere(starts.length, (at) => starts[at]! > minute - lengths.at(-1)!)
  const after = firstWhere(starts.length, (at) => starts[at]! > minute)
  if (first === after) return -1
  const start = first + random.below(after - first)
  const least = firstWhere(lengths.length, (at) => lengths[at]! > minute - starts[start]!)
  return least === lengths.length ? -1 : table.demands[start * lengths.length + least + random.below(lengths.length - least)]!
}

/** Somebody works a candidate over a time in which too few are there, instead of what they had on that day. */
export function coverShortage(state: State, random: Random, move: Move, params: MoveParams): boolean {
  const { instance } = state
  const stretch = shortStretch(state, random, params)
  if (stretch < 0) return false
  const { coverage, employeeCount, horizonFirst } = instance
  const opening = coverage!.opening[stretch]!
  const [spot, minute] = [coverage!.spotOf[opening]!, coverage!.startOf[stretch]!]
  const day = coverage!.dayOf[opening]! - (random.below(params.dayBeforeOneIn) === 0 ? 1 : 0)
  if (day < horizonFirst) return false
  const d = candidateAt(candidateTimesOf(instance), random, { day, spot, minute })
  if (d < 0) return false
  const employee = random.below(employeeCount)
  if (!isSensible(instance.fit, employee, day, d) && random.below(params.doubtfulOneIn) !== 0) return false
  const cell = employee * instance.dayCount + day
  const next = instance.duties.with(instance.decidedDuty[cell]!, d)
  if (next === state.cells[cell]) return false
  move.rows = 1
  move.keepsCover = false
  move.employee[0] = employee
  move.from[0] = day
  move.to[0] = day
  move.next[0]![day] = next
  return true
}
