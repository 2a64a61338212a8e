import type { AskedSkill, Employee, Schedule } from '../../model/schedule.ts'
import { compareIds } from '../../model/units.ts'
import type { Change } from './changes.ts'
import type { Conflict } from './conflicts.ts'

/** A skill is easier to come by than a person. */
const SKILL_COST = 80
/** So many employees are tried, at most. */
const MAX_LEARNERS = 12

/** Those who lack skills that shifts ask for (`asked`), with these skills: who lacks fewest first. */
export function addSkills(schedule: Schedule, conflict: Conflict, asked: readonly AskedSkill[]): Change[] {
  const learners = schedule.employees.flatMap((employee, position) => {
    const lacking = asked.filter((skill) => !hasAlways(employee, skill))
    return lacking.length === 0 ? [] : [{ position, employee, lacking }]
  })
  const nearest = [...learners].sort((a, b) => a.lacking.length - b.lacking.length || a.position - b.position).slice(0, MAX_LEARNERS)
  return nearest.map(({ position, employee, lacking }) => {
    const ids = new Set(lacking.map(({ id }) => id))
    const learned = lacking.map(({ id, minLevel }) => ({ id, level: minLevel, start: null, end: null }))
    const skills = [...employee.skills.filter(({ id }) => !ids.has(id)), ...learned].sort((a, b) => compareIds(a.id, b.id))
    return {
      kind: 'add-skill',
      shifts: conflict.shifts,
      employees: [position],
      setting: null,
      amount: lacking.length,
      isMinutes: false,
      cost: lacking.length * SKILL_COST,
      skills: lacking,
      schedule: { ...schedule, employees: schedule.employees.with(position, { ...employee, skills }) },
    }
  })
}

function hasAlways({ skills }: Employee, { id, minLevel }: AskedSkill): boolean {
  return skills.some((held) => held.id === id && held.start === null && held.end === null && held.level >= minLevel)
}
