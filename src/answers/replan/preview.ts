import { isJsonObject } from '../../api/fields.ts'
import type { IssueCode } from '../../api/issues.ts'
import { type QuestionPlace, askedAmount, askedRoster, askedSchedule } from '../../api/read-question.ts'
import { ReplanRequest } from '../../api/schemas/replan.ts'
import { writeAlternatives, type WrittenAlternative } from '../../api/write-solution.ts'
import { type CostChange, currencyOf } from '../../checker/cost-changes.ts'
import { searchShortly } from '../../engine/explain/short-search.ts'
import { materialised, materialisedPair } from '../../model/generated-shifts.ts'
import { NOBODY, rosterAsPosted, type Roster } from '../../model/roster.ts'
import type { Schedule } from '../../model/schedule.ts'
import type { Score } from '../../model/score.ts'
import { rosterAsTold } from '../../model/seats.ts'
import type { AffectedEmployee, Costs, ShiftChange } from '../../model/solution.ts'
import { ENGLISH, type Teller } from '../../model/teller.ts'
import type { ShiftId } from '../../model/units.ts'
import { explainAlternatives } from '../alternatives.ts'
import { diff } from '../diff.ts'
import { explainLeastChanges } from '../least-changes.ts'
import type { Means } from '../means.ts'
import { costChangeInWords } from '../sentences.ts'
import { type Replanned, replan } from './replan.ts'

export interface PreviewQuestion extends Replanned {
  /** How long is searched. */
  readonly maxSeconds: number
}

export interface PreviewAnswer extends CostChange, Pick<Costs, 'currency'> {
  readonly score: Score
  /** Among those who worked before are those who are absent now. */
  readonly changes: readonly ShiftChange[]
  readonly affectedEmployees: readonly AffectedEmployee[]
  /** As many rosters as were asked for. */
  readonly alternatives?: readonly WrittenAlternative[]
  /** Mandatory shifts that nobody works. */
  readonly emptyShiftIds: readonly ShiftId[]
  readonly text: string
}

/** Moves after which the search of a preview ends where its time is not over before. */
const MOVES = 300_000
/** Parameters that are those of a replan; the callback of a preview is nobody's. */
const OF_REPLAN = Object.keys(ReplanRequest.properties).filter((name) => !/^(?:callback|termination)/.test(name))

/** Reads what happened; null when something is wrong, which is reported. */
export function askedReplan(place: QuestionPlace): PreviewQuestion | null {
  const { issues, fields, limits } = place
  const schedule = askedSchedule(place)
  const roster = schedule === null ? null : askedRoster(place, 'solution', schedule)
  const posted = fields['schedule']
  if (schedule === null || roster === null || !isJsonObject(posted)) return null
  const request = Object.fromEntries(OF_REPLAN.filter((name) => fields[name] !== undefined).map((name) => [name, fields[name]]))
  const { replanned, errors } = replan({ posted, schedule, roster }, request, { callback: 'optional', limits })
  for (const { pointer, code, detail, hint } of errors) issues.error(pointer, code as IssueCode, detail, hint)
  return replanned === null ? null : { ...replanned, maxSeconds: askedAmount(place, 'maxSeconds', 'previewSeconds') }
}

/** What a replan would change, by a search of a few seconds; nothing is stored. */
export function previewReplan(question: PreviewQuestion, { solver, clock, mostSeconds }: Means, teller: Teller = ENGLISH): PreviewAnswer {
  const asked = question.submission.schedule
  const seconds = Math.min(question.maxSeconds, mostSeconds)
  const last = clock() + 1000 * seconds
  // Rosters to choose from are looked for in the other half.
  const until = asked.alternatives === undefined ? last : last - 500 * seconds
  const found = searchShortly(asked, { start: rosterAsPosted(asked), moves: MOVES, proves: false }, { solver, clock, until })
  const { schedule, before, after } = materialisedPair(asked, rosterAsTold(asked), found.roster)
  const { scoreAfter, changes, employees, costChange } = diff({ schedule, before, after }, teller)
  const cost = costChange === undefined ? {} : { ...currencyOf(asked), costChange }
  const emptyShiftIds = [...new Set(schedule.shifts.flatMap((shift, at) => (isMissed(shift, after[at]!) ? [shift.id] : [])))]
  const text = sentenceOf(
    { changes: changes.length, people: employees.length, empty: emptyShiftIds.length },
    costChangeInWords(schedule, cost, teller),
    teller,
  )
  const others = choicesBeside(question, found.roster, () => clock() > last, teller)
  return { score: scoreAfter, ...cost, changes, affectedEmployees: employees, ...others, emptyShiftIds, text }
}

/** `2 changes for 3 employees, and costs 412.00 EUR more; no mandatory shift is empty.` `cost` is null where nothing is said of money. */
function sentenceOf(
  { changes, people, empty }: { readonly changes: number; readonly people: number; readonly empty: number },
  cost: string | null,
  { say }: Teller,
): string {
  const parts = {
    changes: say('words.changes', { count: changes }),
    people: say('preview.people', { count: people }),
    empty: empty === 0 ? say('preview.noneEmpty') : say('preview.empty', { count: empty }),
  }
  return cost === null ? say('preview.text', parts) : say('preview.textWithCost', { ...parts, cost })
}

/** The rosters to choose from, the one that was found among them; nothing where the schedule does not ask for any. */
function choicesBeside(
  { document, submission: { schedule } }: PreviewQuestion,
  roster: Roster,
  isOver: () => boolean,
  teller: Teller,
): Pick<PreviewAnswer, 'alternatives'> {
  if (schedule.alternatives === undefined) return {}
  const { alternatives = [] } = explainAlternatives(schedule, roster, explainLeastChanges(schedule, roster, isOver), isOver, teller)
  return { alternatives: writeAlternatives(document, materialised(schedule, roster), alternatives) }
}

function isMissed({ historic, importance }: Schedule['shifts'][number], employee: number): boolean {
  return !historic && importance === 'MANDATORY' && employee === NOBODY
}
