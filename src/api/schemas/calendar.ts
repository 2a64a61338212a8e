import { Type } from 'typebox'
import { RANGES } from '../limits.ts'
import { WEEKDAYS } from '../weekdays.ts'
import { choice, id, list, localDate, text, wholeNumber } from './values.ts'

export const WORK_BELONGS_TO = ['START_DAY', 'SPLIT'] as const

export const Holiday = Type.Object(
  {
    date: localDate('The day.'),
    name: Type.Optional(text('For people.')),
    tag: Type.Optional(text('What shifts that start on it carry.', { minLength: 1, default: 'holiday' })),
  },
  { description: 'A day on which shifts carry a tag more.' },
)

export const PeriodRange = Type.Object(
  { start: localDate('First day.'), end: localDate('Last day, included.') },
  { description: 'One window of a period.' },
)

export const Period = Type.Object(
  {
    id: id('Unique among the periods; rules name it with `per: "period"`.'),
    start: Type.Optional(localDate('First day of one of its windows; with `days`. Either these two, or `ranges`.')),
    days: Type.Optional(wholeNumber(RANGES.windowDays, 'Length of each window in days; one follows the other, before `start` too.')),
    ranges: Type.Optional(list(PeriodRange, 'Its windows, in any order; no two share a day.')),
  },
  { description: 'A way to cut the calendar into windows, such as pay fortnights.' },
)

export const Calendar = Type.Object(
  {
    weekStartsOn: Type.Optional(choice(WEEKDAYS, 'On which weekday weeks begin.', { default: 'MONDAY' })),
    weekend: Type.Optional(list(choice(WEEKDAYS, 'A day of it.'), 'One day, or two that follow one another. Absent: Saturday and Sunday.')),
    holidays: Type.Optional(list(Holiday, 'Shifts that start on one carry its tag.')),
    periods: Type.Optional(list(Period, 'What `per: "period"` may name.')),
    workBelongsTo: Type.Optional(
      choice(
        WORK_BELONGS_TO,
        'START_DAY: all minutes of a shift count on the day on which it starts. SPLIT: sums of minutes are cut at local midnight, by the clock on the wall.',
        { default: 'START_DAY' },
      ),
    ),
  },
  { description: 'What weeks, weekends and holidays are, for every rule about them.' },
)
