import type { Calendar } from '../../model/calendar.ts'
import { contractsHeld } from '../../model/contract-periods.ts'
import type { Contract } from '../../model/schedule.ts'
import type { SettingName } from '../../model/settings.ts'
import type { SentenceName } from '../../model/teller.ts'
import { creditOf, holdable, withCredit } from '../absence.ts'
import { rangeOfDays } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import type { Finding, Rule } from '../rule.ts'
import { excess, shortfall, sumBetween, tally } from '../tally.ts'
import { leastIn, mostIn } from '../terms.ts'
import { proRata, windowsOf, windowsOfWeeks, type Window } from '../windows.ts'

/** A limit on work minutes, and the windows in which it holds. */
interface Limit {
  /** Work minutes; null = no limit. */
  limitOf(contract: Contract): number | null
  windowsOf(calendar: Calendar, inKWeeks: number | null): readonly Window[]
}

const PER_DAY: Limit['windowsOf'] = (calendar) => windowsOf(calendar, { per: 'day' })
const PER_WEEK: Limit['windowsOf'] = (calendar) => windowsOf(calendar, { per: 'week' })
const PER_MONTH: Limit['windowsOf'] = (calendar) => windowsOf(calendar, { per: 'month' })
const PER_K_WEEKS: Limit['windowsOf'] = (calendar, inKWeeks) => windowsOfWeeks(calendar, inKWeeks ?? 1)

/** Nobody works longer on a day than the contract allows. */
export const maxMinutesPerDay: Rule = ruleOfMost('maxMinutesPerDay', 'minute over the daily limit', {
  limitOf: (contract) => contract.maxMinutesPerDay,
  windowsOf: PER_DAY,
})

/** Nobody works longer in a week than the contract allows. */
export const maxMinutesPerWeek: Rule = ruleOfMost('maxMinutesPerWeek', 'minute over the weekly limit', {
  limitOf: (contract) => contract.maxMinutesPerWeek,
  windowsOf: PER_WEEK,
})

/** Nobody works longer in a calendar month than the contract allows. */
export const maxMinutesPerMonth: Rule = ruleOfMost('maxMinutesPerMonth', 'minute over the monthly limit', {
  limitOf: (contract) => contract.maxMinutesPerMonth,
  windowsOf: PER_MONTH,
})

/** Nobody works longer in any K consecutive weeks than the contract allows. */
export const maxMinutesInKWeeks: Rule = ruleOfMost('maxMinutesInKWeeks', 'minute over the limit in K weeks', {
  limitOf: (contract) => contract.maxMinutesInKWeeks,
  windowsOf: PER_K_WEEKS,
})

/** Everybody works as long in a week as the contract promises. */
export const minMinutesPerWeek: Rule = ruleOfLeast('minMinutesPerWeek', 'minute below the weekly limit', {
  limitOf: (contract) => contract.minMinutesPerWeek,
  windowsOf: PER_WEEK,
})

/** Everybody works as long in a calendar month as the contract promises. */
export const minMinutesPerMonth: Rule = ruleOfLeast('minMinutesPerMonth', 'minute below the monthly limit', {
  limitOf: (contract) => contract.minMinutesPerMonth,
  windowsOf: PER_MONTH,
})

/** Everybody works as long in any K consecutive weeks as the contract promises. */
export const minMinutesInKWeeks: Rule = ruleOfLeast('minMinutesInKWeeks', 'minute below the limit in K weeks', {
  limitOf: (contract) => contract.minMinutesInKWeeks,
  windowsOf: PER_K_WEEKS,
})

interface Worked {
  /** Minutes in the window, and those of historic shifts among them. */
  readonly worked: number
  readonly workedInHistory: number
  /** What absences add, and the least of the window. */
  readonly credit: number
  readonly least: number
  readonly limit: number
  readonly window: Window
}

/** How far off the work in one window is, and how people are told. */
interface Verdict {
  readonly limitIn: typeof mostIn
  amountOf(worked: Worked): number
  saidOf(worked: Worked): SentenceName
}

const MOST: Verdict = {
  limitIn: mostIn,
  amountOf: ({ worked, workedInHistory, credit, limit }) => excess(worked + credit, workedInHistory + credit, limit),
  saidOf: () => 'broken.minutesMore',
}

const LEAST: Verdict = {
  limitIn: leastIn,
  amountOf: ({ worked, credit, least }) => shortfall(worked + credit, least),
  saidOf: ({ limit, least }) => (least === limit ? 'broken.minutesLess' : 'broken.minutesLessKnown'),
}

function ruleOfMost(setting: SettingName, unit: string, limit: Limit): Rule {
  return { setting, unit, findMatches: (view) => inEveryWindow(view, limit, MOST) }
}

function ruleOfLeast(setting: SettingName, unit: string, limit: Limit): Rule {
  return { setting, unit, findMatches: (view) => inEveryWindow(view, limit, LEAST) }
}

function inEveryWindow(view: RosterView, rule: Limit, verdict: Verdict): Finding[] {
  const { calendar } = view.schedule
  const findings: Finding[] = []
  // Contracts differ in K at most, so a few lists of windows serve everybody.
  const known = new Map<number | null, readonly Window[]>()
  for (const row of view.rows) {
    for (const weeks of weeksOf(row, rule)) {
      const windows = known.get(weeks) ?? rule.windowsOf(calendar, weeks)
      known.set(weeks, windows)
      const limitIn = verdict.limitIn(row.employee, (contract) => (weeks === null || contract.inKWeeks === weeks ? rule.limitOf(contract) : null))
      const minutes = tally(calendar, row.shifts, 'minutes')
      for (const window of windows) {
        const limit = limitIn(window)
        if (limit === null) continue
        // On a day with a credit nobody is rostered.
        const credit = rule.windowsOf === PER_DAY ? 0 : creditOf(row.employee, window)
        const least = holdable(row.employee, window, { least: proRata(limit, window), given: credit })
        const sums = { worked: sumBetween(minutes.all, window), workedInHistory: sumBetween(minutes.historic, window) }
        const worked = { ...sums, credit, least, limit, window }
        const amount = verdict.amountOf(worked)
        if (amount > 0) findings.push(tellWindow(view, row, { worked, amount, verdict }))
      }
    }
  }
  return findings
}

/** Over how many weeks each contract with the limit counts, of limits in K weeks; of others null, once. None where no contract has it. */
function weeksOf({ employee }: Row, { limitOf, windowsOf: over }: Limit): ReadonlySet<number | null> {
  const limiting = contractsHeld(employee).filter((contract) => limitOf(contract) !== null)
  return new Set(limiting.map(({ inKWeeks }) => (over === PER_K_WEEKS ? (inKWeeks ?? 1) : null)))
}

function tellWindow(
  { words, naming }: RosterView,
  { employee, shifts }: Row,
  { worked, amount, verdict }: { worked: Worked; amount: number; verdict: Verdict },
): Finding {
  const { window } = worked
  return {
    ...naming.name(rangeOfDays(shifts, window)),
    employeeIds: [employee.id],
    date: window.date,
    amount,
    text: words.teller.say(verdict.saidOf(worked), {
      who: words.employee(employee),
      worked: withCredit(words.duration(worked.worked), worked.credit, words),
      when: window.phrase(words.teller),
      limit: words.duration(worked.limit),
      contract: words.contract(employee.contract),
      share: words.duration(worked.least),
    }),
  }
}
