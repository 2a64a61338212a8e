import { Type } from 'typebox'
import { RANGES } from '../limits.ts'
import { id, list, wholeNumber } from './values.ts'

/** A skill that a spot or a shift asks for, where it says how well it must be mastered. */
export const AskedSkill = Type.Object(
  {
    id: id('Of the skill.'),
    minLevel: Type.Optional(
      wholeNumber(RANGES.level, 'The least level that will do; whoever has a lower one counts as without the skill.', { default: 1 }),
    ),
  },
  { description: 'A skill that is asked for at a level: in the place of its id.' },
)

/** A list of skills that are asked for, each by its id or at a level. */
export const askedSkills = (description: string) => Type.Optional(list(Type.Union([id('Of a skill.'), AskedSkill]), description))
