import type { Random } from '../random.ts'
import type { Column, Master } from './master.ts'

/** How carefully a dive goes to work. */
export interface Fineness {
  /** Of all days in question, which are fixed together at a time. */
  readonly share: number
  /** Rounds of pricing after each fixing, at most. */
  readonly rounds: number
}

export interface Diving {
  readonly master: Master
  /** Employees of the master, and days of their rows. */
  readonly count: number
  readonly dayCount: number
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
  const { master, count, dayCount, rounds, random, solve, addColumns, ceiling } = diving
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
    if (shares.every((share) => share < 1 - WHOLE || share > WHOLE)) {
      const chosen = master.columns.filter((_, i) => shares[i]! > WHOLE)
      return chosen.length === count ? chosen : null
    }
    const touched = fixSurest(diving, shares, fixed, atOnce)
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

/** Fixes the days of which the solution is surest, and answers the employees concerned. */
function fixSurest(diving: Diving, shares: Float64Array, fixed: Int32Array, atOnce: number): Set<number> {
  const { dayCount, random } = diving
  const candidates: { cell: number; duty: number; share: number; rank: number }[] = []
  usageOf(diving, shares).forEach((of, cell) => {
    if (fixed[cell]! >= 0) return
    of?.forEach((share, duty) => candidates.push({ cell, duty, share, rank: share > WHOLE ? 2 : share + NOISE * random.unit() }))
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

/** By employee × days + day: how much of each duty the solution has. */
function usageOf({ master, count, dayCount }: Diving, shares: Float64Array): (Map<number, number> | undefined)[] {
  const usage: (Map<number, number> | undefined)[] = Array.from({ length: count * dayCount })
  master.columns.forEach(({ who, cells }, i) => {
    if (shares[i]! < 1 - WHOLE) return
    for (let day = 0; day < dayCount; day += 1) {
      const of = (usage[who * dayCount + day] ??= new Map<number, number>())
      of.set(cells[day]!, (of.get(cells[day]!) ?? 0) + shares[i]!)
    }
  })
  return usage
}
