import type { SolutionDocument } from '../gateway/documents.ts'
import { t } from '../texts/texts.ts'

export type CoverageStretch = SolutionDocument['coverage'][number]
type Id = number | string

/** How a time stands: fewer than the least, fewer than ideal, as wanted, more than the most. */
export type Standing = 'missing' | 'below' | 'met' | 'over'

/** One cell of the map: the worst moment of a slot. */
export interface DemandCell {
  readonly standing: Standing
  readonly assigned: number
  readonly min: number
  readonly ideal: number
  /** Null = nobody is too many. */
  readonly max: number | null
  readonly cause: string | null
}

export interface DemandMap {
  /** Local dates, in order. */
  readonly dates: readonly string[]
  /** Minutes after midnight at which slots begin, in order, those in which nothing is demanded on any day left out at both ends. */
  readonly slots: readonly number[]
  readonly slotMinutes: number
  /** By `date slot`; a slot in which nothing is demanded is not there. */
  readonly cells: ReadonlyMap<string, DemandCell>
}

const MINUTES_PER_DAY = 1440
/** Slots are as long as can be, so that each begins and ends where the demand does. */
const SLOT_LENGTHS = [60, 30, 15] as const

/** A stretch by the wall clock of its day. */
interface LocalStretch {
  readonly of: CoverageStretch
  readonly date: string
  readonly from: number
  readonly to: number
}

/** The key of a cell. */
export function cellKey(date: string, slot: number): string {
  return `${date} ${slot}`
}

/** The demand of one spot by time of day and date. `spotOf` says at which spot a demand is. */
export function demandMap(coverage: readonly CoverageStretch[], isOfSpot: (demandId: Id) => boolean): DemandMap {
  const stretches = coverage.filter(({ demandId }) => isOfSpot(demandId)).map(localOf)
  const edges = stretches.flatMap(({ from, to }) => [from, to])
  const slotMinutes = SLOT_LENGTHS.find((length) => edges.every((edge) => edge % length === 0)) ?? SLOT_LENGTHS.at(-1)!
  const cells = new Map<string, DemandCell>()
  const byDate = Map.groupBy(stretches, ({ date }) => date)
  for (const [date, ofDay] of byDate) {
    for (let slot = 0; slot < MINUTES_PER_DAY; slot += slotMinutes) {
      const cell = worstIn(ofDay, slot, slot + slotMinutes)
      if (cell !== null) cells.set(cellKey(date, slot), cell)
    }
  }
  const used = [...cells.keys()].map((key) => Number(key.slice(key.indexOf(' ') + 1)))
  const [first, last] = [Math.min(...used), Math.max(...used)]
  const slots: number[] = []
  for (let slot = first; slot <= last; slot += slotMinutes) slots.push(slot)
  return { dates: [...byDate.keys()].sort(), slots, slotMinutes, cells }
}

/** No stretch goes over midnight, so that one that ends at midnight ends with its day. */
function localOf(of: CoverageStretch): LocalStretch {
  const date = of.start.slice(0, 10)
  const to = minuteOf(of.end)
  return { of, date, from: minuteOf(of.start), to: of.end.slice(0, 10) > date ? MINUTES_PER_DAY : to }
}

function minuteOf(moment: string): number {
  return 60 * Number(moment.slice(11, 13)) + Number(moment.slice(14, 16))
}

const WORSE: readonly Standing[] = ['met', 'over', 'below', 'missing']

/** Demands of one spot that hold at one moment add up; null where none does. */
function worstIn(ofDay: readonly LocalStretch[], start: number, end: number): DemandCell | null {
  const within = ofDay.filter(({ from, to }) => from < end && to > start)
  const moments = new Set([start, ...within.map(({ from }) => from)].filter((at) => at >= start && at < end))
  let worst: DemandCell | null = null
  for (const moment of moments) {
    const cell = cellOf(within.filter(({ from, to }) => from <= moment && moment < to).map(({ of }) => of))
    if (cell !== null && (worst === null || isWorse(cell, worst))) worst = cell
  }
  return worst
}

function cellOf(held: readonly CoverageStretch[]): DemandCell | null {
  if (held.length === 0) return null
  const assigned = Math.max(...held.map((stretch) => stretch.assigned))
  const min = held.reduce((sum, stretch) => sum + stretch.min, 0)
  const ideal = held.reduce((sum, stretch) => sum + (stretch.ideal ?? stretch.min), 0)
  const max = held.every((stretch) => stretch.max !== undefined) ? held.reduce((sum, stretch) => sum + stretch.max!, 0) : null
  const standing = assigned < min ? 'missing' : assigned < ideal ? 'below' : max !== null && assigned > max ? 'over' : 'met'
  return { standing, assigned, min, ideal, max, cause: held.find(({ cause }) => cause !== undefined)?.cause ?? null }
}

function isWorse(a: DemandCell, b: DemandCell): boolean {
  const rank = WORSE.indexOf(a.standing) - WORSE.indexOf(b.standing)
  return rank > 0 || (rank === 0 && a.min - a.assigned > b.min - b.assigned)
}

/** `08:30`. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** What a cell says, in words: `2 at work; at least 3, better 4: 1 missing`. */
export function cellText({ standing, assigned, min, ideal, max }: DemandCell): string {
  const parts = [
    ...(min > 0 || ideal === 0 ? [t('demand.atLeast', { count: min })] : []),
    ...(ideal > min ? [t('demand.better', { count: ideal })] : []),
    ...(max === null ? [] : [t('demand.atMost', { count: max })]),
  ]
  const asked = parts.join(', ')
  const fault = faultText({ standing, assigned, min, ideal, max })
  return fault === null ? t('demand.cell', { assigned, asked }) : t('demand.cellFault', { assigned, asked, fault })
}

function faultText({ standing, assigned, min, ideal, max }: Omit<DemandCell, 'cause'>): string | null {
  if (standing === 'missing') return t('demand.missing', { number: min - assigned })
  if (standing === 'below') return t('demand.belowIdeal', { number: ideal - assigned })
  return standing === 'over' ? t('demand.over', { number: assigned - max! }) : null
}

/** A time at which people are missing below the least: slots that follow one another with the same numbers. */
export interface ShortTime {
  readonly date: string
  readonly from: number
  readonly to: number
  readonly cell: DemandCell
}

/** Short times, by date and time of day. */
export function shortTimes({ dates, slots, slotMinutes, cells }: DemandMap): readonly ShortTime[] {
  const short: ShortTime[] = []
  for (const date of dates) {
    for (const slot of slots) {
      const cell = cells.get(cellKey(date, slot))
      if (cell?.standing !== 'missing') continue
      const last = short.at(-1)
      const goesOn = last?.date === date && last.to === slot && last.cell.assigned === cell.assigned && last.cell.min === cell.min
      if (goesOn) short[short.length - 1] = { ...last, to: slot + slotMinutes }
      else short.push({ date, from: slot, to: slot + slotMinutes, cell })
    }
  }
  return short
}

/** Hours of people that are missing below the least. */
export function missingHours({ cells, slotMinutes }: DemandMap): number {
  const people = [...cells.values()].reduce((sum, { min, assigned }) => sum + Math.max(0, min - assigned), 0)
  return (people * slotMinutes) / 60
}
