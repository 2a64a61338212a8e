import { accountOf } from './ledger.ts'
import type { PolicyRow } from './policy.ts'

/** What comes before all else, and once, where a schedule came with a roster. */
export const KEPT_FIRST: PolicyRow = {
  name: 'repair-kept',
  strategy: 'kept-roster',
  step: null,
  why: 'A roster that was told to people needs few changes, and those are near what happened: they are found before anything is searched at large.',
  when: ({ ledger }) => accountOf(ledger, 'kept-roster').turns === 0,
  turn: ({ progress, params }) => ({ until: progress.share + params.replanning.turn * (1 - progress.share) }),
}
