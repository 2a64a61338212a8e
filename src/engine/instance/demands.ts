import { askKey } from '../../model/asked-skills.ts'
import { isDecided } from '../../model/roster.ts'
import type { Schedule, Shift } from '../../model/schedule.ts'
import { addScores, compareScores, PERFECT, PRIORITIES, subtractScores, type Score } from '../../model/score.ts'
import { postedShifts } from '../../model/seats.ts'
import type { Weights } from '../../model/settings.ts'
import { TagIndex, TagLists } from '../../model/tags.ts'
import { isWeekendShift } from '../../model/weekend.ts'
import { alikeSpots } from './alike-spots.ts'

/**
 * Equal seats taken together: shifts that differ in nothing but what they cost when empty or filled, and in spots that nothing tells apart. Parallel arrays by demand;
 * demand d has `seats[d]` seats, the shifts `shiftIndexes[shiftOffset[d] … shiftOffset[d + 1] − 1]`, dearest to leave empty first. A candidate is a demand of its own,
 * with a seat for everybody and no shift: what somebody on it costs is a matter of fit.
 */
export interface Demands {
  readonly count: number
  readonly day: Int32Array
  readonly start: Int32Array
  readonly end: Int32Array
  readonly workMin: Int32Array
  /** Minutes from start to end of the longest; 0 without any. */
  readonly longestMin: number
  /** Of its first shift. */
  readonly spot: Int32Array
  /** Shared by demands that ask for the same skills beside those of their spots; 0 = for none. */
  readonly ask: Int32Array
  readonly seats: Int32Array
  readonly isNight: Uint8Array
  readonly isLate: Uint8Array
  /** As of its shifts. */
  readonly worksSaturday: Uint8Array
  readonly worksSunday: Uint8Array
  /** Minutes on the local wall clock at which it starts. */
  readonly wallStart: Int32Array
  /** A single shift that is fixed or historic: no move touches it. */
  readonly isDecided: Uint8Array
  readonly isHistoric: Uint8Array
  /** The number of the posted shift with seats that it is seats of, from 1; 0 = of none. Nobody has two seats of one shift. */
  readonly sharedShift: Int32Array
  readonly shiftOffset: Int32Array
  readonly shiftIndexes: Int32Array
  /** By shift: the demand it is a seat of. */
  readonly demandOfShift: Int32Array
  /** A shift of each: its others differ from it in cost alone. */
  readonly sample: readonly Shift[]
  /** Position in `schedule.candidates`; −1 for posted shifts. And the other way round. */
  readonly candidateOf: Int32Array
  readonly demandOfCandidate: Int32Array
  /** Where the seats of demand d begin when those of all demands are numbered. */
  readonly seatOffset: Int32Array
  /** Penalties of demand d with n of its seats filled stand at `4 × (coverOffset[d] + n)`, one per priority. */
  readonly coverOffset: Int32Array
  readonly coverCost: Float64Array
  /** By `coverOffset[d] + n`: how many of the n seats filled are mandatory and on a weekend. */
  readonly weekendFilled: Int32Array
  /** The lists of tags of all demands, and by demand the number of its own; those with the same tags in another order have one number as sets. */
  readonly tags: TagIndex
  readonly tagList: Int32Array
  readonly tagSet: Int32Array
  /** Bit t of word `tagList[d] × tagWords + (t >> 5)`: demand d carries tag t. */
  readonly tagWords: number
  readonly tagBits: Int32Array
  readonly tagIds: ReadonlyMap<string, number>
  /** Demands that repeat on other days: spots that are alike, same time of day, length, tags and skills. `demandOfType[type × days + day]` or −1. */
  readonly typeOf: Int32Array
  readonly typeCount: number
  readonly demandOfType: Int32Array
}

/** Penalties of one shift, empty and filled, before anybody's fit is looked at. */
function coverCostOf(schedule: Schedule, shift: Shift): { empty: Score; filled: Score } {
  if (shift.historic) return { empty: PERFECT, filled: PERFECT }
  const { settings } = schedule
  const units = shift.weight * (isWeekendShift(shift) ? settings.weekendUnassignedMultiplier : 1)
  const weights = shift.importance === 'MANDATORY' ? settings.weights.assignShift : settings.weights.assignOptionalShift
  const times = (w: readonly number[], n: number): Score => [w[0]! * n, w[1]! * n, w[2]! * n, w[3]! * n]
  const cost = times(settings.weights.shiftCost, shift.cost)
  // One that was made before it came here: what candidates cost stands in the table of fits.
  const filled = shift.template === undefined ? cost : addScores(cost, times(settings.weights.generatedMinutes, shift.workMin))
  return { empty: times(weights, units), filled }
}

