import { Type } from 'typebox'
import { Costs } from '../costs.ts'
import { list } from '../values.ts'
import { CountedRelease, matchLimit, schedule, ScoreSchema, solution } from './values.ts'

export const EvaluateParameters = Type.Object({ schedule, solution: Type.Optional(solution), matchLimit: Type.Optional(matchLimit) })

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const EvaluateResult = Type.Object(
  {
    score: ScoreSchema,
    constraintRelease: list(CountedRelease, 'Every rule that is broken.'),
    assignedShifts: count('Shifts of the horizon that somebody works.'),
    emptyMandatoryShifts: count('Mandatory shifts of the horizon that nobody works.'),
    emptyOptionalShifts: count('Optional shifts of the horizon that nobody works.'),
    costs: Costs,
  },
  { description: 'The score of a roster as it stands.' },
)
