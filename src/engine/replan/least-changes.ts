import type { Roster } from '../../model/roster.ts'
import { addScores, compareScores, PERFECT, type Score, subtractScores } from '../../model/score.ts'
import type { Instance } from '../instance/instance.ts'
import { sensibleEmployees } from '../rules/fit/fit.ts'
import { rosterOf } from '../scoring/state.ts'
import { ChangedRoster, type From, type Step } from './changed-roster.ts'
import { forbidsOnly } from './forbids-only.ts'

/** The fewest shifts that have to change hands, as far as is known. */
export interface FewestChanges {
  readonly count: number
  /** Whether no roster with fewer is as good. */
  readonly proved: boolean
  /** The rosters with so many changes that were met, the best first; none where `count` is what was known before. */
  readonly rosters: readonly Found[]
}

export interface Found {
  readonly roster: Roster
  readonly score: Score
  readonly changes: number
}

interface Options {
  /** What a roster may cost at most up to the priority on which empty shifts weigh, without what keeping weighs. */
  readonly target: Score
  /** A roster with so many changes is known; fewer are looked for. */
  readonly below: number
  /** Asked again and again: true ends the search with what is known. */
  readonly isOver: () => boolean
  /** Rosters that are kept at most, and places that are looked at after the first was found. */
  readonly most?: number
  /** Somebody may not take a demand; absent = everybody may. */
  readonly isBarred?: (employee: number, demand: number) => boolean
}

/** Places of the search that are looked at once a roster was found, for better ones with as many changes. */
const MORE_PLACES = 3000
const MOST_FOUND = 24

/**
 * The fewest changes of a roster that is kept with which one is as good as `target`: sets of changes are tried, smaller ones first. A set begins at a seat that is missed, which somebody takes, or at a
 * row that breaks something, which a shift is taken from; where that shift is missed it goes on there. Where rules only forbid, that is every set that could do.
 */
export function findLeastChanges(instance: Instance, from: From, options: Options): FewestChanges {
  const search = new ChangeSearch(instance, from, options)
  for (let budget = search.first; budget < options.below; budget += 1) {
    const isWhole = search.tryAll(budget)
    if (search.found.length > 0) return { count: search.found[0]!.changes, proved: search.isProof, rosters: search.found }
    if (!isWhole && options.isOver()) break
  }
  return { count: options.below, proved: search.isProof, rosters: [] }
}

/**
 * Rosters as good as `target` with few changes, each once: with the fewest that the search finds from `least` changes on, and with up to `beyond` more. The fewest changes first, and of as many the best.
 */
export function findNear(
  instance: Instance,
  from: From,
  { least, beyond, ...options }: Options & { readonly least: number; readonly beyond: number },
): readonly Found[] {
  const search = new ChangeSearch(instance, from, options)
  const found = new Map<string, Found>()
  let last = options.below
  for (let budget = least; budget < last && !options.isOver(); budget += 1) {
    search.found.length = 0
    search.tryAll(budget)
    for (const one of search.found) found.set(differencesOf(from.kept, one.roster), one)
    if (found.size > 0 && last === options.below) last = Math.min(last, budget + beyond + 1)
  }
  return [...found.values()].sort(byChanges)
}

function differencesOf(kept: Roster, roster: Roster): string {
  const differences: number[] = []
  for (let at = 0; at < roster.length; at += 1) if (roster[at] !== kept[at]) differences.push(at, roster[at]!)
  return differences.join()
}

/** Fewer changes first; of as many the better one. */
export function byChanges(a: Found, b: Found): number {
  return a.changes - b.changes || compareScores(a.score, b.score)
}

/** A set of changes that is being put together. */
class ChangeSearch {
  readonly found: Found[] = []
  /** No roster has fewer changes. */
  readonly first: number
  readonly #roster: ChangedRoster
  readonly #options: Options
  readonly #floor: Score
  readonly #forbidsOnly: boolean
  /** Demands that are missed from the beginning. */
  readonly #missed: readonly number[]
  /** Rows that break something from the beginning. */
  readonly #broken: readonly number[]
  readonly #staysEmpty = new Set<number>()
  readonly #accepted = new Map<number, Score>()
  readonly #locked = new Set<string>()
  readonly #steps: Step[] = []
  #budget = 0
  #placesLeft = Number.POSITIVE_INFINITY
  #isCutShort = false

