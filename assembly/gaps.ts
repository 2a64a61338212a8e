import { addReal, byte, int } from './memory'
import { OFF } from './duties'
import {
  allowedCollisions,
  mayOverlap,
  overlapOf,
  placeCount,
  placeOfDemand,
  spotCount,
  spotOf,
  ways,
  cells,
  collisionUnit,
  demandDay,
  demandEnd,
  demandStart,
  dutyAnchor,
  dutyEnd,
  dutyOffset,
  dutyParts,
  dutySize,
  dutyStart,
  groupCount,
  groupOf,
  lookbackDays,
  nearMin,
  restDay,
  restDayUnit,
  restMin,
  rests,
  restsFrom,
  restsOf,
  restUnit,
  spotRestMin,
  spotRestUnit,
  successionFrom,
  successionList,
  successions,
  successionTable,
} from './tables'
import { holderOn } from './terms'

/** One shift may not follow another (`src/engine/rules/gap/gap.ts`). */
@unmanaged
class Succession {
  times: f64
  isForbidden: usize
  nextDay: i32
  /** −1 = `nextDay` decides alone. */
  withinMin: i32
  unit: i32
}

/** Least rest between two kinds of shifts. */
@unmanaged
class Rest {
  times: f64
  isAfter: usize
  isBefore: usize
  minMin: i32
  unit: i32
}

const LONG_AGO: i32 = -0x3fff_ffff

/** Adds `sign` × the units of all shifts on days `from` to `to` (inclusive) of one row: what each costs together with the shifts before it. */
export function addGapUnits(row: i32, employee: i32, from: i32, to: i32, sign: f64, units: usize): void {
  for (let day = from; day <= to; day += 1) if (int(cells, row + day) !== OFF) addDay(row, holderOn(employee, day), day, sign, units)
}

function addDay(row: i32, holder: i32, day: i32, sign: f64, units: usize): void {
  const duty = int(cells, row + day)
  const first = day > lookbackDays ? day - lookbackDays : 0
  let previousEnd = LONG_AGO
  for (let before = day - 1; before >= first; before -= 1) {
    const earlier = int(cells, row + before)
    if (earlier === OFF) continue
    const end = int(dutyEnd, earlier)
    if (end > previousEnd) previousEnd = end
    if (byte(dutyAnchor, earlier) === 1) addPairs(holder, earlier, duty, sign, units)
  }
  const free = int(dutyStart, duty) - previousEnd
  if (int(dutySize, duty) !== 1 || free < 0) addCrowdedDay(row, holder, first, day, sign, units)
  else if (free < int(nearMin, holder)) {
    addAfterNeighbour(holder, lastToEnd(row + first, row + day), int(dutyParts, int(dutyOffset, duty)), sign, units)
  } else if (free < int(restMin, holder)) addReal(units, restUnit, sign * <f64>(int(restMin, holder) - free))
}

function addPairs(holder: i32, earlier: i32, later: i32, sign: f64, units: usize): void {
  for (let i = int(dutyOffset, earlier), endOfEarlier = i + int(dutySize, earlier); i < endOfEarlier; i += 1) {
    for (let j = int(dutyOffset, later), endOfLater = j + int(dutySize, later); j < endOfLater; j += 1) {
      addPair(holder, int(dutyParts, i), int(dutyParts, j), sign, units)
    }
  }
}

function addPair(holder: i32, a: i32, b: i32, sign: f64, units: usize): void {
  const between = int(demandStart, b) - int(demandEnd, a)
  const dayOfB = int(demandDay, b)
  if (int(restDay, a) === dayOfB) addReal(units, restDayUnit, sign)
  const spotRest = int(spotRestMin, a)
  if (spotRest > 0 && !(between < 0 && isOverlapPermitted(a, b))) {
    const rested = restBetween(a, b)
    if (rested < spotRest) addReal(units, spotRestUnit, sign * <f64>(spotRest - rested))
  }
  const list = int(successionTable, holder) * groupCount + int(groupOf, a)
  for (let i = int(successionFrom, list), last = int(successionFrom, list + 1); i < last; i += 1) {
    const succession = changetype<Succession>(successions + <usize>int(successionList, i) * offsetof<Succession>())
    if (byte(succession.isForbidden, b) === 0) continue
    const isForbidden =
      (succession.nextDay !== 0 && dayOfB === int(demandDay, a) + 1) || (succession.withinMin >= 0 && between < succession.withinMin)
    if (isForbidden) addReal(units, succession.unit, sign * succession.times)
  }
}

