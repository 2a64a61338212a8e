import { Type } from 'typebox'
import { list, localDate } from '../values.ts'
import { employeeId, employeeName, schedule, scoreChange, ScoreSchema, sentence, shiftId, solutionOf } from './values.ts'

export const DiffParameters = Type.Object({
  schedule,
  before: Type.Optional(solutionOf('What was published; absent = every shift as `schedule.shifts` says.')),
  after: solutionOf('What would be published now.'),
})

const somebody = (description: string) => Type.Union([employeeId, Type.Null()], { description })

export const DiffResult = Type.Object(
  {
    scoreBefore: ScoreSchema,
    scoreAfter: ScoreSchema,
    scoreChange,
    changes: list(
      Type.Object(
        {
          shiftId,
          date: localDate('On which the shift starts.'),
          before: somebody('Who worked it; null = nobody.'),
          after: somebody('Who works it now; null = nobody.'),
          text: sentence('The same in words.'),
        },
        { description: 'A shift that changed hands.' },
      ),
      'In the order of the schedule.',
    ),
    employees: list(
      Type.Object(
        {
          employeeId,
          name: employeeName,
          gained: list(shiftId, 'Shifts that they work now and did not before.'),
          lost: list(shiftId, 'Shifts that they worked before and do not now.'),
          workMinutesChange: Type.Integer({ description: 'Minutes of work, now minus before.' }),
          text: sentence('The same in words; it names nobody else.'),
        },
        { description: 'An employee who is affected, and how.' },
      ),
      'Everybody who is affected, in the order of the schedule.',
    ),
  },
  { description: 'What is different between two rosters of one schedule.' },
)
