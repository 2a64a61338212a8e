import type { Calendar } from './calendar.ts'
import { contractOn } from './contract-periods.ts'
import type { Employee, QUOTA_PERIODS, Titled } from './schedule.ts'
import type { Weights } from './settings.ts'
import type { Identifier } from './units.ts'

/** What somebody is paid. */
export interface Pay {
  /** For an hour at 100 percent, in minor units of the currency. */
  readonly hourly: number
  /** By id the rules that hold for them; null = all. */
  readonly rules: readonly Identifier[] | null
}

/** Whoever may be paid. */
export interface Payable {
  /** Absent = nothing is said of money; of an employee, what their contract says. */
  readonly pay?: Pay
}

/** Above so many minutes of a window the minutes cost `percent` of the base in the place of 100. */
export interface OvertimeRule extends Titled {
  readonly kind: 'overtime'
  readonly id: Identifier
  readonly per: 'day' | (typeof QUOTA_PERIODS)[number]
  /** Position in `calendar.periods` when `per` is `period`; else null. */
  readonly period: number | null
  readonly overMinutes: number
  /** 100 or more. */
  readonly percent: number
}

/** Minutes that it names are paid otherwise: a minute has to meet all that is not null, and its shift to carry one of the tags. */
export interface SurchargeRule extends Titled {
  readonly kind: 'surcharge'
  readonly id: Identifier
  /** By the local clock, in minutes after midnight; `to` at or before `from` reaches over midnight. */
  readonly between: { readonly from: number; readonly to: number } | null
  readonly onHolidays: boolean
  /** 0 = Monday … 6 = Sunday. */
  readonly weekdays: readonly number[] | null
  /** Empty = whatever the shift carries. */
  readonly tags: readonly string[]
  /** Of the base, in its place; null where `amount` is given. */
  readonly percent: number | null
  /** For an hour, on top, in minor units; null where `percent` is given. */
  readonly amount: number | null
}

/** Paid once to whoever works at all. */
export interface ActivationRule extends Titled {
  readonly kind: 'activation'
  readonly id: Identifier
  /** In minor units. */
  readonly amount: number
}

export type PayRule = OvertimeRule | SurchargeRule | ActivationRule
export const PAY_RULE_KINDS = ['overtime', 'surcharge', 'activation'] as const
export const OVERTIME_PERIODS = ['day', 'week', 'month', 'horizon', 'period'] as const

/** So much may be paid in a window, whoever is paid it. */
export interface Budget extends Titled {
  readonly id: Identifier
  readonly per: OvertimeRule['per']
  /** Position in `calendar.periods` when `per` is `period`; else null. */
  readonly period: number | null
  /** Positions in `spots` whose shifts it pays for; empty = everything that is paid. */
  readonly spotIndexes: readonly number[]
  /** In minor units. */
  readonly max: number
  readonly weight: number
  /** What one unit costs; null = the weights of the setting `budgets`. */
  readonly weights: Weights | null
}

/** What a schedule says of money, beside what each person is paid. */
export interface PayTerms {
  /** ISO 4217, as it was sent; null = the document does not say. */
  readonly currency: string | null
  /** So many minor units are one unit of the score. */
  readonly currencyUnit: number
  readonly rules: readonly PayRule[]
  readonly budgets: readonly Budget[]
  /** That of the schedule with further days, to the last on which somebody may be at work: clocks and holidays count there too. */
  readonly calendar: Calendar
}

export const DEFAULT_CURRENCY_UNIT = 100

/** Money is added up in these, so that nothing is rounded before a line is written: a minute of an hourly pay of 1, at 1 percent, is one. */
export const GRAINS_PER_MINOR = 6000

/** Grains of one minute at 100 percent, for each minor unit an hour. */
export const GRAINS_PER_MINUTE = 100

/** What somebody is paid on a known day: their own pay, or else that of the contract of the day; null = nothing. */
export function payOn(employee: Pick<Employee, 'pay' | 'contract' | 'contracts'>, day: number): Pay | null {
  return employee.pay ?? contractOn(employee, day)?.pay ?? null
}

/** What counts for all days from `first` to `last` together: the pay of the last of them on which somebody has one; null = none. */
export function payIn(
  employee: Pick<Employee, 'pay' | 'contract' | 'contracts'>,
  { first, last }: { readonly first: number; readonly last: number },
): Pay | null {
  for (let day = last; day >= first; day -= 1) {
    const pay = payOn(employee, day)
    if (pay !== null) return pay
  }
  return null
}

/** Whether a rule holds for whoever is paid so. */
export function holdsFor({ rules }: Pay, { id }: Pick<PayRule, 'id'>): boolean {
  return rules === null || rules.includes(id)
}

/** The digits behind the point of an amount: those of the currency, or two. */
export function digitsOf(currency: string | null): number {
  if (currency === null) return 2
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    return 2
  }
}

/** `412.50 EUR`; without a currency `412.50`. `decimal` writes a number with so many digits behind the point. */
export function moneyInWords(
  amount: number,
  currency: string | null = null,
  decimal = (value: number, digits: number): string => value.toFixed(digits),
): string {
  const digits = digitsOf(currency)
  const written = decimal(amount / 10 ** digits, digits)
  return currency === null ? written : `${written} ${currency}`
}

/** `+412.50 EUR`: what something adds; `-412.50 EUR` what it saves. */
export function moneyChangeInWords(amount: number, currency: string | null = null): string {
  return `${amount > 0 ? '+' : ''}${moneyInWords(amount, currency)}`
}
