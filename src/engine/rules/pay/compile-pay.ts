import { GRAINS_PER_MINUTE, holdsFor, type Pay, payOn, type PayTerms, type SurchargeRule } from '../../../model/pay.ts'
import type { Schedule, Shift } from '../../../model/schedule.ts'
import { TagLists } from '../../../model/tags.ts'
import type { Compiling } from '../../instance/compiling.ts'
import type { Demands } from '../../instance/demands.ts'
import type { CompiledRules } from '../../instance/instance.ts'
import type { PaidShifts } from './pay.ts'
import { FreeTime, type RuleSpan, type Span, SurchargeSpans } from './surcharge-spans.ts'

/** The table of what every demand costs whoever is paid so; null where nobody is. */
export function compilePay(compiling: Compiling): () => Pick<CompiledRules, 'pay'> {
  const unit = compiling.units.ofMoney()
  const paid = unit < 0 ? null : paidShiftsOf(compiling)
  // Nobody is paid by the hour on any day of the horizon: the number 0 stands for no pay.
  const table = paid === null || paid.hourly.length === 1 ? null : { unit, ...paid }
  return () => ({ pay: table })
}

/** What was made of each schedule: what is paid is asked for by payCost and by budgets. */
const MADE = new WeakMap<Compiling, PaidShifts | null>()

/** What every demand costs whoever is paid so; null where the schedule does not say what anybody is paid. */
export function paidShiftsOf(compiling: Compiling): PaidShifts | null {
  const made = MADE.get(compiling)
  if (made !== undefined) return made
  const { schedule, demands, between } = compiling
  const pays = schedule.pay === undefined ? null : numberPays(schedule)
  const paid = pays === null ? null : { ...tabulate(schedule.pay!, demands, pays.distinct, between), payOn: pays.payOn }
  MADE.set(compiling, paid)
  return paid
}

/** Every pay that somebody has on some day, each once, numbered from 1. */
function numberPays({ employees, calendar: { days, horizonFirst } }: Schedule): { readonly payOn: Int32Array; readonly distinct: readonly Pay[] } {
  const payOfDay = new Int32Array(employees.length * days.length)
  const distinct: Pay[] = []
  const numbers = new Map<string, number>()
  const known = new Map<Pay, number>()
  const numberOf = (pay: Pay): number => {
    const same = known.get(pay)
    if (same !== undefined) return same
    const key = JSON.stringify(pay)
    const number = numbers.get(key) ?? distinct.push(pay)
    numbers.set(key, number)
    known.set(pay, number)
    return number
  }
  for (const [e, employee] of employees.entries()) {
    for (let day: number = horizonFirst; day < days.length; day += 1) {
      const pay = payOn(employee, day)
      if (pay !== null) payOfDay[e * days.length + day] = numberOf(pay)
    }
  }
  return { payOn: payOfDay, distinct }
}

type Tabulated = Omit<PaidShifts, 'payOn'>

function tabulate(terms: PayTerms, demands: Demands, pays: readonly Pay[], between: () => void): Tabulated {
  const surcharges = terms.rules.filter((rule) => rule.kind === 'surcharge')
  const setOf = new Map<string, number>()
  const sets: SurchargeRule[][] = []
  const offset = Int32Array.from([0, ...pays.map((pay) => demands.count * setNumber(pay))])
  function setNumber(pay: Pay): number {
    const mine = surcharges.filter((rule) => holdsFor(pay, rule))
    const key = JSON.stringify(mine.map((rule) => surcharges.indexOf(rule)))
    const number = setOf.get(key) ?? sets.push(mine) - 1
    setOf.set(key, number)
    return number
  }
  const shares = new Float64Array(demands.count * sets.length)
  const onTop = new Float64Array(demands.count * sets.length)
  const spans = new SurchargeSpans(surcharges, terms.calendar)
  const meant = sets.map((mine) => Uint8Array.from(surcharges, (rule) => Number(mine.includes(rule))))
  const kinds = new ShiftKinds()
  for (let d = 0; d < demands.count; d += 1) {
    const shift = demands.sample[d]!
    if (shift.historic) continue
    const same = kinds.firstLike(shift, d)
    const ofShift = same < d ? [] : spans.of(shift)
    for (let set = 0; set < sets.length; set += 1) {
      const from = set * demands.count
      const { share, amount } = same < d ? { share: shares[from + same]!, amount: onTop[from + same]! } : sharesOf(ofShift, meant[set]!, shift)
      shares[from + d] = share
      onTop[from + d] = amount
    }
    if (d % 1024 === 0) between()
  }
  return { hourly: Float64Array.from([0, ...pays.map(({ hourly }) => hourly)]), offset, shares, onTop }
}

/** Tells shifts apart that surcharges could pay otherwise. */
class ShiftKinds {
  readonly #lists = new TagLists()
  readonly #first = new Map<string, number>()

  /** The first demand whose shift has the same time and the same tags; `demand` itself where none was before. */
  firstLike({ start, end, workMin, tags }: Shift, demand: number): number {
    const key = `${start} ${end} ${workMin} ${this.#lists.numberOf(tags)}`
    const known = this.#first.get(key)
    if (known === undefined) this.#first.set(key, demand)
    return known ?? demand
  }
}

/** Minutes × percent of a shift, and grains on top of them, by the surcharges that are meant. */
function sharesOf(
  spans: readonly RuleSpan[],
  isMeant: Uint8Array,
  { start, end, workMin }: Shift,
): { readonly share: number; readonly amount: number } {
  const length = end - start
  // What is paid is spread evenly over the shift, whole minutes at each moment.
  const paid = ([from, to]: Span): number => Math.floor((workMin * (to - start)) / length) - Math.floor((workMin * (from - start)) / length)
  let share = workMin * 100
  let amount = 0
  // Of each day the dearest come first: what one takes is gone for those below it.
  const free = new FreeTime([start, end])
  for (const { span, number, percent, onTop } of spans) {
    if (isMeant[number] !== 1) continue
    if (percent === null) amount += paid(span) * onTop * GRAINS_PER_MINUTE
    else for (const taken of free.take(span)) share += paid(taken) * (percent - 100)
  }
  return { share, amount }
}
