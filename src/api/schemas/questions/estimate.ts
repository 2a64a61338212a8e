import { Type } from 'typebox'
import { choice, dateTime, id, list, localDate } from '../values.ts'
import { employeeId, schedule, ScoreSchema, sentence, settingName, shiftId } from './values.ts'

export const EstimateParameters = Type.Object({ schedule })

const count = (description: string) => Type.Integer({ minimum: 0, description })
const nullable = <const Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const Bottleneck = Type.Object(
  {
    of: choice(['seats', 'competence'], 'What there are too few for: mandatory shifts, or a coverage requirement.'),
    date: localDate('The day.'),
    startsAt: dateTime('When it begins.'),
    endsAt: dateTime('When it ends.'),
    skills: list(id('Of a skill.'), 'The skills that the shifts, or the requirement, ask for.'),
    seats: count('Mandatory shifts of which nobody can work two; or how many must be there with the competence.'),
    available: count('Employees who may work any of them and are there; or hold the competence and can be there.'),
    missing: count('So many of these shifts stay empty, or break a hard rule, in every roster; or so many holders are missing.'),
    shiftIds: list(shiftId, 'These shifts.'),
    employeeIds: list(employeeId, 'These employees.'),
    text: sentence('The same in words.'),
  },
  { description: 'A time at which there are too few employees.' },
)

export const EstimateResult = Type.Object(
  {
    size: Type.Object(
      {
        employees: count('Employees.'),
        shifts: count('Shifts, historic ones included.'),
        openShifts: count('Shifts that can be planned.'),
        days: count('Days of the horizon.'),
        workMinutes: count('Minutes of work in the shifts that can be planned.'),
        candidatesPerShift: Type.Number({
          description: 'Employees who may work a shift and are there, on average over the shifts that can be planned.',
        }),
      },
      { description: 'How much there is to plan.' },
    ),
    hardest: nullable(
      Type.Object(
        { setting: settingName('The rule.'), text: sentence('Why it is the hardest.') },
        { description: 'A rule, and why it is the hardest.' },
      ),
      'The rule that leaves least room; null when none does.',
    ),
    bottlenecks: list(Bottleneck, 'Times at which there are too few employees: for seats first, the worst of them in front.'),
    missingSeats: count('Mandatory shifts that stay empty, or break a hard rule, for that reason alone.'),
    leastScore: { ...ScoreSchema, description: 'No roster can be better; from the counts above alone.' },
    expectedSeconds: Type.Number({ description: 'About how long a search takes until it hardly gets better, in seconds on one core.' }),
    text: sentence('The same in words.'),
  },
  { description: 'What to expect of a schedule before it is solved.' },
)
