import { nextCooling } from '../local-search/cycles.ts'
import { type Account, accountOf, afterTurn, type LastTurn, type Ledger, type Pause, type Round } from './ledger.ts'
import { KEPT_FIRST } from './kept-first.ts'
import type { Cycle } from './params/cycles.ts'
import type { SearchParams } from './params.ts'
import type { Outcome, Standing, Turn } from './strategy.ts'

/** What does not change in a search. */
export interface Facts {
  /** Employees × days. */
  readonly cells: number
  /** Priorities on which anything can cost. */
  readonly priorities: number
  readonly cycles: readonly Cycle[]
  /** Whether no other thread searches the same schedule. */
  readonly isAlone: boolean
  /** Names of the strategies that can do anything. */
  readonly strategies: readonly string[]
}

/** Where a search stands. */
export interface Progress extends Standing {
  /** Share of the search that is over, 0 to 1. */
  readonly share: number
  readonly iterations: number
  /** Moves evaluated so far. */
  readonly moves: number
  /** Whether the incumbent breaks the first priority, and whether the roster of local search does. */
  readonly isBroken: boolean
  readonly isStateBroken: boolean
  /** Between the incumbent and what is proved, 0 to 1; null = nothing is proved. */
  readonly gap: number | null
}

/** All that a turn is decided by. Plain data. */
export interface View {
  readonly facts: Facts
  readonly ledger: Ledger
  readonly progress: Progress
  readonly params: Pick<SearchParams, 'policy' | 'proving' | 'polishing' | 'neighbourhoods' | 'replanning'>
}

/** The steps of a round, in order. */
const STEP = { cooling: 0, emptying: 1, polishing: 2, filling: 3, repair: 4, proof: 5, neighbourhoods: 6, lateProof: 7, end: 8 } as const

const NO_PAUSE: Pause = { share: 0, iterations: 0 }

/** Before the first round: all that is left of one is its end. */
export const FIRST_LEDGER: Ledger = {
  accounts: {},
  round: { number: -1, step: STEP.lateProof, from: 0, fromIterations: 0, cooledAt: 0, paused: NO_PAUSE, cycle: 0, had: [] },
  last: null,
  isWinning: true,
}

/** One row of the policy: who has a turn when, for how long, and why. */
export interface PolicyRow {
  readonly name: string
  readonly strategy: string
  /** Where in a round; null = wherever the round is. */
  readonly step: number | null
  /** Whether the row may have several turns in a round. */
  readonly repeats?: boolean
  readonly why: string
  readonly when: (view: View) => boolean
  /** The turn, without what is the same for all: where nothing else is said, to the end of the search. */
  readonly turn?: (view: View) => Partial<Turn>
  /** Least and most that the account may grant; absent = the row does not ask. */
  readonly limits?: (view: View) => readonly [number, number]
  /** Whether the strategy is called back, at a later share of the search. */
  readonly isCalledBack?: (view: View) => boolean
}

/** The strategies that prove, by their methods: one of them at a time has to go on. */
const PROOF_METHODS = ['ascent', 'branching'] as const
const PROOFS = PROOF_METHODS.map((method) => `proof-by-${method}`)

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
    name: 'bound-goes-on',
    step: null,
    why: 'The last turn closed much of the gap; or half of the search is over, and prices alone have not come to a bound.',
    when: (view) => hasProofToGoOn(view) && mayProve(view),
    turn: proofTurn,
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
    when: isCooling,
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
    when: (view) => !isEarly(view) && view.progress.share < othersBegin(view) && !isTooSoon(view),
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

/** A row for each strategy that proves: that one has the turn whose method has to go on. */
function proofRows({ name, when, ...row }: Omit<PolicyRow, 'strategy'>): PolicyRow[] {
  return PROOF_METHODS.map((method, i) => {
    return { ...row, name: `${name}-by-${method}`, strategy: PROOFS[i]!, when: (view) => view.progress.proofBy === method && when(view) }
  })
}

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
    isWinning: row.step === STEP.neighbourhoods ? outcome.hasWon && !after.progress.isBroken && !isTooSoon(after) : isWinning(before, row.step),
  }
}

function lastTurn({ strategy, until, proof }: Turn, { hasWon, isHandedOver = false }: Outcome, share: number): LastTurn {
  return { strategy, until, share, hasWon, isHandedOver, ...(proof === undefined ? {} : { proof }) }
}

function isCooling({ ledger, progress }: View): boolean {
  return progress.share < ledger.round.cooledAt
}

const hasProved = ({ ledger }: View): boolean => PROOFS.some((strategy) => accountOf(ledger, strategy).turns > 0)

/** The share of the search that proofs took and closed little. */
function provedInVain({ ledger }: View): number {
  return PROOFS.reduce((sum, strategy) => sum + accountOf(ledger, strategy).inVain, 0)
}

function isLarge({ facts, params }: View): boolean {
  return facts.cells > params.policy.manyCells
}

/** Whether breaches are best left to local search. */
function isEarly(view: View): boolean {
  const { facts, progress, params } = view
  return isLarge(view) && progress.isBroken && progress.moves < params.policy.movesPerCell * facts.cells
}

/**
 * Whether large neighbourhoods are better left until local search has cooled down: in a large house that they could hardly go over once. While the first priority is broken they have
 * little time anyway.
 */
