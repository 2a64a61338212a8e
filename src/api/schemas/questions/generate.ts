import { Type } from 'typebox'
import { DemandCoverage } from '../answers.ts'
import { DEFAULT_ANSWERS, RANGES } from '../../limits.ts'
import { breakRuleIds, ShiftBreak } from '../breaks.ts'
import { dateTime, id, list, text, wholeNumber } from '../values.ts'
import { schedule, sentence, shiftId } from './values.ts'

export const GenerateParameters = Type.Object({
  schedule,
  maxSeconds: Type.Optional(
    wholeNumber(RANGES.generateSeconds, 'How long shifts are looked for, in seconds.', { default: DEFAULT_ANSWERS.generateSeconds }),
  ),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const penalties = (description: string) =>
  Type.Array(Type.Number({ minimum: 0, description: 'Penalty of one priority.' }), { minItems: 4, maxItems: 4, description })

const GeneratedBreak = Type.Omit(ShiftBreak, ['employeeId'], { description: 'A break of everybody on the shift.' })

const GeneratedShift = Type.Object(
  {
    id: { ...shiftId, description: 'The id of the template, the local start, and a number.' },
    template: id('The template.'),
    name: Type.Optional(text('As the template says.')),
    spot: id('Of the spot.'),
    start: dateTime('Inclusive, with the offset of the schedule’s time zone.'),
    end: dateTime('Exclusive, with the offset of the schedule’s time zone.'),
    tags: Type.Optional(list(text('A tag.'), 'Those of the template, and of holidays.')),
    seats: Type.Optional(Type.Object({ min: count('So many.') }, { description: 'How many people it takes; absent = one.' })),
    breakRules: breakRuleIds('Of a schedule whose shifts have breaks: those of the shift.'),
    breaks: Type.Optional(
      list(GeneratedBreak, 'Where they lie for each of its people, in order of start. Shifts at one time with other breaks are shifts of their own.'),
    ),
  },
  { description: 'A shift for the demand, as it can be posted.' },
)

export const GenerateResult = Type.Object(
  {
    shifts: list(
      GeneratedShift,
      'In order of start. Two people at the same time at the same spot, with the same breaks, are two seats of one shift.',
    ),
    seats: count('People on them, each counted once for each shift.'),
    coverage: list(DemandCoverage, 'How many are at work for each of `demands`, posted shifts with them.'),
    score: penalties(
      'What the demands and these shifts cost by `demandUnder`, `demandIdeal`, `demandOver`, `breakCover`, `shiftCost` and `generatedMinutes`, first priority first, to the minute: a solution rounds the hours of each day up.',
    ),
    bound: Type.Union([penalties('No shifts cost less.'), Type.Null()], { description: 'What is proved of the score; null when nothing is.' }),
    gap: Type.Union([Type.Number(), Type.Null()], {
      description: 'Relative distance of score to bound on the first priority where they differ, 0 to 1; null when no bound is proved.',
    }),
    paidMinutes: count('Work minutes of the generated shifts.'),
    leastPaidMinutes: Type.Union([count('Minutes.'), Type.Null()], {
      description: 'No shifts of this score take less time; null when nothing is proved of it. Less than `paidMinutes` where breaks leave a doubt.',
    }),
    cost: count('What their templates cost.'),
    missingMinutes: count('Employees below the least, times minutes.'),
    belowIdealMinutes: count('Employees at or above the least and below the ideal, times minutes.'),
    surplusMinutes: count('Employees above the most, times minutes.'),
    uncoveredMinutes: count('Minutes in which somebody is on a break that is to be covered, and nobody at work at the spot.'),
    complete: Type.Boolean({ description: 'Whether all of it is proved: score, paid minutes, cost, and how few shifts there are.' }),
    text: sentence('The same in words.'),
  },
  { description: 'Shifts without people that the demands take.' },
)
