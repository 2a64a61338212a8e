import { Type } from 'typebox'
import { QUOTA_PERIODS, RUN_EDGES, RUN_OF } from '../../model/schedule.ts'
import { CONTRACT_FIELDS } from '../contract-fields.ts'
import { RANGES } from '../limits.ts'
import { WEEKDAYS } from '../weekdays.ts'
import { Pay } from './pay.ts'
import { RestRule, SpanRule } from './rest-rules.ts'
import { common, condition, everyRule, least, most, startDays, tags } from './rule-terms.ts'
import { choice, fraction, id, list, text, wholeNumber } from './values.ts'

export const CountRule = Type.Object(
  {
    kind: choice(['count'], 'Counts something over a period.'),
    ...condition,
    hours: Type.Optional(
      wholeNumber(
        RANGES.windowHours,
        'With `per: "rolling"` in the place of `days`: every window of so many hours that begins with a counted shift. Of `shifts`, `minutes` and `points`, and with `max` alone.',
      ),
    ),
    ...startDays,
    ...common,
  },
  { description: 'So many shifts, days, weekends or minutes over a period.' },
)

export const RunRule = Type.Object(
  {
    kind: choice(['run'], 'Measures runs.'),
    of: choice(RUN_OF, 'What follows on one another.'),
    tags,
    min: least,
    max: most,
    edges: Type.Optional(
      choice(
        RUN_EDGES,
        'Whether a run that includes the first or last known day may go on outside (`open`), or ends there and can be too short (`closed`).',
        {
          default: 'open',
        },
      ),
    ),
    ...startDays,
    ...common,
  },
  { description: 'So many working days, days off or worked weekends in a row.' },
)

export const SuccessionRule = Type.Object(
  {
    kind: choice(['succession'], 'Forbids one shift after another, or requires one.'),
    after: list(text('A tag.'), 'Tags of the earlier shift; any of them.'),
    forbidden: Type.Optional(list(text('A tag.'), 'What may not follow: tags of the later shift; any of them. Exactly one of this and `required`.')),
    required: Type.Optional(list(text('A tag.'), 'What must follow: a shift with any of these tags.')),
    withinMinutes: Type.Optional(
      wholeNumber(RANGES.minutes, 'The later shift starts within this many minutes of the earlier one’s end. Exactly one of this and `nextDay`.'),
    ),
    nextDay: Type.Optional(Type.Boolean({ description: 'The later shift starts on the following local day.' })),
    ...startDays,
    ...common,
  },
  { description: 'Which shifts may not follow on which, or must.' },
)

/** What a name of a pattern stands for. */
export const DayNameSchema = Type.Object(
  {
    tags: Type.Optional(list(text('A tag.'), 'A shift with one of these tags starts on the day; absent or empty = any shift, or with `off` none.')),
    off: Type.Optional(Type.Boolean({ description: 'No shift starts on the day; beside `tags` either of the two.', default: false })),
  },
  { description: 'Which days a name of the pattern stands for.' },
)

export const PatternRule = Type.Object(
  {
    kind: choice(['pattern'], 'Counts days on which a pattern of days ends.'),
    pattern: text(
      'A regular expression over local days: names of `where` with spaces between them, `.` any day, `(a|b)`, `?` `*` `+` `{2}` `{2,3}`, `^` and `$` where the horizon begins and ends.',
      { minLength: 1 },
    ),
    where: Type.Record(Type.String(), DayNameSchema, {
      description: 'Which days the names of the pattern stand for, by name. Several may fit one day.',
    }),
    starts: Type.Optional(list(choice(WEEKDAYS, 'A weekday.'), 'On which weekdays a match may begin; absent = on all.')),
    per: Type.Optional(choice(QUOTA_PERIODS, 'Over which period the days are counted; `period` is each window of `period`.', { default: 'horizon' })),
    period: Type.Optional(id('Of an entry in `calendar.periods`, with `per: "period"`.')),
    min: Type.Optional(wholeNumber(RANGES.counted, 'At least this many.')),
    max: Type.Optional(wholeNumber(RANGES.counted, 'At most this many; absent = 0, or beside `min` no limit.')),
    ...common,
  },
  { description: 'How often certain days may follow on one another.' },
)

export const Quota = Type.Object(
  {
    category: Type.Optional(text('Shifts of any tag of this category. Exactly one of this and `tag`.')),
    tag: Type.Optional(text('Shifts of this tag.')),
    min: Type.Optional(wholeNumber(RANGES.count, 'Fewest shifts.')),
    max: Type.Optional(wholeNumber(RANGES.count, 'Most shifts.')),
    per: choice(QUOTA_PERIODS, 'Over which period; `period` is each window of `period`.'),
    period: Type.Optional(id('Of an entry in `calendar.periods`, with `per: "period"`.')),
    ...startDays,
    ...everyRule,
  },
  { description: 'How many shifts of a tag, or of a whole tag category.' },
)

const limits = Object.fromEntries(
  CONTRACT_FIELDS.map((field) => [
    field.wire,
    Type.Optional((field.unit === 'hours' ? fraction : wholeNumber)(field.range, `${field.description} Setting: ${field.setting}.`)),
  ]),
)

const contract = {
  ...limits,
  completeWeekends: Type.Optional(Type.Boolean({ description: 'Works both days of a weekend or neither.', default: false })),
  rules: Type.Optional(
    list(
      Type.Union([CountRule, RunRule, SuccessionRule, PatternRule, RestRule, SpanRule]),
      'The general form: whatever the named limits cannot say.',
    ),
  ),
  quotas: Type.Optional(list(Quota, 'Shifts of a tag or of a tag category.')),
  pay: Type.Optional(Pay),
}
const MEANING =
  'Every limit is optional, and an absent one is off. Durations are in minutes whatever the name says, unless the field’s description says hours.'

export const Contract = Type.Object(contract, { description: `What an employee may and must work. ${MEANING}` })

/** A contract that several employees have. */
export const SharedContract = Type.Object(
  {
    id: id('Unique among the contracts; employees name it as `contractId`.'),
    name: Type.Optional(text('For people: what texts and tables call it.')),
    ...contract,
  },
  { description: `What each of several employees may and must work. ${MEANING}` },
)
