import { accountOf } from './ledger.ts'
import type { SearchParams } from './params.ts'
import type { PolicyRow } from './view.ts'

/** One turn of a strategy, for a share of what is left of the search. */
const once = (
  strategy: string,
  shareOf: (replanning: SearchParams['replanning']) => number,
): Pick<PolicyRow, 'strategy' | 'step' | 'when' | 'turn'> => ({
  strategy,
  step: null,
  when: ({ ledger }) => accountOf(ledger, strategy).turns === 0,
  turn: ({ progress: { share }, params }) => ({ until: share + shareOf(params.replanning) * (1 - share) }),
})

/** What comes before all else, and once, where a schedule came with a roster. */
export const KEPT_FIRST: readonly PolicyRow[] = [
  {
    name: 'repair-kept',
    why: 'A roster that was told to people needs few changes, and those are near what happened: they are found before anything is searched at large.',
    ...once('kept-roster', ({ turn }) => turn),
  },
  {
    name: 'fill-kept',
    why: 'What chains of few changes leave empty, longer ones through several people fill: they are found where nothing counts but law, cover and changes.',
    ...once('kept-filling', ({ fillTurn }) => fillTurn),
  },
]
