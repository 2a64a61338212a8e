import { type Budget, GRAINS_PER_MINOR } from '../../../model/pay.ts'
import type { Schedule } from '../../../model/schedule.ts'
import type { Compiling } from '../../instance/compiling.ts'
import type { Demands } from '../../instance/demands.ts'
import type { CompiledRules } from '../../instance/instance.ts'
import { NO_LIMIT } from '../../instance/limits.ts'
import { countedWindows, windowsPer, type Windows } from '../../instance/windows.ts'
import { paidShiftsOf } from '../pay/compile-pay.ts'
import { activationGrains, type OvertimeFamily, overtimeFamilies, type Strand } from '../pay/overtime.ts'
import type { BudgetRule, PaidOvertime } from './budget.ts'

/** What budgets may hold (docs/constraints/budgets.md); null where none costs anything, or nothing says what anybody is paid. */
export function compileBudgets(compiling: Compiling): () => Pick<CompiledRules, 'budgets'> {
  const { schedule, units } = compiling
  const rated = (schedule.pay?.budgets ?? [])
    .map((budget) => ({ budget, unit: units.of('budgets', budget.weights === null ? {} : { weights: budget.weights }) }))
    .filter(({ unit }) => unit >= 0)
  const paid = rated.length === 0 ? null : paidShiftsOf(compiling)
  const rule = paid === null ? null : budgetsOf(compiling, rated, paid)
  // Where nobody is paid anything, no budget is ever passed.
  return () => ({ budgets: rule?.isPaid.includes(1) === true ? rule : null })
}

interface Rated {
  readonly budget: Budget
  readonly unit: number
}

function budgetsOf({ schedule, demands }: Compiling, rated: readonly Rated[], paid: BudgetRule['paid']): BudgetRule {
  const { employees, spots, calendar, pay } = schedule
  const dayCount = calendar.days.length
  const budgets = rated.map(({ budget }) => budget)
  const wholes = Int32Array.from([...budgets.keys()].filter((b) => budgets[b]!.spotIndexes.length === 0))
  const placed = placeWindows(schedule, budgets)
  const families = wholes.length === 0 ? [] : overtimeFamilies(schedule)
  const activation = wholes.length === 0 ? null : activationGrains(schedule)
  // A week that history begins holds overtime of who is paid nothing in the horizon.
  const isPaidFor = (e: number): boolean =>
    paid.payOn.subarray(e * dayCount, (e + 1) * dayCount).some((pays) => pays > 0) ||
    families.some(({ ofEmployee }) => ofEmployee[e]!.length > 0) ||
    (activation?.[e] ?? 0) > 0
  return {
    paid,
    dayCount,
    spotCount: spots.length,
    employeeCount: employees.length,
    isPaid: Uint8Array.from(employees, (_, e) => (isPaidFor(e) ? 1 : 0)),
    spot: Int32Array.from(demands.sample, ({ historic, spotIndex }) => (historic ? -1 : spotIndex)),
    ...placed,
    isAt: spotsOf(budgets, spots.length),
    wholes,
    most: Float64Array.from(placed.budgetOf, (b) => budgets[b]!.max * GRAINS_PER_MINOR),
    unit: Int32Array.from(rated, ({ unit }) => unit),
    times: Int32Array.from(budgets, ({ weight }) => weight),
    point: pay!.currencyUnit * GRAINS_PER_MINOR,
    overtime: families.map((family) => overtimeOf({ schedule, demands }, family, { wholes, ...placed })),
    activation,
    named: rated.map(({ budget: { id, name }, unit }) => ({ unit, name: name ?? String(id) })),
  }
}

type Placed = Pick<BudgetRule, 'windowOn' | 'budgetOf'>

