import { askKey, highestOf } from '../../model/asked-skills.ts'
import { isDecided, NOBODY, type Roster } from '../../model/roster.ts'
import type { AskedSkill, CoverageCompetencyRequirement, CoverageRequirement, CoverageWho, Schedule, Shift, Spot } from '../../model/schedule.ts'
import { mustPriorities, weighsOnMusts } from '../../model/settings.ts'
import { compareIds } from '../../model/units.ts'
import { holdsDuring } from '../instance/held.ts'
import { clampTo } from '../rules/fit/fit-units.ts'

/** A schedule in which shifts ask for skills that a coverage requirement asks of those who work them, and of which shifts it does. */
export interface SkilledSchedule {
  readonly schedule: Schedule
  /** Positions of the shifts that ask for more than their spots, with the requirements for which they do. */
  readonly requirements: ReadonlyMap<number, readonly AskedCompetence[]>
}

/** A skill that so many hold at every moment of some time: a competence, or a coverage requirement that counts those with a skill. */
export interface AskedCompetence extends Pick<CoverageCompetencyRequirement, 'skill' | 'minimumCount' | 'shiftIndexes' | 'within'> {
  readonly minLevel: number
}

/**
 * The same schedule where each coverage requirement that must be met is met by certain shifts: where the shifts that run at some moment are all alike, it makes no difference which of
 * them are worked by those who hold the skill, and as many as are asked for get it as a skill of their own. Requirements of other moments ask for nothing here, which only makes the schedule
 * easier to fill. Positions stay.
 */
export function competencesAsSkills(schedule: Schedule): SkilledSchedule {
  const requirements = new Map<number, AskedCompetence[]>()
  // A spot that others may overlap with is known by its number, of which there may be one.
  if (schedule.shifts.some(({ allowedCollisionSpots }) => allowedCollisionSpots.length > 0)) return { schedule, requirements }
  const askingOf = new Map<string, Set<number>>()
  for (const requirement of [...namedCompetences(schedule), ...countedAlone(schedule)]) {
    for (const alike of decisiveGroups(schedule, requirement)) {
      const likeness = likenessOf(schedule.shifts[alike[0]!]!)
      const asking = askingOf.get(likeness) ?? new Set<number>()
      askingOf.set(likeness, asking)
      for (const index of chooseShifts(schedule, requirement, alike, { asking, requirements })) {
        asking.add(index)
        requirements.set(index, [...(requirements.get(index) ?? []), requirement])
      }
    }
  }
  return { schedule: withSkills(schedule, requirements), requirements }
}

/** Competences that must be there; none where the rule has no weight on the priorities that stand for what must be. */
export function namedCompetences({ settings, coverageCompetencyRequirements }: Schedule): AskedCompetence[] {
  return weighsOnMusts(settings, 'coverageCompetency') ? coverageCompetencyRequirements.map((requirement) => ({ ...requirement, minLevel: 1 })) : []
}

/** Of counted competences those that ask for nothing but the skill. None where shifts may be made, which count as well. */
function countedAlone(schedule: Schedule): AskedCompetence[] {
  if ((schedule.candidates ?? []).length > 0) return []
  return countedCompetences(schedule).filter(({ who }) => who.team === null && who.employees === null)
}

/** A skill that a coverage requirement counts in one of its times, perhaps of some people alone. */
interface CountedCompetence extends AskedCompetence {
  readonly within: NonNullable<AskedCompetence['within']>
  readonly who: CoverageWho
}

/** Of coverage requirements that must be met those that count who has a skill: one for each of their times. */
export function countedCompetences({ settings, coverageRequirements, shifts, spots }: Schedule): CountedCompetence[] {
  const musts: readonly number[] = settings.weights.coverageRequirements.every((weight) => weight === 0) ? [] : mustPriorities(settings)
  return coverageRequirements.flatMap(({ who, min, priority, openings, ...requirement }) => {
    const isMust = priority === null ? weighsOnMusts(settings, 'coverageRequirements') : musts.includes(priority)
    if (!isMust || min === null || min === 0 || who.skill === null) return []
    const { id: skill, minLevel } = who.skill
    const looked = shifts.flatMap((shift, index) => (isLookedAt(requirement, spots, shift) ? [index] : []))
    return openings.map((within) => ({
      who,
      skill,
      minLevel,
      minimumCount: min,
      within,
      shiftIndexes: looked.filter((index) => shifts[index]!.start < within.end && shifts[index]!.end > within.start),
    }))
  })
}

function isLookedAt({ spots: named, tags }: Pick<CoverageRequirement, 'spots' | 'tags'>, spots: Schedule['spots'], shift: Shift): boolean {
  return (named.length === 0 || named.includes(spots[shift.spotIndex]!.id)) && (tags.length === 0 || shift.tags.some((tag) => tags.includes(tag)))
}

