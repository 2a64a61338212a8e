import { GRAINS_PER_MINOR, holdsFor, type OvertimeRule, type Pay, payIn } from '../../../model/pay.ts'
import type { Employee, Schedule } from '../../../model/schedule.ts'
import type { Compiling } from '../../instance/compiling.ts'
import { NO_LIMIT } from '../../instance/limits.ts'
import { MINUTES, WORK } from '../../instance/measures.ts'
import { countedWindows, spansOf, type Span, windowsPer, type Windows } from '../../instance/windows.ts'
import type { CountDraft } from '../count/compile-counts.ts'
import type { WeekendDays } from '../count/count.ts'

/** What counts of money have that others have not. */
export interface MoneyDraft {
  /** By employee: what multiplies the units. */
  readonly timesOf?: Float64Array
  /** In the place of weekends: days of which all together count once. */
  readonly stretch?: WeekendDays
}

/** What pay comes to as counts: minutes above those of a tier, by window, and whether somebody works at all. */
export function payCounts(c: Compiling): CountDraft[] {
  const { pay } = c.schedule
  if (pay === undefined) return []
  const unit = c.units.ofMoney()
  if (unit < 0) return []
  return [...overtimeFamilies(c.schedule).flatMap((family) => overtimeCounts(c, unit, family)), ...activationCount(c, unit)]
}

/** Of somebody: what each further minute costs more, and from where on, window by window. */
export interface Strand {
  readonly grains: number
  readonly most: Int32Array
}

/** The tiers of one period. */
export interface OvertimeFamily {
  readonly rules: readonly OvertimeRule[]
  readonly per: OvertimeRule['per']
  readonly windows: Windows
  /** By window: its known days; of the horizon those from its first on. */
  readonly spans: readonly Span[]
  readonly ofEmployee: readonly (readonly Strand[])[]
}

/** The overtime rules of a schedule, those of one period together. */
export function overtimeFamilies({ calendar, employees, pay }: Schedule): OvertimeFamily[] {
  const overtime = (pay?.rules ?? []).filter((rule) => rule.kind === 'overtime')
  return [...Map.groupBy(overtime, ({ per, period }) => `${per} ${period}`).values()].map((rules) => {
    const { per, period } = rules[0]!
    const windows = per === 'period' ? countedWindows(calendar, { per, days: null, period }) : windowsPer(calendar, per)
    const fromDay = per === 'horizon' ? calendar.horizonFirst : 0
    const spans = spansOf(windows).map(({ first, last }) => ({ first: Math.max(first, fromDay), last }))
    return { rules, per, windows, spans, ofEmployee: employees.map((employee) => strandsOf(employee, rules, spans)) }
  })
}

/** Each employee's n-th strand is part of the n-th count. */
function overtimeCounts({ measures, none }: Compiling, unit: number, { rules: family, per, windows, ofEmployee }: OvertimeFamily): CountDraft[] {
  const count = ofEmployee.reduce((most, strands) => Math.max(most, strands.length), 0)
  return Array.from({ length: count }, (_, n): CountDraft => {
    const mine = ofEmployee.map((strands) => strands[n])
    return {
      ...(family[0]!.name === undefined ? {} : { name: family[0]!.name }),
      overUnit: unit,
      underUnit: -1,
      timesOf: Float64Array.from(mine, (strand) => strand?.grains ?? 0),
      of: 'sum',
      column: MINUTES,
      windows,
      ...limitsOf(mine, windows),
      offset: none,
      horizonOnly: per === 'horizon',
      ...(per === 'horizon' ? {} : { minutesOf: measures.counts([]) }),
    }
  })
}

function limitsOf(mine: readonly (Strand | undefined)[], { count }: Windows): Pick<CountDraft, 'most' | 'dated'> {
  const most = Int32Array.from(mine, (strand) => (strand === undefined || !isSame(strand.most) ? NO_LIMIT : strand.most[0]!))
  const differing = mine.flatMap((strand, e) => (strand === undefined || isSame(strand.most) ? [] : [{ e, strand }]))
  if (differing.length === 0) return { most, dated: null }
  const at = new Int32Array(mine.length).fill(-1)
  const dated = new Int32Array(differing.length * count)
  for (const [place, { e, strand }] of differing.entries()) {
    at[e] = place * count
    dated.set(strand.most, place * count)
  }
  return { most, dated: { at, most: dated, least: new Int32Array(dated.length) } }
}

