import type { BreakRule } from '../model/breaks.ts'
import type { Schedule, ShiftTag, Spot } from '../model/schedule.ts'
import type { Identifier, SpotId, TeamId } from '../model/units.ts'
import { flagOf, integerOf, objectsOf, requiredText, shapeOf, shown, textOf } from './fields.ts'
import { doubtMinutes } from './doubts.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, idOf, idsOf, requiredId } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import { RANGES } from './limits.ts'
import { type BreakRulesRead, namedBreakRules } from './read-break-rules.ts'
import { askedSkillsOf, HeldLevels, UNHELD_HINT } from './read-skills.ts'
import type { CategoryUse } from './reading.ts'
import { Named as NamedSchema, ShiftTag as ShiftTagSchema, Spot as SpotSchema } from './schemas/shift.ts'

const SPOT = shapeOf('a spot', SpotSchema)
const TAG = shapeOf('a shift tag', ShiftTagSchema)
const NAMED = { skills: shapeOf('a skill', NamedSchema), teams: shapeOf('a team', NamedSchema) }

interface SpotsRead {
  readonly spots: Spot[]
  readonly positions: Map<Identifier, number>
  /** By spot: the breaks of shifts there that name none themselves. */
  readonly breaksAt: readonly (readonly BreakRule[])[]
}

/** Reads `spots`, and where each id stands. */
export function readSpots(document: Place, breaks: BreakRulesRead): SpotsRead {
  const positions = new Map<Identifier, number>()
  const breaksAt: (readonly BreakRule[])[] = []
  const spots = objectsOf(document, 'spots', SPOT).map((place, index) => {
    const spot = readSpot(place)
    claimId(place, spot.id, positions, index)
    breaksAt.push(namedBreakRules(place, breaks) ?? [])
    return spot
  })
  checkTwins(document.issues, 'spot', positions, (id) => `/spots/${positions.get(id)}/id`)
  return { spots, positions, breaksAt }
}

/** Reads `skills` or `teams`: the names of their ids. */
export function readNames<Id extends Identifier>(document: Place, key: 'skills' | 'teams'): ReadonlyMap<Id, string> {
  const seen = new Map<Identifier, number>()
  const named = objectsOf(document, key, NAMED[key]).map((place, index) => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    return [id as Id, requiredText(place, 'name')] as const
  })
  return new Map(named)
}

/** Up to here `requiresRestOfMinutes` looks as if hours had been given. */
const LIKELY_REST_HOURS = 48

function readSpot(place: Place): Spot {
  doubtMinutes(place, 'requiresRestOfMinutes', LIKELY_REST_HOURS)
  return {
    id: requiredId(place, 'id') as SpotId,
    name: textOf(place, 'name'),
    teams: idsOf(place, 'teams') as readonly TeamId[],
    skills: askedSkillsOf(place, 'skills'),
    requiresRestAfterShiftHere: flagOf(place, 'requiresRestAfterShiftHere', false),
    requiresRestOfMinutes: integerOf(place, 'requiresRestOfMinutes', RANGES.minutes),
    singleEmployeePerWeekPreferred: flagOf(place, 'singleEmployeePerWeekPreferred', false),
    foreignInt: integerOf(place, 'foreignInt', RANGES.id),
  }
}

/** Warns of skills that a coverage requirement asks for and nobody holds. */
export function checkCoverageSkills(issues: IssueList, { coverageCompetencyRequirements, employees, skillNames }: Schedule): void {
  const held = new Set(employees.flatMap((employee) => employee.skills.map(({ id }) => id)))
  for (const [index, { skill, minimumCount }] of coverageCompetencyRequirements.entries()) {
    if (minimumCount === 0 || held.has(skill)) continue
    const detail = `No employee holds the skill ${skillNames.get(skill) ?? skill} that the coverage requirement asks for.`
    issues.warn(`/coverageCompetencyRequirements/${index}/skill`, 'skill-unheld', detail, UNHELD_HINT)
  }
}

/** Warns of skills that a spot asks for and nobody holds, and of teams that nobody belongs to. */
export function checkSpotDemands(issues: IssueList, { spots, employees, skillNames, teamNames }: Schedule): void {
  const levels = new HeldLevels(employees, skillNames)
  const teams = new Set(employees.flatMap((employee) => employee.teams.map((held) => held.id)))
  for (const [index, spot] of spots.entries()) {
    const called = spot.name ?? spot.id
    for (const [at, skill] of spot.skills.entries()) {
      if (!levels.has(skill)) levels.warn(issues, `/spots/${index}/skills/${at}`, skill, `the spot ${called} asks for`)
    }
    for (const [at, team] of spot.teams.entries()) {
      if (!teams.has(team))
        issues.warn(
          `/spots/${index}/teams/${at}`,
          'team-empty',
          `No employee belongs to the team ${teamNames.get(team) ?? team} that the spot ${called} asks for.`,
          UNHELD_HINT,
        )
    }
  }
}

/** Reads `shiftTags`. */
export function readShiftTags(document: Place): ShiftTag[] {
  const seen = new Map<Identifier, number>()
  const words = new Set<string>()
  const tags = objectsOf(document, 'shiftTags', TAG).map((place, index) => {
    const tag: ShiftTag = {
      id: requiredId(place, 'id'),
      departmentId: idOf(place, 'departmentId'),
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
  checkTwins(document.issues, 'tag', seen, (id) => `/shiftTags/${seen.get(id)}/id`)
  return tags
}

/** What is left of every category when only active tags that some shift carries count. */
export function categoryUses(shiftTags: readonly ShiftTag[], carried: ReadonlySet<string>): Map<string, CategoryUse> {
  const uses = new Map<string, CategoryUse>()
  for (const { category, tag, active } of shiftTags) {
    const use = !active ? 'inactive' : carried.has(tag) ? 'used' : 'unused'
    const known = uses.get(category)
    if (known === undefined || use === 'used' || known === 'inactive') uses.set(category, use)
  }
  return uses
}
