import type { Employee, Quota, ShiftTag } from '../../model/schedule.ts'
import { rangeOf, rangeOfDays, type ShiftRange } from '../naming.ts'
import type { Row, RosterView } from '../roster-view.ts'
import type { CountedFindings, Rule } from '../rule.ts'
import { excess, shortfall, sumBetween, tally } from '../tally.ts'
import { type Held, quotasOf } from '../terms.ts'
import type { Teller } from '../../model/teller.ts'
import { titleInWords } from '../words.ts'
import { createWindowReader, proRata, type Window } from '../windows.ts'
import { chargedInWords, countedInWords, countedShifts } from './rule-match.ts'

/** Everybody works the agreed number of shifts of a kind. */
export const categoryShiftQuota: Rule = {
  setting: 'categoryShiftQuota',
  unit: 'shift over or under a quota',
  *findMatches(view) {
    const { calendar, shiftTags } = view.schedule
    const windows = createWindowReader(calendar)
    for (const row of view.rows) {
      for (const held of quotasOf(row.employee)) {
        const { rule: quota } = held
        const tags = tagsOf(quota, shiftTags)
        const counted = { employee: row.employee, shifts: tags.size === 0 ? [] : countedShifts(calendar, row.shifts, { ...quota, tags: [...tags] }) }
        if (quota.per === 'horizon') yield* inHorizon(view, counted, { held, tags })
        else yield* inWindows(view, counted, { held, windows: windows(quota) })
      }
    }
  },
}

function tagsOf({ tag, category }: Quota, shiftTags: readonly ShiftTag[]): ReadonlySet<string> {
  if (tag !== null) return new Set([tag])
  return new Set(shiftTags.filter((entry) => entry.active && entry.category === category).map((entry) => entry.tag))
}

function inHorizon(view: RosterView, row: Row, { held, tags }: { held: Held<Quota>; tags: ReadonlySet<string> }): CountedFindings[] {
  const before = held.rule.on === undefined ? workedBefore(row.employee, tags) : 0
  const worked = row.shifts.filter((shift) => !shift.historic).length + before
  const { calendar } = view.schedule
  const horizon = { first: calendar.horizonFirst, last: calendar.days.length - 1 }
  const [most, least] = [held.most(horizon), held.least(horizon)]
  const limits = { most, least, over: excess(worked, before, most), under: shortfall(worked, least) }
  return tellQuota(view, row.employee, {
    quota: held.rule,
    worked,
    window: null,
    ...limits,
    shifts: rangeOf(row.shifts.filter((shift) => !shift.historic)),
  })
}

function workedBefore({ history }: Employee, tags: ReadonlySet<string>): number {
  return [...tags].reduce((sum, tag) => sum + (history?.byTag.get(tag)?.shiftsWorked ?? 0), 0)
}

function inWindows(view: RosterView, row: Row, { held, windows }: { held: Held<Quota>; windows: readonly Window[] }): CountedFindings[] {
  const shifts = tally(view.schedule.calendar, row.shifts, 'shifts')
  return windows.flatMap((window) => {
    const worked = sumBetween(shifts.all, window)
    const [most, least] = [held.most(window), held.least(window)]
    const over = excess(worked, sumBetween(shifts.historic, window), most)
    const under = least === null ? 0 : shortfall(worked, proRata(least, window))
    if (over + under === 0) return []
    return tellQuota(view, row.employee, { quota: held.rule, most, least, worked, window, over, under, shifts: rangeOfDays(row.shifts, window) })
  })
}

interface Verdict {
  readonly quota: Quota
  readonly most: number | null
  readonly least: number | null
  readonly worked: number
  readonly over: number
  readonly under: number
  /** Null = the whole horizon. */
  readonly window: Window | null
  readonly shifts: ShiftRange
}

function tellQuota(
  { words, naming }: RosterView,
  employee: Employee,
  { quota, most, least, worked, over, under, window, shifts }: Verdict,
): CountedFindings[] {
  const tell = (broken: number, verdict: 'broken.quotaMore' | 'broken.quotaFewer', limit: number): CountedFindings => {
    const amount = Math.min(broken, quota.cap ?? broken)
    const { teller } = words
    const text = (): string =>
      teller.say(verdict, {
        who: words.employee(employee),
        shifts: kindInWords(quota, worked, teller),
        when: window === null ? teller.say('window.horizon') : window.phrase(teller),
        limit,
        title: titleInWords(quota),
        charged: amount < broken ? chargedInWords(amount, teller) : '',
      })
    const date = window === null ? {} : { date: window.date }
    return { count: 1, amount, list: () => [{ ...naming.name(shifts), employeeIds: [employee.id], ...date, amount, text: text() }] }
  }
  return [...(over > 0 ? [tell(over, 'broken.quotaMore', most!)] : []), ...(under > 0 ? [tell(under, 'broken.quotaFewer', least!)] : [])]
}

/** `3 shifts of the category 7 starting on Saturday`, or `3 shifts tagged night`. */
function kindInWords(quota: Quota, count: number, teller: Teller): string {
  const { tag, category } = quota
  const { say } = teller
  const all = say('count.shifts', { count })
  const kind = tag === null ? say('count.ofCategory', { shifts: all, category: String(category) }) : say('count.tagged', { shifts: all, tags: tag })
  return countedInWords(kind, { ...quota, tags: [] }, teller)
}
