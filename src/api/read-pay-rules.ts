import { DEFAULT_CURRENCY_UNIT, GRAINS_PER_MINUTE, GRAINS_PER_MINOR, OVERTIME_PERIODS, PAY_RULE_KINDS } from '../model/pay.ts'
import type { Pay, PayRule, PayTerms, SurchargeRule } from '../model/pay.ts'
import { type Calendar, createCalendar } from '../model/calendar.ts'
import type { Schedule } from '../model/schedule.ts'
import type { Identifier } from '../model/units.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'
import { choiceOf, integerOf, isGiven, isJsonObject, listOf, openObject, requiredChoice, requiredInteger, shapeOf, shown, textOf } from './fields.ts'
import type { Place } from './fields.ts'
import { hintForClock, PERIOD_ADVICE } from './foreign-times.ts'
import { checkTwins, claimId, requiredId } from './identifiers.ts'
import type { IssueList } from './issues.ts'
import { MAX_PAY_RULES, MAX_WEIGHED_PAY, RANGES } from './limits.ts'
import { readBudgets } from './read-budgets.ts'
import { readPeriod } from './read-contract.ts'
import { moneyOf } from './read-pay.ts'
import { readTags, readTitle } from './read-rule-terms.ts'
import { readWeekdays } from './read-weekdays.ts'
import type { Reading } from './reading.ts'
import { ActivationPayRule, HOLIDAY, OvertimePayRule, SurchargePayRule } from './schemas/pay.ts'
import { parseTimeOfDay } from './times.ts'
import { doubtOvertime } from './doubts.ts'

const RULES = {
  overtime: shapeOf('an overtime rule', OvertimePayRule),
  surcharge: shapeOf('a surcharge', SurchargePayRule),
  activation: shapeOf('an activation rule', ActivationPayRule),
}
const ADD_PAY = 'Add "pay": {"hourly": …} to the contracts or the employees.'
const CURRENCY = /^[A-Z]{3}$/

/** Those who are paid, and what for. */
interface PaidWork {
  readonly employees: Schedule['employees']
  readonly shifts: readonly Pick<Schedule['shifts'][number], 'end'>[]
}

/** The calendar with all days on which a shift ends. */
function untilLastEnd({ calendar, calendarRules, clock, originEpochMin }: Reading, shifts: PaidWork['shifts']): Calendar {
  const end = shifts.reduce((latest, shift) => Math.max(latest, shift.end), 0)
  const first = clock.dayOf(originEpochMin)
  const last = Math.max(first + calendar.days.length - 1, clock.dayOf(originEpochMin + end))
  return createCalendar(calendar.timeZone, first, last, first + calendar.horizonFirst, clock.offsetAt, calendarRules)
}

/** Reads what a document says of money; nothing where it says none. */
export function readPayTerms(document: Place, reading: Reading, { employees, shifts }: PaidWork): { readonly pay?: PayTerms } {
  const isPaid = employees.some((employee) => paysOf(employee).length > 0)
  const seen = new Map<Identifier, number>()
  const rules = listOf(document, 'payRules', MAX_PAY_RULES).flatMap((value, index) => readRule(document, index, value, { reading, seen }))
  checkTwins(reading.issues, 'pay rule', seen, (id) => `/payRules/${seen.get(id)}/id`)
  const budgets = readBudgets(document, reading)
  const currency = readCurrency(document)
  const currencyUnit = integerOf(document, 'currencyUnit', RANGES.currencyUnit)
  if (!isPaid && rules.length + budgets.length === 0 && currency === null && currencyUnit === null) return {}
  if (!isPaid && rules.length > 0) {
    const detail = 'There are pay rules, and neither an employee nor a contract has pay, so they cost nothing.'
    reading.issues.warn('/payRules', 'pay-rules-without-pay', detail, ADD_PAY)
  }
  if (!isPaid && budgets.length > 0) {
    const detail = 'There are budgets, and neither an employee nor a contract has pay, so nothing is paid from them.'
    reading.issues.warn('/budgets', 'pay-rules-without-pay', detail, ADD_PAY)
  }
  return { pay: { currency, currencyUnit: currencyUnit ?? DEFAULT_CURRENCY_UNIT, rules, budgets, calendar: untilLastEnd(reading, shifts) } }
}

function readCurrency(document: Place): string | null {
  const currency = textOf(document, 'currency')
  if (currency === null || CURRENCY.test(currency)) return currency
  const upper = currency.toUpperCase()
  const hint = CURRENCY.test(upper) ? `Did you mean "${upper}"?` : 'Send the three letters of ISO 4217, such as "EUR".'
  document.issues.error('/currency', 'currency-unclear', `currency is ${shown(currency)}, which is no code of three capital letters.`, hint)
  return null
}

interface RuleReading {
  readonly reading: Reading
  readonly seen: Map<Identifier, number>
}

