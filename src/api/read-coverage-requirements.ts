import type { CoverageRequirement, CoverageWho, Schedule } from '../model/schedule.ts'
import { PRIORITIES } from '../model/score.ts'
import type { EmployeeId, Identifier, SkillId, SpotId, TeamId } from '../model/units.ts'
import { checkMinMax, checkOrder, fractionOf, integerOf, isGiven, objectOf, objectsOf, shapeOf, shown, textOf, textsOf } from './fields.ts'
import { requiredEdge } from './moments.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, idOf, idsOf, requiredId } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import { RANGES } from './limits.ts'
import { checkEmployee, checkInside, checkSpot, checkTag, minuteOf } from './reading.ts'
import type { Reading } from './reading.ts'
import { HeldLevels, LOWEST_LEVEL, UNHELD_HINT } from './read-skills.ts'
import { readRepeats } from './read-repeats.ts'
import { CoverageRatio, CoverageRequirement as RequirementSchema, CoverageWho as WhoSchema } from './schemas/coverage.ts'

const REQUIREMENT = shapeOf('a coverage requirement', RequirementSchema)
const WHO = shapeOf('who of a coverage requirement', WhoSchema)
const RATIO = shapeOf('ratioOf', CoverageRatio)
const EVERYBODY: CoverageWho = { skill: null, team: null, employees: null }
/** A ratio is counted to thousandths. */
const THOUSAND = 1000

/** Reads `coverageRequirements`; those that repeat have an opening for each time. */
export function readCoverageRequirements(document: Place, reading: Reading): CoverageRequirement[] {
  const seen = new Map<Identifier, number>()
  const requirements = objectsOf(document, 'coverageRequirements', REQUIREMENT).map((place, index): CoverageRequirement => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    const tags = [...new Set(textsOf(place, 'tags'))]
    for (const [at, tag] of tags.entries()) checkTag(reading, `${place.pointer}/tags/${at}`, tag)
    const priority = integerOf(place, 'priority', RANGES.priority)
    const requirement: CoverageRequirement = {
      id,
      name: textOf(place, 'name'),
      openings: readOpenings(place, reading),
      spots: [...new Set(idsOf(place, 'spots', (spot, pointer) => checkSpot(reading, pointer, spot)))] as SpotId[],
      tags,
      who: readWho(place, 'who', reading),
      min: integerOf(place, 'min', RANGES.people),
      ideal: integerOf(place, 'ideal', RANGES.people),
      max: integerOf(place, 'max', RANGES.people),
      ratioOf: readRatio(place, reading),
      priority: priority === null ? null : PRIORITIES[priority - 1]!,
      weight: integerOf(place, 'weight', RANGES.weight) ?? 1,
    }
    for (const [low, high] of [['min', 'ideal'] as const, ['ideal', 'max'] as const, ['min', 'max'] as const]) checkMinMax(place, low, high)
    checkAsked(place)
    return requirement
  })
  checkTwins(reading.issues, 'requirement', seen, (id) => `/coverageRequirements/${seen.get(id)}/id`)
  return requirements
}

function checkAsked(place: Place): void {
  if (['min', 'ideal', 'max', 'ratioOf'].some((key) => (place.fields[key] ?? null) !== null)) return
  const detail = 'The requirement gives neither min, ideal, max nor ratioOf.'
  place.issues.error(place.pointer, 'coverage-limits-missing', detail, 'Say how many: "min", "ideal", "max", or "ratioOf".')
}

/** The times that it asks for, as far as they are planned. */
function readOpenings(place: Place, reading: Reading): CoverageRequirement['openings'] {
  const start = requiredEdge(place, 'start', 'start', reading.clock)
  const end = requiredEdge(place, 'end', 'end', reading.clock)
  checkOrder(place, 'start', 'end', start, end)
  if (start === null || end === null || start >= end) return []
  checkInside(place, 'The requirement', { start, end }, reading)
  const { horizon } = reading
  if (horizon === null) return []
  const spans = readRepeats(place, { start, end }, reading) ?? [{ start, end }]
  return spans
    .map((span) => ({ start: Math.max(span.start, horizon.start), end: Math.min(span.end, horizon.end) }))
    .filter((span) => span.start < span.end)
    .map((span) => ({ start: minuteOf(reading, span.start), end: minuteOf(reading, span.end) }))
}

