import { Type } from 'typebox'
import { RANGES } from '../limits.ts'
import { common, startDays } from './rule-terms.ts'
import { choice, list, text, wholeNumber } from './values.ts'

const tags = (description: string) => Type.Optional(list(text('A tag.'), description))

/** What makes a series. */
export const AfterRun = Type.Object(
  {
    tags: tags('Tags of the shifts of the series; any of them; absent or empty = all shifts.'),
    min: Type.Optional(wholeNumber(RANGES.atLeastOne, 'From so many days in a row on it is a series.', { default: 1 })),
  },
  { description: 'The rest follows on a series: days in a row on each of which such a shift starts. Not beside `after`.' },
)

export const RestRule = Type.Object(
  {
    kind: choice(['rest'], 'Asks for rest.'),
    after: tags('Only rest after a shift with one of these tags; absent or empty = after every shift.'),
    before: tags('Only rest before a shift with one of these tags; absent or empty = before every shift.'),
    afterRun: Type.Optional(AfterRun),
    inMinutes: Type.Optional(
      wholeNumber(
        RANGES.minutes,
        'Asks for one stretch without work in every window of so many minutes that begins with a shift. Not beside `after`, `before` and `afterRun`.',
      ),
    ),
    minMinutes: wholeNumber(RANGES.minutes, 'The least rest: between two shifts that follow on one another, or in one piece in every window.'),
    ...startDays,
    ...common,
  },
  { description: 'So much rest between two shifts, after a series, or in every window of so many minutes.' },
)

export const SpanRule = Type.Object(
  {
    kind: choice(['span'], 'Limits how far the shifts of a day are spread.'),
    maxMinutes: Type.Optional(wholeNumber(RANGES.minutes, 'Most minutes from the first start to the last end of the shifts that start on a day.')),
    maxGapMinutes: Type.Optional(wholeNumber(RANGES.minutes, 'Most minutes of the longest gap between these shifts.')),
    ...startDays,
    ...common,
  },
  { description: 'Within which time split shifts of a day lie.' },
)
