import { contractsHeld } from '../model/contract-periods.ts'
import { firstWhere } from '../model/first-where.ts'
import { isDecided } from '../model/roster.ts'
import type { ContractRule, Schedule, Shift, SuccessionRule } from '../model/schedule.ts'
import { MINUTES_PER_DAY } from '../model/units.ts'
import type { Load } from './load.ts'

/**
 * Looking at a shift for one rule: a roster is scored by the search, and judged once more when it is written. Measured with 20,000 rules about rests and spans beside
 * 6,450 shifts: 0.05 µs each.
 */
const LOOK_STEPS: Partial<Record<ContractRule['kind'], number>> = { succession: 30, rest: 5, restWindow: 5, span: 5, hours: 5 }
/** Looking at a fixed shift for one rule has so many later ones in it that may follow too soon. */
const FEW_NEAR = 8
/** A pair of a fixed shift and a later one that may follow too soon, beyond these, and what is kept of it while a roster is judged. */
const PAIR_STEPS = 30
const PAIR_BYTES = 100

/** Rules that go through a row from shift to shift each time, beside the decided shifts of those who have them. */
export function loadOfStretches({ employees, shifts }: Schedule): Load {
  const decided = Map.groupBy(
    shifts.filter((shift) => isDecided(shift) && shift.employeeIndex !== null),
    ({ employeeIndex }) => employeeIndex!,
  )
  let [pairs, steps, most] = [0, 0, 0]
  for (const [e, own] of decided) {
    const near = countNear(own)
    for (const rule of contractsHeld(employees[e]!).flatMap(({ rules }) => rules)) {
      const look = LOOK_STEPS[rule.kind] ?? 0
      if (look === 0) continue
      const beyond = rule.kind === 'succession' && rule.required === undefined ? Math.max(0, near(rule) - FEW_NEAR * own.length) : 0
      pairs += own.length + beyond
      steps += look * own.length + PAIR_STEPS * beyond
      most = Math.max(most, beyond)
    }
  }
  return {
    words: `${pairs.toLocaleString('en-US')} pairs of a rule about rests, spans or successions and a fixed shift of whoever has it`,
    pointer: '/employees',
    bytes: PAIR_BYTES * most,
    steps,
  }
}

/** Answers how many pairs of a shift and a later one lie so near one another that a succession speaks of them, whatever tags they have. */
function countNear(shifts: readonly Shift[]): (rule: SuccessionRule) => number {
  const byStart = shifts.toSorted((a, b) => a.start - b.start)
  const known = new Map<string, number>()
  return ({ nextDay, withinMinutes }) => {
    const key = `${nextDay} ${withinMinutes}`
    const counted =
      known.get(key) ??
      byStart.reduce((sum, { start, end }, at) => {
        const reach = Math.max(nextDay ? start + 2 * MINUTES_PER_DAY : 0, withinMinutes === null ? 0 : end + withinMinutes)
        return sum + Math.max(0, firstWhere(byStart.length, (next) => byStart[next]!.start >= reach) - at - 1)
      }, 0)
    known.set(key, counted)
    return counted
  }
}
