import { firstWhere } from '../model/first-where.ts'
import { GROUP_MODES, type Shift, type ShiftGroup, type Spot } from '../model/schedule.ts'
import { postedShifts, type PostedShift } from '../model/seats.ts'
import { indexTags, type TagIndex } from '../model/tags.ts'
import type { DayIndex, Identifier } from '../model/units.ts'
import { checkMinMax, choiceOf, integerOf, objectsOf, requiredChoice, shapeOf, textOf, textsOf } from './fields.ts'
import { localDateOf, localDatesOf } from './moments.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, idsOf, requiredId } from './identifiers.ts'
import { MAX_GROUPED_SHIFTS, RANGES } from './limits.ts'
import { seatsById } from './read-seat-ids.ts'
import { checkSpot, checkTag } from './reading.ts'
import type { Reading } from './reading.ts'
import { ShiftGroup as GroupSchema } from './schemas/requirements.ts'

const GROUP = shapeOf('a shift group', GroupSchema)

/** The shifts that a group can choose from. */
interface Choosable {
  readonly shifts: readonly Shift[]
  readonly spots: readonly Spot[]
  /** Positions in `shifts`, by day. */
  readonly byDay: readonly number[]
  readonly dayOf: ReadonlyMap<string, DayIndex>
  readonly posted: readonly PostedShift[]
  readonly tagIndex: TagIndex
}

/** The shifts that one group chose, and how many were looked at for that. */
interface Chosen {
  readonly indexes: readonly number[]
  readonly looked: number
}

const NOTHING: Chosen = { indexes: [], looked: 0 }

/** Reads `shiftGroups`, and resolves the shifts of each to positions in `shifts`. */
export function readShiftGroups(document: Place, reading: Reading, shifts: readonly Shift[], spots: readonly Spot[]): ShiftGroup[] {
  const places = objectsOf(document, 'shiftGroups', GROUP)
  if (places.length === 0) return []
  const byDay = shifts.map((_, index) => index).toSorted((a, b) => shifts[a]!.day - shifts[b]!.day)
  const dayOf = new Map(reading.calendar.days.map(({ date }, day) => [date, day as DayIndex]))
  const posted = postedShifts(shifts)
  const tagIndex = indexTags(shifts)
  const seen = new Map<Identifier, number>()
  let looked = 0
  const groups = places.map((place, index): ShiftGroup => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    const isTooLarge = looked > MAX_GROUPED_SHIFTS
    const mode = requiredChoice(place, 'mode', GROUP_MODES)
    const chosen = isTooLarge ? NOTHING : chooseShifts(place, reading, { shifts, spots, byDay, dayOf, posted, tagIndex }, mode)
    looked += chosen.looked
    if (!isTooLarge && looked > MAX_GROUPED_SHIFTS) {
      const detail = `The shift groups up to here look at more than ${MAX_GROUPED_SHIFTS} shifts together.`
      reading.issues.error(place.pointer, 'groups-too-large', detail, 'Send fewer groups, or smaller ones.')
    }
    return {
      id,
      name: textOf(place, 'name'),
      shiftIndexes: chosen.indexes,
      mode,
      ...readLimits(place, mode, chosen.indexes.length),
      constraintLevel: choiceOf(place, 'constraintLevel', ['hard', 'soft']) ?? 'hard',
      weight: integerOf(place, 'weight', RANGES.weight) ?? 1,
    }
  })
  checkTwins(reading.issues, 'shift group', seen, (id) => `/shiftGroups/${seen.get(id)}/id`)
  return groups
}

function has({ fields }: Place, key: string): boolean {
  return (fields[key] ?? null) !== null
}

