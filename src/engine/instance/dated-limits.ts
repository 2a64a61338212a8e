import type { Contract, ContractPeriod, CountRule, Quota, Schedule } from '../../model/schedule.ts'
import { limits, NO_LIMIT, NO_TITLE, type ReadLimit } from './limits.ts'
import { spansOf, type Span, type Windows } from './windows.ts'

/** Limits of those whose contract changes, for each window: the mean of the limits of its days (docs/schedule.md). */
export interface DatedLimits {
  /** By employee: where their windows begin in `most` and `least`, the same for those who change alike; −1 = the same limits in all windows. */
  readonly at: Int32Array
  readonly most: Int32Array
  /** Of windows whose days are all known. */
  readonly least: Int32Array
}

/** The limits of a count. */
export interface Limits {
  /** By employee. */
  readonly most: Int32Array
  readonly least: Int32Array
  /** Null where nobody's limits differ between windows. */
  readonly dated: DatedLimits | null
}

/** What is counted over which windows; with `fromDay`, days before it are no part of any. */
export interface Counted {
  readonly windows: Windows
  readonly fromDay?: number
}

/** The limits that contracts set for the windows. */
export function limitsIn(schedule: Schedule, counted: Counted, most: ReadLimit, least: ReadLimit): Limits {
  return { most: limits(schedule, most, NO_LIMIT), least: limits(schedule, least, 0), dated: datedLimits(schedule, counted, most, least) }
}

/** Those of the employees whose contract changes; null where none of their contracts says anything. */
export function datedLimits({ employees }: Schedule, { windows, fromDay = 0 }: Counted, most: ReadLimit, least: ReadLimit): DatedLimits | null {
  const isSaid = ({ contract }: ContractPeriod): boolean => most(contract) !== null || least(contract) !== null
  const lists = new Set(employees.flatMap(({ contracts }) => (contracts === undefined ? [] : [contracts])))
  const limited = [...lists].filter((periods) => periods.some(isSaid))
  if (limited.length === 0) return null
  const placeOf = new Map(limited.map((list, place) => [list, place * windows.count]))
  const limits = { most: new Int32Array(limited.length * windows.count), least: new Int32Array(limited.length * windows.count) }
  const spans = spansOf(windows).map(({ first, last }) => ({ first: Math.max(first, fromDay), last }))
  const days = windows.firstWindow.length
  for (const [list, place] of placeOf) {
    limits.most.set(mosts(list, days, spans, most), place)
    limits.least.set(leasts(list, days, spans, least), place)
  }
  return { at: Int32Array.from(employees, ({ contracts }) => (contracts === undefined ? -1 : (placeOf.get(contracts) ?? -1))), ...limits }
}

/** The mean of the days with a contract, rounded down; none where one of them has no limit. */
function mosts(periods: readonly ContractPeriod[], days: number, spans: readonly Span[], read: ReadLimit): Int32Array {
  if (periods.every(({ contract }) => read(contract) === null)) return new Int32Array(spans.length).fill(NO_LIMIT)
  const limited = sumsOfDays(periods, days, (contract) => read(contract) ?? 0)
  const held = sumsOfDays(periods, days, () => 1)
  const free = sumsOfDays(periods, days, (contract) => (read(contract) === null ? 1 : 0))
  return Int32Array.from(spans, (span) => {
    const count = sumIn(held, span)
    if (count === 0 || sumIn(free, span) > 0) return NO_LIMIT
    return Math.min(NO_LIMIT, Math.floor(sumIn(limited, span) / count))
  })
}

/** The mean of all known days, rounded up; a day without a least, or without a contract, has 0. */
function leasts(periods: readonly ContractPeriod[], days: number, spans: readonly Span[], read: ReadLimit): Int32Array {
  if (periods.every(({ contract }) => read(contract) === null)) return new Int32Array(spans.length)
  const asked = sumsOfDays(periods, days, (contract) => read(contract) ?? 0)
  return Int32Array.from(spans, (span) => (span.last < span.first ? 0 : Math.ceil(sumIn(asked, span) / (span.last - span.first + 1))))
}

/** Entry d: the sum of all days before d. */
function sumsOfDays(periods: readonly ContractPeriod[], days: number, valueOf: (contract: Contract) => number): Float64Array {
  const sums = new Float64Array(days + 1)
  for (const { contract, first, last } of periods) sums.fill(valueOf(contract), first + 1, last + 2)
  for (let day = 0; day < days; day += 1) sums[day + 1]! += sums[day]!
  return sums
}

function sumIn(sums: Float64Array, { first, last }: Span): number {
  return last < first ? 0 : sums[last + 1]! - sums[first]!
}

/** The mean over the days with a contract, from one day on, rounded down; 0 where there is none. */
export function meanOf(periods: readonly ContractPeriod[], fromDay: number, read: (contract: Contract) => number): number {
  let sum = 0
  let count = 0
  for (const { contract, first, last } of periods) {
    const days = Math.max(0, last - Math.max(first, fromDay) + 1)
    sum += days * read(contract)
    count += days
  }
  return count === 0 ? 0 : Math.floor(sum / count)
}

type Limited = Pick<CountRule | Quota, 'min' | 'max'>

/** A count or quota that contracts of some days have in common but for what it limits to: the n-th most of the one is followed by the n-th most of the other. */
export interface DatedCount<R extends Limited> {
  readonly rule: R
  readonly most: ReadLimit
  readonly least: ReadLimit
}

/** What contracts of some days count, each once. */
export function datedCounts<R extends Limited>(contracts: readonly Contract[], rulesOf: (contract: Contract) => readonly R[]): DatedCount<R>[] {
  const found = new Map<string, { rule: R; max: Map<Contract, number>; min: Map<Contract, number> }>()
  for (const contract of contracts) {
    const seen = new Map<string, number>()
    for (const rule of rulesOf(contract)) {
      const text = JSON.stringify({ ...rule, place: 0, min: null, max: null, ...NO_TITLE })
      for (const side of ['max', 'min'] as const) {
        const limit = rule[side]
        if (limit === null) continue
        const nth = seen.get(side + text) ?? 0
        seen.set(side + text, nth + 1)
        const key = `${nth} ${text}`
        const entry = found.get(key) ?? { rule, max: new Map<Contract, number>(), min: new Map<Contract, number>() }
        found.set(key, entry)
        entry[side].set(contract, limit)
      }
    }
  }
  return [...found.values()].flatMap(({ rule, max, min }) => {
    const most: ReadLimit = (contract) => max.get(contract) ?? null
    const least: ReadLimit = (contract) => min.get(contract) ?? null
    // A count is too high or too low, and of two that are at odds both.
    const isAtOdds = contracts.some((contract) => max.has(contract) && max.get(contract)! < (min.get(contract) ?? 0))
    return isAtOdds
      ? [
          { rule, most, least: SILENT },
          { rule, most: SILENT, least },
        ]
      : [{ rule, most, least }]
  })
}

const SILENT: ReadLimit = () => null
