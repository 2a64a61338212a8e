import type { Schedule } from '../model/schedule.ts'
import type { Identifier } from '../model/units.ts'
import { checkTwins } from './identifiers.ts'
import type { IssueList } from './issues.ts'

/** Refuses skills of which one is named 7 and another "7", and teams likewise: they have no list that has to name them all. */
export function checkHeldIds(issues: IssueList, schedule: Schedule): void {
  const requirements = schedule.coverageCompetencyRequirements.map(({ skill }) => skill)
  for (const key of ['skills', 'teams'] as const) {
    const names = key === 'skills' ? schedule.skillNames : schedule.teamNames
    const first = new Map<Identifier, string>()
    const note = (id: Identifier, pointerOf: () => string): void => {
      if (!first.has(id)) first.set(id, pointerOf())
    }
    for (const [e, employee] of schedule.employees.entries())
      for (const [at, { id }] of employee[key].entries()) note(id, () => `/employees/${e}/${key}/${at}/id`)
    for (const [s, spot] of schedule.spots.entries())
      for (const [at, asked] of spot[key].entries()) note(typeof asked === 'object' ? asked.id : asked, () => `/spots/${s}/${key}/${at}`)
    if (key === 'skills') noteShifts(schedule, note)
    for (const [at, { employees }] of schedule.pairings.entries()) {
      if (key === 'skills' && 'skill' in employees) note(employees.skill, () => `/pairings/${at}/employees/skill`)
      if (key === 'teams' && 'team' in employees) note(employees.team, () => `/pairings/${at}/employees/team`)
    }
    noteWho(schedule, key, note)
    if (key === 'skills') for (const [at, id] of requirements.entries()) note(id, () => `/coverageCompetencyRequirements/${at}/skill`)
    for (const [at, id] of [...names.keys()].entries()) note(id, () => `/${key}/${at}/id`)
    checkTwins(issues, key === 'skills' ? 'skill' : 'team', first, (id) => first.get(id)!)
  }
}

function noteShifts({ shifts }: Schedule, note: (id: Identifier, pointerOf: () => string) => void): void {
  for (const [s, shift] of shifts.entries()) {
    for (const list of ['skills', 'anySkills', 'preferredSkills'] as const)
      for (const [at, { id }] of shift[list].entries()) note(id, () => `/shifts/${s}/${list}/${at}`)
  }
}

function noteWho({ coverageRequirements }: Schedule, key: 'skills' | 'teams', note: (id: Identifier, pointerOf: () => string) => void): void {
  for (const [at, { who, ratioOf }] of coverageRequirements.entries()) {
    for (const [named, path] of [[who, 'who'] as const, [ratioOf?.who, 'ratioOf/who'] as const]) {
      const id = key === 'skills' ? named?.skill?.id : named?.team
      if (id !== undefined && id !== null) note(id, () => `/coverageRequirements/${at}/${path}/${key === 'skills' ? 'skill' : 'team'}`)
    }
  }
}
