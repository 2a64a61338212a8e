import { accountOf } from './ledger.ts'
import type { Turn } from './strategy.ts'
import { hasRolled, isLarge, isWinning, othersBegin, type PolicyRow, STEP, type View } from './view.ts'

/** The strategies that prove, by their methods: one of them at a time has to go on. */
const PROOF_METHODS = ['ascent', 'branching'] as const
const PROOFS = PROOF_METHODS.map((method) => `proof-by-${method}`)

/** A row for each strategy that proves: that one has the turn whose method has to go on. */
export function proofRows({ name, when, ...row }: Omit<PolicyRow, 'strategy'>): PolicyRow[] {
  return PROOF_METHODS.map((method, i) => {
    return { ...row, name: `${name}-by-${method}`, strategy: PROOFS[i]!, when: (view) => view.progress.proofBy === method && when(view) }
  })
}

/** Whether any proof has had a turn. */
export function hasProved(view: View): boolean {
  return turnsOfProofs(view) > 0
}

function turnsOfProofs({ ledger }: View): number {
  return PROOFS.reduce((sum, strategy) => sum + accountOf(ledger, strategy).turns, 0)
}

/** The share of the search that proofs took and closed little. */
function provedInVain({ ledger }: View): number {
  return PROOFS.reduce((sum, strategy) => sum + accountOf(ledger, strategy).inVain, 0)
}

/** Proofs may take half of what belongs to those others, who would have nothing of it where bounds rise to the end. */
function proofsEnd(view: View): number {
  return (othersBegin(view.facts.priorities, view.params) + 1) / 2
}

/** No proof begins before this share of the search, 0 to 1. */
function earliestProof(view: View): number {
  return isLarge(view) ? view.params.policy.localSearchFirst : 0
}

/** Whether no proof has had a turn, and one may begin. */
export function isFreeToProve(view: View): boolean {
  return !hasProved(view) && view.progress.share >= earliestProof(view)
}

/** Whether a proof begins, or goes on, whatever else there is to do. */
export function isTimeToProve(view: View): boolean {
  const { latest, latestBesideOthers } = view.params.proving
  return view.progress.share >= Math.max(earliestProof(view), view.progress.isAlone ? latest : latestBesideOthers)
}

/** Whether a proof should begin, or go on because the roster is what it waited for. */
export function isProofDue(view: View): boolean {
  const { progress, params } = view
  if (progress.proofBy === null || !progress.canProve || !isTimeToProve(view)) return false
  return provedInVain(view) < params.proving.altogether && (!hasProved(view) || progress.isBoundReached)
}

/** Whether proving is what is left to do, while other threads search. */
export function isNearEnd(view: View, step: number = STEP.lateProof): boolean {
  const { progress, params } = view
  const isTurn = !isWinning(view, step) || isTimeToProve(view)
  return !progress.isAlone && isTurn && (progress.gap ?? 1) <= params.proving.smallGap
}

/** Whether the last turn was a proof's that should have the next one as well. */
export function hasProofToGoOn(view: View): boolean {
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
export function isBesideOthers({ facts: { priorities, strategies }, progress: { isAlone } }: View): boolean {
  return !isAlone && priorities > 2 && strategies.includes('proof-by-branching')
}

/** Whether linear programs proved nothing yet. */
export function hasNotBranched({ ledger }: View): boolean {
  return accountOf(ledger, 'proof-by-branching').turns === 0
}

/** Whether others have cooled down while this thread proved and its own first cooling stood still: it begins with what they came to. */
export function haveOthersCooled(view: View): boolean {
  const { facts, progress, ledger } = view
  return isBesideOthers(view) && ledger.round.number === 0 && !progress.isBroken && progress.share >= facts.cycles[0]!.end
}

/** Whether prices by which a long horizon was gone along prove what nobody was told yet. A turn or a few do. */
export function isToBeTold(view: View): boolean {
  const { progress, params } = view
  return hasRolled(view) && progress.gap === null && !progress.isBroken && turnsOfProofs(view) < params.proving.turnsToTell
}

/** Whether prices have climbed as far as is of use while the roster still becomes better. */
function isBetterSearched(view: View): boolean {
  return hasRolled(view) && !isToBeTold(view) && isWinning(view, view.ledger.round.step)
}

/**
 * The share of the search that a proof may take now, as far as that hangs on when the search would have converged: a thread that searches alone leaves half of the time without a better
 * roster to large neighbourhoods, as long as these have not lost.
 */
function leftBeforeStall({ facts: { strategies }, ledger: { isWinning: isOpen }, progress: { isAlone, stall }, params: { proving } }: View): number {
  const leaves = isAlone && isOpen && strategies.includes('large-neighbourhoods')
  return leaves && stall !== null ? (proving.maxStalled - stall.passed) * stall.share : Infinity
}

/** Whether a proof has what it needs, time left, and hope. */
export function mayProve(view: View): boolean {
  const { progress, params } = view
  if (isBetterSearched(view) || leftBeforeStall(view) <= 0) return false
  const inVain = provedInVain(view)
  const { altogether } = proofShares(view)
  const isHopeless = progress.isUnproved && inVain > params.proving.hopeless * altogether * progress.begun
  return progress.canProve && inVain < altogether && !isHopeless && progress.share < proofsEnd(view)
}

/** The first try: so short that nothing is reviewed within it. */
export function firstProofTurn(view: View): Partial<Turn> {
  const { until, proof } = proofTurn(view)
  const { review: _, ...rest } = proof
  return { until: Math.min(until, view.progress.share + view.params.proving.firstTurn), proof: rest }
}

/** The turn of a proof: how far it may go, and when what it takes is reviewed. */
export function proofTurn(view: View): Required<Pick<Turn, 'until' | 'proof'>> {
  const { progress, ledger, params } = view
  const inVain = provedInVain(view)
  const { turn, altogether } = proofShares(view)
  const until = Math.min(proofsEnd(view), progress.share + Math.min(turn, altogether - inVain, leftBeforeStall(view)))
  const review = { at: (progress.share + until) / 2, charged: inVain, max: params.proving.hopeless * altogether }
  const gapToWin = (1 - params.proving.muchClosed) * (progress.gap ?? 1)
  const waiting = isBesideOthers(view) ? 'all' : 'earlier'
  const firstOnly = isWinning(view, ledger.round.step) ? waiting : 'none'
  const untilAlone = Math.min(until, progress.share + params.proving.perTurn)
  return { until, proof: { gapToWin, firstOnly, untilAlone, ...(progress.isUnproved ? { review } : {}) } }
}
