import { Type } from 'typebox'
import { RANGES } from '../limits.ts'
import { edge, wholeNumber } from './values.ts'

/** What a change of a shift costs that was told to people, by how soon it starts. */
export const Keep = Type.Object(
  {
    until: edge('Shifts that start before it, and not before the `until` of another entry.'),
    weight: wholeNumber(RANGES.shiftWeight, 'What each of them costs that ends with somebody else, or nobody, than it came with.'),
    priority: wholeNumber(RANGES.priority, 'On which priority; 1 is the first.'),
  },
  { description: 'What a change costs, by how soon the shift starts; in the place of the weights of `keepAssignment`.' },
)

/** Of a schedule, and of a request to plan one again. */
export const alternatives = Type.Optional(
  wholeNumber(
    RANGES.alternatives,
    'So many rosters to choose from, in `alternatives` of the solution: from fewest changes to best score, all of which fill as much and break as little. Absent: the best alone.',
  ),
)

/** Of a solution. */
export const LeastChanges = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'So many shifts have to change hands.' }),
    proved: Type.Boolean({ description: 'Whether no roster with fewer changes can do; false = none was found.' }),
    text: Type.String({ description: 'The same in words.' }),
  },
  {
    description:
      'The fewest changes with which a roster fills as much and breaks as little, up to the priority on which empty shifts weigh. Absent where no shift that can be planned came with an employee, where shifts are made of templates, and while the search goes on.',
  },
)
