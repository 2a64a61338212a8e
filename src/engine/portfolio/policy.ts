import { nextCooling } from '../local-search/cycles.ts'
import { KEPT_FIRST } from './kept-first.ts'
import { type Account, accountOf, afterTurn, type LastTurn, type Ledger, type Pause, type Round } from './ledger.ts'
import {
  firstProofTurn,
  hasNotBranched,
  hasProofToGoOn,
  hasProved,
  haveOthersCooled,
  isBesideOthers,
  isFreeToProve,
  isNearEnd,
  isProofDue,
  isToBeTold,
  isTimeToProve,
  mayProve,
  proofRows,
  proofTurn,
} from './proof-policy.ts'
import type { Outcome, Turn } from './strategy.ts'
import {
  FIRST_LEDGER,
  hasRolled,
  isCooling,
  isEarly,
  isLarge,
  isWinning,
  NO_PAUSE,
  othersBegin,
  type PolicyRow,
  type Progress,
  STEP,
  type View,
} from './view.ts'

const EMPTYING: Pick<PolicyRow, 'strategy' | 'turn' | 'limits'> = {
  strategy: 'row-emptying',
  turn: ({ ledger, progress, params: { policy } }) => ({ until: progress.share + accountOf(ledger, 'row-emptying', policy.maxEmptying).grant }),
  limits: ({ params: { policy } }) => [policy.minEmptying, policy.maxEmptying],
}

/** Who searches when: the first row that holds has the next turn. */
export const POLICY_ROWS: readonly PolicyRow[] = [
  ...KEPT_FIRST,
  ...proofRows({
    name: 'bound-handed-over',
    step: null,
    why: 'The other method has gone as far as is of use: what is left of its turn is for this one.',
    when: ({ ledger: { last } }) => last?.isHandedOver === true,
    turn: ({ ledger: { last } }) => ({ until: last!.until, proof: last!.proof! }),
  }),
  ...proofRows({
    name: 'first-bound',
    step: STEP.cooling,
    repeats: true,
    why: 'What a linear relaxation proves at once ends many a search, but in large houses.',
    when: (view) => isCooling(view) && !hasProved(view) && view.progress.share > view.params.policy.firstProof && !isLarge(view) && mayProve(view),
    turn: firstProofTurn,
  }),
  ...proofRows({
    name: 'bound-beside-others',
    step: STEP.cooling,
    repeats: true,
    why: 'Where others search, a bound that linear programs prove comes first: its thread searches as soon as it is told, and begins with what the others came to.',
    when: (view) =>
      isCooling(view) && hasProved(view) && isBesideOthers(view) && (hasNotBranched(view) || view.progress.isBoundReached) && mayProve(view),
    turn: proofTurn,
  }),
  ...proofRows({
    name: 'bound-goes-on',
    step: null,
    why: 'The last turn closed much of the gap; or half of the search is over, and prices alone have not come to a bound.',
    when: (view) => hasProofToGoOn(view) && mayProve(view),
    turn: proofTurn,
  }),
  ...proofRows({
    name: 'bound-of-rolling',
    step: null,
    why: 'Prices by which a horizon was gone along have climbed nearly as far as they can: what they prove is told at once.',
    when: (view) => isToBeTold(view) && mayProve(view),
    turn: ({ progress, params: { proving } }) => ({ until: progress.share + proving.toTell, proof: { gapToWin: 0, firstOnly: 'earlier' } }),
  }),
  {
    ...EMPTYING,
    name: 'first-emptying',
    step: null,
    why: 'Where fewest people are wanted, chains come to few before local search has begun, which hardly ever empties anybody.',
    when: ({ ledger: { round, accounts }, progress }) =>
      round.number === FIRST_LEDGER.round.number && accounts['row-emptying'] === undefined && !progress.isFewest,
  },
  {
    name: 'cooling',
    strategy: 'annealing',
    step: STEP.cooling,
    repeats: true,
    why: 'Local search wins most for its time until it is cold.',
    when: (view) => isCooling(view) && !haveOthersCooled(view),
    turn: ({ ledger: { round } }) => ({ paused: round.paused.share }),
  },
  {
    ...EMPTYING,
    name: 'empty-rows',
    step: STEP.emptying,
    why: 'The same from where local search has come to. Takes more where it won.',
    when: (view) => !isEarly(view) && !view.progress.isBroken && !view.progress.isFewest,
  },
  {
    name: 'polish',
    strategy: 'row-polishing',
    step: STEP.polishing,
    why: 'Best lines of one employee are what local search misses last. Takes a part of the cooling’s time, more where it won.',
    when: () => true,
    turn: ({ ledger, progress, params }) => ({
      maxSteps:
        (progress.iterations - ledger.round.fromIterations - ledger.round.paused.iterations) *
        accountOf(ledger, 'row-polishing', params.polishing.maxShare).grant,
    }),
    limits: ({ params: { polishing } }) => [polishing.minShare, polishing.maxShare],
  },
  {
    name: 'roll',
    strategy: 'rolling-horizon',
    step: STEP.rolling,
    why: 'A long horizon is gone along once, with prices for what comes after each window: large neighbourhoods alone never change how sums are spread over it.',
    when: ({ ledger: { round, accounts } }) => round.number >= 0 && accounts['rolling-horizon'] === undefined,
    turn: ({ progress, params: { rolling } }) => ({ until: progress.share + rolling.maxTurn }),
  },
  {
    name: 'fill-groups',
    strategy: 'group-filling',
    step: STEP.filling,
    why: 'Shifts that need one another cost while one of them is filled.',
    when: () => true,
  },
  {
    name: 'repair',
    strategy: 'repair',
    step: STEP.repair,
    why: 'A breach that a cooling left is repaired by other lines of those who break it.',
    when: (view) => !isEarly(view) && view.progress.isStateBroken,
    turn: (view) => ({ until: Math.min(1, cooledAt(view) + view.params.policy.maxRepairCycles * coolingShare(view)) }),
  },
  ...proofRows({
    name: 'bound-before-neighbourhoods',
    step: STEP.proof,
    why: 'Large neighbourhoods may take all that is left.',
    when: (view) => !isEarly(view) && (hasProved(view) || isTimeToProve(view)) && mayProve(view),
    turn: proofTurn,
  }),
  {
    name: 'neighbourhoods',
    strategy: 'large-neighbourhoods',
    step: STEP.neighbourhoods,
    why: 'Lines of several employees found together win what no move does. Each better roster buys as much time again.',
    when: (view) => !isEarly(view) && view.progress.share < othersBegin(view.facts.priorities, view.params) && !isTooSoon(view),
    turn: neighbourhoodTurn,
    limits: neighbourhoodLimits,
    isCalledBack: (view) => isTooSoon(view) || isProofDue(view),
  },
  ...proofRows({
    name: 'bound-after-neighbourhoods',
    step: STEP.lateProof,
    why: 'Nothing is proved yet, little is left to win, or the roster is what the proof waited for.',
    when: (view) => !isEarly(view) && (isFreeToProve(view) || isNearEnd(view) || isProofDue(view)) && mayProve(view),
    turn: proofTurn,
  }),
  { name: 'next-cooling', strategy: 'annealing', step: STEP.end, why: 'The round is over.', when: () => true, turn: coolingTurn },
]

