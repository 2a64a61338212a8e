import type { AskedSkill, Shift } from './schedule.ts'
import { compareIds, type SkillId } from './units.ts'

/** What a shift says of skills. */
export type Ask = Pick<Shift, 'skills' | 'anySkills' | 'preferredSkills'>

/** Equal for shifts that ask for the same skills beside those of their spots, in whatever order; '' = for none. */
export function askKey({ skills, anySkills, preferredSkills }: Ask): string {
  if (skills.length + anySkills.length + preferredSkills.length === 0) return ''
  return JSON.stringify([skills, anySkills, preferredSkills].map(sortedPairs))
}

/** Pairs of an id and a level. Of JSON, `7` and `"7"` stay apart. */
function sortedPairs(asked: readonly AskedSkill[]): (readonly [SkillId, number])[] {
  return asked.map(({ id, minLevel }) => [id, minLevel] as const).sort((a, b) => compareIds(a[0], b[0]) || a[1] - b[1])
}

/** By list: the skills that it names. */
const HIGHEST = new WeakMap<readonly AskedSkill[], ReadonlyMap<SkillId, AskedSkill>>()

/** The skills that a list names, by id, each once at its highest level. */
export function highestOf(asked: readonly AskedSkill[]): ReadonlyMap<SkillId, AskedSkill> {
  const known = HIGHEST.get(asked)
  if (known !== undefined) return known
  const highest = new Map<SkillId, AskedSkill>()
  for (const skill of asked) if (skill.minLevel > (highest.get(skill.id)?.minLevel ?? 0)) highest.set(skill.id, skill)
  HIGHEST.set(asked, highest)
  return highest
}
