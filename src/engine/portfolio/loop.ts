import { gapBetween } from '../../model/score.ts'
import { nextTurn, noteTurn, POLICY_ROWS } from './policy.ts'
import { createSearch, exchangeIncumbent, isBroken, type Search, shareAfter } from './search.ts'
import { STRATEGIES } from './strategies.ts'
import type { Standing, Strategy, StrategyKind } from './strategy.ts'
import type { Stand, Tracer } from './trace.ts'
import { type Facts, FIRST_LEDGER, type PolicyRow, type Progress, type View } from './view.ts'

/** Which strategies there are, and who has a turn when. */
export interface Portfolio {
  readonly strategies: readonly StrategyKind[]
  readonly rows: readonly PolicyRow[]
  /** Told of each turn; absent = nobody is. */
  readonly tracer?: Tracer
}

/** What a search has that was told nothing else. */
export const PORTFOLIO: Portfolio = { strategies: STRATEGIES, rows: POLICY_ROWS }
const NOTHING_KNOWN: Standing = {
  sweepShare: 0,
  canTakeAll: false,
  proofBy: null,
  canProve: false,
  isBoundReached: false,
  begun: 0,
  isUnproved: false,
  isFewest: false,
}

/** Searches until `pace` says that it is over: strategies take turns, as the policy says. Returns the moves evaluated, and the milliseconds that took. */
export function runPortfolio(given: Parameters<typeof createSearch>[0], { strategies, rows, tracer }: Portfolio): Pick<Search, 'moves' | 'movesMs'> {
  const search = createSearch(given)
  const running = startAll(search, strategies)
  const facts = factsOf(search, running)
  const viewOf = (ledger: View['ledger'], share: number): View => ({
    facts,
    ledger,
    params: search.params,
    progress: progressOf(search, running, share),
  })
  try {
    let view = viewOf(FIRST_LEDGER, shareAfter(search, 0))
    while (view.progress.share < 1) {
      const before = view
      const { row, turn } = nextTurn(before, rows)
      if (turn.cooling !== undefined && before.ledger.round.number >= 0) exchangeIncumbent(search, before.ledger.round.number)
      const isCalledBack = (share: number): boolean => row.isCalledBack?.(viewOf(before.ledger, share)) === true
      const from = tracer === undefined ? null : standOf(search, before)
      const outcome = running.get(row.strategy)!.run(turn, isCalledBack)
      const after = viewOf(before.ledger, shareAfter(search, 0))
      if (from !== null) tracer!.note({ row, turn, view: before, outcome, before: from, after: standOf(search, after) })
      view = { ...after, ledger: noteTurn(row, { before, after }, turn, outcome) }
    }
    if (view.ledger.round.step > 0) exchangeIncumbent(search, view.ledger.round.number)
    return search
  } finally {
    tracer?.flush()
    for (const strategy of running.values()) strategy.dispose?.()
  }
}

function startAll(search: Search, kinds: readonly StrategyKind[]): ReadonlyMap<string, Strategy> {
  const { help, params, state } = search
  return new Map(kinds.filter((kind) => kind.supports(state.instance, help, params)).map((kind) => [kind.name, kind.start(search)]))
}

function standOf({ pace, incumbent: { score, bound } }: Search, { progress: { share } }: View): Stand {
  return { atMs: pace.clock(), share, score, bound }
}

function factsOf({ state: { instance }, penaltyWeights, cycles, leadsAway }: Search, running: ReadonlyMap<string, Strategy>): Facts {
  return {
    // Not the length of the state's table: places of breaks stand behind the duties there.
    cells: instance.employeeCount * instance.dayCount,
    priorities: penaltyWeights.active.length,
    cycles,
    leadsAway,
    strategies: [...running.keys()],
  }
}

function progressOf(search: Search, running: ReadonlyMap<string, Strategy>, share: number): Progress {
  const { state, incumbent, penaltyWeights, iterations, moves, help } = search
  const standing = Object.assign({}, NOTHING_KNOWN, ...[...running.values()].map((strategy) => strategy.standing?.() ?? {})) as Standing
  const isStateBroken = (state.score[penaltyWeights.active[0]!] ?? 0) > 0
  return {
    ...standing,
    share,
    iterations,
    moves,
    isAlone: help.isAlone(),
    isBroken: isBroken(search),
    isStateBroken,
    gap: gapBetween(incumbent.score, incumbent.bound),
    stall: search.pace.stall?.() ?? null,
  }
}
