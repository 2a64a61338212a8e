import { Type } from 'typebox'
import { ShiftBreak } from './breaks.ts'
import { id, list, localDate, nullable, ScoreSchema } from './values.ts'

const somebody = (description: string) => nullable(id('Of an employee.'), description)

export const ShiftChange = Type.Object(
  {
    shiftId: id('The shift.'),
    date: localDate('On which it starts.'),
    before: somebody('Who worked it; null = nobody.'),
    after: somebody('Who works it now; null = nobody.'),
    noticeMinutes: Type.Optional(
      Type.Integer({
        description:
          'Minutes from `noticeFrom` of the schedule to the start of the shift, below 0 of one that had begun; absent where the schedule does not say.',
      }),
    ),
    text: Type.String({ description: 'The same in words.' }),
  },
  { description: 'A shift that changed hands.' },
)

export const AffectedEmployee = Type.Object(
  {
    employeeId: id('Of the employee.'),
    name: nullable(Type.String(), 'As the schedule names the employee; null = not at all.'),
    gained: list(id('Of a shift.'), 'Shifts that they work now and did not before.'),
    lost: list(id('Of a shift.'), 'Shifts that they worked before and do not now.'),
    workMinutesChange: Type.Integer({ description: 'Minutes of work, now minus before.' }),
    costChange: Type.Optional(
      Type.Integer({ description: 'What they are paid, now minus before, in minor units; absent where the schedule says nothing of money.' }),
    ),
    noticeMinutes: Type.Optional(Type.Integer({ description: 'The least notice of all of their changes; absent where the schedule does not say.' })),
    text: Type.String({ description: 'The same in words; it names nobody else.' }),
  },
  { description: 'An employee who is affected, and how.' },
)

/** A shift as a solution has it. */
export const SolvedShift = Type.Object(
  {
    id: id('Of the shift. Of one that was made of a template a text: the id of the template, the local start, and a number.'),
    template: Type.Optional(id('Of a shift that was made: the template.')),
    employee: Type.Optional(nullable(id('Of an employee.'), 'Who works it; null = nobody. Always there, but of a shift with `seats`.')),
    employees: Type.Optional(list(id('Of an employee.'), 'Of a shift with `seats`: who works it, those first who came with it.')),
    breaks: Type.Optional(
      list(ShiftBreak, 'Where the breaks of those lie who work it, by employee and time; absent where it has none, or nobody works it.'),
    ),
  },
  {
    additionalProperties: true,
    description:
      'The shift as submitted, with `employee` filled in, or `employees` where it has `seats`; or one that was made of a template, with `spot`, `start`, `end` and `employee`.',
  },
)

export const Alternative = Type.Object(
  {
    score: { ...ScoreSchema, description: 'Of this roster, by the checker.' },
    changes: list(ShiftChange, 'As `changes` of the solution, of this roster.'),
    affectedEmployees: list(AffectedEmployee, 'As `affectedEmployees` of the solution, of this roster.'),
    shifts: list(
      SolvedShift,
      'The shifts that are otherwise than in `shifts` of the solution, whole; all others are as there. Empty: this is the solution.',
    ),
    text: Type.String({ description: 'What it comes to for people, in one sentence.' }),
  },
  { description: 'One of several rosters to choose from.' },
)
