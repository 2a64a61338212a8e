import { hasCandidates } from '../instance/candidate-times.ts'
import { OFF } from '../instance/duties.ts'
import type { Instance } from '../instance/instance.ts'
import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { isSensible } from '../rules/fit/fit.ts'
import type { Move } from '../scoring/evaluate.ts'
import { hasBreaks, moveBreak } from './break-moves.ts'
import { changeTime, changeTimes, coverShortage, passTime } from './candidate-moves.ts'
import { moveTogether, worksTogether } from './move-together.ts'
import { isWanted } from '../scoring/seats.ts'
import { hasBlocks, passGroup } from './pass-group.ts'
import type { State } from '../scoring/state.ts'

/** Writes a random move of its kind into `move`; false when chance led nowhere. Never touches decided shifts. */
type Propose = (state: State, random: Random, move: Move, params: MoveParams) => boolean

type MoveParams = SearchParams['moves']

/** One way to change a roster. */
export interface Neighbourhood {
  readonly name: string
  readonly propose: Propose
  /** Whether it can lead anywhere; absent = always. */
  readonly supports?: (instance: Instance) => boolean
}

function randomDay(instance: Instance, random: Random): number {
  return instance.horizonFirst + random.below(instance.dayCount - instance.horizonFirst)
}

/** Another of `count` employees; there must be two. */
function randomOther(random: Random, employee: number, count: number): number {
  const other = employee + 1 + random.below(count - 1)
  return other < count ? other : other - count
}

/** Another employee, mostly one who could do what this one does on the day or soon after it; −1 when nobody else can. */
function randomColleague(state: State, random: Random, params: MoveParams, employee: number, day: number): number {
  const { fit, employeeCount, dayCount, duties } = state.instance
  if (random.below(params.anybodyOneIn) === 0) return randomOther(random, employee, employeeCount)
  const row = employee * dayCount
  const last = Math.min(dayCount, day + params.maxDays)
  let at = day
  while (at < last && state.cells[row + at] === OFF) at += 1
  if (at === last) return randomOther(random, employee, employeeCount)
  const candidates = fit.candidateLists[fit.candidateListOf[duties.parts[duties.partOffset[state.cells[row + at]!]!]!]!]!
  if (candidates.length === 0) return -1
  const place = random.below(candidates.length)
  if (candidates[place] !== employee) return candidates[place]!
  return candidates.length === 1 ? -1 : candidates[place === 0 ? candidates.length - 1 : place - 1]!
}

/** Short stretches more often than long ones: 1 day in half of all cases, 2 in a quarter … */
function randomLength(random: Random, { maxDays }: MoveParams): number {
  let length = 1
  while (length < maxDays && (random.next() & 1) === 1) length += 1
  return length
}

function isWorthTrying(instance: Instance, random: Random, params: MoveParams, employee: number, demand: number): boolean {
  return isSensible(instance.fit, employee, instance.demands.day[demand]!, demand) || random.below(params.doubtfulOneIn) === 0
}

