import { Type } from 'typebox'
import { FAIR_OF, FAIR_SHARES, GROUP_MODES, OVERLAP_SCOPES, PAIRING_MODES, PAIRING_SCOPES, QUOTA_PERIODS } from '../../model/schedule.ts'
import { MAX_ROTATION_WEEKS, RANGES } from '../limits.ts'
import { choice, dateTime, edge, id, list, localDate, text, weekdays, wholeNumber } from './values.ts'

export const ShiftDependencyRule = Type.Object(
  {
    id: id('Unique among the rules.'),
    departmentId: Type.Optional(id('The client’s own number.')),
    anchorShiftTag: text('Wherever a shift of this tag is worked …', { minLength: 1 }),
    requiredShiftTag: text('… shifts of this tag are needed.', { minLength: 1 }),
    minRequiredCount: Type.Optional(wholeNumber(RANGES.atLeastOne, 'How many of them.', { default: 1 })),
    overlapScope: Type.Optional(
      choice(OVERLAP_SCOPES, 'How near they must be; absent = TIME_OVERLAP, or WITHIN_HOURS where `withinHours` is given.', {
        default: 'TIME_OVERLAP',
      }),
    ),
    withinHours: Type.Optional(wholeNumber(RANGES.withinHours, 'For the scope WITHIN_HOURS, in hours.')),
    constraintLevel: Type.Optional(choice(['hard', 'soft'], 'Whether it must or should hold.', { default: 'hard' })),
    weight: Type.Optional(wholeNumber(RANGES.weight, 'Factor within its priority.', { default: 1 })),
  },
  { description: 'Shifts that are only worked together with others.' },
)

export const ShiftGroup = Type.Object(
  {
    id: id('Unique among the groups.'),
    name: Type.Optional(text('What people call it; stands in every sentence about it.')),
    shiftIds: Type.Optional(
      list(id('Of a shift.'), 'The shifts of the group, two or more. Either this, or `tags` or `spots` with `date` or `dates`.'),
    ),
    tags: Type.Optional(list(text('A tag.'), 'Shifts that carry one of these tags …')),
    spots: Type.Optional(list(id('Of a spot.'), '… at one of these spots …')),
    date: Type.Optional(localDate('… that start on this local day …')),
    dates: Type.Optional(list(localDate('A day.'), '… or on one of these, all of them one group.')),
    mode: choice(GROUP_MODES, 'Worked by one employee; by different employees; all of them or none; or so many of them, from `min` to `max`.'),
    min: Type.Optional(wholeNumber(RANGES.count, 'For the mode COUNT: filled shifts at least.')),
    max: Type.Optional(wholeNumber(RANGES.count, 'For the mode COUNT: filled shifts at most.')),
    constraintLevel: Type.Optional(choice(['hard', 'soft'], 'Whether it must or should hold.', { default: 'hard' })),
    weight: Type.Optional(wholeNumber(RANGES.weight, 'Factor within its priority.', { default: 1 })),
  },
  { description: 'Shifts that belong together.' },
)

export const PairingGroup = Type.Object(
  {
    team: Type.Optional(id('Of a team: whoever is in it during a shift.')),
    skill: Type.Optional(id('Of a skill: whoever holds it during a shift.')),
  },
  { description: 'Everybody of a team or with a skill; exactly one of the two.' },
)

export const Pairing = Type.Object(
  {
    id: id('Unique among the pairings.'),
    name: Type.Optional(text('What people call it.')),
    employees: Type.Union([list(id('Of an employee.'), 'Two employees or more …'), PairingGroup], {
      description: 'Who: a list of the ids of two employees or more, or `{"team": …}`, or `{"skill": …}`.',
    }),
    mode: choice(
      PAIRING_MODES,
      'APART: they do not meet. TOGETHER: none of them works without the others. AT_MOST_ONCE: no two of them meet a second time.',
    ),
    scope: Type.Optional(
      choice(PAIRING_SCOPES, 'When two of their shifts are a meeting: same spot, start and end; an overlap; a start on the same local day.', {
        default: 'TIME_OVERLAP',
      }),
    ),
    spots: Type.Optional(list(id('Of a spot.'), 'Only shifts at one of these spots.')),
    tags: Type.Optional(list(text('A tag.'), 'Only shifts that carry one of these tags.')),
    constraintLevel: Type.Optional(choice(['hard', 'soft'], 'Whether it must or should hold.', { default: 'hard' })),
    weight: Type.Optional(wholeNumber(RANGES.weight, 'Factor within its priority.', { default: 1 })),
  },
  { description: 'Employees who work apart, together, or meet at most once.' },
)

export const BoundaryEvidence = Type.Object(
  {
    source: Type.Optional(text('Where it is known from.', { default: '' })),
    dutyId: Type.Optional(id('The client’s own.')),
    scheduleId: Type.Optional(id('The client’s own.')),
    startsAt: dateTime('Inclusive.'),
    endsAt: dateTime('Exclusive.'),
  },
  { description: 'A duty outside the schedule that bounds a free period.' },
)

const localDates = (description: string) => Type.Optional(list(localDate('A day.'), description))