/** Minutes after midnight that the wall clock shows when the shift starts. */
function wallClockOf(schedule: Schedule, shift: Shift): number {
  const day = schedule.calendar.days[shift.day]!
  const change = day.clockChange
  return shift.start - day.start + (change !== null && shift.start >= change.at ? change.offsetChangeMin : 0)
}

/** What it costs that a shift which came with an employee changes hands: by its own entry of `keep`, else by the setting. */
export function keepWeights({ keep = [], settings }: Schedule, { start }: Pick<Shift, 'start'>): Weights {
  return keep.find(({ until }) => start < until)?.weights ?? settings.weights.keepAssignment
}

/** True for a shift whose employee is to stay: one seat is watched by itself, those of one shift by the people on all of them. */
export function isKept(schedule: Schedule, shift: Shift): boolean {
  return shift.employeeIndex !== null && !isDecided(shift) && keepWeights(schedule, shift).some((weight) => weight > 0)
}

/** Shifts with equal keys are seats of one demand: nobody's row can tell them apart. */
function seatKey(
  schedule: Schedule,
  shift: Shift,
  index: number,
  { spot, ask, tags, groups, shared }: { spot: number; ask: number; tags: number; groups: readonly number[]; shared: number },
): string {
  if (isDecided(shift)) return `alone ${index}`
  if (shared > 0) return `seats ${shared}`
  if (isKept(schedule, shift)) return `alone ${index}`
  const { breakRules = null, suggestedEmployees, dislikedEmployees, allowedCollisionSpots } = shift
  const named = [suggestedEmployees, dislikedEmployees, allowedCollisionSpots, groups]
  const isPlain = breakRules === null && named.every(({ length }) => length === 0)
  const rest = isPlain ? '' : JSON.stringify([breakRules?.map(({ id }) => id), ...named])
  return `${spot} ${shift.start} ${shift.end} ${shift.breakMin} ${shift.workMin} ${tags} ${shift.points} ${ask} ${rest}`
}

