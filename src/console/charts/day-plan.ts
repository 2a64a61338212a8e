import { NOBODY, type Roster } from '../../model/roster.ts'
import { type Identifier, MINUTES_PER_HOUR } from '../../model/units.ts'
import type { RosterModel } from '../roster/roster-model.ts'
import { isMissing } from '../roster/rows.ts'
import type { JobRoster } from '../roster/use-job-roster.ts'

/** A stretch of time, in minutes of the schedule; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A shift as it lies on a day, cut to the day. */
export interface DayBar extends Span {
  /** Its position. */
  readonly shift: number
  /** It began on a day before. */
  readonly isFromBefore: boolean
  /** It goes on after the day. */
  readonly goesOn: boolean
  /** Those that lie on the day. */
  readonly breaks: readonly Span[]
}

/** What somebody works on a day, in order of time; of an empty shift `employee` is `NOBODY`, and the shift is alone. */
export interface DayRow {
  readonly employee: number
  readonly bars: readonly DayBar[]
}

/** A stretch in which the same number of people is at work; who has a break is not. */
export interface Crowd extends Span {
  readonly count: number
}

/** A day of a roster by time. The axis goes from `start` to `end`, whole hours after the day begins; both are those of the day where nobody works. */
export interface DayPlan extends Span {
  /** Mandatory shifts that nobody works, by start. */
  readonly empty: readonly DayRow[]
  /** Who works, by start. */
  readonly people: readonly DayRow[]
  readonly crowds: readonly Crowd[]
}

/** Where the breaks of a shift lie. */
export type BreaksOf = (shift: number) => readonly Span[]

/** The roster on one day: all shifts that touch it, those at one spot alone where `spot` is not null. */
export function dayPlan(model: RosterModel, roster: Roster, { day, spot, breaksOf }: DayAsked): DayPlan {
  const { shifts, calendar } = model.schedule
  const within = calendar.days[day]!
  const touching = [...shifts.keys()].filter((shift) => {
    const { start, end, spotIndex } = shifts[shift]!
    return start < within.end && end > within.start && (spot === null || spot === spotIndex)
  })
  const bars = touching.map((shift) => ({ ...cut(shifts[shift]!, within), shift, breaks: breaksOf(shift).flatMap((one) => overlap(one, within)) }))
  const ordered = bars.toSorted((one, other) => one.start - other.start || one.end - other.end)
  const byEmployee = Map.groupBy(
    ordered.filter(({ shift }) => roster[shift] !== NOBODY),
    ({ shift }) => roster[shift]!,
  )
  const people = [...byEmployee].map(([employee, own]): DayRow => ({ employee, bars: own }))
  const empty = ordered
    .filter(({ shift }) => isMissing(model, roster, shift) && !shifts[shift]!.historic && shifts[shift]!.isSpare !== true)
    .map((bar): DayRow => ({ employee: NOBODY, bars: [bar] }))
  return { ...axisOf([...people, ...empty], within), empty, people, crowds: crowdsOf(people) }
}

/** Which day, by its position; the spot, by its position, or null for all. */
export interface DayAsked {
  readonly day: number
  readonly spot: number | null
  readonly breaksOf: BreaksOf
}

/** Where the breaks of a solution lie, for shifts that are still worked by whom the solution says. */
export function breaksIn({ model, roster: solved, solution }: Pick<JobRoster, 'model' | 'roster' | 'solution'>, roster: Roster): BreaksOf {
  const { employees, calendar } = model.schedule
  const minuteOf = (moment: string): number => Date.parse(moment) / 60_000 - calendar.originEpochMin
  const byShift = new Map<Identifier, readonly PlacedBreak[]>()
  for (const { id, breaks = [] } of solution?.shifts ?? []) if (breaks.length > 0) byShift.set(id, breaks)
  return (shift) => {
    if (roster[shift] !== solved[shift] || roster[shift] === NOBODY) return []
    const own = employees[roster[shift]!]!.id
    const placed = byShift.get(model.schedule.shifts[shift]!.id) ?? []
    const { start: first, end: last } = model.schedule.shifts[shift]!
    return (
      placed
        .filter(({ employeeId }) => employeeId === undefined || employeeId === own)
        .map(({ start, end }) => ({ start: minuteOf(start), end: minuteOf(end) }))
        // Of a shift that was given other times by hand, some lie outside it.
        .filter(({ start, end }) => start >= first && end <= last)
    )
  }
}

interface PlacedBreak {
  readonly employeeId?: Identifier
  readonly start: string
  readonly end: string
}

function cut({ start, end }: Span, within: Span): Omit<DayBar, 'shift' | 'breaks'> {
  return {
    start: Math.max(start, within.start),
    end: Math.min(end, within.end),
    isFromBefore: start < within.start,
    goesOn: end > within.end,
  }
}

function overlap(one: Span, within: Span): readonly Span[] {
  const [start, end] = [Math.max(one.start, within.start), Math.min(one.end, within.end)]
  return start < end ? [{ start, end }] : []
}

function axisOf(rows: readonly DayRow[], { start, end }: Span): Span {
  const bars = rows.flatMap((row) => row.bars)
  if (bars.length === 0) return { start, end }
  const [first, last] = [Math.min(...bars.map((bar) => bar.start)), Math.max(...bars.map((bar) => bar.end))]
  return {
    start: start + MINUTES_PER_HOUR * Math.floor((first - start) / MINUTES_PER_HOUR),
    end: Math.min(end, start + MINUTES_PER_HOUR * Math.ceil((last - start) / MINUTES_PER_HOUR)),
  }
}

/** Stretches in which somebody is at work. Who works two shifts at once counts once. */
function crowdsOf(people: readonly DayRow[]): readonly Crowd[] {
  const changes = new Map<number, number>()
  const note = (at: number, by: number): void => void changes.set(at, (changes.get(at) ?? 0) + by)
  for (const { bars } of people) {
    for (const { start, end } of presenceOf(bars)) {
      note(start, 1)
      note(end, -1)
    }
  }
  const crowds: Crowd[] = []
  let count = 0
  let since = 0
  for (const [at, by] of [...changes].sort(([one], [other]) => one - other)) {
    if (by === 0) continue
    if (count > 0) crowds.push({ start: since, end: at, count })
    count += by
    since = at
  }
  return crowds
}

/** When somebody is at work, breaks left out: stretches that do not overlap. */
function presenceOf(bars: readonly DayBar[]): readonly Span[] {
  const merged: { start: number; end: number }[] = []
  for (const { start, end } of bars.flatMap(workedIn).sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

function workedIn({ start, end, breaks }: DayBar): readonly Span[] {
  const worked: Span[] = []
  let from = start
  for (const pause of breaks.toSorted((one, other) => one.start - other.start)) {
    if (pause.start > from) worked.push({ start: from, end: pause.start })
    from = Math.max(from, pause.end)
  }
  if (from < end) worked.push({ start: from, end })
  return worked
}