/** One day with several shifts or an overlap: shift by shift. */
function addCrowdedDay(row: i32, holder: i32, first: i32, day: i32, sign: f64, units: usize): void {
  const duty = int(cells, row + day)
  const from = int(dutyOffset, duty)
  const to = from + int(dutySize, duty)
  let neighbour = lastToEnd(row + first, row + day)
  for (let at = from; at < to; at += 1) {
    const shift = int(dutyParts, at)
    if (collisionUnit >= 0) {
      const late = neighbour !== -1 && isTooLate(neighbour, shift) ? 1 : 0
      const beyond = overlapsOf(row, first, day, from, at, shift) + late - allowedCollisions
      if (beyond > 0) addReal(units, collisionUnit, sign * <f64>beyond)
    }
    if (neighbour !== -1 && !(int(demandEnd, neighbour) > int(demandStart, shift) && isOverlapPermitted(neighbour, shift))) {
      addRests(holder, neighbour, shift, sign, units)
    }
    for (let i = from; i < at; i += 1) {
      const earlier = int(dutyParts, i)
      // A demand alone is the duty with the next number.
      if (byte(dutyAnchor, earlier + 1) === 1) addPair(holder, earlier, shift, sign, units)
    }
    if (neighbour === -1 || int(demandEnd, shift) >= int(demandEnd, neighbour)) neighbour = shift
  }
}

/** How many shifts of the days from `first` on, and of the day's before `at`, have not ended when another starts, and may not run beside it. */
function overlapsOf(row: i32, first: i32, day: i32, from: i32, at: i32, shift: i32): i32 {
  let overlaps = 0
  for (let before = first; before < day; before += 1) {
    const earlier = int(cells, row + before)
    for (let i = int(dutyOffset, earlier), last = i + int(dutySize, earlier); i < last; i += 1) {
      if (isBeside(int(dutyParts, i), shift)) overlaps += 1
    }
  }
  for (let i = from; i < at; i += 1) if (isBeside(int(dutyParts, i), shift)) overlaps += 1
  return overlaps
}

function isBeside(earlier: i32, shift: i32): bool {
  return int(demandEnd, earlier) > int(demandStart, shift) && !isSpotPermitted(earlier, shift)
}

function isOverlapPermitted(a: i32, b: i32): bool {
  return allowedCollisions > 0 || isSpotPermitted(a, b)
}

function isSpotPermitted(a: i32, b: i32): bool {
  return overlapOf !== 0 && (isListed(a, b) || isListed(b, a))
}

/** Whether shifts of the spot of `b` may overlap with `a`. */
function isListed(a: i32, b: i32): bool {
  const list = int(overlapOf, a)
  return list >= 0 && byte(mayOverlap, list * spotCount + int(spotOf, b)) === 1
}

/** Minutes on the way from one demand to another. */
function minutesBetween(a: i32, b: i32): i32 {
  return ways === 0 ? 0 : int(ways, int(placeOfDemand, a) * placeCount + int(placeOfDemand, b))
}

/** Minutes of rest from one shift to a later one: what the way leaves of the time between. */
function restBetween(a: i32, b: i32): i32 {
  const rested = int(demandStart, b) - int(demandEnd, a) - minutesBetween(a, b)
  return rested > 0 ? rested : 0
}

/** True where the shift before has ended, and there is too little time for the way to the next, which may not run beside it. */
function isTooLate(before: i32, shift: i32): bool {
  if (ways === 0) return false
  const free = int(demandStart, shift) - int(demandEnd, before)
  return free >= 0 && free < minutesBetween(before, shift) && !isSpotPermitted(before, shift)
}

/** One shift alone that begins when all earlier ones have ended, so soon that it matters which of them is its neighbour. */
function addAfterNeighbour(holder: i32, before: i32, shift: i32, sign: f64, units: usize): void {
  if (collisionUnit >= 0 && allowedCollisions === 0 && isTooLate(before, shift)) addReal(units, collisionUnit, sign)
  addRests(holder, before, shift, sign, units)
}

/** Of the shifts in the cells from `first` up to but without `until`, the one that ends last, the later of two; −1 = there is none. */
function lastToEnd(first: i32, until: i32): i32 {
  let latest = -1
  for (let cell = first; cell < until; cell += 1) {
    const duty = int(cells, cell)
    for (let i = int(dutyOffset, duty), last = i + int(dutySize, duty); i < last; i += 1) {
      const other = int(dutyParts, i)
      if (latest === -1 || int(demandEnd, other) >= int(demandEnd, latest)) latest = other
    }
  }
  return latest
}

/** Adds what is missing of the rest between a shift and its neighbour before it. */
function addRests(holder: i32, before: i32, shift: i32, sign: f64, units: usize): void {
  const rested = restBetween(before, shift)
  const missing = int(restMin, holder) - rested
  if (missing > 0) addReal(units, restUnit, sign * <f64>missing)
  for (let i = int(restsFrom, holder), last = int(restsFrom, holder + 1); i < last; i += 1) {
    const rest = changetype<Rest>(rests + <usize>int(restsOf, i) * offsetof<Rest>())
    if (byte(rest.isAfter, before) === 0 || byte(rest.isBefore, shift) === 0 || rested >= rest.minMin) continue
    addReal(units, rest.unit, sign * rest.times * <f64>(rest.minMin - rested))
  }
}
