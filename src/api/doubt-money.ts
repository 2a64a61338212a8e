import { digitsOf, moneyInWords, type PayRule, type PayTerms } from '../model/pay.ts'
import type { Schedule } from '../model/schedule.ts'
import { MINUTES_PER_HOUR } from '../model/units.ts'
import { isJsonObject } from './fields.ts'
import type { Place } from './fields.ts'

/** Nobody is paid less than this for an hour, in hundredths of a currency. */
const LEAST_HOURLY = 100
/** No surcharge is less than this for an hour, in hundredths. */
const LEAST_AMOUNT = 10
/** No agency is called in for less than this, in hundredths; 1 stands for "use as few people as can be". */
const LEAST_ACTIVATION = 100
/** What nobody is paid for an hour, in minor units of a currency. Others are worth too little or too much to tell. */
const MOST_HOURLY: Readonly<Record<string, number>> = {
  AUD: 100_000,
  CAD: 100_000,
  CHF: 100_000,
  DKK: 1_000_000,
  EUR: 100_000,
  GBP: 100_000,
  JPY: 100_000,
  KRW: 1_000_000,
  NOK: 1_000_000,
  NZD: 100_000,
  SEK: 1_000_000,
  USD: 100_000,
}

/** Warns of amounts of money that are not in minor units, and of percents that are not what a minute costs in all. Reads shifts and employees once. */
export function doubtMoney(document: Place, schedule: Schedule): void {
  const { pay, employees } = schedule
  if (pay === undefined) return
  doubtPercents(document, pay)
  // Whoever counts in points, and not in money, takes whole ones.
  if (pay.currency === null && pay.currencyUnit === 1) return
  const rates = employees.flatMap(({ pay: own, contract, contracts = [] }) =>
    [own, contract.pay, ...contracts.map((period) => period.contract.pay)].flatMap((each) => (each === undefined ? [] : [each.hourly])),
  )
  doubtRates(document, pay, rates)
  if (digitsOf(pay.currency) >= 2) {
    doubtAmounts(document, pay, 'surcharge', LEAST_AMOUNT)
    doubtAmounts(document, pay, 'activation', LEAST_ACTIVATION)
  }
  doubtBudgets(document, pay, schedule)
}

/** Warns once where nobody is paid one whole unit of the currency for an hour, or everybody more than anybody is. */
function doubtRates(document: Place, { currency }: PayTerms, rates: readonly number[]): void {
  const paid = rates.filter((hourly) => hourly > 0)
  if (paid.length === 0) return
  const [least, most] = paid.reduce(([low, high], hourly) => [Math.min(low, hourly), Math.max(high, hourly)], [Infinity, 0])
  const digits = digitsOf(currency)
  if (digits >= 2 && most < LEAST_HOURLY) {
    const detail = `hourly is in minor units of the currency, and nobody is paid more than ${most} of them, ${moneyInWords(most, currency)}, for an hour.`
    warnOfUnits(document, hourlyPointer(document), detail, { amount: most, currency })
    return
  }
  const mostOfAll = currency === null ? undefined : MOST_HOURLY[currency]
  if (mostOfAll === undefined || least < mostOfAll) return
  document.issues.warn(
    hourlyPointer(document),
    'looks-like-hundredfold',
    `hourly is in minor units of the currency, and nobody is paid less than ${least} of them, ${moneyInWords(least, currency)}, for an hour.`,
    `If ${moneyInWords(Math.round(least / 100), currency)} are meant, send ${Math.round(least / 100)}.`,
  )
}

/** Warns once where all amounts of a kind of pay rules are too small to be meant. */
function doubtAmounts(document: Place, { currency, rules }: PayTerms, kind: 'surcharge' | 'activation', least: number): void {
  const amounts = rules.map((rule) => (rule.kind === kind ? amountOf(rule) : 0))
  const most = Math.max(0, ...amounts)
  if (most <= (kind === 'activation' ? 1 : 0) || most >= least) return
  const what = kind === 'surcharge' ? 'for an hour on top' : 'for calling somebody in'
  const detail = `amount is in minor units of the currency, and ${most} of them, ${moneyInWords(most, currency)}, is very little ${what}.`
  warnOfUnits(document, `/payRules/${amounts.indexOf(most)}/amount`, detail, { amount: most, currency })
}

function amountOf(rule: PayRule): number {
  return rule.kind === 'overtime' ? 0 : (rule.amount ?? 0)
}

