import { addScores, compareScores, PERFECT, type Score } from '../../model/score.ts'
import { findChains } from './chains.ts'
import type { Handover, LawChange, Probe } from './probe.ts'

/** A way to fill several shifts. */
export interface Filling {
  /** Every shift that changes hands once, those that were asked for first. */
  readonly handovers: readonly Handover[]
  readonly change: Score
  /** Positions of the shifts that nobody new takes. */
  readonly left: readonly number[]
}

interface FillOptions {
  /** Ways that are answered at most. */
  readonly limit: number
  /** Whether an employee may take a shift, as the probe stands; positions. */
  readonly mayTake: (employee: number, shift: number) => boolean
  /** Up to so many assignments all are tried. */
  readonly maxTried: number
  /** Where there are more, so many of the best are gone on with after each shift. */
  readonly beam: number
}

/** How thoroughly people are looked for where somebody waits for nothing else. */
export const THOROUGH = { maxTried: 5_000, beam: 12 } as const

/** An assignment of the first of the shifts, whose handovers were made one after another. */
interface Begun extends Filling {
  readonly laws: readonly LawChange[]
}

/**
 * The best ways to fill several shifts (positions) together with nobody breaking the law more than now: where they are few, all assignments of people are tried, else the best of
 * each step; a shift that nobody can take directly is then filled by a chain. Those that fill most come first, of these the best. The probe stands as before afterwards.
 */
export function fillTogether(probe: Probe, shifts: readonly number[], options: FillOptions): Filling[] {
  const asked = byUrgency(probe, shifts, options)
  const isWhole = asked.reduce((product, { takers }) => product * (takers.length + 1), 1) <= options.maxTried
  let begun: Begun[] = [{ handovers: [], change: PERFECT, left: [], laws: [] }]
  for (const { shift, takers } of asked) {
    const next = begun.flatMap((each) => standing(probe, each, () => extend(probe, each, shift, { takers, options, isWhole })))
    begun = isWhole ? next : distinct(probe, next.sort(compareFillings)).slice(0, options.beam)
  }
  const best = begun.filter(({ laws }) => probe.brokenBy(laws).length === 0).sort(compareFillings)
  const found = best.slice(0, Math.max(options.limit, options.beam)).map((each) => withChains(probe, each, options))
  return distinct(probe, found)
    .filter(({ handovers }) => handovers.length > 0)
    .sort(compareFillings)
    .slice(0, options.limit)
}

/** Without those in which the same people take shifts of which it makes no difference who works which. */
function distinct<T extends Filling>(probe: Probe, fillings: readonly T[]): T[] {
  const { demandOfShift } = probe.instance.demands
  const keyOf = ({ handovers }: T): string =>
    handovers
      .map(({ shift, from, to }) => `${demandOfShift[shift]!} ${from} ${to}`)
      .sort()
      .join()
  const first = new Map<string, T>()
  for (const filling of fillings) if (!first.has(keyOf(filling))) first.set(keyOf(filling), filling)
  return [...first.values()]
}

interface Asked {
  readonly shift: number
  readonly takers: readonly number[]
}

/** What fewest may take comes first. */
function byUrgency(probe: Probe, shifts: readonly number[], { mayTake }: FillOptions): Asked[] {
  const asked = shifts.map((shift) => {
    const isTaker = (employee: number): boolean => employee !== probe.roster[shift] && mayTake(employee, shift) && probe.isFit(shift, employee)
    return { shift, takers: [...probe.schedule.employees.keys()].filter(isTaker) }
  })
  return asked.sort((a, b) => a.takers.length - b.takers.length || a.shift - b.shift)
}

/** Does something while the probe stands where an assignment leads. */
function standing<T>(probe: Probe, { handovers }: Filling, work: () => T): T {
  for (const handover of handovers) probe.make([handover])
  const done = work()
  for (const { shift, from, to } of [...handovers].reverse()) probe.make([{ shift, from: to, to: from }])
  return done
}

function extend(
  probe: Probe,
  begun: Begun,
  shift: number,
  { takers, options, isWhole }: { readonly takers: readonly number[]; readonly options: FillOptions; readonly isWhole: boolean },
): Begun[] {
  const from = probe.roster[shift]!
  const able = takers.filter((to) => options.mayTake(to, shift))
  const tried = able.map((to) => ({ to, change: probe.changeOf([{ shift, from, to }]) })).sort((a, b) => compareScores(a.change, b.change))
  const extended: Begun[] = [{ ...begun, left: [...begun.left, shift] }]
  for (const { to, change } of tried) {
    if (!isWhole && extended.length > options.beam) break
    const handover = { shift, from, to }
    const laws = [...begun.laws, probe.lawOf([handover])]
    // Where all are tried, a later step may mend what this one breaks.
    if (!isWhole && probe.brokenBy(laws).length > 0) continue
    extended.push({ handovers: [...begun.handovers, handover], change: addScores(begun.change, change), left: begun.left, laws })
  }
  return extended
}

/** The assignment with a chain for each shift that nobody takes directly, where there is one. */
function withChains(probe: Probe, begun: Begun, { mayTake }: FillOptions): Filling {
  return standing(probe, begun, () => {
    const made: (readonly Handover[])[] = []
    const before = begun.left.map((shift) => ({ shift, employee: probe.roster[shift]! }))
    const isLeft = ({ shift, employee }: { shift: number; employee: number }): boolean => probe.roster[shift] === employee
    let { change, laws } = begun
    for (const each of before) {
      // The chain of another may have given it to somebody already.
      if (!isLeft(each)) continue
      const { shift } = each
      const isAllowed = (handovers: readonly Handover[]): boolean => probe.brokenBy([...laws, probe.lawOf(handovers)]).length === 0
      const [chain] = findChains(probe, shift, { limit: 1, below: null, mayTake, isAllowed })
      if (chain === undefined) continue
      laws = [...laws, probe.lawOf(chain.handovers)]
      change = addScores(change, chain.change)
      probe.make(chain.handovers)
      made.push(chain.handovers)
    }
    const left = before.filter(isLeft).map(({ shift }) => shift)
    for (const chain of [...made].reverse()) probe.make(chain.map(({ shift, from, to }) => ({ shift, from: to, to: from })))
    return { handovers: netOf([...begun.handovers, ...made.flat()]), change, left }
  })
}

/** Handovers that were made one after another, each shift once. */
function netOf(handovers: readonly Handover[]): Handover[] {
  const net = new Map<number, Handover>()
  for (const { shift, from, to } of handovers) net.set(shift, { shift, from: net.get(shift)?.from ?? from, to })
  return [...net.values()].filter(({ from, to }) => from !== to)
}

function compareFillings(a: Filling, b: Filling): number {
  return a.left.length - b.left.length || compareScores(a.change, b.change)
}
