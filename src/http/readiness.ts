/** Whether a node can take work: its database answers, and stores what it is given. */
export type Readiness = 'ready' | 'not answering' | 'not storing'

/** Why it cannot, in a sentence. */
export const UNREADY = {
  'not answering': 'The database does not answer.',
  'not storing': 'The database cannot store anything at the moment.',
} as const satisfies Record<Exclude<Readiness, 'ready'>, string>