/** The next turn: of the first row that holds, at the step where the round is or after it. A row without its strategy never holds. No turn is until later than 1, the share of a search that is over. */
export function nextTurn(view: View, rows: readonly PolicyRow[] = POLICY_ROWS): { row: PolicyRow; turn: Turn } {
  const { step } = view.ledger.round
  const isAhead = (row: PolicyRow): boolean => row.step === null || row.step > step || (row.step === step && row.repeats === true)
  const row = rows.find((each) => view.facts.strategies.includes(each.strategy) && isAhead(each) && each.when(view))!
  const asked = { until: 1, ...row.turn?.(view) }
  return { row, turn: { strategy: row.strategy, row: row.name, from: view.progress.share, ...asked, until: Math.min(1, asked.until) } }
}

/** The ledger after a turn. `before` and `after` are what was seen around it. */
export function noteTurn(row: PolicyRow, { before, after }: { before: View; after: View }, turn: Turn, outcome: Outcome): Ledger {
  const { ledger } = before
  const { strategy } = row
  const share = after.progress.share - before.progress.share
  const [least, most] = row.limits?.(before) ?? [0, Infinity]
  const limits = { least, most, factor: before.params.policy.regrant }
  const handedOver = ledger.last?.isHandedOver === true ? ledger.last.share : 0
  const account: Account = afterTurn(accountOf(ledger, strategy, most), outcome, { share, before: handedOver }, limits)
  const isNewRound = row.step === STEP.end
  const { round } = ledger
  return {
    accounts: { ...ledger.accounts, [strategy]: account },
    round: isNewRound
      ? {
          number: round.number + 1,
          step: STEP.cooling,
          from: before.progress.share,
          fromIterations: before.progress.iterations,
          cooledAt: turn.cooling!.to,
          paused: NO_PAUSE,
          cycle: turn.cooling!.cycle,
          had: [],
        }
      : {
          ...round,
          step: row.step ?? round.step,
          ...coolingAfter(before, row, { share, iterations: outcome.steps }),
          had: round.had.includes(strategy) ? round.had : [...round.had, strategy],
        },
    last: lastTurn(turn, outcome, handedOver + share),
    isWinning:
      row.step === STEP.neighbourhoods
        ? outcome.hasWon && (!after.progress.isBroken || hasRolled(after)) && !isTooSoon(after)
        : isWinning(before, row.step),
  }
}