function isDutyWorthTrying(instance: Instance, random: Random, params: MoveParams, employee: number, duty: number): boolean {
  const { duties, demands } = instance
  if (duty <= demands.count) return duty === OFF || isWorthTrying(instance, random, params, employee, duty - 1)
  for (let i = duties.partOffset[duty]!, last = i + duties.size[duty]!; i < last; i += 1) {
    if (!isWorthTrying(instance, random, params, employee, duties.parts[i]!)) return false
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
const exchangeDays: Propose = (state, random, move, params) => {
  const { instance } = state
  const { employeeCount, dayCount } = instance
  if (employeeCount < 2) return false
  const a = random.below(employeeCount)
  const from = randomDay(instance, random)
  const b = randomColleague(state, random, params, a, from)
  if (b === -1) return false
  const to = Math.min(dayCount - 1, from + randomLength(random, params) - 1)
  begin(move, 2, true)
  startRow(move, 0, a, from, to)
  startRow(move, 1, b, from, to)
  return exchange(state, random, move, params, from, to) === true
}

/** The two rows of a move exchange what they do on these days, decided days left as they are. True when that changes anything; null where it is not worth trying. */
function exchange(state: State, random: Random, move: Move, params: MoveParams, from: number, to: number): boolean | null {
  const { instance, cells } = state
  const { dayCount, decidedDuty } = instance
  const a = move.employee[0]!
  const b = move.employee[1]!
  const nextOfA = move.next[0]!
  const nextOfB = move.next[1]!
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
    if (!isDutyWorthTrying(instance, random, params, a, dutyB) || !isDutyWorthTrying(instance, random, params, b, dutyA)) return null
    changes = true
  }
  return changes
}

/** A demand of that day with a free seat worth trying; −1 when none was met. */
function randomOpenDemand(state: State, random: Random, params: MoveParams, employee: number, day: number): number {
  const { instance, filled } = state
  const open = instance.openDemands[day]!
  if (open.length === 0) return -1
  for (let attempt = 0; attempt < params.openSeatTries; attempt += 1) {
    const d = open[random.below(open.length)]!
    if (filled[d]! < instance.demands.seats[d]! && isWorthTrying(instance, random, params, employee, d)) return d
  }
  return -1
}

/** What is left of a duty when its work is given up: of several shifts sometimes all but one. */
function withLess(state: State, random: Random, params: MoveParams, duty: number, decided: number): number {
  const { duties, demands } = state.instance
  const size = duties.size[duty]!
  if (size < 2 || random.below(params.partOneIn) === 0) return decided
  const part = duties.parts[duties.partOffset[duty]! + random.below(size)]!
  return demands.isDecided[part] === 1 ? decided : duties.without(duty, part)
}

/** One day of one employee gets other work, or none; sometimes a further shift beside what is there. */
const changeDay: Propose = (state, random, move, params) => {
  const { instance, cells } = state
  const employee = random.below(instance.employeeCount)
  const day = randomDay(instance, random)
  const cell = employee * instance.dayCount + day
  const decided = instance.decidedDuty[cell]!
  const now = cells[cell]!
  const d = random.below(params.freeDayOneIn) === 0 ? -1 : randomOpenDemand(state, random, params, employee, day)
  const next =
    d === -1 ? withLess(state, random, params, now, decided) : instance.duties.with(random.below(params.besideOneIn) === 0 ? now : decided, d)
  if (next === now) return false
  begin(move, 1, false)
  startRow(move, 0, employee, day, day)[day] = next
  return true
}

/** Some consecutive days of one employee become work of one type, or free. */
const changeStretch: Propose = (state, random, move, params) => {
  const { instance, cells, filled } = state
  const { demands, dayCount, decidedDuty } = instance
  const employee = random.below(instance.employeeCount)
  const from = randomDay(instance, random)
  const to = Math.min(dayCount - 1, from + randomLength(random, params))
  const d = random.below(params.freeStretchOneIn) === 0 ? -1 : randomOpenDemand(state, random, params, employee, from)
  const type = d === -1 ? -1 : demands.typeOf[d]!
  begin(move, 1, false)
  const next = startRow(move, 0, employee, from, to)
  let changes = false
  for (let day = from; day <= to; day += 1) {
    const cell = employee * dayCount + day
    const same = type === -1 ? -1 : demands.demandOfType[type * dayCount + day]!
    const isFree = same !== -1 && filled[same]! < demands.seats[same]! && isWorthTrying(instance, random, params, employee, same)
    if (decidedDuty[cell] !== OFF || (type !== -1 && !isFree)) next[day] = cells[cell]!
    else next[day] = type === -1 ? OFF : same + 1
    if (next[day] !== cells[cell]) changes = true
  }
  return changes
}

/** One employee hands some days over to another, who was free on them or gives up what they had. */
const handOver: Propose = (state, random, move, params) => {
  const { instance, cells } = state
  const { employeeCount, dayCount, decidedDuty } = instance
  if (employeeCount < 2) return false
  const giver = random.below(employeeCount)
  const from = randomDay(instance, random)
  const taker = randomColleague(state, random, params, giver, from)
  if (taker === -1) return false
  const to = Math.min(dayCount - 1, from + randomLength(random, params) - 1)
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
    if (!isDutyWorthTrying(instance, random, params, taker, given)) return false
    changes = true
  }
  return changes
}

