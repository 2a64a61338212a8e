import { type Calendar, dayAt, minuteAt } from '../../../model/calendar.ts'
import { GRAINS_PER_MINUTE, holdsFor, type Pay, payOn, type PayTerms, type SurchargeRule } from '../../../model/pay.ts'
import type { Schedule, Shift } from '../../../model/schedule.ts'
import { carriesOneOf, setOfTags } from '../../../model/tags.ts'
import { MINUTES_PER_DAY } from '../../../model/units.ts'
import type { Compiling } from '../../instance/compiling.ts'
import type { Demands } from '../../instance/demands.ts'
import type { CompiledRules } from '../../instance/instance.ts'
import type { PaidShifts } from './pay.ts'

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
  for (let d = 0; d < demands.count; d += 1) {
    const shift = demands.sample[d]!
    if (shift.historic) continue
    for (const [set, rules] of sets.entries()) {
      const { share, amount } = sharesOf(rules, terms.calendar, shift)
      shares[set * demands.count + d] = share
      onTop[set * demands.count + d] = amount
    }
    if (d % 1024 === 0) between()
  }
  return { hourly: Float64Array.from([0, ...pays.map(({ hourly }) => hourly)]), offset, shares, onTop }
}

/** A time, end exclusive. */
type Span = readonly [start: number, end: number]

/** Minutes × percent of a shift, and grains on top of them. */
function sharesOf(rules: readonly SurchargeRule[], calendar: Calendar, shift: Shift): { readonly share: number; readonly amount: number } {
  const { start, end, workMin } = shift
  const length = end - start
  // What is paid is spread evenly over the shift, whole minutes at each moment.
  const paid = ([from, to]: Span): number => Math.floor((workMin * (to - start)) / length) - Math.floor((workMin * (from - start)) / length)
  let share = workMin * 100
  let amount = 0
  const percents: { readonly percent: number; readonly spans: readonly Span[] }[] = []
  for (const rule of rules) {
    const spans = spansOf(rule, calendar, shift)
    if (spans.length === 0) continue
    if (rule.percent !== null) percents.push({ percent: rule.percent, spans })
    else for (const span of spans) amount += paid(span) * rule.amount! * GRAINS_PER_MINUTE
  }
  // The dearest first: what one takes is gone for those below it.
  let taken: readonly Span[] = []
  for (const { percent, spans } of percents.sort((a, b) => b.percent - a.percent)) {
    for (const span of spans) for (const free of without(span, taken)) share += paid(free) * (percent - 100)
    taken = [...taken, ...spans].sort((a, b) => a[0] - b[0])
  }
  return { share, amount }
}

/** When a surcharge is about the minutes of a shift, in order, none of them twice. */
function spansOf({ between, onHolidays, weekdays, tags }: SurchargeRule, calendar: Calendar, { start, end, tags: carried }: Shift): Span[] {
  if (tags.length > 0 && !carriesOneOf(carried, setOfTags(tags))) return []
  const spans: Span[] = []
  const add = (from: number, to: number): void => {
    const span: Span = [Math.max(from, start), Math.min(to, end)]
    if (span[0] < span[1]) spans.push(span)
  }
  for (let day = dayAt(calendar, start); day < calendar.days.length && calendar.days[day]!.start < end; day += 1) {
    const { weekday, start: opens, end: closes } = calendar.days[day]!
    if ((onHolidays && !calendar.holidays.has(day)) || (weekdays !== null && !weekdays.includes(weekday))) continue
    if (between === null) add(opens, closes)
    else if (between.from < between.to) add(minuteAt(calendar, day, between.from), Math.min(closes, minuteAt(calendar, day, between.to)))
    else {
      const until = minuteAt(calendar, day, between.to)
      add(opens, until)
      add(Math.max(until, minuteAt(calendar, day, between.from % MINUTES_PER_DAY)), closes)
    }
  }
  return spans
}

/** The parts of a time that lie in none of some others, which are in order of start. */
function without([start, end]: Span, others: readonly Span[]): Span[] {
  const free: Span[] = []
  let from = start
  for (const [opens, closes] of others) {
    if (opens >= end) break
    if (opens > from) free.push([from, opens])
    from = Math.max(from, closes)
  }
  if (from < end) free.push([from, end])
  return free
}