function isSame(limits: Int32Array): boolean {
  return limits.every((limit) => limit === limits[0])
}

/** By the pay of each window, which is that of its last day with one. */
function strandsOf(employee: Employee, family: readonly OvertimeRule[], spans: readonly Span[]): Strand[] {
  const isFixed = employee.pay !== undefined || employee.contracts === undefined
  const fixed = isFixed ? tiersFor(payIn(employee, { first: 0, last: 0 }), family) : null
  const tiersIn = spans.map((span) => fixed ?? tiersFor(payIn(employee, span), family))
  const strands: { grains: number; most: Int32Array }[] = []
  for (const [w, tiers] of tiersIn.entries()) {
    for (const { grains, over } of tiers) {
      const free = strands.find((strand) => strand.grains === grains && strand.most[w] === NO_LIMIT)
      const strand = free ?? { grains, most: new Int32Array(spans.length).fill(NO_LIMIT) }
      if (free === undefined) strands.push(strand)
      strand.most[w] = over
    }
  }
  return strands
}

/** What a minute above each tier costs more than one above the tier below. */
function tiersFor(pay: Pay | null, family: readonly OvertimeRule[]): { readonly grains: number; readonly over: number }[] {
  if (pay === null || pay.hourly === 0) return []
  let before = 100
  const tiers: { readonly grains: number; readonly over: number }[] = []
  const mine = family.filter((rule) => holdsFor(pay, rule)).sort((a, b) => a.overMinutes - b.overMinutes)
  for (const { percent, overMinutes } of mine) {
    if (percent <= before) continue
    const twin = tiers.at(-1)
    // Two tiers from the same minute on are the dearer one.
    if (twin?.over === overMinutes) tiers[tiers.length - 1] = { over: overMinutes, grains: twin.grains + pay.hourly * (percent - before) }
    else tiers.push({ over: overMinutes, grains: pay.hourly * (percent - before) })
    before = percent
  }
  return tiers
}

/** By employee: what it costs, in grains, that they work at all; null where it costs nothing of anybody. */
export function activationGrains({ employees, calendar, pay: terms }: Schedule): Float64Array | null {
  const activations = (terms?.rules ?? []).filter((rule) => rule.kind === 'activation')
  if (activations.length === 0) return null
  const horizon = { first: calendar.horizonFirst, last: calendar.days.length - 1 }
  const grains = Float64Array.from(employees, (employee) => {
    const pay = payIn(employee, horizon)
    return pay === null ? 0 : GRAINS_PER_MINOR * activations.reduce((sum, rule) => sum + (holdsFor(pay, rule) ? rule.amount : 0), 0)
  })
  return grains.every((each) => each === 0) ? null : grains
}

/** Whoever works on a day of the horizon costs so much, once: as if the horizon were one weekend. */
function activationCount({ schedule, none }: Compiling, unit: number): CountDraft[] {
  const timesOf = activationGrains(schedule)
  if (timesOf === null) return []
  return [
    {
      overUnit: unit,
      underUnit: -1,
      timesOf,
      of: 'weekend',
      stretch: oneStretch(schedule),
      column: WORK,
      windows: windowsPer(schedule.calendar, 'horizon'),
      most: Int32Array.from(timesOf, (times) => (times === 0 ? NO_LIMIT : 0)),
      offset: none,
      horizonOnly: true,
    },
  ]
}

function oneStretch({ calendar: { days, horizonFirst } }: Schedule): WeekendDays {
  return {
    count: 1,
    opens: Int32Array.of(horizonFirst),
    closes: Int32Array.of(days.length - 1),
    anchor: Int32Array.of(horizonFirst),
    judgedOn: Int32Array.of(days.length - 1),
    weekendOf: Int32Array.from(days, (_, day) => (day < horizonFirst ? -1 : 0)),
  }
}
