import type { SolveOutcome } from '../threads/pool.ts'

/** How an attempt went. `lost`: withdrawn, or another node took over; `aborted`: this node shuts down. */
export type AttemptEnd =
  | { readonly how: 'solved'; readonly outcome: SolveOutcome }
  | { readonly how: 'crashed'; readonly reason: string }
  | { readonly how: 'lost' | 'aborted' }
