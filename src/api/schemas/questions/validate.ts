import { Type } from 'typebox'
import { IssueSchema } from '../answers.ts'
import { list } from '../values.ts'
import { schedule } from './values.ts'

export const ValidateParameters = Type.Object({
  schedule,
  strict: Type.Optional(Type.Boolean({ description: 'Unknown fields and settings are errors instead of warnings.', default: false })),
})

export const ValidateResult = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether the schedule would be accepted.' }),
    errors: list(IssueSchema, 'Everything for which it would be refused, at most 100.'),
    warnings: list(IssueSchema, 'What is doubtful in it, at most 100.'),
  },
  { description: 'What is wrong with a schedule. Pointers lead into the schedule itself.' },
)