function readRule(document: Place, index: number, value: unknown, { reading, seen }: RuleReading): PayRule[] {
  const pointer = `/payRules/${index}`
  const { issues } = document
  const kind = isJsonObject(value) ? requiredChoice({ issues, pointer, fields: value }, 'kind', PAY_RULE_KINDS) : 'surcharge'
  if (isJsonObject(value) && !PAY_RULE_KINDS.some((known) => known === value['kind'])) return []
  const place = openObject(issues, pointer, value, RULES[kind])
  if (place === null) return []
  const id = requiredId(place, 'id')
  claimId(place, id, seen, index)
  const common = { id, ...readTitle(place) }
  if (kind === 'activation') {
    const amount = isGiven(place, 'amount') ? moneyOf(place, 'amount', RANGES.money) : null
    return [{ kind, ...common, amount: amount ?? 0 }]
  }
  if (kind === 'surcharge') return [{ kind, ...common, ...readSurcharge(place, reading) }]
  const per = requiredChoice(place, 'per', OVERTIME_PERIODS, PERIOD_ADVICE)
  const overMinutes = requiredInteger(place, 'overMinutes', RANGES.minutes)
  doubtOvertime(place, per)
  const percent = isGiven(place, 'percent') ? integerOf(place, 'percent', RANGES.overtimePercent) : null
  return [{ kind, ...common, per, period: readPeriod(place, per, reading), overMinutes, percent: percent ?? 100 }]
}

type SurchargeTerms = Omit<SurchargeRule, 'kind' | 'id' | 'name' | 'reference'>

function readSurcharge(place: Place, reading: Reading): SurchargeTerms {
  const isNamed = (key: string): boolean => (place.fields[key] ?? null) !== null
  if (!['from', 'to', 'on', 'weekdays', 'tags'].some(isNamed)) {
    const detail = 'The surcharge names no time, no day and no tag, so it is not said which minutes it is about.'
    place.issues.error(place.pointer, 'surcharge-unclear', detail, 'Name from and to, on, weekdays or tags.')
  }
  const costs = ['percent', 'amount'].filter(isNamed)
  if (costs.length !== 1) {
    const detail = costs.length === 0 ? 'Neither percent nor amount is given.' : 'Both percent and amount are given.'
    place.issues.error(place.pointer, 'surcharge-cost-unclear', detail, 'Give exactly one: percent of the base, or an amount an hour on top.')
  }
  return {
    between: readClock(place),
    onHolidays: choiceOf(place, 'on', HOLIDAY) === 'holiday',
    weekdays: isNamed('weekdays') ? [...new Set(readWeekdays(place))] : null,
    tags: readTags(place, 'tags', reading),
    percent: integerOf(place, 'percent', RANGES.surchargePercent) ?? (costs.length === 0 ? 100 : null),
    amount: moneyOf(place, 'amount', RANGES.money),
  }
}

function readClock(place: Place): SurchargeRule['between'] {
  const [from, to] = [clockOf(place, 'from', MINUTES_PER_DAY - 1), clockOf(place, 'to', MINUTES_PER_DAY)]
  const given = ['from', 'to'].filter((key) => (place.fields[key] ?? null) !== null)
  if (given.length === 1) {
    const missing = given[0] === 'from' ? 'to' : 'from'
    place.issues.error(`${place.pointer}/${missing}`, 'field-missing', `${given[0]} is given without ${missing}.`, `Add ${missing}.`)
  }
  return from === null || to === null ? null : { from, to }
}

function clockOf(place: Place, key: string, most: number): number | null {
  const text = textOf(place, key)
  if (text === null) return null
  const minutes = parseTimeOfDay(text)
  if (minutes <= most) return minutes
  const detail = `${key} is ${shown(text)}, which is not a time of day.`
  place.issues.error(`${place.pointer}/${key}`, 'time-of-day-invalid', detail, hintForClock(text) ?? 'Write it like "22:00".')
  return null
}

/** Refuses pay of which sums could not be kept exactly: at most so much could be paid if everybody worked as much, and as dear, as can be. */
export function checkPay(issues: IssueList, schedule: Schedule): void {
  const { pay, employees, shifts, calendar, settings } = schedule
  if (pay === undefined) return
  const hourly = employees.reduce((most, employee) => Math.max(most, ...paysOf(employee).map((each) => each.hourly)), 0)
  const rate = pay.rules.reduce(
    (sum, rule) => sum + (rule.kind === 'overtime' ? rule.percent : rule.kind === 'surcharge' ? (rule.percent ?? 0) : 0),
    100,
  )
  const onTop = pay.rules.reduce((sum, rule) => sum + (rule.kind === 'surcharge' ? (rule.amount ?? 0) : 0), 0)
  const once = pay.rules.reduce((sum, rule) => sum + (rule.kind === 'activation' ? rule.amount : 0), 0)
  const posted = shifts.reduce((sum, { workMin }) => sum + workMin, 0)
  const made = schedule.candidates === undefined ? 0 : employees.length * calendar.days.length * MINUTES_PER_DAY
  // What a unit of a budget costs is held against its parts too: on the priority of payCost both are added up in these.
  const budgets = pay.budgets.reduce((sum, { weight, weights }) => sum + weight * Math.max(...(weights ?? settings.weights.budgets)), 0)
  const weight = Math.max(1, ...settings.weights.payCost) + budgets
  const most = weight * ((posted + made) * (hourly * rate + GRAINS_PER_MINUTE * onTop) + employees.length * once * GRAINS_PER_MINOR)
  if (most <= MAX_WEIGHED_PAY) return
  issues.error(
    '/payRules',
    'pay-too-large',
    'The pay of all shifts together could be more than can be added up exactly.',
    'Lower the pay, the weight of payCost or that of budgets, or give the amounts in larger units.',
  )
}

function paysOf({ pay, contract, contracts = [] }: Schedule['employees'][number]): readonly Pay[] {
  return [pay, contract.pay, ...contracts.map((period) => period.contract.pay)].filter((each) => each !== undefined)
}