/** Numbers the windows of all budgets that have a day in the horizon. */
function placeWindows({ calendar }: Schedule, budgets: readonly Budget[]): Placed {
  const { days, horizonFirst } = calendar
  const windowOn = new Int32Array(budgets.length * days.length).fill(-1)
  const budgetOf: number[] = []
  for (const [b, budget] of budgets.entries()) {
    const windows = windowsOf(calendar, budget)
    const numbers = new Map<number, number>()
    for (let day: number = horizonFirst; day < days.length; day += 1) {
      const window = windows.firstWindow[day]!
      if (window > windows.lastWindow[day]!) continue
      const number = numbers.get(window) ?? budgetOf.push(b) - 1
      numbers.set(window, number)
      windowOn[b * days.length + day] = number
    }
  }
  return { windowOn, budgetOf: Int32Array.from(budgetOf) }
}

function windowsOf(calendar: Schedule['calendar'], { per, period }: Pick<Budget, 'per' | 'period'>): Windows {
  return per === 'period' ? countedWindows(calendar, { per, days: null, period }) : windowsPer(calendar, per)
}

function spotsOf(budgets: readonly Budget[], spotCount: number): Uint8Array {
  const isAt = new Uint8Array(budgets.length * spotCount)
  for (const [b, { spotIndexes }] of budgets.entries()) {
    if (spotIndexes.length === 0) isAt.fill(1, b * spotCount, (b + 1) * spotCount)
    for (const spot of spotIndexes) isAt[b * spotCount + spot] = 1
  }
  return isAt
}

/** Overtime of one period, paid with the last known day of its window. */
function overtimeOf(
  { schedule, demands }: Pick<Compiling, 'schedule' | 'demands'>,
  { per, windows, spans, ofEmployee }: OvertimeFamily,
  { wholes, windowOn }: Pick<BudgetRule, 'wholes' | 'windowOn'>,
): PaidOvertime {
  const dayCount = schedule.calendar.days.length
  const windowOf = Int32Array.from(schedule.calendar.days, (_, day) => {
    const window = windows.lastWindow[day]!
    return window < windows.firstWindow[day]! || windows.inHorizon[window] === 0 ? -1 : window
  })
  const paidIn = new Int32Array(wholes.length * windows.count).fill(-1)
  for (const [whole, budget] of wholes.entries()) {
    for (const [window, { last }] of spans.entries()) {
      if (last >= 0) paidIn[whole * windows.count + window] = windowOn[budget * dayCount + last]!
    }
  }
  const minutes = minutesOf(demands, per === 'horizon', schedule.calendar.splitsWork)
  const before = historicMinutes(schedule, { windowOf, minutes, demands, windowCount: windows.count })
  const strands = ofEmployee.map((mine, e) => mine.map((strand) => raised(strand, before.subarray(e * windows.count, (e + 1) * windows.count))))
  return { windowCount: windows.count, windowOf, minutes, strands, paidIn }
}

/** By demand: its minutes day by day; the horizon has no history, and its shifts count whole. */
function minutesOf({ sample }: Demands, isWhole: boolean, splits: boolean): readonly (readonly number[])[] {
  return sample.map(({ historic, workMin, splitMin }) => {
    if (isWhole) return historic ? [] : [workMin]
    return splits && splitMin !== undefined ? splitMin : [workMin]
  })
}

interface Counted {
  readonly windowOf: Int32Array
  readonly minutes: readonly (readonly number[])[]
  readonly demands: Demands
  readonly windowCount: number
}

/** By employee × windows + window: the minutes of historic shifts. */
function historicMinutes({ employees, shifts }: Schedule, { windowOf, minutes, demands, windowCount }: Counted): Int32Array {
  const sums = new Int32Array(employees.length * windowCount)
  for (const [at, { historic, employeeIndex, day }] of shifts.entries()) {
    if (!historic || employeeIndex === null) continue
    for (const [later, piece] of minutes[demands.demandOfShift[at]!]!.entries()) {
      const window = day + later < windowOf.length ? windowOf[day + later]! : -1
      if (window >= 0) sums[employeeIndex * windowCount + window]! += piece
    }
  }
  return sums
}

/** What history alone reached is not paid again. */
function raised({ grains, most }: Strand, before: Int32Array): Strand {
  return { grains, most: most.map((limit, window) => (limit === NO_LIMIT ? limit : Math.max(limit, before[window]!))) }
}
