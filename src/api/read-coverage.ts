import { firstWhere } from '../model/first-where.ts'
import type { CoverageCompetencyRequirement, Shift, Spot } from '../model/schedule.ts'
import { postedShifts, type PostedShift } from '../model/seats.ts'
import { indexTags, type TagIndex } from '../model/tags.ts'
import type { Identifier, Minute, SkillId } from '../model/units.ts'
import { checkOrder, flagOf, objectsOf, requiredInteger, shapeOf, textsOf } from './fields.ts'
import { requiredEdge } from './moments.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, idsOf, requiredId } from './identifiers.ts'
import { MAX_COVERED_SHIFTS, RANGES } from './limits.ts'
import { seatsById } from './read-seat-ids.ts'
import { checkSpot, checkTag, minuteOf } from './reading.ts'
import type { Reading } from './reading.ts'
import { CoverageCompetencyRequirement as CoverageSchema } from './schemas/requirements.ts'

const COVERAGE = shapeOf('a coverage requirement', CoverageSchema)

/** The shifts that a requirement can look at. */
interface Choosable {
  readonly shifts: readonly Shift[]
  readonly spots: readonly Spot[]
  /** Positions in `shifts`, by start. */
  readonly byStart: readonly number[]
  /** By position in the document: the seats of each. */
  readonly posted: readonly PostedShift[]
  /** Length of the longest shift, in minutes. */
  readonly longestMin: number
  readonly tagIndex: TagIndex
}

/** The shifts that one requirement chose, how many were looked at for that, and the time that alone counts; null = all of the shifts. */
interface Chosen {
  readonly indexes: readonly number[]
  readonly looked: number
  readonly within: CoverageCompetencyRequirement['within']
}

const NOTHING: Chosen = { indexes: [], looked: 0, within: null }

/** Reads `coverageCompetencyRequirements`, and resolves the shifts that each looks at to positions in `shifts`. */
export function readCoverage(document: Place, reading: Reading, shifts: readonly Shift[], spots: readonly Spot[]): CoverageCompetencyRequirement[] {
  const places = objectsOf(document, 'coverageCompetencyRequirements', COVERAGE)
  if (places.length === 0) return []
  const byStart = shifts.map((_, index) => index).toSorted((a, b) => shifts[a]!.start - shifts[b]!.start)
  const longestMin = shifts.reduce((longest, shift) => Math.max(longest, shift.end - shift.start), 0)
  const choosable: Choosable = { shifts, spots, byStart, posted: postedShifts(shifts), longestMin, tagIndex: indexTags(shifts) }
  const seen = new Map<Identifier, number>()
  let looked = 0
  const requirements = places.map((place, index) => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    const isTooLarge = looked > MAX_COVERED_SHIFTS
    const chosen = isTooLarge ? NOTHING : chooseShifts(place, reading, choosable)
    looked += chosen.looked
    if (!isTooLarge && looked > MAX_COVERED_SHIFTS) {
      const detail = `The coverage requirements up to here look at more than ${MAX_COVERED_SHIFTS} shifts together.`
      reading.issues.error(place.pointer, 'coverage-too-large', detail, 'Ask for fewer, or over shorter periods.')
    }
    return {
      id,
      skill: requiredId(place, 'skill') as SkillId,
      minimumCount: requiredInteger(place, 'minimumCount', RANGES.count),
      shiftIndexes: chosen.indexes,
      within: chosen.within,
    }
  })
  checkTwins(reading.issues, 'requirement', seen, (id) => `/coverageCompetencyRequirements/${seen.get(id)}/id`)
  return requirements
}

