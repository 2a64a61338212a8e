import type { Instance } from '../../instance/instance.ts'
import type { MemoryPlan } from './memory-plan.ts'
import type { Variables } from './rule-tables.ts'

/** Bits of `asksOf`, as `assembly/asked.ts` has them. */
const ASKS_SHAPES = 1
const ASKS_REFRESH = 2
const ASKS_ROW = 4
const TIES = 8
/** The letters of a pattern's days are bytes in the memory. */
const MAX_LETTERS = 255

/** For what the compiled step asks the engine: by employee where some of their rules are not in it. */
export function askTables(plan: MemoryPlan, instance: Instance): Variables {
  const { employeeCount, plain, links, pairings, coverage, refusals, budgets } = instance
  const asksOf = Uint8Array.from({ length: employeeCount }, (_, e) => asksFor(instance, e))
  const refusedOn =
    refusals === null ? 0 : plan.copyOf(Uint8Array.from(refusals.offset.subarray(0, -1), (from, cell) => (from < refusals.offset[cell + 1]! ? 1 : 0)))
  const hasTies = links !== null || pairings !== null || coverage !== null || refusals !== null || budgets !== null
  return { asksOf: plan.copyOf(asksOf), hasPlain: plain.length > 0 ? 1 : 0, hasTies: hasTies ? 1 : 0, refusedOn }
}

function asksFor(instance: Instance, e: number): number {
  const { conditionals, patternsOf, patterns, plain, rota, pay, dayCount, pairings, budgets } = instance
  const hasManyLetters = patternsOf[e]!.some((r) => patterns[r]!.letterCount > MAX_LETTERS)
  const asksShapes = conditionals[e]!.length > 0 || hasManyLetters || hasRareRules(instance)
  const isPaid = pay !== null && pay.payOn.subarray(e * dayCount, (e + 1) * dayCount).some((number) => number !== 0)
  const asksRow = isPaid || (rota !== null && rota.weight[e] !== 0)
  const isTied = (pairings !== null && pairings.seenBy[e] !== null) || (budgets !== null && budgets.isPaid[e] === 1)
  return (asksShapes ? ASKS_SHAPES : 0) | (asksShapes || plain.length > 0 ? ASKS_REFRESH : 0) | (asksRow ? ASKS_ROW : 0) | (isTied ? TIES : 0)
}

/** Whether the schedule has rules of this kind that few have: rests that decided shifts lack, ways between more places than a table holds. */
function hasRareRules({ gap }: Instance): boolean {
  const { travel, decidedRest, splitsRests } = gap
  return decidedRest !== null || splitsRests || (travel !== null && travel.ways.full === null)
}