/** Warns of budgets that are less than what any shift costs that they are for, whoever works it. */
function doubtBudgets(document: Place, pay: PayTerms, schedule: Schedule): void {
  if (pay.budgets.length === 0) return
  const shortest = shortestBySpot(schedule)
  const cheapest = cheapestHour(schedule, pay)
  for (const [index, { max, spotIndexes }] of pay.budgets.entries()) {
    const minutes = Math.min(...(spotIndexes.length === 0 ? shortest.values() : spotIndexes.map((spot) => shortest.get(spot) ?? Infinity)))
    const cost = minutes === Infinity ? 0 : Math.floor((minutes * cheapest) / MINUTES_PER_HOUR)
    if (max === 0 || max >= cost) continue
    const { currency } = pay
    const whole = max * 10 ** digitsOf(currency)
    const pays = `max is ${moneyInWords(max, currency)}, and the shortest shift that the budget is for costs ${moneyInWords(cost, currency)} at least.`
    const hint = `max is in minor units of the currency: if ${moneyInWords(whole, currency)} are meant, send ${whole}.`
    const otherwise = 'Raise max; send 0 where nothing may be paid.'
    document.issues.warn(`/budgets/${index}/max`, 'budget-below-shift', pays, whole > max && whole >= cost ? hint : otherwise)
  }
}

/** By position of the spot: the work minutes of the shortest shift that is planned there and is work, made ones included. */
function shortestBySpot({ shifts, candidates = [] }: Schedule): ReadonlyMap<number, number> {
  const shortest = new Map<number, number>()
  for (const list of [shifts, candidates]) {
    for (const { spotIndex, workMin, historic, fixed, employeeIndex } of list) {
      if (historic || workMin === 0 || (fixed && employeeIndex === null)) continue
      shortest.set(spotIndex, Math.min(shortest.get(spotIndex) ?? Infinity, workMin))
    }
  }
  return shortest
}

/** What an hour costs at least, in minor units: 0 where somebody is paid nothing. */
function cheapestHour({ employees }: Schedule, { rules }: PayTerms): number {
  const hourly = employees.reduce((least, { pay, contract, contracts }) => {
    const rates = pay !== undefined ? [pay.hourly] : (contracts?.map((period) => period.contract.pay?.hourly ?? 0) ?? [contract.pay?.hourly ?? 0])
    return Math.min(least, ...rates)
  }, Infinity)
  const percent = rules.reduce((least, rule) => (rule.kind === 'surcharge' ? Math.min(least, rule.percent ?? 100) : least), 100)
  return hourly === Infinity ? 0 : (hourly * percent) / 100
}

/** Warns of surcharges that pay less than no surcharge: of tagged shifts, such as being on call, that is meant. */
function doubtPercents({ issues }: Place, { rules }: PayTerms): void {
  for (const [index, rule] of rules.entries()) {
    if (rule.kind !== 'surcharge' || rule.tags.length > 0 || rule.percent === null || rule.percent === 0 || rule.percent >= 100) continue
    const { percent } = rule
    issues.warn(
      `/payRules/${index}/percent`,
      'looks-like-increase',
      `percent is what a minute costs in the place of 100, so a surcharge of ${percent} pays less than none.`,
      `If ${percent} percent on top are meant, send ${100 + percent}.`,
    )
  }
}

function warnOfUnits(
  { issues }: Place,
  pointer: string,
  detail: string,
  { amount, currency }: { readonly amount: number; readonly currency: string | null },
): void {
  const whole = amount * 10 ** digitsOf(currency)
  issues.warn(pointer, 'looks-like-whole-units', detail, `If ${moneyInWords(whole, currency)} are meant, send ${whole}, and so everywhere.`)
}

/** Where the first hourly pay above 0 stands. */
function hourlyPointer({ fields }: Place): string {
  for (const key of ['employees', 'contracts'] as const) {
    const list = fields[key]
    for (const [index, entry] of (Array.isArray(list) ? (list as readonly unknown[]) : []).entries()) {
      if (!isJsonObject(entry)) continue
      if (isPaid(entry)) return `/${key}/${index}/pay/hourly`
      if (isPaid(entry['contract'])) return `/${key}/${index}/contract/pay/hourly`
    }
  }
  return '/employees'
}

function isPaid(owner: unknown): boolean {
  const pay = isJsonObject(owner) ? owner['pay'] : null
  return isJsonObject(pay) && typeof pay['hourly'] === 'number' && pay['hourly'] > 0
}