export function isTooSoon(view: Pick<View, 'facts' | 'params'> & { progress: Pick<Progress, 'isBroken' | 'sweepShare' | 'share'> }): boolean {
  const { longSweep, localSearchFirst, manyCells } = view.params.policy
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

/** Whether large neighbourhoods win, for a row at such a step: a round in which they had no turn, though it came to them, lost that. */
function isWinning(view: View, step: number | null): boolean {
  const { round, isWinning: was } = view.ledger
  const isPast = step !== null && step > STEP.neighbourhoods && round.number >= 0 && !isEarly(view)
  return was && (!isPast || round.had.includes('large-neighbourhoods'))
}

/** Large neighbourhoods look at some priorities only; from here on the search belongs to the others. */
function othersBegin({ facts, params }: View): number {
  return facts.priorities > params.neighbourhoods.maxPriorities ? params.policy.neighbourhoodsEnd : 1
}

/** Proofs may take half of what belongs to those others, who would have nothing of it where bounds rise to the end. */
function proofsEnd(view: View): number {
  return (othersBegin(view) + 1) / 2
}

function neighbourhoodLimits({ facts, params: { policy } }: View): readonly [number, number] {
  return [policy.minNeighbourhoodCycles, facts.priorities === 2 ? policy.maxNeighbourhoodCyclesOfTwo : policy.maxNeighbourhoodCycles]
}

function neighbourhoodTurn(view: View): Partial<Turn> {
  const { progress, params, ledger } = view
  const { grant } = accountOf(ledger, 'large-neighbourhoods', neighbourhoodLimits(view)[1])
  const share = coolingShare(view) * (progress.isBroken && !progress.canTakeAll ? Math.min(grant, params.policy.whileBroken) : grant)
  return { until: progress.share + share, extension: { share, latest: othersBegin(view) } }
}

/** No proof begins before this share of the search, 0 to 1. */
function earliestProof(view: View): number {
  return isLarge(view) ? view.params.policy.localSearchFirst : 0
}

function isFreeToProve(view: View): boolean {
  return !hasProved(view) && view.progress.share >= earliestProof(view)
}

/** Whether a proof begins, or goes on, whatever else there is to do. */
function isTimeToProve(view: View): boolean {
  const { latest, latestBesideOthers } = view.params.proving
  return view.progress.share >= Math.max(earliestProof(view), view.facts.isAlone ? latest : latestBesideOthers)
}

/** Whether a proof should begin, or go on because the roster is what it waited for. */
function isProofDue(view: View): boolean {
  const { progress, params } = view
  if (progress.proofBy === null || !progress.canProve || !isTimeToProve(view)) return false
  return provedInVain(view) < params.proving.altogether && (!hasProved(view) || progress.isBoundReached)
}

/** Whether proving is what is left to do, while other threads search. */
function isNearEnd(view: View, step: number = STEP.lateProof): boolean {
  const { facts, progress, params } = view
  const isTurn = !isWinning(view, step) || isTimeToProve(view)
  return !facts.isAlone && isTurn && (progress.gap ?? 1) <= params.proving.smallGap
}

function hasProofToGoOn(view: View): boolean {
  const { last } = view.ledger
  if (last === null || !PROOFS.includes(last.strategy)) return false
  return last.hasWon || (view.progress.isUnproved && last.share > 0 && isTimeToProve(view))
}

/** What a proof may take: a turn, and altogether without closing much of the gap. */
function proofShares(view: View): { turn: number; altogether: number } {
  const { perTurn, altogether, altogetherAtFirst, perTurnBesideOthers, altogetherBesideOthers: most } = view.params.proving
  if (isBesideOthers(view)) return { turn: most, altogether: most }
  if (isNearEnd(view, view.ledger.round.step)) return { turn: perTurnBesideOthers, altogether: most }
  return { turn: perTurn, altogether: view.progress.isUnproved ? altogetherAtFirst : altogether }
}

/** Whether this thread proves from the first on, while others search: with two priorities, large neighbourhoods solve the program over everybody's whole rows themselves. */
function isBesideOthers({ facts: { isAlone, priorities, strategies } }: View): boolean {
  return !isAlone && priorities > 2 && strategies.includes('proof-by-branching')
}

/** Whether a proof has what it needs, time left, and hope. */
function mayProve(view: View): boolean {
  const { progress, params } = view
  const inVain = provedInVain(view)
  const { altogether } = proofShares(view)
  const isHopeless = progress.isUnproved && inVain > params.proving.hopeless * altogether * progress.begun
  return progress.canProve && inVain < altogether && !isHopeless && progress.share < proofsEnd(view)
}

/** The first try: so short that nothing is reviewed within it. */
function firstProofTurn(view: View): Partial<Turn> {
  const { until, proof } = proofTurn(view)
  const { review: _, ...rest } = proof
  return { until: Math.min(until, view.progress.share + view.params.proving.firstTurn), proof: rest }
}

function proofTurn(view: View): Required<Pick<Turn, 'until' | 'proof'>> {
  const { progress, ledger, params } = view
  const inVain = provedInVain(view)
  const { turn, altogether } = proofShares(view)
  const until = Math.min(proofsEnd(view), progress.share + Math.min(turn, altogether - inVain))
  const review = { at: (progress.share + until) / 2, charged: inVain, max: params.proving.hopeless * altogether }
  const gapToWin = (1 - params.proving.muchClosed) * (progress.gap ?? 1)
  return { until, proof: { gapToWin, mayWait: isWinning(view, ledger.round.step), ...(progress.isUnproved ? { review } : {}) } }
}

function coolingTurn(view: View): Partial<Turn> {
  const { facts, ledger, progress, params } = view
  const isFirst = ledger.round.number === -1
  const isBeaten = !isFirst && !isEarly(view) && isWinning(view, STEP.end)
  const cooling = nextCooling(facts.cycles, { cycle: ledger.round.cycle }, progress.share, isBeaten ? params.policy : null)
  return { cooling, until: cooling.to }
}
