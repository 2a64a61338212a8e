import { Type } from 'typebox'
import { RANGES } from '../limits.ts'
import { Repeats } from './repeats.ts'
import { edge, fraction, id, list, text, wholeNumber } from './values.ts'

export const CoverageWho = Type.Object(
  {
    skill: Type.Optional(id('Of a skill: whoever holds it during the whole of their shift.')),
    minLevel: Type.Optional(wholeNumber(RANGES.level, 'Of that skill, the least level that counts.', { default: 1 })),
    team: Type.Optional(id('Of a team: whoever is in it during the whole of their shift.')),
    employees: Type.Optional(list(id('Of an employee.'), 'These employees.')),
  },
  { description: 'Who counts: whoever fits all that is given.' },
)

export const CoverageRatio = Type.Object(
  {
    who: CoverageWho,
    ratio: fraction(RANGES.ratio, 'For each of them at work so many of `who`; a third of a person is a whole one. Counted to thousandths.'),
  },
  { description: 'So many of `who` for each of these: two seniors for every junior.' },
)

export const CoverageRequirement = Type.Object(
  {
    id: id('Unique among the requirements.'),
    name: Type.Optional(text('What people call it; stands in every sentence about it.')),
    start: edge('At every moment from here …'),
    end: edge('… to here, and at no other.'),
    repeats: Type.Optional(Repeats),
    spots: Type.Optional(list(id('Of a spot.'), 'Only shifts at one of these spots.')),
    tags: Type.Optional(list(text('A tag.'), 'Only shifts that carry one of these tags.')),
    who: Type.Optional(CoverageWho),
    min: Type.Optional(wholeNumber(RANGES.people, 'At least so many employees.')),
    ideal: Type.Optional(wholeNumber(RANGES.people, 'Better so many; what is missing costs one priority further down.')),
    max: Type.Optional(wholeNumber(RANGES.people, 'At most so many employees.')),
    ratioOf: Type.Optional(CoverageRatio),
    priority: Type.Optional(wholeNumber(RANGES.priority, '1 to 4; absent = the weights of the setting `coverageRequirements`.')),
    weight: Type.Optional(wholeNumber(RANGES.weight, 'Factor within its priority.', { default: 1 })),
  },
  { description: 'How many are at work at every moment of a time; one person missing for an hour is one unit.' },
)
