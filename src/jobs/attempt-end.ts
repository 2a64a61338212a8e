import type { SolveOutcome } from '../threads/pool.ts'

/** How an attempt went. `lost`: withdrawn, or another node took over; `aborted`: this node shuts down. */
export type AttemptEnd =
  | { readonly how: 'solved'; readonly outcome: SolveOutcome }
  /** `isLast`: another attempt would come to the same. */
  | { readonly how: 'crashed'; readonly reason: string; readonly isLast: boolean }
  | { readonly how: 'lost' | 'aborted' }