/** By shift: a number for what it asks for beside its spot; 0 = for no skill. */
function numberAsks(shifts: readonly Shift[]): Int32Array {
  const numbers = new Map([['', 0]])
  return Int32Array.from(shifts, (shift) => {
    const key = askKey(shift)
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  })
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** By shift: which coverage requirements and shift groups look at it, these numbered after those. */
function lookingAt({ coverageCompetencyRequirements, shiftGroups }: Schedule): readonly (readonly number[])[] {
  const groupsOf: number[][] = []
  ;[...coverageCompetencyRequirements, ...shiftGroups].forEach(({ shiftIndexes }, group) => {
    for (const index of shiftIndexes) (groupsOf[index] ??= []).push(group)
  })
  return groupsOf
}

/** Groups the shifts of a schedule into demands, numbered in row order (docs/constraints/README.md). */
export function compileDemands(schedule: Schedule): Demands {
  const { candidates = [] } = schedule
  const posted = schedule.shifts.length
  const shifts = candidates.length === 0 ? schedule.shifts : [...schedule.shifts, ...candidates]
  const groups = new Map<string, number[]>()
  const groupsOf = lookingAt(schedule)
  const spots = alikeSpots(schedule)
  const asks = numberAsks(shifts)
  const shared = numberShared(shifts)
  const lists = new TagLists()
  schedule.shifts.forEach((shift, index) => {
    const key = seatKey(schedule, shift, index, {
      spot: spots[shift.spotIndex]!,
      ask: asks[index]!,
      tags: lists.numberOf(shift.tags),
      groups: groupsOf[index] ?? [],
      shared: shared[index]!,
    })
    const group = groups.get(key)
    if (group) group.push(index)
    else groups.set(key, [index])
  })
  for (let index = posted; index < shifts.length; index += 1) groups.set(`candidate ${index}`, [index])
  const ordered = inRowOrder(schedule, shifts, [...groups.values()])
  const count = ordered.length
  const sample = ordered.map((group) => shifts[group[0]!]!)
  const candidateOf = Int32Array.from(ordered, ([first]) => (first! < posted ? -1 : first! - posted))
  const seats = Int32Array.from(ordered, (group, d) => (candidateOf[d]! < 0 ? group.length : schedule.employees.length))
  const column = (read: (shift: Shift) => number): Int32Array => Int32Array.from(sample, read)
  const flags = (read: (shift: Shift) => boolean): Uint8Array => Uint8Array.from(sample, (shift) => (read(shift) ? 1 : 0))
  return {
    count,
    day: column((s) => s.day),
    start: column((s) => s.start),
    end: column((s) => s.end),
    workMin: column((s) => s.workMin),
    longestMin: sample.reduce((longest, { start, end }) => Math.max(longest, end - start), 0),
    spot: column((s) => s.spotIndex),
    ask: Int32Array.from(ordered, (group) => asks[group[0]!]!),
    seats,
    isNight: flags((s) => s.isNight),
    isLate: flags((s) => s.isLate),
    worksSaturday: flags((s) => s.worksSaturday),
    worksSunday: flags((s) => s.worksSunday),
    wallStart: column((s) => wallClockOf(schedule, s)),
    isDecided: flags(isDecided),
    isHistoric: flags((s) => s.historic),
    sharedShift: Int32Array.from(ordered, (group) => shared[group[0]!]!),
    sample,
    candidateOf,
    demandOfCandidate: inverse(candidateOf, candidates.length),
    seatOffset: offsetsOf(seats),
    ...compileCover(schedule, ordered),
    ...compileTags(sample),
    ...compileTypes(schedule, ordered, { shifts, spots, asks, lists }),
  }
}

/** Groups of shifts in the order of rows. */
function inRowOrder(schedule: Schedule, shifts: readonly Shift[], groups: number[][]): readonly number[][] {
  const spotNumbers = new Map(schedule.spots.map(({ id }, index) => [id, index + 1]))
  const joined = new Map<readonly string[], string>()
  const joinedTags = ({ tags }: Shift): string => {
    const known = joined.get(tags) ?? tags.join(',')
    joined.set(tags, known)
    return known
  }
  const numbersOf = (shift: Shift): string => shift.allowedCollisionSpots.map((id) => spotNumbers.get(id)).join(',')
  return groups.sort((a, b) => {
    const x = shifts[a[0]!]!
    const y = shifts[b[0]!]!
    return (
      x.start - y.start ||
      x.end - y.end ||
      x.spotIndex - y.spotIndex ||
      compareTexts(numbersOf(x), numbersOf(y)) ||
      (x.tags === y.tags ? 0 : compareTexts(joinedTags(x), joinedTags(y))) ||
      a[0]! - b[0]!
    )
  })
}

function inverse(positions: Int32Array, count: number): Int32Array {
  const at = new Int32Array(count)
  positions.forEach((position, index) => {
    if (position >= 0) at[position] = index
  })
  return at
}

function offsetsOf(lengths: Int32Array): Int32Array {
  const offsets = new Int32Array(lengths.length + 1)
  lengths.forEach((length, at) => (offsets[at + 1] = offsets[at]! + length))
  return offsets
}

/** By seat: the number of its posted shift among those that have seats, from 1; 0 for a shift of one seat. */
function numberShared(shifts: readonly Shift[]): Int32Array {
  const numbers = new Int32Array(shifts.length)
  let count = 0
  for (const { from, to } of postedShifts(shifts)) if (shifts[from]!.seats !== undefined) numbers.fill((count += 1), from, to)
  return numbers
}

/** True for the shifts that `weekendMandatoryCoverageFloorPercent` speaks of. */
export function isMandatoryWeekend(shift: Shift): boolean {
  return !shift.historic && shift.importance === 'MANDATORY' && isWeekendShift(shift)
}

function compileCover(schedule: Schedule, groups: readonly number[][]) {
  const posted = schedule.shifts.length
  // Candidates cost nothing by how many are on them: all have one block of zeros, the last.
  const isCandidate = (group: readonly number[]): boolean => group[0]! >= posted
  const ownBlocks = groups.reduce((length, group) => (isCandidate(group) ? length : length + group.length + 1), 0)
  const sharedBlock = groups.some(isCandidate) ? schedule.employees.length + 1 : 0
  const shiftOffset = new Int32Array(groups.length + 1)
  const coverOffset = new Int32Array(groups.length)
  const shiftIndexes = new Int32Array(posted)
  const demandOfShift = new Int32Array(posted)
  const coverCost = new Float64Array(4 * (ownBlocks + sharedBlock))
  const weekendFilled = new Int32Array(ownBlocks + sharedBlock)
  let next = 0
  groups.forEach((group, d) => {
    shiftOffset[d + 1] = shiftOffset[d]!
    coverOffset[d] = isCandidate(group) ? ownBlocks : next
    if (isCandidate(group)) return
    const seats = group
      .map((index) => ({ index, ...coverCostOf(schedule, schedule.shifts[index]!) }))
      // Seats that gain most by being filled come first: n employees on the demand are then always on its n best seats.
      .sort((a, b) => compareScores(subtractScores(b.empty, b.filled), subtractScores(a.empty, a.filled)) || a.index - b.index)
    shiftOffset[d + 1]! += group.length
    next += group.length + 1
    seats.forEach(({ index }, i) => {
      shiftIndexes[shiftOffset[d]! + i] = index
      demandOfShift[index] = d
    })
    for (const p of PRIORITIES) {
      const at = (filled: number): number => 4 * (coverOffset[d]! + filled) + p
      // The empty ones come after the filled ones.
      for (let filled = seats.length - 1; filled >= 0; filled -= 1) coverCost[at(filled)] = coverCost[at(filled + 1)]! + seats[filled]!.empty[p]
      let sum = 0
      seats.forEach((seat, i) => {
        sum += seat.filled[p]
        coverCost[at(i + 1)]! += sum
      })
    }
    seats.forEach(({ index }, i) => {
      const before = weekendFilled[coverOffset[d]! + i]!
      weekendFilled[coverOffset[d]! + i + 1] = before + (isMandatoryWeekend(schedule.shifts[index]!) ? 1 : 0)
    })
  })
  return { shiftOffset, coverOffset, shiftIndexes, demandOfShift, coverCost, weekendFilled }
}

function compileTags(sample: readonly Shift[]) {
  const tags = new TagIndex(sample.map((shift) => shift.tags))
  const { all } = tags.lists
  const tagIds = new Map<string, number>()
  for (const list of all) for (const tag of list) if (!tagIds.has(tag)) tagIds.set(tag, tagIds.size)
  const tagWords = Math.max(1, Math.ceil(tagIds.size / 32))
  const tagBits = new Int32Array(all.length * tagWords)
  const sets = new Map<string, number>()
  const setOf = all.map((list, number) => {
    for (const tag of list) {
      const t = tagIds.get(tag)!
      tagBits[number * tagWords + (t >> 5)]! |= 1 << (t & 31)
    }
    const key = JSON.stringify([...new Set(list)].sort())
    if (!sets.has(key)) sets.set(key, sets.size)
    return sets.get(key)!
  })
  const tagList = Int32Array.from(sample, (shift) => tags.lists.numberOf(shift.tags))
  return { tags, tagList, tagSet: tagList.map((number) => setOf[number]!), tagIds, tagWords, tagBits }
}

interface Typing {
  readonly shifts: readonly Shift[]
  readonly spots: Int32Array
  readonly asks: Int32Array
  readonly lists: TagLists
}

function compileTypes(schedule: Schedule, groups: readonly number[][], { shifts, spots, asks, lists }: Typing) {
  const dayCount = schedule.calendar.days.length
  const types = new Map<string, number>()
  const typeOf = Int32Array.from(groups, (group) => {
    const shift = shifts[group[0]!]!
    const midnight = schedule.calendar.days[shift.day]!.start
    const key = `${spots[shift.spotIndex]} ${shift.start - midnight} ${shift.end - shift.start} ${lists.numberOf(shift.tags)} ${asks[group[0]!]}`
    const known = types.get(key)
    if (known !== undefined) return known
    types.set(key, types.size)
    return types.size - 1
  })
  const demandOfType = new Int32Array(types.size * dayCount).fill(-1)
  groups.forEach((group, d) => {
    const shift = shifts[group[0]!]!
    if (!isDecided(shift)) demandOfType[typeOf[d]! * dayCount + shift.day] = d
  })
  return { typeOf, typeCount: types.size, demandOfType }
}

/** The demands at each spot that has any. */
export function demandsBySpot({ spot }: Demands): ReadonlyMap<number, readonly number[]> {
  return Map.groupBy(spot.keys(), (d) => spot[d]!)
}

/** Whether a demand carries the tag of a number. */
export function hasTag({ tagList, tagBits, tagWords }: Demands, d: number, tag: number): boolean {
  return (tagBits[tagList[d]! * tagWords + (tag >> 5)]! & (1 << (tag & 31))) !== 0
}
