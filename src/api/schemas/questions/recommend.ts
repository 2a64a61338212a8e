import { Type } from 'typebox'
import { DEFAULT_ANSWERS, RANGES } from '../../limits.ts'
import { list, wholeNumber } from '../values.ts'
import { employeeId, employeeName, schedule, scoreChange, ScoreSchema, sentence, settingName, shiftId, solution } from './values.ts'

export const RecommendParameters = Type.Object({
  schedule,
  solution: Type.Optional(solution),
  shiftId: {
    ...shiftId,
    description: 'The shift that somebody is wanted for. Who works it now is taken off it; of a shift with `seats` nobody, where one is empty.',
  },
  replaces: Type.Optional({ ...employeeId, description: 'Of a shift with `seats`: who is to be taken off it.' }),
  limit: Type.Optional(
    wholeNumber(RANGES.candidateLimit, 'How many employees, and how many chains, are listed at most.', { default: DEFAULT_ANSWERS.candidateLimit }),
  ),
  asItStands: Type.Optional(
    Type.Boolean({
      description: 'True: changes are told against the roster as it stands, with whoever works the shift now. False: against the shift empty.',
      default: false,
    }),
  ),
})

const Candidate = Type.Object(
  {
    employeeId,
    name: employeeName,
    scoreChange,
    settings: list(settingName('A rule.'), 'The rules that would cost more than now.'),
    text: sentence('What it would mean, in one sentence.'),
  },
  { description: 'An employee for the shift.' },
)

const Step = Type.Object(
  {
    shiftId,
    from: Type.Union([employeeId, Type.Null()], { description: 'Who works it now; null = nobody.' }),
    to: Type.Union([employeeId, Type.Null()], { description: 'Who would work it; null = nobody.' }),
  },
  { description: 'A shift that changes hands.' },
)

const Chain = Type.Object(
  {
    employeeIds: list(employeeId, 'Two or three, the first of them for the shift.'),
    steps: list(Step, 'Every shift that changes hands, the one that was asked about first.'),
    scoreChange,
    settings: list(settingName('A rule.'), 'The rules that would cost more than now.'),
    text: sentence('The same in words.'),
  },
  { description: 'A swap of two or three employees that fills the shift.' },
)

export const RecommendResult = Type.Object(
  {
    shiftId,
    employeeId: Type.Union([employeeId, Type.Null()], { description: 'Who works it now, or has the seat that is asked about; null = nobody.' }),
    score: { ...ScoreSchema, description: 'What the changes are against: of the roster as it stands with `asItStands`, else with the shift empty.' },
    absentEmployeeIds: list(employeeId, 'Those with an `UNAVAILABLE` wish for the shift: they are not ranked; nor is who has a seat of it.'),
    employees: list(Candidate, 'The best first.'),
    chains: list(Chain, 'The best first; only those that are better than the best single employee.'),
  },
  { description: 'Who could work a shift.' },
)
