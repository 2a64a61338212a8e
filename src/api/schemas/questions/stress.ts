import { Type } from 'typebox'
import { DEFAULT_ANSWERS, RANGES } from '../../limits.ts'
import { choice, id, list, localDate, wholeNumber } from '../values.ts'
import { employeeId, employeeName, schedule, ScoreSchema, sentence, shiftId, solution } from './values.ts'

export const MISSING_FOR = ['DAY', 'WEEK'] as const

export const StressParameters = Type.Object({
  schedule,
  solution: Type.Optional(solution),
  missing: Type.Optional(
    choice(MISSING_FOR, 'How long everybody is missing in turn: each day, or each week of the calendar, of the horizon.', { default: 'DAY' }),
  ),
  limit: Type.Optional(
    wholeNumber(RANGES.stressLimit, 'How many cases, employees, days and skills are listed at most.', { default: DEFAULT_ANSWERS.stressLimit }),
  ),
  maxSeconds: Type.Optional(wholeNumber(RANGES.stressSeconds, 'How long cases are tried, in seconds.', { default: DEFAULT_ANSWERS.stressSeconds })),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })
const unrepairedShiftCount = count('How many shifts stay empty, in all such cases together.')

const Case = Type.Object(
  {
    employeeId,
    name: employeeName,
    start: localDate('The first day.'),
    end: localDate('The last day, inclusive.'),
    shiftIds: list(shiftId, 'The mandatory shifts of that time.'),
    unrepairedShiftIds: list(shiftId, 'Those that nobody can take.'),
    text: sentence('The same in words.'),
  },
  { description: 'Somebody who is missing, and whose shifts others cannot all take.' },
)

const EmployeeStress = Type.Object(
  {
    employeeId,
    name: employeeName,
    caseCount: count('In how many cases that were tried the employee is missing.'),
    unrepairedCount: count('In how many of them a shift stays empty.'),
    unrepairedShiftCount,
    text: sentence('The same in words.'),
  },
  { description: 'Somebody whom others cannot always stand in for.' },
)

const DayStress = Type.Object(
  { date: localDate('On which the shifts start.'), unrepairedShiftCount },
  { description: 'A day on which somebody is missed.' },
)
const SkillStress = Type.Object({ skillId: id('Of the skill.'), unrepairedShiftCount }, { description: 'A skill that is missed.' })

export const StressResult = Type.Object(
  {
    score: { ...ScoreSchema, description: 'Of the roster with everybody there.' },
    caseCount: count('How often an employee is missing in a time in which they work a mandatory shift.'),
    triedCount: count('How many of these cases were tried: those first whose shifts fewest could take.'),
    unrepairedCount: count('In how many of these a shift stays empty.'),
    complete: Type.Boolean({ description: 'False when the time was over before all cases were tried.' }),
    cases: list(Case, 'Those in which most shifts stay empty first.'),
    employees: list(EmployeeStress, 'Those without whom most shifts stay empty first.'),
    days: list(DayStress, 'Those on which most shifts stay empty first.'),
    skills: list(SkillStress, 'Skills that these shifts ask for, those that are missed most first.'),
    text: sentence('What it comes to.'),
  },
  { description: 'What happens to a roster when somebody is missing.' },
)
