import { Type } from 'typebox'
import { DEFAULT_ANSWERS, MAX_ASKED_SHIFTS, RANGES } from '../../limits.ts'
import { costChange, currency } from '../money.ts'
import { dateTime, id, list, localDate, wholeNumber } from '../values.ts'
import { employeeId, employeeName, schedule, scoreChange, ScoreSchema, sentence, settingName, shiftId, solution } from './values.ts'

export const RecommendParameters = Type.Object({
  schedule,
  solution: Type.Optional(solution),
  shiftId: Type.Optional({
    ...shiftId,
    description:
      'The shift that somebody is wanted for, in the place of whoever works it now; of one with `seats` an empty seat, where there is one.',
  }),
  shiftIds: Type.Optional(
    Type.Array(shiftId, {
      minItems: 1,
      maxItems: MAX_ASKED_SHIFTS,
      description:
        'In the place of `shiftId`: shifts that are to be filled together, each in the place of whoever works it now. One with `seats` may be named several times.',
    }),
  ),
  employeeId: Type.Optional({ ...employeeId, description: 'In the place of `shiftId`: the employee for whom open shifts are wanted.' }),
  demandId: Type.Optional(id('In the place of `shiftId`: the demand for which people are wanted at the times at which somebody is missing.')),
  date: Type.Optional(localDate('Of `demandId`: the day that is asked about; absent = all of them.')),
  replaces: Type.Optional({ ...employeeId, description: 'Of a shift with `seats` in `shiftId`: who is to be taken off it.' }),
  limit: Type.Optional(
    wholeNumber(RANGES.candidateLimit, 'How many employees, shifts, chains or assignments are listed at most.', {
      default: DEFAULT_ANSWERS.candidateLimit,
    }),
  ),
  asItStands: Type.Optional(
    Type.Boolean({
      description: 'True: changes are told against the roster as it stands, with whoever works the shift now. False: against the shift empty.',
      default: true,
    }),
  ),
  others: Type.Optional(
    Type.Boolean({
      description: 'True: those are listed too, with the rules, who would break a rule on the first priority more than the roster does already.',
      default: false,
    }),
  ),
})

const outcome = {
  scoreChange,
  costChange,
  settings: list(settingName('A rule.'), 'The rules that would cost more than now, of somebody or of what ties employees.'),
  breaks: list(
    settingName('A rule.'),
    'The rules on the first priority that would be broken more than now; wishes, even shares and cost are none of them.',
  ),
  text: sentence('What it would mean, in one sentence.'),
}

const Candidate = Type.Object({ employeeId, name: employeeName, ...outcome }, { description: 'An employee for the shift.' })

const OpenShift = Type.Object({ shiftId, ...outcome }, { description: 'An open shift for the employee.' })

const ShortTime = Type.Object(
  {
    start: dateTime('Inclusive.'),
    end: dateTime('Exclusive.'),
    missing: Type.Integer({ minimum: 1, description: 'How many are fewer than asked for.' }),
  },
  { description: 'A time at which somebody is missing.' },
)

const Duty = Type.Object(
  {
    employeeId,
    name: employeeName,
    template: id('The template that allows the shift.'),
    spot: id('Of the spot.'),
    start: dateTime('Inclusive.'),
    end: dateTime('Exclusive.'),
    replacesShiftId: Type.Union([shiftId, Type.Null()], {
      description:
        'The shift of the employee that it takes the place of: they come earlier, stay longer, or come at another time; null = it is one more.',
    }),
    missingMinutes: Type.Integer({ minimum: 0, description: 'Minutes of it during which somebody is missing now.' }),
    ...outcome,
  },
  { description: 'A further shift for an employee.' },
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
    ...outcome,
  },
  { description: 'A swap of two or three employees that fills the shift.' },
)

const Assignment = Type.Object(
  {
    employeeIds: list(employeeId, 'All who take a shift.'),
    steps: list(Step, 'Every shift that changes hands, those that were asked about first.'),
    ...outcome,
    leftShiftIds: list(shiftId, 'The shifts that were asked about and that nobody new takes.'),
  },
  { description: 'People for several shifts.' },
)

export const RecommendResult = Type.Object(
  {
    shiftId: Type.Union([shiftId, Type.Null()], { description: 'The shift that was asked about; null = several, an employee, or a demand.' }),
    employeeId: Type.Union([employeeId, Type.Null()], {
      description: 'Who works the shift now, or has the seat that is asked about, or the employee that was asked about; null = nobody.',
    }),
    currency,
    score: { ...ScoreSchema, description: 'What the changes are against: of the roster as it stands, or without `asItStands` with the shift empty.' },
    absentEmployeeIds: list(
      employeeId,
      'Those with an absence, an `UNAVAILABLE` wish or no contract during the shift: they are not ranked; nor is who has a seat of it.',
    ),
    absentShiftIds: list(shiftId, 'The open shifts during which the employee that was asked about is absent: they are not ranked.'),
    employees: list(Candidate, 'With whom no rule on the first priority is broken more than now; the best first.'),
    otherEmployees: list(Candidate, 'With `others`: all other employees who are there, with the rules that each would break; the best first.'),
    chains: list(
      Chain,
      'The best first; only those that are better than the best of `employees`, and break no rule on the first priority more than now.',
    ),
    assignments: list(
      Assignment,
      'For `shiftIds`: those that fill most first, of these the best. No rule on the first priority is broken more than now.',
    ),
    shifts: list(
      OpenShift,
      'For `employeeId`: the shifts that nobody works and that the employee could take without breaking a rule on the first priority more than now; the best first.',
    ),
    otherShifts: list(OpenShift, 'With `others`: the other shifts that nobody works, with the rules that would be broken; the best first.'),
    demandId: Type.Union([id('Of a demand.'), Type.Null()], { description: 'The demand that was asked about; null = none was.' }),
    shortTimes: list(ShortTime, 'For `demandId`: when somebody is missing.'),
    duties: list(
      Duty,
      'For `demandId`: by each employee the further shift with which the roster is best and no rule on the first priority is broken more than now; the best first. Those absent during all such shifts stand in `absentEmployeeIds`.',
    ),
    otherDuties: list(Duty, 'With `others`: the same of everybody else, with the rules that would be broken.'),
    otherCount: Type.Integer({ minimum: 0, description: 'How many employees, or shifts, would break a rule on the first priority, listed or not.' }),
  },
  { description: 'Who could work a shift, or which shift somebody could work.' },
)
