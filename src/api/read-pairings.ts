import { PAIRING_MODES, PAIRING_SCOPES } from '../model/schedule.ts'
import type { Pairing, Schedule } from '../model/schedule.ts'
import type { EmployeeId, Identifier, SkillId, SpotId, TeamId } from '../model/units.ts'
import { choiceOf, integerOf, isGiven, isJsonObject, objectOf, objectsOf, requiredChoice, shapeOf, textOf, textsOf } from './fields.ts'
import type { Place } from './fields.ts'
import { checkTwins, claimId, idOf, idsOf, requiredId } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import { RANGES } from './limits.ts'
import { checkEmployee, checkSpot, checkTag } from './reading.ts'
import type { Reading } from './reading.ts'
import { Pairing as PairingSchema, PairingGroup } from './schemas/requirements.ts'

const PAIRING = shapeOf('a pairing', PairingSchema)
const GROUP = shapeOf('employees of a pairing', PairingGroup)
const NOBODY: Pairing['employees'] = { ids: [] }

/** Reads `pairings`. */
export function readPairings(document: Place, reading: Reading): Pairing[] {
  const seen = new Map<Identifier, number>()
  const pairings = objectsOf(document, 'pairings', PAIRING).map((place, index): Pairing => {
    const id = requiredId(place, 'id')
    claimId(place, id, seen, index)
    const tags = [...new Set(textsOf(place, 'tags'))]
    for (const [at, tag] of tags.entries()) checkTag(reading, `${place.pointer}/tags/${at}`, tag)
    return {
      id,
      name: textOf(place, 'name'),
      employees: readMembers(place, reading),
      mode: requiredChoice(place, 'mode', PAIRING_MODES),
      scope: choiceOf(place, 'scope', PAIRING_SCOPES) ?? 'TIME_OVERLAP',
      spots: [...new Set(idsOf(place, 'spots', (spot, pointer) => checkSpot(reading, pointer, spot)))] as SpotId[],
      tags,
      constraintLevel: choiceOf(place, 'constraintLevel', ['hard', 'soft']) ?? 'hard',
      weight: integerOf(place, 'weight', RANGES.weight) ?? 1,
    }
  })
  checkTwins(reading.issues, 'pairing', seen, (id) => `/pairings/${seen.get(id)}/id`)
  return pairings
}

function readMembers(place: Place, reading: Reading): Pairing['employees'] {
  if (!isGiven(place, 'employees')) return NOBODY
  if (isJsonObject(place.fields['employees'])) return readGroup(objectOf(place, 'employees', GROUP)!)
  const errorsBefore = reading.issues.errorCount
  const ids = [...new Set(idsOf(place, 'employees', (id, pointer) => checkEmployee(reading, pointer, id)))] as EmployeeId[]
  // Of ids that nobody has, one complaint is enough.
  if (ids.length < 2 && reading.issues.errorCount === errorsBefore) {
    const detail = `The pairing names ${ids.length === 0 ? 'no employee' : 'one employee'}.`
    place.issues.error(`${place.pointer}/employees`, 'pairing-too-small', detail, 'Name two employees or more, or a team or a skill.')
  }
  return { ids }
}

function readGroup(place: Place): Pairing['employees'] {
  const team = idOf(place, 'team')
  const skill = idOf(place, 'skill')
  const isGivenHere = (key: string): boolean => (place.fields[key] ?? null) !== null
  if (isGivenHere('team') === isGivenHere('skill')) {
    const detail = isGivenHere('team') ? 'Both a team and a skill are given.' : 'Neither a team nor a skill is given.'
    place.issues.error(place.pointer, 'pairing-employees-unclear', detail, 'Give a list of ids, or either team or skill.')
  }
  return team === null ? { skill: (skill ?? 0) as SkillId } : { team: team as TeamId }
}

/** Warns of pairings of a team or skill that nobody has, or one employee alone, and of those that see no shift. */
export function checkPairings(issues: IssueList, { pairings, employees, shifts, spots, skillNames, teamNames }: Schedule): void {
  if (pairings.length === 0) return
  const holders = { skills: countHolders(employees.map(({ skills }) => skills)), teams: countHolders(employees.map(({ teams }) => teams)) }
  const isWorkedAt = new Set<Identifier>(shifts.map(({ spotIndex }) => spots[spotIndex]?.id ?? 0))
  for (const [index, { employees: named, spots: at }] of pairings.entries()) {
    const pointer = `/pairings/${index}`
    if (at.length > 0 && !at.some((spot) => isWorkedAt.has(spot)))
      issues.warn(
        `${pointer}/spots`,
        'pairing-unused',
        'No shift is at a spot of the pairing, so it changes nothing.',
        'Correct its spots, or leave it out.',
      )
    if ('ids' in named) continue
    const [key, id] = 'team' in named ? (['teams', named.team] as const) : (['skills', named.skill] as const)
    const count = holders[key].get(id) ?? 0
    if (count > 1) continue
    const called = (key === 'teams' ? teamNames.get(id as TeamId) : skillNames.get(id as SkillId)) ?? id
    const whose = key === 'teams' ? `belongs to the team ${called}` : `holds the skill ${called}`
    const hint = 'Add it to employees, or correct the id.'
    if (count === 1) issues.warn(`${pointer}/employees`, 'pairing-unused', `Only one employee ${whose}, so the pairing changes nothing.`, hint)
    else if (key === 'teams') issues.warn(`${pointer}/employees/team`, 'team-empty', `No employee ${whose} that the pairing is about.`, hint)
    else issues.warn(`${pointer}/employees/skill`, 'skill-unheld', `No employee ${whose} that the pairing is about.`, hint)
  }
}

function countHolders(lists: readonly (readonly { readonly id: Identifier }[])[]): Map<Identifier, number> {
  const counts = new Map<Identifier, number>()
  for (const held of lists) for (const id of new Set(held.map((entry) => entry.id))) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
