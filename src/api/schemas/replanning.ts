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
