import type { AskedRoster } from '../api/read-question.ts'
import { judge, scoreOf } from '../checker/check.ts'
import { costOf, currencyOf } from '../checker/cost-changes.ts'
import { createWords } from '../checker/words.ts'
import { type Change, changeKey, changesFor, seatKey } from '../engine/explain/changes.ts'
import { type Conflict, conflictKey, type ConflictOptions, findConflicts, findUncovered } from '../engine/explain/conflicts.ts'
import { competencesAsSkills, lackingShifts, withOwnSpots } from '../engine/explain/competences-as-skills.ts'
import { askFillable } from '../engine/explain/fillable.ts'
import { type SearchMeans, searchShortly } from '../engine/explain/short-search.ts'
import { NOBODY, type Roster } from '../model/roster.ts'
import type { Schedule, Shift } from '../model/schedule.ts'
import { compareScores, type Score } from '../model/score.ts'
import { isAsMustBe, mayBeLaw, mustPriorities, type SettingName } from '../model/settings.ts'
import type { Costs } from '../model/solution.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'
import type { SkillId } from '../model/units.ts'
import { describeConflict, type ConflictAccount } from './conflict-account.ts'
import type { Furthered } from './further-shifts.ts'
import type { Means } from './means.ts'
import { asMade, asMandatory, missedShifts, withMissing } from './missing-shifts.ts'
import { describeRepair, type RepairAccount, type SolvedChange, type Standing } from './repair-account.ts'

export interface RepairQuestion extends AskedRoster {
  /** Conflicts, and repairs, that are listed at most. */
  readonly limit: number
  /** How long is looked for them. */
  readonly maxSeconds: number
}

export interface RepairAnswer extends Pick<Costs, 'currency'> {
  /** Of the roster, after a short search for a better one. */
  readonly score: Score
  readonly conflicts: readonly ConflictAccount[]
  readonly repairs: readonly RepairAccount[]
  /** False when time or the limit ended the search for them. */
  readonly complete: boolean
}

/** Shares of the time: until then a better roster is looked for, and conflicts are; the rest is for repairs. */
const ROSTER_SHARE = 0.25
const CONFLICTS_SHARE = 0.6
/** Moves of a search, by shifts of the schedule, and within these ends. */
const MOVES_PER_SHIFT = 100
const FEWEST_MOVES = 3_000
const MOST_MOVES = 60_000
/** The search for a better roster to begin with takes so many times as many. */
const ROSTER_MOVES = 5
/** Of one conflict so many changes of one kind are solved at most. */
const EACH_KIND = 2
/** So many of one kind are listed before those of another kind that ask for more. */
const FIRST_OF_KIND = 3

/**
 * Says why the rules cannot be kept and all mandatory shifts be filled, and which small changes of the schedule would help. The roster is bettered first, so that what a search
 * would find is not taken for impossible; of the changes that end a conflict each is solved from there, judged by the checker, and told only when it betters what must be.
 */
export function repair(
  { schedule: found, roster: people, asked = found, limit, maxSeconds }: RepairQuestion,
  { solver, clock, mostSeconds }: Means,
  teller: Teller = ENGLISH,
): RepairAnswer {
  const startedAt = clock()
  const furthered = withMissing(asked, found, people)
  const { schedule, roster } = furthered
  const at = (share: number): number => startedAt + share * 1000 * Math.min(maxSeconds, mostSeconds)
  const options: ConflictOptions = { solver, clock, limit, until: at(CONFLICTS_SHARE) }
  const given = { roster, score: scoreOf(schedule, roster) }
  const isDone = ({ score }: Standing): boolean => isAsMustBe(schedule.settings, score)
  const best = isDone(given) ? given : better(schedule, given, ROSTER_MOVES, { ...options, until: at(ROSTER_SHARE) })
  if (isDone(best)) return { ...currencyOf(schedule), score: best.score, conflicts: [], repairs: [], complete: true }
  const words = createWords(schedule, teller)
  const { posed, isComplete } = poseConflicts(furthered, best, options)
  const solved = solveChanges(schedule, best, posed, { ...options, until: at(1) })
  const before = solved.best
  const repairs = rank(
    solved.repairs.flatMap((one) => {
      const gain = gainOf(schedule, before, one.after)
      return gain === null ? [] : [{ ...one, gain }]
    }),
  )
  const unchanged = { ...before, cost: costOf(schedule, before.roster) }
  return {
    ...currencyOf(schedule),
    score: before.score,
    conflicts: posed.map((one) => describeConflict(one.schedule, words, one.conflict, one.skills)),
    repairs: repairs.slice(0, limit).map((one) => describeRepair(schedule, words, unchanged, one)),
    complete: isComplete && solved.isComplete && repairs.length <= limit,
  }
}