function lastTurn({ strategy, until, proof }: Turn, { hasWon, isHandedOver = false }: Outcome, share: number): LastTurn {
  return { strategy, until, share, hasWon, isHandedOver, ...(proof === undefined ? {} : { proof }) }
}

/**
 * Whether large neighbourhoods are better left until local search has cooled down: in a large house that they could hardly go over once. While the first priority is broken they have
 * little time anyway. A roster that a long horizon was gone along to has no use for a cooling.
 */
export function isTooSoon(
  view: Pick<View, 'facts' | 'params' | 'ledger'> & { progress: Pick<Progress, 'isBroken' | 'sweepShare' | 'share'> },
): boolean {
  const { longSweep, localSearchFirst, manyCells } = view.params.policy
  if (hasRolled(view)) return false
  return view.facts.cells > manyCells && !view.progress.isBroken && view.progress.sweepShare > longSweep && view.progress.share < localSearchFirst
}

/** Where the cooling of this round ended: here, where the row is the first after it. */
function cooledAt({ ledger: { round }, progress }: View, step: number | null = STEP.emptying): number {
  return round.step === STEP.cooling && step !== null && step > STEP.cooling ? progress.share : round.cooledAt
}

/** How the cooling of a round stands after a turn of others, who took so much: it goes on where it was, and what follows finds it as cold as ever. */
function coolingAfter(before: View, row: PolicyRow, took: Pause): Pick<Round, 'cooledAt' | 'paused'> {
  const { paused, step } = before.ledger.round
  const end = cooledAt(before, row.step)
  const isWithin = step === STEP.cooling && (row.step ?? step) === STEP.cooling && row.strategy !== 'annealing'
  if (!isWithin) return { cooledAt: end, paused }
  return { cooledAt: end + took.share, paused: { share: paused.share + took.share, iterations: paused.iterations + took.iterations } }
}

function coolingShare(view: View): number {
  const { from, paused } = view.ledger.round
  return cooledAt(view) - from - paused.share
}

function neighbourhoodLimits({ facts, params: { policy } }: View): readonly [number, number] {
  return [policy.minNeighbourhoodCycles, facts.priorities === 2 ? policy.maxNeighbourhoodCyclesOfTwo : policy.maxNeighbourhoodCycles]
}

function neighbourhoodTurn(view: View): Partial<Turn> {
  const { progress, params, ledger } = view
  const { grant } = accountOf(ledger, 'large-neighbourhoods', neighbourhoodLimits(view)[1])
  const cooled = coolingShare(view) * (progress.isBroken && !progress.canTakeAll ? Math.min(grant, params.policy.whileBroken) : grant)
  const { afterRolling, leadingAway, minNeighbourhoodsOfTwo } = params.policy
  const { leadsAway, priorities } = view.facts
  const share = Math.max(cooled, hasRolled(view) ? afterRolling : 0, leadsAway ? leadingAway : 0, priorities === 2 ? minNeighbourhoodsOfTwo : 0)
  return { until: progress.share + share, extension: { share, latest: othersBegin(priorities, params) } }
}

function coolingTurn(view: View): Partial<Turn> {
  const { facts, ledger, progress, params } = view
  const isFirst = ledger.round.number === -1
  const isBeaten = !isFirst && !isEarly(view) && isWinning(view, STEP.end)
  const cooling = nextCooling(facts.cycles, { cycle: ledger.round.cycle }, progress.share, isBeaten ? params.policy : null)
  return { cooling, until: cooling.to }
}
