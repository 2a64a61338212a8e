import { Type } from 'typebox'
import { COUNT_PERIODS, COUNTED } from '../../model/schedule.ts'
import { RANGES } from '../limits.ts'
import { WEEKDAYS } from '../weekdays.ts'
import { choice, id, list, localDate, text, wholeNumber } from './values.ts'

/** Which shifts a rule is about. */
export const tags = Type.Optional(list(text('A tag.'), 'Only shifts that carry one of these tags; absent or empty = all shifts.'))
/** At least, and at most. */
export const least = Type.Optional(wholeNumber(RANGES.minutes, 'At least this many.'))
export const most = Type.Optional(wholeNumber(RANGES.minutes, 'At most this many.'))

/** What is counted, over which period, and within which limits. */
export const condition = {
  of: choice(
    COUNTED,
    'What is counted; minutes exclude breaks. `kinds`: how many different ones of `tags` there are; `spots`: at how many different spots; `points`: the sum of `shifts[].points`.',
  ),
  tags,
  per: choice(COUNT_PERIODS, 'Over which period; `rolling` is every window of `days` consecutive days, `period` each window of `period`.'),
  period: Type.Optional(id('Of an entry in `calendar.periods`, with `per: "period"`.')),
  days: Type.Optional(wholeNumber(RANGES.windowDays, 'Length of a rolling window, in days.')),
  min: least,
  max: most,
}

/** What every rule and quota may say. */
export const everyRule = {
  cap: Type.Optional(
    wholeNumber(
      RANGES.atLeastOne,
      'The most units that one window costs, before the weight; of runs, successions and rests between shifts, all of one employee.',
    ),
  ),
  name: Type.Optional(text('What people call it; stands in every sentence about it.')),
  reference: Type.Optional(text('Where it is written, such as an article of a law or an agreement; stands in every sentence about it.')),
}

/** On which days shifts have to start. */
export const startDays = {
  weekdays: Type.Optional(
    list(
      choice(WEEKDAYS, 'A weekday.'),
      'Only shifts that start on one of these, or of `dates`, count; of a succession or a rest, the earlier shift, or that with which a window begins.',
    ),
  ),
  dates: Type.Optional(
    list(
      localDate('A local date.'),
      'Only shifts that start on one of these, or of `weekdays`, count; of a succession or a rest, the earlier shift, or that with which a window begins.',
    ),
  ),
}

/** What every rule may say. */
export const common = {
  ...everyRule,
  weight: Type.Optional(wholeNumber(RANGES.weight, 'Factor within its priority.', { default: 1 })),
  priority: Type.Optional(wholeNumber(RANGES.priority, '1 to 4; absent = the weights of the setting `contractRules`.')),
  when: Type.Optional(
    Type.Object(
      { kind: Type.Optional(choice(['count'], 'Always `count`.')), ...condition },
      { description: 'The rule applies only while this count is met.' },
    ),
  ),
}
