import { DEFAULT_PARAMS } from './params.ts'
import { nextTurn, noteTurn, POLICY_ROWS } from './policy.ts'
import { FIRST_LEDGER, type Progress, type View } from './view.ts'
import type { Cycle } from './params/cycles.ts'
import type { Turn } from './strategy.ts'

export const ALL = ['annealing', 'row-polishing', 'group-filling', 'repair', 'large-neighbourhoods', 'proof-by-ascent', 'proof-by-branching']
const PROGRESS: Progress = {
  share: 0,
  iterations: 0,
  moves: 1e9,
  isAlone: true,
  isBroken: false,
  isStateBroken: false,
  gap: null,
  sweepShare: 0,
  canTakeAll: true,
  proofBy: 'branching',
  canProve: true,
  isBoundReached: false,
  begun: 0,
  isUnproved: false,
  isFewest: false,
  stall: null,
}

export interface Played {
  readonly cells?: number
  readonly priorities?: number
  readonly leadsAway?: boolean
  readonly cycles?: readonly Cycle[]
  readonly isAlone?: boolean
  readonly strategies?: readonly string[]
  readonly progress?: Partial<Progress>
  /** What a turn comes to: the share of the search that it takes, at most to its end, and whether it wins. */
  readonly play?: (turn: Turn, turns: number) => { share?: number; hasWon?: boolean; isHandedOver?: boolean; progress?: Partial<Progress> }
}

/** Lets the policy have turns that are made up. */
export function play({
  cells = 1000,
  priorities = 2,
  leadsAway = false,
  cycles = DEFAULT_PARAMS.cycles[2]!,
  isAlone = true,
  strategies = ALL,
  progress = {},
  play: played = () => ({}),
}: Played) {
  const facts = { cells, priorities, cycles, leadsAway, strategies }
  let view: View = { facts, ledger: FIRST_LEDGER, progress: { ...PROGRESS, isAlone, ...progress }, params: DEFAULT_PARAMS }
  let turns = 0
  return {
    get share(): number {
      return view.progress.share
    },
    see(change: Partial<Progress>): void {
      view = { ...view, progress: { ...view.progress, ...change } }
    },
    get view(): View {
      return view
    },
    /** The cooling that is on ends at such a share. */
    coolUntil(cooledAt: number): void {
      view = { ...view, ledger: { ...view.ledger, round: { ...view.ledger.round, cooledAt } } }
    },
    /** The round is at such a step from now on. */
    goTo(step: number): void {
      view = { ...view, ledger: { ...view.ledger, round: { ...view.ledger.round, number: 1, step } } }
    },
    win(isWinning: boolean): void {
      view = { ...view, ledger: { ...view.ledger, isWinning, round: { ...view.ledger.round, had: ['large-neighbourhoods'] } } }
    },
    peek(): Turn {
      return nextTurn(view).turn
    },
    isCalledBack(row: string): boolean {
      return POLICY_ROWS.find(({ name }) => name === row)!.isCalledBack!(view)
    },
    next(): Turn {
      const { row, turn } = nextTurn(view)
      turns += 1
      const { share = turn.until - turn.from, hasWon = false, isHandedOver = false, progress: change = {} } = played(turn, turns)
      const after = { ...view, progress: { ...view.progress, share: turn.from + share, ...change } }
      view = { ...after, ledger: noteTurn(row, { before: view, after }, turn, { steps: 1, hasWon, isHandedOver }) }
      return turn
    },
  }
}

/** The rows of so many turns. */
export function rowsOf(game: ReturnType<typeof play>, count: number): string[] {
  return Array.from({ length: count }, () => game.next().row)
}
