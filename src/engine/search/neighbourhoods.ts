import { OFF } from '../compile/duties.ts'
import type { Instance } from '../compile/instance.ts'
import type { Random } from '../random.ts'
import { isSensible } from '../rules/fit.ts'
import type { Move } from '../scoring/evaluate.ts'
import { isWanted } from '../scoring/seats.ts'
import type { State } from '../scoring/state.ts'

/** Writes a random move of its kind into `move`; false when chance led nowhere. Never touches decided shifts. */
type Propose = (state: State, random: Random, move: Move) => boolean

/** One way to change a roster, and how often it is tried among the others. */
export interface Neighbourhood {
  readonly name: string
  readonly share: number
  readonly propose: Propose
}

/** Longest stretch of days that one move rewrites. */
const MOST_DAYS = 7
/** Tries to find a demand with a free seat before giving up. */
const TRIES = 6
/** Tries to find an empty seat that is wanted. */
const SEAT_TRIES = 32

function randomDay(instance: Instance, random: Random): number {
  return instance.horizonFirst + random.below(instance.dayCount - instance.horizonFirst)
}

/** Another of `count` employees; there must be two. */
function randomOther(random: Random, employee: number, count: number): number {
  const other = employee + 1 + random.below(count - 1)
  return other < count ? other : other - count
}

/**
 * Once in so many times everybody is drawn from, not those who can do the work: rules may ask for others. Measured together with an index of
 * empty seats, 8 found the best roster of tiny schedules in 151 of 180 searches and 2 in 163.
 */
const ALL_SELDOM = 2

/** Another employee, mostly one who could do what this one does on the day or soon after it; −1 when nobody else can. */
function randomColleague(state: State, random: Random, employee: number, day: number): number {
  const { fit, employeeCount, dayCount, duties } = state.instance
  if (random.below(ALL_SELDOM) === 0) return randomOther(random, employee, employeeCount)
  const row = employee * dayCount
  const last = Math.min(dayCount, day + MOST_DAYS)
  let at = day
  while (at < last && state.cells[row + at] === OFF) at += 1
  if (at === last) return randomOther(random, employee, employeeCount)
  const crew = fit.crews[fit.crewOf[duties.parts[duties.partOffset[state.cells[row + at]!]!]!]!]!
  if (crew.length === 0) return -1
  const place = random.below(crew.length)
  if (crew[place] !== employee) return crew[place]!
  return crew.length === 1 ? -1 : crew[place === 0 ? crew.length - 1 : place - 1]!
}

/** Short stretches more often than long ones: 1 day in half of all cases, 2 in a quarter … */
function randomLength(random: Random): number {
  let length = 1
  while (length < MOST_DAYS && (random.next() & 1) === 1) length += 1
  return length
}

/** Work that costs more than the empty seat is tried once in this many times: other rules may ask for it all the same. */
const SELDOM = 16

function isWorthTrying(instance: Instance, random: Random, employee: number, demand: number): boolean {
  return isSensible(instance.fit, employee, instance.demands.day[demand]!, demand) || random.below(SELDOM) === 0
}

function isDutyWorthTrying(instance: Instance, random: Random, employee: number, duty: number): boolean {
  const { duties, demands } = instance
  if (duty <= demands.count) return duty === OFF || isWorthTrying(instance, random, employee, duty - 1)
  for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
    if (!isWorthTrying(instance, random, employee, duties.parts[i]!)) return false
  }
  return true
}

/** Begins a move of so many rows; `keepsCover` says that every demand keeps its number of employees. */
function begin(move: Move, rows: number, keepsCover: boolean): void {
  move.rows = rows
  move.keepsCover = keepsCover
}

function startRow(move: Move, i: number, employee: number, from: number, to: number): Int32Array {
  move.employee[i] = employee
  move.from[i] = from
  move.to[i] = to
  return move.next[i]!
}

/** Two employees exchange what they do on the same days. */
const exchangeDays: Propose = (state, random, move) => {
  const { instance, cells } = state
  const { employeeCount, dayCount, decidedDuty } = instance
  if (employeeCount < 2) return false
  const a = random.below(employeeCount)
  const from = randomDay(instance, random)
  const b = randomColleague(state, random, a, from)
  if (b === -1) return false
  const to = Math.min(dayCount - 1, from + randomLength(random) - 1)
  begin(move, 2, true)
  const nextOfA = startRow(move, 0, a, from, to)
  const nextOfB = startRow(move, 1, b, from, to)
  let changes = false
  for (let day = from; day <= to; day += 1) {
    const cellA = a * dayCount + day
    const cellB = b * dayCount + day
    const dutyA = cells[cellA]!
    const dutyB = cells[cellB]!
    // Most moves that lead nowhere end here: both are free, or on the same shift.
    const isExchanged = dutyA !== dutyB && decidedDuty[cellA] === OFF && decidedDuty[cellB] === OFF
    nextOfA[day] = isExchanged ? dutyB : dutyA
    nextOfB[day] = isExchanged ? dutyA : dutyB
    if (!isExchanged) continue
    if (!isDutyWorthTrying(instance, random, a, dutyB) || !isDutyWorthTrying(instance, random, b, dutyA)) return false
    changes = true
  }
  return changes
}

