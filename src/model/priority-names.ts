/** The four priorities by name, the first one first. */
export const PRIORITY_KEYS = ['first', 'second', 'third', 'fourth'] as const
export type PriorityKey = (typeof PRIORITY_KEYS)[number]

/** What a department calls its priorities; null = as everybody does. */
export type PriorityNames = Readonly<Record<PriorityKey, string | null>>

/** Longest name of a priority, in characters. */
export const LONGEST_PRIORITY_NAME = 60