  constructor(instance: Instance, { kept, told }: From, options: Options) {
    this.#options = options
    this.#roster = new ChangedRoster(instance, kept, { told })
    this.first = this.#roster.changes - this.#roster.mayReturn
    this.#forbidsOnly = forbidsOnly(instance, this.#roster.last)
    this.#floor = this.#forbidsOnly ? this.#roster.floor() : PERFECT
    this.#missed = this.#roster.missed()
    this.#broken = Array.from({ length: instance.employeeCount }, (_, e) => e).filter((e) => this.#isBroken(e))
  }

  /** Whether nothing was left out up to now. With nothing changed, and with one change, no rule can hide anything. */
  get isProof(): boolean {
    return !this.#isCutShort
  }

  /** Tries all sets of so many changes; false where time or rules left some out. */
  tryAll(budget: number): boolean {
    this.#budget = budget
    this.#placesLeft = Number.POSITIVE_INFINITY
    this.#search()
    // Who could take back a seat that nobody needs filled is not tried.
    const hides = this.#roster.mayReturn > 0 || (!this.#forbidsOnly && budget > this.first)
    if (hides && this.found.length === 0) this.#isCutShort = true
    this.found.sort((a, b) => compareScores(a.score, b.score))
    return !this.#isCutShort
  }

  #isBroken(employee: number): boolean {
    return compareScores(this.#roster.breachOf(employee), PERFECT) > 0
  }

