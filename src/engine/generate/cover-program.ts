import { type BreakRule, breakPlaces } from '../../model/breaks.ts'
import { invariant } from '../../model/errors.ts'
import type { LinearColumn, LinearRow } from '../column-generation/linear-solver.ts'

/** What is made little, one after the other: the four priorities, paid minutes, what templates cost, and how many shifts there are. */
export const LEVELS = 7
export type Levels = readonly number[]

/** Time at one spot in which demands hold and nothing changes but by shifts that are generated. */
export interface WantedTime {
  readonly start: number // inclusive
  readonly end: number // exclusive
  readonly min: number
  readonly ideal: number
  /** Infinity = nobody is too many. */
  readonly max: number
  readonly weight: number
  /** At work already, and those of them whom nothing can take away. */
  readonly assigned: number
  readonly historic: number
}

/** A shift of which any number can be generated. */
export interface ShiftChoice {
  readonly start: number
  readonly end: number
  /** What one of them costs, by level. */
  readonly cost: Levels
  /** Whoever works it has one break of each. */
  readonly breakRules?: readonly BreakRule[]
}

/** What one person costs for a minute of demand with weight 1, by priority. */
export interface DemandPrices {
  readonly under: Levels
  readonly ideal: Levels
  readonly over: Levels
  /** Nobody at work while somebody is on a break that is to be covered, whatever is demanded. */
  readonly bare: Levels
}

/** Somebody on a posted shift at the spot: at work, or on a break that is to be covered. */
export interface PostedTime {
  readonly start: number // inclusive
  readonly end: number // exclusive
  readonly isAway: boolean
}

/** What a spot asks for, and who is there already. */
export interface Wanted {
  /** In order; they do not overlap. */
  readonly times: readonly WantedTime[]
  readonly posted: readonly PostedTime[]
}

/** So many more people in a slot at one price each. */
export interface Piece {
  /** Infinity = any number. */
  readonly width: number
  readonly price: Levels
}

/**
 * How many people the shifts put into each slot of a spot, as flows on a line of points: a shift takes people from its start to its end, and what flows from one point to the next are those at work
 * between them. Each column of the program leaves one point and enters another, so that its corners have whole numbers (Ahuja, Magnanti and Orlin 1993, §11.12).
 */
export interface CoverProgram {
  readonly choices: readonly ShiftChoice[]
  /** Ascending; a slot lies from each to the next. */
  readonly points: Int32Array
  /** By slot: what more people cost there, the first of them first; the prices rise, level by level. */
  readonly pieces: readonly (readonly Piece[])[]
  /** What the slots cost with nobody more, by level; breaks that are not covered are no part of it. */
  readonly empty: Levels
  /** Whether choices have breaks, or a posted shift one that is to be covered; without, nobody is away. */
  readonly hasBreaks: boolean
  /** By slot: how many posted shifts have somebody at work, and on a break that is to be covered. */
  readonly working: Int32Array
  readonly away: Int32Array
  /** What a minute costs in which nobody covers a break, by level. */
  readonly bare: Levels
}

/** Below 0 where the first costs less. */
export function compareLevels(a: Levels, b: Levels): number {
  for (let level = 0; level < LEVELS; level += 1) if (a[level] !== b[level]) return a[level]! - b[level]!
  return 0
}

const ZERO: Levels = Array.from({ length: LEVELS }, () => 0)

/** The program of one spot. */
export function coverProgram({ times, posted }: Wanted, choices: readonly ShiftChoice[], prices: DemandPrices): CoverProgram {
  const hasBreaks = choices.some(({ breakRules }) => breakRules !== undefined) || posted.some(({ isAway }) => isAway)
  const points = pointsOf([...times, ...choices, ...(hasBreaks ? posted : [])], choices)
  const empty = [...ZERO]
  let next = 0
  const pieces = Array.from({ length: Math.max(0, points.length - 1) }, (_, slot): readonly Piece[] => {
    const start = points[slot]!
    while (next < times.length && times[next]!.end <= start) next += 1
    const time = times[next]
    if (time === undefined || time.start > start) return [{ width: Infinity, price: ZERO }]
    return piecesOf(time, points[slot + 1]! - start, prices, empty)
  })
  const there = hasBreaks ? posted : []
  const [working, away] = [false, true].map((isAway) =>
    peopleBetween(
      points,
      there.filter((own) => own.isAway === isAway),
    ),
  )
  return { choices, points, pieces, empty, hasBreaks, working: working!, away: away!, bare: padded(prices.bare) }
}

/** By slot: how many of these times run. They begin and end at points. */
function peopleBetween(points: Int32Array, times: readonly { readonly start: number; readonly end: number }[]): Int32Array {
  const rowOf = new Map([...points].map((point, row) => [point, row]))
  const people = new Int32Array(Math.max(0, points.length - 1))
  for (const { start, end } of times) {
    for (let slot = rowOf.get(start)!; slot < rowOf.get(end)!; slot += 1) people[slot]! += 1
  }
  return people
}