function chooseShifts(place: Place, reading: Reading, choosable: Choosable): Chosen {
  const isGiven = (key: string): boolean => (place.fields[key] ?? null) !== null
  const byId = isGiven('shiftIds')
  const byPeriod = ['start', 'end', 'spotIds', 'tags'].some(isGiven)
  if (byId === byPeriod) {
    const detail = byId ? 'Both shiftIds and a period are given.' : 'Neither shiftIds nor a period is given.'
    reading.issues.error(place.pointer, 'coverage-shifts-unclear', detail, 'Give either shiftIds, or start and end with spotIds and tags if wanted.')
    return NOTHING
  }
  const chosen = byId ? shiftsById(place, reading, choosable) : shiftsInPeriod(place, reading, choosable)
  if (chosen !== null && chosen.indexes.length === 0 && reading.issues.errorCount === 0) {
    reading.issues.warn(
      place.pointer,
      'coverage-empty',
      'The requirement looks at no shift, so it is always met.',
      'Check its spots, tags and period.',
    )
  }
  return chosen ?? NOTHING
}

function shiftsById(place: Place, reading: Reading, { posted }: Choosable): Chosen {
  if (flagOf(place, 'clip', false)) {
    const detail = 'clip has no effect on a requirement with shiftIds.'
    place.issues.warn(`${place.pointer}/clip`, 'field-ignored', detail, 'Leave it out, or give start and end in the place of shiftIds.')
  }
  const indexes = seatsById(place, reading, posted)
  return { indexes, looked: indexes.length, within: null }
}

/** Shifts that overlap with the period, at one of the spots and with one of the tags where these are named. Null when the period is unreadable. */
function shiftsInPeriod(place: Place, reading: Reading, { shifts, spots, byStart, longestMin, tagIndex }: Choosable): Chosen | null {
  const startAt = requiredEdge(place, 'start', 'start', reading.clock)
  const endAt = requiredEdge(place, 'end', 'end', reading.clock)
  checkOrder(place, 'start', 'end', startAt, endAt)
  const spotIds = new Set(idsOf(place, 'spotIds', (id, pointer) => checkSpot(reading, pointer, id)))
  const tags = new Set(textsOf(place, 'tags'))
  for (const [index, tag] of [...tags].entries()) checkTag(reading, `${place.pointer}/tags/${index}`, tag)
  if (startAt === null || endAt === null) return null
  const start = minuteOf(reading, startAt)
  const end = minuteOf(reading, endAt)
  const chosen: number[] = []
  // Whoever starts earlier than the longest shift lasts has ended.
  const first = firstFrom(byStart, shifts, start - longestMin)
  const isCarried = tags.size === 0 ? null : tagIndex.carrying(tags, firstFrom(byStart, shifts, end) - first)
  let at = first
  for (; at < byStart.length; at += 1) {
    const index = byStart[at]!
    const shift = shifts[index]!
    if (shift.start >= end) break
    if (shift.end <= start || (spotIds.size > 0 && !spotIds.has(spots[shift.spotIndex]!.id))) continue
    if (isCarried === null || isCarried(shift.tags)) chosen.push(index)
  }
  const within = flagOf(place, 'clip', false) ? { start, end } : null
  if (within === null)
    doubtBeyond(
      place,
      chosen.map((index) => shifts[index]!),
      { start, end },
    )
  return { indexes: chosen.toSorted((a, b) => a - b), looked: at - first, within }
}

/** Warns where a period without `clip` asks for the skill before it begins or after it has ended. */
function doubtBeyond(place: Place, shifts: readonly Shift[], period: { start: Minute; end: Minute }): void {
  const beyond = shifts.filter((shift) => !shift.historic && (shift.start < period.start || shift.end > period.end)).length
  if (beyond === 0) return
  place.issues.warn(
    place.pointer,
    'coverage-beyond-period',
    `${beyond} of the ${shifts.length} shifts that overlap with the period reach beyond it, and count wholly: the skill is asked for outside the period too.`,
    'Add clip: true to ask for it between start and end only.',
  )
}

/** Position in `byStart` of the first shift that starts at or after a minute. */
function firstFrom(byStart: readonly number[], shifts: readonly Shift[], minute: number): number {
  return firstWhere(byStart.length, (at) => shifts[byStart[at]!]!.start >= minute)
}