  /** Whether what is given up already costs more than the target. */
  #isHopeless(): boolean {
    let least = this.#floor
    for (const d of this.#staysEmpty) least = subtractScores(least, this.#roster.savedBy(d))
    for (const breach of this.#accepted.values()) least = addScores(least, breach)
    return compareScores(least, this.#options.target) > 0
  }

  #search(): void {
    const roster = this.#roster
    if (this.#placesLeft <= 0) return
    this.#placesLeft -= 1
    if (this.#isEnding()) return
    if (roster.changes <= this.#budget && compareScores(roster.must(), this.#options.target) <= 0) return this.#note()
    const missed = this.#missedNow()
    const slack =
      this.#budget + roster.mayReturn - roster.changes - missed.reduce((sum, d) => sum + (this.#mayStayEmpty(d) || !roster.isNewChange(d) ? 0 : 1), 0)
    if (slack < 0) return
    if (missed.length > 0) return this.#fillOne(missed, slack)
    const broken = this.#brokenNow()
    if (broken !== null) this.#mend(broken)
  }

  /** Whether time is over: the search ends with what is known. Asked before each thing that takes as long as a row. */
  #isEnding(): boolean {
    if (!this.#options.isOver()) return false
    if (this.found.length === 0) this.#isCutShort = true
    this.#placesLeft = 0
    return true
  }

  #note(): void {
    const { instance, state } = this.#roster
    if (this.found.length === 0) this.#placesLeft = MORE_PLACES
    this.found.push({ roster: rosterOf(instance, state.cells), score: this.#roster.score, changes: this.#roster.changes })
    if (this.found.length <= (this.#options.most ?? MOST_FOUND)) return
    this.found.sort((a, b) => compareScores(a.score, b.score))
    this.found.pop()
  }

  #missedNow(): number[] {
    const left = this.#steps.filter(({ takes }) => !takes).map(({ demand }) => demand)
    return [...new Set([...this.#missed, ...left])].filter((d) => !this.#staysEmpty.has(d) && this.#roster.isMissed(d))
  }

  #brokenNow(): number | null {
    const touched = this.#steps.filter(({ takes }) => takes).map(({ employee }) => employee)
    return [...new Set([...this.#broken, ...touched])].find((e) => !this.#accepted.has(e) && this.#isBroken(e)) ?? null
  }

  #mayStayEmpty(d: number): boolean {
    this.#staysEmpty.add(d)
    const may = !this.#isHopeless()
    this.#staysEmpty.delete(d)
    return may
  }

  /** Somebody takes the seat that fewest can take; or it stays empty, where the target allows that. */
  #fillOne(missed: readonly number[], slack: number): void {
    const options = missed.map((d) => {
      if (this.#isEnding()) return { d, mayStay: false, takers: [] }
      const mayStay = this.#mayStayEmpty(d)
      return { d, mayStay, takers: this.#takersOf(d, slack - (mayStay && this.#roster.isNewChange(d) ? 1 : 0)) }
    })
    if (this.#placesLeft <= 0) return
    const scarcest = options.sort((a, b) => a.takers.length + (a.mayStay ? 1 : 0) - (b.takers.length + (b.mayStay ? 1 : 0)))[0]!
    for (const employee of scarcest.takers) {
      this.#with({ employee, demand: scarcest.d, takes: true })
      if (this.#placesLeft <= 0) return
    }
    if (!scarcest.mayStay) return
    this.#staysEmpty.add(scarcest.d)
    this.#search()
    this.#staysEmpty.delete(scarcest.d)
  }

  /** Who may take a demand, those first who cost least; where nothing more may change, those alone who break nothing by it. */
  #takersOf(d: number, slack: number): number[] {
    if (slack < 0) return []
    const roster = this.#roster
    const { fit, demands } = roster.instance
    const saved = roster.savedBy(d)
    const takers: { employee: number; broken: Score; added: Score }[] = []
    for (const employee of sensibleEmployees(fit, demands.day[d]!, d)) {
      const step = { employee, demand: d, takes: true }
      if (roster.wasOn(employee, d) || roster.isOn(employee, d) || this.#options.isBarred?.(employee, d) === true || !roster.evaluate(step)) continue
      const { added } = roster
      const broken = subtractScores(roster.addedMust(step), saved)
      if (slack === 0 && compareScores(broken, PERFECT) > 0 && this.#isTooMuch(broken)) continue
      takers.push({ employee, broken, added })
    }
    takers.sort((a, b) => compareScores(a.broken, b.broken) || compareScores(a.added, b.added))
    return takers.map(({ employee }) => employee)
  }

  /** Whether a breach that nothing mends any more is above the target, or is not worth looking at. */
  #isTooMuch(broken: Score): boolean {
    return !this.#forbidsOnly || compareScores(addScores(this.#floor, broken), this.#options.target) > 0
  }

  /** A shift of a row that breaks something is taken from it; or the row stays as it is, where the target allows that. */
  #mend(employee: number): void {
    const roster = this.#roster
    const before = roster.breachOf(employee)
    const locked: string[] = []
    const ways = roster.demandsOf(employee).flatMap((demand) => {
      const key = `${employee} ${demand}`
      if (roster.instance.demands.isDecided[demand] === 1 || !roster.wasOn(employee, demand) || this.#locked.has(key)) return []
      if (this.#isEnding()) return []
      const step = { employee, demand, takes: false }
      roster.make(step)
      const after = roster.breachOf(employee)
      roster.unmake(step)
      return [{ step, key, after }]
    })
    if (this.#placesLeft <= 0) return
    ways.sort((a, b) => compareScores(a.after, b.after))
    for (const { step, key } of ways) {
      this.#with(step)
      if (this.#placesLeft <= 0) break
      // What comes after it keeps this shift: each set is met once.
      this.#locked.add(key)
      locked.push(key)
    }
    for (const key of locked) this.#locked.delete(key)
    if (this.#placesLeft <= 0) return
    this.#accepted.set(employee, before)
    if (!this.#isHopeless()) this.#search()
    this.#accepted.delete(employee)
  }

  #with(step: Step): void {
    const roster = this.#roster
    roster.make(step)
    this.#steps.push(step)
    if (roster.changes <= this.#budget + roster.mayReturn) this.#search()
    this.#steps.pop()
    roster.unmake(step)
  }
}