/** One shift of a day goes to another employee: instead of what they had on that day, or beside it. */
const passShift: Propose = (state, random, move, params) => {
  const { instance, cells } = state
  const { employeeCount, dayCount, decidedDuty, duties, demands } = instance
  if (employeeCount < 2) return false
  const giver = random.below(employeeCount)
  const day = randomDay(instance, random)
  const duty = cells[giver * dayCount + day]!
  if (duty === OFF) return false
  const taker = randomColleague(state, random, params, giver, day)
  if (taker === -1) return false
  const d = duties.parts[duties.partOffset[duty]! + random.below(duties.size[duty]!)]!
  if (demands.isDecided[d] === 1 || !isWorthTrying(instance, random, params, taker, d)) return false
  const cell = taker * dayCount + day
  begin(move, 2, false)
  startRow(move, 0, giver, day, day)[day] = duties.without(duty, d)
  startRow(move, 1, taker, day, day)[day] = duties.with(random.below(params.passBesideOneIn) === 0 ? cells[cell]! : decidedDuty[cell]!, d)
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
const tradeShifts: Propose = (state, random, move, params) => {
  const { instance, cells } = state
  const { employeeCount, dayCount, horizonFirst, duties } = instance
  if (employeeCount < 2) return false
  const a = random.below(employeeCount)
  const dayOfA = randomDay(instance, random)
  const dayOfB = Math.max(horizonFirst, Math.min(dayCount - 1, dayOfA - params.maxDays + random.below(2 * params.maxDays + 1)))
  if (dayOfA === dayOfB) return false
  const shiftOfA = randomOwnShift(state, random, a, dayOfA)
  const b = shiftOfA === -1 ? -1 : randomColleague(state, random, params, a, dayOfA)
  const shiftOfB = b === -1 ? -1 : randomOwnShift(state, random, b, dayOfB)
  if (shiftOfB === -1) return false
  if (!isWorthTrying(instance, random, params, a, shiftOfB) || !isWorthTrying(instance, random, params, b, shiftOfA)) return false
  const from = Math.min(dayOfA, dayOfB)
  const to = Math.max(dayOfA, dayOfB)
  begin(move, 2, true)
  const nextOfA = startRow(move, 0, a, from, to)
  const nextOfB = startRow(move, 1, b, from, to)
  for (let day = from; day <= to; day += 1) {
    nextOfA[day] = cells[a * dayCount + day]!
    nextOfB[day] = cells[b * dayCount + day]!
  }
  const beforeOfA = nextOfA[dayOfB]!
  const beforeOfB = nextOfB[dayOfA]!
  nextOfA[dayOfA] = duties.without(nextOfA[dayOfA]!, shiftOfA)
  nextOfA[dayOfB] = duties.with(beforeOfA, shiftOfB)
  nextOfB[dayOfB] = duties.without(nextOfB[dayOfB]!, shiftOfB)
  nextOfB[dayOfA] = duties.with(beforeOfB, shiftOfA)
  // Whoever has a seat of the shift already takes no second one.
  return nextOfA[dayOfB] !== beforeOfA && nextOfB[dayOfA] !== beforeOfB
}

/** A wanted seat that is empty is filled by somebody, instead of what they had on that day or seldom beside it. */
const fillSeat: Propose = (state, random, move, params) => {
  const { instance, filled } = state
  const { demands, dayCount, employeeCount } = instance
  for (let attempt = 0; attempt < params.wantedSeatTries; attempt += 1) {
    const d = random.below(demands.count)
    if (demands.isDecided[d] === 1 || filled[d]! >= demands.seats[d]! || !isWanted(state, d)) continue
    const employee = random.below(employeeCount)
    if (!isWorthTrying(instance, random, params, employee, d)) continue
    const day = demands.day[d]!
    const cell = employee * dayCount + day
    const beside = random.below(params.fillBesideOneIn) === 0 ? state.cells[cell]! : instance.decidedDuty[cell]!
    begin(move, 1, false)
    startRow(move, 0, employee, day, day)[day] = instance.duties.with(beside, d)
    return true
  }
  return false
}

/** One employee gives up a working day for work on another day near it. */
const moveWork: Propose = (state, random, move, params) => {
  const { instance, cells } = state
  const { dayCount, horizonFirst, decidedDuty, duties } = instance
  const employee = random.below(instance.employeeCount)
  const left = randomDay(instance, random)
  const row = employee * dayCount
  if (cells[row + left] === decidedDuty[row + left]) return false
  const taken = Math.max(horizonFirst, Math.min(dayCount - 1, left - params.maxDays + random.below(2 * params.maxDays + 1)))
  const d = taken === left ? -1 : randomOpenDemand(state, random, params, employee, taken)
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

/**
 * Two employees exchange their weekends, the days between left as they are: some weekends, or all from one on. Who works which of the weekends
 * is mended by no shorter exchange, as each weekend exchanged alone breaks the rule for both.
 */
const exchangeWeekends: Propose = (state, random, move, params) => {
  const { instance, cells } = state
  const { employeeCount, dayCount, horizonFirst, weekends } = instance
  if (employeeCount < 2 || weekends === null || weekends.weekends.count === 0) return false
  const { opens, closes, count } = weekends.weekends
  const first = random.below(count)
  const last = (random.next() & 1) === 1 ? count - 1 : Math.min(count - 1, first + random.below(params.maxWeekends))
  const from = Math.max(horizonFirst, opens[first]!)
  const to = Math.min(dayCount - 1, closes[last]!)
  if (from > to) return false
  const a = random.below(employeeCount)
  const b = randomColleague(state, random, params, a, from)
  if (b === -1) return false
  begin(move, 2, true)
  const nextOfA = startRow(move, 0, a, from, to)
  const nextOfB = startRow(move, 1, b, from, to)
  let changes = false
  let day = from
  for (let weekend = first; weekend <= last; weekend += 1) {
    for (; day < opens[weekend]!; day += 1) {
      nextOfA[day] = cells[a * dayCount + day]!
      nextOfB[day] = cells[b * dayCount + day]!
    }
    const changesWeekend = exchange(state, random, move, params, day, Math.min(to, closes[weekend]!))
    if (changesWeekend === null) return false
    changes ||= changesWeekend
    day = Math.max(day, closes[weekend]! + 1)
  }
  return changes
}

/** Whether somebody may work some of the weekends only. */
function hasSomeWeekendsOff({ weekends }: Instance): boolean {
  return weekends !== null && weekends.every.some((every) => every > 1)
}

/** What the search tries, in the order of `moves.shares`. */
export const NEIGHBOURHOODS: readonly Neighbourhood[] = [
  { name: 'exchange days', propose: exchangeDays },
  { name: 'change day', propose: changeDay },
  { name: 'change stretch', propose: changeStretch },
  { name: 'hand over', propose: handOver },
  { name: 'pass shift', propose: passShift },
  { name: 'trade shifts', propose: tradeShifts },
  { name: 'fill seat', propose: fillSeat },
  { name: 'move work', propose: moveWork },
  { name: 'exchange weekends', propose: exchangeWeekends, supports: hasSomeWeekendsOff },
  { name: 'pass group', propose: passGroup, supports: hasBlocks },
  { name: 'move together', propose: moveTogether, supports: worksTogether },
  { name: 'change time', propose: changeTime, supports: hasCandidates },
  { name: 'change times', propose: changeTimes, supports: hasCandidates },
  { name: 'pass time', propose: passTime, supports: hasCandidates },
  { name: 'cover shortage', propose: coverShortage, supports: hasCandidates },
  { name: 'move break', propose: moveBreak, supports: hasBreaks },
]
