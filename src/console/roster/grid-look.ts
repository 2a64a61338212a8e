import type { Roster } from '../../model/roster.ts'
import { NOBODY } from '../../model/roster.ts'
import type { SideAccount } from './accounts.ts'
import { type BrokenRule, cellKey, type Highlight } from './matches.ts'
import { type RosterModel, WISH_BITS, wishesOn } from './roster-model.ts'
import { t } from '../texts/texts.ts'
import { cellText, dayText, hoursText, type Label, labelText, shiftText, wishText, whoText } from './roster-words.ts'
import { type GridRow, isOptional, seatsOf, seatsText, shownShifts } from './rows.ts'

/** All that decides how a cell looks, beside its row. Stays the same object while nothing of it changes: rows are drawn again when it does not. */
export interface GridLook {
  readonly model: RosterModel
  readonly roster: Roster
  readonly label: Label
  /** By position of the employee. */
  readonly accounts: readonly SideAccount[]
  readonly brokenRules: ReadonlyMap<number, readonly BrokenRule[]>
  readonly highlight: Highlight
  /** Dates that the user calls holidays, beside those of the schedule. */
  readonly holidays: ReadonlySet<string>
  /** Shifts that another works than before. */
  readonly changed: ReadonlySet<number>
  /** Day of the calendar; null when the schedule does not know it. */
  readonly today: number | null
}

/** The classes of a day, in the head and in every row. */
export function dayClass({ model: { schedule }, holidays }: Pick<GridLook, 'model' | 'holidays'>, day: number): string {
  const { calendar } = schedule
  const { date, weekday, isWeekend } = calendar.days[day]!
  return [
    holidays.has(date) || calendar.holidays.has(day) ? ' is-holiday' : isWeekend ? ' is-weekend' : '',
    weekday === calendar.weekStart ? ' is-week-start' : '',
    day < calendar.horizonFirst ? ' is-history' : '',
  ].join('')
}

/** Wishes of the row’s employee on a day, as bits; 0 for rows of spots. */
export function wishBitsOf({ model }: GridLook, { kind, position }: GridRow, day: number): number {
  return kind === 'employee' ? model.wishBits[position]![day]! : 0
}

/** Whether a cell is lit up as a whole. */
export function isCellLit({ highlight }: GridLook, { kind, position }: GridRow, day: number): boolean {
  return kind === 'employee' && highlight.cells.has(cellKey(position, day))
}

/** What a screen reader says of a day’s cell: first what can be seen in it, which is how voice control names it. */
export function nameOfCell(look: GridLook, row: GridRow, day: number): string {
  const { model, roster, label } = look
  const shifts = row.cells[day]!
  if (row.kind === 'demand') {
    return shifts.length === 0
      ? `${dayText(model, day)}; ${t('cell.nothingNeeded')}`
      : `${t('cell.filled', { seats: seatsText(seatsOf(model, roster, shifts), '/') })}; ${dayText(model, day)}`
  }
  if (row.kind === 'folded') return `${shifts.length === 0 ? t('cell.noneEmpty') : emptyText(look, shifts)}; ${dayText(model, day)}`
  const shown = shownShifts(shifts)
  const seen = [
    ...shown.map((shift) => labelText(model, shift, label)),
    ...(shown.length < shifts.length ? [t('cell.more', { number: shifts.length - shown.length })] : []),
  ]
  const told = cellText(model, roster, { shifts, day, wishes: wishBitsOf(look, row, day) })
  return seen.length === 0 ? told : `${seen.join(' ')}; ${told}`
}

/** What hover and focus tell of a cell, line by line; the first is a heading. Of one shift, or of all of the cell. */
export function tipLines(look: GridLook, row: GridRow, { day, shift }: { readonly day: number; readonly shift: number | null }): readonly string[] {
  const { model, roster } = look
  const shifts = shift === null ? row.cells[day]! : [shift]
  const wishes = row.kind === 'employee' ? wishLines(look, row.position, day) : []
  if (row.kind === 'folded') return [t('tip.emptyShifts', { day: dayText(model, day) }), ...emptyLinesOf(look, shifts)]
  if (row.kind === 'demand') return [`${dayText(model, day)}, ${row.label}`, ...demandLines(look, shifts)]
  const head = `${dayText(model, day)}, ${row.kind === 'employee' ? whoText(model, row.position) : t('words.nobody')}`
  return [head, ...shifts.flatMap((each) => shiftLines(look, each)), ...(shifts.length === 0 && roster.length > 0 ? [t('tip.free')] : []), ...wishes]
}