/** A conflict, and the schedule in which it is one. */
interface Posed {
  readonly conflict: Conflict
  readonly schedule: Schedule
  /** The skills that coverage requirements ask of those who work its shifts; none where it is about the shifts alone. */
  readonly skills: readonly SkillId[]
  /** Whether shifts are missing that nobody posted: then none can be made optional, or be moved. */
  readonly isOfDemand: boolean
  /** Makes a change of that schedule one of the schedule that was asked about. */
  readonly restore: (changed: Schedule) => Schedule
}

/** Conflicts of shifts that cannot all be filled, then those of further shifts that demands ask for, and then those of competences that cannot be there as well. */
function poseConflicts(furthered: Furthered, best: Standing, options: ConflictOptions): { posed: Posed[]; isComplete: boolean } {
  const { schedule } = furthered
  const ofSeats = findConflicts(schedule, holesOf(schedule, best), options)
  const posed: Posed[] = ofSeats.conflicts.map((conflict) => ({ conflict, schedule, skills: [], isOfDemand: false, restore: (changed) => changed }))
  const ofDemand = poseDemand(furthered, best, { ...options, limit: options.limit - posed.length })
  posed.push(...ofDemand.posed)
  const ofSkills = poseSkills(schedule, best, { ...options, limit: options.limit - posed.length })
  posed.push(...ofSkills.posed)
  return { posed: eachOnce(schedule, posed), isComplete: ofSeats.isComplete && ofDemand.isComplete && ofSkills.isComplete }
}

/** Without those that an earlier one has told: the same, or that of a shift which asks for the skills itself. */
function eachOnce(schedule: Schedule, posed: readonly Posed[]): Posed[] {
  const told = new Set<string>()
  return posed.filter(({ conflict, skills }) => {
    const isOfShifts = conflict.shifts.every((index) => skills.every((id) => asksFor(schedule, schedule.shifts[index]!, id)))
    const key = JSON.stringify([conflictKey(schedule, conflict), isOfShifts ? [] : skills])
    const isNew = !told.has(key)
    told.add(key)
    return isNew
  })
}

function asksFor({ spots }: Schedule, { spotIndex, skills }: Shift, id: SkillId): boolean {
  return [...spots[spotIndex]!.skills, ...skills].some((asked) => asked.id === id)
}

/** Conflicts of further shifts and of those that were found for demands, as if all had been posted. */
function poseDemand(furthered: Furthered, { roster }: Standing, options: ConflictOptions): { posed: Posed[]; isComplete: boolean } {
  const missed = missedShifts(furthered, roster)
  if (missed.length === 0) return { posed: [], isComplete: true }
  const schedule = asMandatory(furthered.schedule)
  const { conflicts, isComplete } = findConflicts(schedule, missed, options)
  const restore = (changed: Schedule): Schedule => asMade(furthered.schedule, changed)
  return { posed: conflicts.map((conflict) => ({ conflict, schedule, skills: [], isOfDemand: true, restore })), isComplete }
}

