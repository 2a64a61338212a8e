import { Type } from 'typebox'
import { DEFAULT_BREAK_STEP, RANGES } from '../limits.ts'
import { dateTime, id, list, wholeNumber } from './values.ts'

export const BreakRule = Type.Object(
  {
    id: id('Unique among the break rules.'),
    overMinutes: wholeNumber(RANGES.breakOver, 'A shift that is longer than this has the break, in minutes.'),
    minutes: wholeNumber(RANGES.breakMinutes, 'How long the break is, in minutes.'),
    paid: Type.Boolean({ description: 'Whether it counts as work; one that does not shortens what counts as work, as `breakMinutes` does.' }),
    earliestAfter: Type.Optional(
      wholeNumber(RANGES.breakOver, 'It begins no earlier than so many minutes after the start of the shift; absent = one step.'),
    ),
    latestBefore: Type.Optional(
      wholeNumber(RANGES.breakOver, 'It ends no later than so many minutes before the end of the shift; absent = one step.'),
    ),
    stepMinutes: Type.Optional(
      wholeNumber(RANGES.breakStep, 'It begins a multiple of so many minutes after the start of the shift.', { default: DEFAULT_BREAK_STEP }),
    ),
    covered: Type.Optional(Type.Boolean({ description: 'Somebody else is at work at the spot meanwhile. Setting: breakCover.', default: false })),
  },
  { description: 'A break that shifts have which are longer than `overMinutes`. When it is, Turnus finds.' },
)

export const ShiftBreak = Type.Object(
  {
    ruleId: Type.Optional(id('Of the break rule; absent = the first of the shift that has no break yet.')),
    employeeId: Type.Optional(id('Of a shift with `seats`: whose break it is.')),
    start: dateTime('Inclusive.'),
    end: dateTime('Exclusive.'),
  },
  { description: 'A break of whoever works the shift.' },
)

export const breakRuleIds = (description: string) => Type.Optional(list(id('Of a break rule.'), description))
