import type { Ask } from '../../model/asked-skills.ts'
import type { Held } from '../../model/schedule.ts'
import { compareIds } from '../../model/units.ts'
import type { Identifier } from '../../model/units.ts'
import type { RosterModel } from './roster-model.ts'
import { employeeName, spotName } from './roster-model.ts'

/** Which part of the roster is shown; null and '' = all of it. In the query of the address. */
export interface Filters {
  /** Id of a team, of a skill, as an address has it: no schedule has both 7 and "7". */
  readonly team: string | null
  readonly skill: string | null
  readonly tag: string | null
  /** Part of the name or the whole id of an employee; of a spot in rows of spots. */
  readonly name: string
}

export const NO_FILTERS: Filters = { team: null, skill: null, tag: null, name: '' }

/** The filters that an address names. */
export function readFilters(query: URLSearchParams): Filters {
  return { team: query.get('team') || null, skill: query.get('skill') || null, tag: query.get('tag') || null, name: query.get('name') ?? '' }
}

/** Whether a filter is set at all. */
export function isFiltered({ team, skill, tag, name }: Filters): boolean {
  return team !== null || skill !== null || tag !== null || name.trim() !== ''
}

/** What can be chosen: every team, skill and tag of the schedule, in order. */
export function choicesOf({ schedule }: RosterModel): {
  readonly teams: readonly Identifier[]
  readonly skills: readonly Identifier[]
  readonly tags: readonly string[]
} {
  const held = (of: 'teams' | 'skills'): readonly Identifier[] => {
    const asked: readonly Identifier[] =
      of === 'teams' ? schedule.spots.flatMap(({ teams }) => teams) : [...schedule.spots, ...schedule.shifts].flatMap(skillsNamed)
    const ids: readonly Identifier[] = [...schedule.employees.flatMap((employee) => employee[of].map(({ id }) => id)), ...asked]
    return [...new Set(ids)].sort(compareIds)
  }
  const used = new Set(schedule.shifts.flatMap(({ tags }) => tags))
  const declared = schedule.shiftTags.map(({ tag }) => tag).filter((tag) => used.has(tag))
  return { teams: held('teams'), skills: held('skills'), tags: [...new Set([...declared, ...used])] }
}

/** Every skill that a spot or a shift asks for or prefers. */
function skillsNamed({ skills, anySkills = [], preferredSkills = [] }: Pick<Ask, 'skills'> & Partial<Ask>): readonly Identifier[] {
  return [...skills, ...anySkills, ...preferredSkills].map(({ id }) => id)
}

/** Whether the row of an employee is shown. */
export function isEmployeeShown(model: RosterModel, employee: number, { team, skill, name }: Filters): boolean {
  const { id, teams, skills } = model.schedule.employees[employee]!
  return holds(teams, team) && holds(skills, skill) && isNamed(employeeName(model, employee), id, name)
}

/** Whether the row of a spot, with these of its shifts, is shown. A spot without teams is open to every team. */
export function isSpotShown(
  model: RosterModel,
  { spot, shifts }: { readonly spot: number; readonly shifts: readonly number[] },
  { team, skill, name }: Filters,
): boolean {
  const { id, teams, skills } = model.schedule.spots[spot]!
  const isOfTeam = team === null || teams.length === 0 || teams.some((each) => String(each) === team)
  const asks = (of: Parameters<typeof skillsNamed>[0]): boolean => skillsNamed(of).some((each) => String(each) === skill)
  const isOfSkill = skill === null || asks({ skills }) || shifts.some((shift) => asks(model.schedule.shifts[shift]!))
  return isOfTeam && isOfSkill && isNamed(spotName(model, spot), id, name)
}

/** Whether a shift is shown. */
export function isShiftShown({ schedule }: RosterModel, shift: number, { tag }: Filters): boolean {
  return tag === null || schedule.shifts[shift]!.tags.includes(tag)
}

function holds(held: readonly Held<Identifier>[], id: string | null): boolean {
  return id === null || held.some((each) => String(each.id) === id)
}

function isNamed(name: string, id: Identifier, asked: string): boolean {
  const wanted = asked.trim().toLowerCase()
  return wanted === '' || name.toLowerCase().includes(wanted) || String(id) === wanted
}
