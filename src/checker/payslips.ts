import { GRAINS_PER_MINOR, GRAINS_PER_MINUTE, holdsFor, payIn, payOn } from '../model/pay.ts'
import type { OvertimeRule, Pay, PayTerms } from '../model/pay.ts'
import type { Employee, Schedule, Shift } from '../model/schedule.ts'
import type { PayLine } from '../model/solution.ts'
import type { Row } from './roster-view.ts'
import { surchargedMinutes } from './surcharges.ts'
import { excess, sumBetween, sumsOf } from './tally.ts'
import { windowsOf, type Window } from './windows.ts'

/** A line of a payslip before it is rounded, as docs/pay.md says. */
export interface ExactLine extends Omit<PayLine, 'amount'> {
  /** In parts of a minor unit: `GRAINS_PER_MINOR` of them are one. */
  readonly grains: number
}

/** Everything that one row is paid, line by line; none where nothing is. */
export function exactLines(schedule: Schedule, row: Row): ExactLine[] {
  const { pay } = schedule
  if (pay === undefined) return []
  const planned = row.shifts.filter((shift) => !shift.historic)
  return [...hourlyLines(pay, row.employee, planned), ...overtimeLines(schedule, pay, row), ...activationLines(schedule, pay, row.employee, planned)]
}

/** A line as it is paid. */
export function roundedLine({ grains, ...line }: ExactLine): PayLine {
  return { ...line, amount: minorUnits(grains) }
}

/** To whole minor units, half up. */
export function minorUnits(grains: number): number {
  return Math.floor((grains + GRAINS_PER_MINOR / 2) / GRAINS_PER_MINOR)
}

/** What one shift costs somebody, without overtime and activation. */
export function shiftGrains(terms: PayTerms, employee: Employee, shift: Shift): number {
  return hourlyLines(terms, employee, [shift]).reduce((sum, { grains }) => sum + grains, 0)
}

/** Regular pay, and what surcharges add to it. */
function hourlyLines(terms: PayTerms, employee: Employee, shifts: readonly Shift[]): ExactLine[] {
  const regular = { minutes: 0, grains: 0 }
  const added = new Map<number, { minutes: number; grains: number }>()
  const add = (rule: number, minutes: number, grains: number): void => {
    const before = added.get(rule) ?? { minutes: 0, grains: 0 }
    added.set(rule, { minutes: before.minutes + minutes, grains: before.grains + grains })
  }
  for (const shift of shifts) {
    const pay = payOn(employee, shift.day)
    if (pay === null) continue
    regular.minutes += shift.workMin
    regular.grains += shift.workMin * pay.hourly * GRAINS_PER_MINUTE
    for (const { position, rule, minutes } of surchargedMinutes(terms, pay, shift)) {
      const perMinute = rule.percent === null ? rule.amount! * GRAINS_PER_MINUTE : pay.hourly * (rule.percent - 100)
      add(position, minutes, minutes * perMinute)
    }
  }
  return [
    ...(regular.minutes > 0 ? [{ kind: 'regular' as const, ...regular }] : []),
    ...[...added]
      .sort(([a], [b]) => a - b)
      .filter(([, { minutes }]) => minutes > 0)
      .map(([position, sum]) => ({ kind: 'surcharge' as const, payRule: terms.rules[position]!.id, ...sum })),
  ]
}

/** The tiers of one period: rules from more and more minutes on, each dearer than those before it. */
type Tiers = readonly [OvertimeRule, ...OvertimeRule[]]

function overtimeLines(schedule: Schedule, { rules }: PayTerms, { employee, shifts }: Row): ExactLine[] {
  const overtime = rules.filter((rule) => rule.kind === 'overtime')
  if (overtime.length === 0) return []
  const { calendar } = schedule
  const horizon: Pick<Window, 'first' | 'last'> = { first: calendar.horizonFirst, last: calendar.days.length - 1 }
  const all = sumsOf(calendar, shifts, 'minutes')
  const historic = sumsOf(
    calendar,
    shifts.filter((shift) => shift.historic),
    'minutes',
  )
  const planned = shifts.reduce((sum, shift) => (shift.historic ? sum : sum + shift.workMin), 0)
  const lines: ExactLine[] = []
  for (const family of Map.groupBy(overtime, ({ per, period }) => `${per} ${period}`).values()) {
    const { per, period } = family[0]!
    const isWhole = per === 'horizon'
    for (const window of isWhole ? [horizon] : windowsOf(calendar, { per, period })) {
      const worked = isWhole ? planned : sumBetween(all, window)
      const before = isWhole ? 0 : sumBetween(historic, window)
      const pay = payIn(employee, window)
      const tiers = pay === null ? null : tiersFor(pay, family)
      if (tiers !== null) lines.push(...linesIn(schedule, { tiers, pay: pay!, window, worked, before }))
    }
  }
  return lines
}

function tiersFor(pay: Pay, family: readonly OvertimeRule[]): Tiers | null {
  const tiers: OvertimeRule[] = []
  const mine = family.filter((rule) => holdsFor(pay, rule)).toSorted((a, b) => a.overMinutes - b.overMinutes || b.percent - a.percent)
  for (const rule of mine) if (rule.percent > (tiers.at(-1)?.percent ?? 100)) tiers.push(rule)
  const [first, ...rest] = tiers
  return first === undefined ? null : [first, ...rest]
}

interface Worked {
  readonly tiers: Tiers
  readonly pay: Pay
  readonly window: Pick<Window, 'first' | 'last'>
  readonly worked: number
  /** Of these before the horizon. */
  readonly before: number
}

/** The minutes of a window that lie in each tier; what history alone reached was paid before. */
function linesIn({ calendar: { days } }: Schedule, { tiers, pay, window, worked, before }: Worked): ExactLine[] {
  const above = ({ overMinutes }: OvertimeRule): number => excess(worked, before, overMinutes)
  return tiers.flatMap((tier, at): ExactLine[] => {
    const next = tiers[at + 1]
    const minutes = above(tier) - (next === undefined ? 0 : above(next))
    if (minutes === 0) return []
    const grains = minutes * pay.hourly * (tier.percent - 100)
    return [{ kind: 'overtime', payRule: tier.id, from: days[window.first]!.date, to: days[window.last]!.date, minutes, grains }]
  })
}

function activationLines({ calendar }: Schedule, { rules }: PayTerms, employee: Employee, planned: readonly Shift[]): ExactLine[] {
  if (planned.length === 0) return []
  const pay = payIn(employee, { first: calendar.horizonFirst, last: calendar.days.length - 1 })
  if (pay === null) return []
  return rules.flatMap((rule): ExactLine[] =>
    rule.kind === 'activation' && rule.amount > 0 && holdsFor(pay, rule)
      ? [{ kind: 'activation', payRule: rule.id, grains: rule.amount * GRAINS_PER_MINOR }]
      : [],
  )
}
