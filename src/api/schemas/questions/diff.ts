import { Type } from 'typebox'
import { AffectedEmployee, ShiftChange } from '../changes.ts'
import { amount, costChange, currency } from '../money.ts'
import { list } from '../values.ts'
import { schedule, scoreChange, ScoreSchema, solutionOf } from './values.ts'

export const DiffParameters = Type.Object({
  schedule,
  before: Type.Optional(solutionOf('What was published; absent = every shift as `schedule.shifts` says.')),
  after: solutionOf('What would be published now.'),
})

export const DiffResult = Type.Object(
  {
    scoreBefore: ScoreSchema,
    scoreAfter: ScoreSchema,
    scoreChange,
    currency,
    costBefore: amount('What the roster before costs.'),
    costAfter: amount('What the roster after costs.'),
    costChange,
    changes: list(ShiftChange, 'In the order of the schedule.'),
    employees: list(AffectedEmployee, 'Everybody who is affected, in the order of the schedule.'),
  },
  { description: 'What is different between two rosters of one schedule.' },
)
