import type { Absence, Schedule } from '../../model/schedule.ts'
import { type DayIndex, MINUTES_PER_DAY } from '../../model/units.ts'
import type { CountDraft } from '../rules/count/compile-counts.ts'
import { NO_LIMIT } from './limits.ts'
import { spansOf, type Span, type Windows } from './windows.ts'

/**
 * A count of minutes for schedules with absences. Whoever is absent has limits of their own in each window: what is credited counts before any work, and no
 * more is owed than the days that are left can hold. They leave the draft, and each window becomes one of its own, for all of them together.
 */
export function withAbsences(schedule: Schedule, draft: CountDraft, none: Int32Array): readonly CountDraft[] {
  const { windows, most, least = none, dated = null } = draft
  const { employees, calendar } = schedule
  const isLimited = (e: number): boolean => most[e] !== NO_LIMIT || least[e]! > 0 || (dated !== null && dated.at[e]! >= 0)
  const own = new Set([...employees.keys()].filter((e) => employees[e]!.absence !== null && isLimited(e)))
  if (own.size === 0) return [draft]
  const from = draft.horizonOnly === true ? calendar.horizonFirst : 0
  const spans = spansOf(windows).map(({ first, last }) => ({ first: Math.max(first, from), last }))
  const isTouched = spans.map((span) => [...own].some((e) => isAbsentIn(employees[e]!.absence!, span)))
  const judged = [...spans.keys()].filter((w) => windows.inHorizon[w] === 1)
  const limitsOf = (isMeant: (employee: number) => boolean): Pick<CountDraft, 'most' | 'least' | 'dated'> => ({
    most: most.map((limit, e) => (isMeant(e) ? limit : NO_LIMIT)),
    least: least.map((limit, e) => (isMeant(e) ? limit : 0)),
    dated: dated === null ? null : { ...dated, at: dated.at.map((at, e) => (isMeant(e) ? at : -1)) },
  })
  const mine = limitsOf((e) => own.has(e))
  return [
    { ...draft, ...limitsOf((e) => !own.has(e)) },
    // Windows without any absence stay together: each draft is one more thing to follow.
    ...untouchedRuns(judged, isTouched).map(([first, last]): CountDraft => between({ ...draft, ...mine }, first, last)),
    ...judged.filter((w) => isTouched[w]).map((w) => inTouchedWindow(schedule, { ...draft, ...mine, offset: draft.offset ?? none }, w, spans[w]!)),
  ]
}

/** The draft for the windows from one to another, both included. */
function between(draft: CountDraft, from: number, to: number): CountDraft {
  const { windows, dated = null } = draft
  const moved = dated === null ? null : { ...dated, at: dated.at.map((at) => (at < 0 ? at : at + from)) }
  return { ...draft, dated: moved, windows: windowsBetween(windows, from, to) }
}

function inTouchedWindow({ employees }: Schedule, draft: CountDraft, window: number, span: Span): CountDraft {
  const { windows, dated = null } = draft
  const most = draft.most.slice()
  const offset = draft.offset!.slice()
  const least = draft.least!.slice()
  for (const [e, { absence }] of employees.entries()) {
    if (dated !== null && dated.at[e]! >= 0) {
      most[e] = dated.most[dated.at[e]! + window]!
      least[e] = dated.least[dated.at[e]! + window]!
    }
    if (absence === null || (most[e] === NO_LIMIT && least[e] === 0)) continue
    offset[e]! += creditIn(absence, span)
    const asked = Math.floor((least[e]! * windows.known[window]!) / windows.full[window]!)
    least[e] = Math.min(asked, offset[e]! + holdableMin(absence, span))
  }
  // What is asked is said as it is, for all days that the window has.
  const single = { ...windowsBetween(windows, window, window), known: Int32Array.of(1), full: Int32Array.of(1) }
  return { ...draft, most, offset, least, dated: null, windows: single }
}

/** What is credited on some days, in minutes. */
export function creditIn({ credits }: Absence, { first, last }: Span): number {
  let sum = 0
  for (let day = first; day <= last; day += 1) sum += credits.get(day as DayIndex) ?? 0
  return sum
}

/** The most minutes that days can hold, those left out that are absent wholly; where none is, there is no limit. */
export function holdableMin({ days }: Absence, { first, last }: Span): number {
  let present = 0
  for (let day = first; day <= last; day += 1) if (!days.has(day as DayIndex)) present += 1
  return present === last - first + 1 ? NO_LIMIT : MINUTES_PER_DAY * present
}

function isAbsentIn({ credits, days }: Absence, { first, last }: Span): boolean {
  for (let day = first; day <= last; day += 1) if (credits.has(day as DayIndex) || days.has(day as DayIndex)) return true
  return false
}

/** The first and last of each stretch of neighbours that are not touched. */
function untouchedRuns(judged: readonly number[], isTouched: readonly boolean[]): (readonly [number, number])[] {
  const runs: [number, number][] = []
  for (const w of judged) {
    if (isTouched[w]) continue
    const last = runs.at(-1)
    if (last !== undefined && last[1] === w - 1) last[1] = w
    else runs.push([w, w])
  }
  return runs
}

/** The windows from one to another, both included. */
function windowsBetween({ firstWindow, lastWindow, known, full, inHorizon }: Windows, from: number, to: number): Windows {
  const isIn = (day: number): boolean => firstWindow[day]! <= to && lastWindow[day]! >= from
  const count = to - from + 1
  return {
    count,
    // A day in none of them has one that there is not as its first.
    firstWindow: firstWindow.map((first, day) => (isIn(day) ? Math.max(first, from) - from : count)),
    lastWindow: lastWindow.map((last, day) => (isIn(day) ? Math.min(last, to) - from : -1)),
    known: known.slice(from, to + 1),
    full: full.slice(from, to + 1),
    inHorizon: inHorizon.slice(from, to + 1),
  }
}