/** A demand of that day with a free seat worth trying; −1 when none was met. */
function randomOpenDemand(state: State, random: Random, employee: number, day: number): number {
  const { instance, filled } = state
  const open = instance.openDemands[day]!
  if (open.length === 0) return -1
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const d = open[random.below(open.length)]!
    if (filled[d]! < instance.demands.seats[d]! && isWorthTrying(instance, random, employee, d)) return d
  }
  return -1
}

/** What is left of a duty when its work is given up: of several shifts sometimes all but one. */
function withLess(state: State, random: Random, duty: number, decided: number): number {
  const { duties, demands } = state.instance
  const size = duties.size[duty]!
  if (size < 2 || random.below(2) === 0) return decided
  const part = duties.parts[duties.partOffset[duty]! + random.below(size)]!
  return demands.isDecided[part] === 1 ? decided : duties.without(duty, part)
}

/** One day of one employee gets other work, or none; sometimes a further shift beside what is there. */
const changeDay: Propose = (state, random, move) => {
  const { instance, cells } = state
  const employee = random.below(instance.employeeCount)
  const day = randomDay(instance, random)
  const cell = employee * instance.dayCount + day
  const decided = instance.decidedDuty[cell]!
  const now = cells[cell]!
  const d = random.below(4) === 0 ? -1 : randomOpenDemand(state, random, employee, day)
  const next = d === -1 ? withLess(state, random, now, decided) : instance.duties.with(random.below(16) === 0 ? now : decided, d)
  if (next === now) return false
  begin(move, 1, false)
  startRow(move, 0, employee, day, day)[day] = next
  return true
}

/** Some consecutive days of one employee become work of one type, or free. */
const changeStretch: Propose = (state, random, move) => {
  const { instance, cells, filled } = state
  const { demands, dayCount, decidedDuty } = instance
  const employee = random.below(instance.employeeCount)
  const from = randomDay(instance, random)
  const to = Math.min(dayCount - 1, from + randomLength(random))
  const d = random.below(3) === 0 ? -1 : randomOpenDemand(state, random, employee, from)
  const type = d === -1 ? -1 : demands.typeOf[d]!
  begin(move, 1, false)
  const next = startRow(move, 0, employee, from, to)
  let changes = false
  for (let day = from; day <= to; day += 1) {
    const cell = employee * dayCount + day
    const same = type === -1 ? -1 : demands.demandOfType[type * dayCount + day]!
    const isFree = same !== -1 && filled[same]! < demands.seats[same]! && isWorthTrying(instance, random, employee, same)
    if (decidedDuty[cell] !== OFF || (type !== -1 && !isFree)) next[day] = cells[cell]!
    else next[day] = type === -1 ? OFF : same + 1
    if (next[day] !== cells[cell]) changes = true
  }
  return changes
}

/** One employee hands some days over to another, who was free on them or gives up what they had. */
const handOver: Propose = (state, random, move) => {
  const { instance, cells } = state
  const { employeeCount, dayCount, decidedDuty } = instance
  if (employeeCount < 2) return false
  const giver = random.below(employeeCount)
  const from = randomDay(instance, random)
  const taker = randomColleague(state, random, giver, from)
  if (taker === -1) return false
  const to = Math.min(dayCount - 1, from + randomLength(random) - 1)
  begin(move, 2, false)
  const nextOfGiver = startRow(move, 0, giver, from, to)
  const nextOfTaker = startRow(move, 1, taker, from, to)
  let changes = false
  for (let day = from; day <= to; day += 1) {
    const given = cells[giver * dayCount + day]!
    const isFree = given !== OFF && decidedDuty[giver * dayCount + day] === OFF && decidedDuty[taker * dayCount + day] === OFF
    nextOfGiver[day] = isFree ? OFF : given
    nextOfTaker[day] = isFree ? given : cells[taker * dayCount + day]!
    if (!isFree) continue
    if (!isDutyWorthTrying(instance, random, taker, given)) return false
    changes = true
  }
  return changes
}

/** One shift of a day goes to another employee: instead of what they had on that day, or beside it. */
const passShift: Propose = (state, random, move) => {
  const { instance, cells } = state
  const { employeeCount, dayCount, decidedDuty, duties, demands } = instance
  if (employeeCount < 2) return false
  const giver = random.below(employeeCount)
  const day = randomDay(instance, random)
  const duty = cells[giver * dayCount + day]!
  if (duty === OFF) return false
  const taker = randomColleague(state, random, giver, day)
  if (taker === -1) return false
  const d = duties.parts[duties.partOffset[duty]! + random.below(duties.size[duty]!)]!
  if (demands.isDecided[d] === 1 || !isWorthTrying(instance, random, taker, d)) return false
  const cell = taker * dayCount + day
  begin(move, 2, false)
  startRow(move, 0, giver, day, day)[day] = duties.without(duty, d)
  startRow(move, 1, taker, day, day)[day] = duties.with(random.below(2) === 0 ? cells[cell]! : decidedDuty[cell]!, d)
  return true
}

