import type { Employee, ShiftTag, Spot } from '../model/schedule.ts'
import type { SkillId, SpotId, TeamId } from '../model/units.ts'
import { claimId, flagOf, integerOf, integersOf, objectsOf, requiredInteger, requiredText, shapeOf, shown, textOf } from './fields.ts'
import type { Place } from './fields.ts'
import type { IssueList } from './issues.ts'
import { RANGES } from './limits.ts'
import { noteUse } from './reading.ts'
import type { Reading } from './reading.ts'
import { ShiftTag as ShiftTagSchema, Spot as SpotSchema } from './schemas/shift.ts'

const SPOT = shapeOf('a spot', SpotSchema)
const TAG = shapeOf('a shift tag', ShiftTagSchema)

/** Reads `spots`, and where each id stands. */
export function readSpots(document: Place, reading: Pick<Reading, 'issues' | 'settings'>): { spots: Spot[]; positions: Map<number, number> } {
  const positions = new Map<number, number>()
  const spots = objectsOf(document, 'spots', SPOT).map((place, index) => {
    const spot = readSpot(place)
    claimId(place, spot.id, positions, index)
    if (spot.requiresRestAfterShiftHere) noteUse(reading, 'restDayAfterShift', `${place.pointer}/requiresRestAfterShiftHere`)
    if (spot.requiresRestOfMinutes) noteUse(reading, 'restAfterShiftInRoomWithRequiredMinutes', `${place.pointer}/requiresRestOfMinutes`)
    if (spot.singleEmployeePerWeekPreferred) noteUse(reading, 'singleEmployeePerWeek', `${place.pointer}/singleEmployeePerWeekPreferred`)
    return spot
  })
  return { spots, positions }
}

function readSpot(place: Place): Spot {
  return {
    id: requiredInteger(place, 'id', RANGES.id) as SpotId,
    name: textOf(place, 'name'),
    teams: integersOf(place, 'teams', RANGES.id) as readonly TeamId[],
    skills: integersOf(place, 'skills', RANGES.id) as readonly SkillId[],
    requiresRestAfterShiftHere: flagOf(place, 'requiresRestAfterShiftHere', false),
    requiresRestOfMinutes: integerOf(place, 'requiresRestOfMinutes', RANGES.minutes),
    singleEmployeePerWeekPreferred: flagOf(place, 'singleEmployeePerWeekPreferred', false),
    foreignInt: integerOf(place, 'foreignInt', RANGES.id),
  }
}

/** Warns of skills that a spot asks for and nobody holds, and of teams that nobody belongs to. */
export function checkSpotDemands(issues: IssueList, spots: readonly Spot[], employees: readonly Employee[]): void {
  const skills = new Set(employees.flatMap((employee) => employee.skills.map((held) => held.id)))
  const teams = new Set(employees.flatMap((employee) => employee.teams.map((held) => held.id)))
  const hint = 'Add it to an employee, or correct the id.'
  for (const [index, spot] of spots.entries()) {
    for (const [at, skill] of spot.skills.entries()) {
      if (!skills.has(skill))
        issues.warn(`/spots/${index}/skills/${at}`, 'skill-unheld', `No employee holds the skill ${skill} that the spot ${spot.id} asks for.`, hint)
    }
    for (const [at, team] of spot.teams.entries()) {
      if (!teams.has(team))
        issues.warn(`/spots/${index}/teams/${at}`, 'team-empty', `No employee belongs to the team ${team} that the spot ${spot.id} asks for.`, hint)
    }
  }
}

/** Reads `shiftTags`. */
export function readShiftTags(document: Place): ShiftTag[] {
  const seen = new Map<number, number>()
  const words = new Set<string>()
  return objectsOf(document, 'shiftTags', TAG).map((place, index) => {
    const tag: ShiftTag = {
      id: requiredInteger(place, 'id', RANGES.id),
      departmentId: integerOf(place, 'departmentId', RANGES.id),
      tag: requiredText(place, 'tag'),
      category: textOf(place, 'category') ?? '',
      description: textOf(place, 'description'),
      color: textOf(place, 'color'),
      active: flagOf(place, 'active', true),
    }
    claimId(place, tag.id, seen, index)
    if (words.has(tag.tag))
      place.issues.warn(`${place.pointer}/tag`, 'tag-duplicate', `The tag ${shown(tag.tag)} is listed twice.`, 'List every tag once.')
    words.add(tag.tag)
    return tag
  })
}
