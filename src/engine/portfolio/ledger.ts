import type { Outcome, Turn } from './strategy.ts'

/** What one strategy has had and won so far. */
export interface Account {
  readonly turns: number
  /** Of the search, 0 to 1. */
  readonly share: number
  /** Of that, what went into turns that won nothing. */
  readonly inVain: number
  readonly wins: number
  /** What the strategy may take next, in the unit of its row: doubled after a turn that won, else halved, within limits. */
  readonly grant: number
}

/** Turns of others within a cooling, which stands still meanwhile. */
export interface Pause {
  readonly share: number
  readonly iterations: number
}

/** Where a round is. A round begins with a cooling; then other strategies have their turns. */
export interface Round {
  /** From 0; −1 before the first. */
  readonly number: number
  /** Of the row that had the last turn. */
  readonly step: number
  /** Where the round began: share of the search, and iterations. */
  readonly from: number
  readonly fromIterations: number
  /** Where its cooling ended, as a share of the search; while that goes on, where it is to end. */
  readonly cooledAt: number
  /** What others took while the cooling went on, as a share of the search and in iterations: it lasts that much longer. */
  readonly paused: Pause
  /** Of the cooling, by its number. */
  readonly cycle: number
  /** Strategies that had a turn in it. */
  readonly had: readonly string[]
}

/** The last turn. */
export interface LastTurn extends Pick<Turn, 'strategy' | 'until' | 'proof'> {
  /** Of the search, that it took, with those before it that were handed over to it. */
  readonly share: number
  readonly hasWon: boolean
  /** Whether another strategy has to go on with what is left of it. */
  readonly isHandedOver: boolean
}

/** What the policy remembers. Plain data. */
export interface Ledger {
  readonly accounts: Readonly<Record<string, Account>>
  readonly round: Round
  readonly last: LastTurn | null
  /** Whether large neighbourhoods won the last time that they were considered, and the search goes on with them soon. */
  readonly isWinning: boolean
}

/** What an account may grant. */
export interface GrantLimits {
  readonly least: number
  readonly most: number
  readonly factor: number
}

/** The account of a strategy that had no turn yet and may take `grant`. */
function openAccount(grant: number): Account {
  return { turns: 0, share: 0, inVain: 0, wins: 0, grant }
}

/** The account of a strategy; of one that had no turn an empty one. `most` is what it may take at first. */
export function accountOf({ accounts }: Pick<Ledger, 'accounts'>, strategy: string, most = Infinity): Account {
  return accounts[strategy] ?? openAccount(most)
}

/**
 * An account after a turn that took such a share of the search, and before which another one took the share `before` that ends with it. `limits`: least and most that it may
 * grant, and how many times as much it grants after a turn that won.
 */
export function afterTurn(
  account: Account,
  outcome: Omit<Outcome, 'steps'>,
  { share, before }: { share: number; before: number },
  limits: GrantLimits,
): Account {
  const { hasWon, isHandedOver = false } = outcome
  const { least, most, factor } = limits
  return {
    turns: account.turns + 1,
    share: account.share + share,
    // Whether a turn that is handed over was in vain, its end tells.
    inVain: account.inVain + (hasWon || isHandedOver ? 0 : before + share),
    wins: account.wins + (hasWon ? 1 : 0),
    grant: hasWon ? Math.min(most, factor * account.grant) : Math.max(least, account.grant / factor),
  }
}
