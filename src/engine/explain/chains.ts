import { isDecided, NOBODY } from '../../model/roster.ts'
import { addScores, compareScores, type Score } from '../../model/score.ts'
import { sensibleEmployees } from '../rules/fit/fit.ts'
import type { Handover, Probe } from './probe.ts'

/** A swap of two or three employees that fills a shift. */
export interface Chain {
  /** The shift first, then what is given up for it, each taken by the next. */
  readonly handovers: readonly Handover[]
  readonly change: Score
}

export interface ChainOptions {
  /** Chains that are answered at most. */
  readonly limit: number
  /** Only chains with a smaller change are answered; null = all. */
  readonly below: Score | null
  /** Whether an employee may take a shift at all; positions. */
  readonly mayTake: (employee: number, shift: number) => boolean
  /** Whether a chain may be answered. */
  readonly isAllowed: (handovers: readonly Handover[]) => boolean
}

/** Up to so many employees, everybody is tried for everything; where there are more, those whom the shift suits. */
const FEW_EMPLOYEES = 30
/** Shifts that are given up lie so many days around the one that is taken, at most. */
const DAYS_AROUND = 7
/** No more than so many of them, the nearest first (docs/limits.md): three a day would be 45. */
const MAX_NEAR = 100
/**
 * How many beginnings of a chain are gone on with, the most promising first: of two employees, and of three. Measured with 200 employees: 7 ms and 15 ms.
 */
const TWO_BEGINNINGS = 40
const THREE_BEGINNINGS = 10
const THREE_MIDDLES = 30

/** So many chains are asked whether they may be answered, at most. */
const MAX_ASKED = 2_000

/** Who is tried for a shift; positions. */
type TakersOf = (shift: number) => readonly number[]

/** A chain that lacks its last taker: the last shift given up is empty. */
interface Beginning {
  /** The last one gives the shift to nobody. */
  readonly handovers: readonly Handover[]
  /** What the chain would cost if the last shift were taken at no cost. */
  readonly promise: Score
}

/**
 * Swaps of two and three employees that fill a shift, whoever works it now: the first takes it and gives up a shift near it, which the second takes, who may give up one
 * for the third, or for the first, in turn. The best first.
 */
export function findChains(probe: Probe, shift: number, { limit, below, mayTake, isAllowed }: ChainOptions): Chain[] {
  const now = probe.roster[shift]!
  const takersOf: TakersOf = (taken) => candidatesFor(probe, taken).filter((employee) => mayTake(employee, taken))
  const firsts = best(
    takersOf(shift).flatMap((employee) => (employee === now ? [] : beginningsOf(probe, [], { shift, from: now, to: employee }))),
    TWO_BEGINNINGS,
  )
  const middles = best(
    firsts.slice(0, THREE_BEGINNINGS).flatMap((first) => extend(probe, takersOf, first)),
    THREE_MIDDLES,
  )
  const chains = [...firsts, ...middles].flatMap((beginning) => finish(probe, takersOf, beginning, below))
  const sorted = chains.sort((a, b) => compareScores(a.change, b.change)).slice(0, MAX_ASKED)
  const answered: Chain[] = []
  for (let at = 0; at < sorted.length && answered.length < limit; at += 1) if (isAllowed(sorted[at]!.handovers)) answered.push(sorted[at]!)
  return answered
}

/** Each way in which the taker of the last handover gives up a shift of their own. */
function beginningsOf(probe: Probe, before: readonly Handover[], taking: Handover): Beginning[] {
  const { shifts } = probe.schedule
  // Nobody gives up one seat of a shift so that another of its seats is filled.
  const given = new Set([...before, taking].map(({ shift }) => shifts[shift]!.id))
  return shiftsNear(probe, taking.to, taking.shift)
    .filter((shift) => !given.has(shifts[shift]!.id))
    .map((shift) => {
      const handovers = [...before, taking, { shift, from: taking.to, to: NOBODY }]
      return { handovers, promise: addScores(probe.changeOf(handovers), probe.fillingOf(shift)) }
    })
}

/** Lets somebody new take the last shift and give up another. */
function extend(probe: Probe, takersOf: TakersOf, { handovers }: Beginning): Beginning[] {
  const before = handovers.slice(0, -1)
  const last = handovers.at(-1)!
  const concerned = new Set(handovers.map(({ to }) => to))
  return takersOf(last.shift)
    .filter((employee) => !concerned.has(employee))
    .flatMap((employee) => beginningsOf(probe, before, { ...last, to: employee }))
}

/** Lets everybody who is not in the chain yet, and its first employee where that is not the last, take the last shift. */
function finish(probe: Probe, takersOf: TakersOf, { handovers }: Beginning, below: Score | null): Chain[] {
  const before = handovers.slice(0, -1)
  const last = handovers.at(-1)!
  const excluded = new Set(before.slice(before.length === 1 ? 0 : 1).map(({ to }) => to))
  return takersOf(last.shift)
    .filter((employee) => !excluded.has(employee))
    .map((employee) => {
      const finished = [...before, { ...last, to: employee }]
      return { handovers: finished, change: probe.changeOf(finished) }
    })
    .filter(({ change }) => below === null || compareScores(change, below) < 0)
}

function best(beginnings: readonly Beginning[], atMost: number): Beginning[] {
  return [...beginnings].sort((a, b) => compareScores(a.promise, b.promise)).slice(0, atMost)
}

function candidatesFor({ instance, schedule }: Probe, shift: number): readonly number[] {
  if (instance.employeeCount <= FEW_EMPLOYEES) return schedule.employees.map((_, employee) => employee)
  const d = instance.demands.demandOfShift[shift]!
  return sensibleEmployees(instance.fit, instance.demands.day[d]!, d)
}

/** The shifts that an employee works around another and that are not decided, those on the nearest days first. */
function shiftsNear(probe: Probe, employee: number, shift: number): number[] {
  const { schedule } = probe
  const { day } = schedule.shifts[shift]!
  const distance = (index: number): number => Math.abs(schedule.shifts[index]!.day - day)
  return probe
    .shiftsOf(employee)
    .filter((index) => distance(index) <= DAYS_AROUND && !isDecided(schedule.shifts[index]!))
    .sort((a, b) => distance(a) - distance(b) || a - b)
    .slice(0, MAX_NEAR)
}
