import { Type } from 'typebox'
import { DEFAULT_ANSWERS, RANGES } from '../../limits.ts'
import { costChange, currency } from '../money.ts'
import { choice, dateTime, id, list, localDate, wholeNumber } from '../values.ts'
import { employeeId, schedule, scoreChange, ScoreSchema, sentence, settingName, shiftId, solution } from './values.ts'

export const RepairParameters = Type.Object({
  schedule,
  solution: Type.Optional(solution),
  limit: Type.Optional(
    wholeNumber(RANGES.repairLimit, 'How many conflicts, and how many repairs, are listed at most.', { default: DEFAULT_ANSWERS.repairLimit }),
  ),
  maxSeconds: Type.Optional(
    wholeNumber(RANGES.repairSeconds, 'How long conflicts and repairs are looked for, in seconds.', { default: DEFAULT_ANSWERS.repairSeconds }),
  ),
})

const ConflictRule = Type.Object(
  {
    setting: settingName('The rule.'),
    employeeIds: list(employeeId, 'For whom it has to hold; empty = it is not about single employees.'),
    text: sentence('What it asks.'),
  },
  { description: 'A rule that is part of a conflict.' },
)

export const Conflict = Type.Object(
  {
    shiftIds: list(shiftId, 'The shifts that cannot all be worked.'),
    employeeIds: list(employeeId, 'All who could.'),
    rules: list(ConflictRule, 'The rules that they cannot all keep.'),
    most: Type.Integer({ minimum: 0, description: 'So many of the shifts can be worked at most.' }),
    proof: choice(['counting', 'exhaustive', 'bound'], 'How that was proved: by counting people, by trying everything, or by the bound of a search.'),
    minimal: Type.Boolean({ description: 'Whether each member was taken out in turn, and the rest found possible.' }),
    text: sentence('The same in one sentence.'),
  },
  { description: 'Shifts, employees and rules that cannot all hold.' },
)

export const REPAIR_KINDS = ['add-employee', 'add-skill', 'move-shift', 'shorten-rest', 'override-wish', 'make-optional', 'relax-limit'] as const

export const Repair = Type.Object(
  {
    kind: choice(REPAIR_KINDS, 'What is changed.'),
    shiftIds: list(shiftId, 'The shifts that it is about.'),
    employeeIds: list(employeeId, 'The employees that it is about.'),
    setting: Type.Union([settingName('The rule.'), Type.Null()], { description: 'The rule that gives way; null = none.' }),
    amount: Type.Number({ description: 'By how many units it gives way, such as minutes of rest; 1 for what has no measure.' }),
    cost: Type.Number({
      description:
        'How much is asked of people, an hour of rest or work being 10; repairs are ranked by it for each point that they gain on the first priority, or else on that of empty shifts.',
    }),
    dates: list(localDate('A day.'), 'Every day of a wish that is overridden, or the day to which a shift moves; else none.'),
    moved: Type.Union([Type.Object({ start: dateTime('Inclusive.'), end: dateTime('Exclusive.') }, { description: 'A time.' }), Type.Null()], {
      description: 'When a shift is that moves; null = none does.',
    }),
    skillIds: list(id('Of a skill.'), 'The skills that an employee gets; else none.'),
    score: { ...ScoreSchema, description: 'Of the roster that was found with the change.' },
    scoreChange,
    costChange,
    filledShiftIds: list(shiftId, 'The mandatory shifts that were empty and are not any more.'),
    text: sentence('The change and what it brings, in one sentence.'),
  },
  { description: 'A change of the schedule that helps, solved.' },
)

export const RepairResult = Type.Object(
  {
    currency,
    score: { ...ScoreSchema, description: 'Of the roster that was given, or of the best that was found when none was.' },
    conflicts: list(Conflict, 'Why shifts cannot all be filled within the rules of the first priority.'),
    repairs: list(Repair, 'What would help, first what asks least of people for what it gains; of each kind three before the others.'),
    complete: Type.Boolean({ description: 'False when time or the limit ended the search for conflicts or repairs.' }),
  },
  { description: 'What cannot be, and what would help.' },
)