function readLimits(place: Place, mode: ShiftGroup['mode'], shiftCount: number): Pick<ShiftGroup, 'min' | 'max'> {
  const { issues, pointer } = place
  const min = integerOf(place, 'min', RANGES.count)
  const max = integerOf(place, 'max', RANGES.count)
  if (mode !== 'COUNT') {
    // What has no mode that can be read has been reported.
    for (const key of place.fields['mode'] === mode ? ['min', 'max'] : []) {
      if (has(place, key))
        issues.warn(
          `${pointer}/${key}`,
          'field-ignored',
          `${key} has no effect on a group of the mode ${mode}.`,
          'Leave it out, or let mode be COUNT.',
        )
    }
    return { min: null, max: null }
  }
  if (!has(place, 'min') && !has(place, 'max')) {
    issues.error(pointer, 'group-limits-missing', 'The mode COUNT does not say how many shifts should be filled.', 'Add min, max or both.')
  }
  checkMinMax(place, 'min', 'max')
  if (min !== null && shiftCount > 0 && min > shiftCount) {
    const detail = `The group has ${shiftCount} ${shiftCount === 1 ? 'shift' : 'shifts'}, and ${min} of them should be filled.`
    issues.warn(`${pointer}/min`, 'group-least-unreachable', detail, 'Lower min, or add shifts to the group.')
  }
  return { min, max }
}

function chooseShifts(place: Place, reading: Reading, choosable: Choosable, mode: ShiftGroup['mode']): Chosen {
  const byId = has(place, 'shiftIds')
  const bySelection = ['tags', 'spots', 'date', 'dates'].some((key) => has(place, key))
  const isWhole = ['tags', 'spots'].some((key) => has(place, key)) && ['date', 'dates'].some((key) => has(place, key))
  if (byId === bySelection || (bySelection && !isWhole)) {
    const detail = byId
      ? 'Both shiftIds and a selection are given.'
      : bySelection
        ? 'A selection needs tags or spots, and a date or dates.'
        : 'Neither shiftIds nor a selection is given.'
    reading.issues.error(place.pointer, 'group-shifts-unclear', detail, 'Give either shiftIds, or tags or spots together with date or dates.')
    return NOTHING
  }
  const chosen = byId ? shiftsById(place, reading, choosable) : shiftsSelected(place, reading, choosable)
  const { length } = chosen.indexes
  if (byId && length < 2 && reading.issues.errorCount === 0) {
    const detail = `shiftIds names ${length === 0 ? 'no shift' : 'one shift alone'}, which nothing can be asked to go with.`
    reading.issues.error(`${place.pointer}/shiftIds`, 'group-too-small', detail, 'Name two shifts or more, or leave the group out.')
  }
  // So many of one shift can be asked for, where a selection happens to meet but one.
  if (!byId && length < (mode === 'COUNT' ? 1 : 2) && reading.issues.errorCount === 0) {
    const detail = `The group chooses ${length === 0 ? 'no shift' : 'one shift alone'}, so it changes nothing.`
    reading.issues.warn(place.pointer, 'group-without-effect', detail, 'Check its tags, spots and dates.')
  }
  return chosen
}

function shiftsById(place: Place, reading: Reading, { posted }: Choosable): Chosen {
  const indexes = seatsById(place, reading, posted)
  return { indexes, looked: indexes.length }
}

/** Shifts that start on one of the dates, at one of the spots and with one of the tags where these are named. */
function shiftsSelected(place: Place, reading: Reading, { shifts, spots, byDay, dayOf, tagIndex }: Choosable): Chosen {
  const spotIds = new Set(idsOf(place, 'spots', (id, pointer) => checkSpot(reading, pointer, id)))
  const tags = new Set(textsOf(place, 'tags'))
  for (const [index, tag] of [...tags].entries()) checkTag(reading, `${place.pointer}/tags/${index}`, tag)
  const date = localDateOf(place, 'date')
  const dates = new Set([...(date === null ? [] : [date]), ...localDatesOf(place, 'dates')])
  const isCarried = tags.size === 0 ? null : tagIndex.carrying(tags, Math.ceil((dates.size * shifts.length) / Math.max(1, dayOf.size)))
  const chosen: number[] = []
  let looked = 0
  for (const each of dates) {
    const day = dayOf.get(each)
    if (day === undefined) continue
    for (let at = firstWhere(byDay.length, (i) => shifts[byDay[i]!]!.day >= day); at < byDay.length; at += 1) {
      const index = byDay[at]!
      const shift = shifts[index]!
      if (shift.day !== day) break
      looked += 1
      if (spotIds.size > 0 && !spotIds.has(spots[shift.spotIndex]!.id)) continue
      if (isCarried === null || isCarried(shift.tags)) chosen.push(index)
    }
  }
  return { indexes: chosen.toSorted((a, b) => a - b), looked }
}
