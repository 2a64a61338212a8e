import { GatewayError } from '../model/errors.ts'
import type { PriorityNames } from '../model/priority-names.ts'
import type { Queryable } from '../storage/db.ts'
import { findPriorityNames, replacePriorityNames } from '../storage/departments.ts'

/** What a department calls its priorities. Throw `not-found` when the department was removed. */
export interface NamedPriorities {
  read(): Promise<PriorityNames>
  /** Puts these names in the place of all that there were. */
  replace(names: PriorityNames): Promise<PriorityNames>
}

/** The names of one department. */
export function namedPrioritiesOf(db: Queryable, departmentId: number): NamedPriorities {
  return {
    read: async () => found(await findPriorityNames(db, departmentId)),
    replace: async (names) => found(await replacePriorityNames(db, departmentId, names)),
  }
}

function found(names: PriorityNames | null): PriorityNames {
  if (names !== null) return names
  throw new GatewayError('not-found', 'The department of the token is not there any more.', 'Use a token of another department.')
}