function readWho(owner: Place, key: string, reading: Reading): CoverageWho {
  const place = objectOf(owner, key, WHO)
  if (place === null) return EVERYBODY
  const skill = idOf(place, 'skill')
  const minLevel = integerOf(place, 'minLevel', RANGES.level)
  if (minLevel !== null && skill === null)
    place.issues.warn(`${place.pointer}/minLevel`, 'field-ignored', 'minLevel has no effect without skill.', 'Name the skill, or leave it out.')
  const isListed = (place.fields['employees'] ?? null) !== null
  const ids = idsOf(place, 'employees', (id, pointer) => checkEmployee(reading, pointer, id)) as readonly EmployeeId[]
  if (Array.isArray(place.fields['employees']) && place.fields['employees'].length === 0)
    place.issues.error(`${place.pointer}/employees`, 'field-missing', 'employees names nobody.', 'Name at least one, or leave it out for everybody.')
  return {
    skill: skill === null ? null : { id: skill as SkillId, minLevel: minLevel ?? LOWEST_LEVEL },
    team: idOf(place, 'team') as TeamId | null,
    employees: isListed ? [...new Set(ids)] : null,
  }
}

function readRatio(owner: Place, reading: Reading): CoverageRequirement['ratioOf'] {
  const place = objectOf(owner, 'ratioOf', RATIO)
  if (place === null) return null
  isGiven(place, 'who')
  const ratio = isGiven(place, 'ratio') ? fractionOf(place, 'ratio', RANGES.ratio) : null
  return { who: readWho(place, 'who', reading), thousandths: Math.round(THOUSAND * (ratio ?? 1)) }
}

/** Warns of skills that nobody holds, of teams that nobody is in, of leasts above the number of people, and of requirements that no shift can meet. */
export function checkCoverageRequirements(issues: IssueList, schedule: Schedule): void {
  const { coverageRequirements, employees, skillNames, teamNames } = schedule
  if (coverageRequirements.length === 0) return
  const levels = new HeldLevels(employees, skillNames)
  const teams = new Set(employees.flatMap((employee) => employee.teams.map(({ id }) => id)))
  const checkWho = (pointer: string, { skill, team }: CoverageWho): boolean => {
    const isHeld = skill === null || levels.has(skill)
    if (!isHeld) levels.warn(issues, `${pointer}/skill`, skill, 'the coverage requirement asks for')
    const isMember = team === null || teams.has(team)
    if (!isMember) {
      const detail = `No employee belongs to the team ${teamNames.get(team) ?? team} that the coverage requirement asks for.`
      issues.warn(`${pointer}/team`, 'team-empty', detail, UNHELD_HINT)
    }
    return isHeld && isMember
  }
  const seen = seenAt(schedule)
  for (const [index, requirement] of coverageRequirements.entries()) {
    const pointer = `/coverageRequirements/${index}`
    const { who, ratioOf, openings } = requirement
    const isAnybody = checkWho(`${pointer}/who`, who)
    if (ratioOf !== null) checkWho(`${pointer}/ratioOf/who`, ratioOf.who)
    if (openings.length === 0) continue
    if (!seen(requirement))
      issues.warn(
        pointer,
        'coverage-empty',
        'No shift is at the spots and with the tags of the requirement, so nobody can be at work for it.',
        'Correct its spots and tags, or leave it out.',
      )
    else if (isAnybody) checkLeast(issues, pointer, requirement, employees.length)
  }
}

function checkLeast(issues: IssueList, pointer: string, { min, ideal, who }: CoverageRequirement, everybody: number): void {
  const count = who.employees?.length ?? everybody
  for (const [key, least] of [['min', min] as const, ['ideal', ideal] as const]) {
    if (least === null || least <= count || everybody === 0) continue
    const detail = `${key} is ${shown(least)}, and only ${count} ${count === 1 ? 'employee counts' : 'employees count'} for the requirement.`
    issues.warn(`${pointer}/${key}`, 'coverage-least-unreachable', detail, 'Ask for fewer, or let more of them count.')
    return
  }
}

/** Whether some shift is at one of the spots and carries one of the tags. */
function seenAt({ shifts, spots }: Schedule): (requirement: CoverageRequirement) => boolean {
  const tagsAt = new Map<Identifier, Set<string>>()
  const everyTag = new Set<string>()
  for (const { spotIndex, tags } of shifts) {
    const id = spots[spotIndex]?.id
    if (id === undefined) continue
    const known = tagsAt.get(id) ?? new Set<string>()
    for (const tag of tags) {
      known.add(tag)
      everyTag.add(tag)
    }
    tagsAt.set(id, known)
  }
  const known = new Map<string, boolean>()
  return (requirement) => {
    const key = JSON.stringify([requirement.spots, requirement.tags])
    const found = known.get(key)
    if (found !== undefined) return found
    const wanted = new Set(requirement.tags.filter((tag) => everyTag.has(tag)))
    const at = requirement.spots.length === 0 ? [...tagsAt.keys()] : requirement.spots
    const isSeen = at.some((spot) => {
      const carried = tagsAt.get(spot)
      return carried !== undefined && (requirement.tags.length === 0 || isMet(carried, wanted))
    })
    known.set(key, isSeen)
    return isSeen
  }
}

/** Whether two sets have a tag in common: goes through the smaller. */
function isMet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  for (const tag of few) if (many.has(tag)) return true
  return false
}
