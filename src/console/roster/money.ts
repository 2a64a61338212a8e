import { weekCosts } from '../../checker/bills.ts'
import { CostChanges, costOf } from '../../checker/cost-changes.ts'
import { costsOf, costsOfOne } from '../../checker/costs.ts'
import type { Roster } from '../../model/roster.ts'
import type { PayLine } from '../../model/solution.ts'
import { amountText } from '../parts/words.ts'
import { t } from '../texts/texts.ts'
import { type Carry, handoversOfCarry } from './carry.ts'
import type { RosterModel } from './roster-model.ts'

/** What a roster costs, in minor units, and what its changes do; worked out in the page, so that it moves with the pointer. */
export interface Money {
  /** Of the roster, with what is carried where it would be dropped. */
  readonly total: number
  /** Beside the roster that was begun with. */
  readonly change: number
}

/** Rosters of which the amounts are told: as they were begun with, and as they are. */
export interface Compared {
  readonly base: Roster
  readonly roster: Roster
}

/** Totals by roster: while a shift is carried the roster stays, and only two rows are paid again. */
const TOTALS = new WeakMap<Roster, number>()
const CHANGES = new WeakMap<Roster, CostChanges>()

/** What a roster with a shift that is carried costs; null where the schedule says nothing of money. */
export function moneyOf({ schedule }: RosterModel, { base, roster }: Compared, carry: Carry | null): Money | null {
  if (schedule.pay === undefined) return null
  const totalOf = (each: Roster): number => {
    const known = TOTALS.get(each) ?? costOf(schedule, each) ?? 0
    TOTALS.set(each, known)
    return known
  }
  const total = totalOf(roster) + carriedCost({ schedule }, roster, carry)
  return { total, change: total - totalOf(base) }
}

/** What dropping a shift adds to the costs, in minor units; 0 where it would stay with whoever has it. */
export function carriedCost({ schedule }: Pick<RosterModel, 'schedule'>, roster: Roster, carry: Carry | null): number {
  const handovers = carry === null ? [] : handoversOfCarry(carry)
  if (handovers.length === 0) return 0
  const changes = CHANGES.get(roster) ?? new CostChanges(schedule, roster)
  CHANGES.set(roster, changes)
  return changes.of(handovers).costChange ?? 0
}

/** `€412.50`, as the language writes money. */
export function moneyText({ schedule: { pay } }: RosterModel, amount: number): string {
  return amountText(amount, pay?.currency ?? undefined)
}

/** `+€412.50`: what changes. */
export function signedMoney({ schedule: { pay } }: RosterModel, amount: number): string {
  return amountText(amount, pay?.currency ?? undefined, { signDisplay: 'exceptZero' })
}

/** What each week costs, of somebody or of all, a line a week; empty where nothing is paid. */
export function weekTexts(model: RosterModel, roster: Roster, employee: number | null): readonly string[] {
  const amounts = weekCosts(model.schedule, roster).map(({ date, total, byEmployee }) => ({
    date,
    amount: employee === null ? total : (byEmployee.get(employee) ?? 0),
  }))
  if (amounts.every(({ amount }) => amount === 0)) return []
  return amounts.map(({ date, amount }) => t('pay.week', { date, amount: moneyText(model, amount) }))
}

/** The payslip of somebody, line by line, with what all of it comes to first; empty where nothing is paid. */
export function payslipTexts(model: RosterModel, roster: Roster, employee: number): readonly string[] {
  const { schedule } = model
  const { total, byEmployee = [] } = costsOfOne(costsOf(schedule, roster), schedule.employees[employee]!.id)
  const lines = byEmployee.flatMap((each) => each.lines)
  if (total === undefined || lines.length === 0) return []
  return [t('pay.total', { amount: moneyText(model, total) }), ...lines.map((line) => lineText(model, line))]
}

function lineText(model: RosterModel, { kind, payRule, from, to, minutes, amount }: PayLine): string {
  const name = model.schedule.pay?.rules.find(({ id }) => id === payRule)?.name
  const what = kind === 'regular' ? t('pay.regular') : String(name ?? payRule)
  const when = from === undefined || to === undefined ? '' : ` ${from === to ? from : `${from} – ${to}`}`
  const hours = minutes === undefined ? '' : `, ${t('pay.hours', { hours: Math.round(minutes / 0.6) / 100 })}`
  return `${what}${when}${hours}: ${moneyText(model, amount)}`
}