/** What a frozen cell tells. */
export function accountLines(account: SideAccount): readonly string[] {
  const { leastMin, mostMin, workMin, creditMin, nights, weekends, mostWeekends, shifts, contracts } = account
  const told = t('words.weekends', { count: weekends })
  return [
    t('account.hoursIn', { hours: hoursText(workMin), count: shifts }),
    ...(creditMin === 0 ? [] : [t('account.credited', { hours: hoursText(creditMin) })]),
    ...contractLines(leastMin, mostMin),
    ...contracts,
    `${t('words.nights', { count: nights })}; ${mostWeekends === null ? told : t('account.weekendsOf', { weekends: told, most: mostWeekends })}`,
  ]
}

function contractLines(leastMin: number | null, mostMin: number | null): readonly string[] {
  if (leastMin !== null && mostMin !== null) return [t('account.between', { least: hoursText(leastMin), most: hoursText(mostMin) })]
  if (leastMin !== null) return [t('account.atLeast', { least: hoursText(leastMin) })]
  return mostMin === null ? [] : [t('account.atMost', { most: hoursText(mostMin) })]
}

/** What the contract says of the hours: `min 126`, `max 160`, `126–160`; '' where it says nothing. */
export function agreedText({ leastMin, mostMin }: Pick<SideAccount, 'leastMin' | 'mostMin'>): string {
  if (leastMin !== null && mostMin !== null) return `${hoursText(leastMin)}–${hoursText(mostMin)}`
  if (leastMin !== null) return `min ${hoursText(leastMin)}`
  return mostMin === null ? '' : `max ${hoursText(mostMin)}`
}

/** How hours stand to the contract, the credit of absences among them. */
export function hoursVerdict({ workMin, creditMin, leastMin, mostMin }: SideAccount): 'over' | 'under' | 'within' {
  const countedMin = workMin + creditMin
  if (mostMin !== null && countedMin > mostMin) return 'over'
  return leastMin !== null && countedMin < leastMin ? 'under' : 'within'
}

/** `3 empty`, with optional ones `3 empty +2`, where there are only these `2 optional`. */
export function emptyText({ model, roster }: Pick<GridLook, 'model' | 'roster'>, shifts: readonly number[]): string {
  const { needed, optional } = seatsOf(model, roster, shifts)
  if (needed === 0) return t('sums.optional', { number: optional })
  return `${t('sums.empty', { number: needed })}${optional === 0 ? '' : ` +${optional}`}`
}

/** Empty shifts that a tooltip lists; of more it says how many. */
const MOST_TOLD = 10

function emptyLinesOf({ model }: GridLook, shifts: readonly number[]): readonly string[] {
  if (shifts.length === 0) return [t('tip.none')]
  const more = shifts.length - MOST_TOLD
  return [
    ...shifts.slice(0, MOST_TOLD).map((shift) => `${shiftText(model, shift)}${isOptional(model, shift) ? `, ${t('cell.optional')}` : ''}`),
    ...(more > 0 ? [t('words.more', { count: more })] : []),
  ]
}

function shiftLines({ model, brokenRules }: GridLook, shift: number): readonly string[] {
  const { tags, fixed, historic, importance } = model.schedule.shifts[shift]!
  const state = [
    ...(historic ? [t('cell.historic')] : fixed ? [t('cell.fixed')] : []),
    ...(importance === 'OPTIONAL' ? [t('cell.optional')] : []),
    ...tags,
  ]
  return [
    shiftText(model, shift),
    ...(state.length === 0 ? [] : [state.join(' · ')]),
    ...(brokenRules.get(shift) ?? []).map(({ priority, text }) => `P${priority}: ${text}`),
  ]
}

function wishLines({ model }: GridLook, employee: number, day: number): readonly string[] {
  const { clock } = model
  return wishesOn(model, employee, day).map(({ type, start, end, tag }) => {
    const what = wishText(WISH_BITS[type])
    const from = clock.dateTimeOf(start).slice(0, 16).replace('T', ' ')
    const until = clock.dateTimeOf(end).slice(0, 16).replace('T', ' ')
    const wish = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
    return `${tag === null ? wish : t('wish.withTag', { wish, tag })}, ${t('words.span', { first: from, last: until })}`
  })
}

function demandLines({ model, roster }: GridLook, shifts: readonly number[]): readonly string[] {
  if (shifts.length === 0) return [t('tip.nothingNeeded')]
  const { needed, filled, optional, optionalFilled } = seatsOf(model, roster, shifts)
  const empty = shifts.filter((shift) => roster[shift] === NOBODY)
  return [
    ...(needed === 0 ? [] : [t('tip.filledOf', { filled, needed })]),
    ...(optional === 0 ? [] : [t('tip.optionalFilled', { filled: optionalFilled, count: optional })]),
    ...empty.map((shift) => t(isOptional(model, shift) ? 'tip.emptyOptional' : 'tip.empty', { shift: shiftText(model, shift) })),
  ]
}