/** Equal for shifts of which it makes no difference who works which. */
function likenessOf(shift: Shift): string {
  const { start, end, breakMin, spotIndex, tags, dislikedEmployees } = shift
  return JSON.stringify([start, end, breakMin, spotIndex, tags, dislikedEmployees, askKey(shift)])
}

/** Sets of shifts that are alike and alone at some moment at which the requirement asks. */
function decisiveGroups({ shifts }: Schedule, { shiftIndexes, within }: AskedCompetence): number[][] {
  const groups = [...Map.groupBy(shiftIndexes, (index) => likenessOf(shifts[index]!)).values()]
  const spans = groups.map(([first]) => ({ start: clampTo(within, shifts[first!]!.start), end: clampTo(within, shifts[first!]!.end) }))
  const cuts = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b)
  const decisive = new Set<number>()
  for (const cut of cuts) {
    const running = spans.flatMap(({ start, end }, group) => (start <= cut && end > cut ? [group] : []))
    if (running.length === 1) decisive.add(running[0]!)
  }
  return [...decisive].map((group) => groups[group]!)
}

/**
 * As many of these shifts as must ask for the skill, beyond those that are decided. Where some that are like them ask for a skill already (`asking`), whoever works those may do for both, so that no
 * more is asked unless everybody there has to hold it.
 */
function chooseShifts(
  { shifts, employees }: Schedule,
  requirement: AskedCompetence,
  alike: readonly number[],
  { asking, requirements }: { asking: ReadonlySet<number>; requirements: ReadonlyMap<number, readonly AskedCompetence[]> },
): readonly number[] {
  const { skill, minLevel } = requirement
  const isCovered = (index: number): boolean => {
    const { employeeIndex } = shifts[index]!
    return isDecided(shifts[index]!) && employeeIndex !== null && holdsDuring(employees[employeeIndex]!.skills, skill, shifts[index]!, minLevel)
  }
  const open = alike.filter((index) => !isDecided(shifts[index]!))
  const wanted = requirement.minimumCount - alike.filter(isCovered).length
  const asksForThis = (index: number): boolean => requirements.get(index)!.every((other) => other.skill === skill && other.minLevel === minLevel)
  const others = [...asking]
  if (others.some((index) => !open.includes(index)) || (wanted < open.length && !others.every(asksForThis))) return []
  const free = open.filter((index) => !asking.has(index))
  return wanted >= open.length ? open : [...others, ...free].slice(0, Math.max(0, wanted))
}

function withSkills(schedule: Schedule, requirements: ReadonlyMap<number, readonly AskedCompetence[]>): Schedule {
  const spots: Spot[] = [...schedule.spots]
  const known = new Map<string, number>()
  const spotOf = ({ spotIndex }: Shift, skills: readonly AskedSkill[]): number => {
    const key = `${spotIndex} ${JSON.stringify(skills)}`
    const at = known.get(key) ?? spots.length
    known.set(key, at)
    if (at === spots.length) {
      const spot = schedule.spots[spotIndex]!
      spots.push({ ...spot, skills: [...highestOf([...spot.skills, ...skills]).values()] })
    }
    return at
  }
  const shifts = schedule.shifts.map((shift, index) => {
    const asked = requirements.get(index)
    if (asked === undefined) return shift
    const skills = [...highestOf(asked.map(({ skill, minLevel }) => ({ id: skill, minLevel }))).values()].sort((a, b) => compareIds(a.id, b.id))
    // Whoever holds the skill has to be there, whether the shift need be filled or not.
    return { ...shift, spotIndex: spotOf(shift, skills), importance: 'MANDATORY' as const }
  })
  return { ...schedule, spots, shifts }
}

/** A schedule that was changed after competences had become skills, with its shifts at their own spots again. */
export function withOwnSpots(schedule: Schedule, changed: Schedule): Schedule {
  const shifts = changed.shifts.map((shift, index) => {
    const { spotIndex, importance } = schedule.shifts[index]!
    return { ...shift, spotIndex, importance }
  })
  return { ...changed, spots: schedule.spots, shifts }
}

/** The shifts (positions) that somebody works without a skill that a requirement asks for there, where too few of those beside them hold it. */
export function lackingShifts({ schedule, requirements }: SkilledSchedule, roster: Roster): number[] {
  return [...requirements].flatMap(([index, asked]) => {
    const employee = roster[index]!
    const isMet = ({ skill, minLevel, minimumCount, shiftIndexes }: AskedCompetence): boolean => {
      const shift = schedule.shifts[index]!
      const beside = shiftIndexes.filter((other) => schedule.shifts[other]!.start === shift.start && schedule.shifts[other]!.end === shift.end)
      const skilled = beside.filter(
        (other) => roster[other] !== NOBODY && holdsDuring(schedule.employees[roster[other]!]!.skills, skill, schedule.shifts[other]!, minLevel),
      )
      return skilled.length >= minimumCount
    }
    return employee === NOBODY || asked.every(isMet) ? [] : [index]
  })
}
