import { int } from './memory'
import { holders, termsAt } from './tables'

/** Whether an employee's contract changes. */
export function isDated(employee: i32): bool {
  return termsAt !== 0 && int(termsAt, employee) >= 0
}

/** By whose limits an employee works on a day (`src/engine/instance/terms.ts`). */
export function holderOn(employee: i32, day: i32): i32 {
  if (termsAt === 0) return employee
  const at = int(termsAt, employee)
  return at < 0 ? employee : int(holders, at + day)
}