function poseSkills(schedule: Schedule, best: Standing, options: ConflictOptions): { posed: Posed[]; isComplete: boolean } {
  const skilled = competencesAsSkills(schedule)
  const lacking = lackingShifts(skilled, best.roster)
  if (lacking.length === 0) return { posed: [], isComplete: true }
  const { conflicts, isComplete } = findConflicts(skilled.schedule, lacking, options)
  const skillsOf = ({ shifts }: Conflict): SkillId[] => [
    ...new Set(shifts.flatMap((index) => (skilled.requirements.get(index) ?? []).map(({ skill }) => skill))),
  ]
  const posed = conflicts.map((conflict) => ({
    conflict,
    schedule: skilled.schedule,
    skills: skillsOf(conflict),
    isOfDemand: false,
    restore: (changed: Schedule) => withOwnSpots(schedule, changed),
  }))
  return { posed, isComplete }
}

/** What asks least of people for what it gains comes first; beyond the first few of a kind others have their turn. */
function rank(repairs: readonly GainfulChange[]): SolvedChange[] {
  const byPrice = [...repairs].sort(
    (a, b) =>
      a.gain.priority - b.gain.priority || priceOf(a) - priceOf(b) || a.change.cost - b.change.cost || compareScores(a.after.score, b.after.score),
  )
  const ofKind = Map.groupBy(byPrice, ({ change }) => change.kind)
  const isFirst = (solved: GainfulChange): boolean => ofKind.get(solved.change.kind)!.indexOf(solved) < FIRST_OF_KIND
  return [...byPrice.filter(isFirst), ...byPrice.filter((solved) => !isFirst(solved))]
}

interface GainfulChange extends SolvedChange {
  /** On the first priority that differs, 0 or 1: points, above 0. */
  readonly gain: { readonly priority: number; readonly points: number }
}

/** What is gained of what must be; null where nothing is. */
function gainOf({ settings }: Schedule, before: Standing, after: Standing): GainfulChange['gain'] | null {
  const priority = mustPriorities(settings).find((each) => after.score[each] !== before.score[each])
  if (priority === undefined || after.score[priority] > before.score[priority]) return null
  return { priority, points: before.score[priority] - after.score[priority] }
}

/** What a change asks of people for each point that it gains. */
function priceOf({ change, gain }: GainfulChange): number {
  return change.cost / gain.points
}

/** Whether a roster of a changed schedule breaks a law more than one of the schedule did before: nobody is helped by another breach. */
function breaksLaw(known: { readonly before: Roster; readonly schedule: Schedule }, changed: Schedule, roster: Roster): boolean {
  const now = lawOf(known.schedule, known.before)
  return [...lawOf(changed, roster)].some(([setting, penalty]) => penalty > (now.get(setting) ?? 0))
}

/** The law that a roster breaks, in points of the first priority, by rule. */
function lawOf(schedule: Schedule, roster: Roster): Map<SettingName, number> {
  const sums = new Map<SettingName, number>()
  for (const { setting, priority, penalty } of judge(schedule, roster).violations)
    if (priority === 0 && mayBeLaw(setting)) sums.set(setting, (sums.get(setting) ?? 0) + penalty)
  return sums
}

function holesOf(schedule: Schedule, { roster }: Standing): number[] {
  const musts: readonly number[] = mustPriorities(schedule.settings)
  const broken = judge(schedule, roster).violations.filter(({ priority }) => musts.includes(priority))
  const ids = new Set(broken.flatMap(({ matches }) => matches.flatMap(({ shiftIds }) => shiftIds)))
  return findUncovered(schedule, roster, new Set(schedule.shifts.flatMap(({ id }, index) => (ids.has(id) ? [index] : []))))
}

