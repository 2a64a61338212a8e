/** What a process of Turnus can be: `gateway` answers requests, `solver` searches, `dispatcher` makes the callbacks. One is often all three. */
export const NODE_ROLES = ['gateway', 'solver', 'dispatcher'] as const
export type NodeRole = (typeof NODE_ROLES)[number]

/** Whether a node still says that it lives. */
export type NodeState = 'alive' | 'lost'
