import type { PriorityNames } from '../model/priority-names.ts'
import type { NamedPriorities } from '../plans/priority-names.ts'

const NO_NAMES: PriorityNames = { first: null, second: null, third: null, fourth: null }

/** Names of priorities in memory, by department. */
export function createPriorityMemory(): (departmentId: number) => NamedPriorities {
  const kept = new Map<number, PriorityNames>()
  return (departmentId) => ({
    read: async () => kept.get(departmentId) ?? NO_NAMES,
    async replace(names) {
      kept.set(departmentId, names)
      return names
    },
  })
}
