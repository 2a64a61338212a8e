import type { Foreign } from './foreign-names.ts'

const IN_MINOR = 'It is in minor units, such as cents.'
const AS_PAY = 'Say it by "pay" of an employee or a contract, such as {"hourly": 1850}: minor units of the currency.'
const AS_RULES = 'Say it by "payRules" of the schedule.'
const OWNERS = ['an employee', 'a contract']

/** What other interfaces call pay and what is added to it. */
export const NAMES_OF_PAY: readonly Foreign[] = [
  {
    names: [
      'salary',
      'wage',
      'wages',
      'hourlyrate',
      'hourlywage',
      'hourlycost',
      'hourlysalary',
      'payrate',
      'rate',
      'laborcost',
      'labourcost',
      'costperhour',
    ],
    fields: [['pay', 'It is {"hourly": 1850}, in minor units.']],
    elsewhere: AS_PAY,
    within: OWNERS,
  },
  {
    names: ['rate', 'hourlyrate', 'perhour', 'amount', 'wage', 'salary', 'value', 'basehourly', 'base'],
    fields: [['hourly', IN_MINOR]],
    within: ['pay'],
  },
  {
    names: [
      'overtime',
      'overtimerules',
      'overtimerule',
      'surcharges',
      'surcharge',
      'premiums',
      'allowances',
      'differentials',
      'shiftdifferentials',
      'payrulesets',
      'costrules',
      'payrules',
    ],
    fields: [['payRules']],
    elsewhere: AS_RULES,
    within: ['the schedule', ...OWNERS],
  },
  {
    names: ['laborcost', 'labourcost', 'costs', 'wages', 'salaries', 'rates'],
    fields: [['payRules', 'What an hour costs stands in "pay" of an employee or a contract.']],
    within: ['the schedule'],
  },
  {
    names: [
      'budget',
      'costbudget',
      'costbudgets',
      'laborbudget',
      'labourbudget',
      'laborbudgets',
      'labourbudgets',
      'maxcost',
      'costlimit',
      'costlimits',
    ],
    fields: [['budgets', 'It is a list, such as [{"id": 1, "per": "week", "max": 500000}], in minor units.']],
    within: ['the schedule'],
  },
  {
    names: ['amount', 'limit', 'budget', 'value', 'maxcost', 'maxamount', 'most'],
    fields: [['max', IN_MINOR]],
    within: ['a budget'],
  },
  { names: ['window', 'interval', 'every', 'frequency'], fields: [['per']], within: ['a budget'] },
  { names: ['spot', 'spotids', 'locations', 'departments', 'sites'], fields: [['spots', 'It is a list of ids of spots.']], within: ['a budget'] },
  { names: ['currencycode', 'isocurrency'], fields: [['currency']], within: ['the schedule'] },
  {
    names: ['threshold', 'thresholdminutes', 'thresholdhours', 'after', 'afterhours', 'afterminutes', 'overhours', 'over'],
    fields: [['overMinutes', 'It is in minutes.']],
    within: ['an overtime rule'],
  },
  {
    names: ['multiplier', 'factor', 'rate', 'percentage'],
    fields: [['percent', 'It is in percent of the base: 150 for time and a half.']],
    within: ['an overtime rule', 'a surcharge'],
  },
  { names: ['window', 'period', 'interval'], fields: [['per']], within: ['an overtime rule'] },
  { names: ['start', 'starttime', 'begin'], fields: [['from']], within: ['a surcharge'] },
  { names: ['end', 'endtime', 'until'], fields: [['to']], within: ['a surcharge'] },
  { names: ['holiday', 'holidays', 'onholiday', 'publicholiday'], fields: [['on', 'It is "holiday".']], within: ['a surcharge'] },
  { names: ['days', 'daysofweek', 'weekday'], fields: [['weekdays']], within: ['a surcharge'] },
]
