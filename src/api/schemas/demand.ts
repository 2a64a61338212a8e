import { Type } from 'typebox'
import { RANGES } from '../limits.ts'
import { breakRuleIds } from './breaks.ts'
import { Repeats } from './repeats.ts'
import { edge, id, list, text, weekdays, wholeNumber } from './values.ts'

const clock = (description: string) => text(`${description} \`HH:MM\` on the local clock.`, { pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

export const Demand = Type.Object(
  {
    id: id('Unique among the demands.'),
    spot: id('Of the spot at which they are wanted.'),
    start: edge('At every moment from here …'),
    end: edge('… to here, and at no other.'),
    repeats: Type.Optional(Repeats),
    min: Type.Optional(
      wholeNumber(RANGES.people, 'At least so many employees are at work at the spot; absent = 0 where `ideal` or `max` is given.', { default: 0 }),
    ),
    ideal: Type.Optional(wholeNumber(RANGES.people, 'Better so many; absent = as many as `min`.')),
    max: Type.Optional(wholeNumber(RANGES.people, 'At most so many; absent = nobody is too many.')),
    weight: Type.Optional(
      wholeNumber(RANGES.weight, 'Factor within the priority; where demands overlap, the greatest of their weights counts.', { default: 1 }),
    ),
  },
  {
    description: 'How many are wanted at a spot at every moment of a time. The numbers of demands of one spot that overlap add up.',
  },
)

export const ShiftTemplate = Type.Object(
  {
    id: id('Unique among the templates; part of the ids of the shifts that are made of it, so a text has at most 40 characters.'),
    name: Type.Optional(text('The name of each shift that is made of it.')),
    spots: list(id('Of a spot.'), 'At which spots shifts may be made.', { minItems: 1 }),
    weekdays: weekdays('On which weekdays a shift may start; absent = on all.'),
    startsFrom: clock('Earliest start.'),
    startsTo: clock('Latest start, inclusive; earlier than `startsFrom`: on the next day; equal: the only start.'),
    stepMinutes: wholeNumber(RANGES.templateStep, 'From one start to the next, in minutes.'),
    minMinutes: wholeNumber(RANGES.templateMinutes, 'Shortest length, in minutes.'),
    maxMinutes: wholeNumber(RANGES.templateMinutes, 'Longest length, inclusive, in minutes.'),
    lengthStepMinutes: Type.Optional(wholeNumber(RANGES.templateStep, 'From one length to the next, in minutes; absent = as `stepMinutes`.')),
    breakRules: breakRuleIds('The breaks of each shift that is made of it, at most 4; absent = as its spot says; `[]` = none.'),
    tags: Type.Optional(list(text('A tag.'), 'What each shift that is made of it carries.')),
    cost: Type.Optional(wholeNumber(RANGES.cost, 'Charged for each shift that is made of it, as `cost` of a shift.', { default: 0 })),
  },
  { description: 'What shifts may be made for the demands: any start and length that it allows, for any number of people.' },
)
