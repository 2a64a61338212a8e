import { Joined } from '../../model/joined.ts'
import { compareScores, PRIORITIES, type Score } from '../../model/score.ts'
import { type Activation, activationOf, isUsed } from '../instance/activation.ts'
import type { Instance } from '../instance/instance.ts'
import { addFitCost } from '../rules/fit/fit.ts'
import { inParts } from '../scoring/parts.ts'
import { forbidsSeveralShifts } from './relax.ts'

/**
 * What using people costs at least, from how many must be at work at once: no roster that breaks nothing on earlier priorities is below. People and shifts that have
 * nothing to do with one another are counted apart. Null where using people costs nothing, or nothing follows.
 */
export function peopleAtOnce(instance: Instance): Score | null {
  const activation = activationOf(instance)
  if (activation === null || activation.priority === 0) return null
  const least = inParts(instance, activation.priority, leastCost(instance, activation))
  if (least === 0) return null
  const bound: [number, number, number, number] = [0, 0, 0, 0]
  bound[activation.priority as 0] = least
  return bound
}

/** Of two bounds the one that says more. */
export function higherBound(a: Score | null, b: Score | null): Score | null {
  if (a === null || b === null) return a ?? b
  return compareScores(a, b) > 0 ? a : b
}

function leastCost(instance: Instance, activation: Activation): number {
  const { priority, cost } = activation
  const asked = seatsAsked(instance, priority)
  const who = eligibleBy(instance, priority, asked)
  const groups = groupsOf(instance.employeeCount, who)
  const crowds = crowdsOf(instance, priority, asked)
  // Whoever has a decided shift is used whatever the roster, and may be at work at no further cost.
  const isForced = Uint8Array.from(cost, (_, employee) => (isUsed(instance, instance.decidedDuty, employee) ? 1 : 0))
  const leastOf = new Map<number, number>()
  for (const demands of crowds) {
    for (const [group, own] of Map.groupBy(demands, (d) => (who[d]!.length === 0 ? -1 : groups[who[d]![0]!]!))) {
      if (group === -1) continue
      // Where more are asked for than may come, every roster breaks an earlier priority, and none is below whatever this is.
      const people = own.reduce((sum, d) => sum + asked[d]!, 0)
      const further = [...new Set(own.flatMap((d) => who[d]!))].map((employee) => (isForced[employee] === 1 ? 0 : cost[employee]!))
      const least = sumOf(further.sort((a, b) => a - b).slice(0, people))
      leastOf.set(group, Math.max(leastOf.get(group) ?? 0, least))
    }
  }
  return sumOf([...leastOf.values(), ...cost.filter((_, employee) => isForced[employee] === 1)])
}

function sumOf(costs: readonly number[]): number {
  return costs.reduce((sum, one) => sum + one, 0)
}

/** By demand: how many of its seats are filled by whoever pays nothing for empty ones before a priority. */
function seatsAsked({ demands }: Instance, priority: number): Int32Array {
  return Int32Array.from({ length: demands.count }, (_, d) => {
    if (demands.isDecided[d] === 1 || demands.candidateOf[d]! >= 0) return 0
    const isFree = (filled: number): boolean => {
      const at = 4 * (demands.coverOffset[d]! + filled)
      for (let p = 0; p < priority; p += 1) if (demands.coverCost[at + p]! > 0) return false
      return true
    }
    let filled = 0
    while (filled < demands.seats[d]! && !isFree(filled)) filled += 1
    return filled
  })
}

/** By demand that asks for somebody: who may work it at no cost before a priority. */
function eligibleBy({ fit, demands, employeeCount }: Instance, priority: number, asked: Int32Array): readonly (readonly number[])[] {
  const penalties = new Float64Array(4)
  return Array.from(asked, (seats, d) => {
    const able: number[] = []
    for (let employee = 0; employee < employeeCount && seats > 0; employee += 1) {
      penalties.fill(0)
      addFitCost(fit, employee, demands.day[d]!, d, 1, penalties)
      if (penalties.subarray(0, priority).every((cost) => cost <= 0)) able.push(employee)
    }
    return able
  })
}

/** By employee: a number that those share whom a demand asks for together, directly or by others. */
function groupsOf(employeeCount: number, who: readonly (readonly number[])[]): Int32Array {
  const joined = new Joined(employeeCount)
  for (const able of who) for (const employee of able) joined.join(employee, able[0]!)
  return Int32Array.from({ length: employeeCount }, (_, employee) => joined.groupOf(employee))
}

/** Shifts no two of which one employee can work: those that run at a moment, where they may not overlap; and those of a day, where nobody may work two of them. */
function crowdsOf(instance: Instance, priority: number, asked: Int32Array): (readonly number[])[] {
  const { gap, weights, demands, openDemands } = instance
  const crowds: (readonly number[])[] = []
  const earlier = PRIORITIES.slice(0, priority)
  if (earlier.some((p) => forbidsSeveralShifts(instance, p))) crowds.push(...openDemands.map((open) => [...open].filter((d) => asked[d]! > 0)))
  const isForbidden = gap.collisionUnit >= 0 && gap.allowedCollisions === 0 && earlier.some((p) => weights[4 * gap.collisionUnit + p]! > 0)
  if (!isForbidden) return crowds
  const open = [...asked.keys()].filter((d) => asked[d]! > 0 && gap.allowedSpots[d] === null)
  open.sort((a, b) => demands.start[a]! - demands.start[b]!)
  let running: number[] = []
  open.forEach((d, at) => {
    running = running.filter((other) => demands.end[other]! > demands.start[d]!)
    running.push(d)
    const next = open[at + 1]
    if (next === undefined || demands.start[next]! > demands.start[d]!) crowds.push(running.slice())
  })
  return crowds
}
