import { Type } from 'typebox'
import { AffectedEmployee, Alternative, ShiftChange } from '../changes.ts'
import { DEFAULT_ANSWERS, RANGES } from '../../limits.ts'
import { ReplanRequest } from '../replan.ts'
import { costChange, currency } from '../money.ts'
import { list, wholeNumber } from '../values.ts'
import { schedule, ScoreSchema, sentence, shiftId, solution } from './values.ts'

const { freezeUntil, leaveEmpty, keep, alternatives, noticeFrom } = ReplanRequest.properties

export const ReplanPreviewParameters = Type.Object({
  schedule,
  solution: Type.Optional(solution),
  events: list(
    Type.Object({}, { additionalProperties: true, description: 'One of absent, present, addShift, cancelShift and changeShift.' }),
    'What happened, in order, as `POST …/replan` takes it, such as `{"absent": {"employeeId": 2, "start": "2026-03-02", "end": "2026-03-03"}}`.',
  ),
  freezeUntil,
  leaveEmpty,
  keep,
  alternatives,
  noticeFrom,
  maxSeconds: Type.Optional(wholeNumber(RANGES.previewSeconds, 'How long is searched, in seconds.', { default: DEFAULT_ANSWERS.previewSeconds })),
})

export const ReplanPreviewResult = Type.Object(
  {
    score: { ...ScoreSchema, description: 'Of the roster that was found, for the schedule that the events make.' },
    currency,
    costChange,
    changes: list(ShiftChange, 'The shifts that would change hands; those of whoever is absent among them.'),
    affectedEmployees: list(AffectedEmployee, 'Who is affected by these changes, and how.'),
    alternatives: Type.Optional(list(Alternative, 'As many rosters as were asked for, as a solution lists them.')),
    emptyShiftIds: list(shiftId, 'The mandatory shifts that nobody would work.'),
    text: sentence('The same in one sentence.'),
  },
  { description: 'What a replan would change.' },
)
