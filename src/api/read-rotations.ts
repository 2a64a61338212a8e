import { DAY_OFF } from '../model/schedule.ts'
import type { Rotation, Turn } from '../model/schedule.ts'
import type { Identifier } from '../model/units.ts'
import { integerOf, isGiven, listOf, objectOf, objectsOf, shapeOf, shown, textFrom, textOf } from './fields.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, hintForUnknownId, idOf, requiredId } from './identifiers.ts'
import { MAX_ROTATION_WEEKS, MAX_ROTATIONS, MAX_TEXT, RANGES } from './limits.ts'
import { localDayOf } from './read-calendar.ts'
import { readOwnWeights } from './read-contract.ts'
import type { Reading } from './reading.ts'
import { Turn as TurnSchema } from './schemas/employee.ts'
import { Rotation as RotationSchema } from './schemas/requirements.ts'
import { didYouMean } from './suggest.ts'

const ROTATION = shapeOf('a rotation', RotationSchema)
const TURN = shapeOf('rotation', TurnSchema)
const DAYS_PER_WEEK = 7

/** What the rotations of a document say, before employees are read. */
export interface RotationsRead {
  readonly rotations: readonly Rotation[]
  /** Position by id. */
  readonly positions: ReadonlyMap<Identifier, number>
}

/** Reads `rotations`. */
export function readRotations(document: Place, reading: Pick<Reading, 'issues' | 'tags'>): RotationsRead {
  const positions = new Map<Identifier, number>()
  const unused = new Set<string>()
  const rotations = objectsOf(document, 'rotations', ROTATION, MAX_ROTATIONS).map((place, index): Rotation => {
    const id = requiredId(place, 'id')
    claimId(place, id, positions, index)
    return { id, name: textOf(place, 'name'), weeks: readWeeks(place, reading, unused), anchorDay: localDayOf(place, 'anchor') ?? 0 }
  })
  checkTwins(reading.issues, 'rotation', positions, (id) => `/rotations/${positions.get(id)}/id`)
  return { rotations, positions }
}

function readWeeks(rotation: Place, reading: Pick<Reading, 'issues' | 'tags'>, unused: Set<string>): Rotation['weeks'] {
  const { issues, pointer } = rotation
  const weeks = isGiven(rotation, 'weeks') ? listOf(rotation, 'weeks', MAX_ROTATION_WEEKS) : null
  if (weeks?.length === 0 && Array.isArray(rotation.fields['weeks']) && rotation.fields['weeks'].length === 0)
    issues.error(`${pointer}/weeks`, 'rotation-empty', 'weeks is empty.', 'List at least one week of seven days.')
  return (weeks ?? []).map((_, week) =>
    readWeek({ issues, pointer: `${pointer}/weeks`, fields: { [week]: weeks![week] } }, `${week}`, reading, unused),
  )
}

function readWeek(weeks: Place, week: string, { issues, tags }: Pick<Reading, 'issues' | 'tags'>, unused: Set<string>): readonly string[] {
  const days = listOf(weeks, week)
  const pointer = `${weeks.pointer}/${week}`
  if (Array.isArray(weeks.fields[week]) && days.length !== DAYS_PER_WEEK)
    issues.error(
      pointer,
      'rotation-week-unclear',
      `A week of a rotation has ${days.length} ${days.length === 1 ? 'entry' : 'entries'}, and a week has seven days.`,
      'List seven days from the first day of the week on, each a tag or "off".',
    )
  return days.map((value, day) => {
    const wanted = textFrom(issues, `${pointer}/${day}`, 'each day of a week', value, MAX_TEXT) ?? DAY_OFF
    if (wanted === '')
      issues.error(`${pointer}/${day}`, 'text-empty', 'A day of a rotation is empty.', 'Name a tag, or write "off" for a day without a shift.')
    else if (wanted !== DAY_OFF && !tags.has(wanted) && unused.size < unused.add(wanted).size)
      issues.warn(`${pointer}/${day}`, 'tag-unused', `No shift carries the tag ${shown(wanted)}.`, () =>
        didYouMean(wanted, [DAY_OFF, ...tags], 'Check the spelling, capitals included; a day without a shift is "off".'),
      )
    return wanted
  })
}

/** Reads which rotation an employee works, and how. */
export function readTurn(employee: Place, { issues, rotations }: Pick<Reading, 'issues' | 'rotations'>): { readonly rotation?: Turn } {
  const place = objectOf(employee, 'rotation', TURN)
  if (place === null) return {}
  const id = isGiven(place, 'id') ? idOf(place, 'id') : null
  const rotationIndex = id === null ? undefined : rotations.get(id)
  if (id !== null && rotationIndex === undefined)
    issues.error(
      `${place.pointer}/id`,
      'rotation-unknown',
      `No entry of rotations has the id ${shown(id)}.`,
      hintForUnknownId(rotations, id, 'Add it, or correct the id.'),
    )
  return {
    rotation: {
      rotationIndex: rotationIndex ?? 0,
      offset: integerOf(place, 'offset', RANGES.offset) ?? 0,
      weight: integerOf(place, 'weight', RANGES.weight) ?? 1,
      weights: readOwnWeights(place),
    },
  }
}
