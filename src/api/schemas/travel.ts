import { Type } from 'typebox'
import { MAX_TRAVEL, RANGES } from '../limits.ts'
import { id, list, wholeNumber } from './values.ts'

export const TravelEntry = Type.Object(
  {
    from: id('The place that is left: a spot, or the `home` of an employee.'),
    to: id('The place that is reached.'),
    minutes: wholeNumber(RANGES.dayMinutes, 'How long it takes. The way back takes as long, unless an entry of its own says otherwise.'),
  },
  { description: 'How long one way takes.' },
)

export const Travel = Type.Object(
  { matrix: list(TravelEntry, 'Ways between spots, and between spots and homes. One that is not named takes no time.', { maxItems: MAX_TRAVEL }) },
  {
    description:
      'How long it takes from place to place. Travel shortens the rest between two shifts, and nobody is at the next spot before the way is over.',
  },
)