/** The best roster that a short search finds from another. */
function better(schedule: Schedule, start: Standing, times: number, means: SearchMeans): Standing {
  const moves = times * Math.min(MOST_MOVES, Math.max(FEWEST_MOVES, MOVES_PER_SHIFT * schedule.shifts.length))
  const { roster } = searchShortly(schedule, { start: start.roster, moves, proves: false }, means)
  const found = { roster, score: scoreOf(schedule, roster) }
  return compareScores(found.score, start.score) < 0 ? found : start
}

/** The roster of a change as it stands without it: who was added works nothing. */
function withoutChange(schedule: Schedule, { roster }: Standing): Standing {
  const plain = roster.map((employee) => (employee < schedule.employees.length ? employee : NOBODY))
  return { roster: plain, score: scoreOf(schedule, plain) }
}

/** Solves the changes that end a conflict, the cheapest of each first; with the best roster that was found without one, which takes no change. */
function solveChanges(
  schedule: Schedule,
  start: Standing,
  posed: readonly Posed[],
  options: ConflictOptions,
): { best: Standing; repairs: SolvedChange[]; isComplete: boolean } {
  let best = start
  const repairs: SolvedChange[] = []
  const queues = posed.map((each) => ({ ...each, changes: changesOf(each), solved: new Map<Change['kind'], number>() }))
  const longest = Math.max(0, ...queues.map(({ changes }) => changes.length))
  const tried = new Set<string>()
  const solvedChanges = new Set<string>()
  for (let turn = 0; turn < longest; turn += 1) {
    for (const { conflict, changes, solved, restore } of queues) {
      const posedChange = changes[turn]
      if (posedChange === undefined || (solved.get(posedChange.kind) ?? 0) >= EACH_KIND) continue
      if (options.clock() > options.until) return { best, repairs, isComplete: false }
      const key = keyOf(posedChange)
      if (tried.has(key) || !endsConflict(posedChange, conflict, options)) continue
      const change = { ...posedChange, schedule: restore(posedChange.schedule) }
      const exact = changeKey(schedule, change)
      if (solvedChanges.has(exact)) continue
      solvedChanges.add(exact)
      const from = { roster: best.roster, score: scoreOf(change.schedule, best.roster) }
      const after = better(change.schedule, from, 1, options)
      const plain = withoutChange(schedule, after)
      if (compareScores(plain.score, best.score) < 0) best = plain
      if (gainOf(schedule, best, after) === null || breaksLaw({ before: best.roster, schedule }, change.schedule, after.roster)) continue
      tried.add(key)
      solved.set(change.kind, (solved.get(change.kind) ?? 0) + 1)
      repairs.push({ change, after })
    }
  }
  return { best, repairs, isComplete: true }
}

/** The changes that may end a conflict. A shift that need not be filled asks for its competence all the same. */
function changesOf({ schedule, conflict, skills, isOfDemand }: Posed): Change[] {
  return changesFor(schedule, conflict).filter(
    ({ kind }) => (kind !== 'make-optional' || (skills.length === 0 && !isOfDemand)) && (kind !== 'move-shift' || !isOfDemand),
  )
}

/** Equal for the same change that two conflicts ask for, and for more of what less has done already. */
function keyOf({ kind, employees, setting, title, shifts, days, skills, schedule }: Change): string {
  if (kind === 'add-employee') return JSON.stringify([kind, schedule.employees.at(-1)!.skills, schedule.employees.at(-1)!.teams])
  const isAboutShifts = kind === 'make-optional' || kind === 'override-wish' || kind === 'move-shift'
  const about = isAboutShifts ? [shifts.map((index) => seatKey(schedule.shifts[index]!)), days] : []
  return JSON.stringify([kind, employees, setting, title, skills, about])
}

function endsConflict({ kind, schedule, shifts }: Change, conflict: Conflict, options: ConflictOptions): boolean {
  const wanted = kind === 'make-optional' ? conflict.shifts.filter((shift) => !shifts.includes(shift)) : conflict.shifts
  return askFillable(schedule, wanted, conflict.rules, options).answer === 'yes'
}
