import { contractsHeld } from '../model/contract-periods.ts'
import { isDecided } from '../model/roster.ts'
import type { ContractRule, Schedule } from '../model/schedule.ts'
import type { Load } from './load.ts'

/**
 * Looking at a shift for one rule: a roster is scored by the search, and judged once more when it is written. Measured with 20,000 rules about rests and spans beside
 * 6,450 shifts: 0.05 µs each.
 */
const LOOK_STEPS: Partial<Record<ContractRule['kind'], number>> = { succession: 30, rest: 5, restWindow: 5, span: 5, hours: 5 }

/** Rules that go through a row from shift to shift each time, beside the decided shifts of those who have them. */
export function loadOfStretches({ employees, shifts }: Schedule): Load {
  const decided = new Map<number, number>()
  for (const shift of shifts)
    if (isDecided(shift) && shift.employeeIndex !== null) decided.set(shift.employeeIndex, 1 + (decided.get(shift.employeeIndex) ?? 0))
  let [pairs, steps] = [0, 0]
  for (const [e, count] of decided) {
    for (const { kind } of contractsHeld(employees[e]!).flatMap(({ rules }) => rules)) {
      const look = LOOK_STEPS[kind] ?? 0
      if (look > 0) pairs += count
      steps += look * count
    }
  }
  return {
    words: `${pairs.toLocaleString('en-US')} pairs of a rule about rests, spans or successions and a fixed shift of whoever has it`,
    pointer: '/employees',
    bytes: 0,
    steps,
  }
}