/** A shift that is not decided, from what the employee does on the day; −1 when chance met none. */
function randomOwnShift(state: State, random: Random, employee: number, day: number): number {
  const { duties, demands, dayCount } = state.instance
  const duty = state.cells[employee * dayCount + day]!
  if (duty === OFF) return -1
  const d = duties.parts[duties.partOffset[duty]! + random.below(duties.size[duty]!)]!
  return demands.isDecided[d] === 1 ? -1 : d
}

/** Two employees trade one shift each, of different days: you take my Monday, and I your Thursday. */
const tradeShifts: Propose = (state, random, move) => {
  const { instance, cells } = state
  const { employeeCount, dayCount, horizonFirst, duties } = instance
  if (employeeCount < 2) return false
  const a = random.below(employeeCount)
  const dayOfA = randomDay(instance, random)
  const dayOfB = Math.max(horizonFirst, Math.min(dayCount - 1, dayOfA - MOST_DAYS + random.below(2 * MOST_DAYS + 1)))
  if (dayOfA === dayOfB) return false
  const shiftOfA = randomOwnShift(state, random, a, dayOfA)
  const b = shiftOfA === -1 ? -1 : randomColleague(state, random, a, dayOfA)
  const shiftOfB = b === -1 ? -1 : randomOwnShift(state, random, b, dayOfB)
  if (shiftOfB === -1) return false
  if (!isWorthTrying(instance, random, a, shiftOfB) || !isWorthTrying(instance, random, b, shiftOfA)) return false
  const from = Math.min(dayOfA, dayOfB)
  const to = Math.max(dayOfA, dayOfB)
  begin(move, 2, true)
  const nextOfA = startRow(move, 0, a, from, to)
  const nextOfB = startRow(move, 1, b, from, to)
  for (let day = from; day <= to; day += 1) {
    nextOfA[day] = cells[a * dayCount + day]!
    nextOfB[day] = cells[b * dayCount + day]!
  }
  nextOfA[dayOfA] = duties.without(nextOfA[dayOfA]!, shiftOfA)
  nextOfA[dayOfB] = duties.with(nextOfA[dayOfB]!, shiftOfB)
  nextOfB[dayOfB] = duties.without(nextOfB[dayOfB]!, shiftOfB)
  nextOfB[dayOfA] = duties.with(nextOfB[dayOfA]!, shiftOfA)
  return true
}

/** A wanted seat that is empty is filled by somebody, instead of what they had on that day or seldom beside it. */
const fillSeat: Propose = (state, random, move) => {
  const { instance, filled } = state
  const { demands, dayCount, employeeCount } = instance
  for (let attempt = 0; attempt < SEAT_TRIES; attempt += 1) {
    const d = random.below(demands.count)
    if (demands.isDecided[d] === 1 || filled[d]! >= demands.seats[d]! || !isWanted(state, d)) continue
    const employee = random.below(employeeCount)
    if (!isWorthTrying(instance, random, employee, d)) continue
    const day = demands.day[d]!
    const cell = employee * dayCount + day
    const beside = random.below(8) === 0 ? state.cells[cell]! : instance.decidedDuty[cell]!
    begin(move, 1, false)
    startRow(move, 0, employee, day, day)[day] = instance.duties.with(beside, d)
    return true
  }
  return false
}

/** One employee gives up a working day for work on another day near it. */
const moveWork: Propose = (state, random, move) => {
  const { instance, cells } = state
  const { dayCount, horizonFirst, decidedDuty, duties } = instance
  const employee = random.below(instance.employeeCount)
  const left = randomDay(instance, random)
  const row = employee * dayCount
  if (cells[row + left] === decidedDuty[row + left]) return false
  const taken = Math.max(horizonFirst, Math.min(dayCount - 1, left - MOST_DAYS + random.below(2 * MOST_DAYS + 1)))
  const d = taken === left ? -1 : randomOpenDemand(state, random, employee, taken)
  if (d === -1) return false
  const from = Math.min(left, taken)
  const to = Math.max(left, taken)
  begin(move, 1, false)
  const next = startRow(move, 0, employee, from, to)
  for (let day = from; day <= to; day += 1) next[day] = cells[row + day]!
  next[left] = decidedDuty[row + left]!
  next[taken] = duties.with(decidedDuty[row + taken]!, d)
  return true
}

/** What the search tries. The shares are from measurements: docs/design/search.md. */
export const NEIGHBOURHOODS: readonly Neighbourhood[] = [
  { name: 'exchange days', share: 45, propose: exchangeDays },
  { name: 'change day', share: 20, propose: changeDay },
  { name: 'change stretch', share: 15, propose: changeStretch },
  { name: 'hand over', share: 15, propose: handOver },
  { name: 'pass shift', share: 3, propose: passShift },
  { name: 'trade shifts', share: 5, propose: tradeShifts },
  { name: 'fill seat', share: 5, propose: fillSeat },
  { name: 'move work', share: 10, propose: moveWork },
]
