import { Type } from 'typebox'
import { DEFAULT_CURRENCY_UNIT, OVERTIME_PERIODS } from '../../model/pay.ts'
import { RANGES } from '../limits.ts'
import { choice, id, list, text, weekdays, wholeNumber } from './values.ts'

export const HOLIDAY = ['holiday'] as const

/** Of an employee, or of a contract. */
export const Pay = Type.Object(
  {
    hourly: wholeNumber(RANGES.hourly, 'For an hour at 100 percent, in minor units of the currency: 1850 for 18.50.'),
    payRules: Type.Optional(list(id('Of an entry in `payRules`.'), 'The rules that hold for whoever is paid so; absent = all.')),
  },
  { description: 'What an hour costs. What an employee has of their own stands in the place of what their contract says.' },
)

const every = {
  id: id('Unique among the pay rules.'),
  name: Type.Optional(text('What people call the rule.')),
  reference: Type.Optional(text('Where it is written, such as an article of an agreement.')),
}

export const OvertimePayRule = Type.Object(
  {
    kind: choice(['overtime'], 'Minutes above a number cost more.'),
    ...every,
    per: choice(OVERTIME_PERIODS, 'Over which period the minutes are added up; `period` is each window of `period`.'),
    period: Type.Optional(id('Of an entry in `calendar.periods`, with `per: "period"`.')),
    overMinutes: wholeNumber(RANGES.minutes, 'The minutes above so many cost more.'),
    percent: wholeNumber(
      RANGES.overtimePercent,
      'What such a minute costs, in percent of the base. Of several tiers of one period the highest that is reached counts.',
    ),
  },
  { description: 'Overtime. Several rules of one period, each from more minutes on, are tiers; what rules of different periods add is added up.' },
)

export const SurchargePayRule = Type.Object(
  {
    kind: choice(['surcharge'], 'Minutes of some times, or of shifts with some tags, are paid otherwise.'),
    ...every,
    from: Type.Optional(text('Minutes from here on … `HH:MM` on the local clock; with `to`.')),
    to: Type.Optional(text('… to here. At or before `from`: on over midnight.')),
    on: Type.Optional(choice(HOLIDAY, 'Minutes that lie on a holiday of the calendar.')),
    weekdays: weekdays('Minutes that lie on one of these weekdays.'),
    tags: Type.Optional(list(text('A tag.'), 'Minutes of shifts that carry one of these tags.')),
    percent: Type.Optional(
      wholeNumber(
        RANGES.surchargePercent,
        'What such a minute costs, in percent of the base; below 100 less. Of several the highest counts. Exactly one of this and `amount`.',
      ),
    ),
    amount: Type.Optional(wholeNumber(RANGES.money, 'Paid for an hour on top, in minor units; several add up.')),
  },
  { description: 'A surcharge, or a lower pay. A minute has to meet all that the rule names, and it names at least one thing.' },
)

export const ActivationPayRule = Type.Object(
  {
    kind: choice(['activation'], 'Paid once to whoever works a planned shift at all.'),
    ...every,
    amount: wholeNumber(RANGES.money, 'In minor units.'),
  },
  { description: 'What it costs that somebody works at all.' },
)

export const Budget = Type.Object(
  {
    id: id('Unique among the budgets.'),
    name: Type.Optional(text('What people call it.')),
    reference: Type.Optional(text('Where it is written.')),
    per: choice(OVERTIME_PERIODS, 'For which time the money is; `period` is each window of `period`.'),
    period: Type.Optional(id('Of an entry in `calendar.periods`, with `per: "period"`.')),
    spots: Type.Optional(
      list(
        id('Of a spot.'),
        'It pays for shifts at these spots: by the hour, with surcharges. Absent = it pays for everything, overtime and activation too.',
      ),
    ),
    max: wholeNumber(RANGES.budget, 'The most that may be paid in each window, in minor units.'),
    weight: Type.Optional(wholeNumber(RANGES.weight, 'Multiplies what each unit above it costs.', { default: 1 })),
    priority: Type.Optional(wholeNumber(RANGES.priority, '1 to 4; absent = the weights of the setting `budgets`.')),
  },
  { description: 'So much may be paid in a window, whoever is paid it.' },
)

/** The part of a schedule that is about money. */
export const money = {
  currency: Type.Optional(text('ISO 4217; comes back in `costs`.', { pattern: '^[A-Z]{3}$', examples: ['EUR'] })),
  currencyUnit: Type.Optional(wholeNumber(RANGES.currencyUnit, 'So many minor units are one unit of the score.', { default: DEFAULT_CURRENCY_UNIT })),
  payRules: Type.Optional(
    list(Type.Union([OvertimePayRule, SurchargePayRule, ActivationPayRule]), 'What work costs beside the hourly pay. At most 200.'),
  ),
  budgets: Type.Optional(list(Budget, 'What may be paid in a day, a week, a month, a period or in all. At most 200.')),
}
