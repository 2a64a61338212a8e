import type { Random } from '../random.ts'
import { daysOf, type Span } from '../scoring/one-row.ts'
import type { Column, Master } from './master.ts'

/** How carefully a dive goes to work. */
export interface Fineness {
  /** Of all days in question, which are fixed together at a time. */
  readonly share: number
  /** Rounds of pricing after each fixing, at most. */
  readonly rounds: number
  /** Whether linear programmes are solved well enough before that when their values hardly come down any more. */
  readonly settles: boolean
}

export interface Diving {
  readonly master: Master
  /** Employees of the master, and days of their rows. */
  readonly count: number
  readonly dayCount: number
  /** The days that are fixed. */
  readonly days: Span
  /** How many days that are not sure are fixed together. */
  readonly atOnce: number
  readonly rounds: number
  readonly random: Random
  /** Solves the master, from which columns were shut out or to which columns were added; false when that is over. */
  readonly solve: (isShut: boolean) => boolean
  /** Adds columns that better the master while days keep these duties (−1 = any), by employee × days + day; answers how many. */
  readonly addColumns: (fixed: Int32Array) => number
  /** Nothing dearer is of use. */
  readonly ceiling: number
}

/** Days that are as sure as this are fixed together; of all others `atOnce`, half as many to half as many again. */
const SURE = 0.9
/** How far chance reorders days by their sureness. */
const NOISE = 0.1
const WHOLE = 1 - 1e-6

/**
 * From fractions to rows: fixes what employees do on those days of which the linear programme is surest, finds rows anew, and so on until every employee has
 * one. Null when that leads above the ceiling.
 */
export function dive(diving: Diving): Column[] | null {
  const { master, count, dayCount, days, rounds, random, solve, addColumns, ceiling } = diving
  const fixed = new Int32Array(count * dayCount).fill(-1)
  master.addWaysOut()
  const atOnce = Math.ceil(diving.atOnce * (0.5 + random.unit()))
  for (;;) {
    for (let round = 0; ; round += 1) {
      if (!solve(round === 0)) return null
      if (round === 0) master.dropShut()
      master.smooth(0)
      if (round === rounds || addColumns(fixed) === 0) break
    }
    if (master.objective >= ceiling) return null
    const shares = master.shares()
    const usage = usageOf(diving, shares)
    const whole = [...usage.values()].filter((of) => [...of.values()].some((share) => share > WHOLE))
    if (whole.length === count * daysOf(days)) return likeliest(diving, shares)
    const touched = fixSurest(diving, usage, fixed, atOnce)
    if (touched.size === 0) return null
    master.columns.forEach(({ who, cells }, i) => {
      if (touched.has(who) && !isAllowed(fixed, who * dayCount, cells)) master.forbid(i)
    })
  }
}

function isAllowed(fixed: Int32Array, row: number, cells: Int32Array): boolean {
  for (let day = 0; day < cells.length; day += 1) if (fixed[row + day]! >= 0 && fixed[row + day] !== cells[day]) return false
  return true
}

/** By employee × days + day, for the days that are fixed: how much of each duty the solution has. */
type Usage = ReadonlyMap<number, ReadonlyMap<number, number>>

/** By employee: the column of which the solution has most. */
function likeliest({ master, count }: Diving, shares: Float64Array): Column[] {
  const most = new Float64Array(count)
  const chosen: Column[] = []
  master.columns.forEach((column, i) => {
    if (shares[i]! <= most[column.who]!) return
    most[column.who] = shares[i]!
    chosen[column.who] = column
  })
  return chosen
}

/** Fixes the days of which the solution is surest, and answers the employees concerned. */
function fixSurest(diving: Diving, usage: Usage, fixed: Int32Array, atOnce: number): Set<number> {
  const { dayCount, random } = diving
  const candidates: { cell: number; duty: number; share: number; rank: number }[] = []
  usage.forEach((of, cell) => {
    if (fixed[cell]! >= 0) return
    of.forEach((share, duty) => candidates.push({ cell, duty, share, rank: share > WHOLE ? 2 : share + NOISE * random.unit() }))
  })
  candidates.sort((a, b) => b.rank - a.rank || a.cell - b.cell)
  const touched = new Set<number>()
  let fractions = 0
  for (const { cell, duty, share } of candidates) {
    const who = Math.floor(cell / dayCount)
    if (fixed[cell]! >= 0 || (share < SURE && (fractions >= atOnce || touched.has(who)))) continue
    fixed[cell] = duty
    touched.add(who)
    if (share <= WHOLE) fractions += 1
  }
  return touched
}

function usageOf({ master, dayCount, days }: Diving, shares: Float64Array): Usage {
  const usage = new Map<number, Map<number, number>>()
  master.columns.forEach(({ who, cells }, i) => {
    if (shares[i]! < 1 - WHOLE) return
    for (let day = days.from; day <= days.to; day += 1) {
      const cell = who * dayCount + day
      const of = usage.get(cell) ?? new Map<number, number>()
      usage.set(cell, of.set(cells[day]!, (of.get(cells[day]!) ?? 0) + shares[i]!))
    }
  })
  return usage
}
