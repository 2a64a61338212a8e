import { askKey } from '../model/asked-skills.ts'
import type { AskedSkill, Employee, Schedule } from '../model/schedule.ts'
import type { SkillId } from '../model/units.ts'
import { integerOf, isJsonObject, listOf, openObject, shapeOf } from './fields.ts'
import type { Place } from './fields.ts'
import { readId, requiredId } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import { RANGES } from './limits.ts'
import { AskedSkill as AskedSkillSchema } from './schemas/skill.ts'

const ASKED = shapeOf('a skill that is asked for', AskedSkillSchema)
const NOTHING: readonly never[] = []
/** Of whoever has a skill of which no level is said, and of what asks for none. */
export const LOWEST_LEVEL = 1

/** The skills that a list of a spot or a shift asks for: each an id, or an object with an id and a least level. Entries that are neither are reported and left out. */
export function askedSkillsOf(place: Place, key: string): readonly AskedSkill[] {
  const list = listOf(place, key)
  if (list.length === 0) return NOTHING
  const asked: AskedSkill[] = []
  for (let i = 0; i < list.length; i += 1) {
    const skill = askedSkillFrom(place, `${place.pointer}/${key}/${i}`, { name: `each of ${key}`, value: list[i] })
    if (skill !== null) asked.push(skill)
  }
  return asked
}

function askedSkillFrom({ issues }: Place, pointer: string, { name, value }: { readonly name: string; readonly value: unknown }): AskedSkill | null {
  if (isJsonObject(value)) {
    const opened = openObject(issues, pointer, value, ASKED)
    return opened === null ? null : { id: requiredId(opened, 'id') as SkillId, minLevel: integerOf(opened, 'minLevel', RANGES.level) ?? LOWEST_LEVEL }
  }
  const id = readId(issues, pointer, name, value)
  return id === null ? null : { id: id as SkillId, minLevel: LOWEST_LEVEL }
}

/** Gives lists that say the same as one: of a thousand shifts that ask for one skill, what is found out for the first holds for all. */
export class SharedLists {
  readonly #known = new Map<string, readonly AskedSkill[]>()

  of(asked: readonly AskedSkill[]): readonly AskedSkill[] {
    if (asked.length === 0) return NOTHING
    const key = JSON.stringify(asked.map(({ id, minLevel }) => [id, minLevel]))
    const known = this.#known.get(key) ?? asked
    this.#known.set(key, known)
    return known
  }
}

export const UNHELD_HINT = 'Add it to an employee, or correct the id.'
const TOO_HIGH_HINT = 'Give an employee such a level, or ask for a lower one.'

/** Says of skills that are asked for whether any employee will do. */
export class HeldLevels {
  readonly #highest = new Map<SkillId, number>()
  readonly #names: Schedule['skillNames']

  constructor(employees: readonly Employee[], names: Schedule['skillNames']) {
    this.#names = names
    for (const { skills } of employees) for (const { id, level } of skills) this.#highest.set(id, Math.max(level, this.#highest.get(id) ?? 0))
  }

  has({ id, minLevel }: AskedSkill): boolean {
    return (this.#highest.get(id) ?? 0) >= minLevel
  }

  /** Warns of a skill that no employee has at its level; `asker`: such as `the spot Ward asks for`. */
  warn(issues: IssueList, pointer: string, skill: AskedSkill, asker: string): void {
    const name = this.#names.get(skill.id) ?? skill.id
    const isHeld = this.#highest.has(skill.id)
    const detail = `No employee holds the skill ${name}${isHeld ? ` at level ${skill.minLevel} or higher` : ''} that ${asker}.`
    issues.warn(pointer, 'skill-unheld', detail, isHeld ? TOO_HIGH_HINT : UNHELD_HINT)
  }
}

/** Warns of skills that shifts ask for and nobody holds at such a level; of shifts that ask for the same only with the first. */
export function checkShiftSkills(issues: IssueList, { shifts, employees, skillNames }: Schedule): void {
  const levels = new HeldLevels(employees, skillNames)
  const known = new Set<string>()
  for (const [index, shift] of shifts.entries()) {
    const key = shift.historic ? '' : askKey(shift)
    if (key === '' || known.has(key)) continue
    known.add(key)
    const called = shift.name ?? shift.id
    for (const list of ['skills', 'preferredSkills'] as const) {
      for (const [at, skill] of shift[list].entries()) {
        if (levels.has(skill)) continue
        levels.warn(issues, `/shifts/${index}/${list}/${at}`, skill, `the shift ${called} ${list === 'skills' ? 'asks for' : 'prefers'}`)
      }
    }
    if (shift.anySkills.length === 0 || shift.anySkills.some((skill) => levels.has(skill))) continue
    const detail = `No employee holds any of the skills of which the shift ${called} asks for one.`
    issues.warn(`/shifts/${index}/anySkills`, 'skill-unheld', detail, UNHELD_HINT)
  }
}