export const FreePeriodDemand = Type.Object(
  {
    requiredUnitCount: wholeNumber(RANGES.count, 'How many free units the window must hold.'),
    requiredLocalDates: localDates('Days that must be free.'),
  },
  { description: 'What the window must hold.' },
)

export const FreePeriodCounting = Type.Object(
  {
    shortUnitMinimumMinutes: Type.Optional(wholeNumber(RANGES.minutes, 'Least length of one unit, in minutes.', { default: 2100 })),
    connectedTwoUnitMinimumMinutes: Type.Optional(wholeNumber(RANGES.minutes, 'Least length of two connected units, in minutes.', { default: 3300 })),
    extraUnitMinutes: Type.Optional(wholeNumber(RANGES.atLeastOne, 'Every further unit, in minutes.', { default: 1440 })),
  },
  { description: 'How many units a free interval counts: none below short, one below connected-two, else two and one for every extra.' },
)

export const FreePeriodRequirement = Type.Object(
  {
    id: id('Unique among the requirements; comes back as it was.'),
    employeeId: id('Whose free time it is.'),
    windowStart: edge('Inclusive.'),
    windowEnd: Type.String({ description: 'Exclusive. ISO 8601 date-time with offset or Z, or a local date YYYY-MM-DD: the beginning of that day.' }),
    demand: FreePeriodDemand,
    counting: Type.Optional(FreePeriodCounting),
    eligibleLocalDateMode: Type.Optional(
      choice(['fully_covered_by_free_interval'], 'When a day counts as free.', { default: 'fully_covered_by_free_interval' }),
    ),
    ineligibleLocalDates: localDates('Days that cannot be granted.'),
    preferredLocalDates: localDates('Days that are granted first.'),
    boundaryEvidence: Type.Optional(list(BoundaryEvidence, 'Duties outside the schedule.')),
  },
  { description: 'Free time that an employee is owed within a window.' },
)

export const Fairness = Type.Object(
  {
    id: id('Unique among the fairness rules.'),
    name: Type.Optional(text('For people.')),
    of: choice(FAIR_OF, 'What is shared; minutes exclude breaks, and refused wishes are those to be free and to work.'),
    tags: Type.Optional(list(text('A tag.'), 'Only shifts that carry one of these tags, or wishes for them; absent or empty = all.')),
    weekdays: weekdays('Only shifts or wishes that start on one of these; absent = on any.'),
    spots: Type.Optional(list(id('Of a spot.'), 'Only shifts at one of these spots; absent = at any. Not with `refusedWishes`.')),
    employees: Type.Optional(list(id('Of an employee.'), 'Among whom it is shared; absent = all. Either this or `teams`.')),
    teams: Type.Optional(list(id('Of a team.'), 'Among whom it is shared: whoever is in one of these teams at some time.')),
    per: Type.Optional(choice(QUOTA_PERIODS, 'Over which period; `period` is each window of `period`.', { default: 'horizon' })),
    period: Type.Optional(id('Of an entry in `calendar.periods`, with `per: "period"`.')),
    share: Type.Optional(choice(FAIR_SHARES, 'In proportion to contract hours, or the same for all.', { default: 'CONTRACT' })),
    weight: Type.Optional(wholeNumber(RANGES.weight, 'Factor within its priority.', { default: 1 })),
    priority: Type.Optional(wholeNumber(RANGES.priority, '1 to 4; absent = the weights of the setting `fairness`.')),
  },
  { description: 'Some work, or wishes that are refused, to be shared evenly among some employees.' },
)

export const Rotation = Type.Object(
  {
    id: id('Unique among the rotations.'),
    name: Type.Optional(text('What people call it; stands in every sentence about it.')),
    weeks: list(
      list(
        text('A tag: a shift that carries it is to start on this day; or `off`: none is.', { minLength: 1 }),
        'Seven days, from the first day of the week on.',
        {
          minItems: 7,
          maxItems: 7,
        },
      ),
      'The weeks, in the order in which they are worked; after the last one comes the first.',
      { minItems: 1, maxItems: MAX_ROTATION_WEEKS },
    ),
    anchor: localDate('Any day of a calendar week in which the first week is worked; it may lie before or after the days that are planned.'),
  },
  { description: 'A rota that is worked in turn: which kind of shift each day wants.' },
)

export const CoverageCompetencyRequirement = Type.Object(
  {
    id: id('Unique among the requirements.'),
    skill: id('The skill that is needed.'),
    minimumCount: wholeNumber(RANGES.count, 'How many of those at work must hold it at every moment.'),
    shiftIds: Type.Optional(list(id('Of a shift.'), 'The shifts it looks at. Either this, or `start` and `end`.')),
    spotIds: Type.Optional(list(id('Of a spot.'), 'Only shifts at one of these spots.')),
    tags: Type.Optional(list(text('A tag.'), 'Only shifts that carry one of these tags.')),
    start: Type.Optional(edge('Shifts that overlap with the period from here …')),
    end: Type.Optional(edge('… to here.')),
    clip: Type.Optional(
      Type.Boolean({
        description:
          'True: only the time from `start` to `end` counts. False: the shifts that overlap with it count from their starts to their ends.',
        default: false,
      }),
    ),
  },
  { description: 'So many of those at work hold a skill, at every moment of a group of shifts.' },
)
