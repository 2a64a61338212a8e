import type { AskedRoster } from '../api/read-question.ts'
import { type WrittenCoverage, type WrittenOpenAtEnd, writeCoverage, writeOpenAtEnd } from '../api/write-solution.ts'
import { judgeView, RULES } from '../checker/check.ts'
import { findOpenAtEnd } from '../checker/rules/open-rests.ts'
import { costsOf, costsOfOne, withFewLines } from '../checker/costs.ts'
import { tellingIn, viewRoster } from '../checker/roster-view.ts'
import type { Schedule } from '../model/schedule.ts'
import type { Score } from '../model/score.ts'
import type { SettingName } from '../model/settings.ts'
import type { Costs, UnassignedShift } from '../model/solution.ts'
import type { Judgement } from '../model/violation.ts'
import { ENGLISH, type Teller } from '../model/teller.ts'
import { describeAccounts, type EmployeeAccount } from './employee-account.ts'
import { countReleases, type CountedRelease } from './evaluate.ts'
import { explainShortages, type Shortages } from './shortages.ts'

export interface ExplainQuestion extends AskedRoster {
  /** Position of the one employee to whom the answer may be shown; null = everything is told. */
  readonly employee: number | null
  /** Matches of each rule and priority that are listed at most. */
  readonly matchLimit: number
}

/** An empty shift with its name and day. */
interface ExplainedShift extends UnassignedShift {
  readonly name: string | null
  /** Local date on which it starts. */
  readonly date: string
}

export interface ExplainAnswer {
  readonly score: Score
  readonly constraintRelease: readonly CountedRelease[]
  readonly kept: { readonly settings: readonly SettingName[]; readonly wishesGranted: number; readonly wishesRefused: number }
  readonly employees: readonly EmployeeAccount[]
  readonly unassigned: readonly ExplainedShift[]
  /** How many are at work for each demand; empty without demands, and when one employee is asked for. */
  readonly coverage: readonly WrittenCoverage[]
  /** What the next schedule has to leave free, for those who are shown. */
  readonly openAtEnd: readonly WrittenOpenAtEnd[]
  /** What the roster costs, with the payslips of those who are shown; its sums are theirs when one employee is asked for. */
  readonly costs: Costs
}

/** Says why a roster is as it is: what it costs and where, what it keeps, what each employee has of it, and why shifts are empty. */
export function explain({ asked, schedule, roster, employee, matchLimit }: ExplainQuestion, teller: Teller = ENGLISH): ExplainAnswer {
  const view = viewRoster(schedule, roster, tellingIn(schedule, teller))
  const judgement = judgeView(view)
  const costs = costsOf(schedule, roster)
  const shown = describeAccounts(view, judgement, employee === null ? [...schedule.employees.keys()] : [employee])
  const wishes = shown.flatMap((account) => account.wishes)
  const short = employee === null ? explainShortages(asked ?? schedule, { schedule, roster }, { teller }) : NOTHING_SHORT
  const open = findOpenAtEnd(employee === null ? view : { ...view, rows: [view.rows[employee]!] })
  const wishesGranted = wishes.filter(({ granted }) => granted).length
  return {
    score: judgement.score,
    constraintRelease: employee === null ? countReleases(judgement.violations, matchLimit) : [],
    kept: { settings: keptSettings(judgement, schedule.settings.weights), wishesGranted, wishesRefused: wishes.length - wishesGranted },
    employees: shown,
    unassigned: nameShifts(schedule, short.unassigned),
    coverage: writeCoverage(schedule, short.coverage),
    openAtEnd: writeOpenAtEnd(schedule, open),
    costs: withFewLines(employee === null ? costs : costsOfOne(costs, schedule.employees[employee]!.id)),
  }
}

/** Of one employee nothing is told that is about others. */
const NOTHING_SHORT: Shortages = { unassigned: [], coverage: [] }

/** The rules that have a weight and are broken nowhere. */
function keptSettings({ violations }: Judgement, weights: Readonly<Record<SettingName, Score>>): SettingName[] {
  const broken = new Set(violations.map(({ setting }) => setting))
  return RULES.map(({ setting }) => setting).filter((setting) => !broken.has(setting) && weights[setting].some((weight) => weight > 0))
}

/** Empty shifts with what they are called and when they are. */
function nameShifts({ shifts, calendar }: Schedule, unassigned: readonly UnassignedShift[]): ExplainedShift[] {
  const byId = new Map(shifts.map((shift) => [shift.id, shift]))
  return unassigned.map((empty) => {
    const { name, day } = byId.get(empty.shiftId)!
    return { ...empty, name, date: calendar.days[day]!.date }
  })
}
