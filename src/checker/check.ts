import { ENGLISH, type Teller } from '../model/teller.ts'
import { NOBODY, isDecided, type Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import { PRIORITIES, type Score } from '../model/score.ts'
import { SETTING_NAMES, type Weights } from '../model/settings.ts'
import type { Judgement, Match, Violation } from '../model/violation.ts'
import { cyclicViolations } from './cyclic.ts'
import { createNaming } from './naming.ts'
import { type RosterView, SILENT, tellingIn, viewRoster } from './roster-view.ts'
import type { CountedFindings, Finding, Rule } from './rule.ts'
import * as breakCover from './rules/break-cover.ts'
import * as budgets from './rules/budgets.ts'
import * as continuity from './rules/continuity.ts'
import * as contractRules from './rules/contract-rules.ts'
import * as coverage from './rules/coverage.ts'
import * as coverageRequirements from './rules/coverage-requirements.ts'
import * as demand from './rules/demand.ts'
import * as dependencies from './rules/dependencies.ts'
import * as fairShare from './rules/fair-share.ts'
import * as fairness from './rules/fairness.ts'
import * as freeTime from './rules/free-time.ts'
import * as pairings from './rules/pairings.ts'
import * as pay from './rules/pay.ts'
import * as quotas from './rules/quotas.ts'
import * as rest from './rules/rest.ts'
import * as rotations from './rules/rotations.ts'
import * as runs from './rules/runs.ts'
import * as seats from './rules/seats.ts'
import * as shiftGroups from './rules/shift-groups.ts'
import * as singleShifts from './rules/single-shifts.ts'
import * as spacing from './rules/spacing.ts'
import * as spots from './rules/spots.ts'
import * as totals from './rules/totals.ts'
import * as travel from './rules/travel.ts'
import * as weekends from './rules/weekends.ts'
import * as wishes from './rules/wishes.ts'
import * as workMinutes from './rules/work-minutes.ts'

/** The files of rules: of what they export, what is a rule is known. */
const FILES: readonly Readonly<Record<string, unknown>>[] = [
  breakCover,
  budgets,
  continuity,
  contractRules,
  coverage,
  coverageRequirements,
  demand,
  dependencies,
  fairShare,
  fairness,
  freeTime,
  pairings,
  pay,
  quotas,
  rest,
  rotations,
  runs,
  seats,
  shiftGroups,
  singleShifts,
  spacing,
  spots,
  totals,
  travel,
  weekends,
  wishes,
  workMinutes,
]

/** Every rule that the checker knows, in the order in which violations are told: that of the settings. */
export const RULES: readonly Rule[] = FILES.flatMap((file) => Object.values(file).filter(isRule)).sort(
  (a, b) => SETTING_NAMES.indexOf(a.setting) - SETTING_NAMES.indexOf(b.setting),
)

function isRule(exported: unknown): exported is Rule {
  return typeof exported === 'object' && exported !== null && 'setting' in exported && 'findMatches' in exported
}

/**
 * Judges a roster from scratch, by docs/constraints alone. One violation for each rule that is broken and each priority
 * at which the rule has a weight. `teller` says the sentences.
 */
export function judge(schedule: Schedule, roster: Roster, teller: Teller = ENGLISH): Judgement {
  return judgeView(viewRoster(schedule, roster, tellingIn(schedule, teller)))
}

/** The score that `judge` gives, without a word of where it comes from. */
export function scoreOf(schedule: Schedule, roster: Roster): Score {
  return totalOf(violationsIn(viewRoster(schedule, roster, SILENT), { left: 0, few: 0 }))
}

/** As `judge`, of a roster that is viewed already. `mostListed` is for tests. */
export function judgeView(viewed: RosterView, mostListed = MOST_LISTED): Judgement {
  // A view may be judged twice, and each time all shifts may be named that may be named once.
  const violations = violationsIn({ ...viewed, naming: createNaming() }, { left: mostListed, few: FEW_LISTED })
  return { score: totalOf(violations), violations }
}

function violationsIn(view: RosterView, listing: Listing): Violation[] {
  if (view.schedule.isCyclic) return cyclicViolations(view, (open) => violationsIn(open, listing))
  const violations: Violation[] = []
  for (const rule of RULES) {
    const weights = view.schedule.settings.weights[rule.setting]
    if (weights.every((weight) => weight === 0) && rule.weighsItself?.(view.schedule) !== true) continue
    violations.push(...violationsOf(rule, { weights, listing, teller: view.words.teller }, rule.findMatches(view)))
  }
  return violations
}

/** Matches that one judgement lists; when so many are, each rule lists its first few at each priority (docs/limits.md). */
const MOST_LISTED = 50_000
const FEW_LISTED = 1000

/** How many matches may still be listed. */
interface Listing {
  left: number
  /** What each rule may list at each priority when nothing is left. */
  readonly few: number
}

interface Charging {
  readonly weights: Weights
  readonly listing: Listing
  readonly teller: Teller
}

/** A violation that matches are still added to. */
type Charged = { -readonly [K in keyof Violation]: Violation[K] } & { readonly matches: Match[] }

/** The violations of one rule, first priority first. A finding with weights of its own is charged with these. */
function violationsOf({ setting, unit }: Rule, { weights, listing, teller }: Charging, findings: Iterable<Finding | CountedFindings>): Violation[] {
  let found: Charged[] = []
  for (const finding of findings) {
    if (found.length === 0) found = PRIORITIES.map((priority) => ({ setting, priority, penalty: 0, matchCount: 0, units: 0, matches: [] }))
    let told: readonly Told[] | null = null
    for (const violation of found) {
      const weight = (finding.weights ?? weights)[violation.priority]
      if (weight === 0) continue
      violation.penalty += weight * finding.amount
      violation.matchCount += 'count' in finding ? finding.count : 1
      violation.units += finding.amount
      const room = Math.max(listing.left, listing.few - violation.matches.length)
      if (room === 0) continue
      told ??= tell(finding, Math.max(listing.left, listing.few), teller)
      for (const match of told.slice(0, room)) violation.matches.push({ ...match, unit, penalty: weight * match.amount })
      listing.left = Math.max(0, listing.left - told.length)
    }
  }
  return found.filter(({ matchCount }) => matchCount > 0)
}

type Told = Omit<Match, 'unit' | 'penalty'>

/** What is said of the first places of some, and of how many shifts where not all are listed. */
function tell(finding: Finding | CountedFindings, most: number, { say }: Teller): readonly Told[] {
  const told: Told[] = []
  for (const { unnamed = 0, weights: _, ...found } of 'list' in finding ? finding.list() : [finding]) {
    // Several seats of one shift are one shift.
    const rest = { ...found, shiftIds: [...new Set(found.shiftIds)] }
    const listed = rest.shiftIds.length
    told.push(unnamed === 0 ? rest : { ...rest, text: say('broken.listed', { text: rest.text, all: listed + unnamed, listed }) })
    if (told.length === most) break
  }
  return told
}

function totalOf(violations: readonly Violation[]): Score {
  const total: [number, number, number, number] = [0, 0, 0, 0]
  for (const { priority, penalty } of violations) total[priority] += penalty
  return total
}

/**
 * The decided shifts (historic, or fixed with an employee) that the roster gives to somebody else than was posted.
 * Must be empty before a roster is stored or shown.
 */
export function findChangedDecidedShifts(schedule: Schedule, roster: Roster): readonly Shift[] {
  return schedule.shifts.filter((shift, position) => isDecided(shift) && roster[position] !== (shift.employeeIndex ?? NOBODY))
}