/** When times begin and end, and breaks of choices may; ascending. */
function pointsOf(times: readonly { readonly start: number; readonly end: number }[], choices: readonly ShiftChoice[]): Int32Array {
  const first = times.reduce((least, { start }) => Math.min(least, start), Infinity)
  const last = times.reduce((most, { end }) => Math.max(most, end), -Infinity)
  if (times.length === 0) return new Int32Array(0)
  const isPoint = new Uint8Array(last - first + 1)
  for (const { start, end } of times) isPoint[start - first] = isPoint[end - first] = 1
  for (const { start, end, breakRules = [] } of choices) {
    for (const rule of breakRules) {
      const { first: from, last: to } = breakPlaces(rule, end - start)
      for (let begin = start + from; begin <= start + to; begin += rule.stepMinutes)
        isPoint[begin - first] = isPoint[begin + rule.minutes - first] = 1
    }
  }
  return Int32Array.from([...isPoint.keys()].filter((at) => isPoint[at] === 1).map((at) => first + at))
}

/** What more people cost in a slot of a time; adds to `empty` what nobody more costs. */
function piecesOf(
  { min, ideal, max, weight, assigned, historic }: WantedTime,
  minutes: number,
  prices: DemandPrices,
  empty: number[],
): readonly Piece[] {
  const times = (price: Levels, factor: number): Levels => price.map((each) => each * factor * weight * minutes)
  const least = Math.max(0, min - assigned)
  const wanted = Math.max(0, ideal - Math.max(min, assigned))
  const most = Math.max(max, historic)
  const spare = Math.max(0, most - Math.max(assigned, ideal, min))
  const surplus = Math.max(0, assigned - most)
  for (let level = 0; level < prices.under.length; level += 1)
    empty[level]! +=
      weight * minutes * (least * prices.under[level]! + wanted * prices.ideal[level]! + (surplus > 0 ? surplus * prices.over[level]! : 0))
  const pieces: Piece[] = [
    { width: least, price: padded(times(prices.under, -1)) },
    { width: wanted, price: padded(times(prices.ideal, -1)) },
    { width: spare, price: ZERO },
    ...(spare === Infinity ? [] : [{ width: Infinity, price: padded(times(prices.over, 1)) }]),
  ]
  return pieces.filter(({ width }) => width > 0)
}

function padded(price: Levels): Levels {
  return [...price, ...ZERO.slice(price.length)]
}

/** A column for each piece of each slot, slot by slot, and behind them one for each choice; and a row for each point. */
export function programRows({ choices, points, pieces }: CoverProgram): { readonly rows: LinearRow[]; readonly columns: LinearColumn[] } {
  const rowOf = new Map([...points].map((point, row) => [point, row]))
  const column = (from: number, to: number, upper: number): LinearColumn => ({ cost: 0, lower: 0, upper, rows: [from, to], values: [1, -1] })
  const ofSlots = pieces.flatMap((own, slot) => own.map(({ width }) => column(slot, slot + 1, width)))
  // A shift takes back at its end what it sends along at its start.
  const ofChoices = choices.map(({ start, end }): LinearColumn => ({ ...column(rowOf.get(start)!, rowOf.get(end)!, Infinity), values: [-1, 1] }))
  return { rows: [...points].map(() => ({ lower: 0, upper: 0 })), columns: [...ofSlots, ...ofChoices] }
}

/** What the columns of `programRows` cost at a level. */
export function programCosts({ choices, pieces }: CoverProgram, level: number): Float64Array {
  return Float64Array.from([...pieces.flatMap((own) => own.map(({ price }) => price[level]!)), ...choices.map(({ cost }) => cost[level]!)])
}

/** The greatest number of which all of these are multiples; 0 where all are. They are whole numbers. */
export function greatestUnit(numbers: Iterable<number>): number {
  let unit = 0
  for (const number of numbers) for (let rest = Math.abs(number); rest > 0; ) [unit, rest] = [rest, unit % rest]
  return unit
}

/** By choice, how many of it; from the values of the columns of `programRows`. */
export function countsOf({ choices, pieces }: CoverProgram, values: Float64Array): Int32Array {
  const first = pieces.reduce((sum, own) => sum + own.length, 0)
  invariant(values.length === first + choices.length, 'each column of the program has a value')
  return Int32Array.from(choices, (_, at) => Math.round(values[first + at]!))
}

/** By slot: how many people these shifts put there. */
export function peopleOf({ choices, points, pieces }: Pick<CoverProgram, 'choices' | 'points' | 'pieces'>, counts: Int32Array): Int32Array {
  const rowOf = new Map([...points].map((point, row) => [point, row]))
  const change = new Int32Array(points.length)
  counts.forEach((count, at) => {
    if (count === 0) return
    change[rowOf.get(choices[at]!.start)!]! += count
    change[rowOf.get(choices[at]!.end)!]! -= count
  })
  let people = 0
  return Int32Array.from(pieces, (_, slot) => (people += change[slot]!))
}

/** What shifts come to, by level. */
export function costOf(program: CoverProgram, counts: Int32Array): number[] {
  const cost = [...program.empty]
  peopleOf(program, counts).forEach((people, slot) => {
    let left = people
    for (const { width, price } of program.pieces[slot]!) {
      const here = Math.min(left, width)
      if (here === 0) break
      for (let level = 0; level < LEVELS; level += 1) cost[level]! += here * price[level]!
      left -= here
    }
  })
  counts.forEach((count, at) => {
    if (count > 0) for (let level = 0; level < LEVELS; level += 1) cost[level]! += count * program.choices[at]!.cost[level]!
  })
  return cost
}
