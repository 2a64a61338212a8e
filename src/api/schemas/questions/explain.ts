import { Type } from 'typebox'
import { DemandCoverage, OpenAtEnd, Unassigned } from '../answers.ts'
import { Costs } from '../costs.ts'
import { choice, id, list } from '../values.ts'
import { WISH_TYPES } from '../../../model/schedule.ts'
import { CountedRelease, employeeId, employeeName, matchLimit, schedule, ScoreSchema, sentence, settingName, shiftId, solution } from './values.ts'

export const ExplainParameters = Type.Object({
  schedule,
  solution: Type.Optional(solution),
  employeeId: Type.Optional({ ...employeeId, description: 'Only what may be shown to this employee: their own part, which names nobody else.' }),
  matchLimit: Type.Optional(matchLimit),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const WishAnswer = Type.Object(
  {
    type: choice(WISH_TYPES, 'What was asked for.'),
    granted: Type.Boolean({ description: 'Whether it was.' }),
    shiftIds: list(shiftId, 'The employee’s shifts that meet the wish to work, or stand against the wish to be free.'),
    text: sentence('What became of it, in one sentence.'),
  },
  { description: 'A wish of the employee, and what became of it.' },
)

const WorkedShift = Type.Object(
  {
    shiftId,
    date: Type.String({ description: 'Local date on which it starts.' }),
    text: sentence('Its name, with when it is.'),
  },
  { description: 'A shift that the employee works.' },
)

const minutes = (description: string) => Type.Union([Type.Integer({ description: 'Minutes.' }), Type.Null()], { description })

const Hours = Type.Object(
  {
    per: choice(['week', 'month'], 'Over what is counted.'),
    date: Type.String({ description: 'Its first day; local date.' }),
    worked: count('Minutes of work, history included.'),
    credited: count('Minutes that absences are credited with; they count towards both limits.'),
    least: minutes('The least that the contract asks for, cut to the days that are known; null = none.'),
    most: minutes('The most that it allows; null = none.'),
    text: sentence('All of it in one sentence.'),
  },
  { description: 'The hours of a week or a month beside the contract.' },
)

const Share = Type.Object(
  {
    of: choice(['shifts', 'nights', 'weekendShifts'], 'What is shared.'),
    load: Type.Number({ description: 'What the employee has of them, with what they worked before.' }),
    least: Type.Number({ description: 'The smallest fair share, by contract and by what the employee may work.' }),
    most: Type.Number({ description: 'The largest fair share.' }),
    text: sentence('Both in one sentence.'),
  },
  { description: 'A load beside the fair share.' },
)

const FairAccount = Type.Object(
  {
    id: id('Of the entry in `fairness`.'),
    load: Type.Number({ description: 'What the employee has of it.' }),
    share: Type.Number({ description: 'What is a fair share of it, rounded to hundredths.' }),
    carry: Type.Number({ description: 'How much more than the share they have had by now; the next schedule takes it as it is.' }),
    text: sentence('All of it in one sentence.'),
  },
  { description: 'What the employee has of what a fairness rule shares.' },
)

const Remark = Type.Object(
  {
    setting: settingName('The rule that costs.'),
    priority: Type.Integer({ minimum: 1, maximum: 4, description: '1 = first.' }),
    penalty: Type.Number({ description: 'What it adds to the score on this priority.' }),
    date: Type.Optional(Type.String({ description: 'Local date of where it happens; absent when the whole horizon is meant.' })),
    shiftIds: list(shiftId, 'The employee’s shifts that are concerned.'),
    text: sentence('What is broken, in one sentence.'),
  },
  { description: 'One place where a rule costs that concerns the employee.' },
)

export const EmployeeAccount = Type.Object(
  {
    employeeId,
    name: employeeName,
    shifts: count('Shifts of the horizon.'),
    workMinutes: count('Minutes of work in the horizon, without breaks.'),
    nights: count('Night shifts of the horizon.'),
    lates: count('Late shifts of the horizon.'),
    weekends: count('Weekends of the horizon that are worked.'),
    worked: list(WorkedShift, 'These shifts, in order of time.'),
    hours: list(Hours, 'Every week and month of whose hours the contract says something.'),
    wishes: list(WishAnswer, 'Every wish, in the order of the schedule.'),
    shares: list(Share, 'Loads beside the fair shares.'),
    fairness: list(FairAccount, 'What they have of what `fairness` shares, by rule.'),
    remarks: list(Remark, 'Every place where a rule about the employee is broken, the most important first.'),
    summary: list(sentence('A sentence.'), 'The same in short, safe to show to the employee: it names nobody else.'),
  },
  { description: 'What one employee works, and why.' },
)

export const ExplainedShift = Type.Object(
  {
    ...Unassigned.properties,
    name: Type.Union([Type.String(), Type.Null()], { description: 'As the schedule names the shift; null = not at all.' }),
    date: Type.String({ description: 'Local date on which it starts.' }),
  },
  { description: 'An empty shift, and why nobody is on it.' },
)

export const ExplainResult = Type.Object(
  {
    score: ScoreSchema,
    constraintRelease: list(CountedRelease, 'Every rule that is broken; empty when one employee is asked for.'),
    kept: Type.Object(
      {
        settings: list(settingName('A rule.'), 'The rules that have a weight and are broken nowhere.'),
        wishesGranted: count('Wishes that were granted.'),
        wishesRefused: count('Wishes that were not.'),
      },
      { description: 'What the roster keeps.' },
    ),
    employees: list(EmployeeAccount, 'Every employee, or the one who was asked for.'),
    unassigned: list(ExplainedShift, 'Every empty shift; left out when one employee is asked for.'),
    coverage: list(
      DemandCoverage,
      'How many are at work for each of `demands`, and why somebody is missing; empty without demands, and when one employee is asked for.',
    ),
    openAtEnd: list(
      OpenAtEnd,
      'What the next schedule has to leave free: rests that the time after the last day completes; of the one employee who was asked for.',
    ),
    costs: {
      ...Costs,
      description:
        'What the roster costs, with everybody’s payslip; when one employee is asked for what they are paid alone, without `bySpot`. Where the schedule says nothing of money only `paidMinutes`.',
    },
  },
  { description: 'Why a roster is as it is.' },
)
