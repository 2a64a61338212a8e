import type { SearchParams } from '../portfolio/params.ts'
import type { Random } from '../random.ts'
import { daysOf, type Span } from '../scoring/one-row.ts'
import type { Column, Master } from './master.ts'

/** How carefully a dive goes to work. */
export interface Fineness {
  /** Of all days in question, which are fixed together at a time. */
  readonly share: number
  /** Rounds of pricing after each fixing, at most. */
  readonly rounds: number
  /** Whether linear programs are solved well enough before that when their values hardly come down any more. */
  readonly stopsWhenTailing: boolean
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
  /** How much time is left, in any unit; without it there is enough. */
  readonly left?: (() => number) | undefined
  readonly params: SearchParams['columns']
}

const WHOLE = 1 - 1e-6

/**
 * From fractions to rows: fixes what employees do on those days of which the linear program is surest, finds rows anew, and so on until every employee has
 * one. What leads up too far is taken back. Null when all that leads above the ceiling.
 */
export function dive(diving: Diving): Column[] | null {
  return new Dive(diving).run()
}

class Dive {
  readonly #diving: Diving
  /** By employee × days + day: the duty; −1 = it is open. */
  readonly #fixed: Int32Array
  readonly #atOnce: number
  /** What was fixed last and was not whole before, the surest first. */
  #last: readonly number[] = []
  /** What the linear program cost before that. */
  #before = -Infinity
  #takenBack = 0
  /** Of all days, how many are fixed, 0 to 1; and how many were in the first linear program. */
  #done = 0
  #doneAtFirst = 0
  readonly #leftAtFirst: number

  constructor(diving: Diving) {
    const { count, dayCount, atOnce, random, params, left } = diving
    this.#leftAtFirst = left?.() ?? 0
    this.#diving = diving
    this.#fixed = new Int32Array(count * dayCount).fill(-1)
    this.#atOnce = Math.ceil(atOnce * (params.minAtOnce + random.unit()))
  }

  run(): Column[] | null {
    const { master, count, days, ceiling } = this.#diving
    master.addArtificials()
    for (;;) {
      const limit = this.#limit
      if (!this.#settle(limit)) return null
      if (master.objective >= limit && this.#takeBack()) continue
      if (master.objective >= ceiling) return null
      const shares = master.shares()
      const usage = usageOf(this.#diving, shares)
      const whole = [...usage.values()].filter((of) => [...of.values()].some((share) => share > WHOLE))
      this.#done = whole.length / (count * daysOf(days))
      if (this.#isFirst) this.#doneAtFirst = this.#done
      if (whole.length === count * daysOf(days)) return likeliest(this.#diving, shares)
      this.#before = master.objective
      if (!this.#fix(usage)) return null
    }
  }

  /** Whether nothing was fixed yet. */
  get #isFirst(): boolean {
    return this.#before === -Infinity
  }

  /** What the linear program may cost after the days that were fixed last. */
  get #limit(): number {
    const { ceiling, params } = this.#diving
    return this.#isFirst ? ceiling : Math.min(ceiling, this.#before + params.tooMuch * (ceiling - this.#before))
  }

  /** How many times as fast as so far it is to go on, 1 or more, so that its time is enough. A coarse end is better than none. */
  get #hurry(): number {
    const { left, params } = this.#diving
    if (left === undefined) return 1
    const took = this.#leftAtFirst - left()
    const done = this.#done - this.#doneAtFirst
    const needed = done <= 0 ? 0 : (params.laterSteps * (1 - this.#done) * took) / done
    const has = left() - params.reserved * this.#leftAtFirst
    return has <= 0 ? params.hurried : Math.min(params.hurried, Math.max(1, needed / has))
  }

  /** Solves the linear program with the rows that better it; false when that is over. */
  #settle(limit: number): boolean {
    const { master, solve, addColumns, params } = this.#diving
    const rounds = Math.ceil(this.#diving.rounds / this.#hurry)
    for (let round = 0; ; round += 1) {
      if (!solve(round === 0)) return false
      if (round === 0) master.dropShut()
      master.smooth(0)
      const times = master.isMissing ? params.roundsWhileMissing : master.objective >= limit ? params.moreRounds : 1
      if (round >= times * rounds || addColumns(this.#fixed) === 0) return true
    }
  }

  /** Frees the less sure half of the days that were fixed last; false where they are too few, or that was done too often. */
  #takeBack(): boolean {
    const { master, dayCount, params } = this.#diving
    if (this.#last.length < 2 || this.#takenBack === params.maxTakenBack) return false
    this.#takenBack += 1
    const kept = this.#last.length >> 1
    for (const cell of this.#last.slice(kept)) this.#fixed[cell] = -1
    this.#last = this.#last.slice(0, kept)
    master.restrict(({ who, cells }) => isAllowed(this.#fixed, who * dayCount, cells))
    return true
  }

  /** Fixes the days of which the solution is surest; false when there are none. */
  #fix(usage: Usage): boolean {
    const { master, dayCount, random, params } = this.#diving
    const candidates: { cell: number; duty: number; share: number; rank: number }[] = []
    usage.forEach((of, cell) => {
      if (this.#fixed[cell]! >= 0) return
      of.forEach((share, duty) => candidates.push({ cell, duty, share, rank: share > WHOLE ? 2 : share + params.noise * random.unit() }))
    })
    candidates.sort((a, b) => b.rank - a.rank || a.cell - b.cell)
    const atOnce = this.#hurry * this.#atOnce
    const touched = new Set<number>()
    const fractions: number[] = []
    for (const { cell, duty, share } of candidates) {
      const who = Math.floor(cell / dayCount)
      if (this.#fixed[cell]! >= 0 || (share < params.sure && (fractions.length >= atOnce || touched.has(who)))) continue
      this.#fixed[cell] = duty
      touched.add(who)
      if (share <= WHOLE) fractions.push(cell)
    }
    this.#last = fractions
    master.columns.forEach(({ who, cells }, i) => {
      if (touched.has(who) && !isAllowed(this.#fixed, who * dayCount, cells)) master.forbid(i)
    })
    return touched.size > 0
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
