import { accountOf } from './ledger.ts'
import type { PolicyRow } from './policy.ts'

/** What comes before all else, and once, where a schedule came with a roster. */
export const KEPT_FIRST: readonly PolicyRow[] = [
  {
    name: 'repair-kept',
    strategy: 'kept-roster',
    step: null,
    why: 'A roster that was told to people needs few changes, and those are near what happened: they are found before anything is searched at large.',
    when: ({ ledger }) => accountOf(ledger, 'kept-roster').turns === 0,
    turn: ({ progress, params }) => ({ until: progress.share + params.replanning.turn * (1 - progress.share) }),
  },
  {
    name: 'fill-kept',
    strategy: 'kept-filling',
    step: null,
    why: 'What chains of few changes leave empty, longer ones through several people fill: they are found where nothing counts but law, cover and changes.',
    when: ({ ledger }) => accountOf(ledger, 'kept-filling').turns === 0,
    turn: ({ progress, params }) => ({ until: progress.share + params.replanning.fillTurn * (1 - progress.share) }),
  },
]
